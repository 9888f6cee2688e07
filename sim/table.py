"""A scenario as the one record its kernel works on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from sim.engine.options import pack
from sim.engine.record import width
from sim.engine.rng import Generator, key_of
from sim.plan import Scenario


def make_table(scenario: Scenario) -> Any:
    """A table set for the scenario, shape (1,): options, policies, components, key, seating."""
    kernel = scenario.declared.kernel()
    return np.frombuffer(bytearray(_packed(scenario)), kernel.TABLE)


@lru_cache(maxsize=256)  # every chunk of a scenario needs one
def _packed(scenario: Scenario) -> bytes:
    kernel = scenario.declared.kernel()
    tables = np.zeros(1, kernel.TABLE)
    t = tables[0]
    pack(scenario.rules, t.rules)
    for contender, policy in enumerate(scenario.policies):
        pack(policy, t.policy[contender])
    t.stream.key = key_of(scenario.seed)
    t.stream.generator = Generator[scenario.generator.upper()]
    t.rotation.mode = scenario.rotation
    t.rotation.block, t.rotation.chain = scenario.block, scenario.chain
    t.rotation.players = scenario.players
    kernel.set_components(t, scenario.rules, scenario.components)
    return tables.tobytes()


def make_rows(scenario: Scenario, matches: int) -> Any:
    """Room for the records of so many matches, shape (words, matches)."""
    return np.zeros((width(scenario.declared.record), matches), np.int32)
