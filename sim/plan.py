"""From a config to scenarios, and from scenarios to chunks of matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from math import factorial, lcm, prod
from typing import Any

from sim.config import Config
from sim.engine.cache import source_digest
from sim.engine.components import Components
from sim.engine.contract import Game, Record
from sim.engine.seating import Rotation, block_length
from sim.games import game

CHUNK = 65_536  # matches counted in one file; results do not depend on it
LEAST_CHUNK = 16_384  # tasks of many scenarios are shorter, but no shorter than this
MOST_CHUNKS = 1024  # longer runs take larger chunks
SEGMENTS = 64  # fixed ranges of match indices whose sums are kept, to test homogeneity
ALIGNED = 120  # a multiple of every number of seatings: chunks and segments hold whole blocks


@dataclass(frozen=True, eq=False)  # compared and hashed by identity: what is derived is kept by it
class Scenario:
    """One ruleset, one policy for each contender, and a number of matches of one seed."""

    name: str
    game: str
    rules: Any
    seats: tuple[str, ...]  # labels of the policies
    policies: tuple[Any, ...]  # by contender
    components: Components
    matches: int
    seed: int
    rotation: Rotation
    generator: str

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.policies)

    @cached_property
    def block(self) -> int:
        """Matches in a block: a chain in every seating."""
        return block_length(self.rotation, self.players) * self.chain

    @property
    def chain(self) -> int:
        """Matches in a row that depend on one another, and share their seating."""
        return self.declared.chain_of(self.rules)

    @property
    def rotated(self) -> bool:
        """Whether contenders change seats."""
        return block_length(self.rotation, self.players) > 1

    @property
    def alike(self) -> int:
        """Matches of a block in which equal policies sit in the same seats: copies of one."""
        n, seats = self.players, [self.policies.index(p) for p in self.policies]
        if self.rotation == Rotation.ALL:
            return prod(factorial(seats.count(p)) for p in set(seats))
        if self.rotation == Rotation.OFF:
            return 1
        return sum(seats[turn:] + seats[:turn] == seats for turn in range(n))

    @cached_property
    def segment(self) -> int:
        """Matches in a segment: whole blocks of any length."""
        return _aligned(-(-self.matches // SEGMENTS), self.block)

    @cached_property
    def declared(self) -> Game:
        """The game's declarations, told with the names of the components."""
        return game(self.game).named(self.components)

    @cached_property
    def record(self) -> Record:
        """What is counted and reported of its matches."""
        return self.declared.record.under(self.rules)

    def plain(self) -> dict[str, Any]:
        """All that changes a number of this scenario, as plain values."""
        return {
            "game": self.game,
            "rules": self.rules.model_dump(),
            "policies": [policy.model_dump() for policy in self.policies],
            "components": self.components.digests,
            "matches": self.matches,
            "seed": self.seed,
            "rotation": self.rotation.name.lower(),
            "rng": self.generator,
        }


def _aligned(matches: int, block: int) -> int:
    unit = lcm(ALIGNED, block)
    return -(-matches // unit) * unit


@dataclass(frozen=True)
class Group:
    """Scenarios played together: a base and the variants compared with it match by match."""

    scenarios: tuple[Scenario, ...]
    records: int = 0

    @property
    def base(self) -> Scenario:
        """The scenario the others are compared with."""
        return self.scenarios[0]

    @cached_property
    def block(self) -> int:
        """Matches that are whole blocks of every scenario."""
        return lcm(*(scenario.block for scenario in self.scenarios))

    @property
    def matches(self) -> int:
        """Matches of the longest scenario."""
        return max(scenario.matches for scenario in self.scenarios)

    def paired(self, variant: Scenario) -> bool:
        """Whether a variant's blocks can be set against the base's."""
        return (variant.block, variant.players) == (self.base.block, self.base.players)

    def chunks(self, size: int = CHUNK) -> Iterator[tuple[int, int]]:
        """Yield (first match, matches): whole blocks of every scenario, the same for any worker."""
        size = min(size, max(size // len(self.scenarios), LEAST_CHUNK))
        size = _aligned(max(size, -(-self.matches // MOST_CHUNKS)), self.block)
        for first in range(0, self.matches, size):
            yield first, min(size, self.matches - first)


@dataclass(frozen=True)
class Plan:
    """All scenarios of one config."""

    name: str
    config: Config
    groups: tuple[Group, ...]
    meta: tuple[Group, ...] = ()
    meta_seats: tuple[str, ...] = ()
    draws: tuple[Group, ...] = ()  # the base with other component values

    @cached_property
    def digest(self) -> str:
        """Hex digest of everything that changes a number: config, sources, components."""
        plain = {
            "scenarios": [[s.plain() for s in g.scenarios] for g in self.played],
            "names": [s.name for s in self.scenarios],
            "asked": self.config.model_dump(include={"records", "margin", "stop", "check"}),
            "sources": source_digest(),
        }
        text = json.dumps(plain, sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()

    @property
    def played(self) -> tuple[Group, ...]:
        """All groups in the order they are played: scenarios, meta-game, draws."""
        return (*self.groups, *self.meta, *self.draws)

    def doubts(self) -> list[str]:
        """What the rules of its scenarios probably do not mean, each once."""
        lines = [line for s in self.scenarios for line in s.rules.doubts(s.components, s.players)]
        lines += [
            f"{line} ({seat})"
            for group in (*self.groups, *self.meta)
            for s in group.scenarios
            for seat, policy in zip(s.seats, s.policies, strict=True)
            for line in policy.doubts(s.components)
        ]
        lines += [
            f"{s.name}: plays the same as {group.base.name}"
            for group in self.groups
            for s in group.scenarios[1:]
            if s.plain() == group.base.plain()
        ]
        lines += [
            f"rotate: with these seats {s.alike} matches of a deal are the same match ({s.name})"
            for s in self.scenarios
            if s.alike > 1
        ]
        return list(dict.fromkeys(lines))

    @property
    def scenarios(self) -> list[Scenario]:
        """The scenarios of the report, in config order (without the meta-game)."""
        return [scenario for group in self.groups for scenario in group.scenarios]

    @property
    def game(self) -> Game:
        """The game played, told with the names of the base's components."""
        return self.groups[0].base.declared
