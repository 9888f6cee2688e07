"""The record of a told match of nove_anni against that of the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.games.nove_anni.record import RECORD

MATRICES = {matrix.name for matrix in RECORD.matrices}


def differences(told: Any, referee: Any, before: Any = None) -> Iterator[str]:
    """What the kernel has recorded otherwise than the referee.

    A match of a series is told after those before it: their counts are `before`, a told match.
    """
    found, row = referee.record, told.row
    known = {column.name for column in RECORD.columns} | MATRICES
    if known != set(found):
        yield f"names: {sorted(set(found) ^ known)}"
    for name, value in found.items():
        if name in MATRICES:
            earlier = cells(before, name) if before is not None and referee.place else Counter()
            yield from matrix_differences(referee, name, cells(told, name) - earlier)
            continue
        seats = [f"{name}_seat{s}" for s in referee.seats] if isinstance(value, list) else [name]
        numbers = value if isinstance(value, list) else [value]
        for column, number in zip(seats, numbers, strict=True):
            if row.get(column, 0) != int(number):  # 0: a place that the table lacks
                yield f"{column}: {row.get(column)} recorded, {int(number)} found"


def cells(told: Any, name: str) -> Counter[Any]:
    """Cells of a matrix that are not zero."""
    counts = told.tables[0].counts[name]
    places = [tuple(int(i) for i in place) for place in np.argwhere(counts)]
    return Counter({place: int(counts[place]) for place in places})


def matrix_differences(referee: Any, name: str, recorded: Counter[Any]) -> Iterator[str]:
    """Cells that differ."""
    wanted = referee.record[name]
    for place in sorted(wanted.keys() | recorded.keys()):
        if wanted[place] != recorded[place]:
            yield f"{name}[{place}]: {recorded[place]} counted, {wanted[place]} found"
