"""Means as bars: one upon the other where they add up, side by side for each scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    INK,
    MOST_SERIES,
    WIDTH,
    Drawing,
    Sheet,
    bar_key,
    bar_look,
    few_ticks,
    in_numbers,
    in_percent,
    sheet,
    styled,
)
from reports.parts import MOST_PANELS, common_seats, drawn, played, reported, seats_at
from reports.players import Series, Told, series_names, told, who
from reports.units import all_of, each_of, per
from reports.words import capital, fixed, label, listed, plural, scenario_title, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Question

ROW = 0.34  # inches: a bar that lies
LINE = 0.15  # and a line of its name
MOST_BARS = 21  # that lie one below the other
MOST_TOLD = 6  # segments of a bar told in words, the largest
LETTER, BESIDE = 0.065, 2.2  # inches: a letter, the numbers beside the bars
NAME = 30  # letters of a bar's name before it breaks
WIDE = 3  # panels side by side
LEAST = 0.01  # a share of one percent: what is rarer than that stays low


@dataclass(frozen=True)
class Segment:
    """One mean of one scenario, or player, and its part of all that goes the same way."""

    scenario: str
    player: str
    metric: str
    label: str
    value: float
    low: float
    high: float
    part: float | None
    n: int
    method: str
    unit: str
    per: str = "match"


def segments(study: Study, question: Question) -> list[Segment]:
    """The means of a question, scenario by scenario."""
    seats = common_seats(study.parts)
    found = []
    for part in drawn(study, MOST_SERIES)[0]:
        title, s = scenario_title(part.scenario.name), part.scenario
        for name in reported(study, question.of):
            if name in part.columns:
                text = label(s.declared.record, name, seats_at(seats, name, s.rotated))
                found.append(_segment(Told(part, title, "", name), text))
    return found


def _segment(item: Told, text: str, part: float | None = None) -> Segment:
    e = item.part.columns[item.metric]
    return Segment(
        item.scenario, item.player, e.metric, text, e.value, e.low, e.high, part, e.n, e.method,
        e.unit, per(item.part, e.metric),
    )  # fmt: skip


def stacked(study: Study, question: Question) -> tuple[dict[Series, list[Segment]], str]:
    """The bars there is room for, and remarks on those left out and on who the players are.

    The columns are those of each player, or else of the whole table.
    """
    record, most = study.plan.game.record, MOST_PANELS
    own = any(item.player for name in question.of for item in told(study.parts, name))
    if own:
        most = max(1, MOST_BARS // max(part.scenario.players for part in study.parts))
    parts, remark = drawn(study, most)
    items = [(item, label(record, name)) for name in question.of for item in told(parts, name)]
    items = [(item, text) for item, text in items if bool(item.player) == own]
    rows: dict[Series, list[Segment]] = {}
    for item, text in items:
        rows.setdefault((item.scenario, item.player), []).append(_segment(item, text))
    found = {row: [_with_part(s, inside) for s in inside] for row, inside in rows.items()}
    return found, remark + who([item for item, _ in items])


def _with_part(s: Segment, inside: Sequence[Segment]) -> Segment:
    """A segment with its part of all that adds, or of all that takes away."""
    whole = sum(other.value for other in inside if (other.value < 0) == (s.value < 0))
    return replace(s, part=s.value / whole if whole else None)


def total(inside: Sequence[Segment]) -> Segment:
    """What the segments of a bar add up to; its interval holds whatever their correlation."""
    value, low, high = (sum(getattr(s, end) for s in inside) for end in ("value", "low", "high"))
    return replace(
        inside[0], metric="sum", label="sum", value=value, low=low, high=high, part=None,
        method="ends added",
    )  # fmt: skip


def stack(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A bar for each scenario, or player, cut into the means that add up to it."""
    rows, remark = stacked(study, question)
    found = [s for inside in rows.values() for s in inside]
    if not any(s.value for s in found):
        return
    note = (
        "In brackets, or in percent: part of the whole bar. Thin lines at the lower edge: 95 % interval of "
        "each part, from where it begins."
    )
    if any(s.value < 0 for s in found):
        note = (
            "Means: right of zero what adds, left of it what takes away; in brackets: part of "
            "either. Diamond and numbers: the sum; its interval adds those of its parts, so it is "
            "wider than need be."
        )
        found = [s for inside in rows.values() for s in (*inside, total(inside))]
    idle = {s.label for s in found} - {s.label for s in found if s.value}
    note += f" Always 0: {listed(sorted(idle)).lower()}." if idle else ""
    around = Sheet(question.title, f"{study.plan.game.title}. {played(study)}.", note + remark)
    figure = draw_stack(rows, around)
    yield _drawing(question, number, found, figure, around.note, "Stacked bars")


