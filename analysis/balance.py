"""Verdicts: is it balanced, is a criterion met, does a run agree with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate

TOST_LEVEL = 0.90  # interval of an equivalence test at alpha = 0.05
MOST_MATCHES = 2**40
HETEROGENEOUS = 1e-6  # segments less likely than this fail the run

Integers = Sequence[int] | NDArray[np.int64]
Outcome = Literal["balanced", "different but negligible", "unbalanced", "undecided"]


@dataclass(frozen=True)
class Balance:
    """Verdict of an equivalence test; `needed` more matches would decide it, None if too many."""

    metric: str
    verdict: Outcome
    needed: int | None
    sentence: str


@dataclass(frozen=True)
class Homogeneity:
    """Chi-square test of segment means; `worst` is the largest standardised residual."""

    statistic: float
    p: float
    worst: float


def verdict(estimate: Estimate, target: float, margin: float) -> Balance:
    """Equivalence test by the estimate's own interval [Schuirmann 1987].

    An estimate at TOST_LEVEL makes it two one-sided tests at 5 %: `of_column(counts, level=...)`.
    """
    bottom, top = target - margin, target + margin
    needed = None
    outcome: Outcome
    if estimate.low > top or estimate.high < bottom:
        outcome = "unbalanced"
    elif bottom < estimate.low and estimate.high < top:
        inside = estimate.low <= target <= estimate.high
        outcome = "balanced" if inside else "different but negligible"
    else:
        outcome, needed = "undecided", _needed(estimate, bottom, top)
    return Balance(
        estimate.metric, outcome, needed, _sentence(estimate, outcome, needed, target, margin)
    )


def _needed(estimate: Estimate, bottom: float, top: float) -> int | None:
    """Matches still missing if the value stays and the interval shrinks with the root of n."""
    value, down, up = estimate.value, estimate.value - estimate.low, estimate.high - estimate.value
    if bottom < value < top:
        ratio = max(down / (value - bottom), up / (top - value))
    elif value > top:
        ratio = down / (value - top)
    elif value < bottom:
        ratio = up / (bottom - value)
    else:
        return None
    needed = estimate.n * (ratio * ratio - 1)
    return max(1, ceil(needed)) if needed < MOST_MATCHES else None


def _sentence(
    estimate: Estimate, outcome: Outcome, needed: int | None, target: float, margin: float
) -> str:
    """The verdict in words, with all its numbers."""
    share = estimate.unit == "share"

    def shown(x: float) -> str:
        return f"{100 * x:.2f} %" if share else f"{x:.4g} {estimate.unit}".rstrip()

    numbers = (
        f"{estimate.metric} is {shown(estimate.value)} "
        f"({100 * estimate.level:g} % interval {shown(estimate.low)} to {shown(estimate.high)})"
    )
    asked = f"{shown(target)} give or take {shown(margin)}"
    if outcome != "undecided":
        return f"{outcome.capitalize()}: {numbers}, against {asked}."
    more = "no affordable number of"
    if needed is not None:
        more = f"about {round(needed, 2 - len(str(needed))):,} more".replace(",", " ")
    return f"Undecided: {numbers}, against {asked}; {more} matches would tell."


def check(estimate: Estimate, low: float, high: float) -> Literal["met", "failed", "undecided"]:
    """Whether the interval lies within the limits, outside them, or across one."""
    if low <= estimate.low and estimate.high <= high:
        return "met"
    return "failed" if estimate.high < low or estimate.low > high else "undecided"


def homogeneity(sums: Integers, matches: Integers, variance: float, step: float = 1) -> Homogeneity:
    """Chi-square test of the segment means against their common mean [Pearson 1900].

    `variance` is that of a match's value, for blocks of b matches the variance of a block sum over
    b.  Neighbours are pooled until a sum varies by five times `step`, the usual jump between
    values (1; the scale of a share): rare events would raise alarms by chance.
    """
    pools = _pooled(sums, matches, variance, step)
    total, n = (sum(column) for column in zip(*pools, strict=True))
    excess = [(s * n - m * total) / n for s, m in pools]
    if len(pools) == 1:
        return Homogeneity(0.0, 1.0, 0.0)
    from scipy.special import gammaincc

    squares = [e * e / (m * variance) for e, (_, m) in zip(excess, pools, strict=True)]
    worst = max(sqrt(q / (1 - m / n)) for q, (_, m) in zip(squares, pools, strict=True))
    p = float(gammaincc((len(pools) - 1) / 2, sum(squares) / 2))
    return Homogeneity(sum(squares), p, worst)


def _pooled(
    sums: Integers, matches: Integers, variance: float, step: float
) -> list[tuple[int, int]]:
    """Sum and matches of neighbouring segments, together large enough for a normal law."""
    pools, total, n = [], 0, 0
    for s, m in zip(sums, matches, strict=True):
        total, n = total + int(s), n + int(m)
        if n * variance >= 25 * step * step:
            pools.append((total, n))
            total = n = 0
    if n and pools:
        last = pools.pop()
        total, n = total + last[0], n + last[1]
    return [*pools, (total, n)] if n else pools
