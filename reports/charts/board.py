"""Rates along one axis, such as the spaces of a board: simulated bars, exact ticks."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from reports.charts.style import COLOURS, INK, Sheet, few_ticks, in_percent, sheet, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.odds import Cell, Words

BOARD_NOTE = (
    "Orange lines: exact. Bars: simulated; thin black lines: 95 % intervals, each for itself, where "
    "they are long enough to be seen. Values that did not occur are left out."
)
NARROW = 10  # letters of a value's name before it breaks
MOST_STANDING = 16  # named values whose bars stand side by side
LINE = 0.145  # inches for a bar that lies
EXACT, SIMULATED = COLOURS[1], COLOURS[5]


@styled
def draw_board(
    cells: Sequence[Cell], names: Sequence[str], around: Sheet, words: Words | None = None
) -> Figure:
    """A bar for each value that occurred, a tick across it where the exact rate is known.

    Bars of many named values lie, the longest first.
    """
    words = words or {}
    found = [c for c in cells if c.value is not None and c.low is not None and c.high is not None]
    if words and len(found) > MOST_STANDING:
        return _lying(found, names, around, words)
    known = [c for c in found if c.exact is not None]
    figure = sheet(around, 2.6)
    axes = figure.subplots()
    xs = [c.column for c in found]
    axes.bar(xs, [c.value or 0.0 for c in found], 0.8, color=SIMULATED, zorder=2)
    axes.hlines(
        [c.exact or 0.0 for c in known], [c.column - 0.46 for c in known],
        [c.column + 0.46 for c in known], color=EXACT, lw=1.6, zorder=4, label="_exact",
    )  # fmt: skip
    axes.vlines(
        xs, [c.low or 0.0 for c in found], [c.high or 0.0 for c in found], color=INK, lw=0.8,
        zorder=3,
    )  # fmt: skip
    axes.set_ylim(bottom=0)
    axes.set_xlim(min(xs) - 0.8, max(xs) + 0.8)
    if words:
        axes.set_xticks(xs, [fill(words.get((0, x), str(x)), NARROW) for x in xs])
        axes.tick_params(axis="x", labelsize=6.5)
    else:
        few_ticks(axes.xaxis, 12, whole=True)
    few_ticks(axes.yaxis, 5)
    in_percent(axes.yaxis)
    axes.grid(axis="y")
    axes.set_xlabel(names[-1])
    axes.set_ylabel("rate, %")
    return figure


def _lying(found: Sequence[Cell], names: Sequence[str], around: Sheet, words: Words) -> Figure:
    """The same, a line for each value."""
    ranked = sorted(found, key=lambda c: (-(c.value or 0.0), c.column))
    ys = range(len(ranked))
    figure = sheet(around, 0.5 + LINE * len(ranked))
    axes = figure.subplots()
    axes.barh(ys, [c.value or 0.0 for c in ranked], 0.8, color=SIMULATED, zorder=2)
    known = [(y, c.exact) for y, c in zip(ys, ranked, strict=True) if c.exact is not None]
    axes.vlines(
        [exact for _, exact in known], [y - 0.46 for y, _ in known], [y + 0.46 for y, _ in known],
        color=EXACT, lw=1.6, zorder=4, label="_exact",
    )  # fmt: skip
    axes.hlines(
        ys, [c.low or 0.0 for c in ranked], [c.high or 0.0 for c in ranked], color=INK, lw=0.8,
        zorder=3,
    )  # fmt: skip
    axes.set_xlim(left=0)
    axes.set_ylim(len(ranked) - 0.4, -0.6)
    axes.set_yticks(ys, [words.get((0, c.column), str(c.column)) for c in ranked])
    axes.tick_params(axis="y", labelsize=6.5)
    few_ticks(axes.xaxis, 5)
    in_percent(axes.xaxis)
    axes.grid(axis="x")
    axes.set_ylabel(names[-1], rotation=0, ha="right", va="center")
    axes.set_xlabel("rate, %")
    return figure
