"""How numbers, columns and scenarios are worded in figures and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from math import floor, log10
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.nouns import plural_of

if TYPE_CHECKING:
    from analysis.estimate import Estimate
    from sim.engine.contract import Record

SPACE = "\u00a0"  # does not break a line
MINUS = "\u2212"
MOST_DIGITS = 6
LARGE = 9_999.5  # from here on a number has no decimals
GRID = re.compile(r"\w+=")
CELLS = re.compile(r", (?=\w+=)(?![^()]*\))")  # not within parentheses
NUMBER = re.compile(r"[-+.\d]+|true|false")
PLACE = re.compile(r"(.+)_(seat|contender)(\d+)")


class Shown(NamedTuple):
    """A value and the ends of its interval as text, with the unit they share.

    The ends are empty where nothing varies.
    """

    value: str
    low: str
    high: str
    unit: str

    @property
    def point(self) -> str:
        """The value with its unit."""
        return f"{self.value}{SPACE}{self.unit}".rstrip(SPACE)

    @property
    def interval(self) -> str:
        """The interval, without its unit."""
        return f"{self.low}{SPACE}to{SPACE}{self.high}" if self.low else "constant"

    @property
    def whole(self) -> str:
        """Value and interval: `64.9 % (64.5 to 65.3)`."""
        return f"{self.point} ({self.interval})"


def fixed(x: float, digits: int, *, sign: bool = False) -> str:
    """A number with that many decimals, a true minus sign and thousands apart."""
    text = f"{x:{'+' if sign else ''},.{digits}f}".replace(",", SPACE)
    return text.replace("-", MINUS) if float(f"{x:.{digits}f}") else text.lstrip("+-")


def count(n: int) -> str:
    """A whole number, thousands apart: `50 000`."""
    return fixed(n, 0)


def number(x: float) -> str:
    """A value of a column: large ones whole and thousands apart, never as a power of ten."""
    return fixed(x, 0) if abs(x) >= LARGE else f"{x:g}".replace("-", MINUS)


def plural(n: int, noun: str) -> str:
    """`1 match`, `2 matches`: the count with its noun."""
    return f"{count(n)}{SPACE}{noun if n == 1 else plural_of(noun)}"


def digits_for(width: float, fewest: int = 0) -> int:
    """Decimals that show an interval of that width in at least two steps; of no width, all."""
    if width == 0:
        return MOST_DIGITS
    return min(MOST_DIGITS, max(fewest, 0 if width >= 2 else -floor(log10(width / 2) + 1e-9)))


def shown(value: float, low: float, high: float, unit: str, *, difference: bool = False) -> Shown:
    """A value whose digits follow the width of its interval; shares in percent (points)."""
    share = unit == "share"
    scale = 100.0 if share else 1.0
    unit = ("pp" if difference else "%") if share else unit
    if low == high:
        text = fixed(value * scale, 4, sign=difference).rstrip("0").rstrip(".")
        return Shown(text, "", "", unit)
    digits = digits_for((high - low) * scale, 1 if share else 0)
    a, b, c = (fixed(x * scale, digits, sign=difference) for x in (value, low, high))
    return Shown(a, b, c, unit)


def shown_estimate(e: Estimate) -> Shown:
    """An estimate as text."""
    return shown(e.value, e.low, e.high, e.unit)


def percent(share: float) -> str:
    """A declared or exact share as text, no more digits than it needs."""
    return f"{fixed(100 * share, 2).rstrip('0').rstrip('.')}{SPACE}%"


def exactly(share: float) -> str:
    """A limit of the config as text, with all digits that it has."""
    text = f"{Decimal(repr(share)) * 100:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{text.replace('-', MINUS)}{SPACE}%"


def p_value(p: float) -> str:
    """A p-value to two digits, tiny ones as a bound."""
    if p < 1e-4:
        return f"<{SPACE}0.0001"
    return f"{p:.2g}" if p < 0.995 else "1"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def first_of(items: Sequence[str], most: int, of: int | None = None) -> str:
    """The first of many: `a, b and 3 more`."""
    left = (len(items) if of is None else of) - min(most, len(items))
    return listed([*items[:most], *([f"{count(left)} more"] if left > 0 else [])])


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def plain(value: Any) -> str:
    """An option's value as a config file writes it."""
    if isinstance(value, list | tuple):
        return str(list(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def scenario_title(name: str) -> str:
    """Name of a scenario for readers: `defend_once` is `defend once`.

    A cell of a grid is named by its values, numbers and switches with their option.
    """
    if not GRID.match(name):
        return name.replace("_", " ")
    cells = (cell.partition("=") for cell in CELLS.split(name))
    return " \u00b7 ".join(_cell_title(key, value) for key, _, value in cells).replace("_", " ")


def _cell_title(key: str, value: str) -> str:
    return f"{key} {value}" if NUMBER.fullmatch(value) else value


def grid_keys(name: str) -> str:
    """Options that a grid varies, in the order of its cells' names; "" outside a grid."""
    if not GRID.match(name):
        return ""
    keys = (cell.partition("=")[0] for cell in CELLS.split(name))
    return " \u00b7 ".join(keys).replace("_", " ")


def item_title(name: str) -> str:
    """What a card is called for readers: `sankt_dusel` is `Sankt Dusel`."""
    return name.replace("_", " ").title()


def slug(text: str) -> str:
    """The text as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:48].strip("-") or "x"


@cache
def _cells(record: Record) -> dict[str, str]:
    """Titles of all rates of events: `P(goal) ...: n = 2, k = 4`."""
    found = {}
    for rate in record.rates:
        matrix = record.matrix(rate.hits)
        for metric in record.rate_names(rate):
            values = metric.removeprefix(f"{rate.name}_").split(",")
            cell = ", ".join(
                f"{name} = {matrix.word(axis, int(v))}"
                for axis, ((name, *_), v) in enumerate(zip(matrix.axes, values, strict=True))
            )
            found[metric] = f"{rate.help}: {cell}"
    return found


def label(record: Record, metric: str, seats: Sequence[str] = ()) -> str:
    """What a metric is called for readers; `seats` names the strategies where they are known."""
    columns = {column.name: column for column in record.columns}
    if metric in columns:
        return "Win share" if metric == "win_share" else capital(columns[metric].help)
    split = PLACE.fullmatch(metric)
    if split and split[1] in columns:
        what = "win share" if split[1] == "win_share" else columns[split[1]].help
        return capital(f"{what}, {place(split[2], int(split[3]), seats)}")
    column, space, value = metric.partition(" ")
    if space and (column in columns or ((at := PLACE.fullmatch(column)) and at[1] in columns)):
        return f"{label(record, column, seats)} {value}"  # "column = 4", "column > 0"
    return capital(_cells(record).get(metric, metric.replace("_", " ")))


def place(kind: str, number: int, seats: Sequence[str] = ()) -> str:
    """A seat, or a contender by its strategy; numbered where two play the same."""
    strategy = seats[number] if number < len(seats) else ""
    if not strategy:
        return f"{kind} {number}"
    if kind == "contender" and list(seats).count(strategy) == 1:
        return strategy
    return f"{kind} {number} ({strategy})"
