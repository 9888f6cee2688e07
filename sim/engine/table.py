"""The one record `t` that a kernel works on: what every game's table begins with.

A game's table adds its component values and the state of a match.  The record of a match is also
readable as plain numbers (`record_words`), so it is cleared and kept without naming its columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.contract import Record
from sim.engine.kernel import leaf
from sim.engine.options import Options, option_dtype
from sim.engine.record import counts_dtype, played_width, record_dtype
from sim.engine.rng import STREAM
from sim.engine.rotation import ROTATION, seat
from sim.engine.seating import SEATS


def table_dtype(
    record: Record, rules: type[Options], policy: type[Options], state: list[tuple[Any, ...]]
) -> np.dtype[np.void]:
    """Type of a game's table: streams, seating, options, counts, record, then the game's `state`.

    One type object for all tables of a game: numba knows it again at once, where a view as a
    record array, a new type each, would be compared field by field at every call of the kernel.
    """
    plain = np.dtype(
        [
            ("stream", STREAM),
            ("rotation", ROTATION),
            ("contender", "u1", SEATS),  # entry of the config's `seats` in each seat
            ("rules", option_dtype(rules)),
            ("policy", option_dtype(policy), SEATS),  # by contender
            ("counts", counts_dtype(record)),  # summed over matches
            ("record", record_dtype(record)),
            *state,
        ],
        align=True,
    )
    assert plain.fields is not None
    assert plain.names is not None
    fields = {
        "names": [*plain.names, "record_words"],
        "formats": [
            *(plain.fields[name][0] for name in plain.names),
            np.dtype(("i4", played_width(record))),
        ],
        "offsets": [*(plain.fields[name][1] for name in plain.names), plain.fields["record"][1]],
        "itemsize": plain.itemsize,
    }
    return np.dtype((np.record, fields))


@leaf
def begin(t, match):
    """Clear the record, start the streams of a match and seat its contenders."""
    for i in range(t.record_words.shape[0]):
        t.record_words[i] = 0
    seat(t, match)


@leaf
def keep(t, out, row):
    """Copy the finished record to place `row` of `out`, shape (words, matches)."""
    for i in range(t.record_words.shape[0]):
        out[i, row] = t.record_words[i]
