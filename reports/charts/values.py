"""What scenarios, columns and outcomes are worth: dots for shares, means, seats and house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.nouns import plural_of
from reports.charts.dots import Dot, dot_table, draw_dots, in_pages
from reports.charts.style import MOST_SERIES, Drawing, Sheet
from reports.charts.tornado import tornado
from reports.page_effects import knocked_out, surely
from reports.parts import (
    MANY,
    MOST_ROWS,
    common_seats,
    drawn,
    played,
    reported,
    seats_at,
)
from reports.players import followed, told, who
from reports.units import per
from reports.words import (
    PLACE,
    capital,
    first_of,
    label,
    listed,
    percent,
    plural,
    scenario_title,
    shown,
    slug,
)

if TYPE_CHECKING:
    from analysis.part import Part
    from analysis.study import Study
    from sim.engine.contract import Question


MOST_SAID = 6  # values told in words
MOST_PAGES = 8  # of one question, before only the first player is told


def dots_of(study: Study, metrics: Sequence[str], most: int = MOST_ROWS) -> list[Dot]:
    """A dot for every metric and every scenario that has it, of as many scenarios as said."""
    parts, _ = drawn(study, most)
    dots = []
    for metric in metrics:
        alike = (
            study.parts if "_seat" in metric else [p for p in study.parts if metric in p.columns]
        )
        seats = common_seats(alike)
        for part in parts:
            if metric in part.columns:
                named = seats_at(seats, metric, part.scenario.rotated)
                row = label(part.scenario.declared.record, metric, named)
                dots.append(_dot(part, metric, row, scenario_title(part.scenario.name)))
    return dots


def _dot(part: Part, metric: str, row: str, series: str) -> Dot:
    """One value, with the margin around equal shares where it has rivals."""
    e, mean_of = part.columns[metric], per(part, metric)
    group = next((g for g in part.rivals if metric in g), None)
    fair = part.par(group) if group else None
    if not fair and part.tally.columns[metric].fair:
        fair = 1 / part.scenario.players
    margin = part.margin if group else 0.0
    return Dot(
        _panel(e.unit, mean_of, part.unit), metric, row, series, e.value, e.low, e.high, e.n,
        e.method, e.unit, fair, margin, mean_of,
    )  # fmt: skip


def dots_of_players(study: Study, question: Question) -> list[Dot]:
    """Several columns of the players of one scenario: players as series; else nothing."""
    record, several = study.plan.game.record, len(question.of) > 1
    items = [
        (item, label(record, name)) for name in question.of for item in told(study.parts, name)
    ]
    if len(study.parts) > 1 or not several or not all(item.player for item, _ in items):
        return []
    return [_dot(item.part, item.metric, row, item.player) for item, row in items]


def _panel(unit: str, mean_of: str, counted: str) -> str:
    """Values of one unit stand together, apart from those that are means of something else."""
    if unit == "share":
        return f"Shares of {plural_of(mean_of)}"
    return capital(unit) if mean_of == counted == "match" else f"{capital(unit)} a {mean_of}"


def who_wins(study: Study) -> Iterator[Drawing]:
    """Win shares of every seat, contender and rival, with the margin around equal shares."""
    groups = [group for part in study.parts for group in part.rivals]
    metrics = list(dict.fromkeys(metric for group in groups for metric in group))
    others = [m for m in metrics if PLACE.fullmatch(m) and not m.startswith("win_share_")]
    metrics = [metric for metric in metrics if metric not in others]
    units = list(dict.fromkeys(part.unit for part in study.parts))
    dots = dots_of(study, metrics)
    yield from _drawings(
        dots, "who_wins", f"Who wins? {study.plan.game.title}", "headline",
        subtitle=f"{played(study)}.{drawn(study, MOST_ROWS)[1]}",
        note=_band_note(study.parts[0].margin),
        axis=f"share of {plural_of(units[0])} won, %" if len(units) == 1 else "",
    )  # fmt: skip


def values(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """Shares or means of a question's columns; of the players of one scenario side by side."""
    dots = dots_of_players(study, question)
    scenario = scenario_title(study.parts[0].scenario.name) if dots else ""
    most, firsts = MOST_ROWS, ""
    dots = dots or dots_of(study, reported(study, question.of))
    if len(list(in_pages(dots))) > MOST_PAGES:
        most, firsts = MANY, " Of the players the first; the others are in tables/columns.csv."
        dots = dots_of(study, _of_first_players(study, question.of), most)
    banded = any(dot.margin for dot in dots)
    items = [item for name in question.of for item in told(study.parts, name)]
    note = _band_note(study.parts[0].margin) if banded else _interval_note()
    if not banded and any(dot.fair is not None for dot in dots):
        note += " Vertical tick: a fair share, one over the number of players."
    yield from _drawings(
        dots, f"q{number + 1:02}_{slug(question.title)}", question.title, f"question {number}",
        subtitle=f"{study.plan.game.title}. {played(study)}.{drawn(study, most)[1]}",
        note=note + firsts + (who if scenario else followed)(items), scenario=scenario,
    )  # fmt: skip


def _of_first_players(study: Study, names: Sequence[str]) -> list[str]:
    """Reported columns, of the players the first of each scenario alone."""
    found = [m for n in names for p in study.parts for m in p.placed([n])[:1] if m in p.columns]
    return list(dict.fromkeys(found))


