"""One column given another: its mean, or share, at each value of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any

import pandas as pd

from analysis.given import LEAST, Correlation, Given, correlation, given, left_out
from reports.charts.style import (
    SIZES,
    Drawing,
    Sheet,
    curve_key,
    curve_look,
    few_ticks,
    in_numbers,
    in_percent,
    styled,
    upright,
)
from reports.panels import Panel, panels
from reports.parts import MOST_PANELS, drawn
from reports.players import Told, told, who
from reports.units import all_of
from reports.words import capital, count, fixed, label, listed, number, shown, slug

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Column, Question

DODGE = 0.1  # between players at the same value, in bins of the first column
MOST_TOLD = 6  # lines whose correlations the note tells


@dataclass(frozen=True)
class Line:
    """What one player's second column is at each value of the first."""

    one: Told
    other: Told
    points: list[Given]
    correlation: Correlation
    left: int

    @property
    def columns(self) -> tuple[Column, Column]:
        """Both columns as declared."""
        known = self.one.part.tally.columns
        return known[self.one.metric], known[self.other.metric]


def conditional(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A panel for each scenario, a line for each player."""
    parts, remark = drawn(study, MOST_PANELS)
    pairs = zip(*(told(parts, name) for name in question.of), strict=True)
    lines = [line for line in (_line(one, other) for one, other in pairs) if line.points]
    if not lines:
        return
    names = [label(study.plan.game.record, name) for name in question.of]
    subtitle = f"{study.plan.game.title}. {names[1]}, by {names[0].lower()}"
    note = _note(lines) + who([line.one for line in lines]) + remark
    yield Drawing(
        f"q{number + 1:02}_{slug(question.title)}", question.title, _alt(lines, names),
        draw_given(lines, names, Sheet(question.title, subtitle, note)), given_table(lines),
        f"question {number}", note,
    )  # fmt: skip


def _line(one: Told, other: Told) -> Line:
    of = one.part.tally, one.metric, other.metric
    return Line(one, other, given(*of), correlation(*of), left_out(*of))


def given_table(lines: Sequence[Line]) -> pd.DataFrame:
    """The numbers of the lines: a row for each dot, the player's correlation in each."""
    return pd.DataFrame([_row(line, p) for line in lines for p in line.points])


def _row(line: Line, p: Given) -> dict[str, Any]:
    c = line.correlation
    return {
        "scenario": line.one.scenario,
        "player": line.one.player,
        "given": p.at,
        "given_low": p.first_low,
        "given_high": p.first_high,
        "value": p.value,
        "low": p.low,
        "high": p.high,
        "n": p.n,
        "method": p.method,
        "correlation": c.value,
        "correlation_low": c.low,
        "correlation_high": c.high,
        "correlation_n": c.n,
    }


@styled
def draw_given(lines: Sequence[Line], names: Sequence[str], around: Sheet) -> Figure:
    """Dots with intervals, joined by lines; hollow where several values are gathered."""
    scenarios = list(dict.fromkeys(line.one.scenario for line in lines))
    players = list(dict.fromkeys(line.one.player for line in lines))
    key = curve_key(players) if len(players) > 1 else []
    figure, found = panels(Sheet(around.title, around.subtitle, around.note, key), scenarios)
    for panel, name in zip(found, scenarios, strict=True):
        for line in lines:
            if line.one.scenario == name:
                _draw(panel, line, players.index(line.one.player), len(players))
        _finish(panel, lines, names)
    return figure


def _draw(panel: Panel, line: Line, i: int, players: int) -> None:
    """The dots of one player."""
    column, axes, look = line.columns[0], panel.axes, curve_look(i)
    shift = DODGE * (i - (players - 1) / 2) * column.width / column.scale
    xs = [p.at + shift for p in line.points]
    marker, size = look.pop("marker"), SIZES[i] * (0.85 if panel.inches > 3 else 0.6)
    axes.plot(xs, [p.value for p in line.points], lw=0.9, zorder=2, label="_line", **look)
    for x, p in zip(xs, line.points, strict=True):
        axes.plot([x, x], [p.low, p.high], color=look["color"], lw=1.2, zorder=3)
        face, edge = ("white", look["color"]) if p.gathered else (look["color"], "white")
        axes.plot(
            [x], [p.value], marker, mfc=face, mec=edge, mew=0.8 if p.gathered else 0.4, ms=size,
            zorder=4, label="_value",
        )  # fmt: skip


def _finish(panel: Panel, lines: Sequence[Line], names: Sequence[str]) -> None:
    """Limits that hold all intervals; shares from zero."""
    axes, share = panel.axes, lines[0].columns[1].unit == "share"
    ends = [end for line in lines for p in line.points for end in (p.low, p.high)]
    low, high = min(ends), max(ends)
    low = 0.0 if 0 <= low < 0.6 * high else low
    pad = 0.04 * (high - low) or 0.02
    axes.set_ylim(low - pad, high + pad)
    few_ticks(axes.xaxis, 8 if panel.inches > 3 else 4)
    few_ticks(axes.yaxis, 5)
    in_numbers(axes.xaxis)
    (in_percent if share else in_numbers)(axes.yaxis)
    axes.grid(axis="y")
    wide = panel.inches > 4
    text = fill(names[0], int(15 * panel.inches))
    axes.set_xlabel(text if panel.lowest else "", size=8.5 if wide else 7)
    unit = "%" if share else lines[0].columns[1].unit
    if panel.left:
        size = {} if wide else {"size": 7}
        upright(axes, f"{names[1]}, {unit}", 2.4 if wide else 1.6, **size)


def _note(lines: Sequence[Line]) -> str:
    """How to read the dots, what is gathered or left out, and the correlations."""
    note, several = "Vertical lines: 95 % intervals, each for itself.", _counted_in(lines)
    if any(p.gathered for line in lines for p in line.points):
        blocks = " blocks of" * any(line.one.part.scenario.rotated for line in lines)
        note += (
            f" Hollow: values with fewer than {LEAST}{blocks} {several}, gathered with their "
            "neighbours and drawn at their mean."
        )
    left = sum(line.left for line in lines)
    if left:
        note += f" Left out: {count(left)} {several} beyond a histogram."
    for column in lines[0].columns:
        if column.width > 1:
            note += f" Values of {column.help} are middles of bins of {number(column.width)}."
    return f"{note} Correlation (Fisher): {_correlations(lines)}.{_counted(lines)}"


def _correlations(lines: Sequence[Line]) -> str:
    """The correlations of the first lines."""
    several = len({line.one.scenario for line in lines}) > 1
    said = []
    for line in lines[:MOST_TOLD]:
        name = line.one.whole if several else line.one.player
        said.append(f"{name} {correlated(line.correlation)}".strip())
    return listed(said) + "; the others in the csv" * (len(lines) > MOST_TOLD)


def correlated(c: Correlation) -> str:
    """A correlation as text: `0.41 (0.38 to 0.44)`."""
    if c.value is None or c.low is None or c.high is None:
        return "none (constant)"
    return shown(c.value, c.low, c.high, "").whole


def _counted_in(lines: Sequence[Line]) -> str:
    return all_of(line.one.part.unit for line in lines)


def _counted(lines: Sequence[Line]) -> str:
    """What counts as independent where seats rotate."""
    blocks = sorted({p.block for p in (line.one.part.scenario for line in lines) if p.block > 1})
    if not blocks:
        return ""
    each = listed([str(b) for b in blocks], "or")
    return f" The {each} {_counted_in(lines)} of a block count as one, in every interval."


def _alt(lines: Sequence[Line], names: Sequence[str]) -> str:
    """The ends of every line of the first scenario, and its correlation."""
    said = []
    unit = lines[0].columns[1].unit
    for line in [line for line in lines if line.one.scenario == lines[0].one.scenario]:
        first, last = line.points[0], line.points[-1]
        ends = [
            f"{shown(p.value, p.low, p.high, unit).whole} at {fixed(p.at, 1) if p.gathered else number(p.at)}"
            for p in dict.fromkeys((first, last))
        ]
        said.append(
            f"{line.one.player or 'all'} {' and '.join(ends)}, correlation {correlated(line.correlation)}"
        )
    return (
        f"Dots and lines, {names[1].lower()} by {names[0].lower()}, {lines[0].one.scenario}: "
        f"{capital(listed(said))}."
    )
