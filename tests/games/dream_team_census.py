"""Counts what random trainers of Dream Team do, to see whether it is uniform."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from scipy.stats import chi2
from telling import INTERPRETED

FAR_FROM_UNIFORM = 1e-6


class Census:
    """Counts which of the legal actions were taken, decision by decision."""

    def __init__(self) -> None:
        self.taken: dict[tuple[str, int], Counter[int]] = defaultdict(
            Counter
        )  # by decision and number of legal actions

    def __call__(self, _: Any, name: str, __: int, legal: Any, action: Any) -> None:
        """Count a decision the referee reports."""
        if legal is not None:
            self.taken[name, len(legal)][legal.index(action)] += 1

    def p_value(self, name: str) -> float:
        """Chance of frequencies as uneven as those of a decision, over all lists long enough."""
        parts = [
            (counts, legal)
            for (decision, legal), counts in self.taken.items()
            if decision == name and counts.total() >= 5 * legal
        ]
        assert parts or INTERPRETED, f"{name}: too few decisions"
        statistic = sum(
            (counts[i] - counts.total() / legal) ** 2 * legal / counts.total()
            for counts, legal in parts
            for i in range(legal)
        )
        return chi2.sf(statistic, sum(legal - 1 for _, legal in parts)) if parts else 1.0
