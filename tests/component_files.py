"""Component files of one's own: shipped ones with some cells changed, and what is said of them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.engine.components import Tables
from sim.engine.errors import InputError

Change = Callable[[list[dict[str, str]]], Any]


def edit(line: int, **cells: str) -> Change:
    """A change of the cells of a row; line 2 is the first one."""
    return lambda rows: rows[line - 2].update(cells)


def changed(tables: Tables, tmp_path: Path, table: str, change: Change) -> Path:
    """A file of one's own: `change` edits the list of rows, dicts of text."""
    shipped = tables.tables[table].file
    with (tables.folder / shipped).open(newline="") as file:
        rows = list(csv.DictReader(file))
    columns = list(rows[0])
    change(rows)
    own = tmp_path / f"my_{shipped}"
    with own.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)
    return own


def refused(tables: Tables, tmp_path: Path, table: str, change: Change) -> str:
    """What is said about a file of one's own, without its folder."""
    own = changed(tables, tmp_path, table, change)
    with pytest.raises(InputError) as error:
        tables.read({table: own})
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith((f"{own}:", f"{tables.folder}/"))
    assert str(own) in message
    return message.removeprefix(str(own))
