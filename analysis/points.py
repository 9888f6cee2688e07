"""Strategy against strategy: the points of every pair, from the counts of their matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import LEVEL, Estimate, mean, of_column
from sim.tally import ColumnCounts

if TYPE_CHECKING:
    from sim.plan import Plan
    from sim.result import GroupResult
    from sim.tally import Tally

Pair = tuple[str, str]
Array = NDArray[np.float64]


@dataclass(frozen=True)
class MetaStudy:
    """Strategy against strategy, seats balanced.

    Points of the row's strategy: its win share, and an equal part of the matches nobody won.
    `together` has intervals that hold for all pairs at once [Bonferroni]; `segments` says how far
    the points of each range of matches lie from their expectation, the same deals for all pairs;
    `spread` is the variance of the points of one match.
    """

    names: tuple[str, ...]
    points: Mapping[Pair, Estimate]
    draws: Mapping[Pair, float]
    players: int
    together: Mapping[Pair, Estimate] = field(default_factory=dict)
    segments: Mapping[Pair, Array] = field(default_factory=dict)
    spread: Mapping[Pair, float] = field(default_factory=dict)


def study_pairs(plan: Plan, results: Sequence[GroupResult]) -> MetaStudy | None:
    """The meta-game of a plan, if it has one."""
    if not results:
        return None
    contests = [Contest.of(result) for result in results]
    names, players = plan.meta_seats, results[0].group.base.players
    strict = 1 - (1 - LEVEL) / max(1, len(contests) * (1 + (players == 2)))
    points = dict(item for c in contests for item in c.points(LEVEL))
    together = dict(item for c in contests for item in c.points(strict))
    both = players == 2
    drawn = {p: c.drawn for c in contests for p in (c.pair, c.pair[::-1])[: 1 + both]}
    segments = dict(item for c in contests for item in c.segments())
    spread = {p: c.spread for c in contests for p in (c.pair, c.pair[::-1])[: 1 + both]}
    return MetaStudy(names, points, drawn, players, together, segments, spread)


@dataclass(frozen=True)
class Contest:
    """One strategy against another, or against several of it."""

    pair: Pair
    players: int
    tally: Tally
    columns: tuple[str, str]  # win shares of the one, and of the (first) other

    @classmethod
    def of(cls, result: GroupResult) -> Contest:
        """The contest that a group of the meta-game played."""
        s = result.group.base
        kind = "contender" if s.rotated else "seat"
        columns = (f"win_share_{kind}0", f"win_share_{kind}1")
        return cls((s.seats[0], s.seats[1]), s.players, result.tallies[s.name], columns)

    @property
    def drawn(self) -> float:
        """Share of the matches that nobody won."""
        return mean(self.tally.column("no_winner"))

    def points(self, level: float) -> Iterator[tuple[Pair, Estimate]]:
        """Points of the one, and exactly the rest for the other if there are two."""
        one, other, nobody = (self.tally.column(n) for n in (*self.columns, "no_winner"))
        if self.players > 2:
            yield self.pair, with_share_of_draws(one, nobody, self.players, level)
            return
        e = of_column(points_of_two(one, other, nobody), unit="share", level=level)
        yield self.pair, e
        yield self.pair[::-1], replace(e, value=1 - e.value, low=1 - e.high, high=1 - e.low)

    @property
    def spread(self) -> float:
        """Variance of the points of the one in a match: won parts, and an equal one of a draw."""
        won, drawn = self.tally.column(self.columns[0]), self.drawn
        squares = won.value_squares
        assert squares is not None  # a win share has few values, all of them counted
        points = mean(won) + drawn / self.players
        return squares / won.scale**2 / won.matches + drawn / self.players**2 - points**2

    def segments(self) -> Iterator[tuple[Pair, Array]]:
        """How far the points of each range of matches lie from their expectation."""
        (matches, one), (_, nobody) = (
            self.tally.segments(name) for name in (self.columns[0], "no_winner")
        )
        scored = one / self.tally.column(self.columns[0]).scale + nobody / self.players
        gaps = scored - matches * (scored.sum() / matches.sum())
        yield self.pair, gaps
        if self.players == 2:
            yield self.pair[::-1], -gaps


def points_of_two(one: ColumnCounts, other: ColumnCounts, nobody: ColumnCounts) -> ColumnCounts:
    """Counts of the points (1 + W0 - W1)/2 of two players, where W0 + W1 + D = 1 in every match.

    Exact in twice the scale of a win, where a block of b matches scores P = b s + W0 - W1: the
    squares follow from (W0 - W1)^2 = 2 W0^2 + 2 W1^2 - (s b - s D)^2.
    """
    scale, block = one.scale, one.matches // one.blocks
    lead = one.total - other.total
    decided = block * (one.matches - 2 * nobody.total) + nobody.block_squares
    leads = 2 * (one.block_squares + other.block_squares) - scale**2 * decided
    level = scale * block
    return ColumnCounts(
        name="points",
        matches=one.matches,
        blocks=one.blocks,
        total=scale * one.matches + lead,
        block_squares=level * level * one.blocks + 2 * level * lead + leads,
        scale=2 * scale,
        low=0,
        width=1,
        histogram=np.zeros(2 * scale + 1, np.int64),  # not known, only its range
        under=0,
        over=0,
    )


def with_share_of_draws(
    won: ColumnCounts, nobody: ColumnCounts, players: int, level: float
) -> Estimate:
    """Win share and an equal part of the draws; sd(W + D/K) is at most sd(W) + sd(D)/K."""
    w, d = (of_column(counts, unit="share", level=level) for counts in (won, nobody))
    low, high = w.low + d.low / players, w.high + d.high / players
    return replace(
        w,
        metric="points",
        method=w.method if d.value == 0 else f"{w.method}; draws/{players}: {d.method}",
        value=w.value + d.value / players,
        se=w.se + d.se / players,
        low=max(0.0, low),
        high=min(1.0, high),
    )
