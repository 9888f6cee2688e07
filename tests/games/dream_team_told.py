"""Told matches of Dream Team, and scenarios to tell them of: random rules, trainers, cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import telling
from hypothesis import assume
from hypothesis import strategies as st
from support import house_rules, option_values, scenario
from telling import INTERPRETED, Happening

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.games import game
from sim.games.dream_team.cards import FIELD, KEEPERS, SYMBOLS, TABLES, TEAMS, Keeper, Player
from sim.games.dream_team.story import Event
from sim.games.dream_team.strategies import STRATEGIES, Policy
from sim.plan import Scenario

GAME = game("dream_team")
HOME, AWAY = 0, 1
STORIES = 4 if INTERPRETED else 24  # told matches of a rule test
FULL = {"use_action_cards": True, "use_special_cards": True}
MATRICES = (
    "shots_n_k",
    "goals_n_k",
    "balduin_shots_n_k",
    "balduin_goals_n_k",
    "balduin_own_goals_n_k",
)


class Told(telling.Told):
    """A match with its log, and its counts of dice."""

    @cached_property
    def matrices(self) -> dict[str, Counter[tuple[int, ...]]]:
        """Count matrices by (seat,) attack dice, save dice."""
        return {name: cells(self.tables[0].counts[name]) for name in MATRICES}

    @property
    def shots(self) -> Counter[tuple[int, ...]]:
        """Dice placements by seat, attack dice, save dice."""
        return self.matrices["shots_n_k"]

    @property
    def goals(self) -> Counter[tuple[int, ...]]:
        """Those that were goals."""
        return self.matrices["goals_n_k"]


def tell(s: Scenario, match: int) -> Told:
    """Play one match of a scenario with the log on."""
    return Told(**vars(telling.tell(s, match)))


def cells(matrix: Any) -> Counter[tuple[int, ...]]:
    """The counts of a matrix that are not zero."""
    return Counter({tuple(map(int, at)): int(matrix[tuple(at)]) for at in np.argwhere(matrix)})


def deck(seed: int | None = None, **values: Any) -> Components:
    """Cards of random values 0 to 6 (I15); `attack`, `defence`, `save`, `symbol` for all if given.

    Values of special players and all symbols come from generators of their own.
    """
    rng, extra = random.Random(seed), random.Random(seed)

    def value(name: str, rng: random.Random = rng) -> int:
        return values.get(name, rng.randint(0, 6))

    def symbol() -> str:
        return values.get("symbol", extra.choice(SYMBOLS))

    players = [
        Player(
            card_id=f"p{team}{i}",
            team=team,
            name=f"player {team}{i}",
            attack=value("attack"),
            defence=value("defence"),
            symbol=symbol(),
            provenance="assumed",
        )
        for team in range(TEAMS)
        for i in range(FIELD)
    ]
    keepers = [
        Keeper(
            card_id=f"k{team}{i}",
            team=team,
            name="Keeper",
            save=value("save"),
            provenance="assumed",
        )
        for team in range(TEAMS)
        for i in range(KEEPERS)
    ]
    shipped = TABLES.read()
    specials = [
        row.model_copy(
            update={
                "attack": value("attack", extra),
                "defence": value("defence", extra),
                "symbol": symbol(),
            }
        )
        for row in shipped.rows["specials"]
    ]
    changed = {"players": players, "keepers": keepers, "specials": specials}
    return Components(shipped.paths, {**shipped.rows, **changed})


def match_of(
    rules: dict[str, Any] | None = None,
    seats: Sequence[Any] = ("random", "random"),
    cards: Components | None = None,
    **changes: Any,
) -> Scenario:
    """A scenario of the basic game (unless the rules say FULL), with these cards if any."""
    basic = {"use_action_cards": False, "use_special_cards": False}
    s = scenario(GAME, basic | (rules or {}), list(seats), **changes)
    return s if cards is None else replace(s, components=cards)


def told(
    rules: dict[str, Any],
    cards: Components | None = None,
    seats: Sequence[Any] = ("random", "random"),
    number: int = STORIES,
    **changes: Any,
) -> list[Told]:
    """Some matches with their events."""
    s = match_of(rules, seats, cards, **changes)
    return [tell(s, i) for i in range(number)]


def of(events: Sequence[Happening], *kinds: Event) -> list[Happening]:
    """Events of these kinds."""
    return [event for event in events if event.kind in kinds]


def cut(events: Sequence[Happening], *kinds: Event) -> list[list[Happening]]:
    """Stretches of events, each beginning with one of these kinds."""
    starts = [i for i, event in enumerate(events) if event.kind in kinds]
    return [list(events[a:b]) for a, b in pairwise([*starts, len(events)])]


def periods(match: Told) -> list[list[Happening]]:
    """Events of every period; the result and what follows it are left out."""
    (end,) = [i for i, event in enumerate(match.events) if event.kind == Event.RESULT]
    return cut(match.events[:end], Event.PERIOD)


def plays(period: Sequence[Happening]) -> list[list[Happening]]:
    """Events of every attack and Speed play; substitutions before the next are left out."""
    swaps = (Event.SUBSTITUTION, Event.KEEPER_CHANGE, Event.PULL)
    attacks = cut(period, Event.ATTACK, Event.SPEED)
    return [[event for event in attack if event.kind not in swaps] for attack in attacks]


_GRIDS = {  # ranges in which a parameter matters, in steps of a hundredth
    "w_att": (-300, 300),
    "w_def": (-300, 300),
    "sub_min_gain": (0, 500),
    "keeper_weight": (0, 400),
    "special_bonus": (-300, 300),
    "attack_bias": (-100, 100),
    "c_att": (-50, 50),
    "c_def": (-50, 50),
    "disaster_min": (0, 600),
    "energy_min": (0, 600),
    "flagrant_bonus": (-100, 100),
    "curse_foul_bonus": (-100, 100),
}


def trainers() -> st.SearchStrategy[dict[str, Any]]:
    """A strategy with random parameters."""
    free = [n for n, f in Policy.model_fields.items() if f.annotation is float]
    grids = {n: st.integers(*_GRIDS.get(n, (0, 110))).map(lambda i: i / 100) for n in free}
    grids["no_keeper_deficit"] = st.integers(1, 3)
    grids["curse_goal_max_lead"] = st.integers(-2, 2)
    names = {"strategy": st.sampled_from([*STRATEGIES])}
    words = option_values(Policy).map(
        lambda found: {n: v for n, v in found.items() if n not in (*grids, "kind")}
    )
    return st.builds(lambda a, b: a | b, st.fixed_dictionaries(names, optional=grids), words)


@st.composite
def matches(draw: st.DrawFn, **fixed: Any) -> Scenario:
    """Scenarios of random house rules, trainers, cards, seatings and generators."""
    rules = draw(house_rules(GAME)) | fixed
    cards = draw(st.none() | st.integers(0, 2**32).map(deck))
    try:
        return match_of(
            rules,
            [draw(trainers()), draw(trainers())],
            cards,
            seed=draw(st.integers(0, 2**64 - 1)),
            rotate=draw(st.sampled_from(["off", "cyclic", "all"])),
            rng=draw(st.sampled_from(["splitmix", "squares"])),
        )
    except InputError:  # more hands than the deck holds
        assume(False)
        raise
