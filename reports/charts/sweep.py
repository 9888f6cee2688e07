"""What one numeric option changes: lines of columns over its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.style import (
    MOST_SERIES,
    SIZES,
    SOFT,
    Drawing,
    Sheet,
    curve_key,
    curve_look,
    few_ticks,
    in_numbers,
    in_percent,
    styled,
    upright,
)
from reports.panels import WIDE, Panel, panels
from reports.parts import MOST_PANELS, by_players, held, line_up, played
from reports.players import Told, told, who
from reports.sweeps import Sweep, sweeps
from reports.units import all_of, each_of, per
from reports.words import capital, first_of, label, number, shown, slug

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analysis.part import Part
    from analysis.study import Study
    from sim.engine.contract import Question

MOST_TOLD = 8  # lines told in words
DODGE = 0.006  # between lines, in lengths of the axis
FEW = 8  # panels from which on they are small


@dataclass(frozen=True)
class At:
    """One column of one player at one value of the option; `others` names further options."""

    option: str
    setting: float
    others: str
    scenario: str
    player: str
    metric: str
    label: str
    value: float
    low: float
    high: float
    n: int
    method: str
    unit: str
    per: str = "match"
    fair: float | None = None

    @property
    def line(self) -> str:
        """What tells its line from others."""
        return ", ".join(text for text in (self.others, self.player) if text)


def sweep(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A figure for each line-up and option, a panel for each column (and other options' values)."""
    names = question.of[:MOST_PANELS]
    most = min(MOST_SERIES, MOST_PANELS // len(names))
    every = [
        found for same in by_players(study.parts) for found in sweeps(same, question.varies, most)
    ]
    options = list(dict.fromkeys(found.option for found in every))
    for i, found in enumerate(every):
        ats, items = _ats(study, found, names)
        if not ats:
            continue
        name = found.option.replace("_", " ")
        title = (
            question.title if found.option == options[0] else f"{question.title} {capital(name)}"
        )
        fixed = ", ".join(text for text in (found.fixed, held(study, question.varies)) if text)
        title += f" ({fixed})" * bool(fixed)
        note = _note(ats, fixed) + who(items)
        inside = _parts(found)
        size = played(replace(study, parts=inside))
        subtitle = f"{study.plan.game.title}. {size}, {line_up(inside[0])}."
        again = sum(other.option == found.option for other in every[:i])
        yield Drawing(
            f"q{number + 1:02}_{slug(question.title)}_{slug(found.option)}{f'_{again + 1}' * (again > 0)}",
            title, _alt(ats, fixed),
            draw_sweep(ats, Sheet(title, subtitle, note), name),
            pd.DataFrame([asdict(at) for at in ats]), f"question {number}", note,
        )  # fmt: skip


def _parts(found: Sweep) -> list[Part]:
    return [step.part for step in found.steps]


def _note(ats: Sequence[At], fixed: str) -> str:
    note = (
        "Vertical lines: 95 % intervals, each for itself. Scenarios share deals and dice as far as "
        "their rules let them, so a line is smoother than its intervals."
    )
    if any(at.fair is not None for at in ats):
        note += " Dotted: a fair share, one over the number of players."
    return f"{note} Held: {fixed}." if fixed else note


def _ats(study: Study, found: Sweep, names: Sequence[str]) -> tuple[list[At], list[Told]]:
    """Every column at every value, column by column; and whom they tell of."""
    ats, items = [], []
    for name in names:
        text = label(study.plan.game.record, name)
        for step in found.steps:
            for item in told([step.part], name):
                e = item.part.columns[item.metric]
                items.append(item)
                ats.append(
                    At(
                        found.option, step.value, step.rest, item.scenario, item.player,
                        item.metric, text, e.value, e.low, e.high, e.n, e.method, e.unit,
                        per(item.part, item.metric), _fair(item),
                    )
                )  # fmt: skip
    return ats, items


def _fair(item: Told) -> float | None:
    """One over the number of players, of a column that is that when nothing matters."""
    part = item.part
    return 1 / part.scenario.players if part.tally.columns[item.metric].fair else None


@styled
def draw_sweep(ats: Sequence[At], around: Sheet, axis: str) -> Figure:
    """Lines of players in panels of columns and other options, or lines of other options."""
    groups = _panels(ats)
    lines = list(dict.fromkeys(_line_name(at, groups) for at in ats))
    key = curve_key(lines) if len(lines) > 1 else []
    sheet = replace(around, key=key)
    wide = 2 if len(groups) <= FEW else WIDE
    figure, found = panels(sheet, list(groups), wide=wide, same="none")
    ends = [at.setting for at in ats]
    width = max(ends) - min(ends)
    for panel, inside in zip(found, groups.values(), strict=True):
        for i, name in enumerate(lines):
            shift = DODGE * (i - (len(lines) - 1) / 2) * width
            _draw(panel, [at for at in inside if _line_name(at, groups) == name], i, shift)
        for fair in {at.fair for at in inside if at.fair is not None}:
            panel.axes.axhline(fair, color=SOFT, lw=0.9, ls=(0, (1, 3)), zorder=1, label="_fair")
        panel.axes.set_xlim(min(ends) - 0.04 * width, max(ends) + 0.04 * width)
        _finish(panel, [at for at in ats if at.label == inside[0].label], axis)
    return figure


def _panels(ats: Sequence[At]) -> dict[str, list[At]]:
    """What goes into each panel: a column, and where players share it one setting of the others."""
    apart = len({at.player for at in ats}) > 1 and len({at.others for at in ats}) > 1
    groups: dict[str, list[At]] = {}
    for at in ats:
        title = f"{at.label}, {at.others}" if apart else at.label
        groups.setdefault(title, []).append(at)
    return groups


def _line_name(at: At, groups: dict[str, list[At]]) -> str:
    """What a line is called in the key."""
    return at.player if f"{at.label}, {at.others}" in groups else at.line


def _draw(panel: Panel, ats: Sequence[At], i: int, shift: float) -> None:
    """One line with its dots and intervals."""
    if not ats:
        return
    look = curve_look(i)
    marker, axes = look.pop("marker"), panel.axes
    xs = [at.setting + shift for at in ats]
    axes.plot(xs, [at.value for at in ats], lw=1.1, zorder=2, label="_line", **look)
    axes.vlines(
        xs, [at.low for at in ats], [at.high for at in ats], color=look["color"], lw=1.3, zorder=3
    )
    for x, at in zip(xs, ats, strict=True):
        axes.plot(
            [x], [at.value], marker, color=look["color"], ms=0.9 * SIZES[i % len(SIZES)],
            mec="white", mew=0.5, zorder=4, clip_on=False, label="_value",
        )  # fmt: skip


def _finish(panel: Panel, alike: Sequence[At], axis: str) -> None:
    """Limits that hold the intervals of a column in all its panels."""
    axes, unit = panel.axes, alike[0].unit
    low, high = min(at.low for at in alike), max(at.high for at in alike)
    low = 0.0 if 0 <= low < 0.6 * high else low
    pad = 0.05 * (high - low) or 0.02
    axes.set_ylim(low - pad, high + pad)
    whole = all(at.setting.is_integer() for at in alike)
    few_ticks(axes.xaxis, 8 if panel.inches > 4 else 5, whole=whole)
    few_ticks(axes.yaxis, 5)
    in_numbers(axes.xaxis)
    (in_percent if unit == "share" else in_numbers)(axes.yaxis)
    axes.grid(axis="y")
    axes.set_xlabel(axis if panel.lowest else "")
    units = [at.per for at in alike]
    what = f"share of {all_of(units)}, %" if unit == "share" else f"{unit} a {each_of(units)}"
    if panel.inches > 4:
        upright(axes, f"{alike[0].label}, {what}", 2.4)
    else:
        axes.set_ylabel(what, size=7.5)


def _alt(ats: Sequence[At], fixed: str) -> str:
    """Both ends of the first lines."""
    said = []
    for key in dict.fromkeys((at.label, at.line) for at in ats):
        inside = [at for at in ats if (at.label, at.line) == key]
        first, last = inside[0], inside[-1]
        ends = [
            f"{shown(at.value, at.low, at.high, at.unit).whole} at {number(at.setting)}"
            for at in (first, last)
        ]
        said.append(f"{', '.join(k for k in key if k).lower()}: {' and '.join(ends)}")
    held = f", with {fixed}" if fixed else ""
    return f"Lines over {ats[0].option}{held}: {first_of(said, MOST_TOLD)}."
