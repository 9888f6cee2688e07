"""How far some columns reach: the middle 80 % of the matches, median and mean, player by player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    COLOURS,
    INK,
    MARKERS,
    PAPER,
    SIZES,
    TALLEST,
    Drawing,
    Sheet,
    few_ticks,
    in_numbers,
    in_percent,
    marker_key,
    styled,
)
from reports.panels import WIDE, Panel, panels
from reports.parts import MOST_PANELS, drawn, quantiles_of
from reports.players import Told, told, who
from reports.words import capital, label, listed, number, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Question

SLOT, LINE, GAP = 0.165, 0.14, 0.12  # inches: a bar, a line of a label, between columns
LABEL = 26  # letters of a column's name before it breaks
AROUND = 0.55  # inches around the bars of a panel
MOST_SAID = 12  # bars told in words


@dataclass(frozen=True)
class Reach:
    """P10, P50, P90 and mean of one column of one player; None beyond the histogram, or open."""

    scenario: str
    player: str
    metric: str
    label: str
    p10: float | None
    p10_low: float | None
    p10_high: float | None
    p50: float | None
    p50_low: float | None
    p50_high: float | None
    p90: float | None
    p90_low: float | None
    p90_high: float | None
    mean: float
    mean_low: float
    mean_high: float
    n: int
    unit: str
    least: float
    most: float


def spread(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A figure for each unit: rows of columns in the order of the question."""
    found = [reach for name in question.of for reach in _reaches(study, name)]
    for i, unit in enumerate(dict.fromkeys(reach.unit for reach in found)):
        inside = [reach for reach in found if reach.unit == unit]
        most = min(MOST_PANELS, WIDE * max(1, int((TALLEST - 1.2) // (_height(inside) + 0.3))))
        parts, remark = drawn(study, most)
        names = list(dict.fromkeys(reach.scenario for reach in inside))[: len(parts)]
        inside = [reach for reach in inside if reach.scenario in names]
        items = [item for name in question.of for item in told(parts, name)]
        note = f"{NOTE}{_binned(items)}{who(items)}{remark}"
        around = Sheet(question.title, f"{study.plan.game.title}. {_what(inside)}", note)
        table = pd.DataFrame([asdict(reach) for reach in inside]).drop(columns=["least", "most"])
        yield Drawing(
            f"q{number + 1:02}_{slug(question.title)}{f'_{i + 1}' if i else ''}", question.title,
            _alt(inside), draw_spread(inside, around), table, f"question {number}", note,
        )  # fmt: skip


NOTE = (
    "Pale bar: 10 % of the values lie below, 10 % above it. Mark: median; tick: mean. Dark "
    "lines: 95 % intervals of the ends, the median and the mean, where they can be seen."
)


def _binned(items: Sequence[Told]) -> str:
    """How wide the bins are that quantiles are the middles of."""
    widths = {c.width / c.scale for c in (i.part.tally.columns[i.metric] for i in items)}
    wide = sorted(width for width in widths if width > 1)
    return f" Quantiles are middles of bins of {listed([number(w) for w in wide])}." if wide else ""


def _what(found: Sequence[Reach]) -> str:
    return capital(listed([text.lower() for text in dict.fromkeys(r.label for r in found)]))


def _reaches(study: Study, name: str) -> Iterator[Reach]:
    """One column of every player of every scenario."""
    for item in told(study.parts[:MOST_PANELS], name):
        yield reach_of(item, label(study.plan.game.record, name))


def reach_of(item: Told, text: str) -> Reach:
    """Quantiles and mean of one player's column."""
    counts, e = item.part.tally.spectrum(item.metric), item.part.columns[item.metric]
    a, b, c = ((q.value, q.low, q.high) for q in quantiles_of(item.part, item.metric))
    top = counts.low + counts.width * len(counts.histogram) - 1
    return Reach(
        *item.series, item.metric, text, *a, *b, *c, e.value, e.low, e.high, e.n, e.unit,
        counts.low / counts.scale, top / counts.scale,
    )  # fmt: skip


def _rows(found: Sequence[Reach]) -> list[tuple[str, float]]:
    """Column names and the height each needs, in the fullest panel."""
    players = len({reach.player for reach in found})
    texts = dict.fromkeys(reach.label for reach in found)
    return [(t, max(players * SLOT, len(wrap(t, LABEL)) * LINE) + GAP) for t in texts]


def _height(found: Sequence[Reach]) -> float:
    return AROUND + sum(height for _, height in _rows(found))


@styled
def draw_spread(found: Sequence[Reach], around: Sheet) -> Figure:
    """A panel for each scenario; a single one has its numbers beside it."""
    scenarios = list(dict.fromkeys(reach.scenario for reach in found))
    players = list(dict.fromkeys(reach.player for reach in found))
    key = marker_key(players) if len(players) > 1 else []
    height = _height(found)
    figure, grid = panels(replace(around, key=key), scenarios, tall=height, small=height + 0.3)
    for panel, name in zip(grid, scenarios, strict=True):
        _panel(panel, [reach for reach in found if reach.scenario == name], found, players)
        axis = found[0].unit if panel.lowest else ""
        panel.axes.set_xlabel("share, %" if axis == "share" else axis)
        few_ticks(panel.axes.xaxis, min(6, int(1.5 * panel.inches)))
    return figure


def _panel(
    panel: Panel, inside: Sequence[Reach], found: Sequence[Reach], players: Sequence[str]
) -> None:
    axes, beside = panel.axes, panel.left and panel.lowest and panel.inches > 4
    top, ticks = 0.0, []
    left, right = _limits(found)
    for i, (text, height) in enumerate(_rows(found)):
        if i % 2 == 0:
            axes.axhspan(top, top + height, color=PAPER, lw=0, zorder=0)
        first = top + height / 2 - (len(players) - 1) * SLOT / 2
        for reach in inside:
            if reach.label == text:
                number = players.index(reach.player)
                _bar(axes, reach, first + number * SLOT, number, (left, right))
                if beside:
                    _numbers(axes, reach, first + number * SLOT)
        ticks.append((top + height / 2, fill(text, LABEL)))
        top += height
    axes.set_yticks([y for y, _ in ticks], [text for _, text in ticks])
    axes.set_ylim(top, 0)
    axes.set_xlim(left, right)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    (in_percent if found[0].unit == "share" else in_numbers)(axes.xaxis)


def _limits(found: Sequence[Reach]) -> tuple[float, float]:
    """Ends of the axis: all that is drawn."""
    ends = [x for r in found for x in (*_ends(r), r.mean, r.p50) if x is not None]
    low, high = min(ends), max(ends)
    low = 0.0 if 0 <= low < 0.6 * (high - low) else low
    pad = 0.04 * (high - low) or 0.5
    return low - pad, high + pad


def _ends(reach: Reach) -> tuple[float, float]:
    """Ends of the bar; those of the histogram where a quantile lies beyond it."""
    low = reach.least if reach.p10 is None else reach.p10
    return low, reach.most if reach.p90 is None else reach.p90


def _bar(axes: Axes, reach: Reach, y: float, i: int, ends: tuple[float, float]) -> None:
    """Bar, intervals, mean and median of one player."""
    axes.plot(
        _ends(reach), [y, y], color=COLOURS[i], alpha=0.35, lw=5.5, solid_capstyle="butt", zorder=2,
        label="_bar",
    )  # fmt: skip
    for low, high in ((reach.p10_low, reach.p10_high), (reach.p50_low, reach.p50_high),
                      (reach.p90_low, reach.p90_high), (reach.mean_low, reach.mean_high)):  # fmt: skip
        line = ends[0] if low is None else low, ends[1] if high is None else high
        axes.plot(line, [y, y], color=INK, lw=0.7, zorder=3, solid_capstyle="butt", label="_range")
    axes.plot(
        [reach.mean], [y], "|", color=INK, ms=8, mew=1.3, zorder=5, clip_on=False, label="_mean"
    )
    if reach.p50 is not None:
        axes.plot(
            [reach.p50], [y], MARKERS[i], color=COLOURS[i], ms=SIZES[i], mec="white", mew=0.5,
            zorder=6, clip_on=False, label="_value",
        )  # fmt: skip


def _numbers(axes: Axes, reach: Reach, y: float) -> None:
    """Median and ends in words, to the right of the panel."""
    text = f"{_quantile(reach.p50)}  ({_quantile(reach.p10)} to {_quantile(reach.p90)})"
    axes.text(
        1.012, y, text, size=7, color=INK, va="center", transform=axes.get_yaxis_transform(),
    )  # fmt: skip


def _quantile(x: float | None) -> str:
    return "beyond" if x is None else number(x)


def _alt(found: Sequence[Reach]) -> str:
    """Median, middle 80 % and mean of the first scenario."""
    said = []
    for r in [r for r in found if r.scenario == found[0].scenario][:MOST_SAID]:
        name = f"{r.label.lower()}{f', {r.player}' if r.player else ''}"
        mean = shown(r.mean, r.mean_low, r.mean_high, r.unit).whole
        ends = f"{_quantile(r.p10)} to {_quantile(r.p90)}"
        said.append(f"{name}: median {_ranged(r)}, middle 80 % {ends}, mean {mean}")
    return f"Bars from P10 to P90, {found[0].scenario}: {'; '.join(said)}."


def _ranged(r: Reach) -> str:
    low, high = ("open" if x is None else number(x) for x in (r.p50_low, r.p50_high))
    return f"{_quantile(r.p50)} ({low} to {high})"
