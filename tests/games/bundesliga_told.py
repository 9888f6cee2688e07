"""Told matches of Bundesliga, and the referee's judgement of them."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from bundesliga_fuzz import random_match
from bundesliga_referee import Referee

from sim.engine.components import Components
from sim.engine.log import LOG
from sim.engine.seating import Rotation
from sim.games import game
from sim.games.bundesliga.cards import TABLES
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event
from sim.games.bundesliga.strategies import STRATEGIES, Policy
from sim.plan import Scenario
from sim.play import named
from sim.table import make_rows, make_table

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
GAME = game("bundesliga")
PRINTED = TABLES.read()


class Happening(NamedTuple):
    """One event of a log."""

    kind: Event
    seat: int
    a: int
    b: int
    c: int


@dataclass
class Told:
    """A match with its log: the kernel's record, its events, the table left."""

    row: dict[str, int]
    events: list[Happening]
    policies: tuple[Policy, ...]  # by seat
    tables: Any = field(compare=False, repr=False)  # shape (1,)

    def kinds(self, *kinds: Event) -> list[Happening]:
        """The events of some kinds."""
        return [event for event in self.events if event.kind in kinds]


def match_of(
    rules: Mapping[str, Any] | None = None,
    seats: Sequence[str | Policy] = ("random",) * 4,
    components: Components = PRINTED,
    seed: int = 1,
    rotation: Rotation = Rotation.OFF,
) -> Scenario:
    """A scenario, checked as a config's would be; one seating unless contenders rotate."""
    policies = tuple(STRATEGIES[s] if isinstance(s, str) else s for s in seats)
    read = rules if isinstance(rules, Rules) else Rules.read(rules or {})
    GAME.check(read, policies, components)
    labels = tuple(policy.kind.word for policy in policies)
    return Scenario(
        "base", GAME.name, read, labels, policies, components, 2**40, seed, rotation, "splitmix"
    )


def any_match(seed: int, rotation: Rotation = Rotation.OFF) -> Scenario:
    """A scenario of random rules, components and managers."""
    rules, policies, components = random_match(random.Random(seed))
    return match_of(rules, policies, components, seed, rotation)


def tell(s: Scenario, match: int = 0) -> Told:
    """Play one match of a scenario with the log on."""
    tables, logs, out = make_table(s), np.zeros(1, LOG), make_rows(s, 1)
    s.declared.kernel().tell_match(tables, np.uint64(match), logs, out)
    record = named(s, out)[0]
    told = logs[0].events[: logs[0].used]
    return Told(
        row={name: int(record[name]) for name in record.dtype.names},
        events=[Happening(Event(kind), *rest) for kind, *rest in told.tolist()],
        policies=tuple(s.policies[i] for i in tables[0].contender[: s.players]),
        tables=tables,
    )


def check(s: Scenario, match: int = 0) -> Told:
    """Let the referee follow a told match, and compare its record with the kernel's."""
    told = tell(s, match)
    record = Referee(s.rules, told.policies, s.components).follow(told.events)
    least, most = record.pop("decisions_range")
    unsure = record.pop("lap1_unsure")
    del record["decisions"]
    assert least <= told.row["decisions"] <= most
    expected: dict[str, Any] = {}
    for name, value in record.items():
        values = enumerate(value) if isinstance(value, list) else [(-1, value)]
        for seat, number in values:
            column = name if seat < 0 else f"{name}_seat{seat}"
            expected[column] = 60 * number if name == "win_share" else int(number)
            if seat in unsure and name in {"cash_lap1", "strength_lap1", "squad_lap1"}:
                expected[column] = told.row[column]
    wrong = {n: (told.row[n], value) for n, value in expected.items() if told.row[n] != value}
    assert not wrong, wrong
    return told
