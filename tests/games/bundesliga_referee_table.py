"""What lies on the table of the referee of Bundesliga: managers with their cards, stacks.

R and A refer to RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Manager:
    """One player: policy, cards, cash, place on the board, and what is counted for the record."""

    seat: int
    policy: Any
    cash: int = 0
    squad: Counter[int] = field(default_factory=Counter)  # cards by value
    held: list[list[int]] = field(default_factory=list)  # [code, uses left], oldest first (R19)
    live: bool = True
    # the season
    pos: int = 0
    laps: int = 0
    points: int = 0
    carried: int = 0
    cup_rounds: int = 0
    cup_out: bool = False
    cup_won: bool = False
    # the record
    ledger: Counter[int] = field(default_factory=Counter)
    count: Counter[str] = field(default_factory=Counter)
    low: int = 0  # lowest balance after a completed booking
    bankrupt: bool = False
    relegated_season: int = 0
    first: dict[str, int] = field(default_factory=dict)  # first season
    lap1: dict[str, int] = field(default_factory=dict)
    end: dict[str, int] = field(default_factory=dict)  # last season, before cards are returned

    @property
    def strength(self) -> int:
        """R6: squad strength without set-aside cards."""
        return sum(value * number for value, number in self.squad.items())

    @property
    def size(self) -> int:
        """Cards owned."""
        return self.squad.total()

    @property
    def owned(self) -> list[int]:
        """Distinct values owned, lowest first."""
        return sorted(value for value, number in self.squad.items() if number > 0)


class Stack:
    """A stack of cards: the order is unknown until a card has been seen."""

    def __init__(self, cards: Iterable[int]) -> None:
        self.unknown = set(cards)  # cards in the places marked None
        self.cards: list[int | None] = [None] * len(self.unknown)  # top first
        self.discard: list[int] = []

    def possible(self) -> list[int]:
        """The cards that may be on top."""
        top = self.cards[0]
        return sorted(self.unknown) if top is None else [top]

    def draw(self, card: int) -> None:
        """Take the top card, which turned out to be `card`."""
        assert card in self.possible()
        self.cards.pop(0)
        self.unknown.discard(card)

    def put_under(self, card: int) -> None:
        """R15, A17: a used card goes to the bottom, where its place is known."""
        self.cards.append(card)

    def reshuffle(self) -> None:
        """A17: the discards become a stack of unknown order."""
        self.unknown, self.discard = set(self.discard), []
        self.cards = [None] * len(self.unknown)
