"""What values are means and shares of: matches, series, or whatever a column is per."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from analysis.nouns import plural_of, singular_of
from reports.words import listed

if TYPE_CHECKING:
    from analysis.part import Part


def per(part: Part, metric: str) -> str:
    """In one word: a match, a series, or one of what the column is per.

    What is per something that a match has or has not is of matches too.
    """
    column = part.scenario.declared.per(metric)
    if column is None or column.binary:
        return part.unit
    return singular_of(column.name if column.unit == "share" else column.unit).replace("_", " ")


def per_what(part: Part, metric: str) -> str:
    """In full: `match`, or `turns that begin with a pending GOOOAL`."""
    column = part.scenario.declared.per(metric)
    if column is None:
        return part.unit
    if column.name == f"n_{column.unit}":
        return singular_of(column.unit)
    if column.unit == "share":
        return f"{plural_of(part.unit)} in which {column.help}"
    return column.help


def each_of(units: Iterable[str]) -> str:
    """`match`, or `series or match` where scenarios count different things."""
    return listed(list(dict.fromkeys(units)), "or")


def all_of(units: Iterable[str], last: str = "or") -> str:
    """`matches`, or `series or matches`."""
    return listed([plural_of(unit) for unit in dict.fromkeys(units)], last)


def counted(parts: Sequence[Part]) -> str:
    """What the scenarios count: `matches`, or `series and matches`."""
    return all_of((part.unit for part in parts), "and")
