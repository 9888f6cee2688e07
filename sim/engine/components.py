"""Component tables: CSV files, validated row by row, with the user's files in place of the shipped.

A row is a pydantic model; a bad row is refused with file, line, column, value and what is allowed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from sim.engine.errors import InputError, nearest
from sim.engine.options import bounds_of


class Row(BaseModel):
    """Base of the rows of a component file: numbers are read from text, columns are fixed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True)
class Table:
    """One component file: its row type and what must hold of all rows together."""

    file: str
    row: type[Row]
    title: str
    key: str = "card_id"  # no two rows share it
    check: Callable[[Sequence[Any]], str] = lambda rows: ""  # a complaint, or ""


@dataclass(frozen=True)
class Tables:
    """The component files of a game, by name."""

    folder: Path
    tables: Mapping[str, Table]
    check: Callable[[Mapping[str, Sequence[Any]]], str] = lambda tables: ""

    def read(self, changes: Mapping[str, Path] | None = None) -> Components:
        """Read all tables, those in `changes` from the user's files.

        Raises
        ------
        InputError
            The first unknown table, unreadable file, wrong column, bad row or missing card.
        """
        changes = changes or {}
        for name in changes:
            if name not in self.tables:
                raise InputError(f"components.{name}: unknown table{nearest(name, self.tables)}")
        paths = {n: changes.get(n, self.folder / t.file) for n, t in self.tables.items()}
        rows = {name: _read(paths[name], table) for name, table in self.tables.items()}
        complaint = self.check(rows)
        if complaint:
            raise InputError(f"components: {complaint}")
        return Components(paths, rows, frozenset(changes))


@dataclass(frozen=True)
class Components:
    """The component values of one scenario."""

    paths: Mapping[str, Path]
    rows: Mapping[str, Sequence[Any]]
    own: frozenset[str] = field(default_factory=frozenset)  # tables from the user's files

    def changed(self, rows: Mapping[str, Sequence[Any]]) -> Components:
        """The same with the rows of some tables replaced."""
        return Components(self.paths, {**self.rows, **rows}, self.own)

    @cached_property
    def digests(self) -> dict[str, str]:
        """Digest of each table's values, whatever the file is called."""
        return {
            n: blake2b(repr(r).encode(), digest_size=8).hexdigest() for n, r in self.rows.items()
        }

    def provenance(self) -> dict[str, dict[str, int]]:
        """How many rows of each table are printed in the rulebook, and how many are assumed."""
        counts: dict[str, dict[str, int]] = {}
        for name, rows in self.rows.items():
            for row in rows:
                kind = getattr(row, "provenance", "")
                counts.setdefault(name, {}).setdefault(kind, 0)
                counts[name][kind] += 1
        return counts


def _read(path: Path, table: Table) -> tuple[Any, ...]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    reader = csv.reader(io.StringIO(text, newline=""))  # splitlines would cut cells at U+2028
    lines = _lines(path, reader)
    header = next(lines, None)
    if header is None:
        raise InputError(
            f"{path}: empty; its first line must be {','.join(table.row.model_fields)}"
        )
    _check_header(path, header, table)
    rows: list[Any] = []
    seen: dict[Any, int] = {}
    for cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        line = reader.line_num
        if len(cells) != len(header):
            raise InputError(f"{path}:{line}: {len(cells)} cells, the header has {len(header)}")
        row = _row(path, line, dict(zip(header, cells, strict=True)), table)
        key = getattr(row, table.key) if table.key else line
        if key in seen:
            raise InputError(f"{path}:{line}: {table.key} = {key!r} stands in line {seen[key]} too")
        seen[key] = line
        rows.append(row)
    complaint = table.check(rows)
    if complaint:
        raise InputError(f"{path}: {complaint}")
    return tuple(rows)


def _lines(path: Path, reader: Any) -> Iterator[list[str]]:
    try:
        yield from reader
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num}: {error}") from None


def _check_header(path: Path, header: Sequence[str], table: Table) -> None:
    wanted = list(table.row.model_fields)
    for name in header:
        if name not in wanted:
            raise InputError(f"{path}:1: unknown column {name!r}{nearest(name, wanted)}")
        if header.count(name) > 1:
            raise InputError(f"{path}:1: column {name!r} stands there twice")
    for name in wanted:
        if name not in header:
            raise InputError(f"{path}:1: column {name!r} is missing; needed: {', '.join(wanted)}")


def _row(path: Path, line: int, cells: Mapping[str, str], table: Table) -> Any:
    try:
        return table.row.model_validate({name: cell.strip() for name, cell in cells.items()})
    except ValidationError as error:
        first = error.errors()[0]
        column = str(first["loc"][0]) if first["loc"] else ""
        bounds = bounds_of(table.row, first["loc"]) if first["loc"] else ""
        expected = first["msg"][0].lower() + first["msg"][1:]
        if bounds:
            expected = f"must be a whole number in {bounds}"
        shown = f"{column} = {first['input']!r}: " if column else ""
        raise InputError(f"{path}:{line}: {shown}{expected}") from None
