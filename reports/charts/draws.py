"""How far results rest on assumed values: every draw of other component values as a dot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.charts.style import (
    COLOURS,
    INK,
    Drawing,
    Sheet,
    few_ticks,
    in_numbers,
    in_percent,
    sheet,
    styled,
)
from reports.parts import seats_at
from reports.units import all_of, each_of, per
from reports.words import count, first_of, label, number, percent, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.resample import Dependence, Spread
    from analysis.study import Study

ROW = 0.34  # inches
NOTE = (
    "Small dots: one draw each. Bar: the middle 80 % of the draws. Diamond: the values of this "
    "run's component files."
)


def draws(study: Study) -> Iterator[Drawing]:
    """Headline metrics over the draws."""
    found = study.dependence
    if found is None:
        return
    part = study.parts[0]
    s = part.scenario
    names = {
        x.metric: label(s.declared.record, x.metric, seats_at(s.seats, x.metric, s.rotated))
        for x in found.spreads
    }
    played = f"{plural(found.draws, 'draw')} of {plural(found.matches, part.unit)} each"
    units = {x.metric: per(part, x.metric) for x in found.spreads}
    around = Sheet(
        "What if the components had other values?", f"{s.declared.title}, {played}.", NOTE
    )
    yield Drawing(
        "draws", around.title, _alt(found, names), draw_draws(found.spreads, names, units, around),
        table(found), "assumptions", NOTE,
    )  # fmt: skip


def table(found: Dependence) -> pd.DataFrame:
    """Every draw of every metric, with what the base has."""
    rows = []
    for spread in found.spreads:
        numbers = asdict(spread)
        values = numbers.pop("values")
        rows += [{**numbers, "draw": i, "value": v} for i, v in enumerate(values, 1)]
    return pd.DataFrame(rows)


@styled
def draw_draws(
    spreads: Sequence[Spread], names: dict[str, str], of: dict[str, str], around: Sheet
) -> Figure:
    """A panel for each unit, a row for each metric."""
    units = list(dict.fromkeys(spread.unit for spread in spreads))
    sizes = [sum(spread.unit == unit for spread in spreads) for unit in units]
    figure = sheet(around, ROW * len(spreads) + 0.5 * len(units))
    grid = figure.subplots(len(units), 1, squeeze=False, height_ratios=sizes)
    for unit, axes in zip(units, grid.flat, strict=True):
        inside = [spread for spread in spreads if spread.unit == unit]
        _panel(axes, inside, names)
        units_of = [of[spread.metric] for spread in inside]
        what = (
            f"share of {all_of(units_of)}, %"
            if unit == "share"
            else f"{unit} a {each_of(units_of)}"
        )
        axes.set_xlabel(what)
    return figure


def _panel(axes: Axes, spreads: Sequence[Spread], names: dict[str, str]) -> None:
    rng = np.random.default_rng(1)  # the dots' heights tell nothing
    for y, spread in enumerate(spreads):
        heights = y + rng.uniform(-0.22, 0.22, len(spread.values))
        axes.plot(spread.values, heights, "o", color=COLOURS[0], ms=2.6, alpha=0.45, mew=0)
        axes.plot([spread.low, spread.high], [y, y], color=COLOURS[0], lw=2.2, zorder=3)
        axes.plot([spread.base], [y], "D", color=COLOURS[1], ms=5, mec="white", mew=0.6, zorder=4)
        axes.plot([spread.median] * 2, [y - 0.16, y + 0.16], color=INK, lw=1, zorder=3)
    axes.set_yticks(range(len(spreads)), [fill(names[s.metric], 34) for s in spreads])
    axes.set_ylim(len(spreads) - 0.5, -0.5)
    few_ticks(axes.xaxis)
    (in_percent if spreads[0].unit == "share" else in_numbers)(axes.xaxis)
    axes.grid(axis="x")


def _alt(found: Dependence, names: dict[str, str]) -> str:
    said = []
    for spread in found.spreads:
        base, low, high = (_worded(x, spread.unit) for x in (spread.base, spread.low, spread.high))
        said.append(f"{names[spread.metric]} {base} here, {low} to {high} in the middle 80 %")
    return f"{count(found.draws)} draws of other component values: {first_of(said, 8)}."


def _worded(value: float, unit: str) -> str:
    return percent(value) if unit == "share" else f"{number(round(value, 2))} {unit}".rstrip()
