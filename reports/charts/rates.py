"""Rates of events within matches: the cells of every scenario whose law differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.estimate import rate_in_blocks
from reports.charts.board import BOARD_NOTE, draw_board
from reports.charts.odds import (
    CURVE_NOTE,
    MAP_NOTE,
    NUMBER,
    Cell,
    View,
    cell_table,
    draw_curves,
    draw_map,
    shown_cells,
)
from reports.charts.style import Drawing, Sheet
from reports.parts import MOST_ROWS, drawn, foremost
from reports.words import capital, fixed, percent, place, plural, shown, slug

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analysis.estimate import Estimate
    from analysis.part import Part
    from analysis.study import Study
    from sim.engine.contract import Matrix, Question, Rate

MOST_LAWS = 4  # scenarios drawn, if their laws or cells differ
MOST_AXES = 2  # of one map
MOST_CURVES = 8  # that can be told apart


def rates(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A map and curves for every law that differs; bars where there is one axis.

    Of three axes the first has a map for each of its values, of the foremost scenario alone.
    """
    rate = next(r for r in study.plan.game.record.rates if r.name == question.of[0])
    parts = sorted(drawn(study, MOST_ROWS)[0], key=lambda part: part is not foremost(study))
    deep = len(study.plan.game.record.matrix(rate.hits).axes) > MOST_AXES
    found = distinct_views(parts[:1], rate) if deep else distinct_views(parts, rate)[:MOST_LAWS]
    for view in found:
        stem = f"q{number + 1:02}_{slug(rate.name)}_{slug(view.title)}"
        subtitle = f"{study.plan.game.title}, {view.title}. {capital(rate.help)}"
        for kind in _kinds(view):
            note = _note(view, kind)
            around = Sheet(question.title, subtitle, note)
            yield Drawing(
                f"{stem}_{kind}", f"{question.title} {capital(view.title)}: {kind}",
                _alt(view, rate.help, kind),
                _draw(kind, view, around),
                cell_table(view), f"question {number}", note,
            )  # fmt: skip


def _kinds(view: View) -> tuple[str, ...]:
    """Charts of a view: curves too where they are few, not all one, and over numbers in order.

    One of many sheets is a map alone.
    """
    if len(view.axes) == 1:
        return ("board",)
    cells = shown_cells(view.cells)
    across = [text for (axis, _), text in view.words.items() if axis == 1]
    curves = not view.sheet and len({c.row for c in cells}) <= MOST_CURVES
    curves &= len({(c.value, c.exact) for c in cells}) > 1
    curves &= all(map(NUMBER.fullmatch, across))
    return ("map", "curves") if curves else ("map",)


def _draw(kind: str, view: View, around: Sheet) -> Figure:
    draw = {"curves": draw_curves, "map": draw_map, "board": draw_board}[kind]
    return draw(view.cells, view.axes, around, view.words)


def _note(view: View, kind: str) -> str:
    """How to read a figure, with or without exact values."""
    note = {"curves": CURVE_NOTE, "map": MAP_NOTE, "board": BOARD_NOTE}[kind]
    if any(c.exact is not None for c in view.cells):
        return note
    if kind == "curves":
        return f"Lines only join the marks. {note.partition('. ')[2]}"
    if kind == "board":
        return note.partition(". ")[2]
    return "Simulated, in percent. An empty cell did not occur in this run."


def distinct_views(parts: Sequence[Part], rate: Rate) -> list[View]:
    """Views of all scenarios, without those that add no cell to an earlier one of the same law."""
    found: list[View] = []
    for part in parts:
        for view in views(part, rate):
            alike = [v for v in found if v.law == view.law]
            seen = set().union(*(v.played for v in alike))
            if shown_cells(view.cells) and (not alike or view.played - seen):
                found.append(view)
    return found


