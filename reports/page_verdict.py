"""The verdict of a run in words that a fan can quote, every number with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.balance import SEVERITY
from analysis.nouns import plural_of
from reports.page_effects import changed_players, lengths
from reports.page_sentences import (
    changed_rules,
    differs_in,
    fair_sentences,
    group_sentence,
    judged,
    main_group,
    main_groups,
    of_players,
    outcome,
    winner,
)
from reports.parts import line_up
from reports.units import counted
from reports.words import (
    PLACE,
    capital,
    exactly,
    fixed,
    label,
    listed,
    p_value,
    percent,
    plural,
    scenario_title,
    shown,
    shown_estimate,
)

if TYPE_CHECKING:
    from analysis.compare import Comparison
    from analysis.part import Part
    from analysis.study import Criterion, Study

MOST_BULLETS = 8
NEGLIGIBLE = 1e-9  # shares that add up to one change alike, but for rounding


@dataclass(frozen=True)
class Answer:
    """A criterion of the config and its answer: met, failed or undecided."""

    answer: str
    text: str


@dataclass(frozen=True)
class Verdict:
    """What the report says first."""

    lead: tuple[str, ...]  # a few sentences
    others: tuple[str, ...]  # one sentence for a variant or a cell of a grid
    answers: tuple[Answer, ...]
    self_check: tuple[str, ...]
    conflict: bool
    rests: str


def verdict(study: Study) -> Verdict:
    """The verdict of a study."""
    grid = bool(study.plan.config.grid)
    lead = _grid_lead(study) if grid else _base_lead(study.parts[0])
    others = (
        _cells(study) if grid else (*changed_players(study), *_variants(study), *lengths(study))
    )
    return Verdict(
        tuple(lead), tuple(others), tuple(_answer(study, c) for c in study.criteria),
        tuple(_self_check(study)), study.conflict, rests_on(study),
    )  # fmt: skip


def _base_lead(part: Part) -> Iterator[str]:
    s = part.scenario
    rules = changed_rules(part)
    yield (
        f"{s.declared.title}, {line_up(part)}, {rules or 'rules as printed'}: "
        f"{plural(part.tally.matches, part.unit)}{' (stopped early)' if part.stopped_early else ''}."
    )
    for group in part.rivals:
        yield group_sentence(part, group)
    yield from fair_sentences(part)
    if len(set(s.seats)) > 1 and not s.rotated:
        yield "The seats are played by different strategies, so seat and skill cannot be told apart."


def _variants(study: Study) -> Iterator[str]:
    """One sentence for each variant, those that shift the main result most if there are many."""
    base, rest = study.parts[0], study.parts[1:]
    found = _most_changed(study)
    of_many = len({c.metric for c in found.values()}) > 1
    ranked = [p for p in rest if p.scenario.name in found and not _apart(base, p)]
    for part in (apart := [p for p in rest if _apart(base, p)])[:MOST_BULLETS]:
        yield _alone(base, part)
    if len(apart) > MOST_BULLETS:
        yield f"{len(apart) - MOST_BULLETS} more such variants are in the tables."
    if len(ranked) > MOST_BULLETS:
        ranked.sort(key=lambda p: -abs(found[p.scenario.name].difference))
    for part in ranked[:MOST_BULLETS]:
        yield _variant(base, part, found[part.scenario.name], of_many=of_many)
    if len(ranked) > MOST_BULLETS:
        yield f"The other {len(ranked) - MOST_BULLETS} variants shift this less; see House rules."


def _most_changed(study: Study) -> dict[str, Comparison]:
    """By variant, the share that it changes most: of the main group where strategies meet."""
    base = study.parts[0]
    groups = main_groups(base)
    if len(set(base.scenario.seats)) > 1:
        groups = [g for g in groups if any(c.metric in g for c in study.comparisons)][:1]
    told = [metric for group in groups for metric in group]
    found: dict[str, Comparison] = {}
    shares = [c for c in study.comparisons if c.metric in told]
    for c in sorted(shares, key=lambda c: told.index(c.metric)):
        most = found.setdefault(c.variant, c)
        if abs(c.difference) > abs(most.difference) + NEGLIGIBLE:
            found[c.variant] = c
    return found


def _apart(base: Part, part: Part) -> bool:
    """Whether shares of a scenario mean something else than those of the base."""
    return part.scenario.players != base.scenario.players or part.unit != base.unit


def _alone(base: Part, part: Part) -> str:
    """A scenario whose shares are told by themselves."""
    sentence = group_sentence(part, main_group(part))
    said = f"{_head(base, part)}: {sentence[:1].lower()}{sentence[1:]}"
    more = [*fair_sentences(part)] if part.scenario.players != base.scenario.players else []
    if part.unit != base.unit:
        more.append(
            f"It counts {plural_of(part.unit)}, the base {plural_of(base.unit)}: only what is per "
            "something else is compared."
        )
    return " ".join([said, *more])


def _head(base: Part, part: Part) -> str:
    what = differs_in(base, part)
    return f"{capital(scenario_title(part.scenario.name))}{f' ({what})' if what else ''}"


def _variant(base: Part, part: Part, c: Comparison, *, of_many: bool) -> str:
    if part.scenario.policies != base.scenario.policies and part.scenario.rotated:
        sentence = group_sentence(part, main_group(part))
        return f"{_head(base, part)}: {sentence[:1].lower()}{sentence[1:]}"
    e = shown_estimate(part.columns[c.metric])
    unit = part.columns[c.metric].unit
    gap = shown(c.difference, c.low, c.high, unit, difference=True)
    said = of_players(base, c.metric)
    who = f"{said[:1].lower()}{said[1:]}, " * bool(said) + winner(part, c.metric, first=True)
    start = f"{_head(base, part)}: {who} "
    side, comma, rest = c.verdict.partition(",")
    and_more = f"{comma}{rest}"
    if c.verdict.startswith("identical"):
        change = f"{c.verdict}, as in base"
    elif c.verdict.startswith("no difference"):
        holm = f"; p (Holm) {p_value(c.p_adjusted)}" if c.low > 0 or c.high < 0 else ""
        change = f"{side} from base ({gap.low} to {gap.high} percentage points{holm}){and_more}"
    else:
        size = fixed(abs(100 * c.difference), len(gap.value.partition(".")[2]))
        where = "above" if side == "higher" else "below"
        change = (
            f"{size} percentage points {where} base ({gap.low} to {gap.high}){and_more}"
            f"{', its largest change' * of_many}"
        )
    group = next((names for names in part.rivals if c.metric in names), main_group(part))
    return f"{start}{e.whole}, {change}. {capital(judged(part, group))}."


def _grid_lead(study: Study) -> Iterator[str]:
    """How many cells are balanced, and which are closest to and farthest from it."""
    game = study.plan.game.title
    most = max(study.parts, key=lambda p: p.tally.matches)
    matches = plural(most.tally.matches, most.unit)
    yield f"{game}, {plural(len(study.parts), 'scenario')} of a grid, {matches} each."
    yield from _lowest_and_highest(study)
    groups = {p.scenario.name: _common_group(study, p) for p in study.parts}
    outcomes = Counter(outcome(p, groups[p.scenario.name]) for p in study.parts)
    said = [f"{n} {kind}" for kind in SEVERITY if (n := outcomes[kind])]
    margin = percent(study.parts[0].margin)[:-2]
    yield f"Against a margin of {margin} percentage points around equal shares: {listed(said)}."
    gaps = sorted(study.parts, key=lambda part: _gap(part, groups[part.scenario.name]))
    if len(gaps) > 1:
        yield f"Closest to equal: {_cell(gaps[0], groups[gaps[0].scenario.name])}"
        yield f"Farthest from it: {_cell(gaps[-1], groups[gaps[-1].scenario.name])}"


def _common_group(study: Study, part: Part) -> list[str]:
    """The main group of a cell; where cells differ in what it is about, what rivals share."""
    stems = {_stem(main_group(p)[0]) for p in study.parts}
    return main_group(part) if len(stems) == 1 else part.rivals[-1]


def _stem(metric: str) -> str:
    split = PLACE.fullmatch(metric)
    return split[1] if split else metric


def _lowest_and_highest(study: Study) -> Iterator[str]:
    """Where the first metric of the game's headline, player by player, is lowest and highest."""
    name = study.plan.game.headline[0]
    found = [(p, m) for p in study.parts for m in p.placed([name]) if m in p.columns]
    if len(study.parts) < 2 or not found:
        return
    found.sort(key=lambda item: item[0].columns[item[1]].value)
    ends = [f"{_found(p, m)}" for p, m in (found[0], found[-1])]
    yield f"{label(study.plan.game.record, name)}: lowest {ends[0]}; highest {ends[1]}."


