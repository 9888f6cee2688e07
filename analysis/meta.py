"""The game of choosing a strategy: equilibria, ratings, cycles, and skill against luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, log

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate

Matrix = NDArray[np.float64]
Shares = Mapping[tuple[str, str], Estimate]  # win share of the first name against the second

SURE = 0.95
LONGEST_SERIES = 10_001
POPULATION = 50
NEWTON_STEPS = 100


@dataclass(frozen=True)
class Reply:
    """The best reply to a strategy, what it gains, and what the strategy strictly dominates.

    `shown` are the points of the reply if even their lower end is above an equal share.
    """

    strategy: str
    best_reply: str
    gain: float
    dominates: tuple[str, ...]
    shown: Estimate | None = None


def payoffs(names: Sequence[str], shares: Shares, par: float = 0.5) -> Matrix:
    """Win shares above `par` = 1/players, row against column; a strategy earns 0 on itself."""
    return np.array(
        [[shares[a, b].value - par if a != b else 0.0 for b in names] for a in names], dtype=float
    )


def nash(payoff: Matrix) -> Matrix:
    """Equilibrium mix of the zero-sum game (A - A')/2, a vertex if there are many [linprog].

    A strategy that loses to none needs no linear program.
    """
    game, n = _zero_sum(payoff), len(payoff)
    unbeaten = np.flatnonzero(game.min(axis=1) >= 0)
    if len(unbeaten):
        return np.asarray(np.eye(n)[unbeaten[0]])
    from scipy.optimize import linprog

    game = game / np.abs(game).max()
    found = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-game.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(n), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs",
    )
    mix = np.clip(np.asarray(found.x)[:n], 0.0, None)
    return np.asarray(mix / mix.sum())


def _zero_sum(payoff: Matrix) -> Matrix:
    return np.asarray((payoff - payoff.T) / 2)


def dominance(names: Sequence[str], shares: Shares, par: float = 0.5) -> list[Reply]:
    """Best reply to each strategy and the strategies it beats against every opponent.

    Whoever looks for the best of many replies needs `shares` whose intervals hold together.
    """
    payoff = payoffs(names, shares, par)
    replies = []
    for j, name in enumerate(names):
        sure = [a for a in names if a != name and shares[a, name].low > par]
        best = max(sure or names, key=lambda a, j=j: payoff[names.index(a), j])  # type: ignore[misc]
        beaten = tuple(other for other in names if _dominates(name, other, names, shares, par))
        gain = float(payoff[names.index(best), j])
        replies.append(Reply(name, best, gain, beaten, shares[best, name] if sure else None))
    return replies


def _dominates(a: str, b: str, names: Sequence[str], shares: Shares, par: float) -> bool:
    """Whether `a` surely earns more than `b` against every opponent [Zou, Donner 2008]."""
    even = Estimate("", par, 0.0, par, par, 1, "exact")
    for opponent in names:
        x, y = shares.get((a, opponent), even), shares.get((b, opponent), even)
        if x.value - y.value <= hypot(x.value - x.low, y.high - y.value):
            return False
    return True


def uniform_rating(payoff: Matrix) -> Matrix:
    """Mean payoff against an opponent drawn evenly from all strategies."""
    return np.asarray(payoff.mean(axis=1))


def alpha_rank(payoff: Matrix, alpha: float, population: int = POPULATION) -> Matrix:
    """Long-run share of each strategy in one evolving population [Omidshafiei et al. 2019].

    Fixation (1 - e^-x)/(1 - e^-mx) with x = alpha (A_ij - A_ji), local selection; in logarithms,
    so that no alpha cuts the chain apart.
    """
    x = alpha * (payoff - payoff.T)
    size = np.where(x == 0, 1.0, np.abs(x))
    ratio = np.log(np.expm1(-size) / np.expm1(-population * size))
    fixation = (population - 1) * np.minimum(x, 0) + np.where(x == 0, -log(population), ratio)
    return _stationary(fixation.T)


def _stationary(rates: Matrix) -> Matrix:
    """Stationary law of a chain from the logs of its rates [Grassmann, Taksar, Heyman 1985]."""
    q, n = rates.copy(), len(rates)
    for k in range(n - 1, 0, -1):
        q[:k, k] -= np.logaddexp.reduce(q[k, :k])
        q[:k, :k] = np.logaddexp(q[:k, :k], q[:k, k, None] + q[k, :k])
    law = np.zeros(n)
    for k in range(1, n):
        law[k] = np.logaddexp.reduce(law[:k] + q[:k, k])
    weights = np.exp(law - law.max())
    return np.asarray(weights / weights.sum())


def bradley_terry(wins: Matrix) -> Matrix:
    """Elo points with mean 0 from wins of row over column, draws half a win [Bradley, Terry 1952].

    Half a win is added each way to every pair, which keeps a winless strategy finite.
    """
    won = (wins + 0.5) * (1 - np.eye(len(wins)))
    games, theta = won + won.T, np.zeros(len(wins))
    for _ in range(NEWTON_STEPS):
        p = 1 / (1 + np.exp(theta - theta[:, None]))
        weight = games * p * (1 - p)
        laplacian = np.diag(weight.sum(axis=1)) - weight
        uphill = (won - games * p).sum(axis=1)
        step = np.linalg.solve(laplacian + weight.mean() + 1e-300, uphill)
        theta += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(400 / log(10) * (theta - theta.mean()))


def transitive_share(payoff: Matrix) -> float | None:
    """Part of the squared payoffs that ratings explain, the rest is cycles [Jiang et al. 2011].

    None where all strategies are equally good.
    """
    game = _zero_sum(payoff)
    rating = uniform_rating(game)
    total = float((game**2).sum())
    return 1 - float(((game - rating[:, None] + rating) ** 2).sum()) / total if total else None


def explained_variance(payoff: Matrix, spread: Matrix, noise: Matrix) -> float:
    """Part of the variance of a match's points made by who meets, different strategies evenly drawn.

    One-way analysis of variance [Fisher 1925]: `spread` are variances of the points of one match of
    a pair, `noise` those of the errors of the payoffs, which make pairs differ too.
    """
    pairs = ~np.eye(len(payoff), dtype=bool)
    between = max(0.0, float(payoff[pairs].var() - noise[pairs].mean()))
    total = between + float(spread[pairs].mean())
    return between / total if total else 0.0


def series_lengths(points: Estimate, drawn: float) -> tuple[int | None, int | None, int | None]:
    """Matches to be sure at the value and at the upper and lower end of the points, in this order.

    Points are wins and half of the draws; no more than all matches can be won.
    """
    wins = [
        min(1 - drawn, max(0.0, x - drawn / 2)) for x in (points.value, points.high, points.low)
    ]
    value, most, least = (matches_to_be_sure(win, drawn, max(0.0, 1 - drawn - win)) for win in wins)
    return value, most, least


def matches_to_be_sure(win: float, draw: float, loss: float) -> int | None:
    """Shortest odd series in which the better strategy wins more matches than it loses in 95 %.

    None where that takes more than 10 001 matches.
    """
    if win <= loss:
        return None
    match = np.array([loss, draw, win])  # of wins minus losses: -1, 0, 1
    two, lead = np.convolve(match, match), match
    for n in range(1, LONGEST_SERIES + 1, 2):
        if lead[n + 1 :].sum() >= SURE:
            return n
        lead = np.convolve(lead, two)
    return None
