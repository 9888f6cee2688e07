"""Variants against their base: difference, what pairing gained, and a verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from analysis.difference import Difference, gain, mean_difference, paired, unpaired
from analysis.estimate import LEVEL, is_share
from analysis.ratio import difference, moments, telling_blocks, value_of
from sim.tally import RatioCounts


@dataclass(frozen=True)
class Pair:
    """One column of two scenarios.

    `cross` holds exact sums over blocks of base times variant (`Layout.cross_at`), None if the two
    share no streams; a difference smaller than `margin` does not matter.  `unit` is what is counted.
    """

    base: str
    variant: str
    of_base: Any  # ColumnCounts or RatioCounts, both of one kind
    of_variant: Any
    cross: Sequence[int] | None = None
    margin: float = 0.0
    unit: str = "match"


@dataclass(frozen=True)
class Comparison:
    """Variant minus base; `reduction` is the variance saved by pairing, (s_A^2 + s_B^2)/s_D^2."""

    metric: str
    base: str
    variant: str
    difference: float
    se: float
    low: float
    high: float
    method: str
    paired: bool
    correlation: float | None
    reduction: float | None
    p: float
    p_adjusted: float
    verdict: str


def compare_all(pairs: Sequence[Pair], *, level: float = LEVEL) -> list[Comparison]:
    """Compare every pair: p-values adjusted over all of them, intervals at `level` each."""
    compared = [compare(pair, level=level) for pair in pairs]
    adjusted = holm([c.p for c in compared])
    return [
        _worded(replace(c, p_adjusted=p), pair, 1 - level)
        for c, p, pair in zip(compared, adjusted, pairs, strict=True)
    ]


def compare(pair: Pair, *, level: float = LEVEL) -> Comparison:
    """Compare one pair, as the only question asked."""
    if isinstance(pair.of_base, RatioCounts):
        shift, found, correlation, reduction = _of_ratios(pair, level)
    else:
        shift, found, correlation, reduction = _of_columns(pair, level)
    low, high = min(found.low, shift), max(found.high, shift)
    helped = correlation is None or correlation > 0
    method = found.method if helped else f"{found.method}; pairing did not help"
    compared = Comparison(
        pair.of_base.name, pair.base, pair.variant, shift, found.se, low, high, method,
        pair.cross is not None, correlation, reduction, found.p, found.p, "",
    )  # fmt: skip
    return _worded(compared, pair, 1 - level)


Found = tuple[float, Difference, float | None, float | None]


def _of_columns(pair: Pair, level: float) -> Found:
    """Difference of two means of matches, correlation and what pairing saved."""
    base, variant, cross = pair.of_base, pair.of_variant, pair.cross
    shift = mean_difference(base, variant)
    correlation = reduction = None
    if cross is None:
        found = unpaired(base, variant, level)
    else:
        found = paired(base, variant, cross[0], level)
        correlation, reduction = gain(base, variant, cross[0])
    if is_share(base) and is_share(variant):
        found = found._replace(low=max(-1.0, found.low), high=min(1.0, found.high))
    return shift, found, correlation, reduction


def _of_ratios(pair: Pair, level: float) -> Found:
    """The same of two means of parts."""
    base, variant, cross = pair.of_base, pair.of_variant, pair.cross
    shift = value_of(variant) - value_of(base)
    if 1 in (telling_blocks(base), telling_blocks(variant)):
        width = (base.high - base.low) / base.scale
        return (
            shift,
            Difference(width, -width, width, 1.0, "one block: no standard error"),
            None,
            None,
        )
    m = moments(base, variant, cross)
    found = difference(base, variant, m, level)
    if m.common is None:
        return shift, found, None, None
    scatter = sqrt(m.base * m.variant)
    correlation = max(-1.0, min(1.0, m.common / scatter)) if scatter else None
    reduction = (m.base + m.variant) / m.of_difference if m.of_difference else None
    return shift, found, correlation, reduction


def holm(p_values: Sequence[float]) -> list[float]:
    """Family-wise adjusted p-values, in the order given [Holm 1979]."""
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values of a screen, in the order given [Benjamini, Hochberg 1995].

    By hand, because `scipy.stats` takes a second to import.
    """
    adjusted, lowest, n = [0.0] * len(p_values), 1.0, len(p_values)
    for rank, i in reversed(list(enumerate(sorted(range(n), key=p_values.__getitem__), 1))):
        lowest = min(lowest, p_values[i] * n / rank)
        adjusted[i] = lowest
    return adjusted


def _worded(comparison: Comparison, pair: Pair, alpha: float) -> Comparison:
    """The comparison with its verdict: what is shown at `alpha`, and whether it matters."""
    side = "higher" if comparison.difference > 0 else "lower"
    small = -pair.margin < comparison.low and comparison.high < pair.margin
    if comparison.paired and comparison.se == 0:
        blocks = pair.of_base.blocks
        unit = pair.unit if blocks == pair.of_base.matches else "block"
        same = "identical" if comparison.difference == 0 else f"{side} by the same amount"
        verdict = f"{same} in every {unit} (of {blocks:,})".replace(",", " ")
    elif comparison.p_adjusted > alpha:
        verdict = "no difference shown" + ", and none as large as the margin" * small
    else:
        verdict = side + ", but by less than the margin" * small
    return replace(comparison, verdict=verdict)
