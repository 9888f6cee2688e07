"""Tables of the report page: every value with its interval, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.page_sentences import changed_rules, differs_in
from reports.parts import (
    NEARLY_ALL,
    QUANTILES,
    cap_of,
    line_up,
    quantiles_of,
    seats_at,
    span,
    tail_of,
)
from reports.players import told
from reports.units import per_what
from reports.words import (
    capital,
    count,
    fixed,
    label,
    number,
    p_value,
    percent,
    plain,
    scenario_title,
    shown,
    shown_estimate,
)

if TYPE_CHECKING:
    from analysis.compare import Comparison
    from analysis.part import Part
    from analysis.standings import Range
    from analysis.study import Study
    from reports.ambiguities import Ambiguity
    from reports.standings import Table as Standings
    from sim.engine.contract import Question

MOST_SCENARIOS = 12
SHAPE = ("length", "decisions")  # columns of every game that say how a match feels


@dataclass(frozen=True)
class Table:
    """A table of texts; `numbers` names the columns that are aligned to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    caption: str = ""


def headline(study: Study) -> list[Table]:
    """The headline of each scenario."""
    return [_headline(part) for part in study.parts[:MOST_SCENARIOS]]


def _headline(part: Part) -> Table:
    s = part.scenario
    known = [e.metric for e in part.headline]
    more = [part.columns[name] for name in SHAPE if name in part.columns and name not in known]
    rows = []
    for e in (*part.headline, *more):
        text = shown_estimate(e)
        what = label(s.declared.record, e.metric, seats_at(s.seats, e.metric, s.rotated))
        rows.append(
            (what, per_what(part, e.metric), text.point, text.interval, count(e.n), e.method)
        )
    rules = changed_rules(part)
    caption = f"{capital(scenario_title(s.name))}: {line_up(part)}; {rules or 'rules as printed'}"
    return _per(("value", "95 % interval", "n", "method"), rows, frozenset({1, 2, 3}), caption)


def _per(
    head: tuple[str, ...], rows: Sequence[tuple[str, ...]], numbers: frozenset[int], caption: str
) -> Table:
    """A table of metrics; what each is a mean of is the second cell, or said once in the head."""
    units = list(dict.fromkeys(row[1] for row in rows))
    if len(units) == 1:
        short = tuple((row[0], *row[2:]) for row in rows)
        return Table((f"per {units[0]}", *head), short, numbers, caption)
    return Table(("metric", "per", *head), tuple(rows), frozenset(n + 1 for n in numbers), caption)


def outcomes(study: Study) -> Table:
    """Who wins, or nobody: exclusive outcomes, whose intervals hold together."""
    rows = []
    for part in study.parts[:MOST_SCENARIOS]:
        s = part.scenario
        for e in part.outcomes:
            text = shown_estimate(e)
            what = label(s.declared.record, e.metric, s.seats)
            rows.append(
                (scenario_title(s.name), what, text.point, text.interval, count(e.n), e.method)
            )
    return Table(
        ("scenario", "outcome", "value", "95 % together", "n", "method"), tuple(rows),
        frozenset({2, 3, 4}),
        "Who wins: exclusive outcomes, with intervals that hold together",
    )  # fmt: skip


def together(study: Study) -> Table:
    """Rivals that the game names, with intervals that hold for all of them at once."""
    rows = []
    for part in study.parts[:MOST_SCENARIOS]:
        s = part.scenario
        for e in part.together:
            text = shown_estimate(e)
            what = label(s.declared.record, e.metric, seats_at(s.seats, e.metric, s.rotated))
            row = (scenario_title(s.name), what, text.point, text.interval, count(e.n))
            rows.append((*row, f"{e.method}, bonferroni"))
    return Table(
        ("scenario", "rival", "value", "95 % together", "n", "method"), tuple(rows),
        frozenset({2, 3, 4}),
        "What is equal in a fair game, with intervals that hold for all of a group at once",
    )  # fmt: skip


