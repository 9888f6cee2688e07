"""Strategy against strategy: a heat map of points."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analysis.nouns import plural_of
from analysis.standings import mean_points
from reports.charts.style import SOFT, Drawing, Sheet, heat, sheet, styled
from reports.words import digits_for, fixed, percent, plural, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.points import MetaStudy
    from analysis.study import Study

CELL = 0.44  # inches


def strategy_matrix(study: Study) -> Iterator[Drawing]:
    """Points of the row's strategy against the column's, the best mean first."""
    meta = study.meta
    if meta is None or len(meta.names) < 2:
        return
    names = sorted(meta.names, key=lambda name: -mean_points(meta, name).value)
    unit = study.parts[0].unit
    games = plural(min(e.n for e in meta.points.values()), unit)
    par = percent(1 / meta.players)
    rest = "" if meta.players == 2 else f", one against {meta.players - 1} of the other"
    note = (
        f"Points of the row's strategy in percent (win share, {plural_of(unit)} without a "
        f"winner split evenly), below it half of its 95 % interval; grey: {par}, an equal share. "
        f"Best mean first. {games.capitalize()} a pair{rest}, seats balanced."
    )
    yield Drawing(
        "strategy_matrix", "Strategy against strategy", _alt(meta, names),
        draw_matrix(meta, names, Sheet("Strategy against strategy", study.plan.game.title, note)),
        matrix_table(meta, names), "meta", note,
    )  # fmt: skip


def matrix_table(meta: MetaStudy, names: list[str]) -> pd.DataFrame:
    """The numbers of the map, the equal share on its diagonal included."""
    rows = []
    for a in names:
        for b in names:
            e = meta.points.get((a, b)) if a != b else None
            par = 1 / meta.players
            rows.append(
                {"strategy": a, "against": b, "points": par, "low": par, "high": par, "n": 0,
                 "method": "equal share"}
                if e is None
                else {"strategy": a, "against": b, "points": e.value, "low": e.low,
                      "high": e.high, "n": e.n, "method": e.method}
            )  # fmt: skip
    return pd.DataFrame(rows)


@styled
def draw_matrix(meta: MetaStudy, names: list[str], around: Sheet) -> Figure:
    """Heat map; the text of a cell is its points and half of its interval."""
    par = 1 / meta.players
    values = np.array(
        [[meta.points[a, b].value if a != b else np.nan for b in names] for a in names]
    )
    figure = sheet(around, 0.6 + CELL * max(len(names), 2))
    axes = figure.subplots()
    ink = heat(axes, values, "viridis", 0, 1)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if i == j:
                _text(axes, j, i, percent(par)[:-2], "", SOFT)
            else:
                e = meta.points[a, b]
                half = 50 * (e.high - e.low)
                digits = min(2, digits_for(2 * half, 1))
                _text(
                    axes, j, i, fixed(100 * e.value, digits), f"\u00b1{fixed(half, digits)}",
                    ink(e.value),
                )  # fmt: skip
    axes.set_xticks(np.arange(len(names)) + 0.5, [fill(name, 14) for name in names])
    axes.set_yticks(np.arange(len(names)) + 0.5, [fill(name, 24) for name in names])
    axes.xaxis.tick_top()
    axes.set_xlabel("against", labelpad=7)
    axes.xaxis.set_label_position("top")
    if len(names) > 8:
        axes.tick_params(axis="x", labelrotation=45)
        for text in axes.get_xticklabels():
            text.set_horizontalalignment("left")
    return figure


def _text(axes: Axes, j: int, i: int, above: str, below: str, colour: str) -> None:
    lift = 0.12 if below else 0.0
    axes.text(j + 0.5, i + 0.5 - lift, above, ha="center", va="center", size=8.5, color=colour)
    axes.text(j + 0.5, i + 0.74, below, ha="center", va="center", size=6.2, color=colour)


def _alt(meta: MetaStudy, names: list[str]) -> str:
    first, last = mean_points(meta, names[0]), mean_points(meta, names[-1])
    best = shown(first.value, first.low, first.high, "share").whole
    worst = shown(last.value, last.low, last.high, "share").whole
    return (
        f"Heat map of {plural(len(names), 'strategy')} against "
        f"each other. The best mean has {names[0]} with {best} of the points, the lowest "
        f"{names[-1]} with {worst}."
    )
