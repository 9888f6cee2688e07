"""The decorators every compiled function wears; importing this module chooses numba's cache.

Leaves (draws, tests, scores, `choose_*`) are forced inline; rules called from several places are
not, because a forced caller hands its flag down to what it compiles first (DESIGN.md).  What is
rare stays out of its callers.

Numba optimises and translates each function together with all it calls, so what lies below is done
anew at every level.  Here only entries are: the rest are parts, which halves the time to compile.  To
LLVM a function that numba compiled is one that other modules may define as well, so it infers
nothing from its body.  An entry closes its module: a rule called once goes into its caller, and what
is always passed or returned is known.

Indices of arrays are unsigned, whatever their type: numba would look at the sign of each one.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite.binding import Linkage
from numba import config, njit, types
from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonRewrites

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


def _unsigned(index: types.Type) -> types.Type:
    """The type of an index, or of several, that cannot be negative."""
    if isinstance(index, types.Integer) and index.signed:
        return types.uintp
    if isinstance(index, types.BaseTuple):
        return types.Tuple([_unsigned(each) for each in index])
    return index


@register_pass(mutates_CFG=False, analysis_only=False)
class _UnsignedIndices(FunctionPass):  # type: ignore[misc]
    """Let all indices of arrays be unsigned: nothing counts from the end, so none is wrapped around.

    A negative index is out of bounds then.  Lowering casts an index to the type of the signature.
    """

    _name = "unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Change the signatures of what reads and writes elements."""
        for block in state.func_ir.blocks.values():
            reads = block.find_exprs(op="getitem")
            for at in (*reads, *block.find_insts(ir.SetItem)):
                array, index, *value = state.calltypes[at].args
                if isinstance(array, types.Array):
                    found = state.calltypes.pop(at)
                    state.calltypes[at] = found.replace(args=(array, _unsigned(index), *value))
        return True


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
        (passes,) = super().define_pipelines()
        passes.add_pass_after(_UnsignedIndices, NopythonRewrites)
        passes.finalize()
        return [passes]


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
