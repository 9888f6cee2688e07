"""Quantiles of a column with intervals from order statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from analysis.estimate import LEVEL, quantiles, value_at

if TYPE_CHECKING:
    from sim.tally import Spectrum


@dataclass(frozen=True)
class Quantile:
    """A value that the share p does not exceed; None where the histogram or the ranks end."""

    p: float
    value: float | None
    low: float | None
    high: float | None


def quantile_intervals(
    counts: Spectrum, probabilities: Sequence[float], level: float = LEVEL
) -> list[Quantile]:
    """Quantiles between the order statistics that the binomial law allows [Thompson 1936].

    Matches count as so many as there are blocks, at least as one.  An end is open where no rank is
    low or high enough; in wide bins it is the outer edge of the bin, as nobody knows where in it the
    matches lie.
    """
    blocks = max(1, counts.blocks)
    found = []
    for p in probabilities:
        low, high = _ranks(p, blocks, level)
        first = (low - 1) * counts.matches // blocks + 1 if low else None  # of the block of a rank
        last = -(-high * counts.matches // blocks) if high else None
        below, above = (None if rank is None else value_at(counts, rank) for rank in (first, last))
        edge = (counts.width - 1) / (2 * counts.scale)
        low_edge = None if below is None else below - edge
        high_edge = None if above is None else above + edge
        found.append(Quantile(p, quantiles(counts, [p])[0], low_edge, high_edge))
    return found


def _ranks(p: float, n: int, level: float) -> tuple[int, int | None]:
    """Highest rank from below, 0 if none, and lowest from above whose miss is (1 - level)/2."""
    tail = (1 - level) / 2
    low, high = _binomial_quantile(tail, n, p), _binomial_quantile(1 - tail, n, p) + 1
    return low, high if high <= n else None


def _binomial_quantile(q: float, n: int, p: float) -> int:
    """Smallest k whose distribution function is at least q."""
    from scipy.special import bdtr, bdtrik

    k = max(0, ceil(float(bdtrik(q, n, p))))
    return k - 1 if k and float(bdtr(k - 1, n, p)) >= q else k
