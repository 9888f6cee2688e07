"""Rates by one or two whole numbers: simulated beside exact, as a map of cells, curves or bars."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from reports.charts.style import (
    WIDTH,
    Sheet,
    curve_key,
    curve_look,
    heat,
    in_percent,
    sheet,
    styled,
)
from reports.words import digits_for, fixed, scenario_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


CELL = 0.46  # inches
NUMBER = re.compile(r"≤?-?\d+\+?")  # also one that stands for all beyond it: 12+
SMALL_CELL = 0.25  # letters beside smaller ones are small
LEAST_CELL = 0.14
MOST_INCHES = 8.0  # of all rows without exact values
MOST_COLUMNS = 16
DODGE = 0.08  # between marks that would hide each other, in steps of the axis
NARROW = 12  # letters of a column's name before it breaks
LOW = 0.5  # curves below this are drawn larger
MOST_TICKS = 24
NEAR = 0.035  # rates closer than this hide each other

MAP_NOTE = (
    "Large: simulated, in percent. Small: exact. A paler cell has an exact value but did not "
    "occur in this run; an empty one has neither."
)
CURVE_NOTE = "Lines: exact. Marks: simulated, with 95 % intervals, each for itself."


@dataclass(frozen=True)
class Cell:
    """One combination of two whole numbers: its exact and its simulated rate, if there are any.

    With one axis all cells lie in row 0.
    """

    row: int
    column: int
    exact: float | None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    trials: int = 0
    method: str = ""


Words = Mapping[tuple[int, int], str]  # (axis, value): what the components call it


@dataclass(frozen=True)
class View:
    """The cells of one scenario, of one seat where its law depends on the seat."""

    scenario: str
    seat: int | None
    axes: tuple[str, ...]
    cells: tuple[Cell, ...]
    words: Words = field(default_factory=dict)
    sheet: str = ""  # value of a third axis, which has a map for each

    @property
    def law(self) -> Any:
        """The exact values."""
        return self.seat, self.sheet, [(c.row, c.column, c.exact) for c in self.cells]

    @property
    def played(self) -> set[tuple[int, int]]:
        """The cells that occurred."""
        return {(c.row, c.column) for c in self.cells if c.value is not None}

    @property
    def title(self) -> str:
        """Whose cells these are."""
        name = scenario_title(self.scenario)
        name += f", {self.sheet}" if self.sheet else ""
        return name if self.seat is None else f"{name}, seat {self.seat}"


def cell_table(view: View) -> pd.DataFrame:
    """The numbers of a map or of curves: every cell with an exact or a simulated value."""
    rows = [asdict(c) for c in shown_cells(view.cells)]
    table = pd.DataFrame(rows)
    table.insert(0, "scenario", view.title)
    for axis, side in enumerate(("row", "column")[-len(view.axes) :]):
        if view.words:
            table[side] = [view.words.get((axis, value), str(value)) for value in table[side]]
    if len(view.axes) == 1:
        table = table.drop(columns="row")
    names = {"row": view.axes[0], "column": view.axes[-1], "value": "simulated"}
    return table.rename(columns=names)


def shown_cells(cells: Sequence[Cell]) -> list[Cell]:
    """Cells that have something to show."""
    return [c for c in cells if c.exact is not None or c.value is not None]


@styled
def draw_map(
    cells: Sequence[Cell], names: Sequence[str], around: Sheet, words: Words | None = None
) -> Figure:
    """Heat map: simulated percent in every cell, below it the exact value.

    A map that is wider than high and too wide for its numbers lies on its side.
    """
    words, names, filled = words or {}, tuple(names), shown_cells(cells)
    rows, columns = (sorted({getattr(c, side) for c in filled}) for side in ("row", "column"))
    if len(columns) > MOST_COLUMNS and len(rows) < len(columns):
        rows, columns, names = columns, rows, names[::-1]
        filled = [replace(c, row=c.column, column=c.row) for c in filled]
        words = {(1 - axis, value): text for (axis, value), text in words.items()}
    values = np.full((len(rows), len(columns)), np.nan)
    paler = np.full_like(values, np.nan)
    for c in filled:
        target = paler if c.value is None else values
        target[rows.index(c.row), columns.index(c.column)] = c.exact if c.value is None else c.value
    high = CELL if any(c.exact is not None for c in filled) else min(CELL, MOST_INCHES / len(rows))
    figure = sheet(around, 0.5 + max(LEAST_CELL, high) * len(rows))
    axes = figure.subplots()
    pale = heat(axes, paler, "viridis", 0, 1, alpha=0.3)
    ink = heat(axes, values, "viridis", 0, 1)
    down, across = (
        [words.get((axis, value), str(value)) for value in used]
        for axis, used in enumerate((rows, columns))
    )
    wide = (WIDTH - 0.9 - 0.075 * max(map(len, down))) / len(columns)
    size, most = _letters(filled, wide, high)
    for c in filled:
        x, y = columns.index(c.column) + 0.5, rows.index(c.row) + 0.5
        colour = ink(c.value) if c.value is not None else pale(c.exact or 0.0)
        _annotate(axes, c, (x, y), colour, size, most)
    axes.set_xticks(np.arange(len(columns)) + 0.5, [fill(text, NARROW) for text in across])
    axes.set_yticks(np.arange(len(rows)) + 0.5, down)
    if max(map(len, across)) * 0.08 > wide:
        axes.tick_params(axis="x", labelsize=6.5)
    if high < SMALL_CELL:
        axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel(names[1])
    axes.set_ylabel(names[0], rotation=0, ha="right", va="center")
    return figure


def _letters(cells: Sequence[Cell], wide: float, high: float) -> tuple[float, int]:
    """Size of the numbers, in points, and decimals, so that each fits a cell of those inches."""
    for size, most in ((8.5, 2), (8.5, 1), (7.0, 1), (6.0, 1), (6.0, 0)):
        longest = max((len(_percent(c, most)) for c in cells if c.value is not None), default=0)
        if 0.0088 * size * longest <= wide and size / 72 < high:
            return size, most
    return 5.0, 0


def _digits(c: Cell, most: int) -> int:
    """Decimals of a cell: as many as its interval tells apart, at most so many."""
    if c.low is None or c.high is None:
        return min(most, 1)
    return min(most, digits_for(100 * (c.high - c.low), 1))


def _percent(c: Cell, most: int) -> str:
    return fixed(100 * (c.value or 0.0), _digits(c, most))


def _annotate(
    axes: Axes, c: Cell, at: tuple[float, float], colour: str, size: float, most: int
) -> None:
    """The numbers of a cell, simulated above exact."""
    x, y = at
    if c.value is not None and c.low is not None and c.high is not None:
        lift = 0.12 if c.exact is not None else 0.0
        text = _percent(c, most)
        axes.text(x, y - lift, text, ha="center", va="center", color=colour, size=size)
    if c.exact is not None:
        drop = 0.24 if c.value is not None else 0.0
        text = fixed(100 * c.exact, 0 if c.exact in (0, 1) else _digits(c, most))
        axes.text(x, y + drop, text, ha="center", va="center", color=colour, size=min(6.5, size))


@styled
def draw_curves(
    cells: Sequence[Cell], names: Sequence[str], around: Sheet, words: Words | None = None
) -> Figure:
    """A line for each row over the columns: exact line, simulated marks with intervals.

    Low rates fill the height.
    """
    words, filled = words or {}, shown_cells(cells)
    rows = sorted({c.row for c in filled})
    key = curve_key([_line_name(names[0], words.get((0, n), str(n))) for n in rows])
    figure = sheet(replace(around, key=key), 3.1)
    axes = figure.subplots()
    shifts = _shifts(filled)
    for i, n in enumerate(rows):
        _curve(axes, [c for c in filled if c.row == n], i, shifts)
    highest = max(x for c in filled for x in (c.exact, c.high) if x is not None)
    top = 1.0 if highest > LOW else highest or 1.0
    axes.set_ylim(-0.02 * top, 1.02 * top)
    in_percent(axes.yaxis)
    axes.set_ylabel("rate, %")
    axes.set_xlabel(names[1])
    columns = sorted({c.column for c in filled})
    ticks = columns[:: -(-len(columns) // MOST_TICKS)]
    axes.set_xticks(ticks, [words.get((1, n), str(n)) for n in ticks])
    axes.set_xlim(columns[0] - 0.3, columns[-1] + 0.3)
    axes.grid(axis="y")
    return figure


def _line_name(axis: str, word: str) -> str:
    """What a line stands for: a name says it alone, a number does not."""
    return f"{axis} = {word}" if NUMBER.fullmatch(word) else word


def _shifts(cells: Sequence[Cell]) -> dict[tuple[int, int], float]:
    """Marks of one column that lie on each other are moved apart."""
    shifts: dict[tuple[int, int], float] = {}
    for column in {c.column for c in cells}:
        marks = sorted(
            (c.value, c.row) for c in cells if c.column == column and c.value is not None
        )
        while marks:
            alike = [m for m in marks if m[0] - marks[0][0] < NEAR]
            marks = marks[len(alike) :]
            for i, (_, row) in enumerate(sorted(alike, key=lambda mark: mark[1])):
                shifts[row, column] = DODGE * (i - (len(alike) - 1) / 2)
    return shifts


def _curve(axes: Axes, cells: Sequence[Cell], i: int, shifts: dict[tuple[int, int], float]) -> None:
    look = curve_look(i)
    colour, marker = look.pop("color"), look.pop("marker")
    exact = [(c.column, c.exact) for c in cells if c.exact is not None]
    xs, ys = [x for x, _ in exact], [y for _, y in exact]
    axes.plot(xs, ys, color=colour, lw=1.1, zorder=2, label="_exact", **look)
    if not exact:
        seen = sorted((c.column + shifts[c.row, c.column], c.value) for c in cells)
        axes.plot(*zip(*seen, strict=True), color=colour, lw=0.7, zorder=2, label="_line", **look)
    for c in cells:
        if c.value is not None and c.low is not None and c.high is not None:
            x = c.column + shifts[c.row, c.column]
            axes.plot([x, x], [c.low, c.high], color=colour, lw=1.4, zorder=3)
            axes.plot(
                [x], [c.value], marker, color=colour, ms=5, mec="white", mew=0.5,
                zorder=4, clip_on=False, label="_value",
            )  # fmt: skip
