"""Small things that several tests need."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_origin

from hypothesis import strategies as st

from sim.build import make_plan
from sim.config import read_config
from sim.engine.components import Components
from sim.engine.contract import Game
from sim.engine.errors import InputError
from sim.engine.options import Options, Word, limits_of
from sim.games import game as find_game
from sim.plan import Plan, Scenario

ROOT = Path(__file__).parents[1]


def plan_of(target: str, **changes: Any) -> Plan:
    """Plan of a game or config file with some keys changed."""
    config, source = read_config(target, changes)
    return make_plan(config, source)


def scenario(
    game: Game | str,
    rules: Mapping[str, Any] | None = None,
    seats: Sequence[Any] | None = None,
    **changes: Any,
) -> Scenario:
    """A scenario of the printed rules, every seat another strategy, with some things changed."""
    if isinstance(game, str):
        game = find_game(game)
    names = list(game.strategies)
    line_up = list(seats) if seats is not None else (names * 6)[: len(game.seats)]
    keys = {"matches": 40, "seed": 7, "rules": dict(rules or {}), "seats": line_up, **changes}
    return plan_of(game.name, **keys).scenarios[0]


def option_values(model: type[Options]) -> st.SearchStrategy[dict[str, Any]]:
    """Random values for some options of a model, each within its declared range."""
    fields = {name: _values(field) for name, field in model.model_fields.items()}
    return st.fixed_dictionaries({}, optional=fields)


def _values(field: Any) -> st.SearchStrategy[Any]:
    kind = field.annotation
    if get_origin(kind) is tuple:
        return st.lists(st.integers(0, 60), max_size=2, unique=True)
    if isinstance(kind, type) and issubclass(kind, Word):
        return st.sampled_from(kind.words())
    if kind is bool:
        return st.booleans()
    low, high = limits_of(field)
    return st.integers(low, high) if kind is int else st.floats(low, high)


def house_rules(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Random playable house rules of a game."""
    return option_values(game.rules).map(lambda values: playable(game, values))


def playable(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the changes, one after the other, that leave a game that can be played."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        if is_playable(game, {**found, name: value}):
            found[name] = value
    return found


def is_playable(game: Game, values: Mapping[str, Any]) -> bool:
    """Whether a game can be played with these options changed."""
    seats = [game.strategies[name] for name in game.seats]
    try:
        game.check(game.rules.read(values), seats, shipped(game.name))
    except InputError:
        return False
    return True


@cache
def shipped(name: str) -> Components:
    """The component files of a game."""
    return find_game(name).components.read()


def python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run code in a fresh interpreter that finds the project and the tests."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *arguments],
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        check=False,
    )
