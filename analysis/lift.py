"""What having something is worth to a side of a match: mean results of those that have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.compare import benjamini_hochberg
from analysis.difference import two_sided
from analysis.estimate import LEVEL, critical
from analysis.ratio import difference, moments, telling_blocks, value_of

if TYPE_CHECKING:
    from sim.engine.contract import Contrast, Lift
    from sim.tally import RatioCounts, Tally

WITHOUT, AVERAGE = "without", "average"


@dataclass(frozen=True)
class Worth:
    """Mean result of the sides that have an item, and what that is above those it is held against.

    `n` counts the sides, `given` is their mean result; `p_adjusted` is of the screen of all items.
    """

    lift: str
    item: str
    given: float
    n: int
    value: float
    se: float
    low: float
    high: float
    p: float
    p_adjusted: float
    verdict: str
    method: str


class Group(NamedTuple):
    """Results of the sides of some matches: how many, their sum and their sum of squares."""

    n: int
    total: float
    squares: float


class Mean(NamedTuple):
    """A group's mean as it is, and shrunk for its error: a loss and a win more [Agresti, Caffo 2000]."""

    raw: float
    shrunk: float
    variance: float


class Gap(NamedTuple):
    """A difference of means, shrunk too, and its standard error."""

    raw: float
    shrunk: float
    se: float


def worths(tally: Tally, lift: Lift, lifts: Sequence[Lift]) -> list[Worth]:
    """Every item that some side had, against what its lift names.

    Home and away are samples of independent matches each, but of the same matches: their average
    has at most the average of their standard errors, whatever their correlation.
    """
    by_name = {other.name: other for other in lifts}
    sides = [_side(tally, lift, by_name, side) for side in lift.sides]
    found = []
    for item in lift.items:
        gaps = [side[item] for side in sides if item in side]
        if gaps:
            groups = [_groups(tally, lift, side)[item][0] for side in lift.sides]
            found.append(_worth(lift, item, gaps, groups))
    adjusted = benjamini_hochberg([worth.p for worth in found])
    return [_judged(worth, p) for worth, p in zip(found, adjusted, strict=True)]


def contrasts(tally: Tally, contrast: Contrast) -> list[Worth]:
    """Every item that some part had and another had not."""
    found = []
    for item in contrast.items:
        has, without = (tally.ratio(name) for name in contrast.columns(item))
        if has.parts and without.parts and 1 not in (telling_blocks(has), telling_blocks(without)):
            found.append(_contrasted(tally, contrast, item, has, without))
    adjusted = benjamini_hochberg([worth.p for worth in found])
    return [_judged(worth, p) for worth, p in zip(found, adjusted, strict=True)]


def _contrasted(
    tally: Tally, contrast: Contrast, item: str, has: RatioCounts, without: RatioCounts
) -> Worth:
    """One item, judged alone; both means are of the same blocks."""
    (y, x), (v, u) = ((c.name, tally.layout.per[c.name]) for c in (has, without))
    products = [tally.product(*pair) for pair in ((v, y), (v, x), (u, y), (u, x))]
    d = difference(without, has, moments(without, has, products))
    shift, p = value_of(has) - value_of(without), d.p
    low, high = max(-1.0, d.low), min(1.0, d.high)
    return Worth(
        contrast.name, item, value_of(has), has.parts, shift, d.se, low, high, p, p, "", d.method
    )


def _worth(lift: Lift, item: str, gaps: Sequence[Gap], groups: Sequence[Group]) -> Worth:
    """One item over all sides, judged alone."""
    raw, shrunk, se = (sum(column) / len(gaps) for column in zip(*gaps, strict=True))
    method = "Agresti-Caffo"
    half, n = critical(LEVEL) * se, sum(group.n for group in groups)
    low, high = max(-1.0, min(raw, shrunk - half)), min(1.0, max(raw, shrunk + half))
    given, p = sum(group.total for group in groups) / n, two_sided(shrunk / se)
    return Worth(lift.name, item, given, n, raw, se, low, high, p, p, "", method)


def _judged(worth: Worth, p: float) -> Worth:
    side = "higher" if worth.value > 0 else "lower"
    return replace(worth, p_adjusted=p, verdict=side if p <= 1 - LEVEL else "no difference shown")


def _side(tally: Tally, lift: Lift, lifts: Mapping[str, Lift], side: str) -> dict[str, Gap]:
    """Items that the sides of some matches had, each against what the lift names."""
    block = tally.scenario.block
    groups = _groups(tally, lift, side)
    means = {item: _mean(group, block) for item, (group, _) in groups.items() if group.n}
    if lift.against == AVERAGE:
        return _above_average(means) if len(means) > 1 else {}
    found = {}
    other = groups if lift.against == WITHOUT else _groups(tally, lifts[lift.against], side)
    for item, mean in means.items():
        against = other[item][lift.against == WITHOUT]
        if against.n:
            found[item] = _gap(mean, _mean(against, block), apart=lift.against == WITHOUT)
    return found


def _groups(tally: Tally, lift: Lift, side: str) -> dict[str, tuple[Group, Group]]:
    """For every item the sides that have it and those that have not."""
    found = {}
    for bit, item in enumerate(lift.items):
        first, second = lift.joint(item, side)
        cells, column, result = tally.joint(first, second), *map(tally.columns.get, (first, second))
        assert column is not None
        assert result is not None
        values = column.low + column.width * (np.arange(len(cells)) - 1)
        has = values > 0 if "{item}" in lift.has else (values >> bit) & 1 > 0
        results = (result.low + np.arange(cells.shape[1]) - 1) / result.scale
        found[item] = _group(cells[has], results), _group(cells[~has], results)
    return found


def _group(cells: NDArray[np.int64], results: NDArray[np.float64]) -> Group:
    counts = cells.sum(axis=0)
    return Group(int(counts.sum()), float(counts @ results), float(counts @ results**2))


def _mean(group: Group, block: int) -> Mean:
    """Mean of results between 0 and 1; matches of a block may agree, so only one in b counts."""
    n = group.n / block + 2
    shrunk = (group.total / block + 1) / n
    variance = ((group.squares / block + 1) / n - shrunk**2) / n
    return Mean(group.total / group.n, shrunk, variance)


def _gap(mean: Mean, against: Mean, *, apart: bool) -> Gap:
    """Difference of two groups: of other matches, or of matches that may be the same."""
    se = sqrt(mean.variance) + sqrt(against.variance)
    if apart:
        se = sqrt(mean.variance + against.variance)
    return Gap(mean.raw - against.raw, mean.shrunk - against.shrunk, se)


def _above_average(means: Mapping[str, Mean]) -> dict[str, Gap]:
    """Each of several groups of different matches above the mean of all their means."""
    k = len(means)
    raw, shrunk, variance = (sum(column) for column in zip(*means.values(), strict=True))
    return {
        item: Gap(
            m.raw - raw / k,
            m.shrunk - shrunk / k,
            sqrt(m.variance * (1 - 2 / k) + variance / k**2),
        )
        for item, m in means.items()
    }
