"""The race for a single dream, by chance: section 12 of RULES.md, 7.

One denomination and nothing else in the pile, no powers: nothing that a player does reaches another
one, so each is a chain of his own on (cash in hand, cash in the bank), until somebody buys.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

SURE = 1e-13  # what is left of a race that is over
SELDOM = 1e-9  # of a race that hardly ever lasts as long
LONGEST = 1000  # own turns that are looked at

State = tuple[int, int]  # cards in hand, cards in the bank
Chances = dict[State, float]


class Hand(NamedTuple):
    """What the options make of a hand of cash."""

    dealt: int
    drawn: int
    drawn_empty: int
    actions: int
    limit: int
    at_once: bool  # A18: the limit holds at all times


class Race(NamedTuple):
    """P(won by the k-th in the order of turns), turns, P(over in the very first turn)."""

    winners: tuple[float, ...]
    turns: float  # mean
    squares: float  # mean of the squared turns
    first_turn: float
    rounds: int  # that it seldom lasts

    @property
    def spread(self) -> float:
        """Standard deviation of the turns."""
        return sqrt(self.squares - self.turns**2)


def turn(before: Chances, cards: int, rules: Hand) -> tuple[Chances, float]:
    """Where a turn of a random player leads that buys nothing; and P(a purchase)."""
    here: Chances = defaultdict(float)
    bought = 0.0
    for (hand, bank), chance in before.items():
        hand += rules.drawn if hand else rules.drawn_empty
        here[min(hand, rules.limit) if rules.at_once else hand, bank] += chance
    ended: Chances = defaultdict(float)
    for _ in range(rules.actions):
        after: Chances = defaultdict(float)
        for (hand, bank), chance in here.items():
            share = chance / (1 + (hand > 0) + (bank >= cards))
            ended[hand, bank] += share
            bought += share * (bank >= cards)
            for number in range(1, hand + 1):
                after[hand - number, bank + number] += share / hand
        here = after
    for state, chance in here.items():
        ended[state] += chance
    kept: Chances = defaultdict(float)
    for (hand, bank), chance in ended.items():
        kept[min(hand, rules.limit), bank] += chance
    return kept, bought


def waiting(cards: int, rules: Hand) -> list[float]:
    """P(no purchase within k own turns), k = 0, 1, ..., until it is as good as nothing."""
    states, found = {(rules.dealt, 0): 1.0}, [1.0]
    while found[-1] > SURE:
        states, bought = turn(states, cards, rules)
        found.append(found[-1] - bought)
        if len(found) > LONGEST:
            break
    return found


def race(players: int, prices: Sequence[int], rules: Hand) -> Race:
    """The race of random players, the dream one of so many prices in cards, all as likely."""
    each = [_race(players, waiting(cards, rules)) for cards in prices]
    means = [sum(column) / len(each) for column in zip(*(r.winners for r in each), strict=True)]
    turns, squares, first = (
        sum(getattr(r, name) for r in each) / len(each) for name in Race._fields[1:4]
    )
    return Race(tuple(means), turns, squares, first, max(r.rounds for r in each))


def _race(players: int, left: Sequence[float]) -> Race:
    """The same for one price: those before in the order of turns have had one turn more."""
    winners = [
        sum(
            (left[k - 1] - left[k]) * left[k] ** place * left[k - 1] ** (players - 1 - place)
            for k in range(1, len(left))
        )
        for place in range(players)
    ]
    lasts = [  # longer than 0, 1, ... turns
        left[k] ** place * left[k - 1] ** (players - place)
        for k in range(1, len(left))
        for place in range(players)
    ]
    squares = sum((2 * n + 1) * chance for n, chance in enumerate(lasts))
    seldom = next((k for k, chance in enumerate(left) if chance < SELDOM), len(left))
    return Race(tuple(winners), sum(lasts), squares, 1 - left[1], seldom)
