"""What cards are worth: dots of the lift of every item, most valuable first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.dots import Dot, draw_dots, in_pages
from reports.charts.style import MOST_SERIES, Drawing, Sheet
from reports.parts import drawn, played
from reports.words import capital, item_title, listed, scenario_title, shown, slug
from sim.engine.contract import Contrast

if TYPE_CHECKING:
    from analysis.lift import Worth
    from analysis.study import Study
    from sim.engine.contract import Lift, Question

CONTRAST = (
    "Share won by those that have it, minus that by those that have not; 95 % intervals, each for "
    "itself, a match (or whatever is counted), or a block of them, being one trial."
)
NOTE = (
    "Mean result (won 1, drawn half) of the sides that have it, minus that of those it is held "
    "against, home and away averaged; 95 % intervals, each for itself, however both are correlated."
)


def lifts(study: Study, question: Question, number: int) -> Iterator[Drawing]:
    """A panel for each lift, a row for each item."""
    parts, remark = drawn(study, MOST_SERIES)
    known = [x for x in study.plan.game.record.screens if x.name in question.of]
    found = [(scenario_title(p.scenario.name), w) for p in parts for w in p.lifts]
    titles = _titles(known)
    panels = [dots for lift in known if (dots := _dots(lift, found, titles))]
    pages = list(in_pages([dot for dots in panels for dot in dots])) if panels else []
    if len(pages) > 1:
        pages = [page for dots in panels for page in in_pages(dots)]
    for i, page in enumerate(pages):
        one = len({dot.panel for dot in page}) == 1 < len(known)
        title = f"{question.title} {page[0].panel}" if one else question.title
        rows = {(dot.panel, dot.row) for dot in page}
        here = [x for x in known if any(capital(x.help) == panel for panel, _ in rows)]
        first = scenario_title(parts[0].scenario.name)
        screened = _screened(here, parts[0].lifts, first, titles)
        what = CONTRAST if any(isinstance(x, Contrast) for x in here) else NOTE
        note = f"{what} {screened}{remark}"
        around = Sheet(title, f"{study.plan.game.title}. {played(study)}.", note)
        stem = f"q{number + 1:02}_{slug(question.title)}{f'_{i + 1}' if i else ''}"
        yield Drawing(
            stem, title, _alt(page, title, screened),
            draw_dots(page, around, axis="win probability, percentage points", difference=True),
            _table(page, here, found, titles), f"question {number}", note,
        )  # fmt: skip


Titles = Mapping[tuple[str, str], str]


def _titles(known: Sequence[Lift | Contrast]) -> Titles:
    """What the items of lifts are called: by the components, or by their own names."""
    found = {}
    for lift in known:
        for item, text in zip(lift.items, lift.labels or [""] * len(lift.items), strict=True):
            found[lift.name, item] = text or item_title(item)
    return found


def _dots(lift: Lift | Contrast, found: Sequence[tuple[str, Worth]], titles: Titles) -> list[Dot]:
    """Items by their worth in the first scenario that knows them, the best first."""
    inside = [(name, w) for name, w in found if w.lift == lift.name]
    order: dict[str, float] = {}
    for _, w in inside:
        order.setdefault(w.item, -w.value)
    dots = [
        Dot(capital(lift.help), w.item, titles[w.lift, w.item], name, w.value, w.low, w.high, w.n,
            w.method, "share")
        for name, w in inside
    ]  # fmt: skip
    return sorted(dots, key=lambda dot: order[dot.metric])


def _screened(
    known: Sequence[Lift | Contrast], found: Sequence[Worth], scenario: str, titles: Titles
) -> str:
    """What the screen of one scenario shows: `Dealt: higher with A and B`."""
    said = []
    for lift in known:
        inside = [w for w in found if w.lift == lift.name]
        sides = []
        for side in ("higher", "lower"):
            names = [titles[w.lift, w.item] for w in inside if w.verdict == side]
            if names:
                sides.append(f"{side} with {listed(names)}")
        shows = ", ".join(sides) or "no difference shown"
        said.append(f"{capital(lift.help.partition(',')[0])}: {shows}.")
    return f"Screened at 5 % (Benjamini-Hochberg), {scenario}. {' '.join(said)}"


def _table(
    page: Sequence[Dot], known: Sequence[Lift | Contrast], found: Sequence[tuple[str, Worth]],
    titles: Titles,
) -> pd.DataFrame:  # fmt: skip
    """All numbers of the items on a page."""
    rows = {(dot.panel, dot.metric) for dot in page}
    panels = {lift.name: capital(lift.help) for lift in known}
    return pd.DataFrame(
        [
            {"scenario": name, "label": titles[w.lift, w.item], **asdict(w)}
            for name, w in found
            if (panels.get(w.lift, ""), w.item) in rows
        ]
    )


def _alt(dots: Sequence[Dot], title: str, screened: str) -> str:
    said = []
    for panel in dict.fromkeys(dot.panel for dot in dots):
        inside = [d for d in dots if (d.panel, d.series) == (panel, dots[0].series)]
        for dot in [inside[0], inside[-1]] if len(inside) > 1 else inside:
            text = shown(dot.value, dot.low, dot.high, dot.unit, difference=True)
            said.append(f"{dot.row} {text.whole} ({panel.lower()})")
    return f"Dot plot, {title} Most and least in {dots[0].series}: {listed(said)}. {screened}"
