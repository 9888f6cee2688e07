"""Scenarios that differ in one numeric option, lined up by its value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.words import plain

if TYPE_CHECKING:
    from analysis.part import Part

FEWEST = 3  # values that make a line


@dataclass(frozen=True)
class Step:
    """One scenario at its value of the option; `rest` names the other options where they vary."""

    value: float
    rest: str
    part: Part


@dataclass(frozen=True)
class Sweep:
    """One option, with the scenarios that differ in it; `fixed` names what the others are."""

    option: str
    steps: list[Step]
    fixed: str = ""

    @property
    def rests(self) -> list[str]:
        """What the other options are, line by line; the first scenario's first."""
        return list(dict.fromkeys(step.rest for step in self.steps))


def sweeps(parts: Sequence[Part], options: Sequence[str], most: int = 1) -> list[Sweep]:
    """A sweep for each numeric option with at least three values, others equal.

    Where more than `most` combinations of the other options were played, only one is kept: the
    printed values where they were played, else the first.
    """
    values = [_values(part, options) for part in parts]
    found = []
    for option in options:
        if values and all(_numeric(each[option]) for each in values):
            sweep = _sweep(option, list(zip(parts, values, strict=True)), most)
            if sweep is not None:
                found.append(sweep)
    return found


def _values(part: Part, options: Sequence[str]) -> dict[str, Any]:
    rules = part.scenario.rules.model_dump()
    return {option: rules[option] for option in options}


def _numeric(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _sweep(option: str, played: Sequence[tuple[Part, dict[str, Any]]], most: int) -> Sweep | None:
    """The scenarios of every combination of the other options that has a line."""
    lines: dict[tuple[Any, ...], dict[float, Part]] = {}
    for part, values in played:
        others = tuple(value for name, value in values.items() if name != option)
        lines.setdefault(others, {}).setdefault(float(values[option]), part)
    lines = {others: line for others, line in lines.items() if len(line) >= FEWEST}
    names = [name for name in played[0][1] if name != option]
    held = printed([dict(zip(names, others, strict=True)) for others in lines], played[0][0])
    first = next(
        (others for others in lines if held == dict(zip(names, others, strict=True))), None
    )
    if first is None:
        return None
    kept = lines if len(lines) <= most else {first: lines[first]}
    vary = [i for i in range(len(names)) if len({others[i] for others in kept}) > 1]
    differ = [i for i in range(len(names)) if len({v[names[i]] for _, v in played}) > 1]
    still = [i for i in differ if i not in vary]
    steps = [
        Step(value, _named(names, others, vary), part)
        for others, line in kept.items()
        for value, part in sorted(line.items())
    ]
    return Sweep(option, steps, _named(names, first, still))


def printed(cells: Sequence[dict[str, Any]], part: Part) -> dict[str, Any] | None:
    """The cell nearest to the printed values: most options as printed, the first of those."""
    if not cells:
        return None
    usual = type(part.scenario.rules)().model_dump()
    return min(cells, key=lambda cell: sum(value != usual[name] for name, value in cell.items()))


def _named(names: Sequence[str], values: Sequence[Any], which: Sequence[int]) -> str:
    return ", ".join(f"{names[i].replace('_', ' ')} {plain(values[i])}" for i in which)
