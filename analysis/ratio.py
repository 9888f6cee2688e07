"""Means over parts of matches, say of the matches of a series: sums of two columns divided.

The block is the unit of their errors: R = Y/X has the residuals e = y - R x of the block sums, and
the variance B/(B-1) * sum(e^2) / X^2 [Cochran 1977, section 6.4].
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from analysis.difference import Difference, student
from analysis.estimate import (
    LEVEL,
    Estimate,
    clopper_pearson,
    critical,
    standard_deviation,
    wilson,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.tally import RatioCounts, Spectrum


class Products(NamedTuple):
    """Sums over blocks of what two ratios have in each: sum by sum, sum by parts, and so on."""

    totals: int
    total_parts: int
    parts_total: int
    parts: int


def is_share(counts: RatioCounts) -> bool:
    """Whether every part holds a number between 0 and 1."""
    return counts.low == 0 and counts.high == counts.scale


def value_of(counts: RatioCounts) -> float:
    """The mean of a part; there must be one."""
    return counts.total / (counts.parts * counts.scale)


def telling_blocks(counts: RatioCounts) -> float:
    """Blocks that tell of a mean of parts: those with parts, fewer if some have most of them.

    As many as would say as much if all had the same number [Kish 1965].
    """
    return counts.parts**2 / counts.part_squares


def of_ratio(counts: RatioCounts, *, unit: str = "", level: float = LEVEL) -> Estimate:
    """Mean of a part with its interval.

    A share takes Wilson's at the number of parts that would vary as much if they were independent
    [Kish 1965]; one that is the same in all parts counts as one trial a telling block.
    """
    value, share, blocks = value_of(counts), is_share(counts), telling_blocks(counts)
    if blocks == 1:
        low, high = counts.low / counts.scale, counts.high / counts.scale
        return _estimate(counts, value, (high - low) / 2, (low, high), "one block: no standard error", unit, level)  # fmt: skip
    se = sqrt(variance(counts))
    if share and value in (0, 1):
        interval = clopper_pearson(round(value) * round(blocks), round(blocks), level)
        return _estimate(counts, value, se, interval, "clopper-pearson, blocks", unit, level)
    if share and 0 < value < 1 and se > 0:
        trials = min(float(counts.parts), value * (1 - value) / se**2)
        interval = wilson(value * trials, trials, level)
        return _estimate(counts, value, se, interval, "ratio of sums, wilson", unit, level)
    half, method = critical(level, blocks - 1) * se, "ratio of sums, t"
    least, most = counts.low / counts.scale, counts.high / counts.scale  # that a part can be
    low, high = max(min(least, value), value - half), min(max(most, value), value + half)
    return _estimate(counts, value, se, (low, high), method, unit, level)


def _estimate(
    counts: RatioCounts,
    value: float,
    se: float,
    interval: tuple[float, float],
    method: str,
    unit: str,
    level: float,
) -> Estimate:
    return Estimate(counts.name, value, se, *interval, counts.parts, method, unit, level)


def variance(counts: RatioCounts) -> float:
    """Variance of the mean of a part, from at least two blocks."""
    products = Products(counts.squares, counts.product, counts.product, counts.part_squares)
    return float(covariance(counts, counts, products))


def covariance(one: RatioCounts, other: RatioCounts, products: Products) -> Fraction:
    """Covariance of two means over the same blocks: exact, as the terms nearly cancel."""
    y, x, v, u = one.total, one.parts, other.total, other.parts
    residuals = (
        x * u * products.totals
        - x * v * products.total_parts
        - y * u * products.parts_total
        + y * v * products.parts
    )
    free = Fraction(one.blocks, one.blocks - 1)
    return free * Fraction(residuals, x**2 * u**2 * one.scale * other.scale)


def independent_parts(counts: RatioCounts, seen: Spectrum) -> int:
    """Independent parts whose mean would vary as much [Kish 1965]; all of a block as one if unknown."""
    deviation = standard_deviation(seen)
    error = variance(counts) if counts.blocks > 1 else 0.0
    if not deviation or not error:
        return seen.blocks
    return max(1, min(counts.parts, int(deviation**2 / error)))


class Moments(NamedTuple):
    """Variances of two means, their covariance (None if independent), degrees of freedom."""

    base: float
    variant: float
    common: float | None
    freedom: float

    @property
    def of_difference(self) -> float:
        """Variance of the difference."""
        return max(0.0, self.base + self.variant - 2 * (self.common or 0.0))


def moments(base: RatioCounts, variant: RatioCounts, products: Sequence[int] | None) -> Moments:
    """Moments of two means, of at least two telling blocks each; `products` if they share their blocks."""
    a, b = variance(base), variance(variant)
    m, n = telling_blocks(base) - 1, telling_blocks(variant) - 1
    if products is not None:
        common = float(covariance(base, variant, Products(*products)))
        return Moments(a, b, common, min(m, n))
    parts = a * a / m + b * b / n
    return Moments(a, b, None, (a + b) ** 2 / parts if parts else min(m, n))


def difference(
    base: RatioCounts, variant: RatioCounts, found: Moments, level: float = LEVEL
) -> Difference:
    """Variant minus base: interval and test by Student's t.

    Where no block varies, shares may yet differ in as many as [Clopper, Pearson 1934] allow at none.
    """
    shift = value_of(variant) - value_of(base)
    paired = found.common is not None
    method = f"ratio of sums, {'paired, t' if paired else 'Welch'}"
    if found.of_difference == 0:
        p = 2.0**-found.freedom if shift else 1.0
        other = clopper_pearson(0, round(found.freedom) + 1, level)[1] if is_share(base) else 0.0
        return Difference(0.0, shift - other, shift + other, p, f"{method}; constant")
    return student(shift, sqrt(found.of_difference), found.freedom, level, method)
