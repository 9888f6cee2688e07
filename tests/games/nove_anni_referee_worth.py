"""What cards are worth to a player of nove_anni: section 8 of RULES.md, by its formulas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Any

from nove_anni_referee_book import NEGATIVE, Book

NEAR = 1e-11  # sums of floats that are as close may be told apart the other way round
TINY = 0.000001
FILTERS = {"silence": ("friend", "rascal"), "giovannino": ("friend", "tame")}
Gain = Callable[[int, int], float]  # of a card in a column


def close(one: float, other: float) -> bool:
    """Whether two sums may be equal."""
    return abs(one - other) <= NEAR * (1 + abs(one) + abs(other))


def reaches(value: float, threshold: float) -> set[bool]:
    """Whether a sum is at least so much: both answers where that is too close to call."""
    return {True, False} if close(value, threshold) else {value > threshold}


def best_total(cards: Sequence[int], columns: Sequence[int], number: int, gain: Gain) -> float:
    """Largest sum of gains of so many of the cards in as many different columns."""
    best = {frozenset[int](): 0.0}
    for card in cards:
        gains = {column: gain(card, column) for column in columns}
        for filled, total in list(best.items()):
            if len(filled) == number:
                continue
            for column in columns:
                if column not in filled:
                    more = filled | {column}
                    best[more] = max(best.get(more, -inf), total + gains[column])
    return max(total for filled, total in best.items() if len(filled) == number)


def total_of(laid: Mapping[int, int], gain: Gain) -> float:
    """Sum of gains of cards by column."""
    return sum(gain(card, column) for column, card in laid.items())


class Worth(Book):
    """Values of cards in duels."""

    def competes(self, card: int, filters: Iterable[str]) -> bool:
        """R17, R19, A14: whether a card is active."""
        kind = self.kind(card)
        if kind == "light" and self.rules.light_immune_to_filters:
            return True
        return all(kind in FILTERS[name] for name in filters)

    def value(self, card: int, column: int, science: bool) -> int:
        """R15, R29: what a card counts in a column."""
        values = self.values[self.pack[card]]
        if science:
            return sum(sorted(values)[-self.rules.science_top_k :])
        return values[column]

    def raw(self, card: int, column: int) -> float:
        """Printed value in a column."""
        return self.value(card, column, science=False)

    def seen(self, seat: int) -> set[int]:
        """Cards of which a player knows where they are."""
        piles = [card for pile in self.won for card in pile]
        own = [*self.hand[seat], *self.grid[seat].values(), self.slot[seat]]
        return {*own, *piles, *self.removed, *self.pot, *self.used}


class View:
    """What a player thinks of cards at one moment."""

    def __init__(self, book: Any, seat: int) -> None:
        self.book, self.seat, self.policy = book, seat, book.policies[seat]
        seen = book.seen(seat)
        cards = [c for c in range(len(book.pack)) if book.placeable(c) and c not in seen]
        self.unseen = Counter(book.pack[card] for card in cards)
        self.one_of = {book.pack[card]: card for card in cards}
        self.size = len(cards)
        self.opponents = len(book.seats) - 1
        self.mean_stake = sum(map(self.stake, cards)) / self.size if cards else 0.5
        self.known: dict[tuple[int, int, str], float] = {}

    def stake(self, card: int) -> float:
        """Points of the kind, and what a negative card is worth besides."""
        negative = self.book.kind(card) in NEGATIVE
        return self.book.points(card) + (self.policy.neg_value if negative else 0.0)

    def value(self, card: int, column: int, mode: str) -> int:
        """Value of a card in this mode."""
        return int(self.book.value(card, column, mode == "science"))

    def active(self, card: int, mode: str) -> bool:
        """Whether a card competes in this mode."""
        return bool(self.book.competes(card, [mode] if mode in FILTERS else []))

    def beaten(self, card: int, column: int, mode: str) -> float:
        """q: share of the unseen cards that a card beats."""
        if self.size == 0:
            return 0.5
        mine, found = self.value(card, column, mode), 0.0
        for type_, number in self.unseen.items():
            other = self.one_of[type_]
            theirs = self.value(other, column, mode)
            if not self.active(other, mode) or theirs < mine:
                found += number
            elif theirs == mine:
                found += number / 2
        return found / self.size

    def active_share(self, mode: str) -> float:
        """Share of the unseen cards that compete, 1 if there are none."""
        active = [n for t, n in self.unseen.items() if self.active(self.one_of[t], mode)]
        return sum(active) / self.size if self.size else 1.0

    def expected(self, card: int, column: int, mode: str = "normal") -> float:
        """EV of a card in a column."""
        key = (self.book.pack[card], column, mode)
        if key not in self.known:
            if self.active(card, mode):
                win = self.winning(card, column, mode)
                lose = 1 - win
            else:
                win, lose = 0.0, self.active_share(mode)
            stakes = self.stake(card) + self.opponents * self.mean_stake
            self.known[key] = (win - lose / self.opponents) * stakes
        return self.known[key]

    def winning(self, card: int, column: int, mode: str = "normal") -> float:
        """Chance that an active card wins against all opponents."""
        return float(self.beaten(card, column, mode) ** (self.policy.opp_sel * self.opponents))

    def shelter(self, card: int, column: int) -> float:
        """What a card in a column counts in the shield plan."""
        win = self.winning(card, column)
        if self.book.kind(card) in NEGATIVE:
            return -win
        return win - (100 if win < self.policy.shield_win else 0)

    def of_grid(self, mode: str) -> float:
        """EV of the own grid."""
        grid = self.book.grid[self.seat]
        return sum(self.expected(card, column, mode) for column, card in grid.items())

    def hold(self, card: int) -> float:
        """Price of a card spent now."""
        if self.late():
            return 0.0
        best = max(self.expected(card, column) for column in self.book.columns)
        light = self.policy.light_hold if self.book.kind(card) == "light" else 0.0
        return float(self.policy.hold_weight * max(0.0, best) + light)

    def late(self) -> bool:
        """Whether the deck is nearly empty."""
        book = self.book
        turns = self.policy.late_turns * len(book.seats) * book.rules.draw_next
        return bool(book.in_deck() < turns)

    def swap_gain(self, card: int, column: int) -> float:
        """Gain of a won card put into a column by La Maestra."""
        return self.expected(card, column) - float(self.book.worth(card))

    def swap_total(self, number: int) -> float:
        """Total of the best teacher plan with so many cards."""
        book = self.book
        return best_total(book.pool(self.seat), book.columns, number, self.swap_gain)
