"""Players, goalkeepers, special players, action cards: rows of the component files and the values the kernel reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from sim.engine.components import LABEL, Components, Flaw, Row, Table, Tables

TEAMS, FIELD, KEEPERS = 6, 6, 2  # R4: teams, field players and goalkeepers in each
SpecialKey = Literal[
    "sankt_dusel",
    "detlef_darfdat",
    "watschen_sepp",
    "pflaumen_august",
    "balduin_scheibenkleister",
    "billiger_jakob",
]
ActionKey = Literal[
    "disaster",
    "speed",
    "energy",
    "sponsor",
    "second_chance",
    "fortune",
    "magic",
    "foul",
    "curse",
    "blank",
]
Symbol = Literal["none", "boots", "clover", "star", "fist"]
SPECIALS = get_args(SpecialKey)  # R1, R5: in the order of the shipped file, and of bit masks
ACTIONS = get_args(ActionKey)  # R34-R37, R69, R71: in the order of CardKind
SYMBOLS = get_args(Symbol)


class Player(Row):
    """A player card (R3): attack, defence, one symbol, its team."""

    card_id: str
    team: int = Field(ge=0, le=TEAMS - 1)
    name: str = LABEL
    attack: int = Field(ge=0, le=6)
    defence: int = Field(ge=0, le=6)
    symbol: Symbol
    provenance: Literal["rulebook", "assumed"]


class Keeper(Row):
    """A goalkeeper card (R3): a save value, its team."""

    card_id: str
    team: int = Field(ge=0, le=TEAMS - 1)
    name: str = LABEL
    save: int = Field(ge=0, le=6)
    provenance: Literal["rulebook", "assumed"]


class Special(Row):
    """A special player (R3, R27): a text, by its key, and the values of a field player."""

    card_id: str
    special_key: SpecialKey
    name: str = LABEL
    attack: int = Field(ge=0, le=6)
    defence: int = Field(ge=0, le=6)
    symbol: Symbol
    text_provenance: Literal["rulebook", "assumed"]
    provenance: Literal["rulebook", "assumed"]


class ActionCard(Row):
    """A kind of action card (R32-R37, R69, R71): its title and how many copies there are.

    What it does is a rule; symbol, timing, target and duration are kept for the reader.
    """

    card_id: str
    action_key: ActionKey
    title: str
    copies: int = Field(ge=0, le=12)
    symbol_required: str
    timing: str
    target: str
    duration: str
    provenance: Literal["rulebook", "assumed"]


def _all_of(keys: Sequence[str], column: str, rows: Sequence[Row]) -> Flaw | None:
    """Complain unless every key has its row."""
    found = {getattr(row, column) for row in rows}
    missing = next((key for key in keys if key not in found), None)
    return None if missing is None else Flaw(f"no row has {column} = {missing}")


def _teams(per_team: int, what: str, rows: Sequence[Player] | Sequence[Keeper]) -> Flaw | None:
    """R4: complain unless every team has exactly `per_team` cards; the last one too many is named."""
    counts = Counter(row.team for row in rows)
    wrong = next((team for team in range(TEAMS) if counts[team] != per_team), None)
    if wrong is None:
        return None
    last = [row for row in rows if row.team == wrong][per_team:]
    text = f"team {wrong} has {counts[wrong]} {what}, every team needs exactly {per_team}"
    return Flaw(text, last[0] if last else None)


TABLES = Tables(
    folder=Path(__file__).parent / "components",
    tables={
        "players": Table(
            "players.csv", Player, "players", check=lambda r: _teams(FIELD, "players", r)
        ),
        "keepers": Table(
            "keepers.csv", Keeper, "goalkeepers", check=lambda r: _teams(KEEPERS, "goalkeepers", r)
        ),
        "specials": Table(
            "specials.csv",
            Special,
            "special players",
            key="special_key",
            check=lambda rows: _all_of(SPECIALS, "special_key", rows),
        ),
        "action_cards": Table(
            "action_cards.csv",
            ActionCard,
            "action cards",
            key="action_key",
            check=lambda rows: _all_of(ACTIONS, "action_key", rows),
        ),
    },
)


def players(components: Components) -> list[Player]:
    """Player cards, team by team, in file order within a team."""
    return sorted(components.rows["players"], key=lambda card: card.team)


def keepers(components: Components) -> list[Keeper]:
    """Goalkeeper cards, team by team, in file order within a team."""
    return sorted(components.rows["keepers"], key=lambda card: card.team)


def specials(components: Components) -> list[Special]:
    """Special players, in the order of SPECIALS."""
    return sorted(components.rows["specials"], key=lambda card: SPECIALS.index(card.special_key))


def field_cards(components: Components) -> list[Player | Special]:
    """All cards that can stand on the field: card number 0 to 35 a player, then the specials."""
    return [*players(components), *specials(components)]


def action_cards(components: Components) -> list[ActionCard]:
    """Kinds of action card, in the order of CardKind."""
    return sorted(components.rows["action_cards"], key=lambda c: ACTIONS.index(c.action_key))
