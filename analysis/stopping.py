"""Stop when precise enough: a confidence sequence may be watched after every chunk."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from analysis.estimate import Estimate, is_plain_rate, mean, variance_of_mean
from analysis.sequence import asymptotic, best_rho, beta_binomial

if TYPE_CHECKING:
    from sim.config import Stop
    from sim.run import GroupResult
    from sim.tally import ColumnCounts


def sequence_estimate(counts: ColumnCounts, tuned: int, unit: str = "") -> Estimate:
    """Estimate whose interval holds at all sample sizes at once.

    There must be at least two blocks.  Plain rates use the beta-binomial mixture, block means the asymptotic sequence, tuned to be
    narrowest near `tuned` blocks [Robbins 1970; Waudby-Smith et al. 2024].
    """
    value = mean(counts)
    if is_plain_rate(counts):
        low, high = beta_binomial(counts.total, counts.matches)
        se = sqrt(value * (1 - value) / counts.matches)
        method = "confidence sequence, beta-binomial"
    else:
        se = sqrt(variance_of_mean(counts))
        half = asymptotic(se * sqrt(counts.blocks), counts.blocks, best_rho(tuned))
        low, high = value - half, value + half
        method = "confidence sequence, asymptotic"
    return Estimate(counts.name, value, se, low, high, counts.matches, method, unit)


def stop_rule(stop: Stop) -> Callable[[GroupResult], bool]:
    """Whether a group's base is precise enough; asked at chunk borders in index order."""

    def enough(result: GroupResult) -> bool:
        tally = result.tallies[result.group.base.name]
        if tally.matches < stop.min_matches or tally.blocks < 2:
            return False
        tuned = max(2, stop.min_matches // result.group.base.block)
        estimate = sequence_estimate(tally.column(stop.metric), tuned)
        return (estimate.high - estimate.low) / 2 <= stop.half_width

    return enough
