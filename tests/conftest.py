"""Fixtures shared by all tests."""

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

from sim.engine.contract import Game
from sim.games import game, names

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

_slow = {"derandomize": True, "deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("jit", max_examples=60, **_slow)
settings.register_profile("interpreted", max_examples=5, **_slow)
settings.load_profile("interpreted" if INTERPRETED else "jit")


def pytest_configure(config: pytest.Config) -> None:
    """Compile every game once, side by side, before several processes would each do it."""
    alone = not config.getoption("numprocesses", None) or hasattr(config, "workerinput")
    if alone or INTERPRETED:
        return
    command = "from reports.cli import main; main()"
    compiling = [subprocess.Popen([sys.executable, "-c", command, "warmup", n]) for n in names()]
    for process in compiling:
        process.wait()


@pytest.fixture(params=names())
def any_game(request: pytest.FixtureRequest) -> Game:
    """Every game there is."""
    return game(request.param)
