"""How long matches last, and how far a count goes: the share of more than x, with its quantiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from textwrap import fill
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    COLOURS,
    FAINT,
    LINES,
    MARKERS,
    MOST_SERIES,
    SOFT,
    Drawing,
    Sheet,
    few_ticks,
    in_numbers,
    in_percent,
    line_key,
    sheet,
    styled,
)
from reports.parts import MOST_PANELS, QUANTILES, cap_of, drawn, quantiles_of, share_of, span
from reports.players import Series, Told, series_names, told, who
from reports.units import all_of, each_of, per
from reports.words import (
    first_of,
    label,
    listed,
    number,
    shown,
    shown_estimate,
    slug,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Question

KEPT = 0.999  # of the matches end within the axis
WIDE = 3  # small panels side by side


@dataclass(frozen=True)
class Longer:
    """Share of matches with more than x; `kind` is curve, or P10, P50, P90 where x is a quantile.

    The interval of a curve is that of its share, the interval of a quantile that of x; None where
    it is open.
    """

    scenario: str
    player: str
    kind: str
    x: float
    share: float
    low: float | None
    high: float | None

    @property
    def series(self) -> Series:
        """The line it belongs to."""
        return self.scenario, self.player


def survival(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """Share of matches with more than x, a step line for each scenario, or player."""
    parts, remark = drawn(study, MOST_PANELS)
    for i, name in enumerate(question.of):
        items = told(parts, name)
        if len(items) > MOST_PANELS:
            remark = f" The first {MOST_PANELS} of {len(items)} lines."
        if items:
            stem = f"q{number + 1:02}_{slug(question.title)}{f'_{i + 1}' if i else ''}"
            what = label(study.plan.game.record, name)
            yield _survival(items[:MOST_PANELS], question, stem, what, remark, number)


def _survival(
    items: Sequence[Told], question: Question, stem: str, what: str, remark: str, number: int
) -> Drawing:
    points = [p for item in items for p in (*curve(item), *quantile_points(item))]
    game, unit = items[0].part.scenario.declared, items[0].part.tally.columns[items[0].metric].unit
    units = [per(item.part, item.metric) for item in items]
    firsts = list({item.scenario: item for item in reversed(items)}.values())[::-1]
    note = f"Dots: 10 %, 50 % and 90 % of {all_of(units)} have no more. {capped(firsts)}{who(items)}{remark}"
    around = Sheet(question.title, f"{game.title}. {what}", note)
    table = pd.DataFrame([asdict(point) for point in points])
    return Drawing(
        stem, question.title, _alt(items, unit),
        draw_survival(points, around, f"{unit} in a {each_of(units)} (x)"),
        table if table["player"].any() else table.drop(columns="player"), f"question {number}",
        note,
    )  # fmt: skip


def curve(item: Told) -> Iterator[Longer]:
    """Steps of one line, from just before the shortest match to where 99.9 % have ended."""
    counts = item.part.spectrum(item.metric)
    used = counts.histogram.nonzero()[0]
    first = max(0, int(used[0]) - 1) if len(used) else 0
    ended = counts.under
    for i, matches in enumerate(counts.histogram[first:].tolist(), first):
        ended += matches
        x = (counts.low + (i + 1) * counts.width - 1) / counts.scale
        shares = share_of(counts.matches - ended, counts.matches, counts.blocks)
        yield Longer(*item.series, "curve", x, *shares)
        if ended >= KEPT * counts.matches:
            return


def quantile_points(item: Told) -> Iterator[Longer]:
    """P10, P50 and P90 as points of the curve."""
    for q in quantiles_of(item.part, item.metric):
        if q.value is not None:
            kind = f"P{100 * q.p:.0f}"
            yield Longer(*item.series, kind, q.value, 1 - q.p, q.low, q.high)


def capped(items: Sequence[Told]) -> str:
    """How many matches, or parts of matches, were ended by a cap; an item of each scenario."""
    estimates = [cap_of(item.part, item.metric) for item in items]
    if not any(e.value for e in estimates):
        most = max(e.high for e in estimates)
        return f"No {each_of(per(item.part, item.metric) for item in items)} was ended by a cap (at most {shown(0, 0, most, 'share').high} %)."
    said = [
        f"{item.scenario} {shown_estimate(e).whole}"
        for item, e in zip(items, estimates, strict=True)
        if e.value
    ]
    return f"Ended by a cap, and counted at that length: {listed(said[:MOST_SERIES])}."


@styled
def draw_survival(points: Sequence[Longer], around: Sheet, axis: str) -> Figure:
    """All lines in one panel, or a small panel for each of many scenarios."""
    series = list(dict.fromkeys(point.series for point in points))
    names = series_names(series)
    many = len(series) > MOST_SERIES
    lines = -(-len(series) // WIDE) if many else 1
    key = line_key(names) if 1 < len(series) <= MOST_SERIES else []
    figure = sheet(replace(around, key=key), 1.65 * lines + 0.2 if many else 2.8)
    grid = figure.subplots(lines, WIDE if many else 1, sharex=True, sharey=True, squeeze=False)
    for place, axes in enumerate(grid.flat):
        if place >= len(series) and many:
            axes.set_visible(False)
            continue
        for i, key_of in enumerate(series):
            inside = [point for point in points if point.series == key_of]
            if not many or i == place:
                _line(axes, inside, 0 if many else i)
            else:
                xs = [p.x for p in inside if p.kind == "curve"]
                ys = [p.share for p in inside if p.kind == "curve"]
                axes.step(xs, ys, where="post", color=FAINT, lw=0.8, zorder=1)
        if many:
            axes.set_title(fill(names[place], 30), size=7.5, pad=2)
        lowest = not many or place >= len(series) - WIDE
        _finish(axes, points, axis if lowest else "", place % WIDE == 0)
        axes.tick_params(labelbottom=lowest)
    return figure


def _line(axes: Axes, points: Sequence[Longer], i: int) -> None:
    steps = [point for point in points if point.kind == "curve"]
    xs = [min(0.0, steps[0].x - 1), *(p.x for p in steps)]
    low, high = ([getattr(p, end) for p in steps] for end in ("low", "high"))
    axes.fill_between(
        xs, [1.0, *low], [1.0, *high], step="post", color=COLOURS[i], alpha=0.18, lw=0,
    )  # fmt: skip
    axes.step(
        xs, [1.0, *(p.share for p in steps)], where="post", color=COLOURS[i], ls=LINES[i], lw=1.5,
        zorder=3, label="_curve",
    )  # fmt: skip
    for p in points:
        if p.kind != "curve":
            ends = xs[0] if p.low is None else p.low, xs[-1] if p.high is None else p.high
            axes.plot(ends, [p.share] * 2, color=COLOURS[i], lw=1.2, zorder=3)
            axes.plot(
                [p.x], [p.share], MARKERS[i], color=COLOURS[i], ms=5, mec="white", mew=0.5, zorder=4
            )


def _finish(axes: Axes, points: Sequence[Longer], axis: str, left: bool) -> None:
    last = max(point.x for point in points)
    first = min(point.x for point in points) - 1
    first = 0 if 0 <= first < 0.5 * last else first
    axes.set_xlim(first, last + 0.02 * (last - first) + 0.5)
    axes.set_ylim(-0.02, 1.03)
    for level in QUANTILES:
        axes.axhline(level, color=SOFT, lw=0.4, ls=(0, (1, 3)), zorder=1)
    few_ticks(axes.xaxis, 8, whole=all(float(point.x).is_integer() for point in points))
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    in_numbers(axes.xaxis)
    in_percent(axes.yaxis)
    axes.grid(axis="y")
    axes.set_xlabel(axis)
    axes.set_ylabel("more than x, %" if left else "")


def _alt(items: Sequence[Told], unit: str) -> str:
    """Median and middle 80 % of the first lines."""
    said = []
    names = series_names([item.series for item in items])
    for name, item in list(zip(names, items, strict=True))[: MOST_SERIES if items[0].player else 3]:
        found = quantiles_of(item.part, item.metric)
        if all(q.value is not None for q in found):
            low, middle, high = (f"{number(q.value or 0.0)} ({span(q)})" for q in found)
            said.append(f"{name} median {middle} {unit}, the middle 80 % from {low} to {high}")
    units = all_of(per(item.part, item.metric) for item in items)
    return f"Share of {units} with more than x: {first_of(said, len(said), len(items)) or 'no quantile in range'}."
