"""What the referee of goooal writes down about one match."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Sheet:
    """One match: section 9."""

    dealer: int
    wins_before: list[int]
    count: Counter[str] = field(default_factory=Counter)  # columns of the match
    seat: list[Counter[str]] = field(default_factory=list)  # columns of the seats
    dir: int = 1
    starter: int = -1
    winner: int = -1
    end_reason: int = -1
    first_kind: int = -1
    finish_kind: int = -1
    turns: int = 0
    bonus_by: list[int] = field(default_factory=list)
    bonus_turn: int = 0  # of the first bonus
    left: list[int] = field(default_factory=list)
    laid_end: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """One counter for each seat."""
        self.seat = [Counter() for _ in self.wins_before]

    @property
    def win_rel(self) -> int:
        """Places from the dealer to the winner in the direction of play, -1 without winner."""
        if self.winner < 0:
            return -1
        return ((self.winner - self.dealer) * self.dir) % len(self.seat)

    def see_hand(self, seat: int, size: int) -> None:
        """A hand has a size: the largest is kept."""
        self.seat[seat]["max_hand"] = max(self.seat[seat]["max_hand"], size)
