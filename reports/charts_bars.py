"""How a column is spread over the matches: bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from textwrap import fill
from typing import TYPE_CHECKING

import pandas as pd

from analysis.quantile import quantile_intervals
from reports.figures_style import (
    COLOURS,
    HATCHES,
    INK,
    MOST_SERIES,
    Drawing,
    Sheet,
    bar_key,
    few_ticks,
    in_percent,
    sheet,
    styled,
)
from reports.parts import MOST_PANELS, drawn, reported, share_of, span
from reports.words import capital, label, listed, scenario_title, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.part import Part
    from analysis.study import Study
    from sim.engine.contract import Question
    from sim.tally import ColumnCounts

KEPT = 0.999  # of the matches lie within the bars drawn one by one
MOST_BARS = 36
WIDE = 3  # small panels side by side


@dataclass(frozen=True)
class Bar:
    """Matches whose value lies between two numbers; None where an end is open."""

    scenario: str
    label: str
    low_value: float | None
    high_value: float | None
    matches: int
    share: float
    low: float
    high: float


def histogram(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """Share of matches by value of a column, a bar for each scenario."""
    for i, name in enumerate(reported(study, question.of)):
        stem = f"q{number + 1:02}_{slug(question.title)}{f'_{i + 1}' if i else ''}"
        yield _histogram(study, question, number, name, stem)


def _histogram(study: Study, question: Question, number: int, name: str, stem: str) -> Drawing:
    parts, remark = drawn(study, MOST_PANELS)
    parts = [part for part in parts if name in part.columns]
    bins = _bins([part.tally.column(name) for part in parts])
    bars = [bar for part in parts for bar in _bars(part, name, bins)]
    what = label(study.plan.game.record, name)
    around = Sheet(question.title, f"{study.plan.game.title}. {capital(what)}", BAR_NOTE + remark)
    axis = f"{parts[0].tally.columns[name].unit} in a match"
    return Drawing(
        stem, question.title, _bar_alt(parts, name, what), draw_bars(bars, around, axis),
        pd.DataFrame([asdict(bar) for bar in bars]), f"question {number}", around.note,
    )  # fmt: skip


BAR_NOTE = "Thin lines: 95 % intervals, each for itself; where none is seen it is too short."


def _bins(counts: Sequence[ColumnCounts]) -> list[tuple[int, int]]:
    """Bins of each bar: those in use, neighbours together if too many, the last 0.1 % in one."""
    size = len(counts[0].histogram)
    used = [c.histogram.nonzero()[0] for c in counts if c.histogram.any()]
    first = min((int(bins[0]) for bins in used), default=0)
    last = max((int(bins[-1]) for bins in used), default=0)
    enough = first
    for c in counts:
        reached = c.under + c.histogram.cumsum()
        enough = max(enough, int(reached.searchsorted(KEPT * (c.matches - c.over))))
    step = -(-(min(enough, last) - first + 1) // MOST_BARS)
    bins = [(b, min(b + step, size)) for b in range(first, min(enough, last) + 1, step)]
    return [*bins, (bins[-1][1], size)] if last >= bins[-1][1] else bins


def _bars(part: Part, name: str, bins: Sequence[tuple[int, int]]) -> Iterator[Bar]:
    """Bars of one scenario: values below the histogram, within it, above it."""
    counts = part.tally.column(name)
    top = counts.low + len(counts.histogram) * counts.width - 1
    found: list[tuple[int | None, int | None, int]] = []
    if counts.under:
        found.append((None, counts.low - 1, counts.under))
    for begin, end in bins:
        low, high = counts.low + begin * counts.width, counts.low + end * counts.width - 1
        found.append((low, high, int(counts.histogram[begin:end].sum())))
    if counts.over:
        found.append((top + 1, None, counts.over))
    for low_value, high_value, matches in found:
        yield Bar(
            scenario_title(part.scenario.name), _bar_label(low_value, high_value, top, counts.scale),
            _scaled(low_value, counts.scale), _scaled(high_value, counts.scale), matches,
            *share_of(matches, counts.matches, part.scenario.block),
        )  # fmt: skip


def _scaled(value: int | None, scale: int) -> float | None:
    return None if value is None else value / scale


def _bar_label(low: int | None, high: int | None, top: int, scale: int) -> str:
    if low is None:
        return f"< {((high or 0) + 1) / scale:g}"
    if high is None:
        return f"> {(low - 1) / scale:g}"
    if low == high:
        return f"{low / scale:g}"
    return f"{low / scale:g}+" if high == top else f"{low / scale:g}\u2013{high / scale:g}"


@styled
def draw_bars(bars: Sequence[Bar], around: Sheet, axis: str) -> Figure:
    """Bars side by side for a few scenarios, small panels for many."""
    series = list(dict.fromkeys(bar.scenario for bar in bars))
    labels = _in_order(bars)
    if len(series) > MOST_SERIES or len(series) * len(labels) > 3 * MOST_BARS:
        return _small_bars(bars, series, labels, around, axis)
    key = bar_key(series) if len(series) > 1 else []
    figure = sheet(replace(around, key=key), 2.6)
    axes = figure.subplots()
    width = 0.8 / len(series)
    for i, name in enumerate(series):
        shift = (i - (len(series) - 1) / 2) * width
        _draw_bars(axes, [b for b in bars if b.scenario == name], labels, i, shift, width)
    _bar_axes(axes, labels, axis)
    return figure


def _in_order(bars: Sequence[Bar]) -> list[str]:
    """Labels from the lowest values to the highest."""
    keys = {bar.label: (bar.low_value is not None, bar.low_value or 0.0) for bar in bars}
    return sorted(keys, key=lambda text: keys[text])


def _draw_bars(
    axes: Axes, bars: Sequence[Bar], labels: Sequence[str], i: int, shift: float, width: float
) -> None:
    xs = [labels.index(bar.label) + shift for bar in bars]
    axes.bar(
        xs, [bar.share for bar in bars], width, color=COLOURS[i], hatch=HATCHES[i],
        edgecolor="white", linewidth=0.4,
    )  # fmt: skip
    axes.vlines(xs, [bar.low for bar in bars], [bar.high for bar in bars], color=INK, lw=0.7)


def _bar_axes(axes: Axes, labels: Sequence[str], axis: str, inches: float = 6.0) -> None:
    places = _ticks(labels, inches)
    axes.set_xticks(places, [labels[i] for i in places])
    half = max(len(labels) / 2 + 0.1, 2.0)
    axes.set_xlim((len(labels) - 1) / 2 - half, (len(labels) - 1) / 2 + half)
    axes.set_ylim(bottom=0)
    few_ticks(axes.yaxis, 5)
    in_percent(axes.yaxis)
    axes.grid(axis="y")
    axes.set_ylabel("share of matches, %")
    axes.set_xlabel(axis)


def _ticks(labels: Sequence[str], inches: float) -> list[int]:
    """Every so many labels, as there is room for, and the last."""
    room = max(2, int(inches / (0.075 * max(map(len, labels)) + 0.12)))
    last, step = len(labels) - 1, -(-len(labels) // room)
    return [i for i in range(0, last, step) if last - i >= step] + [last]


def _small_bars(
    bars: Sequence[Bar], series: Sequence[str], labels: Sequence[str], around: Sheet, axis: str
) -> Figure:
    lines = -(-len(series) // WIDE)
    figure = sheet(around, 1.65 * lines)
    grid = figure.subplots(lines, WIDE, sharex=True, sharey=True, squeeze=False)
    for place, axes in enumerate(grid.flat):
        if place >= len(series):
            axes.set_visible(False)
            continue
        inside = [bar for bar in bars if bar.scenario == series[place]]
        _draw_bars(axes, inside, labels, 0, 0, 0.85)
        lowest = place >= len(series) - WIDE
        _bar_axes(axes, labels, axis if lowest else "", inches=1.7)
        axes.tick_params(labelbottom=lowest)
        axes.set_title(fill(series[place], 30), size=7.5, pad=2)
        axes.set_ylabel("share, %" if place % WIDE == 0 else "")
    return figure


def _bar_alt(parts: Sequence[Part], name: str, what: str) -> str:
    said = []
    for part in parts[:3]:
        e = part.columns[name]
        middle = quantile_intervals(part.tally.column(name), [0.5])[0]
        text = shown(e.value, e.low, e.high, e.unit).whole
        median = "" if middle.value is None else f", median {middle.value:g} ({span(middle)})"
        said.append(f"{scenario_title(part.scenario.name)} mean {text}{median}")
    return f"Histogram of {what.lower()}: {listed(said)}."
