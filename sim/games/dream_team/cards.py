"""Players and goalkeepers: rows of the component files and the values the kernel reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from sim.engine.components import Components, Row, Table, Tables

TEAMS, FIELD, KEEPERS = 6, 6, 2  # R4: teams, field players and goalkeepers in each


class Player(Row):
    """A player card (R3): attack, defence, one symbol, its team."""

    card_id: str
    team: int = Field(ge=0, le=TEAMS - 1)
    name: str
    attack: int = Field(ge=0, le=6)
    defence: int = Field(ge=0, le=6)
    symbol: Literal["boots", "clover", "star", "fist", "none"]
    provenance: Literal["rulebook", "assumed"]


class Keeper(Row):
    """A goalkeeper card (R3): a save value, its team."""

    card_id: str
    team: int = Field(ge=0, le=TEAMS - 1)
    name: str
    save: int = Field(ge=0, le=6)
    provenance: Literal["rulebook", "assumed"]


def _teams(per_team: int, what: str, rows: Sequence[Player] | Sequence[Keeper]) -> str:
    """R4: complain unless every team has exactly `per_team` cards."""
    counts = Counter(row.team for row in rows)
    wrong = [team for team in range(TEAMS) if counts[team] != per_team]
    if not wrong:
        return ""
    return f"team {wrong[0]} has {counts[wrong[0]]} {what}, every team needs exactly {per_team}"


TABLES = Tables(
    folder=Path(__file__).parent / "components",
    tables={
        "players": Table(
            "players.csv", Player, "players", check=lambda r: _teams(FIELD, "players", r)
        ),
        "keepers": Table(
            "keepers.csv", Keeper, "goalkeepers", check=lambda r: _teams(KEEPERS, "goalkeepers", r)
        ),
    },
)


def players(components: Components) -> list[Player]:
    """Player cards, team by team, in file order within a team."""
    return sorted(components.rows["players"], key=lambda card: card.team)


def keepers(components: Components) -> list[Keeper]:
    """Goalkeeper cards, team by team, in file order within a team."""
    return sorted(components.rows["keepers"], key=lambda card: card.team)
