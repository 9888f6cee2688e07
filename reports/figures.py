"""The figures of a report, drawn one at a time, and how a figure is saved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports.charts.bars import histogram
from reports.charts.below import below
from reports.charts.draws import draws
from reports.charts.exact import exact
from reports.charts.given import conditional
from reports.charts.joint import joint
from reports.charts.lift import lifts
from reports.charts.meta import strategy_matrix
from reports.charts.rates import rates
from reports.charts.spread import spread
from reports.charts.stack import bars, stack
from reports.charts.style import Drawing, rendered
from reports.charts.survival import survival
from reports.charts.sweep import sweep
from reports.charts.values import effects, values, who_wins
from reports.parts import asked, focused

if TYPE_CHECKING:
    from analysis.study import Study
    from sim.engine.contract import Question

Chart = Callable[["Study", "Question", int], Iterator[Drawing]]

CHARTS: dict[str, Chart] = {
    "rate": rates,
    "shares": values,
    "means": values,
    "joint": joint,
    "histogram": histogram,
    "survival": survival,
    "stack": stack,
    "bars": bars,
    "lift": lifts,
    "below": below,
    "given": conditional,
    "spread": spread,
    "sweep": sweep,
    "exact": exact,
}


@dataclass(frozen=True)
class Saved:
    """What a page needs to know of a figure on disk."""

    name: str
    title: str
    alt: str
    section: str
    note: str


def draw_all(study: Study) -> Iterator[Drawing]:
    """All figures in the order of the report, each drawn when it is asked for."""
    yield from who_wins(focused(study))
    for number, question, able in asked(study):
        yield from CHARTS[question.chart](able, question, number)
    yield from draws(study)
    yield from effects(study)
    yield from strategy_matrix(study)


def save(drawing: Drawing, folder: Path) -> Saved:
    """Write NAME.png, NAME.svg and NAME.csv."""
    from sim.store import write_atomically

    folder.mkdir(parents=True, exist_ok=True)
    png, svg = rendered(drawing.figure)
    csv = drawing.table.to_csv(index=False, lineterminator="\n")
    contents: dict[str, bytes | str] = {"png": png, "svg": _own(svg, drawing.name), "csv": csv}
    for suffix, content in contents.items():
        write_atomically(folder / f"{drawing.name}.{suffix}", content)
    return Saved(drawing.name, drawing.title, drawing.alt, drawing.section, drawing.note)


def _own(svg: str, name: str) -> str:
    """The SVG without links to other places; its ids start with the figure's name."""
    text = re.sub(r"<!DOCTYPE.*?>\s*|<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    return re.sub(r'(href="#|url\(#)', rf"\1{name}-", text)