def quantiles(study: Study, question: Question) -> Table:
    """P10, P50, P90 and P99 of a survival question, the tail beyond, and capped matches."""
    rows = []
    several, record = len(question.of) > 1, study.plan.game.record
    columns = [told(study.parts, name)[: 2 * MOST_SCENARIOS] for name in question.of]
    items = [item for column in columns for item in column]
    for item in items:
        found = quantiles_of(item.part, item.metric, (*QUANTILES, NEARLY_ALL))
        cells = ["beyond" if q.value is None else number(q.value) for q in found]
        spans = [f"{cell} ({span(q)})" for cell, q in zip(cells, found, strict=True)]
        capped = shown_estimate(cap_of(item.part, item.metric)).whole
        tail = tail_of(item.part, item.metric)
        longest = "beyond" if tail is None else shown(*tail, "share").whole
        called = f"{item.whole}: {label(record, item.metric)}" if several else item.whole
        rows.append((called, *spans, longest, capped))
    unit = items[0].part.columns[items[0].metric].unit
    return Table(
        ("scenario", f"10 % have at most, {unit}", f"half at most, {unit}",
         f"90 % at most, {unit}", f"99 % at most, {unit}", "more than 3 times that",
         "ended by a cap"),
        tuple(rows), frozenset({1, 2, 3, 4, 5, 6}),
    )  # fmt: skip


def effects(study: Study) -> list[Table]:
    """Every variant against its base in every headline metric."""
    found: dict[str, list[Comparison]] = {}
    for c in study.comparisons:
        found.setdefault(c.variant, []).append(c)
    return [_effects(study, variant, compared) for variant, compared in found.items()]


def _effects(study: Study, variant: str, compared: Sequence[Comparison]) -> Table:
    base = study.parts[0]
    part = next(p for p in study.parts if p.scenario.name == variant)
    rows = []
    for c in compared:
        gap = shown(c.difference, c.low, c.high, base.columns[c.metric].unit, difference=True)
        rows.append(
            (
                label(study.plan.game.record, c.metric), per_what(base, c.metric), gap.point,
                gap.interval,
                "\u2013" if c.correlation is None else fixed(c.correlation, 3),
                "\u2013" if c.reduction is None else fixed(c.reduction, 2),
                p_value(c.p_adjusted), c.verdict,
            )
        )  # fmt: skip
    kind = "paired" if compared[0].paired else "not paired"
    return _per(
        ("difference", "95 % interval", "correlation", "variance saved", "p (Holm)", "verdict"),
        rows, frozenset({1, 2, 3, 4, 5}),
        f"{capital(scenario_title(variant))} minus base ({differs_in(base, part)}), {kind}"
        f"{_after_holm(study, compared)}",
    )  # fmt: skip


def _after_holm(study: Study, compared: Sequence[Comparison]) -> str:
    """Why an interval without 0 may stand beside no difference."""
    if not any(c.verdict.startswith("no diff") and not c.low <= 0 <= c.high for c in compared):
        return ""
    return (
        f". Each interval is for itself; a verdict asks for p (Holm) below 0.05 over all "
        f"{len(study.comparisons)} comparisons of the run, so that an interval may exclude 0 where "
        "no difference is shown"
    )


def fair_shares(study: Study) -> Table:
    """Shares against an equal part of what somebody wins, where tables differ in size."""
    rows = []
    sizes = {part.scenario.players for part in study.parts}
    for part in study.parts[:MOST_SCENARIOS] if len(sizes) > 1 else ():
        s = part.scenario
        for f in part.fair_shares:
            here = shown(f.value, f.low, f.high, "share")
            gap = shown(f.value - f.fair, f.low - f.fair, f.high - f.fair, "share", difference=True)
            named = seats_at(s.seats, f.metric, s.rotated)
            rows.append(
                (scenario_title(s.name), label(s.declared.record, f.metric, named), here.whole,
                 percent(round(f.fair, 4)), gap.point, gap.interval, f.side or "not shown to differ")
            )  # fmt: skip
    return Table(
        ("scenario", "share", "value", "fair share", "above or below", "95 % interval", "verdict"),
        tuple(rows), frozenset({2, 3, 4, 5}),
        "Against a fair share, an equal part of what somebody wins: tables of different size are "
        "not compared by the shares themselves",
    )  # fmt: skip


