"""Matches told with the log on, for the tests of any game."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sim.engine.log import LOG
from sim.plan import Scenario
from sim.play import named
from sim.table import make_rows, make_table

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


class Happening(NamedTuple):
    """One event of a log."""

    kind: Any  # of the game's Event
    seat: int
    a: int
    b: int
    c: int


@dataclass
class Told:
    """A match with its log: the kernel's record, its events, the table left."""

    row: dict[str, int]
    events: list[Happening]
    policies: tuple[Any, ...]  # by seat
    tables: Any = field(compare=False, repr=False)  # shape (1,)

    def kinds(self, *kinds: Any) -> list[Happening]:
        """The events of some kinds."""
        return [event for event in self.events if event.kind in kinds]


def tell(s: Scenario, match: int = 0) -> Told:
    """Play one match of a scenario with the log on."""
    tables, logs, out = make_table(s), np.zeros(1, LOG), make_rows(s, 1)
    s.declared.kernel().tell_match(tables, np.uint64(match), logs, out)
    record, kind = named(s, out)[0], s.declared.story().Event
    told = logs[0].events[: logs[0].used]
    return Told(
        row={name: int(record[name]) for name in record.dtype.names},
        events=[Happening(kind(code), *rest) for code, *rest in told.tolist()],
        policies=tuple(s.policies[i] for i in tables[0].contender[: s.players]),
        tables=tables,
    )
