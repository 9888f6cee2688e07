"""What cards do in goooal, as the referee plays it again: combinations, effects, ends of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from goooal_referee_book import ANY
from goooal_referee_piles import Piles
from goooal_referee_plans import Plans

from sim.games.goooal.cards import KINDS
from sim.games.goooal.rules_words import AgentFace, BonusAtTarget, CoupeColour
from sim.games.goooal.story import Event

FINISH_LAY, FINISH_GIFT = 6, 7


class MatchOverError(Exception):
    """The match ends in this turn."""


class Effects(Piles, Plans):
    """Placing and laying cards, and what follows."""

    def check_best(self, done: Any, best: Sequence[Any] | None, what: str, back: int = 1) -> None:
        """Section 8: a scripted player does one of the best things (None: no scripted player)."""
        if best is not None and done not in best:
            self.at -= back
            self.fault(f"{what}: one of the best {best}, not {done}")

    # Playing

    def place(self, seat: int, card: int, extension: bool) -> list[int]:
        """place_combo: the first card, whose event has been read, and D5."""
        placed: list[int] = []
        self.put(seat, card, placed)
        while extension and self.hands[seat]:
            adds = self.adds(seat, placed)
            if not adds:
                break
            self.decide(1 + len(adds))
            if not self.next_is(Event.ADD):
                self.took("D5", seat, [None, *adds], None)
                break
            card = self.need_card(Event.ADD, seat, adds).a
            self.took("D5", seat, [None, *adds], card)
            self.put(seat, card, placed)
        self.sheet.count["plays"] += 1
        self.sheet.count["combos"] += len(placed) >= 2
        assert len({self.kind(c) for c in placed}) == 1, "I6"
        return placed

    def put(self, seat: int, card: int, placed: list[int]) -> None:
        """Move a card to the middle."""
        self.hands[seat].remove(card)
        self.middle.append(card)
        self.colour = self.hue(card)
        placed.append(card)
        self.sheet.count["cards_played"] += 1
        self.sheet.count[f"played_{self.kind(card)}"] += 1
        self.sheet.seat[seat]["own_played"] += self.is_own(seat, card)

    def effects(self, seat: int, placed: Sequence[int]) -> int:
        """R14-R18, A33: what the placed cards do; the turns that others lose by it."""
        kind, number = self.kind(placed[-1]), len(placed)
        if not self.hands[seat]:
            self.win(seat, KINDS.index(kind))
        if not self.works(seat, kind):
            self.need(Event.BLANK, seat)
            return 0
        if kind == "goooal":
            self.penalty += number * self.rules.goal_draw
        elif kind == "agent":
            self.gifts(seat, number * self.rules.agent_gifts)
        elif kind == "coupe" and self.rules.coupe_colour == CoupeColour.CHOSEN:
            self.name_colour(seat)
        return number * self.rules.arbitre_skip if kind == "arbitre" else 0

    def name_colour(self, seat: int) -> None:
        """D11."""
        self.decide(len(self.colours))
        named = self.need(Event.COLOUR, seat, a=ANY).a
        self.check(0 <= named < len(self.colours), "a colour of the deck")
        self.took("D11", seat, range(len(self.colours)), named)
        best = self.best_colours(seat) if self.scripted(seat) else None
        self.check_best(named, best, "colour")
        self.colour = named

    def gifts(self, seat: int, most: int) -> None:
        """R17: D9 and D10."""
        for number in range(most):
            cards = self.gift_cards(seat)
            if not cards:
                self.need(Event.KEEPS, seat)
                break
            self.decide(1 + len(cards) * (len(self.seats) - 1))
            best = self.best_gifts(seat, most - number) if self.scripted(seat) else None
            if not self.next_is(Event.GIFT):
                self.took("D9", seat, self.all_gifts(seat, cards), None)
                self.need(Event.KEEPS, seat, a=len(cards))
                self.check_best((-1, -1), best, "gift")
                break
            self.give(seat, cards, best)
            if not self.hands[seat]:
                self.win(seat, FINISH_GIFT)

    def give(self, seat: int, cards: Sequence[int], best: list[tuple[int, int]] | None) -> None:
        """One gift, and its face."""
        event = self.need(Event.GIFT, seat, a=ANY, b=ANY, c=ANY)
        self.check(event.a in cards, f"GIFT with one of the cards {cards}")
        self.check(event.b in self.seats and event.b != seat, "GIFT to another seat")
        self.check(event.c in self.faces(seat), f"GIFT with c in {self.faces(seat)}")
        self.decide(2 if self.rules.agent_face == AgentFace.CHOICE else 1)
        self.took("D9", seat, self.all_gifts(seat, cards), (event.a, event.b))
        self.took("D10", seat, self.faces(seat), event.c)
        self.check_best((event.a, event.b), best, "gift")
        self.hands[seat].remove(event.a)
        self.hands[event.b].append(event.a)
        self.sheet.see_hand(event.b, len(self.hands[event.b]))
        self.sheet.count["gifts"] += 1
        self.sheet.count["gifts_visible"] += event.c
        self.sheet.seat[seat]["gifts_given"] += 1
        self.sheet.seat[event.b]["gifts_received"] += 1

    def all_gifts(self, seat: int, cards: Sequence[int]) -> list[tuple[int, int] | None]:
        """D9: nothing, or each card to each other seat."""
        others = [other for other in self.seats if other != seat]
        return [None, *((card, other) for card in cards for other in others)]

    def faces(self, seat: int) -> list[int]:
        """D10, A31: faces that a gift may have, 1 visible."""
        if self.rules.agent_face != AgentFace.CHOICE:
            return [int(self.rules.agent_face == AgentFace.VISIBLE)]
        return [int(self.policies[seat].g_visible)] if self.scripted(seat) else [0, 1]

    # Laying

    def lay(self, seat: int, legal: Sequence[int]) -> None:
        """R11: lay a card in front."""
        event = self.need_card(Event.LAY, seat, legal, b=len(self.laid[seat]) + 1)
        self.hands[seat].remove(event.a)
        self.laid[seat].append(event.a)
        self.sheet.count["laid_cards"] += 1

    def laid_down(self, seat: int) -> None:
        """Steps 2 and 5: bonus check, an empty hand, the end of the series (A27)."""
        over = False
        if len(self.laid[seat]) >= self.rules.collect_size and self.bonus_open(seat):
            self.bonus_seats.append(seat)
            self.add_wins(seat, self.rules.bonus_wins)
            self.need(Event.BONUS, seat, a=self.wins[seat])
            self.sheet.bonus_turn = self.sheet.bonus_turn or self.sheet.turns
            enough = self.wins[seat] >= self.rules.series_wins
            over = enough and self.rules.bonus_at_target == BonusAtTarget.IMMEDIATE
        if not self.hands[seat]:
            self.win(seat, FINISH_LAY)
        if over:
            self.need(Event.OVER, seat)
            self.sheet.end_reason = 2
            raise MatchOverError

    # Ends

    def win(self, seat: int, finish: int) -> NoReturn:
        """R2: an empty hand."""
        self.add_wins(seat, 1)
        self.need(Event.WIN, seat, a=self.wins[seat])
        self.sheet.winner, self.sheet.finish_kind, self.sheet.end_reason = seat, finish, 0
        raise MatchOverError

    def add_wins(self, seat: int, number: int) -> None:
        """R3, A29: wins of a series, and who reaches the target first."""
        self.wins[seat] += number
        if self.wins[seat] >= self.rules.series_wins and seat not in self.reached:
            self.reached.append(seat)
