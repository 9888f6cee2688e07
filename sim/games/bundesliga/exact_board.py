"""Closed forms of the way round the board (section 12 of RULES.md): landings and rolls of a lap.

They hold for laps that begin with no pips carried over: all of them with lap_end stop or exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sim.engine.components import Components
from sim.games.bundesliga.cards import board
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.rules_words import LapEnd

Array = NDArray[np.float64]
Leaps = tuple[tuple[tuple[int, Fraction], ...], ...]

NOISE = 1e-12  # part of a mean square that rounding may leave
LEFT_OUT = 1e-15  # probability of laps too long to be listed (lap_end = exact)


@dataclass(frozen=True)
class Spread:
    """Mean and standard deviation of a quantity."""

    mean: float
    sd: float

    def times(self, laps: int) -> Spread:
        """The sum over independent laps."""
        return Spread(self.mean * laps, self.sd * sqrt(laps))


def kinds(rules: Rules, components: Components) -> tuple[str, ...]:
    """What each space is; stadiums under red stickers are neutral (R27)."""
    covered = set(rules.covered_stadiums)
    return tuple("neutral" if s.space in covered else s.kind for s in board(components))


# Landings -----------------------------------------------------------------------------------------


def roll_law(rules: Rules) -> list[Fraction]:
    """P(the dice show k in all), k = 0, 1, ... (R8)."""
    law = [Fraction(1)]
    for _ in range(rules.dice_count):
        sums = [Fraction(0)] * (len(law) + rules.die_faces)
        for shown, chance in enumerate(law):
            for face in range(1, rules.die_faces + 1):
                sums[shown + face] += chance / rules.die_faces
        law = sums
    return law


@cache
def leaps(rules: Rules, size: int) -> Leaps:
    """Where a piece goes next from each space, and how likely; `size` stands for the start space.

    A piece that may not move (lap_end = exact) rolls again: its next space is uniform among the
    rolls that are not too high (A4, A5).
    """
    law = roll_law(rules)
    found = []
    for here in range(size):
        away = size - here
        steps = [(here + d, chance) for d, chance in enumerate(law[: away + 1]) if chance]
        beyond = sum(law[away + 1 :], Fraction(0))
        if beyond and rules.lap_end == LapEnd.EXACT:
            steps = [(there, chance / (1 - beyond)) for there, chance in steps]
        elif beyond:
            at_end = sum((c for there, c in steps if there == size), Fraction(0))
            steps = [step for step in steps if step[0] < size] + [(size, at_end + beyond)]
        found.append(tuple(steps))
    return tuple(found)


@cache
def landing_chances(rules: Rules, size: int) -> tuple[Fraction, ...]:
    """P(a lap lands on space k), k = 0 to size - 1: p(0) = 1, p(k) the sum of p(j) P(j to k)."""
    chances = [Fraction(1)] + [Fraction(0)] * size
    for here, steps in enumerate(leaps(rules, size)):
        for there, chance in steps:
            chances[there] += chances[here] * chance
    return tuple(chances[:size])


def expected_landings(rules: Rules, components: Components) -> dict[str, Fraction]:
    """Expected landings of a lap by kind of space, without the start."""
    found: dict[str, Fraction] = {}
    places = kinds(rules, components)
    for kind, chance in zip(places[1:], landing_chances(rules, len(places))[1:], strict=True):
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


# Sums over the spaces landed on -------------------------------------------------------------------


def lap_sums(rules: Rules, money: Sequence[float], tokens: Sequence[int]) -> Array:
    """What a lap collects where it lands: a number of tokens, and money (in any unit).

    Parameters
    ----------
    money, tokens
        What each space gives, the start first.

    Returns
    -------
    array of shape (3, 1 + all tokens)
        By number of tokens N: P(N), E[money; N], E[money^2; N], by forward recursion along the
        board.
    """
    size = len(money)
    at = np.zeros((size + 1, 3, 1 + sum(tokens)))
    at[0, 0, 0] = 1
    for here, steps in enumerate(leaps(rules, size)):
        if here:
            at[here] = _landed(at[here], money[here], tokens[here])
        for there, chance in steps:
            at[there] += float(chance) * at[here]
    end: Array = at[size]
    return end


def _landed(sums: Array, money: float, tokens: int) -> Array:
    p, first, second = np.roll(sums, tokens, axis=1)
    return np.array([p, first + money * p, second + 2 * money * first + money**2 * p])


def together(one: Array, other: Array) -> Array:
    """Sums over two independent stretches, each of shape (3, tokens)."""
    (p, a, b), (q, c, d) = one, other
    both = np.convolve
    return np.array([both(p, q), both(a, q) + both(p, c), both(b, q) + 2 * both(a, c) + both(p, d)])


def season_sums(
    rules: Rules, money: Sequence[float], tokens: Sequence[int], laps: int | None = None
) -> Array:
    """`lap_sums` over a season, or some laps of it."""
    lap = lap_sums(rules, money, tokens)
    return reduce(together, [lap] * (rules.rounds_per_season if laps is None else laps))


def spread(mean: float, square: float) -> Spread:
    """Mean and sd from the first two moments; none where the variance is but rounding."""
    variance = square - mean**2
    return Spread(mean, sqrt(variance) if variance > NOISE * square else 0.0)


def money_spread(sums: Array) -> Spread:
    """Mean and sd of the money in sums of shape (3, tokens)."""
    return spread(float(sums[1].sum()), float(sums[2].sum()))


def count_spread(law: Array) -> Spread:
    """Mean and sd of a number that is k with probability law[k]."""
    values = np.arange(len(law))
    return spread(float(law @ values), float(law @ values**2))


def lap_spread(rules: Rules, weights: Sequence[float]) -> Spread:
    """Mean and sd of the weights that a lap collects where it lands."""
    return money_spread(lap_sums(rules, weights, [0] * len(weights)))


def landings_law(rules: Rules, components: Components, kind: str, laps: int = 1) -> Array:
    """P(k landings on spaces of a kind), k = 0, 1, ...; home matches are landings on stadiums."""
    tokens = [int(place == kind) for place in kinds(rules, components)]
    law: Array = season_sums(rules, [0.0] * len(tokens), tokens, laps)[0]
    return law


# Rolls --------------------------------------------------------------------------------------------


def rolls_law(rules: Rules, size: int) -> Array:
    """P(a lap takes t rolls), t = 0, 1, ...; with lap_end = exact until 1e-15 is left out."""
    law = np.array([float(chance) for chance in roll_law(rules)])
    exact = rules.lap_end == LapEnd.EXACT
    left_out = LEFT_OUT if exact else 0.0
    stay = np.array([law[size - here + 1 :].sum() * exact for here in range(size)])
    at = np.zeros(size)
    at[0] = 1.0
    found = [0.0]
    while at.sum() > left_out:
        moved = np.convolve(at, law)
        found.append(float(moved[size] if exact else moved[size:].sum()))
        at = moved[:size] + at * stay
    return np.array(found)


def season_rolls(rules: Rules, size: int, seats: int) -> Array:
    """P(a season takes t turns of all seats together), if nobody drops out and no cap stops it."""
    return reduce(np.convolve, [rolls_law(rules, size)] * (seats * rules.rounds_per_season))


def capped_chance(rules: Rules, size: int, seats: int) -> float:
    """P(a season needs more turns than max_turns)."""
    return float(season_rolls(rules, size, seats)[rules.max_turns + 1 :].sum())
