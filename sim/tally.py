"""What is kept of millions of matches: integers only, so tallies add up exactly in any order.

A tally holds for every column its sum, the sum of its squared block sums and a histogram; joint
histograms and count matrices as the game declares them; and sums for fixed ranges of match
indices.  Its size does not depend on the number of matches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.engine.contract import Column, Joint, Rate
from sim.engine.record import positions, record_dtype, width
from sim.engine.seating import SEATS
from sim.plan import SEGMENTS, Scenario

Counts = NDArray[np.int64]
_LOW32 = 0xFFFFFFFF


@dataclass(frozen=True)
class Spectrum:
    """How often a column has each value, among all matches or all parts of matches."""

    name: str
    matches: int
    blocks: int
    total: int  # exact sum of the stored whole numbers
    scale: int
    low: int
    width: int
    histogram: Counts  # bin i holds values low + i * width and up
    under: int
    over: int

    @property
    def value_squares(self) -> int | None:
        """Exact sum of the squared values; None where wide bins hide them or some lie beyond."""
        if self.width > 1 or self.under or self.over:
            return None
        values = enumerate(self.histogram.tolist(), self.low)
        return int(sum(count * value**2 for value, count in values if count))


@dataclass(frozen=True)
class ColumnCounts(Spectrum):
    """Counts of one column: all that estimates of it are made of."""

    block_squares: int  # exact sum of squared sums of a block

    @property
    def value_squares(self) -> int | None:
        """As of any spectrum; a block of one match has its value for a sum."""
        return self.block_squares if self.blocks == self.matches else super().value_squares


@dataclass(frozen=True)
class RatioCounts:
    """Counts of a column per another: sums over the parts of all matches."""

    name: str
    matches: int
    blocks: int
    total: int  # exact sum of the stored whole numbers
    parts: int  # exact sum of the other column
    squares: int  # exact sums of block sums squared, of both and of their product
    part_squares: int
    product: int
    scale: int
    low: int
    high: int


class Layout:
    """Where a scenario's columns stand in a record, and their histograms in the counts.

    A match leaves a value for every declared column; `columns` are those counted and reported.
    """

    def __init__(self, scenario: Scenario) -> None:
        declared, record = scenario.declared.record, scenario.record
        self.scenario, self.declared, self.record = scenario, declared, record
        self.words = width(declared)
        self.columns = record.column_names(scenario.players, rotated=scenario.rotated)
        places = positions(declared, scenario.players, rotated=scenario.rotated)
        self.place = {name: places[name] for name in self.columns}
        self.bins_at: dict[str, int] = {}
        size = 0
        for name, column in self.columns.items():
            if not column.binary and not column.per:  # the sum says it all
                self.bins_at[name] = size
                size += column.bins + 2
        self.bins = size
        self.cells_at: dict[tuple[str, str], int] = {}
        size = 0
        self.joined = {
            (joint.first, joint.second): joint
            for joint in record.joint_names(scenario.players, rotated=scenario.rotated)
        }
        for names, joint in self.joined.items():
            self.cells_at[names] = size
            size += int(np.prod(self.shape(joint)))
        self.cells = size
        self.per = {name: record.per(name) for name, column in self.columns.items() if column.per}
        self.pair_at = {names: i for i, names in enumerate(self._multiplied())}

    def _multiplied(self) -> dict[tuple[str, str], None]:
        """Pairs of columns whose block sums are multiplied: sums of parts, those of contrasts."""
        pairs = dict.fromkeys(self.per.items())
        for contrast in self.record.contrasts:
            for item in contrast.items:
                has, without = contrast.columns(item)
                ours, theirs = (has, self.per[has]), (without, self.per[without])
                pairs |= dict.fromkeys((a, b) for a in ours for b in theirs)
        return pairs

    def shape(self, joint: Joint) -> tuple[int, int]:
        """Bins of both columns of a joint histogram, with those for values beyond."""
        return self._bins(joint, joint.first) + 2, self._bins(joint, joint.second) + 2

    def _bins(self, joint: Joint, name: str) -> int:
        return min(self.columns[name].bins, joint.cap)

    @cached_property
    def summed(self) -> Counts:
        """Words that sim.count.count sums."""
        return np.array(sorted(self.place.values()), np.int64)

    @cached_property
    def histograms(self) -> Counts:
        """Rows for sim.count.count: word, low, width, bins, first place."""
        rows = [
            (self.place[n], c.low, c.width, c.bins, self.bins_at[n])
            for n, c in self.columns.items()
            if n in self.bins_at
        ]
        return np.array(rows, np.int64).reshape(-1, 5)

    @cached_property
    def joints(self) -> Counts:
        """Rows for sim.count.count: twice word, low, width, bins; first place."""
        rows = []
        for joint in self.joined.values():
            row: list[int] = []
            for name in (joint.first, joint.second):
                column = self.columns[name]
                row += [self.place[name], column.low, column.width, self._bins(joint, name)]
            rows.append([*row, self.cells_at[joint.first, joint.second]])
        return np.array(rows, np.int64).reshape(-1, 9)

    @cached_property
    def pairs(self) -> Counts:
        """Rows for sim.count.count: two words whose block sums are multiplied."""
        rows = [(self.place[one], self.place[other]) for one, other in self.pair_at]
        return np.array(rows, np.int64).reshape(-1, 2)

    @cached_property
    def cross_pairs(self) -> Counts:
        """Rows for sim.count.count_pairs: columns with themselves, sums of parts crosswise."""
        rows = [(word, word) for word in self.place.values()]
        for one, other in self.per.items():
            rows += [(self.place[one], self.place[other]), (self.place[other], self.place[one])]
        return np.array(rows, np.int64).reshape(-1, 2)

    def cross_at(self, name: str) -> list[int]:
        """Places in count_pairs' products: a column by itself; sum by parts, parts by sum, parts."""
        names = list(self.place)
        if name not in self.per:
            return [names.index(name)]
        crosswise = len(names) + 2 * list(self.per).index(name)
        return [names.index(name), crosswise, crosswise + 1, names.index(self.per[name])]

    @cached_property
    def seat_wise(self) -> Counts:
        """Rows for sim.count.count: word of a per-seat column, of its copy, of the seating."""
        fields = record_dtype(self.declared).fields
        assert fields is not None
        seating, copies = fields["seat_of_contender"][1] // 4, fields["by_contender"][1] // 4
        per_seat = [column for column in self.declared.columns if column.per_seat]
        rows = [
            (fields[column.name][1] // 4, copies + i * SEATS, seating)
            for i, column in enumerate(per_seat)
        ]
        return np.array(rows, np.int64).reshape(-1, 3)


@lru_cache(maxsize=256)  # every chunk of a scenario needs one
def layout_of(scenario: Scenario) -> Layout:
    """The layout of a scenario's counts."""
    return Layout(scenario)


class Tally:
    """Counts of one scenario's matches."""

    def __init__(self, scenario: Scenario, arrays: Mapping[str, Any] | None = None) -> None:
        self.scenario = scenario
        self.layout = layout_of(scenario)
        self.arrays: dict[str, Any] = dict(arrays) if arrays is not None else self._empty()

    def _empty(self) -> dict[str, Any]:
        layout = self.layout
        record = layout.record
        return {
            "matches": np.zeros(1, np.int64),
            "bins": np.zeros(layout.bins, np.int64),
            "cells": np.zeros(layout.cells, np.int64),
            "sums": np.zeros((3, layout.words), np.int64),
            "products": np.zeros((2, len(layout.pair_at)), np.int64),
            "segments": np.zeros((SEGMENTS, layout.words), np.int64),
            "segment_matches": np.zeros(SEGMENTS, np.int64),
            **{f"matrix.{m.name}": np.zeros(_shape(m), np.int64) for m in record.matrices},
        }

    def add(self, other: Mapping[str, Any]) -> None:
        """Add the arrays of another tally of the same scenario."""
        for name, array in other.items():
            self.arrays[name] += array
        carry_over(self.arrays["sums"])
        carry_over(self.arrays["products"])

    @property
    def matches(self) -> int:
        """Matches counted."""
        return int(self.arrays["matches"][0])

    @property
    def blocks(self) -> int:
        """Blocks counted."""
        return self.matches // self.scenario.block

    @cached_property
    def columns(self) -> dict[str, Column]:
        """Reported columns by name."""
        return self.layout.columns

    def column(self, name: str) -> ColumnCounts:
        """Counts of one column."""
        column, total = self.columns[name], self._sum(name)
        if column.binary:
            bins = np.array([0, self.matches - total, total, 0], np.int64)
        else:
            first = self.layout.bins_at[name]
            bins = self.arrays["bins"][first : first + column.bins + 2]
        return ColumnCounts(
            name=name,
            matches=self.matches,
            blocks=self.blocks,
            total=total,
            block_squares=self._squares(name),
            scale=column.scale,
            low=column.low,
            width=column.width,
            histogram=bins[1:-1],
            under=int(bins[0]),
            over=int(bins[-1]),
        )

    def ratio(self, name: str) -> RatioCounts:
        """Counts of a column per another."""
        column, per = self.columns[name], self.layout.per[name]
        return RatioCounts(
            name=name,
            matches=self.matches,
            blocks=self.blocks,
            total=self._sum(name),
            parts=self._sum(per),
            squares=self._squares(name),
            part_squares=self._squares(per),
            product=self.product(name, per),
            scale=column.scale,
            low=column.low,
            high=column.high,
        )

    def product(self, one: str, other: str) -> int:
        """Exact sum over the blocks of the product of two columns that are multiplied."""
        if one == other:
            return self._squares(one)
        pair = self.layout.pair_at.get((one, other))
        place = self.layout.pair_at[other, one] if pair is None else pair
        products = self.arrays["products"]
        return whole(products[0, place], products[1, place])

    def _sum(self, name: str) -> int:
        return int(self.arrays["sums"][0, self.layout.place[name]])

    def _squares(self, name: str) -> int:
        _, high, low = self.arrays["sums"][:, self.layout.place[name]]
        return whole(high, low)

    @cached_property
    def spectra(self) -> list[str]:
        """Columns of whose values there is a histogram."""
        return [
            n for n, c in self.columns.items() if not c.per or (c.counted and "_contender" not in n)
        ]

    def spectrum(self, name: str) -> Spectrum:
        """How often a column has each value, among all matches or all parts of matches."""
        column = self.columns[name]
        if not column.per:
            return self.column(name)
        histogram = self.matrix(column.counted, int(name[-1]) if column.per_seat else None)
        parts = self._sum(self.layout.per[name])
        return Spectrum(  # parts as if they were matches; all those of a block count as one
            name=name,
            matches=parts,
            blocks=min(parts // self.scenario.block, self.blocks),
            total=self._sum(name),
            scale=column.scale,
            low=column.low,
            width=1,
            histogram=histogram,
            under=0,
            over=parts - int(histogram.sum()),
        )

    def joint(self, first: str, second: str) -> Counts:
        """Joint histogram, shape (bins + 2, bins + 2): the outer ones hold values beyond."""
        names = first, second
        start, shape = self.layout.cells_at[names], self.layout.shape(self.layout.joined[names])
        cells: Counts = self.arrays["cells"][start : start + shape[0] * shape[1]]
        return cells.reshape(shape)

    def matrix(self, name: str, seat: int | None = None) -> Counts:
        """A count matrix, summed over seats or of one seat."""
        matrix = self.layout.record.matrix(name)
        counts: Counts = self.arrays[f"matrix.{name}"]
        if not matrix.per_seat:
            return counts
        found: Counts = counts[seat] if seat is not None else counts.sum(axis=0)
        return found

    def rate(self, rate: Rate, cell: tuple[int, ...], seat: int | None = None) -> tuple[int, int]:
        """Hits and trials of a cell, of all seats or of one."""
        trials = self.layout.record.trials_at(rate, cell)
        hits = self.matrix(rate.hits, seat)[cell]
        return int(hits), int(self.matrix(rate.trials, seat)[trials])

    def segments(self, name: str) -> tuple[Counts, Counts]:
        """Matches and sums of a column in each played segment, shape (segments,) both."""
        matches = self.arrays["segment_matches"]
        return matches[matches > 0], self.arrays["segments"][matches > 0, self.layout.place[name]]


def _shape(matrix: Any) -> tuple[int, ...]:
    inner = tuple(last - first + 1 for _, first, last in matrix.axes)
    return (SEATS, *inner) if matrix.per_seat else inner


def whole(high: Any, low: Any) -> int:
    """The exact number that two parts of a sum stand for."""
    return (int(high) << 32) + int(low)


def carry_over(sums: Counts) -> None:
    """Keep the low parts of two-part sums below 2**32, so that they never overflow."""
    sums[-2] += sums[-1] >> 32
    sums[-1] &= _LOW32
