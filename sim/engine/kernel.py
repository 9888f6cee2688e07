"""The decorators every compiled function wears; importing this module chooses numba's cache.

Leaves (draws, tests, scores, `choose_*`) are forced inline; rules called from several places are
not, because a forced caller hands its flag down to what it compiles first (DESIGN.md).  What is
rare stays out of its callers.

Numba optimises and translates each function together with all it calls, so what lies below is done
anew at every level.  Here only entries are: the rest are parts, which halves the time to compile.  To
LLVM a function that numba compiled is one that other modules may define as well, so it infers
nothing from its body.  An entry closes its module: a rule called once goes into its caller, and what
is always passed or returned is known.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite.binding import Linkage
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

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


class _Unset:
    """Numba's code generator for functions without machine code."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, _name: str, _env: Any) -> None:
        """Leave alone the variable that leads to Python objects: kernels use none."""


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """A module for others to take in: each function made short, none of them translated."""

    @property
    def codegen(self) -> Any:
        """What numba asks to set variables of the machine code."""
        return _Unset(self._codegen)

    def _optimize_final_module(self) -> None:
        """Leave that to the entry."""

    def _finalize_final_module(self) -> None:
        """Have no machine code made."""
        self._finalized = True


class _Closed(JITCodeLibrary):  # type: ignore[misc]
    """A module whose functions nobody calls but its entry."""

    def _optimize_final_module(self) -> None:
        """Hide all that was linked in, before LLVM looks at the whole.

        Private rather than internal: the loader finds internal symbols by name too, and would give
        one of them, whose arguments may have changed, to another module that links the same helper.
        """
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.private
        super()._optimize_final_module()


class _Seldom(_Part):
    """A module whose function is seldom called."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Tell LLVM which one and what to do about it."""
        for function in ir_module.functions:
            if not function.is_declaration:
                function.attributes.add("cold")
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class _To(Compiler):  # type: ignore[misc]
    """Numba's compiler, writing into another kind of module."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> Any:
        """The usual ones; they make a module only where there is none."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class _ToClosed(_To):
    library = _Closed


class _ToPart(_To):
    library = _Part


class _ToSeldom(_To):
    library = _Seldom


def entry(function: F) -> F:
    """Compile the one function a game is called by: no interpreter lock, kept on disk."""
    options = {"cache": True, "nogil": True, "error_model": "numpy"}
    return cast(F, njit(**options, pipeline_class=_ToClosed)(function))


def leaf(function: F) -> F:
    """Compile a small function into its caller."""
    return cast(F, njit(**_INNER, forceinline=True, pipeline_class=_ToPart)(function))


def rule(function: F) -> F:
    """Compile a rule that is called from several places once."""
    return cast(F, njit(**_INNER, forceinline=False, pipeline_class=_ToPart)(function))


def rare(function: F) -> F:
    """Compile what hardly ever happens apart from its callers, which are the shorter for it."""
    return cast(F, njit(**_INNER, forceinline=False, pipeline_class=_ToSeldom)(function))
