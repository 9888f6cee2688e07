"""One column given another: means at each of its values, and the correlation of both.

Everything comes from joint histograms, so it adds up exactly and costs no matches to keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING

import numpy as np

from analysis.estimate import LEVEL, critical, rate_in_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.engine.contract import Column
    from sim.tally import Tally

LEAST = 30  # matches, or blocks, at a value; rarer ones are gathered with their neighbours
CERTAIN = 1 - 1e-12  # a correlation from here on is one


@dataclass(frozen=True)
class Given:
    """Mean of the second column where the first lies between two values, with its interval.

    `at` is the mean of the first column there: the value itself unless several are gathered.
    """

    at: float
    first_low: float
    first_high: float
    value: float
    low: float
    high: float
    n: int
    method: str
    gathered: bool


@dataclass(frozen=True)
class Correlation:
    """Pearson's correlation with Fisher's interval; None where a column is constant.

    `n` is what the interval counts as independent: matches, or blocks.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


def given(tally: Tally, first: str, second: str, least: int = LEAST) -> list[Given]:
    """Means of the second column over the values of the first, from its low end up.

    A value whose matches leave the histogram of the second column has no known mean: it is left
    out, and so are values beyond the histogram of the first (`left_out`).
    """
    one, other = (tally.columns[name] for name in (first, second))
    cells = tally.joint(first, second)
    known = (cells[1:-1, 0] == 0) & (cells[1:-1, -1] == 0)
    inner = np.where(known[:, None], cells[1:-1, 1:-1], 0)
    ys, block = _middles(other, inner.shape[1]), tally.scenario.block
    found = []
    for begin, end in _groups(inner.sum(axis=1), least * block):
        rows, counts = inner[begin:end], inner[begin:end].sum(axis=0)
        n = int(counts.sum())
        if n >= block:
            at = float(rows.sum(axis=1) @ _middles(one, len(inner))[begin:end]) / n
            low, high = one.low + begin * one.width, one.low + end * one.width - 1
            several = int((rows.sum(axis=1) > 0).sum()) > 1
            mean = _mean(counts, ys, other, block)
            found.append(Given(at, low / one.scale, high / one.scale, *mean, several))
    return found


def _middles(column: Column, bins: int) -> NDArray[np.float64]:
    """Middle of each bin, in reported units."""
    first = column.low + (column.width - 1) / 2
    middles: NDArray[np.float64] = (first + np.arange(bins) * column.width) / column.scale
    return middles


def _groups(matches: NDArray[np.int64], least: int) -> Iterator[tuple[int, int]]:
    """Ranges of bins from one used bin to another, with at least so many matches each.

    What remains at the end joins the last range; a single range may have fewer.
    """
    begin, n, ready = None, 0, None
    for i in matches.nonzero()[0].tolist():
        begin = i if begin is None else begin
        n += int(matches[i])
        if n >= least:
            if ready is not None:
                yield ready
            ready, begin, n = (begin, i + 1), None, 0
        last = i + 1
    if begin is not None:
        ready = (begin if ready is None else ready[0], last)
    if ready is not None:
        yield ready


def _mean(
    counts: NDArray[np.int64], ys: NDArray[np.float64], column: Column, block: int
) -> tuple[float, float, float, int, str]:
    """Value, ends, n and method: a rate of yes and no, or a mean; every b-th match counts."""
    n = int(counts.sum())
    if column.binary:
        e = rate_in_blocks("", int(counts[1]), n, block)
        return e.value, e.low, e.high, n, e.method
    value, units = float(counts @ ys) / n, n // block
    apart = f", one match in {block}" if block > 1 else ""
    if np.count_nonzero(counts) == 1 and units > 1:
        return value, value, value, n, f"constant{apart}"
    if units == 1:
        ends = column.low / column.scale, column.high / column.scale
        return value, min(value, ends[0]), max(value, ends[1]), n, "one match: the declared range"
    variance = float(counts @ (ys - value) ** 2) / (n - 1)
    half = critical(LEVEL, units - 1) * sqrt(variance / units)
    low, high = value - half, value + half
    if (column.low, column.high) == (0, column.scale):
        low, high = max(0.0, low), min(1.0, high)
    return value, low, high, n, f"mean, t{apart}"


def left_out(tally: Tally, first: str, second: str) -> int:
    """Matches that `given` leaves out, because a column lies beyond its histogram."""
    cells = tally.joint(first, second)
    beyond = (cells[:, 0] > 0) | (cells[:, -1] > 0)
    beyond[[0, -1]] = True
    return int(cells[beyond].sum())


def correlation(tally: Tally, first: str, second: str) -> Correlation:
    """Pearson's correlation over the matches within both histograms [Fisher 1921].

    Matches of a block share their luck, so that blocks count, not matches.
    """
    one, other = (tally.columns[name] for name in (first, second))
    cells = tally.joint(first, second)[1:-1, 1:-1]
    n = int(cells.sum())
    units = n // tally.scenario.block
    xs, ys = _middles(one, cells.shape[0]), _middles(other, cells.shape[1])
    if n == 0:
        return Correlation(None, None, None, units)
    down, across = cells.sum(axis=1), cells.sum(axis=0)
    xs, ys = xs - down @ xs / n, ys - across @ ys / n
    a, b = float(down @ xs**2), float(across @ ys**2)
    if min(np.count_nonzero(down), np.count_nonzero(across)) < 2:
        return Correlation(None, None, None, units)
    r = max(-1.0, min(1.0, float(xs @ cells @ ys) / sqrt(a * b)))
    return Correlation(r, *_fisher(r, units), units)


def _fisher(r: float, n: int) -> tuple[float, float]:
    """Ends of the interval; everything is possible with three or fewer."""
    if n <= 3:
        return -1.0, 1.0
    if abs(r) >= CERTAIN:
        return r, r
    half = critical(LEVEL) / sqrt(n - 3)
    return tanh(atanh(r) - half), tanh(atanh(r) + half)
