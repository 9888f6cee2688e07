"""What a game folder must provide.  Everything here is data: importing a game compiles nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from sim.engine.components import Components, Tables
from sim.engine.errors import InputError, nearest
from sim.engine.naming import Names, renamed
from sim.engine.options import Options

SEAT = re.compile(r"_(seat|contender)\d+$")


@dataclass(frozen=True)
class Column:
    """One whole number a match leaves behind.

    `low` and `high` bound its histogram, values beyond fall into bins of their own; `width` > 1
    bins a wide column.  A column of shares is stored in `scale`-ths and reported divided by it.
    A `per_seat` column has a value for every seat.  `when` names the option that must be on for a
    column to mean anything: without it the column is neither counted nor reported.

    A column `per` another is a sum over parts of a match, say the matches of a series: its mean is
    its sum over that of the other (of the same seat, if both are per seat).  `low` and `high` then
    bound a part; `counted` names the matrix of one axis that counts the parts by their value.

    A `fair` column is a share that is one over the number of players when nothing matters; tables
    of different size are compared by the distance from it.  `unit_where` is (option, word, unit):
    the unit where that option has that word.  `cap` names the column that says where a cap cut it.
    """

    name: str
    low: int
    high: int
    help: str
    unit: str = ""
    per_seat: bool = False
    scale: int = 1
    width: int = 1
    when: str = ""
    per: str = ""
    counted: str = ""
    players: int = 0  # fewer at the table, and the column means nothing
    fair: bool = False
    unit_where: tuple[str, ...] = ()
    cap: str = "capped"

    @property
    def bins(self) -> int:
        """Bins of the histogram, without the two for values beyond."""
        return (self.high - self.low) // self.width + 1

    @property
    def binary(self) -> bool:
        """Whether the column only says yes or no."""
        return (self.low, self.high, self.scale) == (0, 1, 1)


SHARE = 60  # a whole win, as it is stored


def common(
    decisions: int, length: int, unit: str, unit_where: tuple[str, ...] = ()
) -> tuple[Column, ...]:
    """The columns every game has; `decisions` and `length` are the highest expected values."""
    return (
        Column(
            "win_share", 0, SHARE, "1 for a sole winner, 1/k for k winners", "share", True, SHARE,
            fair=True,
        ),
        Column("no_winner", 0, 1, "nobody won", "share"),
        Column("capped", 0, 1, "ended by a cap", "share"),
        Column("decisions", 0, decisions, "choices among at least two legal actions", "decisions"),
        Column("length", 0, length, "natural length", unit, unit_where=unit_where),
    )  # fmt: skip


@dataclass(frozen=True)
class Matrix:
    """Events within matches, counted over the whole run: a small array of counts.

    `when` is that of a column.  `words` are the names of an axis' values, in their order, where the
    components have some.
    """

    name: str
    axes: tuple[tuple[str, int, int], ...]  # name, first value, last value
    help: str
    per_seat: bool = False
    when: str = ""
    words: tuple[tuple[str, ...], ...] = ()

    def word(self, axis: int, value: int) -> str:
        """What a value of an axis is called."""
        words = self.words[axis] if self.words else ()
        place = value - self.axes[axis][1]
        return words[place] if place < len(words) else str(value)


@dataclass(frozen=True)
class Joint:
    """Two columns counted together, each from its low end up to `cap` bins.

    Two per-seat columns are counted seat by seat, and contender by contender where they rotate.
    """

    first: str
    second: str
    cap: int = 24


@dataclass(frozen=True)
class Rate:
    """A metric of events within matches: hits of one matrix over trials of another, per cell.

    Trials may lack axes of the hits: all values of such an axis share them.
    """

    name: str  # e.g. "p_goal": the metrics are p_goal_<n>,<k>
    hits: str
    trials: str
    help: str


@dataclass(frozen=True)
class Lift:
    """What having something is worth to a side: its mean result against that of others.

    `has` and `result` name the columns of joint histograms, with {item} and {side} to fill in; a
    result is a share of a win.  A side has an item where its column is not 0; a column without
    {item} is a bit mask whose i-th bit stands for the i-th item.  `against` is "without" (the sides
    that have not), "average" (the mean over all items), or another lift of the same items (the
    sides that have it there).
    """

    name: str
    help: str
    items: tuple[str, ...]
    has: str
    result: str
    sides: tuple[str, ...]
    against: str = "without"
    labels: tuple[str, ...] = ()  # what the components call the items

    def joint(self, item: str, side: str) -> tuple[str, str]:
        """Columns of the joint histogram that tells of an item on one side."""
        return self.has.format(item=item, side=side), self.result.format(side=side)


@dataclass(frozen=True)
class Contrast:
    """What having something is worth where matches have parts: the difference of two means.

    `has` and `without` name columns per another, of the parts that have an item and of those that
    have not, with {item} to fill in.
    """

    name: str
    help: str
    items: tuple[str, ...]
    has: str
    without: str
    labels: tuple[str, ...] = ()  # what the components call the items

    def columns(self, item: str) -> tuple[str, str]:
        """The two columns of an item."""
        return self.has.format(item=item), self.without.format(item=item)


@dataclass(frozen=True)
class Record:
    """All that is kept of a match."""

    columns: tuple[Column, ...]
    matrices: tuple[Matrix, ...] = ()
    joints: tuple[Joint, ...] = ()
    rates: tuple[Rate, ...] = ()
    lifts: tuple[Lift, ...] = ()
    contrasts: tuple[Contrast, ...] = ()

    def under(self, rules: Any) -> Record:
        """What is counted and reported under these rules: all that no option in them is off for.

        A joint histogram needs both its columns, a rate both its matrices, a lift its histograms, a
        contrast its columns.
        """
        kept = (c for c in self.columns if not c.when or getattr(rules, c.when))
        columns = tuple(_unit_under(c, rules) for c in kept)
        matrices = tuple(m for m in self.matrices if not m.when or getattr(rules, m.when))
        names, counted = {c.name for c in columns}, {m.name for m in matrices}
        joints = tuple(j for j in self.joints if {j.first, j.second} <= names)
        rates = tuple(r for r in self.rates if {r.hits, r.trials} <= counted)
        known = {(j.first, j.second) for j in joints}
        lifts = tuple(x for x in self.lifts if x.joint(x.items[0], x.sides[0]) in known)
        contrasts = tuple(x for x in self.contrasts if {*x.columns(x.items[0])} <= names)
        return Record(columns, matrices, joints, rates, lifts, contrasts)

    @property
    def screens(self) -> tuple[Lift | Contrast, ...]:
        """All that asks what items are worth."""
        return (*self.lifts, *self.contrasts)

    def matrix(self, name: str) -> Matrix:
        """The matrix of that name."""
        return next(matrix for matrix in self.matrices if matrix.name == name)

    def rate_names(self, rate: Rate) -> dict[str, tuple[int, ...]]:
        """Metrics of a rate, with the place of each cell in the matrix of hits."""
        axes = [range(first, last + 1) for _, first, last in self.matrix(rate.hits).axes]
        starts = [axis[0] for axis in axes]
        return {
            f"{rate.name}_{','.join(map(str, cell))}": tuple(
                value - start for value, start in zip(cell, starts, strict=True)
            )
            for cell in product(*axes)
        }

    def trials_at(self, rate: Rate, cell: Sequence[int]) -> tuple[int, ...]:
        """Place of a cell's trials: that of the hits without the axes that trials lack."""
        places = dict(zip((name for name, _, _ in self.matrix(rate.hits).axes), cell, strict=True))
        return tuple(places[name] for name, _, _ in self.matrix(rate.trials).axes)

    def column_names(self, seats: int, *, rotated: bool = False) -> dict[str, Column]:
        """Reported column names: one for each seat, and for each contender where rotated."""
        names: dict[str, Column] = {}
        for column in self.columns:
            if not column.per_seat and column.players <= seats:
                names[column.name] = column
        for column in self.columns:
            if column.per_seat:
                names |= {f"{column.name}_seat{s}": column for s in range(seats)}
        for column in self.columns:
            if column.per_seat and rotated:
                names |= {f"{column.name}_contender{c}": column for c in range(seats)}
        return names

    def per(self, name: str) -> str:
        """Reported column that a reported column is divided by: of the same seat if both have one."""
        base, _, place = name.rpartition("_") if SEAT.search(name) else (name, "", "")
        known = {column.name: column for column in self.columns}
        per = known[known[base].per]
        return f"{per.name}_{place}" if per.per_seat else per.name

    def placed(self, names: Sequence[str], seats: int, *, rotated: bool = False) -> list[str]:
        """Reported columns that are meant: a per-seat one for each contender, or seat."""
        per_seat = {column.name for column in self.columns if column.per_seat}
        kind = "contender" if rotated else "seat"
        places = [f"_{kind}{place}" for place in range(seats)]
        return [f"{n}{p}" for n in names for p in (places if n in per_seat else [""])]

    def joint_names(self, seats: int, *, rotated: bool = False) -> list[Joint]:
        """Reported joint histograms: one for each seat, and for each contender where rotated."""
        per_seat = {column.name for column in self.columns if column.per_seat}
        places = [f"seat{s}" for s in range(seats)]
        places += [f"contender{c}" for c in range(seats) if rotated]
        found = []
        for joint in self.joints:
            if {joint.first, joint.second} <= per_seat:
                found += [
                    replace(joint, first=f"{joint.first}_{p}", second=f"{joint.second}_{p}")
                    for p in places
                ]
            else:
                found.append(joint)
        return found


