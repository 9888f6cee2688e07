"""What if a threshold were another one: the share of matches with a value below t, for every t."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    COLOURS,
    INK,
    LINES,
    MARKERS,
    SOFT,
    Drawing,
    Sheet,
    few_ticks,
    in_numbers,
    in_percent,
    line_key,
    styled,
)
from reports.panels import panels
from reports.parts import MOST_PANELS, drawn, quantiles_of, share_of, span
from reports.players import Told, by_scenario, players_in, told, who
from reports.units import all_of
from reports.words import capital, label, listed, number, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Question

REST = 0.001  # of the matches at either end may lie beyond the axis


@dataclass(frozen=True)
class Below:
    """Share of matches with a value below t; `mark` where t is what the rules ask for."""

    scenario: str
    player: str
    t: float
    share: float
    low: float
    high: float
    n: int
    mark: bool


def below(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A figure for each column: step lines, one for each player."""
    parts, remark = drawn(study, MOST_PANELS)
    for i, name in enumerate(question.of):
        items = told(parts, name)
        if not items:
            continue
        marks = {item.scenario: _mark(item, question.mark) for item in items}
        steps = list(_all_steps(items, marks))
        what = label(study.plan.game.record, name)
        note = f"{NOTE}{_marked(question.mark, marks, steps)}{who(items)}{remark}"
        around = Sheet(question.title, f"{study.plan.game.title}. {capital(what)}", note)
        unit = items[0].part.tally.columns[items[0].metric].unit
        yield Drawing(
            f"q{number + 1:02}_{slug(question.title)}{f'_{i + 1}' if i else ''}", question.title,
            _alt(items, steps, what, question.mark), draw_below(steps, marks, around, f"t, {unit}"),
            pd.DataFrame([asdict(step) for step in steps]), f"question {number}", note,
        )  # fmt: skip


NOTE = "Bands: 95 % intervals, each for itself; where none is seen it is narrower than the line."


def _mark(item: Told, option: str) -> float | None:
    """Value of the option that marks a threshold."""
    return float(getattr(item.part.scenario.rules, option)) if option else None


def _marked(option: str, marks: dict[str, float | None], steps: Sequence[Below]) -> str:
    """What the vertical line is, or that it would lie beyond the axis."""
    values = sorted({value for value in marks.values() if value is not None})
    if not values:
        return ""
    where = f" = {number(values[0])}" if len(values) == 1 else " of each scenario"
    if values[0] > max(s.t for s in steps) or values[-1] < min(s.t for s in steps):
        return f" {option}{where} lies beyond the axis."
    return f" Vertical line: {option}{where}."


def _all_steps(items: Sequence[Told], marks: dict[str, float | None]) -> Iterator[Below]:
    """Steps of all players between the same ends, the mark of a scenario among them."""
    ends = [_ends(item, marks[item.scenario]) for item in items]
    first, last = min(low for low, _ in ends), max(high for _, high in ends)
    for item in items:
        yield from steps_of(item, first, last, marks[item.scenario])


def _ends(item: Told, mark: float | None) -> tuple[int, int]:
    """First and last edge of a bin that is drawn: where matches are, and at the mark."""
    counts = item.part.tally.spectrum(item.metric)
    used = counts.histogram.nonzero()[0]
    first = int(used[0]) if len(used) else 0
    last = len(counts.histogram) if counts.over or not len(used) else int(used[-1]) + 1
    edge = None if mark is None else (mark * counts.scale - counts.low) / counts.width
    if edge is not None and 2 * first - last <= edge <= 2 * last - first:
        first, last = min(first, int(edge)), max(last, int(edge) + 1)
    return max(0, first), min(last, len(counts.histogram))


def steps_of(item: Told, first: int, last: int, mark: float | None = None) -> Iterator[Below]:
    """Share of one player's matches below each edge of a bin from `first` to `last`."""
    counts = item.part.spectrum(item.metric)
    under = counts.under + int(counts.histogram[:first].sum())
    for edge in range(first, last + 1):
        t = (counts.low + edge * counts.width) / counts.scale
        shares = share_of(under, counts.matches, counts.blocks)
        yield Below(item.scenario, item.player, t, *shares, counts.matches, t == mark)
        under += int(counts.histogram[edge : edge + 1].sum())