def _found(part: Part, metric: str) -> str:
    """A value and where it is: `0.5 % (0.4 to 0.6), planner, limit 15`."""
    e = shown_estimate(part.columns[metric])
    where = [] if PLACE.fullmatch(metric) is None else [winner(part, metric, first=False)]
    return f"{e.whole}, {', '.join([*where, scenario_title(part.scenario.name)])}"


def _gap(part: Part, group: Sequence[str]) -> float:
    """Largest distance of a group's shares from an equal share."""
    values = [part.columns[name].value for name in group]
    return max(abs(value - sum(values) / len(values)) for value in values)


def _cells(study: Study) -> Iterator[str]:
    if len(study.parts) <= MOST_BULLETS:
        groups = [_common_group(study, part) for part in study.parts]
        yield from (capital(_cell(p, g)) for p, g in zip(study.parts, groups, strict=True))


def _cell(part: Part, group: Sequence[str]) -> str:
    sentence = group_sentence(part, group)
    return f"{scenario_title(part.scenario.name)}: {sentence[:1].lower()}{sentence[1:]}"


def _answer(study: Study, c: Criterion) -> Answer:
    record = study.plan.game.record
    e, unit = c.estimate, c.estimate.unit
    limits = [exactly(x) if unit == "share" else f"{x:.12g} {unit}".strip() for x in c.within]
    value = "never tried" if e.n == 0 else shown_estimate(e).whole
    text = (
        f"{label(record, c.metric)}, {scenario_title(c.scenario)}: {value}, asked for "
        f"{limits[0]} to {limits[1]}"
    )
    return Answer(c.answer, text)