def _unit_under(column: Column, rules: Any) -> Column:
    """The column with its unit under these rules."""
    option, word, unit = column.unit_where or ("", "", "")
    return replace(column, unit=unit) if option and word_of(rules, option) == word else column


def word_of(rules: Any, option: str) -> str:
    """An option's value as a word."""
    return str(rules.model_dump()[option])


@dataclass(frozen=True)
class Question:
    """One section of the report: data that `reports` knows how to draw.

    `of` names columns: a per-seat one by its base name means all players, who are the contenders
    where they change seats, else the seats.  `chart` is one of

    - shares, means: dots of columns.
    - stack: columns that add up, income to the right and cost to the left of zero.
    - bars: columns side by side for each scenario.
    - histogram, survival: one column, how often it has or exceeds each value.
    - below: the share of matches with a value below t, for every t; `mark` names the option of the
      rules that asks for such a value.
    - spread: columns of one unit in their order, each with P10, median, P90 and mean.
    - joint: the two columns of a joint histogram, as a map.
    - given: the same two, the mean of the second by the value of the first, and their correlation.
    - sweep: columns over the values of each numeric option in `varies`, three or more.
    - rate: `of` names a rate, by one axis or two.
    - lift: `of` names lifts or contrasts.
    - exact: `of` names a curve of the game's exact.py, under the rules of the first scenario.

    Where `varies` names options the question is about scenarios that differ in these alone.
    """

    title: str
    chart: str
    of: tuple[str, ...]
    text: str = ""
    varies: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True)
