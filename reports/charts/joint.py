"""Heat maps of two columns together, and of strategy against strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.charts.style import (
    INK,
    TALLEST,
    WIDTH,
    Drawing,
    Sheet,
    heat,
    rectangle,
    sheet,
    styled,
    upright,
)
from reports.parts import foremost, share_of
from reports.players import Told, by_scenario, told, who
from reports.units import all_of
from reports.words import fixed, label, number, shown, slug

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Column, Question

KEPT = 0.999  # of the matches lie within the rows and columns drawn one by one
MOST_BINS = 16
MOST_SMALL = 6  # further scenarios, in small panels
WIDE = 3
ROOM = 84  # small letters below a row of maps
RANGE = "\u2013"  # between the first and the last of gathered values


@dataclass(frozen=True)
class Pair:
    """Matches with one value of the first column and one of the second."""

    scenario: str
    first: str
    second: str
    matches: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Grid:
    """A joint histogram cut to what is drawn, with the labels of its rows and columns."""

    scenario: str
    rows: list[str]
    columns: list[str]
    counts: np.ndarray
    matches: int
    blocks: int
    level: tuple[int, int] | None  # matches level for sure, and at most; None where nothing is

    @property
    def shares(self) -> np.ndarray:
        """Share of matches of each cell, NaN where none fell."""
        return np.where(self.counts > 0, self.counts / self.matches, np.nan)


def joint(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A large map of the first scenario, small ones of some others; of the first player in each."""
    one, other = ([items[0] for _, items in by_scenario(told(study.parts, name))] for name in question.of)  # fmt: skip
    pairs = list(zip(one, [item.metric for item in other], strict=True))
    pairs.sort(key=lambda pair: pair[0].part is not foremost(study))
    record = study.plan.game.record
    names = (label(record, question.of[0]), label(record, question.of[1]))
    stem = f"q{number + 1:02}_{slug(question.title)}"
    (grid,) = joint_grids(pairs[:1])
    units = all_of(item.part.unit for item in one)
    note = _note(grid, units) + who(one)
    around = Sheet(question.title, f"{study.plan.game.title}, {grid.scenario}", note)
    yield Drawing(
        stem, question.title, _alt(grid, names, units), draw_joint(grid, names, around),
        joint_table([grid]), f"question {number}", note,
    )  # fmt: skip
    if len(pairs) > 1:
        others = joint_grids(pairs[1 : 1 + MOST_SMALL])
        more = f" Only {MOST_SMALL} of them are drawn." if len(pairs) > 1 + MOST_SMALL else ""
        small = SMALL.format(units=units)
        around = Sheet(f"{question.title} (other scenarios)", study.plan.game.title, small + more)
        yield Drawing(
            f"{stem}_others", around.title, _alt(others[0], names, units),
            draw_small(others, names, around), joint_table(others), f"question {number}", small,
        )  # fmt: skip


SMALL = "Share of {units} in percent; cells below 1 % have colour alone, pale ones are empty."


def _note(grid: Grid, units: str) -> str:
    note = (
        f"Share of {units} in percent; a dot: below 0.05 %; pale: none. + gathers the values "
        f"beyond 99.9 % of the {units}."
    )
    return f"{note} Framed: level." if any(level_cells(grid)) else note


def joint_grids(pairs: Sequence[tuple[Told, str]]) -> list[Grid]:
    """Joint histograms up to where 99.9 % of the matches lie in each, the rest in the last bins."""
    counts = [one.part.tally.joint(one.metric, other) for one, other in pairs]
    known = pairs[0][0].part.tally.columns
    columns = [known[name] for name in (pairs[0][0].metric, pairs[0][1])]
    down, aside = [c.sum(axis=1) for c in counts], [c.sum(axis=0) for c in counts]
    starts, across = _starts(down), _starts(aside)
    found = []
    for (one, _), whole in zip(pairs, counts, strict=True):
        cut = np.add.reduceat(np.add.reduceat(whole, starts, axis=0), across, axis=1)
        found.append(
            Grid(
                one.whole, _labels(down, starts, columns[0]), _labels(aside, across, columns[1]),
                cut, one.part.tally.matches, one.part.tally.blocks, _level(whole, *columns),
            )
        )  # fmt: skip
    return found


