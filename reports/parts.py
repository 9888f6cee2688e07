"""What figures and tables ask of the parts of a study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.estimate import rate
from analysis.quantile import Quantile, quantile_intervals
from reports.sweeps import sweeps
from reports.words import SPACE, capital, count, grid_keys, listed, number, plain, plural

if TYPE_CHECKING:
    from analysis.estimate import Estimate
    from analysis.part import Part
    from analysis.study import Study
    from sim.engine.contract import Question

QUANTILES = (0.1, 0.5, 0.9)
NEARLY_ALL = 0.99
TAIL = 3  # times as long as nearly all
MANY = 15  # variants beyond which each is told by its effects alone
MOST_ROWS = 60  # scenarios drawn as rows of dots
MOST_PANELS = 15  # scenarios drawn in a panel each


def drawn(study: Study, most: int) -> tuple[list[Part], str]:
    """The scenarios a figure has room for, and a remark on those left out."""
    every = study.parts
    if len(every) <= most:
        return every, ""
    near = nearest(every) if study.plan.config.grid else []
    if near and len(near) <= most:
        options = ", ".join(f"{k.replace('_', ' ')} {plain(v)}" for k, v in centre(every).items())
        remark = (
            f" Of {len(every)} scenarios the {len(near)} that differ from {options} in one option"
        )
        return near, f"{remark}, and that one." if len(near) > 1 else f"{remark} at most."
    return every[:most], f" The first {most} of {len(every)} scenarios."


def centre(parts: Sequence[Part]) -> dict[str, Any]:
    """Values of the options that a grid varies, as printed where they are in it, else the first."""
    values = [part.scenario.rules.model_dump() for part in parts]
    usual = type(parts[0].scenario.rules)().model_dump()
    found = {}
    for name, first in values[0].items():
        seen = [each[name] for each in values]
        if any(value != first for value in seen):
            found[name] = usual[name] if usual[name] in seen else first
    return found


def nearest(parts: Sequence[Part]) -> list[Part]:
    """The scenarios of a grid that differ from its centre in one option, or none."""
    middle, found = centre(parts), []
    for part in parts:
        here = part.scenario.rules.model_dump()
        if middle and sum(here[name] != value for name, value in middle.items()) <= 1:
            found.append(part)
    return found


def foremost(study: Study) -> Part:
    """The scenario that is told where there is room for one: of a grid the centre, if played."""
    if not study.plan.config.grid:
        return study.parts[0]
    middle = centre(study.parts)
    for part in study.parts:
        here = part.scenario.rules.model_dump()
        if all(here[name] == value for name, value in middle.items()):
            return part
    return study.parts[0]


def asked(study: Study) -> Iterator[tuple[int, Question, Study]]:
    """The questions that some scenario can answer, numbered, each with those that can."""
    for place, question in enumerate(study.plan.game.questions):
        if question.chart == "sweep":
            alike = [replace(study, parts=same) for same in by_players(study.parts)]
            lines = [varied(s.parts, question.varies, foremost(s)) for s in alike]
            parts = [p for same in lines if sweeps(same, question.varies) for p in same]
        elif question.varies:
            parts = varied(study.parts, question.varies, foremost(study))
        else:
            parts = [part for part in focused(study).parts if answers(part, question)]
        if parts:
            yield place, question, replace(study, parts=parts)


def focused(study: Study) -> Study:
    """A run of many house rules is told by its base: what each changes is told by the effects."""
    many = len({c.variant for c in study.comparisons}) > MANY
    return replace(study, parts=study.parts[:1]) if many else study


def by_players(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """The scenarios that the same players play, line-up by line-up."""
    left = list(parts)
    while left:
        players = left[0].scenario.policies
        yield [part for part in left if part.scenario.policies == players]
        left = [part for part in left if part.scenario.policies != players]


def varied(parts: Sequence[Part], options: Sequence[str], base: Part) -> list[Part]:
    """Scenarios that differ from `base` in these options alone; none if there are no two."""
    found, theirs = [], base.scenario.rules.model_dump()
    for part in parts:
        here = part.scenario
        differs = {n for n, value in here.rules.model_dump().items() if value != theirs[n]}
        alike = here.policies == base.scenario.policies and differs <= set(options)
        if part is base or (alike and differs):
            found.append(part)
    return found if len(found) > 1 else []


def held(study: Study, options: Sequence[str]) -> str:
    """Other options of a grid, at the values of the scenarios that differ in these alone."""
    grid = study.plan.config.grid.get("rules", {})
    rules = study.parts[0].scenario.rules.model_dump()
    still = [name for name, values in grid.items() if len(values) > 1 and name not in options]
    return ", ".join(f"{name.replace('_', ' ')} {plain(rules[name])}" for name in still)


def answers(part: Part, question: Question) -> bool:
    """Whether a scenario keeps what a question is about."""
    record = part.scenario.record
    if question.chart == "exact":
        return True
    if question.chart in ("joint", "given"):
        return question.of in {(joint.first, joint.second) for joint in record.joints}
    known = {name for name in question.of if _placed(part, name)}
    known |= {rate.name for rate in record.rates} | {x.name for x in record.screens}
    return not known.isdisjoint(question.of)


def reported(study: Study, names: Sequence[str]) -> list[str]:
    """Reported columns that a question means: a per-seat column is one for each player.

    Players are the contenders where they change seats, else the seats.
    """
    found = [m for name in names for part in study.parts for m in _placed(part, name)]
    return list(dict.fromkeys(found))


def _placed(part: Part, name: str) -> list[str]:
    return [metric for metric in part.placed([name]) if metric in part.columns]


def common_seats(parts: Sequence[Part]) -> tuple[str, ...]:
    """Strategies of the seats where every scenario has the same, else nothing."""
    line_ups = {part.scenario.seats for part in parts}
    return next(iter(line_ups)) if len(line_ups) == 1 else ()


def seats_at(part_seats: Sequence[str], metric: str, rotated: bool) -> Sequence[str]:
    """Strategies to name beside a metric: a seat has none where contenders change seats."""
    return () if rotated and "_seat" in metric else part_seats


def line_up(part: Part) -> str:
    """Who plays: `heuristic at every seat`, `random against heuristic, changing seats`."""
    seats = part.scenario.seats
    if len(set(seats)) == 1:
        return f"{seats[0]} at every seat"
    return f"{' against '.join(seats)}{', changing seats' if part.scenario.rotated else ''}"


def played(study: Study) -> str:
    """How much was played: `4 scenarios of 50 000 matches`."""
    size = listed([_size(study.parts, unit) for unit in dict.fromkeys(p.unit for p in study.parts)])
    if len(study.parts) == 1:
        return f"{capital(size)}, {line_up(study.parts[0])}"
    keys = grid_keys(study.parts[0].scenario.name)
    return f"{len(study.parts)} scenarios{f' ({keys})' if keys else ''} of {size}"


def _size(parts: Sequence[Part], unit: str) -> str:
    """How much the scenarios that count this count: `20 000 to 50 000 matches`."""
    numbers = sorted({part.tally.matches for part in parts if part.unit == unit})
    least = f"{count(numbers[0])}{SPACE}to{SPACE}" if len(numbers) > 1 else ""
    return f"{least}{plural(numbers[-1], unit)}"


def share_of(hits: int, matches: int, blocks: int) -> tuple[float, float, float]:
    """Share of the matches with its interval, as wide as of so many independent ones.

    Matches that are less than a block say nothing of others.
    """
    value = hits / matches
    if not blocks:
        return value, 0.0, 1.0
    e = rate("", round(hits * blocks / matches), blocks)
    return value, min(e.low, value), max(e.high, value)


def quantiles_of(
    part: Part, name: str, probabilities: Sequence[float] = QUANTILES
) -> list[Quantile]:
    """P10, P50 and P90 of a column, or others, with their intervals."""
    return quantile_intervals(part.spectrum(name), probabilities)


def tail_of(part: Part, name: str) -> tuple[float, float, float] | None:
    """Share of the matches, with its interval, that last more than three times as long as 99 % do.

    None where the histogram ends before.
    """
    counts = part.spectrum(name)
    end = quantile_intervals(counts, [NEARLY_ALL])[0].value
    low = counts.low + np.arange(len(counts.histogram) + 1) * counts.width
    if end is None or (counts.over and low[-1] <= TAIL * end * counts.scale):
        return None
    beyond = int(counts.histogram[low[:-1] > TAIL * end * counts.scale].sum()) + counts.over
    return share_of(beyond, counts.matches, counts.blocks)


def cap_of(part: Part, name: str) -> Estimate:
    """How often a cap cut a column."""
    return part.columns[part.tally.columns[name].cap]


def span(q: Quantile) -> str:
    """The interval of a quantile: `12 to 15`, `open to 15`."""
    low, high = ("open" if x is None else number(x) for x in (q.low, q.high))
    return f"{low} to {high}"
