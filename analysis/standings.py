"""How strategies rank in the game of choosing one, by several rankings, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate
from analysis.meta import (
    alpha_rank,
    bradley_terry,
    dominance,
    explained_variance,
    nash,
    payoffs,
    uniform_rating,
)
from analysis.points import MetaStudy

Matrix = NDArray[np.float64]

ALPHA = 100.0  # intensity of selection
RESAMPLES = 500
FEWEST = 8  # ranges of matches from which it shows how pairs vary together
SURE_LEAD = 0.975  # of the resampled results that a leader must lead: two-sided at 5 % for two
TIE = 1e-9


@dataclass(frozen=True)
class Range:
    """A number with the middle 95 % of what resampled results give."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """One strategy: mean points, best reply, share of the mix, rating and long-run share."""

    name: str
    points: Range
    best_reply: str
    reply_points: Estimate | None  # of the best reply against this strategy, if one is shown
    dominates: tuple[str, ...]  # earns more than these against every opponent
    beats: tuple[str, ...]  # earns more than an equal share against these
    alpha: Range
    mix: Range | None  # two seats only, as the next
    rating: Range | None


@dataclass(frozen=True)
class Ranking:
    """Who is first by one ranking: several if they tie, and how often the one leads alone."""

    title: str
    first: tuple[str, ...]
    leads: float

    @property
    def leader(self) -> str | None:
        """The one strategy shown to be first."""
        return self.first[0] if len(self.first) == 1 and self.leads >= SURE_LEAD else None


@dataclass(frozen=True)
class Standings:
    """All strategies by mean points, the best first; each ranking's first; payoffs above par."""

    rows: tuple[Standing, ...]
    rankings: tuple[Ranking, ...]
    payoff: Matrix


@dataclass(frozen=True)
class Resampled:
    """Numbers of all strategies by one ranking, and those of each resample in rows."""

    values: Matrix
    draws: Matrix

    def ranges(self) -> list[Range]:
        """Each number with the middle 95 % of its resampled ones, widened to hold it."""
        low, high = np.quantile(self.draws, [0.025, 0.975], axis=0)
        return [
            Range(float(v), float(min(v, a)), float(max(v, b)))
            for v, a, b in zip(self.values, low, high, strict=True)
        ]

    def ranking(self, title: str, names: Sequence[str]) -> Ranking:
        """Who is first."""
        top = np.flatnonzero(self.values >= self.values.max() - TIE)
        others = np.delete(self.draws, top[0], axis=1)
        leads = float(np.mean(self.draws[:, top[0]] > others.max(axis=1, initial=-np.inf) + TIE))
        return Ranking(title, tuple(names[int(i)] for i in top), leads)


def rank(meta: MetaStudy) -> Standings:
    """Rank the strategies of a meta-game in several ways."""
    names, par = meta.names, 1 / meta.players
    payoff = payoffs(names, meta.points, par)
    found = _rankings(meta, payoff, resampled(meta))
    alphas = found["alpha-rank"].ranges()
    nothing = [None] * len(names)
    mixes = found["the equilibrium mix"].ranges() if meta.players == 2 else nothing
    ratings = found["Bradley-Terry rating"].ranges() if meta.players == 2 else nothing
    together = meta.together or meta.points
    rows = [
        Standing(
            reply.strategy, mean_points(meta, reply.strategy), reply.best_reply,
            reply.shown, reply.dominates, _beaten(reply.strategy, names, together, par), alphas[i], mixes[i], ratings[i],
        )
        for i, reply in enumerate(dominance(names, together, par))
    ]  # fmt: skip
    rows.sort(key=lambda row: row.points.value, reverse=True)
    firsts = tuple(numbers.ranking(title, names) for title, numbers in found.items())
    return Standings(tuple(rows), firsts, payoff)


