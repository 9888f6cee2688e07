"""The figures of a report, drawn one at a time, and how a figure is saved."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports.charts_bars import histogram
from reports.charts_joint import joint
from reports.charts_meta import strategy_matrix
from reports.charts_odds import rates
from reports.charts_survival import survival
from reports.charts_values import effects, values, who_wins
from reports.figures_style import Drawing, style

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
}
DPI = 150


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
    yield from who_wins(study)
    for number, question in enumerate(study.plan.game.questions):
        yield from CHARTS[question.chart](study, question, number)
    yield from effects(study)
    yield from strategy_matrix(study)


def save(drawing: Drawing, folder: Path) -> Saved:
    """Write NAME.svg, NAME.png and NAME.csv."""
    from sim.store import write_atomically

    folder.mkdir(parents=True, exist_ok=True)
    for suffix, content in (
        ("svg", _svg(drawing)),
        ("png", _png(drawing)),
        ("csv", drawing.table.to_csv(index=False, lineterminator="\n").encode()),
    ):
        write_atomically(folder / f"{drawing.name}.{suffix}", content)
    return Saved(drawing.name, drawing.title, drawing.alt, drawing.section, drawing.note)


def _svg(drawing: Drawing) -> bytes:
    """The figure as SVG without date, links and foreign names; ids start with the figure's name."""
    with style():
        drawing.figure.draw_without_rendering()
        drawing.figure.set_layout_engine("none")  # the axes stay where they are now
        buffer = io.StringIO()
        nothing = {"Date": None, "Creator": None, "Format": None, "Type": None}
        drawing.figure.savefig(buffer, format="svg", metadata=nothing)
    text = buffer.getvalue()
    text = re.sub(r"<!DOCTYPE.*?>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    prefix = f"{drawing.name}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'(xlink:href="#|url\(#)', rf"\1{prefix}", text)
    return text.encode()


def _png(drawing: Drawing) -> bytes:
    buffer = io.BytesIO()
    with style():
        drawing.figure.savefig(buffer, format="png", dpi=DPI, metadata={"Software": None})
    return buffer.getvalue()
