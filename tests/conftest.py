"""Fixtures shared by all tests."""

import os

import pytest
from hypothesis import HealthCheck, settings

from sim.engine.contract import Game
from sim.games import game, names

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

_slow = {"derandomize": True, "deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("jit", max_examples=60, **_slow)
settings.register_profile("interpreted", max_examples=5, **_slow)
settings.load_profile("interpreted" if INTERPRETED else "jit")


@pytest.fixture(params=names())
def any_game(request: pytest.FixtureRequest) -> Game:
    """Every game there is."""
    return game(request.param)