def explained(meta: MetaStudy) -> Range | None:
    """Part of the variance of a match's points that the strategies make, if spreads are known.

    Resampled payoffs have their errors twice, and the spread of a match moves with them.
    """
    if not meta.spread:
        return None
    par = 1 / meta.players
    payoff = payoffs(meta.names, meta.points, par)
    spread, noise = np.zeros_like(payoff), np.zeros_like(payoff)
    for i, a in enumerate(meta.names):
        for j, b in enumerate(meta.names):
            if i != j:
                spread[i, j], noise[i, j] = meta.spread[a, b], error(meta.points[a, b]) ** 2
    value = explained_variance(payoff, spread, noise)
    parts = [
        explained_variance(draw, _moved(spread, payoff + par, draw + par), 2 * noise)
        for draw in resampled(meta)
    ]
    return Resampled(np.array([value]), np.array(parts)[:, None]).ranges()[0]


def _moved(spread: Matrix, mean: Matrix, other: Matrix) -> Matrix:
    """Variances of points at another mean: that of all or nothing, less what is shared as before."""
    return np.maximum(0, spread + other * (1 - other) - mean * (1 - mean))


def _beaten(
    name: str, names: Sequence[str], shares: Mapping[tuple[str, str], Estimate], par: float
) -> tuple[str, ...]:
    """Whom a strategy surely beats."""
    return tuple(other for other in names if other != name and shares[name, other].low > par)


def _rankings(meta: MetaStudy, payoff: Matrix, draws: Sequence[Matrix]) -> dict[str, Resampled]:
    """Every ranking of a payoff matrix; mixes and ratings are of two seats only."""
    par, games = 1 / meta.players, min(e.n for e in meta.points.values())
    functions: dict[str, Callable[[Matrix], Matrix]] = {"mean points": uniform_rating}
    if meta.players == 2:
        functions["Bradley-Terry rating"] = lambda a: bradley_terry((a + par) * games)
    functions["alpha-rank"] = lambda a: alpha_rank(a, ALPHA)
    if meta.players == 2:
        functions["the equilibrium mix"] = nash
    return {
        title: Resampled(function(payoff), np.array([function(draw) for draw in draws]))
        for title, function in functions.items()
    }


def mean_points(meta: MetaStudy, name: str) -> Range:
    """Mean points against all others; pairs share their deals, so half-widths are just averaged."""
    against = [meta.points[name, other] for other in meta.names if other != name]
    value, low, high = (
        float(np.mean([getattr(e, field) for e in against])) for field in ("value", "low", "high")
    )
    return Range(value, low, high)


def resampled(meta: MetaStudy, count: int = RESAMPLES) -> list[Matrix]:
    """Payoffs that other matches might have given, drawn for all pairs together.

    Every pair varies by a normal law of its own error.  Pairs share deals: what they have in
    common is that of their ranges of matches, by a wild bootstrap over these [Wu 1986].
    """
    rng = np.random.default_rng(1)
    par, base = 1 / meta.players, payoffs(meta.names, meta.points, 1 / meta.players)
    place = {name: i for i, name in enumerate(meta.names)}
    draws = np.repeat(base[None], count, axis=0)
    common = _CommonLuck(meta, rng, count)
    for (a, b), e in meta.points.items():
        i, j = place[a], place[b]
        if meta.players > 2 or i < j:
            noise = error(e) * common.of(a, b)
            draws[:, i, j] += noise
            if meta.players == 2:
                draws[:, j, i] -= noise
    return list(np.clip(draws, -par, 1 - par))


def error(e: Estimate) -> float:
    """Standard error of points; where all matches agree the interval tells more."""
    return max(e.se, (e.high - e.low) / 4)


class _CommonLuck:
    """Standard normal numbers for every pair, alike where the pairs' matches vary alike."""

    def __init__(self, meta: MetaStudy, rng: np.random.Generator, count: int) -> None:
        self.meta, self.rng, self.count = meta, rng, count
        ranges = max((len(gaps) for gaps in meta.segments.values()), default=0)
        self.by_range = rng.standard_normal((count, ranges)) if ranges >= FEWEST else None
        self.by_name = {name: rng.standard_normal(count) for name in meta.names}

    def of(self, a: str, b: str) -> Matrix:
        """Numbers of a pair; too few ranges count as half of a strategy's luck in common."""
        if self.by_range is None:
            return np.asarray((self.by_name[a] - self.by_name[b]) / np.sqrt(2))
        gaps = self.meta.segments[a, b]
        norm = float(np.linalg.norm(gaps))
        if norm < TIE:
            return self.rng.standard_normal(self.count)
        return np.asarray(self.by_range @ (gaps / norm))
