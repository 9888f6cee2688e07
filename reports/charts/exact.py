"""Exact curves of a game: nothing simulated, no intervals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    Drawing,
    Sheet,
    curve_key,
    curve_look,
    few_ticks,
    in_numbers,
    sheet,
    styled,
    upright,
)
from reports.parts import foremost
from reports.words import capital, listed, number, scenario_title, slug

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analysis.study import Study
    from sim.engine.contract import Curve, Question

APART = 0.08  # marks of neighbouring lines over one name
NOTE = "Exact values: they need no simulation."


def exact(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """One figure: the curve under the rules of the first scenario."""
    s = foremost(study).scenario
    forms = s.declared.closed_forms()
    assert forms is not None
    curve = forms.curves(s.rules, s.components).get(question.of[0])
    if curve is None:
        return
    title = f"{study.plan.game.title}. {scenario_title(s.name)}"
    around = Sheet(question.title, title, NOTE, curve_key(list(curve.lines)))
    yield Drawing(
        f"q{number + 1:02}_{slug(question.title)}", question.title, _alt(curve),
        draw_exact(curve, around), exact_table(curve), f"question {number}", NOTE,
    )  # fmt: skip


def exact_table(curve: Curve) -> pd.DataFrame:
    """The points of all lines."""
    rows = [
        (name, curve.names[int(x)] if curve.names else x, y)
        for name, points in curve.lines.items()
        for x, y in points
    ]
    return pd.DataFrame(rows, columns=["line", curve.x, curve.y])


@styled
def draw_exact(curve: Curve, around: Sheet) -> Figure:
    """Lines with a mark at each point, from zero; marks beside one another where x is a name."""
    figure = sheet(around, 2.8)
    axes = figure.subplots()
    for i, points in enumerate(curve.lines.values()):
        xs, ys = zip(*points, strict=True)
        look = {"ms": 4, "mec": "white", "mew": 0.4, "lw": 1.0, "label": "_curve", **curve_look(i)}
        if curve.names:
            look |= {"ms": 6, "ls": "none"}
            xs = tuple(x + APART * (i - (len(curve.lines) - 1) / 2) for x in xs)
        axes.plot(xs, ys, **look)
    axes.set_ylim(0, 1.05 * max(y for points in curve.lines.values() for _, y in points))
    if curve.names:
        axes.set_xticks(range(len(curve.names)), curve.names)
    else:
        whole = all(x.is_integer() for points in curve.lines.values() for x, _ in points)
        few_ticks(axes.xaxis, 10, whole=whole)
        in_numbers(axes.xaxis)
    few_ticks(axes.yaxis, 6)
    in_numbers(axes.yaxis)
    axes.grid(axis="y")
    axes.set_xlabel(capital(curve.x))
    upright(axes, curve.y, 2.4)
    return figure


def _called(curve: Curve, x: float) -> str:
    return curve.names[int(x)] if curve.names else number(x)


def _alt(curve: Curve) -> str:
    """Lowest and highest point of every line."""
    said = []
    for name, points in curve.lines.items():
        low, high = (f(points, key=lambda p: p[1]) for f in (min, max))
        said.append(
            f"{name} from {number(low[1])} at {_called(curve, low[0])} "
            f"to {number(high[1])} at {_called(curve, high[0])}"
        )
    return f"{'Dots' if curve.names else 'Lines'}, {curve.y} by {curve.x}: {listed(said)}."
