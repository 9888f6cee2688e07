"""A series without collecting as a Markov chain on (wins, dealer): section 12 of RULES.md.

Two players, the winner of a match deals the next one, and every match is won; the dealer wins with
probability p.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple


class Series(NamedTuple):
    """What follows from p: champion is the first dealer, P(n matches), mean, comeback from 0-3."""

    first_dealer: float
    matches: dict[int, float]
    mean: float
    comeback: float


State = tuple[int, int, int]  # wins of the first dealer, of the other; who deals, 0 the first


def steps(state: State, p: float) -> Iterator[tuple[State, float]]:
    """What a match leads to."""
    ours, theirs, dealer = state
    first = p if dealer == 0 else 1 - p
    yield (ours + 1, theirs, 0), first
    yield (ours, theirs + 1, 1), 1 - first


def series(p: float, wins: int = 4) -> Series:
    """The series to so many wins."""
    states: dict[State, float] = {(0, 0, 0): 1.0}
    champion, matches = 0.0, dict[int, float]()
    for number in range(1, 2 * wins):
        following: dict[State, float] = defaultdict(float)
        for state, chance in states.items():
            for after, step in steps(state, p):
                if max(after[:2]) == wins:
                    matches[number] = matches.get(number, 0.0) + chance * step
                    champion += chance * step * (after[0] == wins)
                else:
                    following[after] += chance * step
        states = following
    mean = sum(n * chance for n, chance in matches.items())
    return Series(champion, matches, mean, comeback(p, wins))


def comeback(p: float, wins: int = 4) -> float:
    """P(champion) of a player without a win, who does not deal, against one short of all.

    He wins once against the dealer, and then as the dealer.
    """
    return float((1 - p) * p ** (wins - 1))