def strategies(table: Standings) -> Table:
    """Strategies by mean points, with the other rankings."""
    rows = []
    for r in table.rows:
        reply = "none better shown"
        if r.reply_points is not None:
            reply = f"{r.best_reply} {shown_estimate(r.reply_points).whole}"
        rows.append(
            (
                r.name, _range(r.points, "share"), reply, _range(r.mix, "share"),
                _range(r.rating, ""), _range(r.alpha, "share"), ", ".join(r.beats),
                ", ".join(r.dominates),
            )
        )  # fmt: skip
    return Table(
        ("strategy", "mean points", "best reply to it", "Nash mix", "rating", "alpha-rank",
         "surely beats", "surely better than, against every opponent"),
        tuple(rows), frozenset({1, 3, 4, 5}),
        "A strategy beats another if it has more than an equal share of the points against it; it "
        "is better than another only if it earns more against every opponent, itself and the other "
        "included. A matrix of all pairs is above",
    )  # fmt: skip


def _range(r: Range | None, unit: str) -> str:
    if r is None:
        return "two seats only"
    return shown(r.value, r.low, r.high, unit).whole.replace(" (constant)", "")


def components(study: Study) -> Table:
    """Component tables: how many rows are printed, how many assumed, whose file it is."""
    rows = []
    for i, part in enumerate(study.parts[:MOST_SCENARIOS]):
        c = part.scenario.components
        if i and c.digests == study.parts[0].scenario.components.digests:
            continue
        for name, kinds in c.provenance().items():
            total = sum(kinds.values())
            guesses = kinds.get("assumed", 0)
            own = "your file" if name in c.own else "shipped"
            title = scenario_title(part.scenario.name)
            rows.append(
                (title, name, count(total), count(total - guesses), count(guesses), own,
                 c.digests[name])
            )  # fmt: skip
    return Table(
        ("scenario", "table", "rows", "printed", "assumed", "file", "digest"), tuple(rows),
        frozenset({2, 3, 4}),
    )  # fmt: skip


def rules_changed(study: Study) -> Table:
    """House rules of each scenario that differ from the printed ones."""
    rows = []
    for part in study.parts[: 4 * MOST_SCENARIOS]:
        rules = part.scenario.rules
        for name, value in rules.changed().items():
            field = type(rules).model_fields[name]
            rows.append(
                (scenario_title(part.scenario.name), name, plain(value), _printed(rules, name),
                 field.description or "")
            )  # fmt: skip
    return Table(("scenario", "option", "here", "printed", "what it says"), tuple(rows))


def _printed(rules: object, name: str) -> str:
    default = type(rules)().model_dump()[name]  # type: ignore[attr-defined]
    return plain(default)


def open_points(study: Study, found: Sequence[Ambiguity]) -> tuple[Table, list[Ambiguity]]:
    """Ambiguous rules that an option settles, and those that none does."""
    fields = study.plan.game.rules.model_fields
    rows, without = [], []
    for a in found:
        options = [name for name in a.options if name in fields]
        if options:
            here = "; ".join(dict.fromkeys(_in_run(study, options)))
            rows.append((a.id, a.open, a.readings, a.default, ", ".join(options), here))
        else:
            without.append(a)
    head = ("id", "what is open", "readings", "played by default", "option", "in this run")
    return Table(head, tuple(rows)), without


def _in_run(study: Study, options: Sequence[str]) -> Iterator[str]:
    """Which values of the options a run tries."""
    for name in options:
        values = dict.fromkeys(plain(p.scenario.rules.model_dump()[name]) for p in study.parts)
        default = _printed(study.parts[0].scenario.rules, name)
        if len(values) > 1:
            yield f"compared: {', '.join(values)}"
        elif default not in values:
            yield f"changed to {', '.join(values)}"
        else:
            yield "default"