def _self_check(study: Study) -> Iterator[str]:
    """Whether the run agrees with exact values and with itself; each contradiction by name."""
    checks = [check for part in study.parts for check in part.checks]
    bad = [(part, c) for part in study.parts for c in part.checks if c.conflict]
    drifts = [p for p in study.parts if p.conflict and not any(c.conflict for c in p.checks)]
    for part, c in bad:
        z = "no chance allowed" if c.z is None else f"{fixed(c.z, 1)} standard errors away"
        yield (
            f"{scenario_title(part.scenario.name)}: {label(part.scenario.declared.record, c.metric)}"
            f" is {c.value:.6g}, exactly it must be {c.exact:.6g} ({z})."
        )
    for part in drifts:
        name = part.drift[0] if part.drift else ""
        yield f"{scenario_title(part.scenario.name)}: {name} differs between ranges of {plural_of(part.unit)}."
    if bad or drifts:
        return
    if checks:
        most = max((abs(c.z) for c in checks if c.z is not None), default=0.0)
        yield (
            f"Self-check passed: {plural(len(checks), 'exact value')} reproduced, the farthest "
            f"{fixed(most, 1)} standard errors away; {_early_and_late(study)}."
        )
    else:
        yield f"Self-check: no exact value is known for this run; {_early_and_late(study)}."


def _early_and_late(study: Study) -> str:
    """Whether matches of different ranges agree, where there are enough to compare."""
    compared = [p.drift is not None and p.drift[1].pools > 1 for p in study.parts]
    if not any(compared):
        return f"too few {counted(study.parts)} to compare early with late ones"
    where = "" if all(compared) else " in the scenarios that have enough"
    return f"early and late {counted(study.parts)} agree{where}"


def rests_on(study: Study) -> str:
    """Whether the numbers rest on values that no rulebook prints."""
    assumed = []
    for name, kinds in study.parts[0].scenario.components.provenance().items():
        guesses, rows = kinds.get("assumed", 0), sum(kinds.values())
        if guesses:
            assumed.append(f"{guesses} of {rows} rows of {name}")
    if not assumed and not study.plan.game.assumed:
        return ""
    which = f": {listed(assumed)}" if assumed else ""
    return f"These numbers rest on assumed values{which}."