def views(part: Part, rate: Rate) -> list[View]:
    """Cells of a scenario: of all seats together, or of each seat with a law of its own.

    Each value of an axis before the last two has cells of its own.
    """
    record = part.scenario.record
    matrix = record.matrix(rate.hits)
    axes = matrix.axes
    words, deep = _words(part, matrix), max(0, len(axes) - MOST_AXES)
    shown_words = {(axis - deep, v): text for (axis, v), text in words.items() if axis >= deep}
    anchors = [a for a in part.anchors if a.metric in record.rate_names(rate)]
    seats = sorted({a.seat for a in anchors if a.seat is not None})
    found = []
    for seat in seats or (None,):
        exact = {a.metric: a.value for a in anchors if a.seat in (seat, None)}
        sheets: dict[str, list[Cell]] = {}
        for metric, at in part.rate_cells(rate).items():
            values = [first + i for (_, first, _), i in zip(axes, at, strict=True)]
            over = ", ".join(_called(matrix, i, v) for i, v in enumerate(values[:deep]))
            *row, column = values[deep:]
            e = _estimate(part, rate, metric, at, seat)
            cell = _cell(row[0] if row else 0, column, exact.get(metric), e)
            sheets.setdefault(over, []).append(cell)
        names = tuple(name for name, _, _ in axes[deep:])
        for over, cells in sheets.items():
            found.append(View(part.scenario.name, seat, names, tuple(cells), shown_words, over))
    return found


def _called(matrix: Matrix, axis: int, value: int) -> str:
    """A value of an axis: its word, or `turn = 3`."""
    word = matrix.word(axis, value)
    return word if word != str(value) else f"{matrix.axes[axis][0]} = {value}"


def _words(part: Part, matrix: Matrix) -> dict[tuple[int, int], str]:
    """What the values of axes are called: contenders by their strategies, the rest by components."""
    seats, found = part.scenario.seats, {}
    for axis, (name, first, last) in enumerate(matrix.axes):
        for value in range(first, last + 1):
            if name.startswith("contender"):
                found[axis, value] = place("contender", value, seats)
            elif any(matrix.words):
                found[axis, value] = matrix.word(axis, value)
    return found


def _estimate(
    part: Part, rate: Rate, metric: str, place: tuple[int, ...], seat: int | None
) -> Estimate | None:
    if seat is None:
        return part.rates.get(metric)
    hits, trials = part.tally.rate(rate, place, seat)
    block = part.scenario.block
    return rate_in_blocks(metric, hits, trials, block) if trials >= block else None


def _cell(row: int, column: int, exact: float | None, e: Estimate | None) -> Cell:
    if e is None:
        return Cell(row, column, exact)
    return Cell(row, column, exact, e.value, e.low, e.high, e.n, e.method)


def _alt(view: View, help_text: str, kind: str) -> str:
    """How many cells there are, the range of rates, and the largest gap from the exact value."""
    cells = shown_cells(view.cells)
    played = [c for c in cells if c.value is not None]
    known = [c for c in played if c.exact is not None]
    word = {"map": "Heat map", "curves": "Curves", "board": "Bars"}[kind]
    thing = "combination" if len(view.axes) > 1 else "value"
    text = f"{word} of {help_text}, {view.title}: "
    text += f"{plural(len(played), thing)} of {' and '.join(view.axes)} occurred"
    if played:
        most, kind_of = max(played, key=lambda c: c.trials), "the most frequent"
        if len(view.axes) == 1:
            most, kind_of = max(played, key=lambda c: c.value or 0.0), "the likeliest"
        said = shown(most.value or 0.0, most.low or 0.0, most.high or 0.0, "share")
        values = (most.row, most.column)[-len(view.axes) :]
        cell = " and ".join(
            f"{name} = {view.words.get((axis, value), value)}"
            for axis, (name, value) in enumerate(zip(view.axes, values, strict=True))
        )
        text += f"; {kind_of}, {cell}, at {said.whole}"
        if most.exact is not None:
            text += f", exactly {percent(most.exact)}"
    gap = max((abs((c.value or 0.0) - (c.exact or 0.0)) for c in known), default=None)
    if gap is not None:
        text += f". The largest gap from an exact value is {fixed(100 * gap, 2)} percentage points"
    return text + "."
