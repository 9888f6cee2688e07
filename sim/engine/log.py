"""The event log of one match.

Kernels call `emit` unconditionally.  With log=None the branch is pruned at compile time and the
call vanishes, so the rules are written once and run both fast and told.
"""

import numpy as np

from sim.engine.kernel import leaf

CAPACITY = 65_536  # events of a match that are told
NIL = np.int64(0)  # fills the numbers an event does not use
EVENT = np.dtype([("kind", "i8"), ("seat", "i8"), ("a", "i8"), ("b", "i8"), ("c", "i8")])
LOG = np.dtype((np.record, [("used", "i8"), ("events", EVENT, CAPACITY)]))


@leaf
def emit(log, kind, seat, a, b, c):
    """Append one event, unless nobody is listening; those beyond CAPACITY are only counted."""
    if log is not None:
        if log.used < CAPACITY:
            event = log.events[log.used]
            event.kind = kind
            event.seat = seat
            event.a = a
            event.b = b
            event.c = c
        log.used += 1
