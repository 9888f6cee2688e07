"""Many house rules one at a time: bars of what each changes, the largest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    BAND,
    COLOURS,
    INK,
    PAPER,
    SOFT,
    Drawing,
    Sheet,
    few_ticks,
    in_numbers,
    in_percent,
    sheet,
    styled,
)
from reports.page_effects import surely
from reports.parts import common_seats, played, seats_at
from reports.units import per
from reports.words import capital, first_of, label, percent, scenario_title, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.compare import Comparison
    from analysis.study import Study

MOST_BARS = 24
ROW, LINE = 0.2, 0.13  # inches: a bar, a line of its label
NAME = 40  # letters of a name before it breaks


@dataclass(frozen=True)
class Effect:
    """What a variant changes of one metric; `told` unless chance may explain it (Holm)."""

    variant: str
    metric: str
    label: str
    difference: float
    low: float
    high: float
    p_adjusted: float
    told: bool
    method: str
    unit: str
    per: str = "match"


def tornado(study: Study) -> Iterator[Drawing]:
    """A figure for each metric that some variant changes; the csv has all variants."""
    found: dict[str, list[Effect]] = {}
    for c in study.comparisons:
        effect = _effect(study, c)
        if effect is not None:
            found.setdefault(c.metric, []).append(effect)
    for number, effects in enumerate(found.values(), 1):
        ranked = sorted(effects, key=lambda e: -abs(e.difference))
        if not ranked[0].difference:
            continue
        kept = ranked[:MOST_BARS]
        margin = study.plan.config.margin if ranked[0].unit == "share" else 0.0
        title = f"What the house rules change: {ranked[0].label}"
        note = _note(ranked, margin, study.parts[0].unit)
        around = Sheet(title, f"{study.plan.game.title}. {played(study)}.", note)
        yield Drawing(
            f"effects_{number:02}_{ranked[0].metric}", title, _alt(ranked, title),
            draw_tornado(kept, around, margin), pd.DataFrame([asdict(e) for e in ranked]),
            "effects", note,
        )  # fmt: skip


def _effect(study: Study, c: Comparison) -> Effect | None:
    """A comparison as a bar; None for seats that everybody takes in turn or plays alike."""
    base = study.parts[0]
    s, column = base.scenario, base.tally.columns[c.metric]
    if c.metric.startswith("win_share_seat") and (s.rotated or len(set(s.seats)) == 1):
        return None
    named = seats_at(common_seats(study.parts), c.metric, s.rotated)
    share = column.high == column.scale
    return Effect(
        scenario_title(c.variant), c.metric, label(s.declared.record, c.metric, named),
        c.difference, c.low, c.high, c.p_adjusted, surely(c),
        c.method, "share" if share else column.unit, per(base, c.metric),
    )  # fmt: skip


def _note(ranked: Sequence[Effect], margin: float, counted: str) -> str:
    note = (
        f"Variant minus base, one rule at a time, paired by {counted} where both share their "
        "streams; "
        "thin lines: 95 % intervals, each for itself. Pale: chance may explain it (Holm, 5 %, over "
        "all variants and metrics)."
    )
    if margin:
        note += f" Grey band: less than {percent(margin)[:-2]} percentage points."
    rest = ranked[MOST_BARS:]
    if rest:
        e = rest[0]
        text = shown(abs(e.difference), 0.0, e.high - e.low, e.unit, difference=True)
        note += f" The other {len(rest)} rules change it by {text.point.lstrip('+')} at most."
    return note


def _alt(ranked: Sequence[Effect], title: str) -> str:
    told = [e for e in ranked if e.told]
    said = [
        f"{e.variant} {shown(e.difference, e.low, e.high, e.unit, difference=True).whole}"
        for e in told
    ]
    largest = f"Largest: {first_of(said, 5)}." if said else "None of them surely."
    return (
        f"Tornado chart, {title}: {len(told)} of {len(ranked)} rules change it beyond chance. "
        f"{largest}"
    )


@styled
def draw_tornado(effects: Sequence[Effect], around: Sheet, margin: float) -> Figure:
    """Bars from zero, their values beside them."""
    heights = [max(ROW, LINE * len(wrap(e.variant, NAME)) + 0.05) for e in effects]
    figure = sheet(around, 0.45 + sum(heights))
    axes = figure.subplots()
    if margin:
        axes.axvspan(-margin, margin, color=BAND, lw=0, zorder=0)
    top, places = 0.0, []
    for i, (effect, height) in enumerate(zip(effects, heights, strict=True)):
        if i % 2 == 0:
            axes.axhspan(top, top + height, color=PAPER, lw=0, zorder=-1)
        _bar(axes, effect, top + height / 2)
        places.append(top + height / 2)
        top += height
    axes.set_yticks(places, [fill(e.variant, NAME) for e in effects], size=7.5)
    axes.set_ylim(top, 0)
    _finish(axes, effects, margin)
    return figure


def _bar(axes: Axes, e: Effect, y: float) -> None:
    """One bar, its interval, its numbers to the right of the panel."""
    colour = COLOURS[0] if e.difference > 0 else COLOURS[1]
    axes.barh(
        y, e.difference, 0.13, color=colour, alpha=1.0 if e.told else 0.35, linewidth=0, zorder=2
    )
    axes.plot([e.low, e.high], [y, y], color=INK, lw=0.8, zorder=3, solid_capstyle="butt")
    text = shown(e.difference, e.low, e.high, e.unit, difference=True)
    unit = text.unit if e.unit == "share" else ""
    axes.text(
        1.012, y, f"{text.value} {unit}".strip() + f"  ({text.interval})", size=7,
        color=INK if e.told else SOFT, va="center", transform=axes.get_yaxis_transform(),
    )  # fmt: skip


def _finish(axes: Axes, effects: Sequence[Effect], margin: float) -> None:
    ends = [x for e in effects for x in (e.low, e.high)] + [-margin, margin, 0.0]
    pad = 0.05 * (max(ends) - min(ends))
    axes.set_xlim(min(ends) - pad, max(ends) + pad)
    share = effects[0].unit == "share"
    few_ticks(axes.xaxis, 5)
    (in_percent if share else in_numbers)(axes.xaxis, signed=True)
    axes.axvline(0, color=INK, lw=0.9, zorder=4)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    what = "percentage points" if share else f"{effects[0].unit} a {effects[0].per}"
    axes.set_xlabel(capital(f"variant minus base, {what}"))