def _starts(masses: Sequence[np.ndarray]) -> list[int]:
    """First bin of each row: bins in use one by one, or neighbours together where they are many."""
    used = [mass.nonzero()[0] for mass in masses]
    first = max(1, min(int(bins[0]) for bins in used))
    enough = max(int(mass.cumsum().searchsorted(KEPT * mass.sum())) for mass in masses)
    step = max(1, -(-(enough - first + 1) // MOST_BINS))
    below = [0] if any(mass[0] for mass in masses) else []
    return below + list(range(first, max(enough, first) + 1, step))


def _labels(masses: Sequence[np.ndarray], starts: Sequence[int], column: Column) -> list[str]:
    """Labels of the rows, the last with a + where it holds whatever lies beyond."""
    step = starts[-1] - starts[-2] if len(starts) > 2 else 1
    ends = [*starts[1:], min(starts[-1] + step, len(masses[0]) - 1)]
    labels = [_bin_label(*ends_of, column) for ends_of in zip(starts, ends, strict=True)]
    outside = starts[-1] >= len(masses[0]) - 1  # the bin of all values beyond the histogram
    if outside or any(mass[ends[-1] :].any() for mass in masses):
        labels[-1] = f"{number((column.low + (starts[-1] - 1) * column.width) / column.scale)}+"
    return labels


def _bin_label(begin: int, end: int, column: Column) -> str:
    """Values of the bins from `begin` to before `end`; bin 0 is that of all values below."""
    if begin == 0:
        return f"< {number(column.low / column.scale)}"
    low, high = (column.low + (i - 1) * column.width for i in (begin, end))
    first, last = number(low / column.scale), number((high - 1) / column.scale)
    return first if high - 1 <= low else f"{first}{RANGE}{last}"


def _level(whole: np.ndarray, one: Column, other: Column) -> tuple[int, int] | None:
    """Matches with the same value in both columns; beyond the histogram it is not known."""
    if (
        one.per_seat
        or one.width > 1
        or (one.low, one.width, one.unit) != (other.low, other.width, other.unit)
    ):
        return None
    corners = int(whole[0, 0]) + int(whole[-1, -1])
    inside = min(whole.shape) - 1  # a narrower histogram has values of the other one beyond it
    surely = int(np.trace(whole[1:inside, 1:inside]))
    hidden = int(whole[inside:-1, -1].sum()) + int(whole[-1, inside:-1].sum())
    return surely, surely + corners + hidden


def joint_table(grids: Sequence[Grid]) -> pd.DataFrame:
    """The numbers of the maps: every cell with a match."""
    pairs = []
    for grid in grids:
        for i, j in zip(*grid.counts.nonzero(), strict=True):
            hits = int(grid.counts[i, j])
            shares = share_of(hits, grid.matches, grid.blocks)
            pairs.append(Pair(grid.scenario, grid.rows[i], grid.columns[j], hits, *shares))
    return pd.DataFrame([asdict(pair) for pair in pairs])


@styled
def draw_joint(grid: Grid, names: tuple[str, str], around: Sheet) -> Figure:
    """Heat map of the share of matches, every cell in percent, level scores framed."""
    height = min(TALLEST - 1.5, 0.7 + max(0.34 * len(grid.rows), 0.8))
    figure = sheet(around, height)
    part = min(1.0, 0.75 * len(grid.columns) / 5.8)
    if part < 0.8:
        axes, beside = figure.subplots(1, 2, width_ratios=[part, 1 - part])
        beside.set_visible(False)
    else:
        axes = figure.subplots()
    _map(axes, grid, float(np.nanmax(grid.shares)), 7.5, 0.0005)
    axes.set_xlabel(names[1])
    upright(axes, names[0], height - 0.6)
    return figure


def _map(axes: Axes, grid: Grid, top: float, size: float, least: float) -> None:
    """One map; shares below `least` are dots, or nothing in small panels."""
    shares = grid.shares
    ink = heat(axes, shares, "viridis", 0, top)
    for i, j in zip(*grid.counts.nonzero(), strict=True):
        value = float(shares[i, j])
        text = fixed(100 * value, 1 if least < 0.01 else 0) if value >= least else "\u00b7"
        if value >= least or least < 0.01:
            axes.text(j + 0.5, i + 0.5, text, ha="center", va="center", size=size, color=ink(value))
    axes.set_xticks(np.arange(len(grid.columns)) + 0.5, grid.columns)
    axes.set_yticks(np.arange(len(grid.rows)) + 0.5, grid.rows)
    for i, j in level_cells(grid):
        rectangle(axes, j, i, 1, 1, fill=False, edgecolor=INK, lw=1.3, zorder=3, clip_on=False)


def level_cells(grid: Grid) -> Iterator[tuple[int, int]]:
    """Row and column of the cells that hold level matches only."""
    for i, row in enumerate(grid.rows if grid.level else []):
        one = not row.startswith("<") and not row.endswith("+") and RANGE not in row
        if one and row in grid.columns:
            yield i, grid.columns.index(row)


@styled
def draw_small(grids: Sequence[Grid], names: tuple[str, str], around: Sheet) -> Figure:
    """Maps side by side with the same rows, columns and scale of colours."""
    wide = min(WIDE, max(2, len(grids)))
    lines = -(-len(grids) // wide)
    figure = sheet(around, (WIDTH / wide - 0.1) * lines)
    top = max(float(np.nanmax(grid.shares)) for grid in grids)
    panels = figure.subplots(lines, wide, squeeze=False, sharex=True, sharey=True)
    for place, axes in enumerate(panels.flat):
        if place >= len(grids):
            axes.set_visible(False)
            continue
        _map(axes, grids[place], top, 5 if wide == WIDE else 6.5, 0.01)
        axes.set_title(fill(grids[place].scenario, 30), size=7.5)
        axes.tick_params(labelsize=6.5)
        step = -(-sum(len(text) + 1 for text in grids[0].columns) // (ROOM // wide))
        axes.set_xticks(axes.get_xticks()[::step], grids[0].columns[::step])
        axes.tick_params(labelbottom=place >= len(grids) - wide)
        axes.set_xlabel(fill(names[1], 30) if place >= len(grids) - wide else "", size=7)
        if place % wide == 0:
            upright(axes, names[0], 1.8, size=7)
    return figure


def _alt(grid: Grid, names: tuple[str, str], units: str) -> str:
    i, j = np.unravel_index(int(grid.counts.argmax()), grid.counts.shape)
    most = share_of(int(grid.counts[i, j]), grid.matches, grid.blocks)
    text = (
        f"Heat map of {names[0].lower()} (rows) by {names[1].lower()} (columns), "
        f"{grid.scenario}. Most common: {grid.rows[i]} and {grid.columns[j]}, "
        f"{shown(*most, 'share').whole} of {units}"
    )
    if grid.level:
        surely, possible = grid.level
        share, low, high = share_of(surely, grid.matches, grid.blocks)
        high = max(high, share_of(possible, grid.matches, grid.blocks)[2])
        least = "at least " * (possible > surely)
        text += f"; level in {least}{shown(share, low, high, 'share').whole}"
    return text + "."
