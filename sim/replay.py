"""Tell one match: the same kernel on the same streams, with the event log on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from sim.engine.log import CAPACITY, LOG
from sim.plan import Scenario
from sim.play import named
from sim.table import make_rows, make_table


def replay(scenario: Scenario, match: int) -> tuple[Any, Iterator[str]]:
    """Record of one match, with the names of its columns, and its story line by line.

    The first line says which strategy sits where: with rotation that differs from match to match.
    """
    kernel = scenario.declared.kernel()
    tables = make_table(scenario)
    logs = np.zeros(1, LOG)
    out = make_rows(scenario, 1)
    with np.errstate(over="ignore"):  # counters wrap around, as they shall
        kernel.tell_match(tables, np.uint64(match), logs, out)
    teller = scenario.declared.story().Teller(scenario.rules, scenario.components)
    sitting = [scenario.seats[c] for c in tables[0].contender[: scenario.players]]
    seated = "; ".join(f"seat {seat}: {name}" for seat, name in enumerate(sitting)).capitalize()
    story = teller.tell(logs[0].events[: logs[0].used])  # a slice ends at CAPACITY by itself
    more = max(0, int(logs[0].used) - CAPACITY)
    end = [f"{more} more events are not told."] if more else []
    return named(scenario, out)[0], chain([f"{seated}."], story, end)
