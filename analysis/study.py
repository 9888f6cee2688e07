"""From the counts of a run to everything the report says: estimates, verdicts, checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from analysis.balance import check as three_way
from analysis.compare import Comparison, Pair, compare_all
from analysis.estimate import Estimate
from analysis.part import Part
from analysis.points import MetaStudy, study_pairs
from analysis.resample import Dependence, study_draws
from sim.tally import whole

if TYPE_CHECKING:
    from sim.plan import Plan, Scenario
    from sim.result import GroupResult
    from sim.tally import ColumnCounts, RatioCounts, Tally


@dataclass(frozen=True)
class Criterion:
    """A balance criterion of the config, with its answer."""

    metric: str
    scenario: str
    within: tuple[float, float]
    estimate: Estimate
    answer: str


@dataclass(frozen=True)
class Study:
    """Everything the report says of a run."""

    plan: Plan
    parts: list[Part]
    comparisons: list[Comparison] = field(default_factory=list)
    criteria: list[Criterion] = field(default_factory=list)
    meta: MetaStudy | None = None
    dependence: Dependence | None = None

    @property
    def conflict(self) -> bool:
        """Whether any scenario contradicts an exact value or itself."""
        return any(part.conflict for part in self.parts)


def make_study(plan: Plan, played: Sequence[GroupResult]) -> Study:
    """Study of a finished run, from the results of all groups of its plan."""
    found = iter(played)
    results, meta, draws = (
        list(islice(found, len(g))) for g in (plan.groups, plan.meta, plan.draws)
    )
    parts = [_part(plan, result, s) for result in results for s in result.group.scenarios]
    return Study(
        plan,
        parts,
        [c for result in results for c in _comparisons(result, plan.config.margin)],
        _criteria(plan, parts),
        study_pairs(plan, meta),
        study_draws(parts[0], [_part(plan, result, result.group.base) for result in draws]),
    )


def _part(plan: Plan, result: GroupResult, scenario: Scenario) -> Part:
    tally, config = result.tallies[scenario.name], plan.config
    return Part(scenario, tally, config.margin, config.stop, result.stopped_early)


def _comparisons(result: GroupResult, margin: float) -> list[Comparison]:
    """Every variant against its base, in the headline metrics, adjusted together."""
    group = result.group
    if len(group.scenarios) < 2:
        return []
    base = result.tallies[group.base.name]
    game, pairs = base.scenario.declared, []
    for variant in group.scenarios[1:]:
        tally = result.tallies[variant.name]
        units = {game.unit_of(s.rules) for s in (group.base, variant)}
        unit = units.pop() if len(units) == 1 else "pair"
        products = result.cross.get(variant.name)
        for name in _compared(base, tally):
            cross = None
            if products is not None and base.matches == tally.matches:
                cross = [whole(*products[:, place]) for place in base.layout.cross_at(name)]
            share = base.columns[name].high == base.columns[name].scale
            of_base, of_variant = _counts(base, name), _counts(tally, name)
            if of_base is not None and of_variant is not None:
                names = group.base.name, variant.name
                pairs.append(
                    Pair(*names, of_base, of_variant, cross, margin if share else 0.0, unit)
                )
    return compare_all(pairs)


def _counts(tally: Tally, name: str) -> ColumnCounts | RatioCounts | None:
    """Counts of a column; None for a mean over parts where there was no such part."""
    if name not in tally.layout.per:
        return tally.column(name)
    counts = tally.ratio(name)
    return counts if counts.parts else None


def _compared(base: Tally, variant: Tally) -> list[str]:
    """The headline metrics that mean the same in both.

    Fair shares of tables of different size do not, nor anything but means per another column where
    the two count different things, say series and matches.
    """
    shares = [name for name in base.columns if name.startswith("win_share_")]
    s = base.scenario
    named = s.declared.record.placed(s.declared.headline, s.players, rotated=s.rotated)
    names = [*shares, "no_winner", *named, "length"]
    found = [n for n in dict.fromkeys(names) if n in base.columns and n in variant.columns]
    if s.players != variant.scenario.players:
        found = [n for n in found if not base.columns[n].fair]
    if s.declared.unit_of(s.rules) != s.declared.unit_of(variant.scenario.rules):
        found = [n for n in found if base.columns[n].per]
    return found


def _criteria(plan: Plan, parts: Sequence[Part]) -> list[Criterion]:
    by_name = {part.scenario.name: part for part in parts}
    criteria = []
    for asked in plan.config.check:
        part = by_name[asked.scenario]
        known = part.columns | part.rates
        low, high = asked.within
        if asked.metric in known:
            estimate = known[asked.metric]
            answer: str = three_way(estimate, low, high)
        else:  # a rate that was never tried
            estimate = Estimate(asked.metric, 0.5, 0.5, 0.0, 1.0, 0, "no trial", "share")
            answer = "undecided"
        criteria.append(Criterion(asked.metric, asked.scenario, (low, high), estimate, answer))
    return criteria
