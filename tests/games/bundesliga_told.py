"""Told matches of Bundesliga, and the referee's judgement of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bundesliga_fuzz import random_match
from bundesliga_referee import Referee
from telling import Told, tell

from sim.engine.components import Components
from sim.engine.seating import Rotation
from sim.games import game
from sim.games.bundesliga.cards import TABLES
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import STRATEGIES, Policy
from sim.plan import Scenario

GAME = game("bundesliga")
PRINTED = TABLES.read()


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


def check(s: Scenario, match: int = 0) -> Told:
    """Let the referee follow a told match, and compare its record with the kernel's."""
    told = tell(s, match)
    record = Referee(s.rules, told.policies, s.components).follow(told.events)
    expected: dict[str, Any] = {}
    for name, value in record.items():
        values = enumerate(value) if isinstance(value, list) else [(-1, value)]
        for seat, number in values:
            column = name if seat < 0 else f"{name}_seat{seat}"
            expected[column] = 60 * number if name == "win_share" else int(number)
    wrong = {n: (told.row[n], value) for n, value in expected.items() if told.row[n] != value}
    assert not wrong, wrong
    return told
