"""How a column is spread over the matches: bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import pandas as pd

from analysis.quantile import quantile_intervals
from reports.charts.style import (
    COLOURS,
    HATCHES,
    INK,
    LINES,
    MOST_SERIES,
    Drawing,
    Sheet,
    bar_key,
    few_ticks,
    in_percent,
    line_key,
    styled,
)
from reports.panels import Panel, panels
from reports.parts import MOST_PANELS, drawn, share_of, span
from reports.players import Told, series_names, told, who
from reports.units import all_of, each_of, per
from reports.words import capital, first_of, label, number, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Question
    from sim.tally import Spectrum

KEPT = 0.999  # of the matches lie within the bars drawn one by one
MOST_BARS = 36


@dataclass(frozen=True)
class Bar:
    """Matches whose value lies between two numbers; None where an end is open."""

    scenario: str
    player: str
    label: str
    low_value: float | None
    high_value: float | None
    matches: int
    share: float
    low: float
    high: float


def histogram(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """Share of matches by value of a column, a bar for each scenario, or player."""
    parts, remark = drawn(study, MOST_PANELS)
    for i, name in enumerate(question.of):
        items = told(parts, name)
        if not items:
            continue
        bins = _bins([item.part.tally.spectrum(item.metric) for item in items])
        bars = [bar for item in items for bar in _bars(item, bins)]
        what = label(study.plan.game.record, name)
        note = BAR_NOTE + who(items) + remark
        around = Sheet(question.title, f"{study.plan.game.title}. {capital(what)}", note)
        first = items[0].part
        units = [per(item.part, item.metric) for item in items]
        axis = f"{first.tally.columns[items[0].metric].unit} in a {each_of(units)}"
        share = f"share of {all_of(units)}, %"
        draw = draw_players if items[0].player else draw_bars
        yield Drawing(
            f"q{number + 1:02}_{slug(question.title)}{f'_{i + 1}' if i else ''}", question.title,
            _bar_alt(items, what), draw(bars, around, axis, share), _table(bars), f"question {number}",
            note,
        )  # fmt: skip


def _table(bars: Sequence[Bar]) -> pd.DataFrame:
    table = pd.DataFrame([asdict(bar) for bar in bars])
    return table if table["player"].any() else table.drop(columns="player")


BAR_NOTE = (
    "Thin lines, or bands: 95 % intervals, each for itself; where none is seen it is too short, or "
    "nothing occurred: see the numbers."
)


def _bins(counts: Sequence[Spectrum]) -> list[tuple[int, int]]:
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


def _bars(item: Told, bins: Sequence[tuple[int, int]]) -> Iterator[Bar]:
    """Bars of one scenario, or player: values below the histogram, within it, above it."""
    counts = item.part.spectrum(item.metric)
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
            *item.series, _bar_label(low_value, high_value, top, counts.scale),
            _scaled(low_value, counts.scale), _scaled(high_value, counts.scale), matches,
            *share_of(matches, counts.matches, counts.blocks),
        )  # fmt: skip


def _scaled(value: int | None, scale: int) -> float | None:
    return None if value is None else value / scale


def _bar_label(low: int | None, high: int | None, top: int, scale: int) -> str:
    if low is None:
        return f"< {number(((high or 0) + 1) / scale)}"
    if high is None:
        return f"> {number((low - 1) / scale)}"
    if low == high:
        return number(low / scale)
    first, last = number(low / scale), number(high / scale)
    return f"{first}+" if high == top else f"{first}\u2013{last}"


@styled
def draw_bars(bars: Sequence[Bar], around: Sheet, axis: str, share: str) -> Figure:
    """Bars side by side for a few scenarios, small panels for many."""
    series = list(dict.fromkeys(bar.scenario for bar in bars))
    labels = _in_order(bars)
    if len(series) > MOST_SERIES or len(series) * len(labels) > 3 * MOST_BARS:
        return _small_bars(bars, series, labels, around, (axis, share))
    key = bar_key(series) if len(series) > 1 else []
    figure, (panel,) = panels(replace(around, key=key), [""], tall=2.6)
    width = 0.8 / len(series)
    for i, name in enumerate(series):
        shift = (i - (len(series) - 1) / 2) * width
        _draw_bars(panel.axes, [b for b in bars if b.scenario == name], labels, i, shift, width)
    _bar_axes(panel, bars, (axis, share))
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
    seen = [(x, bar) for x, bar in zip(xs, bars, strict=True) if bar.matches]
    axes.vlines(
        [x for x, _ in seen], [b.low for _, b in seen], [b.high for _, b in seen], color=INK, lw=0.7
    )


def _bar_axes(panel: Panel, bars: Sequence[Bar], names: tuple[str, str]) -> None:
    """Axes for all bars of the figure, whichever of them the panel has."""
    axis, share = names
    labels = _in_order(bars)
    axes, places = panel.axes, _ticks(labels, panel.inches)
    axes.set_xticks(places, [labels[i] for i in places])
    half = max(len(labels) / 2 + 0.1, 2.0)
    axes.set_xlim((len(labels) - 1) / 2 - half, (len(labels) - 1) / 2 + half)
    axes.set_ylim(0, 1.05 * max(bar.high for bar in bars))
    few_ticks(axes.yaxis, 5)
    in_percent(axes.yaxis)
    axes.grid(axis="y")
    name = share if panel.inches > 4 else "share, %"
    axes.set_ylabel(name if panel.left else "")
    axes.set_xlabel(axis if panel.lowest else "")


def _ticks(labels: Sequence[str], inches: float) -> list[int]:
    """Every so many labels, as there is room for, and the last."""
    room = max(2, int(inches / (0.075 * max(map(len, labels)) + 0.12)))
    last, step = len(labels) - 1, -(-len(labels) // room)
    return [i for i in range(0, last, step) if last - i >= step] + [last]


def _small_bars(
    bars: Sequence[Bar], series: Sequence[str], labels: Sequence[str], around: Sheet,
    names: tuple[str, str],
) -> Figure:  # fmt: skip
    figure, found = panels(around, series)
    for panel, name in zip(found, series, strict=True):
        _draw_bars(panel.axes, [bar for bar in bars if bar.scenario == name], labels, 0, 0, 0.85)
        _bar_axes(panel, bars, names)
    return figure


@styled
def draw_players(bars: Sequence[Bar], around: Sheet, axis: str, share: str) -> Figure:
    """A panel for each scenario: bars of the players side by side, outlines where they are many."""
    scenarios, players = (list(dict.fromkeys(getattr(b, k) for b in bars)) for k in WHOSE)
    labels = _in_order(bars)
    crowded = len(players) * len(labels) > (MOST_BARS if len(scenarios) > 1 else 2 * MOST_BARS)
    key = (line_key if crowded else bar_key)(players)
    figure, found = panels(replace(around, key=key if len(players) > 1 else []), scenarios)
    width = 0.8 / len(players)
    for panel, name in zip(found, scenarios, strict=True):
        for i, player in enumerate(players):
            inside = [bar for bar in bars if (bar.scenario, bar.player) == (name, player)]
            shift = (i - (len(players) - 1) / 2) * width
            if crowded:
                _outline(panel.axes, inside, labels, i)
            else:
                _draw_bars(panel.axes, inside, labels, i, shift, width)
        _bar_axes(panel, bars, (axis, share))
    return figure


WHOSE = ("scenario", "player")


def _outline(axes: Axes, bars: Sequence[Bar], labels: Sequence[str], i: int) -> None:
    """One player's bars as a line around them, with a band of their intervals."""
    found = {bar.label: bar for bar in bars}
    edges = [x - 0.5 for x in range(len(labels) + 1)]
    share, low, high = (
        [getattr(found[text], end) if text in found else 0.0 for text in labels]
        for end in ("share", "low", "high")
    )
    axes.stairs(high, edges, baseline=low, fill=True, color=COLOURS[i], alpha=0.18, lw=0)
    axes.stairs(share, edges, color=COLOURS[i], ls=LINES[i], lw=1.4, label="_outline")


def _bar_alt(items: Sequence[Told], what: str) -> str:
    """Mean and median of the first scenarios."""
    names = series_names([item.series for item in items])
    some = list(dict.fromkeys(item.scenario for item in items))[:3]
    said = []
    for name, item in [(n, i) for n, i in zip(names, items, strict=True) if i.scenario in some]:
        e = item.part.columns[item.metric]
        middle = quantile_intervals(item.part.spectrum(item.metric), [0.5])[0]
        text = shown(e.value, e.low, e.high, e.unit).whole
        median = "" if middle.value is None else f", median {number(middle.value)} ({span(middle)})"
        said.append(f"{name} mean {text}{median}")
    return f"Histogram of {what.lower()}: {first_of(said, len(said), len(items))}."