def bars(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A panel for each column, a bar for each scenario."""
    found = segments(study, question)
    note = (
        "Thin lines: 95 % intervals, each for itself; where none is seen it is too short."
        f"{drawn(study, MOST_SERIES)[1]}"
    )
    around = Sheet(question.title, f"{study.plan.game.title}. {played(study)}.", note)
    yield _drawing(question, number, found, draw_groups(found, around), note, "Bars")


def _drawing(
    question: Question, number: int, found: Sequence[Segment], figure: Figure, note: str, kind: str
) -> Drawing:
    stem = f"q{number + 1:02}_{slug(question.title)}"
    table = pd.DataFrame([asdict(segment) for segment in found])
    empty = {"part": table["part"].isna().all(), "player": not table["player"].any()}
    table = table.drop(columns=[name for name, nothing in empty.items() if nothing])
    alt = f"{kind}, {capital(question.title)} {_said(found)}"
    return Drawing(stem, question.title, alt, figure, table, f"question {number}", note)


def _said(found: Sequence[Segment]) -> str:
    """The numbers of the first bars."""
    said = []
    whole = {-1: "of what takes away", 1: "of what adds"}
    for row in list(dict.fromkeys((s.scenario, s.player) for s in found))[:MOST_SERIES]:
        inside = [s for s in found if (s.scenario, s.player) == row]
        both = any(s.value < 0 for s in inside)
        items = []
        large = sorted(abs(s.value) for s in inside if s.metric != "sum")[-MOST_TOLD:]
        for s in [s for s in inside if s.metric == "sum" or abs(s.value) >= large[0]]:
            of = whole[-1 if s.value < 0 else 1] if both else "of the whole"
            part = "" if s.part is None else f", {fixed(100 * s.part, 1)} % {of}"
            items.append(f"{s.label} {shown(s.value, s.low, s.high, s.unit).whole}{part}")
        left = len(inside) - len(items)
        items += [f"{left} smaller ones"] if left else []
        said.append(f"{capital(', '.join(text for text in row if text))}: {listed(items)}.")
    others = len({(s.scenario, s.player) for s in found}) - len(said)
    return " ".join([*said, *([f"{plural(others, 'more bar')}."] if others else [])])


@styled
def draw_stack(rows: Mapping[Series, Sequence[Segment]], around: Sheet) -> Figure:
    """Bars that lie, their segments told apart by colour and hatching."""
    found = [s for inside in rows.values() for s in inside]
    labels = list(dict.fromkeys(s.label for s in found if s.value))
    names = series_names(list(rows))
    row = max(ROW, LINE * max(len(wrap(name, NAME)) for name in names))
    figure = sheet(replace(around, key=bar_key(labels)), 0.55 + row * len(rows))
    axes = figure.subplots()
    ends = [_reach(inside) for inside in rows.values()]
    left, right = min(low for low, _ in ends), max(high for _, high in ends)
    letter = LETTER / (WIDTH - BESIDE * (left < 0) - LETTER * min(NAME, max(map(len, names))))
    for y, inside in enumerate(rows.values()):
        _stack(axes, inside, y, labels, letter * (right - left))
        if left < 0:
            _total(axes, total(inside), y)
    axes.set_yticks(range(len(rows)), [fill(text, NAME) for text in names])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(left * 1.02, right * 1.02 or 0.1)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    few_ticks(axes.xaxis, 6)
    share, units = found[0].unit == "share", [s.per for s in found]
    (in_percent if share else in_numbers)(axes.xaxis)
    what = f"share of {all_of(units)}, %" if share else f"{found[0].unit} a {each_of(units)}"
    axes.set_xlabel(what)
    return figure


def _reach(inside: Sequence[Segment]) -> tuple[float, float]:
    """Ends of a bar: all that takes away, all that adds."""
    return sum(min(0.0, s.value) for s in inside), sum(max(0.0, s.value) for s in inside)


def _stack(
    axes: Axes, inside: Sequence[Segment], y: int, labels: Sequence[str], letter: float
) -> None:
    """One bar from zero to both sides; a segment with room has its number, or its part."""
    ends = {True: 0.0, False: 0.0}
    mark = total(inside).value if any(s.value < 0 for s in inside) else None
    for s in [s for s in inside if s.value]:
        left = ends[s.value < 0]
        ends[s.value < 0] += s.value
        middle = left + s.value / 2
        look = bar_look(labels.index(s.label))
        axes.barh(y, s.value, 0.72, left, **look, edgecolor="white", linewidth=0.4)
        if mark is None:
            ends_of = [left + s.low, left + s.high]
            axes.plot(ends_of, [y + 0.27] * 2, color=INK, lw=1.1, zorder=3, label="_interval")
        for text in _texts(s):
            half = letter * len(text) / 2
            if half <= abs(s.value) / 2 and (mark is None or abs(middle - mark) > half + letter):
                axes.text(
                    middle, y, text, ha="center", va="center", size=7, color=INK,
                    bbox={"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.85},
                )  # fmt: skip
                break


def _texts(s: Segment) -> list[str]:
    """What may stand in a segment: the number with its part, or the part alone."""
    if s.part is None:
        return []
    part = f"{fixed(100 * s.part, 0)} %"
    if s.unit == "share":
        return [shown(s.value, s.low, s.high, s.unit).point, part]
    return [f"{shown(s.value, s.low, s.high, '').value} ({part})", part]


def _total(axes: Axes, s: Segment, y: int) -> None:
    """What a bar adds up to: a diamond, and its numbers to the right of the panel."""
    axes.axvline(0, color=INK, lw=0.9, zorder=3)
    axes.plot([s.value], [y], "D", color="white", mec=INK, mew=1, ms=5, zorder=4, label="_value")
    text = shown(s.value, s.low, s.high, "")
    axes.text(
        1.012, y, f"{text.value}  ({text.interval})", size=7, color=INK, va="center",
        transform=axes.get_yaxis_transform(),
    )  # fmt: skip


@styled
def draw_groups(found: Sequence[Segment], around: Sheet) -> Figure:
    """Small panels of upright bars with intervals, each on a scale of its own."""
    names = list(dict.fromkeys(s.scenario for s in found))
    metrics = list(dict.fromkeys(s.metric for s in found))
    wide = min(WIDE, len(metrics))
    lines = -(-len(metrics) // wide)
    figure = sheet(replace(around, key=bar_key(names)), 1.75 * lines)
    grid = figure.subplots(lines, wide, squeeze=False)
    for place, axes in enumerate(grid.flat):
        if place >= len(metrics):
            axes.set_visible(False)
            continue
        _group(axes, [s for s in found if s.metric == metrics[place]], names)
    return figure


def _group(axes: Axes, found: Sequence[Segment], names: Sequence[str]) -> None:
    """One panel: the bars of a column."""
    share = found[0].unit == "share"
    top = max(s.high for s in found) or 1.0
    top = max(top, LEAST) if share else top
    for s in found:
        i = names.index(s.scenario)
        axes.bar(i, s.value, 0.8, **bar_look(i), edgecolor="white", linewidth=0.4)
        axes.vlines(i, s.low, s.high, color=INK, lw=0.8)
        text = shown(s.value, s.low, s.high, s.unit)
        axes.text(i, s.high + 0.02 * top, text.value, ha="center", va="bottom", size=6.5)
    axes.set_title(fill(found[0].label, 27), size=7.5, pad=2)
    axes.set_xticks([])
    axes.set_xlim(-0.6, len(names) - 0.4)
    axes.set_ylim(0, 1.15 * top)
    axes.grid(axis="y")
    few_ticks(axes.yaxis, 4)
    (in_percent if share else in_numbers)(axes.yaxis)
    axes.set_ylabel("%" if share else found[0].unit, size=7.5)
