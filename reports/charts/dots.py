"""Dot plots: values with intervals, rows of metrics, scenarios told apart by colour and marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    BAND,
    COLOURS,
    INK,
    MARKERS,
    MOST_SERIES,
    PAPER,
    SIZES,
    SOFT,
    TALLEST,
    Sheet,
    few_ticks,
    in_numbers,
    in_percent,
    marker_key,
    rectangle,
    sheet,
    styled,
)
from reports.units import all_of, each_of
from reports.words import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SLOT, LINE, GAP = 0.165, 0.14, 0.1  # inches: a dot, a line of a label, between rows
PALE = 0.35  # how much of its colour is left of what chance may explain
PANEL = 0.62  # inches around the rows of a panel: title, axis, its label
FACET = PANEL + 0.2  # and around those of a panel whose title may have two lines
LABEL = 30  # letters of a row label before it breaks
NAME = 30  # letters of a scenario's name before it breaks
FACETS = 2  # panels side by side


@dataclass(frozen=True)
class Dot:
    """One value of one scenario; around `fair` a margin counts as balanced."""

    panel: str
    metric: str
    row: str
    series: str
    value: float
    low: float
    high: float
    n: int | None
    method: str
    unit: str
    fair: float | None = None
    margin: float = 0.0
    per: str = "match"
    pale: bool = False  # chance may explain it


def dot_table(dots: Sequence[Dot], scenario: str = "") -> pd.DataFrame:
    """The numbers a dot plot shows, one row a dot; with players of one `scenario` as series."""
    table = pd.DataFrame([asdict(dot) for dot in dots])
    if scenario:
        table.insert(0, "scenario", scenario)
    return table.rename(columns={"series": "player" if scenario else "scenario", "row": "label"})


def in_pages(dots: Sequence[Dot]) -> Iterator[list[Dot]]:
    """Dots in groups that fit on a page each: whole rows, or some scenarios if there are many."""
    if len({dot.series for dot in dots}) > MOST_SERIES:
        for alike in _alike(dots):
            yield from _facet_pages(alike)
        return
    shares = [dot for dot in dots if dot.unit == "share"]
    rest = [dot for dot in dots if dot.unit != "share"]
    if shares and rest and _height(dots) > TALLEST - 0.8:
        yield from in_pages(shares)
        yield from in_pages(rest)
        return
    page: list[Dot] = []
    for row in dict.fromkeys((dot.panel, dot.row) for dot in dots):
        more = [dot for dot in dots if (dot.panel, dot.row) == row]
        if page and _height([*page, *more]) > TALLEST - 0.8:
            yield page
            page = []
        page += more
    yield page


def _alike(dots: Sequence[Dot]) -> list[list[Dot]]:
    """Dots of rows that the same scenarios have, so that no panel has rows without a dot."""
    having: dict[tuple[str, str], set[str]] = {}
    for dot in dots:
        having.setdefault((dot.panel, dot.row), set()).add(dot.series)
    groups: dict[frozenset[str], list[Dot]] = {}
    for dot in dots:
        groups.setdefault(frozenset(having[dot.panel, dot.row]), []).append(dot)
    return list(groups.values())


def _facet_pages(dots: Sequence[Dot]) -> Iterator[list[Dot]]:
    """As many scenarios as a page has room for, if it can be in all panels; else some panels."""
    series = list(dict.fromkeys(dot.series for dot in dots))
    rows = list(dict.fromkeys((dot.panel, dot.row) for dot in dots))
    room, step = TALLEST - 0.8, _step(series)
    most = max(MOST_SERIES, int((room / -(-len(rows) // FACETS) - FACET) / step))
    for first in range(0, len(series), most):
        some = series[first : first + most]
        panels = FACETS * max(1, int(room / (FACET + len(some) * step)))
        for start in range(0, len(rows), panels):
            here = rows[start : start + panels]
            yield [d for d in dots if d.series in some and (d.panel, d.row) in here]


def _height(dots: Sequence[Dot]) -> float:
    panels = dict.fromkeys(dot.panel for dot in dots)
    return sum(_panel_height([dot for dot in dots if dot.panel == panel]) for panel in panels)


def _panel_height(dots: Sequence[Dot]) -> float:
    return PANEL + sum(height for _, height in _rows(dots))


def _rows(dots: Sequence[Dot]) -> list[tuple[str, float]]:
    """Row labels of a panel and the height each needs."""
    found = []
    for row in dict.fromkeys(dot.row for dot in dots):
        slots = len([dot for dot in dots if dot.row == row])
        found.append((row, max(slots * SLOT, len(wrap(row, LABEL)) * LINE) + GAP))
    return found


@styled
def draw_dots(
    dots: Sequence[Dot],
    around: Sheet,
    *,
    axis: str = "",
    difference: bool = False,
    many: bool = False,
    first: int = 0,
) -> Figure:
    """A panel for each unit; with `many` scenarios a panel for each metric, scenarios as rows.

    The first scenario has style number `first`, so that a scenario looks alike in all figures.
    """
    if many:
        return _facets(dots, around, axis, difference)
    series = list(dict.fromkeys(dot.series for dot in dots))
    panels = list(dict.fromkeys(dot.panel for dot in dots))
    heights = [_panel_height([d for d in dots if d.panel == panel]) for panel in panels]
    key = marker_key(series, first) if len(series) > 1 else []
    figure = sheet(replace(around, key=key), sum(heights))
    grid = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
    for axes, panel in zip(grid[:, 0], panels, strict=True):
        inside = [dot for dot in dots if dot.panel == panel]
        _panel(axes, inside, {name: i for i, name in enumerate(series, first)}, difference)
        if len(panels) > 1:
            axes.set_title(panel, pad=3)
        axes.set_xlabel(axis or _axis_label(inside, difference))
    return figure


def _panel(axes: Axes, dots: Sequence[Dot], looks: Mapping[str, int], difference: bool) -> None:
    left, right = _limits(dots, difference)
    top, ticks = 0.0, []
    for i, (row, height) in enumerate(_rows(dots)):
        inside = [dot for dot in dots if dot.row == row]
        if i % 2 == 0:
            axes.axhspan(top, top + height, color=PAPER, lw=0, zorder=0)
        first = top + height / 2 - (len(inside) - 1) * SLOT / 2
        for slot, dot in enumerate(inside):
            _dot(axes, dot, first + slot * SLOT, looks[dot.series])
            _number(axes, dot, first + slot * SLOT, difference)
        ticks.append((top + height / 2, fill(row, LABEL)))
        top += height
    axes.set_yticks([y for y, _ in ticks], [text for _, text in ticks])
    axes.set_ylim(top, 0)
    _finish(axes, left, right, dots[0].unit, difference)


def _dot(axes: Axes, dot: Dot, y: float, number: int) -> None:
    """Margin band, fair value, interval and value of one scenario."""
    if dot.fair is not None:
        low, width = dot.fair - dot.margin, 2 * dot.margin
        rectangle(axes, low, y - SLOT / 2, width, SLOT, color=BAND, lw=0, zorder=1)
        axes.plot([dot.fair] * 2, [y - SLOT / 2, y + SLOT / 2], color=SOFT, lw=0.9, zorder=2)
    colour, alpha = COLOURS[number], PALE if dot.pale else 1.0
    axes.plot(
        [dot.low, dot.high], [y, y], color=colour, alpha=alpha, lw=1.6, zorder=3,
        solid_capstyle="butt",
    )  # fmt: skip
    axes.plot(
        [dot.value], [y], MARKERS[number], color=colour, alpha=alpha, ms=SIZES[number], mec="white",
        mew=0.5, zorder=4, clip_on=False, label="_value",
    )  # fmt: skip


def _number(axes: Axes, dot: Dot, y: float, difference: bool) -> None:
    """Value and interval in words, to the right of the panel."""
    text = shown(dot.value, dot.low, dot.high, dot.unit, difference=difference)
    unit = text.unit if dot.unit == "share" else ""
    axes.text(
        1.012, y, f"{text.value} {unit}".strip() + f"  ({text.interval})", size=7,
        color=SOFT if dot.pale else INK, va="center", transform=axes.get_yaxis_transform(),
    )  # fmt: skip


def _limits(dots: Sequence[Dot], difference: bool) -> tuple[float, float]:
    """Ends of an axis that holds all intervals and bands; it starts at 0 where that is near."""
    bands = [x for d in dots if d.fair is not None for x in (d.fair - d.margin, d.fair + d.margin)]
    low = min([*(dot.low for dot in dots), *bands])
    high = max([*(dot.high for dot in dots), *bands])
    if difference:
        low, high = min(low, 0.0), max(high, 0.0)
    span = high - low or abs(high) or (0.1 if dots[0].unit == "share" else 1.0)
    if low == high:
        high = low + span
    pad = 0.05 * span
    if difference:
        return low - pad, high + pad
    if low >= 0 and low < 0.6 * span:
        low = 0.0
    if dots[0].unit == "share":
        return max(low - pad, -0.02 * span), min(high + pad, 1 + 0.02 * span)
    return (0.0 if low == 0 else low - pad), high + pad


def _finish(axes: Axes, left: float, right: float, unit: str, difference: bool) -> None:
    axes.set_xlim(left, right)
    few_ticks(axes.xaxis, 5)
    (in_percent if unit == "share" else in_numbers)(axes.xaxis, signed=difference)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    if difference:
        axes.axvline(0, color=INK, lw=0.9, zorder=2)


def _axis_label(dots: Sequence[Dot], difference: bool) -> str:
    unit, units = dots[0].unit, [dot.per for dot in dots]
    if unit == "share":
        what = f"share of {all_of(units)}, %"
        return "variant minus base, percentage points" if difference else what
    what = f"{unit} a {each_of(units)}"
    return f"variant minus base, {what}" if difference else what


def _facets(dots: Sequence[Dot], around: Sheet, axis: str, difference: bool) -> Figure:
    """A panel for each metric, a row for each scenario."""
    rows = list(dict.fromkeys((dot.panel, dot.row) for dot in dots))
    series = list(dict.fromkeys(dot.series for dot in dots))
    wide = min(FACETS, len(rows))
    lines = -(-len(rows) // wide)
    step = _step(series)
    figure = sheet(around, lines * (FACET + len(series) * step))
    grid = figure.subplots(lines, wide, squeeze=False, sharey=True)
    ys = {name: (i + 0.5) * step for i, name in enumerate(series)}
    for place, axes in enumerate(grid.flat):
        if place >= len(rows):
            axes.set_visible(False)
            continue
        inside = [dot for dot in dots if (dot.panel, dot.row) == rows[place]]
        for i in range(0, len(series), 2):
            axes.axhspan(i * step, (i + 1) * step, color=PAPER, lw=0, zorder=0)
        for dot in inside:
            _dot(axes, dot, ys[dot.series], 0)
        axes.set_title(fill(rows[place][1], 34 if wide == 2 else 60), pad=3, size=8)
        left, right = _limits(inside, difference)
        _finish(axes, left, right, inside[0].unit, difference)
        axes.set_xlabel(axis or _axis_label(inside, difference), size=7.5)
        axes.set_yticks([*ys.values()], [fill(name, NAME) for name in series], size=7)
        axes.set_ylim(len(series) * step, 0)
    return figure


def _step(series: Sequence[str]) -> float:
    """Height of a row that holds the longest name."""
    return 0.07 + 0.115 * max(len(wrap(name, NAME)) for name in series)
