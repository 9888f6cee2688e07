"""The games: every folder here is one."""

from functools import cache
from importlib import import_module
from pathlib import Path

from sim.engine.contract import Game
from sim.engine.errors import InputError, nearest


@cache
def names() -> tuple[str, ...]:
    """Names of all games, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")))


def game(name: str) -> Game:
    """The game of that name; InputError with the nearest name if there is none."""
    if name not in names():
        raise InputError(f"game: unknown game {name!r}{nearest(name, names())}")
    loaded: Game = import_module(f"sim.games.{name}").GAME
    return loaded
