"""The C twin of a kernel: its header from the kernel's numpy types, its shared object by gcc."""

from __future__ import annotations

import ctypes
import subprocess
from enum import IntEnum
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isclass
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np

FLAGS = (
    "-O3",
    "-march=native",
    "-ffp-contract=off",  # a product is rounded before it is added, as in the kernel
    "-shared",
    "-fPIC",
    "-Wall",
    "-Werror",
    "-Wno-unused-function",
    "-Wno-missing-braces",
)
ENUMS = ("sim.engine.rng", "sim.engine.seating", "{game}.rules_words", "{game}.strategies")
NUMBERS = (
    "sim.engine.rng",
    "sim.engine.shares",
    "{game}.cards",
    "{game}.state",
    "{game}.decisions",
    "{game}.decisions_plan",  # not every game has this one and those below
    "{game}.decisions_main",
    "{game}.decisions_fit",
    "{game}.decisions_value",
    "{game}.kernel_cards",
    "{game}.kernel_dreams",
    "{game}.kernel_effects",
    "{game}.kernel_stops",
    "{game}.kernel_turn",
    "{game}.kernel_kept",
    "{game}.kernel_result",
)
ARRAYS = ("sim.engine.choice", "sim.engine.rotation", "{game}.decisions")
WORDS = {
    "u1": "uint8_t",
    "u2": "uint16_t",
    "u4": "uint32_t",
    "i1": "int8_t",
    "i4": "int32_t",
    "i8": "int64_t",
    "u8": "uint64_t",
    "f8": "double",
}


class Twin:
    """The twin of one game's kernel, compiled into a folder."""

    def __init__(self, game: str, folder: Path) -> None:
        source = Path(__file__).with_name(f"{game}.c")
        kernel = import_module(f"sim.games.{game}.kernel")
        (folder / "header.h").write_text(header(f"sim.games.{game}", kernel.TABLE))
        library = folder / f"{game}.so"
        command = ["gcc", *FLAGS, f"-I{folder}", "-o", str(library), str(source)]
        subprocess.run(command, check=True)
        self.library = ctypes.CDLL(str(library))
        self.library.draw_only.restype = ctypes.c_uint64

    @staticmethod
    def available() -> bool:
        """Whether there is a compiler."""
        return which("gcc") is not None

    def play_chunk(self, tables: Any, first: int, out: Any) -> None:
        """Do what the kernel's play_chunk does."""
        assert out.flags.c_contiguous
        assert out.dtype == np.int32
        refused = self.library.play_chunk(
            ctypes.c_void_p(tables.ctypes.data),
            ctypes.c_uint64(int(first)),
            ctypes.c_int64(out.shape[1]),
            ctypes.c_void_p(out.ctypes.data),
        )
        assert not refused, "the twin leaves this out"

    def draw_only(self, tables: Any, matches: int, draws: int) -> None:
        """Make that many bounded draws a match and nothing else."""
        self.library.draw_only(
            ctypes.c_void_p(tables.ctypes.data),
            ctypes.c_uint64(0),
            ctypes.c_int64(matches),
            ctypes.c_int64(draws),
        )


def header(game: str, table: np.dtype[Any]) -> str:
    """Types, constants and tables of a game as C, offsets checked by the compiler."""
    lines = [
        "#include <assert.h>",
        "#include <math.h>",
        "#include <stddef.h>",
        "#include <stdint.h>",
    ]
    lines += [f"#define RECORD_WORDS {table['record_words'].shape[0]}"]
    for name in ENUMS:
        module = import_module(name.format(game=game))
        for _, kind in getmembers(module, lambda m: isclass(m) and issubclass(m, IntEnum)):
            if kind.__module__ == module.__name__:
                words = ", ".join(f"{kind.__name__}_{m.name} = {m.value}" for m in kind)
                lines.append(f"enum {{ {words} }};")
    for name in filter(find_spec, (name.format(game=game) for name in NUMBERS)):
        for constant, value in vars(import_module(name)).items():
            if isinstance(value, int | np.integer) and constant.isupper() and constant[0] != "_":
                lines.append(f"#define {constant} ({value})")
    for name in ARRAYS:
        for constant, value in vars(import_module(name.format(game=game))).items():
            if isinstance(value, np.ndarray):
                lines.append(constant_table(constant.strip("_"), value))
    structs: list[str] = []
    declare("table", table, structs)
    return "\n".join([*lines, *structs, ""])


def constant_table(name: str, values: Any) -> str:
    """One constant array."""
    shape = "".join(f"[{n}]" for n in values.shape)
    flat = ", ".join(str(v) for v in values.ravel())
    return f"static const {WORDS[values.dtype.str[1:]]} {name}{shape} = {{ {flat} }};"


def declare(name: str, dtype: np.dtype[Any], structs: list[str]) -> None:
    """Append the struct of a record type, those it is made of first; fields may share an offset."""
    assert dtype.fields is not None
    by_offset: dict[int, list[str]] = {}
    checks = []
    for field, (kind, offset, *_) in dtype.fields.items():
        base, shape = kind.base, "".join(f"[{n}]" for n in kind.shape)
        if base.fields is not None:
            declare(field, base, structs)
        word = f"struct {field}" if base.fields is not None else WORDS[base.str[1:]]
        by_offset.setdefault(offset, []).append(f"{word} {field}{shape};")
        checks.append(f'static_assert(offsetof(struct {name}, {field}) == {offset}, "{field}");')
    body = [
        fields[0] if len(fields) == 1 else f"union {{ {' '.join(fields)} }};"
        for _, fields in sorted(by_offset.items())
    ]
    structs.append(f"struct {name} {{\n    " + "\n    ".join(body) + "\n};")
    structs += checks
    structs.append(f'static_assert(sizeof(struct {name}) == {dtype.itemsize}, "{name}");')