def ranking(study: Study) -> Iterator[Drawing]:
    """Variants that change one player, by what that does to this player's win share."""
    found, base = knocked_out(study), study.parts[0]
    if not found:
        return
    margin, who = study.plan.config.margin, "changed player wins"
    dots = [
        Dot("", c.metric, scenario_title(c.variant), who, c.difference, c.low, c.high, None,
            c.method, "share", 0.0, margin, base.unit)
        for c in found
    ]  # fmt: skip
    note = (
        f"Win share of the player who is changed, minus that in the base, paired by {base.unit}; 95 "
        f"% intervals, each for itself. Grey band: less than {percent(margin)[:-2]} percentage points."
    )
    title = "What is each change worth to its player?"
    subtitle = f"{study.plan.game.title}. {played(study)}."
    pages = list(in_pages(dots))
    for i, page in enumerate(pages):
        part = f" ({i + 1} of {len(pages)})" if len(pages) > 1 else ""
        around = Sheet(title + part, subtitle, note)
        said = [
            f"{d.row} {shown(d.value, d.low, d.high, d.unit, difference=True).whole}" for d in page
        ]
        yield Drawing(
            f"changed_players{f'_{i + 1}' if i else ''}", title + part,
            f"Forest plot, {title} Change of the win share, lowest first: {listed(said)}.",
            draw_dots(page, around, difference=True), dot_table(page), "effects", note,
        )  # fmt: skip


def effects(study: Study) -> Iterator[Drawing]:
    """Forest plot: every variant minus its base, in the headline metrics; tornados for many."""
    yield from ranking(study)
    if len({c.variant for c in study.comparisons}) > MANY:
        yield from tornado(study)
        return
    if not study.comparisons:
        return
    base = study.parts[0]
    record, margin = base.scenario.declared.record, study.plan.config.margin
    seats = common_seats(study.parts)
    dots = []
    for c in sorted(study.comparisons, key=lambda c: base.columns[c.metric].unit != "share"):
        column = base.tally.columns[c.metric]
        share = column.high == column.scale
        named = seats_at(seats, c.metric, base.scenario.rotated)
        row = label(record, c.metric, named)
        mean_of = per(base, c.metric)
        panel = _panel("share" if share else column.unit, mean_of, base.unit)
        dots.append(
            Dot(
                panel,
                c.metric,
                row,
                scenario_title(c.variant),
                c.difference,
                c.low,
                c.high,
                None,
                c.method,
                column.unit,
                0.0,
                margin if share else 0.0,
                mean_of,
                not surely(c),
            )
        )
    order = list(dict.fromkeys(dot.row for dot in dots))
    dots.sort(key=lambda dot: order.index(dot.row))
    note = (
        f"Variant minus base, paired by {base.unit} where both share their streams; 95 % intervals, "
        f"each for itself. Grey band: less than {percent(margin)[:-2]} percentage points. "
        "Pale: no difference shown (Holm, 5 %, over all variants and metrics)."
    )
    yield from _drawings(
        dots, "effects", "What the house rules change", "effects",
        subtitle=f"{study.plan.game.title}. {played(study)}.", note=note, difference=True, first=1,
    )  # fmt: skip


def _drawings(
    dots: Sequence[Dot], name: str, title: str, section: str, *, subtitle: str, note: str,
    axis: str = "", difference: bool = False, first: int = 0, scenario: str = "",
) -> Iterator[Drawing]:  # fmt: skip
    pages = list(in_pages(dots)) if dots else []
    many = len({dot.series for dot in dots}) > MOST_SERIES
    for i, page in enumerate(pages):
        part = f" ({i + 1} of {len(pages)})" if len(pages) > 1 else ""
        around = Sheet(title + part, subtitle, note)
        figure = draw_dots(page, around, axis=axis, difference=difference, many=many, first=first)
        stem = name if i == 0 else f"{name}_{i + 1}"
        alt = _alt(page, title + part, difference, "player" if scenario else "scenario")
        table = dot_table(page, scenario)
        yield Drawing(stem, title + part, alt, figure, table, section, note)


def _alt(dots: Sequence[Dot], title: str, difference: bool, series: str) -> str:
    """The main numbers: those of the first scenario (or player), and how many others there are."""
    first = [dot for dot in dots if dot.series == dots[0].series]
    said = []
    for dot in first:
        text = shown(dot.value, dot.low, dot.high, dot.unit, difference=difference)
        said.append(f"{dot.row} {text.whole}")
    others = len({dot.series for dot in dots}) - 1
    more = f" and {plural(others, f'other {series}')}" if others else ""
    kind = "differences from the base" if difference else "values with 95 % intervals"
    return (
        f"Dot plot, {capital(title)}: {kind} of {dots[0].series}{more}. "
        f"{capital(dots[0].series)}: {first_of(said, MOST_SAID)}."
    )


def _band_note(margin: float) -> str:
    return (
        f"{_interval_note()} Vertical tick: equal shares; grey band: less than "
        f"{percent(margin)[:-2]} percentage points from them."
    )


def _interval_note() -> str:
    return "Lines: 95 % intervals, each for itself; where none is seen it is shorter than the mark."
