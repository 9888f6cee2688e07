"""What other component values would change, in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.nouns import plural_of
from reports.page_tables import Table
from reports.parts import seats_at
from reports.units import per_what
from reports.words import (
    PLACE,
    SPACE,
    capital,
    fixed,
    label,
    listed,
    percent,
    place,
    plural,
    shown_estimate,
)

if TYPE_CHECKING:
    from analysis.resample import Conclusion, Spread
    from analysis.study import Study


def sentences(study: Study) -> Iterator[str]:
    """Each finding of the base scenario, and how often it holds under other values."""
    found = study.dependence
    if found is None:
        return
    yield (
        f"The component values were drawn anew {found.draws} times from the game's prior, and "
        f"{plural(found.matches, study.parts[0].unit)} played with each."
    )
    for conclusion in found.conclusions:
        yield f"{capital(_group(study, conclusion.group))}: {_said(study, conclusion)}."


def _group(study: Study, group: Sequence[str]) -> str:
    """What a group of columns is about: `win share by strategy`."""
    record = study.plan.game.record
    split = PLACE.fullmatch(group[0])
    if split is None:
        return listed([_name(study, metric) for metric in group])
    what = "win share" if split[1] == "win_share" else label(record, split[1]).lower()
    return f"{what} by {'seat' if split[2] == 'seat' else 'strategy'}"


def _said(study: Study, c: Conclusion) -> str:
    s, same = study.parts[0].scenario, shown_estimate(c.same).whole
    split = PLACE.fullmatch(c.found)
    if c.kind == "highest":
        who = _name(study, c.found)
        if split is not None:
            who = place(split[2], int(split[3]), s.seats if split[2] == "contender" else ())
        return f"{who} has the most, and has in {same} of the draws"
    margin = f"{percent(study.parts[0].margin)[:-2]} percentage points of an equal share"
    verdict = {"balanced": f"within {margin}", "unbalanced": f"not within {margin}"}
    said = verdict.get(c.found, c.found)
    if not c.undecided:
        return f"{said}, and so in {same} of the draws"
    short = f"too few {plural_of(study.parts[0].unit)} of {plural(c.undecided, 'draw')} to tell"
    if c.found == "undecided":
        return f"undecided; of the draws {short}"
    if c.decided is None:
        return f"{said}; {short}"
    agree = shown_estimate(c.decided).whole
    return f"{said}, and so in {agree} of the {plural(c.decided.n, 'draw')} that tell; {short}"


def _name(study: Study, metric: str) -> str:
    s = study.parts[0].scenario
    text = label(s.declared.record, metric, seats_at(s.seats, metric, s.rotated))
    return text[:1].lower() + text[1:]


def table(study: Study) -> Table | None:
    """Headline metrics over the draws; None without draws."""
    found = study.dependence
    if found is None:
        return None
    head = (
        "metric", "per", "these values", "10 %", "median", "90 %", "lowest", "highest",
        "sd by the values", "sd of one run",
    )  # fmt: skip
    base = study.parts[0]
    rows = tuple(
        (capital(_name(study, x.metric)), per_what(base, x.metric), *_cells(x))
        for x in found.spreads
    )
    return Table(head, rows, frozenset(range(2, len(head))), f"Over {found.draws} draws")


def _cells(x: Spread) -> Iterator[str]:
    share = x.unit == "share"
    scale, digits = (100.0, 1) if share else (1.0, 2 if abs(x.most) < 1000 else 0)
    for value in (x.base, x.low, x.median, x.high, x.least, x.most, x.between, x.noise):
        yield f"{fixed(scale * value, digits)}{SPACE + '%' if share else ''}"
