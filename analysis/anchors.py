"""A run held against exact values: five standard errors after Holm are a conflict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from analysis.compare import holm
from analysis.difference import two_sided
from analysis.estimate import (
    NEARLY_NORMAL,
    declared_range,
    is_plain_rate,
    is_share,
    mean,
    of_column,
)

if TYPE_CHECKING:
    from sim.tally import ColumnCounts

CONFLICT = erfc(5 / sqrt(2))  # adjusted p-value of five standard errors
EXACT = 1e-9  # rounding allowed where there is no chance
FEW = 1000  # n p (1 - p) below which the binomial law replaces the normal one


class Observation(NamedTuple):
    """A simulated value beside the exact one.

    For a rate of independent `trials`, `se` follows from the exact value; `freedom` belongs to a
    standard error that was estimated, from blocks whose means lie between the `ends`.
    """

    metric: str
    exact: float
    value: float
    se: float
    trials: int | None = None
    freedom: float = NEARLY_NORMAL
    ends: tuple[float, float] | None = None


@dataclass(frozen=True)
class Check:
    """A simulated value held against an exact one; `z` is None where there is no chance."""

    metric: str
    exact: float
    value: float
    se: float
    z: float | None
    p_adjusted: float
    conflict: bool


def observe(counts: ColumnCounts, exact: float) -> Observation:
    """A column beside its exact mean.

    Shares in few blocks count as one trial a block: none scatters more [Bhatia, Davis 2000].
    """
    value, n, scatter = mean(counts), counts.blocks, exact * (1 - exact)
    if is_plain_rate(counts) or (is_share(counts) and n * scatter < FEW):
        return Observation(counts.name, exact, value, sqrt(scatter / n), n)
    se, ends = of_column(counts).se, declared_range(counts)
    return Observation(counts.name, exact, value, se, freedom=max(1, n - 1), ends=ends)


def conflicts(observations: Sequence[Observation]) -> list[Check]:
    """Hold simulated values against exact ones; a conflict is five standard errors after Holm."""
    items = [Observation(*o) for o in observations]
    adjusted = holm([_p_value(o) for o in items])
    return [
        Check(*o[:4], (o.value - o.exact) / o.se if o.se else None, p, p < CONFLICT)
        for o, p in zip(items, adjusted, strict=True)
    ]


def _p_value(o: Observation) -> float:
    """Two-sided p-value: certain without chance, binomial for few hits or misses, else by t."""
    if o.se == 0:
        agree = abs(o.value - o.exact) <= (0 if o.trials else EXACT)
        return 1.0 if agree else _all_alike(o)
    if o.trials and o.trials * o.exact * (1 - o.exact) < FEW:
        from scipy.special import betainc

        n, hits = o.trials, round(o.value * o.trials)
        fewer = betainc(n - hits, hits + 1, 1 - o.exact) if hits < n else 1.0
        more = betainc(hits, n - hits + 1, o.exact) if hits else 1.0
        return min(1.0, 2 * float(min(fewer, more)))
    return two_sided((o.value - o.exact) / o.se, o.freedom)


def _all_alike(o: Observation) -> float:
    """p-value where no block differs from another: chance may have it so, if they are few.

    A block between the ends exceeds (falls short of) their exact mean as far as it does with at
    most this probability [Markov's inequality].
    """
    if o.ends is None:
        return 0.0
    end = o.ends[0] if o.value > o.exact else o.ends[1]
    each: float = max(0.0, (o.exact - end) / (o.value - end))
    return min(1.0, 2 * float(each ** (o.freedom + 1)))
