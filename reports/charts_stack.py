"""Means as bars: one upon the other where they add up, side by side for each scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from textwrap import fill
from typing import TYPE_CHECKING

import pandas as pd

from reports.figures_style import (
    COLOURS,
    HATCHES,
    INK,
    MOST_SERIES,
    Drawing,
    Sheet,
    bar_key,
    few_ticks,
    in_numbers,
    in_percent,
    sheet,
    styled,
)
from reports.parts import MOST_PANELS, drawn, played, reported
from reports.words import capital, fixed, label, listed, scenario_title, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Question

ROW = 0.34  # inches: a bar that lies
ROOM = 0.11  # of the longest bar: what the text of a segment needs
WIDE = 3  # panels side by side
LEAST = 0.01  # a share of one percent: what is rarer than that stays low


@dataclass(frozen=True)
class Segment:
    """One mean of one scenario, and its part of all that it is stacked with."""

    scenario: str
    metric: str
    label: str
    value: float
    low: float
    high: float
    part: float | None
    n: int
    method: str
    unit: str


def segments(study: Study, question: Question, most: int) -> list[Segment]:
    """The means of a question, scenario by scenario."""
    names = reported(study, question.of)
    found = []
    for part in drawn(study, most)[0]:
        known = [part.columns[name] for name in names if name in part.columns]
        whole = sum(e.value for e in known)
        for e in known:
            text = label(part.scenario.declared.record, e.metric)
            found.append(
                Segment(
                    scenario_title(part.scenario.name), e.metric, text, e.value, e.low, e.high,
                    e.value / whole if whole else None, e.n, e.method, e.unit,
                )
            )  # fmt: skip
    return found


def stack(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A bar for each scenario, cut into the means that add up to it."""
    found = segments(study, question, MOST_PANELS)
    if not any(s.value for s in found):
        return
    note = f"Means; in brackets: part of the whole bar.{drawn(study, MOST_PANELS)[1]}"
    around = Sheet(question.title, f"{study.plan.game.title}. {played(study)}.", note)
    yield _drawing(question, number, found, draw_stack(found, around), note, "Stacked bars")


def bars(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A panel for each column, a bar for each scenario."""
    found = [replace(s, part=None) for s in segments(study, question, MOST_SERIES)]
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
    if table["part"].isna().all():
        table = table.drop(columns="part")
    alt = f"{kind}, {capital(question.title)} {_said(found)}"
    return Drawing(stem, question.title, alt, figure, table, f"question {number}", note)


def _said(found: Sequence[Segment]) -> str:
    """The numbers of the first three scenarios."""
    said = []
    for name in list(dict.fromkeys(s.scenario for s in found))[:3]:
        items = []
        for s in [s for s in found if s.scenario == name][:6]:
            part = "" if s.part is None else f", {fixed(100 * s.part, 1)} % of the whole"
            items.append(f"{s.label} {shown(s.value, s.low, s.high, s.unit).whole}{part}")
        said.append(f"{capital(name)}: {listed(items)}.")
    return " ".join(said)


@styled
def draw_stack(found: Sequence[Segment], around: Sheet) -> Figure:
    """Bars that lie, their segments told apart by colour and hatching."""
    names = list(dict.fromkeys(s.scenario for s in found))
    labels = list(dict.fromkeys(s.label for s in found))
    figure = sheet(replace(around, key=bar_key(labels)), 0.55 + ROW * len(names))
    axes = figure.subplots()
    longest = max(sum(s.value for s in found if s.scenario == name) for name in names)
    for y, name in enumerate(names):
        left = 0.0
        for s in [s for s in found if s.scenario == name]:
            i = labels.index(s.label)
            axes.barh(
                y, s.value, 0.72, left, color=COLOURS[i], hatch=HATCHES[i], edgecolor="white",
                linewidth=0.4,
            )  # fmt: skip
            if s.value > ROOM * longest and s.part is not None:
                text = f"{shown(s.value, s.low, s.high, '').value} ({fixed(100 * s.part, 0)} %)"
                axes.text(
                    left + s.value / 2, y, text, ha="center", va="center", size=7, color=INK,
                    bbox={"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.85},
                )  # fmt: skip
            left += s.value
    axes.set_yticks(range(len(names)), [fill(name, 30) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, longest * 1.02)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    few_ticks(axes.xaxis, 6)
    in_numbers(axes.xaxis)
    axes.set_xlabel(f"{found[0].unit} a match")
    return figure


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
        axes.bar(
            i, s.value, 0.8, color=COLOURS[i], hatch=HATCHES[i], edgecolor="white", linewidth=0.4
        )
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
