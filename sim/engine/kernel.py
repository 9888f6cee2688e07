"""The decorators every compiled function wears; importing this module chooses numba's cache.

Leaves (draws, tests, scores, `choose_*`) are forced inline; rules called from several places are
not, because a forced caller hands its flag down to what it compiles first (DESIGN.md).
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import config, njit

from sim.engine.cache import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

config.CACHE_DIR = str(cache_folder(checked=bool(config.BOUNDSCHECK)))

# What only compiled code calls needs no way in from Python: a quarter of the time to compile.
_INNER = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def entry(function: F) -> F:
    """Compile the one function a game is called by: no interpreter lock, kept on disk."""
    return cast(F, njit(cache=True, nogil=True, error_model="numpy")(function))


def leaf(function: F) -> F:
    """Compile a small function into its caller."""
    return cast(F, njit(**_INNER, forceinline=True)(function))


def rule(function: F) -> F:
    """Compile a rule that is called from several places once."""
    return cast(F, njit(**_INNER, forceinline=False)(function))
