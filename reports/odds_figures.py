"""Figures of `dreamodds odds`: a map and curves for every reading of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.charts.odds import (
    CURVE_NOTE,
    MAP_NOTE,
    Cell,
    View,
    cell_table,
    draw_curves,
    draw_map,
)
from reports.charts.style import Drawing, Sheet
from reports.words import slug
from sim.engine.errors import thousands


def draw_odds(
    title: str, reading: Mapping[str, str], rows: Sequence[Mapping[str, Any]], module: Any
) -> Iterator[Drawing]:
    """Heat map and curves of one reading; `rows` are those of the JSON document."""
    words = ", ".join(f"{key} = {word}" for key, word in reading.items())
    stem = slug("_".join(reading.values()))
    (first, long_first), (second, long_second) = module.AXES
    cells = tuple(_cell(row, first, second) for row in rows if row[first] > 0)
    view = View(words, None, (first, second), cells)
    around = f"{title}: {words}. {first}: {long_first}, {second}: {long_second}."
    played = sum(cell.trials for cell in cells)
    alt = (
        f"{module.TITLE} for {words}: {len(cells)} exact values, "
        f"{f'{thousands(played)} simulated placements beside them' if played else 'nothing simulated'}."
    )
    for kind, draw, note in (("map", draw_map, MAP_NOTE), ("curves", draw_curves, CURVE_NOTE)):
        figure = draw(cells, view.axes, Sheet(module.TITLE, around, note))
        yield Drawing(f"{stem}_{kind}", module.TITLE, alt, figure, cell_table(view), "odds", note)


def _cell(row: Mapping[str, Any], first: str, second: str) -> Cell:
    return Cell(
        row[first],
        row[second],
        row["exact"],
        row["simulated"],
        row["low"],
        row["high"],
        row["matches"],
        "wilson" if row["simulated"] is not None else "",
    )
