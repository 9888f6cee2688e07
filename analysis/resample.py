"""How far results rest on assumed component values: the base scenario under other values.

Each draw of the prior is one table of values and one run; what varies from draw to draw beyond the
noise of a run is owed to the values [law of total variance].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from analysis.balance import SEVERITY
from analysis.estimate import Estimate, rate, rate_or_none

if TYPE_CHECKING:
    from analysis.part import Part

LEVELS = (0.1, 0.5, 0.9)


@dataclass(frozen=True)
class Spread:
    """A metric over the draws: what the base has, P10, P50, P90, lowest and highest draw.

    `between` is the standard deviation that the values cause, `noise` that of one run.
    """

    metric: str
    unit: str
    base: float
    low: float
    median: float
    high: float
    least: float
    most: float
    between: float
    noise: float
    values: tuple[float, ...]


@dataclass(frozen=True)
class Conclusion:
    """A finding of the base scenario, and in what share of the draws it is the same.

    The verdict of a draw may be undecided, because it has fewer matches than the base; `decided` is
    the share among the others, None without any.
    """

    group: tuple[str, ...]  # columns that it is about
    kind: str  # "balance" (`found` is a verdict) or "highest" (`found` is a column)
    found: str
    same: Estimate
    undecided: int  # draws
    decided: Estimate | None


@dataclass(frozen=True)
class Dependence:
    """What other component values would change."""

    draws: int
    matches: int
    spreads: tuple[Spread, ...]
    conclusions: tuple[Conclusion, ...]


def study_draws(base: Part, draws: Sequence[Part]) -> Dependence | None:
    """Headline metrics and findings of the base scenario over the draws; None without draws."""
    if not draws:
        return None
    names = [e.metric for e in base.headline if e.metric not in {"no_winner", "capped"}]
    return Dependence(
        len(draws),
        draws[0].tally.matches,
        tuple(_spread(base, draws, name) for name in names),
        tuple(_conclusions(base, draws)),
    )


def _spread(base: Part, draws: Sequence[Part], name: str) -> Spread:
    estimates = [part.columns[name] for part in draws]
    values = np.array([e.value for e in estimates])
    noise = float(np.mean([e.se**2 for e in estimates]))
    between = max(0.0, float(values.var(ddof=1)) - noise)
    low, median, high = np.quantile(values, LEVELS)
    return Spread(
        name, base.columns[name].unit, base.columns[name].value, float(low), float(median),
        float(high), float(values.min()), float(values.max()), sqrt(between), sqrt(noise),
        tuple(values.tolist()),
    )  # fmt: skip


def _conclusions(base: Part, draws: Sequence[Part]) -> Iterator[Conclusion]:
    """Of each group of rivals whether it is balanced; if it is not, who has the most."""
    for group in base.rivals:
        if base.equal_by_design(group):
            continue
        found = _balance(base, group)
        verdicts = [_balance(part, group) for part in draws]
        same = rate(f"balance {group[0]}", verdicts.count(found), len(draws))
        undecided = verdicts.count("undecided")
        hits = verdicts.count(found) if found != "undecided" else 0
        decided = rate_or_none(f"decided {group[0]}", hits, len(draws) - undecided)
        yield Conclusion(tuple(group), "balance", found, same, undecided, decided)
        if found == "unbalanced":
            highest = _highest(base, group)
            hits = sum(_highest(part, group) == highest for part in draws)
            same = rate(f"highest {group[0]}", hits, len(draws))
            yield Conclusion(tuple(group), "highest", highest, same, 0, same)


def _balance(part: Part, group: Sequence[str]) -> str:
    """The worst verdict in a group: within the margin (equal or not), beyond it, or undecided."""
    found = [b.verdict for b in part.balance if b.metric in group]
    worst = max(found, key=SEVERITY.index)
    return "balanced" if worst == "different but negligible" else worst


def _highest(part: Part, group: Sequence[str]) -> str:
    """The column with the highest value."""
    return max(group, key=lambda name: part.columns[name].value)