class Anchor:
    """An exact value that a run can be held against.

    `metric` is a column, the share of matches in which a column has a value or a greater one
    ("a = 4", "a > 0"), a difference of two columns ("a - b", their joint histogram must be
    declared), or a cell of a rate ("p_goal_2,4", seat given where its law depends on it).  `sd` is
    the standard deviation of a column in one match, where that is known too.
    """

    metric: str
    value: float
    source: str
    seat: int | None = None
    sd: float | None = None


@dataclass(frozen=True)
class Curve:
    """Exact values over something else, a line of (x, y) for each name."""

    x: str  # what the axes say, units included
    y: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    names: Sequence[str] = ()  # of x = 0, 1, ..., where they are no numbers


@dataclass(frozen=True)
class Trial:
    """Matches that simulate one reading of a game's exact odds (the game's odds.py)."""

    reading: tuple[str, ...]
    rules: Mapping[str, Any]
    strategy: str
    components: Components


@dataclass(frozen=True)
class Preset:
    """A named set of rules, and the strategies it is meant for unless a config names its own."""

    rules: Mapping[str, Any]
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game: its declarations, and the name of the module that plays it."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    seats: tuple[str, ...]  # default strategy of each seat
    rules: type[Options]
    policy: type[Options]
    strategies: Mapping[str, Any]
    components: Tables
    record: Record
    questions: tuple[Question, ...]
    headline: tuple[str, ...]  # columns of the headline table, besides win shares
    rivals: tuple[
        tuple[str, ...], ...
    ] = ()  # columns that are equal in a fair game, or one per seat
    presets: Mapping[str, Preset] = field(default_factory=dict)
    exact: bool = False  # whether there is an exact.py of closed forms
    odds: bool = False  # whether there is an odds.py of exact odds to print
    priors: bool = False  # whether there is a priors.py that draws other component values
    assumed: str = ""  # what the headline rests on that no rulebook prints
    unit: str = "match"  # what a run counts
    unit_option: str = ""  # what a run counts instead where this option has one of these words
    units: Mapping[str, str] = field(default_factory=dict)
    names: Callable[[Components], Names] | None = None  # what components call what is counted
    chain_option: str = ""  # option that says how many matches in a row depend on one another

    def named(self, components: Components) -> Game:
        """The same game, its record told with the names of these components."""
        if self.names is None:
            return self
        return replace(self, record=renamed(self.record, self.names(components)))

    @property
    def folder(self) -> Path:
        """The game's folder: RULES.md and the component files are there."""
        return Path(__file__).parents[1] / "games" / self.name

    @property
    def module(self) -> str:
        """Import path of the game's folder."""
        return f"sim.games.{self.name}"

    def unit_of(self, rules: Any) -> str:
        """What a run under these rules counts."""
        if not self.unit_option:
            return self.unit
        return self.units.get(word_of(rules, self.unit_option), self.unit)

    def chain_of(self, rules: Any) -> int:
        """Matches in a row that depend on one another: they are counted as one sample."""
        return int(getattr(rules, self.chain_option)) if self.chain_option else 1

    def per(self, metric: str) -> Column | None:
        """The column that a reported column is divided by, if it is one per another."""
        known = {column.name: column for column in self.record.columns}
        column = known.get(SEAT.sub("", metric))
        return known[column.per] if column is not None and column.per else None

    def kernel(self) -> ModuleType:
        """The compiled rules; the first call imports numba."""
        return import_module(f"{self.module}.kernel")

    def story(self) -> ModuleType:
        """How events are told."""
        return import_module(f"{self.module}.story")

    def closed_forms(self) -> ModuleType | None:
        """The game's exact values, None if it has none."""
        return import_module(f"{self.module}.exact") if self.exact else None

    def odds_tables(self) -> ModuleType | None:
        """The game's exact odds, None if it has none."""
        return import_module(f"{self.module}.odds") if self.odds else None

    def prior(self, name: str) -> Callable[[Components, Random], Components]:
        """How other component values are drawn: the prior of that name, '' for the first.

        Raises
        ------
        InputError
            A game without priors, or an unknown name.
        """
        if not self.priors:
            raise InputError(f"{self.name} has no priors of component values")
        known: Mapping[str, Any] = import_module(f"{self.module}.priors").PRIORS
        if name and name not in known:
            raise InputError(f"prior = {name!r}: unknown prior{nearest(name, known)}")
        found: Callable[[Components, Random], Components] = known[name or next(iter(known))]
        return found

    def check(self, rules: Any, seats: Sequence[Any], components: Components) -> None:
        """Refuse rules that no such table could play; InputError says why."""
        low, high = self.players
        if not low <= len(seats) <= high:
            count = f"{low}" if low == high else f"{low} to {high}"
            raise InputError(f"seats: {len(seats)} given; {self.name} is played by {count}")
        rules.check_table(len(seats), components)
