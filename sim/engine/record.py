"""The record of a match and the run's count matrices as numpy types.

Every field of a record is one i4, so a chunk of records is also a plain table of whole numbers,
which is how the tally reads it.
"""

from __future__ import annotations

import numpy as np

from sim.engine.contract import Record
from sim.engine.seating import SEATS


def record_dtype(record: Record) -> np.dtype[np.void]:
    """Record of a match: every column, per-seat ones for the largest table, then the seating.

    The last field has room for the per-seat columns by contender, filled by the tally.
    """
    fields = [(c.name, "i4", (SEATS,) if c.per_seat else ()) for c in record.columns]
    seat_wise = sum(c.per_seat for c in record.columns)
    return np.dtype(
        [*fields, ("seat_of_contender", "i4", SEATS), ("by_contender", "i4", (seat_wise, SEATS))]
    )


def counts_dtype(record: Record) -> np.dtype[np.void]:
    """Counts of events within matches: one array for each matrix, per-seat ones first by seat."""
    fields = []
    for matrix in record.matrices:
        shape = tuple(last - first + 1 for _, first, last in matrix.axes)
        fields.append((matrix.name, "i8", (SEATS, *shape) if matrix.per_seat else shape))
    return np.dtype(fields)


def positions(record: Record, seats: int, *, rotated: bool) -> dict[str, int]:
    """Place of every reported column in the table view of `record_dtype`."""
    dtype = record_dtype(record)
    assert dtype.fields is not None
    offsets = {name: dtype.fields[name][1] // 4 for name in dtype.names or ()}
    places: dict[str, int] = {}
    for column in record.columns:
        if column.players > seats:
            continue
        if column.per_seat:
            places |= {f"{column.name}_seat{s}": offsets[column.name] + s for s in range(seats)}
        else:
            places[column.name] = offsets[column.name]
    seat_wise = [column for column in record.columns if column.per_seat]
    for i, column in enumerate(seat_wise):
        if rotated:
            first = offsets["by_contender"] + i * SEATS
            places |= {f"{column.name}_contender{c}": first + c for c in range(seats)}
    return places


def width(record: Record) -> int:
    """Whole numbers in a record."""
    return record_dtype(record).itemsize // 4


def played_width(record: Record) -> int:
    """Whole numbers that a match leaves: all but the room for columns by contender."""
    fields = record_dtype(record).fields
    assert fields is not None
    return int(fields["by_contender"][1]) // 4
