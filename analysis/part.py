"""One scenario: its estimates, verdicts and checks, from the counts of its matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from analysis.anchors import FEW, Check, Observation, conflicts, observe
from analysis.balance import (
    HETEROGENEOUS,
    TOST_LEVEL,
    Balance,
    Homogeneity,
    homogeneity,
    no_question,
    verdict,
)
from analysis.estimate import LEVEL, Estimate, mean, of_column, rate_in_blocks, simultaneous, spread
from analysis.lift import Worth, contrasts, worths
from analysis.ratio import independent_parts, of_ratio, telling_blocks
from analysis.stopping import sequence_estimate

if TYPE_CHECKING:
    from sim.config import Stop
    from sim.engine.contract import Anchor, Rate
    from sim.plan import Scenario
    from sim.tally import ColumnCounts, Spectrum, Tally

SHARE = re.compile(r"(\S+) ([=>]) (\d+)")  # an anchor's "column = 4", "column > 0"


@dataclass(frozen=True)
class FairShare:
    """A share that is `fair` when nothing matters, with its interval.

    Matches that nobody wins are no part of it, unless the share is one of other things anyway.
    """

    metric: str
    value: float
    low: float
    high: float
    fair: float

    @property
    def side(self) -> str:
        """Whether the interval shows it above or below its fair share."""
        if self.low <= self.fair <= self.high:
            return ""
        return "above" if self.value > self.fair else "below"


@dataclass(frozen=True)
class Part:
    """What one scenario says."""

    scenario: Scenario
    tally: Tally
    margin: float
    stop: Stop | None = None
    stopped_early: bool = False

    @cached_property
    def columns(self) -> dict[str, Estimate]:
        """Mean of every column; of the one a stop rule watched, by a confidence sequence.

        A mean over parts is left out where there was no such part.
        """
        found = {}
        for name, column in self.tally.columns.items():
            if not column.per:
                found[name] = of_column(self.tally.column(name), unit=column.unit)
            elif (sums := self.tally.ratio(name)).parts:
                found[name] = of_ratio(sums, unit=column.unit)
        if self.stop is not None and self.tally.blocks > 1:
            name, tuned = self.stop.metric, max(2, self.stop.min_matches // self.scenario.block)
            counts, unit = self.tally.column(name), self.tally.columns[name].unit
            found[name] = sequence_estimate(counts, tuned, unit)
        return found

    @cached_property
    def rates(self) -> dict[str, Estimate]:
        """Every rate of events within matches that was tried at least once.

        Matches of a block share their dice, so a rotated run counts only every b-th trial.
        """
        record = self.scenario.record
        block = self.scenario.block
        found = {}
        for rate in record.rates:
            for metric, cell in self.rate_cells(rate).items():
                hits, trials = self.tally.rate(rate, cell)
                if trials >= block:
                    found[metric] = rate_in_blocks(metric, hits, trials, block)
        return found

    def rate_cells(self, rate: Rate) -> dict[str, tuple[int, ...]]:
        """Metrics of a rate with the place of each cell; of those contenders who play."""
        record, players = self.scenario.record, self.scenario.players
        axes = [name for name, _, _ in record.matrix(rate.hits).axes]
        return {
            metric: cell
            for metric, cell in record.rate_names(rate).items()
            if all(
                at < players
                for name, at in zip(axes, cell, strict=True)
                if name.startswith("contender")
            )
        }

    @cached_property
    def lifts(self) -> list[Worth]:
        """What every item of the game's lifts is worth to the side that has it."""
        record = self.scenario.record
        found = [w for lift in record.lifts for w in worths(self.tally, lift, record.lifts)]
        return found + [w for contrast in record.contrasts for w in contrasts(self.tally, contrast)]

    @cached_property
    def headline(self) -> list[Estimate]:
        """The estimates of the headline table: win shares, then what the game names."""
        shares = [name for name in self.columns if name.startswith("win_share_")]
        names = [*shares, "no_winner", "capped", *self.placed(self.scenario.declared.headline)]
        return [self.columns[name] for name in dict.fromkeys(names) if name in self.columns]

    def spectrum(self, name: str) -> Spectrum:
        """How often a column has each value; parts of matches count as many as are independent."""
        seen = self.tally.spectrum(name)
        if name not in self.tally.layout.per:
            return seen
        return replace(seen, blocks=independent_parts(self.tally.ratio(name), seen))

    def placed(self, names: Sequence[str]) -> list[str]:
        """Reported columns that are meant: a per-seat one for each contender, or seat."""
        s = self.scenario
        return s.declared.record.placed(names, s.players, rotated=s.rotated)

    @property
    def unit(self) -> str:
        """What is counted: a match, or whatever the game says under these rules."""
        return self.scenario.declared.unit_of(self.scenario.rules)

    def equal_by_design(self, group: Sequence[str]) -> bool:
        """Whether a group is contenders who play one strategy and change seats."""
        s = self.scenario
        return "_contender" in group[0] and all(p == s.policies[0] for p in s.policies)

    @cached_property
    def rivals(self) -> list[list[str]]:
        """Columns that are equal in a fair game: seats, contenders, and what the game names."""
        groups = []
        for kind in ("seat", "contender"):
            names = [n for n in self.columns if n.startswith(f"win_share_{kind}")]
            if names:
                groups.append(names)
        return groups + self.named_rivals

    @cached_property
    def named_rivals(self) -> list[list[str]]:
        """Columns of the game that are equal if it is fair, where there are two that say something."""
        groups = [self.placed(names) for names in self.scenario.declared.rivals]
        kept = [[name for name in group if name in self.columns] for group in groups]
        return [g for g, of in zip(kept, groups, strict=True) if len(g) > 1 or g == of]

    @cached_property
    def together(self) -> list[Estimate]:
        """Rivals that the game names, with intervals that hold for all of a group [Bonferroni]."""
        found = []
        for group in self.named_rivals:
            if self.equal_by_design(group):
                continue
            level = 1 - (1 - LEVEL) / len(group)
            found += [self._estimate(name, level) for name in group]
        return found

    def _estimate(self, name: str, level: float) -> Estimate:
        """A column's mean with an interval of that level."""
        unit = self.tally.columns[name].unit
        if self.tally.columns[name].per:
            return of_ratio(self.tally.ratio(name), unit=unit, level=level)
        return of_column(self.tally.column(name), unit=unit, level=level)

    @cached_property
    def outcomes(self) -> list[Estimate]:
        """Shares of exclusive outcomes, whose intervals hold together: who wins, or nobody.

        Empty where wins are shared or seats rotate, so that outcomes are no plain counts.
        """
        seats = [f"win_share_seat{seat}" for seat in range(self.scenario.players)]
        counts = [self.tally.column(name) for name in (*seats, "no_winner")]
        hits = [count.total // count.scale for count in counts]
        if self.scenario.rotated or sum(hits) != self.tally.matches or any(_shared(counts)):
            return []
        return simultaneous([count.name for count in counts], hits)

    @cached_property
    def balance(self) -> list[Balance]:
        """Whether seats (contenders, rivals) win equally often, within the margin."""
        return [self._against_par(name, group) for group in self.rivals for name in group]

    @cached_property
    def fair_shares(self) -> list[FairShare]:
        """How far the fair columns of the headline lie from an equal part of what somebody wins."""
        known, won = self.tally.columns, 1 - self.columns["no_winner"].value
        fair = [
            (e, 1 if known[e.metric].per else won) for e in self.headline if known[e.metric].fair
        ]
        players = self.scenario.players
        return [FairShare(e.metric, e.value, e.low, e.high, of / players) for e, of in fair]

    def par(self, group: Sequence[str]) -> float:
        """What each of a group has if all have the same: their mean, or a fair share of its own.

        Shares of parts that differ in size need not have the fair share as their mean.
        """
        if all(self.tally.columns[name].fair and self.tally.columns[name].per for name in group):
            return 1 / self.scenario.players
        return sum(self.columns[name].value for name in group) / len(group)

    def _against_par(self, name: str, group: Sequence[str]) -> Balance:
        if self.equal_by_design(group):
            why = "all contenders play the same strategy and change seats"
            return no_question(self.columns[name], "equal by design", why)
        if self.tally.columns[name].fair and not any(self.columns[n].value for n in group):
            return no_question(self.columns[name], "nobody wins", "there is no share to compare")
        par = self.par(group)
        estimate = self._estimate(name, TOST_LEVEL)
        return verdict(
            estimate, par, self.margin, self.columns[name], self.scenario.block, self.unit
        )

    @cached_property
    def anchors(self) -> list[Anchor]:
        """Exact values that hold for this scenario."""
        forms = self.scenario.declared.closed_forms()
        if forms is None:
            return []
        s = self.scenario
        found: list[Anchor] = forms.anchors(s.rules, s.policies, s.components, s.rotated)
        return found

    @cached_property
    def checks(self) -> list[Check]:
        """The run held against every exact value that holds for it."""
        return conflicts([o for anchor in self.anchors for o in self._observed(anchor)])

    def _observed(self, anchor: Anchor) -> Iterator[Observation]:
        name = anchor.metric if anchor.seat is None else f"{anchor.metric} seat {anchor.seat}"
        record = self.scenario.record
        for rate in record.rates:
            cell = self.rate_cells(rate).get(anchor.metric)
            if cell is not None:
                hits, trials = self.tally.rate(rate, cell, anchor.seat)
                block = self.scenario.block
                if trials >= block:
                    p, n = anchor.value, trials // block
                    yield Observation(name, p, hits / trials, sqrt(p * (1 - p) / n), n)
                return
        found = SHARE.fullmatch(anchor.metric)
        first, minus, second = anchor.metric.partition(" - ")
        if found:
            counts, p = self.tally.column(found[1]), anchor.value
            hits = _having(counts, found[2], int(found[3]))
            se = sqrt(p * (1 - p) / counts.blocks)
            yield Observation(name, p, hits / counts.matches, se, counts.blocks)
        elif anchor.sd is not None:
            counts = self.tally.column(anchor.metric)
            yield Observation(name, anchor.value, mean(counts), anchor.sd / sqrt(counts.blocks))
        elif first in self.tally.layout.per:
            yield from self._observed_ratio(first, anchor.value)
        elif not minus:
            yield observe(self.tally.column(anchor.metric), anchor.value)
        elif self.scenario.block == 1 and self.tally.matches > 1:
            value, se = _difference(self.tally, first, second)
            one, other = self.tally.columns[first], self.tally.columns[second]
            ends, freedom = (one.low - other.high, one.high - other.low), self.tally.matches - 1
            yield Observation(name, anchor.value, value, se, freedom=freedom, ends=ends)

    def _observed_ratio(self, name: str, exact: float) -> Iterator[Observation]:
        """A mean over parts beside its exact value; in few blocks shares count as one trial a block."""
        estimate, counts = self.columns.get(name), self.tally.ratio(name)
        blocks = int(telling_blocks(counts)) if counts.parts else 0
        if estimate is None or blocks < 2:
            return
        scatter, ends = exact * (1 - exact), (counts.low / counts.scale, counts.high / counts.scale)
        if ends == (0, 1) and blocks * scatter < FEW:
            yield Observation(name, exact, estimate.value, sqrt(scatter / blocks), blocks)
        else:
            se, freedom = estimate.se, blocks - 1
            yield Observation(name, exact, estimate.value, se, freedom=freedom, ends=ends)

    @cached_property
    def drift(self) -> tuple[str, Homogeneity] | None:
        """The headline column whose segments agree least, p adjusted for all of them."""
        found = []
        plain = [e for e in self.headline if not self.tally.columns[e.metric].per]
        for estimate in plain:
            counts = self.tally.column(estimate.metric)
            if counts.blocks < 2 or spread(counts) == 0:
                continue
            variance = spread(counts) / (counts.blocks * (counts.blocks - 1))
            matches, sums = self.tally.segments(estimate.metric)
            per_match = variance / self.scenario.block
            found.append(
                (estimate.metric, homogeneity(sums, matches, per_match, float(counts.scale)))
            )
        if not found:
            return None
        name, worst = min(found, key=lambda item: (item[1].p, -item[1].pools))
        return name, replace(worst, p=min(1.0, worst.p * len(found)))

    @property
    def conflict(self) -> bool:
        """Whether the run contradicts an exact value or itself."""
        drifts = self.drift is not None and self.drift[1].p < HETEROGENEOUS
        return drifts or any(check.conflict for check in self.checks)


def _shared(counts: Sequence[ColumnCounts]) -> Iterator[bool]:
    """Whether a column holds anything between none and all of a match."""
    for count in counts:
        yield int(count.histogram[1:-1].sum()) > 0


def _having(counts: ColumnCounts, relation: str, value: int) -> int:
    """Matches in which a column, counted value by value, equals or exceeds a value."""
    first = value - counts.low + (relation == ">")
    last = first + 1 if relation == "=" else None
    more = counts.over if relation == ">" else 0
    return int(counts.histogram[first:last].sum()) + more


def _difference(tally: Tally, first: str, second: str) -> tuple[float, float]:
    """Mean and standard error of first - second, from their joint histogram."""
    cells = tally.joint(first, second)[1:, 1:]
    rows, columns = cells.nonzero()
    counts = cells[rows, columns]
    low = tally.columns[first].low - tally.columns[second].low
    gaps = rows - columns + low
    n = int(counts.sum())
    total = int((gaps * counts).sum())
    squares = int((gaps * gaps * counts).sum())
    return total / n, sqrt(max(0, n * squares - total**2) / (n * n * max(1, n - 1)))
