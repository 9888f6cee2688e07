"""Where a rulebook leaves something open: the table of RULES.md, section 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.engine.contract import Game

SECTION = re.compile(r"^##\s+3\b.*$", re.MULTILINE)
NEXT_SECTION = re.compile(r"^##\s", re.MULTILINE)
CELL_BORDER = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"`([^`]+)`")
DASHES = {"", "-", "(that)", "\u2013", "\u2014"}


@dataclass(frozen=True)
class Ambiguity:
    """One open point: how it may be read, which reading is played, which option changes it."""

    id: str
    open: str
    readings: str
    default: str
    option: str  # as the table writes it, "" if there is none

    @property
    def options(self) -> tuple[str, ...]:
        """Names in the option cell: `subs_per_window`, `sub_window`."""
        return tuple(re.split(r"[\s=]", name)[0] for name in CODE.findall(self.option))


def ambiguities(game: Game) -> list[Ambiguity]:
    """Open points of a game's rulebook, in the order of its RULES.md; none without that file."""
    try:
        text = (game.folder / "RULES.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return list(parse(text))


def parse(text: str) -> Iterator[Ambiguity]:
    """Rows of the table in section 3: five columns, the first is the id."""
    found = SECTION.search(text)
    if found is None:
        return
    body = text[found.end() :]
    end = NEXT_SECTION.search(body)
    for line in body[: end.start() if end else None].splitlines():
        cells = _cells(line)
        if len(cells) == 5 and re.fullmatch(r"[A-Z]+\d+[a-z]?", cells[0]):
            identifier, opened, readings, default, option = cells
            played = default if default not in DASHES else _some(readings)  # a single reading
            yield Ambiguity(identifier, opened, _some(readings), played, _some(option))


def _cells(line: str) -> list[str]:
    """Cells of a table row, none of another line; a bar within a cell has a backslash."""
    line = line.strip()
    if not (line.startswith("|") and line.endswith("|") and len(line) > 1):
        return []
    return [cell.strip().replace("\\|", "|") for cell in CELL_BORDER.split(line[1:-1])]


def _some(cell: str) -> str:
    return "" if cell in DASHES or cell.lower() == "none" else cell
