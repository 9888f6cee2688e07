"""Verdicts: is it balanced, is a criterion met, does a run agree with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate, critical
from analysis.nouns import plural_of

TOST_LEVEL = 0.90  # interval of an equivalence test at alpha = 0.05
MOST_MATCHES = 2**40
MOST_TIMES = 1000  # the matches played: a value that needs more is said to lie at the edge
FEWEST_BLOCKS = 30  # from which a run says how many more matches it needs
POWER = 0.80  # chance that so many would decide
HETEROGENEOUS = 1e-6  # segments less likely than this fail the run

Integers = Sequence[int] | NDArray[np.int64]
Outcome = Literal[
    "equal by design", "nobody wins", "balanced", "different but negligible", "unbalanced",
    "undecided",
]  # fmt: skip
SEVERITY: tuple[Outcome, ...] = (
    "equal by design", "nobody wins", "balanced", "different but negligible", "undecided",
    "unbalanced",
)  # fmt: skip


@dataclass(frozen=True)
class Balance:
    """Verdict of an equivalence test; `needed` more matches would decide it, None if too many.

    `early`: the run is too short to say how many.
    """

    metric: str
    verdict: Outcome
    needed: int | None
    sentence: str
    early: bool = False


@dataclass(frozen=True)
class Homogeneity:
    """Chi-square test of segment means; `worst` is the largest standardised residual.

    Fewer than two `pools` of matches leave nothing to compare.
    """

    statistic: float
    p: float
    worst: float
    pools: int = 1


def verdict(
    estimate: Estimate,
    target: float,
    margin: float,
    shown: Estimate | None = None,
    block: int = 1,
    unit: str = "match",
) -> Balance:
    """Equivalence test by the estimate's own interval [Schuirmann 1987].

    An estimate at TOST_LEVEL makes it two one-sided tests at 5 %: `of_column(counts, level=...)`.
    Whether it differs from the target at all is asked of `shown`, the interval that is reported.
    """
    bottom, top = target - margin, target + margin
    reported, needed = shown or estimate, None
    early = False
    outcome: Outcome
    if estimate.low > top or estimate.high < bottom:
        outcome = "unbalanced"
    elif bottom < estimate.low and estimate.high < top:
        inside = reported.low <= target <= reported.high
        outcome = "balanced" if inside else "different but negligible"
    else:
        outcome, early = "undecided", estimate.n < FEWEST_BLOCKS * block
        needed = None if early else _needed(estimate, target, margin)
    said = _sentence(estimate, outcome, target, margin)
    if outcome == "undecided":
        said = f"{said[:-1]}; {more_matches(needed, estimate.n, early=early, unit=unit)}."
    return Balance(estimate.metric, outcome, needed, said, early)


def no_question(estimate: Estimate, outcome: Outcome, why: str) -> Balance:
    """What takes the place of a test where there is nothing to test."""
    value = f"{100 * estimate.value:.2f} %"
    said = f"{outcome.capitalize()}: {estimate.metric} is {value}; {why}."
    return Balance(estimate.metric, outcome, None, said)


def _needed(estimate: Estimate, target: float, margin: float) -> int | None:
    """Matches still missing to decide with POWER if the value stays [Chow, Shao, Wang 2008].

    n = (z_95 + z_80)^2 s^2 / d^2 with the distance d to the nearer limit and the variance s^2 of a
    match, for a share at least that of an even one; z_90 within the margin, as both limits count.
    """
    distance = min(abs(estimate.value - target - margin), abs(estimate.value - target + margin))
    variance = estimate.n * estimate.se**2
    if estimate.unit == "share":
        variance = max(variance, target * (1 - target))
    inside = abs(estimate.value - target) < margin
    z = critical(TOST_LEVEL) + critical(POWER if inside else 2 * POWER - 1)
    if variance * z * z >= MOST_MATCHES * distance**2:
        return None
    needed = variance * (z / distance) ** 2 - estimate.n
    return max(1, ceil(needed))


def more_matches(
    needed: int | None, played: int, *, early: bool = False, unit: str = "match"
) -> str:
    """How many more matches would tell, in words, to two digits; of very many that it is close."""
    several = plural_of(unit)
    if early:
        return f"too few {several} to say how many would tell"
    if needed is None or needed > MOST_TIMES * played:
        return f"it lies at the edge of the margin, where no affordable number of {several} tells"
    number = f"{round(needed, 2 - len(str(needed))):,}".replace(",", " ")
    return f"about {number} more {unit if needed == 1 else several} would tell if the value stays"


def _sentence(estimate: Estimate, outcome: Outcome, target: float, margin: float) -> str:
    """The verdict in words, with all its numbers."""
    share = estimate.unit == "share"

    def shown(x: float) -> str:
        return f"{100 * x:.2f} %" if share else f"{x:.4g} {estimate.unit}".rstrip()

    numbers = (
        f"{estimate.metric} is {shown(estimate.value)} "
        f"({100 * estimate.level:g} % interval {shown(estimate.low)} to {shown(estimate.high)})"
    )
    asked = f"{shown(target)} give or take {shown(margin)}"
    return f"{outcome.capitalize()}: {numbers}, against {asked}."


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
    return Homogeneity(sum(squares), p, worst, len(pools))


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