@styled
def draw_below(
    steps: Sequence[Below], marks: dict[str, float | None], around: Sheet, axis: str
) -> Figure:
    """A panel for each scenario; the lines of all in the same colours."""
    scenarios = list(dict.fromkeys(step.scenario for step in steps))
    players = list(dict.fromkeys(step.player for step in steps))
    key = line_key(players) if len(players) > 1 else []
    sheet = Sheet(around.title, around.subtitle, around.note, key)
    figure, found = panels(sheet, scenarios)
    left, right = _limits(steps)
    for panel, name in zip(found, scenarios, strict=True):
        inside = [step for step in steps if step.scenario == name]
        for i, player in enumerate(players):
            _line(panel.axes, [step for step in inside if step.player == player], i)
        mark = marks[name]
        if mark is not None and left <= mark <= right:
            panel.axes.axvline(mark, color=INK, lw=0.9, ls=(0, (4, 2)), zorder=2, label="_mark")
        panel.axes.set_xlim(left, right)
        _finish(panel.axes, panel.inches, axis if panel.lowest else "", panel.left)
    return figure


def _limits(steps: Sequence[Below]) -> tuple[float, float]:
    """Ends of the axis: all but the last thousandth of every player, and every mark."""
    lines: dict[tuple[str, str], list[Below]] = {}
    for step in steps:
        lines.setdefault((step.scenario, step.player), []).append(step)
    marks = [step.t for step in steps if step.mark]
    low = [max([s.t for s in line if s.share <= REST] or [line[0].t]) for line in lines.values()]
    high = [
        min([s.t for s in line if s.share >= 1 - REST] or [line[-1].t]) for line in lines.values()
    ]
    left, right = min(low + marks), max(high + marks)
    pad = 0.02 * (right - left) or 0.5
    return left - pad, right + pad


def _line(axes: Axes, steps: Sequence[Below], i: int) -> None:
    """The line of one player, a dot at the mark."""
    if not steps:
        return
    ts = [step.t for step in steps]
    low, high = ([getattr(step, end) for step in steps] for end in ("low", "high"))
    axes.fill_between(ts, low, high, step="pre", color=COLOURS[i], alpha=0.18, lw=0)
    axes.step(
        ts, [step.share for step in steps], where="pre", color=COLOURS[i], ls=LINES[i], lw=1.5,
        zorder=3, label="_curve",
    )  # fmt: skip
    for step in steps:
        if step.mark:
            axes.plot(
                [step.t], [step.share], MARKERS[i], color=COLOURS[i], ms=5, mec="white", mew=0.5,
                zorder=4,
            )  # fmt: skip


def _finish(axes: Axes, inches: float, axis: str, left: bool) -> None:
    axes.set_ylim(-0.02, 1.03)
    axes.axhline(0.5, color=SOFT, lw=0.4, ls=(0, (1, 3)), zorder=1)
    few_ticks(axes.xaxis, 8 if inches > 3 else 4)
    in_numbers(axes.xaxis)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    in_percent(axes.yaxis)
    axes.grid(axis="y")
    axes.set_xlabel(axis)
    axes.set_ylabel("below t, %" if left else "")


def _alt(items: Sequence[Told], steps: Sequence[Below], what: str, option: str) -> str:
    """Share at the mark and median of every player of the first scenarios."""
    said = []
    for name, inside in list(by_scenario(items))[:3]:
        marked = {s.player: s for s in steps if s.mark and s.scenario == name}
        for item in inside:
            text, step = item.player or "all", marked.get(item.player)
            if step is not None:
                share = shown(step.share, step.low, step.high, "share").whole
                text += f" {share} below {option} = {number(step.t)},"
            said.append(f"{text} median {_median(item)}")
        said[-len(inside)] = f"{name}: {said[-len(inside)]}"
    lines = "a line for each player" if len(players_in(items)) > 1 else "one line"
    units = all_of(item.part.unit for item in items)
    return f"Share of {units} below t, {what.lower()}, {lines}. {capital(listed(said))}."


def _median(item: Told) -> str:
    middle = quantiles_of(item.part, item.metric)[1]
    value = "beyond the histogram" if middle.value is None else number(middle.value)
    return f"{value} ({span(middle)})"
