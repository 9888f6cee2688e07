"""Stop when precise enough: a confidence sequence may be watched after every chunk."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from analysis.estimate import (
    Estimate,
    declared_range,
    is_plain_rate,
    is_share,
    mean,
    spread,
    variance_of_mean,
)
from analysis.sequence import asymptotic, best_rho, beta_binomial

if TYPE_CHECKING:
    from sim.config import Stop
    from sim.result import GroupResult
    from sim.tally import ColumnCounts


FEW = 1000  # n p (1 - p) below which no law of large numbers is relied upon


def sequence_estimate(counts: ColumnCounts, tuned: int, unit: str = "") -> Estimate:
    """Estimate whose interval holds at all sample sizes at once, from at least two blocks.

    Plain rates, and shares of few blocks, use the beta-binomial mixture, other block means the
    asymptotic sequence, tuned to be narrowest near `tuned` blocks [Robbins 1970; Waudby-Smith et
    al. 2024].  Without any scatter nothing narrows the declared range of what is no share.
    """
    value, blocks = mean(counts), counts.blocks
    se = sqrt(variance_of_mean(counts))
    few = is_plain_rate(counts) or blocks * value * (1 - value) < FEW or spread(counts) == 0
    if is_share(counts) and few:
        low, high = beta_binomial(blocks * value, blocks)
        method = f"confidence sequence, beta-binomial{' of blocks' * (blocks < counts.matches)}"
    elif spread(counts) == 0:
        low, high = declared_range(counts)
        method = "confidence sequence, nothing varies: declared range"
    else:
        half = asymptotic(se * sqrt(blocks), blocks, best_rho(tuned))
        low, high = value - half, value + half
        method = "confidence sequence, asymptotic"
    if is_share(counts):
        low, high = max(0.0, min(low, value)), min(1.0, max(high, value))
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
