"""Interval and test of the difference between two columns, paired or not."""

from __future__ import annotations

from math import comb, erfc, exp, hypot, lgamma, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from analysis.estimate import (
    NEARLY_NORMAL,
    clopper_pearson,
    critical,
    declared_range,
    hits_in,
    is_plain_rate,
    is_share,
    of_column,
    spread,
    variance_of_mean,
)

if TYPE_CHECKING:
    from sim.tally import ColumnCounts

FEW_DISCORDANT = 25


class Difference(NamedTuple):
    """Standard error and interval of variant minus base, p-value of no difference."""

    se: float
    low: float
    high: float
    p: float
    method: str


def mean_difference(base: ColumnCounts, variant: ColumnCounts) -> float:
    """Mean of the variant minus mean of the base: one division of exact integers."""
    a, b = base.matches * base.scale, variant.matches * variant.scale
    return (variant.total * a - base.total * b) / (a * b)


def gain(
    base: ColumnCounts, variant: ColumnCounts, cross: int
) -> tuple[float | None, float | None]:
    """Correlation of the blocks and variance saved by pairing; None where it would be x/0."""
    a, b = spread(base), spread(variant)
    common = base.blocks * cross - base.total * variant.total
    correlation = max(-1.0, min(1.0, common / (sqrt(a) * sqrt(b)))) if a and b else None
    remains = a + b - 2 * common
    return correlation, (a + b) / remains if remains else None


def paired(base: ColumnCounts, variant: ColumnCounts, cross: int, level: float) -> Difference:
    """Mean difference of blocks that share one deal [Glasserman, Yao 1992]."""
    blocks, blocked = base.blocks, base.blocks < base.matches
    squares = base.block_squares + variant.block_squares - 2 * cross
    scatter = blocks * squares - (variant.total - base.total) ** 2
    if blocks == 1:
        return _one_block(base, variant)
    plain = is_plain_rate(base) and is_plain_rate(variant)
    if plain and 0 < squares < FEW_DISCORDANT * base.scale**2:
        both = cross // base.scale**2
        return _few_discordant(hits_in(base) - both, hits_in(variant) - both, blocks, level)
    shift = mean_difference(base, variant)
    if scatter == 0:
        return _same_in_all(base, variant, level)
    se = sqrt(scatter / (blocks - 1)) / (base.matches * base.scale)
    return student(shift, se, blocks - 1, level, f"paired{' block means' * blocked}, t")


def _few_discordant(lost: int, won: int, matches: int, level: float) -> Difference:
    """Plain rates with few discordant matches: half a match to each cell [Agresti, Min 2005]."""
    n, m, shift = matches + 2, lost + won, won - lost
    se = sqrt(m + 1 - shift**2 / n) / n
    half = critical(level) * se
    mcnemar = 2 * sum(comb(m, k) for k in range(min(lost, won) + 1)) / 2**m
    method = "paired, Agresti-Min; exact McNemar"
    return Difference(se, shift / n - half, shift / n + half, min(1.0, mcnemar), method)


def _same_in_all(base: ColumnCounts, variant: ColumnCounts, level: float) -> Difference:
    """All blocks differ by the same amount; sign test.

    Shares may yet differ by another amount in as many blocks as [Clopper, Pearson 1934] allow at
    no hit.
    """
    shift, blocks = mean_difference(base, variant), base.blocks
    p = 2.0 ** (1 - blocks) if shift else 1.0
    blocked = ", blocks" * (blocks < base.matches)
    if not (is_share(base) and is_share(variant)):
        return Difference(0.0, shift, shift, p, f"paired, constant{blocked}")
    other = clopper_pearson(0, blocks, level)[1]
    low, high = max(-1.0, shift - other * (1 + shift)), min(1.0, shift + other * (1 - shift))
    return Difference(0.0, low, high, p, f"paired, constant{blocked}; clopper-pearson")


def unpaired(base: ColumnCounts, variant: ColumnCounts, level: float) -> Difference:
    """Difference of two independent runs."""
    if is_plain_rate(base) and is_plain_rate(variant):
        return _plain_rates(base, variant, level)
    if 1 in (base.blocks, variant.blocks):
        return _one_block(base, variant)
    a, b = variance_of_mean(base), variance_of_mean(variant)
    if a + b == 0:
        return _both_constant(base, variant, level)
    freedom = (a + b) ** 2 / (a * a / (base.blocks - 1) + b * b / (variant.blocks - 1))
    return student(mean_difference(base, variant), sqrt(a + b), freedom, level, "Welch")


def _plain_rates(base: ColumnCounts, variant: ColumnCounts, level: float) -> Difference:
    """Hybrid score interval [Newcombe 1998], pooled score test."""
    from statsmodels.stats.proportion import confint_proportions_2indep

    h, m, k, n = hits_in(base), base.matches, hits_in(variant), variant.matches
    low, high = confint_proportions_2indep(k, n, h, m, method="newcomb", alpha=1 - level)
    p, q, pooled = h / m, k / n, (h + k) / (m + n)
    null = sqrt(pooled * (1 - pooled) * (1 / m + 1 / n))
    test = two_sided((q - p) / null) if null else 1.0
    se = sqrt(p * (1 - p) / m + q * (1 - q) / n)
    return Difference(se, float(low), float(high), test, "Newcombe; score test")


def _both_constant(base: ColumnCounts, variant: ColumnCounts, level: float) -> Difference:
    """No scatter on either side: square-and-add [Newcombe 1998], p of a permutation test."""
    a, b = of_column(base, level=level), of_column(variant, level=level)
    shift, m, n = mean_difference(base, variant), base.blocks, variant.blocks
    low = shift - hypot(b.value - b.low, a.high - a.value)
    high = shift + hypot(b.high - b.value, a.value - a.low)
    orders = lgamma(m + n + 1) - lgamma(m + 1) - lgamma(n + 1)
    p = min(1.0, exp(log(2) - orders)) if shift else 1.0
    return Difference(0.0, low, high, p, "constant in both; permutation test")


def _one_block(base: ColumnCounts, variant: ColumnCounts) -> Difference:
    """Nothing to take an error from: all that the declared ranges allow."""
    (a, b), (c, d) = declared_range(base), declared_range(variant)
    return Difference((d - c + b - a) / 2, c - b, d - a, 1.0, "one block: no standard error")


def student(shift: float, se: float, freedom: float, level: float, method: str) -> Difference:
    """Interval and test by Student's t."""
    half = critical(level, freedom) * se
    return Difference(se, shift - half, shift + half, two_sided(shift / se, freedom), method)


def two_sided(t: float, freedom: float = NEARLY_NORMAL) -> float:
    """Two-sided p-value of Student's t; from 10 000 degrees of freedom the normal one."""
    if freedom >= NEARLY_NORMAL:
        return erfc(abs(t) / sqrt(2))
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -abs(t)))
