"""One metric: its value, standard error and confidence interval, from exact counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, expm1, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.tally import ColumnCounts, Spectrum

LEVEL = 0.95
NEARLY_NORMAL = 10_000  # degrees of freedom from which t counts as normal
RARE = 5  # a category with fewer is too rare for Goodman's approximation, a share for Student's t
MANY = 10  # times as many blocks show that a share is rare


@dataclass(frozen=True)
class Estimate:
    """A value and its interval; `n` counts matches, or trials for events within matches."""

    metric: str
    value: float
    se: float
    low: float
    high: float
    n: int
    method: str
    unit: str = ""
    level: float = LEVEL


def critical(level: float, freedom: float = NEARLY_NORMAL) -> float:
    """Two-sided quantile of Student's t; from 10 000 degrees of freedom the normal one.

    That is smaller by less than 2e-4 of itself up to the 99 % level, and needs no scipy.
    """
    tail = (1 + level) / 2
    if freedom >= NEARLY_NORMAL:
        return NormalDist().inv_cdf(tail)
    from scipy.special import stdtrit

    return float(stdtrit(freedom, tail))


def wilson(hits: float, trials: float, level: float = LEVEL) -> tuple[float, float]:
    """Score interval of a rate [Wilson 1927]."""
    p, z = hits / trials, critical(level)
    shrink = 1 + z * z / trials
    centre = (p + z * z / (2 * trials)) / shrink
    half = z / shrink * sqrt(p * (1 - p) / trials + (z / (2 * trials)) ** 2)
    return max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half))


def clopper_pearson(hits: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """Guaranteed interval of a rate, in closed form where all agree [Clopper, Pearson 1934]."""
    tail = (1 - level) / 2
    if hits == 0:
        return 0.0, -expm1(log(tail) / trials)
    if hits == trials:
        return exp(log(tail) / trials), 1.0
    from scipy.special import betaincinv

    low = betaincinv(hits, trials - hits + 1, tail)
    high = betaincinv(hits + 1, trials - hits, 1 - tail)
    return float(low), float(high)


def rate(
    metric: str, hits: int, trials: int, *, level: float = LEVEL, unit: str = "share"
) -> Estimate:
    """Share of hits among at least one trial: Wilson, Clopper-Pearson where all trials agree."""
    agree = hits in (0, trials)
    low, high = (clopper_pearson if agree else wilson)(hits, trials, level)
    method = "clopper-pearson" if agree else "wilson"
    se = sqrt(hits * (trials - hits) / trials**3)
    return Estimate(metric, hits / trials, se, low, high, trials, method, unit, level)


def rate_or_none(
    metric: str, hits: int, trials: int, *, level: float = LEVEL, unit: str = "share"
) -> Estimate | None:
    """As `rate`; None where nothing was tried."""
    return rate(metric, hits, trials, level=level, unit=unit) if trials else None


def rate_in_blocks(
    metric: str, hits: int, trials: int, block: int, *, unit: str = "share"
) -> Estimate:
    """As `rate`; trials of a block share their luck, so that only every b-th one counts.

    There must be a block of trials.
    """
    if block == 1:
        return rate(metric, hits, trials, unit=unit)
    value, counted = hits / trials, trials // block
    e = rate(metric, min(round(hits / block), counted), counted, unit=unit)
    method = f"{e.method}, one trial in {block}"
    low, high = min(e.low, value), max(e.high, value)
    return Estimate(metric, value, e.se, low, high, trials, method, unit)


def simultaneous(
    metrics: Sequence[str], counts: Sequence[int], *, level: float = LEVEL, unit: str = "share"
) -> list[Estimate]:
    """Shares of k exclusive outcomes whose intervals hold together [Goodman 1965].

    They are Wilson's at the level 1 - alpha/k, or Clopper-Pearson's if an outcome is rare.
    """
    n, each = sum(counts), 1 - (1 - level) / len(counts)
    rare = min(counts) < RARE
    method = "clopper-pearson, bonferroni" if rare else "goodman"
    estimates = []
    for metric, hits in zip(metrics, counts, strict=True):
        low, high = (clopper_pearson if rare else wilson)(hits, n, each)
        se = sqrt(hits * (n - hits) / n**3)
        estimates.append(Estimate(metric, hits / n, se, low, high, n, method, unit, level))
    return estimates


def is_share(counts: ColumnCounts) -> bool:
    """Whether every match holds a number between 0 and 1, in `scale`-ths."""
    top = counts.low + counts.width * (len(counts.histogram) - 1)
    return (counts.low, top, counts.under, counts.over) == (0, counts.scale, 0, 0)


def is_plain_rate(counts: ColumnCounts) -> bool:
    """Whether the matches are independent answers of yes or no, all or nothing of `scale`.

    Numbers between 0 and the scale have squares of at most scale times as much: all of it only if
    there is none between.
    """
    extreme = counts.block_squares == counts.scale * counts.total
    return is_share(counts) and extreme and counts.blocks == counts.matches


def hits_in(counts: ColumnCounts) -> int:
    """Matches that say yes, of a plain rate."""
    return counts.total // counts.scale


def declared_range(counts: ColumnCounts) -> tuple[float, float]:
    """Lowest and highest value of the histogram, widened to hold the mean."""
    top = counts.low + counts.width * len(counts.histogram) - 1
    value = mean(counts)
    return min(counts.low / counts.scale, value), max(top / counts.scale, value)


def mean(counts: ColumnCounts) -> float:
    """Mean of a match, in reported units."""
    return counts.total / (counts.matches * counts.scale)


def spread(counts: ColumnCounts) -> int:
    """Exact integer B * (sum of squares) - (sum)^2 over the B blocks."""
    return counts.blocks * counts.block_squares - counts.total**2


def variance_of_mean(counts: ColumnCounts) -> float:
    """s^2/B of the block means, from at least two blocks."""
    blocks = counts.blocks
    return spread(counts) / ((blocks - 1) * (counts.matches * counts.scale) ** 2)


def of_column(counts: ColumnCounts, *, unit: str = "", level: float = LEVEL) -> Estimate:
    """Mean of a column; the block, not the match, is the unit of its standard error."""
    if is_plain_rate(counts):
        return rate(counts.name, hits_in(counts), counts.matches, level=level, unit=unit)
    value = mean(counts)
    if counts.blocks == 1:
        low, high = declared_range(counts)
        se, method = (high - low) / 2, "one block: no standard error"  # at most [Popoviciu 1935]
    elif spread(counts) == 0:
        se, (low, high), method = 0.0, *_constant(counts, value, level)
    else:
        se = sqrt(variance_of_mean(counts))
        low, high, method = _scattered(counts, value, se, level)
    return Estimate(counts.name, value, se, low, high, counts.matches, method, unit, level)


def _scattered(
    counts: ColumnCounts, value: float, se: float, level: float
) -> tuple[float, float, str]:
    """Interval and method where blocks differ.

    Student's t is skewed for shares that are rare in many blocks; these count as one trial a
    block: none scatters more [Bhatia, Davis 2000].
    """
    blocked = counts.blocks < counts.matches
    if is_share(counts) and counts.blocks * min(value, 1 - value) < RARE <= counts.blocks / MANY:
        low, high = wilson(counts.blocks * value, counts.blocks, level)
        return low, high, f"wilson{', blocks' * blocked}"
    half = critical(level, counts.blocks - 1) * se
    low, high = value - half, value + half
    if is_share(counts):
        low, high = max(0.0, low), min(1.0, high)
    return low, high, "block means, t" if blocked else "mean, t"


def _constant(counts: ColumnCounts, value: float, level: float) -> tuple[tuple[float, float], str]:
    """Interval and method where all blocks agree.

    A share may differ in at most the proportion of blocks that Clopper-Pearson allows at no hit.
    """
    blocked = counts.blocks < counts.matches
    if not is_share(counts):
        return (value, value), f"constant{', blocks' * blocked}"
    _, other = clopper_pearson(0, counts.blocks, level)
    bounds = value * (1 - other), value + other * (1 - value)
    return bounds, f"clopper-pearson{', blocks' if blocked else ''}"


def quantiles(counts: Spectrum, probabilities: Sequence[float]) -> list[float | None]:
    """Smallest value that the share p of the matches does not exceed; middle of its bin.

    None where it lies beyond the histogram.
    """
    shares = (Fraction(p).limit_denominator(10**6) for p in probabilities)
    return [value_at(counts, max(1, ceil(p * counts.matches))) for p in shares]


def value_at(counts: Spectrum, rank: int) -> float | None:
    """Value of a rank from 1, the middle of its bin; None beyond the histogram."""
    if not counts.under < rank <= counts.matches - counts.over:
        return None
    place = int((counts.under + counts.histogram.cumsum()).searchsorted(rank))
    return (counts.low + place * counts.width + (counts.width - 1) / 2) / counts.scale


def standard_deviation(counts: Spectrum) -> float | None:
    """Standard deviation of a match, in reported units; None where its squares are not known."""
    n, squares = counts.matches, counts.value_squares
    if squares is None or n < 2:
        return None
    return sqrt((n * squares - counts.total**2) / (n * (n - 1))) / counts.scale
