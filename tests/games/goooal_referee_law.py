"""What is legal in goooal, as the referee reads sections 6 and 7 of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from goooal_referee_book import Book

from sim.games.goooal.rules_words import (
    AfterDraw,
    BonusScope,
    ComboRule,
    FinishSpecials,
    LayMode,
    SkipMode,
)


class Law(Book):
    """Legal actions of the running match."""

    def matches(self, seat: int, card: int, base: int, colour: int) -> bool:
        """R8, R18, R19, A21: whether a player's card covers a base."""
        kind, under = self.kind(card), self.kind(base)
        if kind == "coupe" and self.works(seat, "coupe"):
            on_coupe = under == "coupe" and not self.rules.coupe_on_coupe
            return not on_coupe or self.hue(card) == colour
        if self.hue(card) == colour:
            return True
        if kind == "player" and under == "player":
            return self.same_team(card, base) or self.same_number(card, base)
        return kind == under

    def same_team(self, card: int, other: int) -> bool:
        """Two player cards of one team."""
        return bool(self.deck[card].team == self.deck[other].team)

    def same_number(self, card: int, other: int) -> bool:
        """Two player cards with one number."""
        return bool(self.deck[card].number == self.deck[other].number)

    def may_finish(self, card: int) -> bool:
        """A14: whether a card may be the last one of a hand."""
        if self.kind(card) == "player" or self.rules.finish_specials == FinishSpecials.ALL:
            return True
        coupe = self.rules.finish_specials == FinishSpecials.COUPE_ONLY
        return coupe and self.kind(card) == "coupe"

    def finish_ok(self, card: int, hand: Sequence[int]) -> bool:
        """Section 6: whether a card of this hand may be placed."""
        return len(hand) > 1 or self.may_finish(card)

    def extends(self, card: int, placed: Sequence[int]) -> bool:
        """R10, A7, A35: the extension rule."""
        rules, kinds = self.rules, {self.kind(c) for c in (*placed, card)}
        if rules.combo_rule == ComboRule.SINGLE or len(kinds) > 1:
            return False
        if not rules.combo_same_colour and self.hue(card) in {self.hue(c) for c in placed}:
            return False
        if kinds != {"player"}:
            return True
        if rules.combo_rule == ComboRule.CHAIN:
            return self.same_team(card, placed[-1]) or self.same_number(card, placed[-1])
        teams = {self.deck[c].team for c in (*placed, card)}
        numbers = {self.deck[c].number for c in (*placed, card)}
        return len(teams) == 1 or len(numbers) == 1

    def adds(self, seat: int, placed: Sequence[int]) -> list[int]:
        """D5: cards that may be added."""
        hand = self.hands[seat]
        return [c for c in hand if self.extends(c, placed) and self.finish_ok(c, hand)]

    def responses(self, seat: int) -> list[int]:
        """D3: cards that answer a pending GOOOAL."""
        rules, hand = self.rules, self.hands[seat]
        allowed = {
            "gardien": rules.gardien_cancel,
            "coupe": rules.coupe_cancel,
            "goooal": rules.goal_response,
        }
        kinds = [kind for kind, on in allowed.items() if on and self.works(seat, kind)]
        return [c for c in hand if self.kind(c) in kinds and self.finish_ok(c, hand)]

    def plays(self, seat: int, among: Sequence[int]) -> list[int]:
        """D4, D8: cards that may be played first."""
        hand = self.hands[seat]
        return [
            c
            for c in among
            if self.matches(seat, c, self.base, self.colour) and self.finish_ok(c, hand)
        ]

    def lays(self, seat: int, among: Sequence[int]) -> list[int]:
        """R11: cards that may be laid."""
        return [c for c in among if self.rules.team_collection and self.is_own(seat, c)]

    def turn_lays(self, seat: int) -> list[int]:
        """D4: cards that may be laid instead of a play (A10)."""
        replaces = self.rules.lay_mode == LayMode.REPLACES
        return self.lays(seat, self.hands[seat]) if replaces else []

    def playable_after(self, seat: int, drawn: Sequence[int]) -> list[int]:
        """D8: cards that may be played or laid if they fit (A8)."""
        if not drawn or self.rules.after_draw == AfterDraw.NONE:
            return []
        return self.hands[seat] if self.rules.after_draw == AfterDraw.ANY else list(drawn)

    @property
    def draw_extends(self) -> bool:
        """A8: whether a play or lay after a draw may go on."""
        return self.rules.after_draw in {AfterDraw.DRAWN_COMBO, AfterDraw.ANY}

    def gift_cards(self, seat: int) -> list[int]:
        """D9: cards that may be given (R17, A19)."""
        hand = self.hands[seat]
        if len(hand) == 1 and not self.rules.agent_gift_can_win:
            return []
        return [c for c in hand if self.kind(c) == "player"]

    def bonus_open(self, seat: int) -> bool:
        """A11: whether the seat would get a bonus for a complete team."""
        if self.rules.bonus_scope == BonusScope.FIRST_ONLY:
            return not self.bonus_seats
        return seat not in self.bonus_seats

    def losses(self, turns: int) -> int:
        """A18: turns that are lost."""
        others = self.rules.skip_mode == SkipMode.OTHERS_ONLY
        return min(turns, len(self.seats) - 1) if others else turns

    def advance(self, seat: int, skips: int) -> int:
        """Section 6: the seat that acts after this one."""
        return self.after(seat, 1 + self.losses(skips))
