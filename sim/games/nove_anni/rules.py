"""House rules of nove_anni.  The defaults are the printed rulebook; R and A refer to RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from pydantic import Field, model_validator

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Options
from sim.games.nove_anni.cards import PACK, cards, decks_of, pack_of
from sim.games.nove_anni.rules_words import (
    AllInactiveTo,
    AutoLostTo,
    AwakeningTiming,
    DealMode,
    DrawMode,
    EndRule,
    FinalTie,
    FirstDrawerRule,
    LordTargets,
    OwnCard,
    PadreScope,
    PadreWho,
    ShortHandRule,
    SlotReplace,
    StartRule,
    TeacherMode,
    TeacherOldCards,
    TieRule,
)

# options that are about one thing, and idle without it
DREAM = ("science_top_k", "awakening_timing", "awakening_min_turn")
LIGHT = (
    "giovannino_same_turn_only", "teacher_mode", "teacher_cards", "teacher_old_cards",
    "teacher_uses_transformed", "lord_targets", "padre_scope", "padre_who", "points_transformed",
)  # fmt: skip
LIGHT_CARDS = ("dedupe_light", "light_in_columns", "points_light")
COLUMN = ("light_value", "light_immune_to_filters")  # light cards in columns
MARKS = ("obedience_returns_transformed",)  # of Giovanni padre, which L'Obbedienza takes off
SLOT = (
    "slot_replace", "activations_per_turn", "activate_same_turn", "auto_lost_to", "all_inactive_to",
)  # fmt: skip


def _points(default: int, low: int, cards: str) -> Any:
    return Field(default, ge=low, le=10, description=f"points of a won {cards}")


class Rules(Options):
    """One field for each number or choice of the rulebook."""

    decks: int = Field(0, ge=0, le=6, description="R1, A4: decks; 0: by players_per_deck")
    players_per_deck: int = Field(2, ge=1, le=6, description="A4: players that one deck serves")
    dedupe_light: bool = Field(True, description="R2: of several decks one set of light cards")
    dedupe_dream: bool = Field(False, description="A25: of several decks one set of dream cards")
    use_dream: bool = Field(True, description="R3: dream cards are in the deck")
    use_light: bool = Field(True, description="R3: light cards are in the deck")
    draw_first: int = Field(8, ge=1, le=20, description="R23: cards drawn in turn 1")
    draw_next: int = Field(4, ge=0, le=20, description="R23: cards drawn in later turns")
    draw_mode: DrawMode = Field(DrawMode.FIXED, description="A8: exactly so many, or a refill")
    deal_mode: DealMode = Field(DealMode.BLOCK, description="A5: order of drawing")
    columns: int = Field(4, ge=1, le=4, description="R8: columns, and duels")
    special_slots: int = Field(1, ge=0, le=1, description="R8: slots for a special")
    light_value: int = Field(100, ge=0, le=999, description="R12: light cards in every duel")
    light_in_columns: bool = Field(True, description="R9: light cards may lie in columns")
    start_rule: StartRule = Field(StartRule.RANDOM, description="R7: who draws first in turn 1")
    series_length: int = Field(1, ge=1, le=1000, description="R7, A27: matches of a series")
    first_drawer_rule: FirstDrawerRule = Field(
        FirstDrawerRule.FIXED, description="A3: who draws first from turn 2 on"
    )
    short_hand_rule: ShortHandRule = Field(
        ShortHandRule.DRAW_EXTRA, description="A6: a hand that cannot fill the columns"
    )
    end_rule: EndRule = Field(
        EndRule.DECK_EMPTY_AND_STUCK, description="R32, A7: when the deck ends the match"
    )
    slot_replace: SlotReplace = Field(
        SlotReplace.NEVER, description="R10, A9: whether a special in the slot may be exchanged"
    )
    activations_per_turn: int = Field(1, ge=0, le=6, description="R26, A11: by the whole table")
    activate_same_turn: bool = Field(
        True, description="R13, A10: activation in the turn of placement"
    )
    own_card: OwnCard = Field(OwnCard.WON_PILE, description="A1: the winner's own card")
    tie_rule: TieRule = Field(TieRule.REMOVED, description="A2: several highest cards")
    all_inactive_to: AllInactiveTo = Field(
        AllInactiveTo.REMOVED, description="A13: a duel without an active card"
    )
    auto_lost_to: AutoLostTo = Field(
        AutoLostTo.WINNER, description="R17, A12: inactive cards of a decided duel"
    )
    light_immune_to_filters: bool = Field(
        False, description="A14: light cards in columns stay active"
    )
    science_top_k: int = Field(2, ge=1, le=4, description="R15: values that La Scienza adds up")
    obedience_returns_transformed: bool = Field(
        True, description="R16, A20: transformed cards go back too"
    )
    awakening_timing: AwakeningTiming = Field(
        AwakeningTiming.IMMEDIATE, description="R18, A21: when the match ends"
    )
    awakening_min_turn: int = Field(1, ge=1, le=1001, description="R18: first turn for it")
    giovannino_same_turn_only: bool = Field(
        False, description="R19, A15: only in the turn of placement"
    )
    teacher_mode: TeacherMode = Field(
        TeacherMode.EXACT, description="R20, A16: needs all its cards, or fewer do"
    )
    teacher_cards: int = Field(4, ge=1, le=4, description="R20: cards exchanged")
    teacher_old_cards: TeacherOldCards = Field(
        TeacherOldCards.WON_PILE, description="A16: where the replaced cards go"
    )
    teacher_uses_transformed: bool = Field(True, description="A17: transformed cards too")
    lord_targets: LordTargets = Field(LordTargets.ONE, description="R21, A26: one or all opponents")
    padre_scope: PadreScope = Field(
        PadreScope.THROUGH_TURN, description="R22, A18: cards won in its own turn too"
    )
    padre_who: PadreWho = Field(PadreWho.ACTIVATOR, description="R35, A19: whose cards")
    points_friend: int = _points(1, 0, "friend (R34)")
    points_tame: int = _points(1, 0, "tame animal (R34)")
    points_rascal: int = _points(0, -10, "rascal (R34)")
    points_fierce: int = _points(0, -10, "fierce animal (R34)")
    points_light: int = _points(0, -10, "light card (A23)")
    points_transformed: int = _points(1, 0, "transformed card (R35)")
    hand_counts: bool = Field(False, description="R33: cards left in hand score")
    final_tie: FinalTie = Field(FinalTie.SHARED, description="A24: among the best scores")
    max_turns: int = Field(200, ge=1, le=1000, description="cap on the turns of a match")

    @model_validator(mode="after")
    def _playable(self) -> Self:
        """Refuse combinations no table could play (section 4 of RULES.md)."""
        if self.teacher_cards > self.columns:
            raise ValueError(
                f"teacher_cards = {self.teacher_cards}: at most columns = {self.columns}"
            )
        if self.draw_first < self.columns:
            raise ValueError(f"draw_first = {self.draw_first}: at least columns = {self.columns}")
        chained = self.start_rule == StartRule.LOSER_OF_PREVIOUS
        if chained and self.series_length == 1:
            raise ValueError("start_rule = 'loser_of_previous': needs series_length of 2 or more")
        if self.series_length > 1 and not chained:
            raise ValueError("series_length: needs start_rule = 'loser_of_previous'")
        return self

    def check_table(self, seats: int, components: Components) -> None:
        """Refuse what no table could play with these components (section 4 of RULES.md)."""
        pack = pack_of(self, seats, components)
        needed = seats * self.draw_first
        if len(pack) < needed:
            raise InputError(
                f"draw_first = {self.draw_first}: {seats} players need {needed} cards, the deck "
                f"has {len(pack)}"
            )
        if len(pack) > PACK:
            raise InputError(f"decks: {len(pack)} cards; at most {PACK}")
        rows = cards(components)
        if not any(card < len(rows) and rows[card].kind != "light" for card in pack):
            raise InputError("cards: there is no fighter in the deck")

    def doubts(self, components: Components, players: int | None = None) -> Iterator[str]:
        """What is allowed and probably not meant (section 4 of RULES.md)."""
        if self.use_dream and self.special_slots == 0:
            yield "special_slots = 0: dream cards only clog hands; use_dream = false leaves them out"
        empty = self.short_hand_rule == ShortHandRule.EMPTY_COLUMNS
        if self.draw_next == 0 and self.draw_mode == DrawMode.FIXED and empty:
            yield "draw_next = 0: only Il risveglio or max_turns can end the match"
        if self.giovannino_same_turn_only and not self.activate_same_turn:
            yield "giovannino_same_turn_only: Giovannino can never be activated"
        if any(v != 100 for row in cards(components) if row.kind == "light" for v in row.values):
            yield "cards: values of light cards have no effect; set light_value"
        changed = self.changed()
        for reason, (holds, names) in self._idle(players).items():
            for name in names:
                if holds and name in changed:
                    yield f"{name}: has no effect with {reason}"

    def _idle(self, players: int | None) -> dict[str, tuple[bool, tuple[str, ...]]]:
        """Reason, whether it holds, and the options that then have no effect."""
        one_deck = players is not None and decks_of(self, players) == 1
        return {
            "two players": (players == 2, ("lord_targets",)),
            "one deck": (one_deck, ("dedupe_light", "dedupe_dream")),
            f"decks = {self.decks}": (self.decks > 0, ("players_per_deck",)),
            "use_dream = false": (not self.use_dream, ("dedupe_dream", *DREAM, *MARKS)),
            "use_light = false": (not self.use_light, (*LIGHT_CARDS, *LIGHT, *COLUMN, *MARKS)),
            "use_dream = use_light = false": (
                not self.use_dream and not self.use_light,
                ("special_slots", *SLOT),
            ),
            "light_in_columns = false": (self.use_light and not self.light_in_columns, COLUMN),
            "special_slots = 0": (self.special_slots == 0, (*DREAM, *LIGHT, *SLOT, *MARKS)),
        }
