"""The record of a told match of The Singaporean Dream against that of the referee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from singaporean_dream_referee_book import PILE, UNUSED

from sim.games.singaporean_dream.record import RECORD

MATRICES = {matrix.name for matrix in RECORD.matrices}
OF_UNSEEN = ("owners", "takers")  # matrices that tell the pile from dreams that are not used


def differences(told: Any, referee: Any) -> Iterator[str]:
    """What the kernel has recorded otherwise than the referee."""
    found, row = dict(referee.record), told.row
    if {column.name for column in RECORD.columns} | MATRICES != set(found):
        yield f"names: {sorted(set(found) ^ ({c.name for c in RECORD.columns} | MATRICES))}"
    for name, value in found.items():
        if name in MATRICES:
            yield from matrix_differences(told, referee, name)
            continue
        seats = [f"{name}_seat{s}" for s in referee.seats] if isinstance(value, list) else [name]
        numbers = value if isinstance(value, list) else [value]
        for column, number in zip(seats, numbers, strict=True):
            if row.get(column, 0) != int(number):  # 0: a place that the table lacks
                yield f"{column}: {row.get(column)} recorded, {int(number)} found"


def cells(told: Any, name: str) -> dict[Any, int]:
    """Cells of a matrix that are not zero."""
    counts = told.tables[0].counts[name]
    places = [tuple(int(i) for i in place) for place in np.argwhere(counts)]
    return {place if len(place) > 1 else place[0]: int(counts[place]) for place in places}


def matrix_differences(told: Any, referee: Any, name: str) -> Iterator[str]:
    """Cells that differ.  Nobody is told which of the dreams never seen are still in the pile."""
    wanted, recorded = dict(+referee.record[name]), cells(told, name)
    if name in OF_UNSEEN:
        unseen = [d for d in range(len(referee.dreams)) if d not in referee.owner]
        piled = [d for d in unseen if recorded.get((d, PILE + 2)) == 1]
        if len(piled) != referee.left - len(referee.market):
            yield f"{name}: {len(piled)} dreams never seen are in the pile"
        for dream in unseen:
            del wanted[dream, UNUSED + 2]
            wanted[dream, (PILE if dream in piled else UNUSED) + 2] = 1
    for place in sorted(wanted.keys() | recorded.keys()):
        if wanted.get(place, 0) != recorded.get(place, 0):
            yield f"{name}[{place}]: {recorded.get(place, 0)} counted, {wanted.get(place, 0)} found"
