"""Component tables: CSV files, validated row by row, with the user's files in place of the shipped.

A row is a pydantic model; a bad row is refused with file, line, column, value and what is allowed.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sim.engine.errors import InputError, nearest, not_utf8, usable
from sim.engine.options import bounds_of

LABEL: Any = Field(min_length=1, max_length=80)  # what a report calls a row


class Row(BaseModel):
    """Base of the rows of a component file: numbers are read from text, columns are fixed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True)
class Flaw:
    """What is wrong with the rows of a table, and with which of them, if it is one of them."""

    text: str
    row: Row | None = None


@dataclass(frozen=True)
class Table:
    """One component file: its row type and what must hold of all rows together."""

    file: str
    row: type[Row]
    title: str
    key: str = "card_id"  # no two rows share it
    check: Callable[[Sequence[Any]], Flaw | None] = lambda rows: None


@dataclass(frozen=True)
class Tables:
    """The component files of a game, by name."""

    folder: Path
    tables: Mapping[str, Table]
    check: Callable[[Mapping[str, Sequence[Any]], Mapping[str, Path]], Flaw | None] = (
        lambda rows, paths: None
    )  # what must hold of several files together; the flaw names the others

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
        found = {name: _read(paths[name], table) for name, table in self.tables.items()}
        rows = {name: tuple(row for _, row in numbered) for name, numbered in found.items()}
        flaw = self.check(rows, paths)
        if flaw is not None:
            place = (_place(paths[name], numbered, flaw) for name, numbered in found.items())
            raise InputError(f"{next(filter(None, place), 'components')}: {flaw.text}")
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


def told_apart(rows: Sequence[Any]) -> list[str]:
    """Labels of rows in one line; those that are alike with the names of their rows, first cells."""
    labels = [" ".join(row.label.split()) for row in rows]
    alike = Counter(labels)
    return [
        label if alike[label] == 1 else f"{label} ({next(iter(row))[1]})"
        for label, row in zip(labels, rows, strict=True)
    ]


def _place(path: Path, numbered: Sequence[tuple[int, Any]], flaw: Flaw) -> str:
    """File and line of the row of a flaw, '' if it is not in this file."""
    return next((f"{path}:{line}" for line, row in numbered if row is flaw.row), "")


def _read(path: Path, table: Table) -> tuple[tuple[int, Any], ...]:
    """The rows of a file, each with its line."""
    lines = _lines(path, csv.reader(io.StringIO(_text(path), newline=""), strict=True))
    header = [cell.strip() for cell in next(lines, (1, []))[1]]
    if not header:
        raise InputError(
            f"{path}: empty; its first line must be {','.join(table.row.model_fields)}"
        )
    _check_header(path, header, table)
    rows: list[tuple[int, Any]] = []
    seen: dict[Any, int] = {}
    for line, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            raise InputError(f"{path}:{line}: {len(cells)} cells, the header has {len(header)}")
        row = _row(path, line, dict(zip(header, cells, strict=True)), table)
        key = getattr(row, table.key) if table.key else line
        if key in seen:
            raise InputError(f"{path}:{line}: {table.key} = {key!r} stands in line {seen[key]} too")
        seen[key] = line
        rows.append((line, row))
    flaw = table.check([row for _, row in rows])
    if flaw is not None:
        raise InputError(f"{_place(path, rows, flaw) or path}: {flaw.text}")
    return tuple(rows)


def _text(path: Path) -> str:
    with usable(path):
        if path.exists() and not path.is_file():  # a pipe or a device may never end
            raise InputError(f"{path}: a {'directory' if path.is_dir() else 'device'}, not a file")
        content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}:{not_utf8(content, error)}; save it as UTF-8") from None


def _lines(path: Path, reader: Any) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line, with the number of its first one; splitlines would cut at U+2028."""
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        quote = "a quote is not closed, or stands alone inside a cell"
        text = str(error) if "limit" in str(error) else quote
        raise InputError(f"{path}:{line}: {text}") from None


def _check_header(path: Path, header: Sequence[str], table: Table) -> None:
    wanted = list(table.row.model_fields)
    if len(header) == 1 and (mark := next((m for m in ";\t|" if m in header[0]), "")):
        raise InputError(f"{path}:1: cells are separated by {mark!r}; save it with commas")
    for name in header:
        if name not in wanted:
            raise InputError(f"{path}:1: unknown column {name!r}{nearest(name, wanted)}")
        if header.count(name) > 1:
            raise InputError(f"{path}:1: column {name!r} stands there twice")
    for name in wanted:
        if name not in header:
            raise InputError(f"{path}:1: column {name!r} is missing; needed: {', '.join(wanted)}")


def _row(path: Path, line: int, cells: Mapping[str, str], table: Table) -> Any:
    cells = {name: cell.strip() for name, cell in cells.items()}
    for column, cell in cells.items():
        if "\0" in cell:
            raise InputError(f"{path}:{line}: {column} = {cell!r}: a null character")
        if cell and _is_whole(table, column) and not re.fullmatch(r"[-+]?[0-9]+", cell):
            raise InputError(f"{path}:{line}: {column} = {cell!r}: {_whole(table, column)}")
    try:
        return table.row.model_validate(cells)
    except ValidationError as error:
        first = error.errors()[0]
        column = str(first["loc"][0]) if first["loc"] else ""
        shown = f"{column} = {first['input']!r}: " if column else ""
        raise InputError(f"{path}:{line}: {shown}{_wanted(first, table, column)}") from None


def _is_whole(table: Table, column: str) -> bool:
    kind = table.row.model_fields[column].annotation
    return kind is int or int in get_args(kind)


def _whole(table: Table, column: str) -> str:
    bounds = bounds_of(table.row, [column])
    return f"must be a whole number{f' in {bounds}' if bounds else ''}"


def _wanted(first: Any, table: Table, column: str) -> str:
    """What a cell must be."""
    if column and _is_whole(table, column):
        return _whole(table, column)
    if first["type"] == "literal_error":
        words = get_args(table.row.model_fields[column].annotation)
        hint = nearest(first["input"], words)
        return f"must be one of {', '.join(words)}{hint if 'mean' in hint else ''}"
    if first["type"] == "string_too_short":
        return "must not be empty"
    if first["type"] == "string_too_long":
        return f"must have at most {first['ctx']['max_length']} letters"
    if first["type"] == "string_pattern_mismatch":
        return "must be lower-case letters, digits and _, a letter first"
    if first["type"] == "bool_parsing":
        return "must be true or false"
    return str(first["msg"][0].lower() + first["msg"][1:])
