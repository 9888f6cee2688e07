"""The deck, the teams, and what the deck is made from: rows of the component files (section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, field_validator

from sim.engine.components import Components, Row, Table, Tables
from sim.engine.errors import nearest

DECK = 256  # section 14: the largest deck
TEAMS = 32
COLOURS = 8
NUMBERS = 99

Kind = Literal["player", "arbitre", "goooal", "gardien", "agent", "coupe"]
Provenance = Literal["rulebook", "assumed"]
KINDS = get_args(Kind)  # in the order of section 9
SPECIALS = KINDS[1:]
PARAMETERS = {  # of the generator of decks, and what they may be
    "n_teams": (2, TEAMS),
    "players_per_team": (1, NUMBERS),
    "n_colours": (1, COLOURS),
    "max_number": (1, NUMBERS),
    **{f"{kind}_per_colour": (0, DECK) for kind in SPECIALS},
}


class Card(Row):
    """One physical card (A2): every one has a colour, players a team and a number as well."""

    card_id: int = Field(ge=0, le=DECK - 1)
    kind: Kind
    colour: str = Field(min_length=1)
    team: int | None = Field(ge=0, le=TEAMS - 1)
    number: int | None = Field(ge=0, le=NUMBERS)
    label: str
    provenance: Provenance

    @field_validator("team", "number", mode="before")
    @classmethod
    def _none(cls, text: str) -> str | None:
        """Read an empty cell as none."""
        return text or None


class Team(Row):
    """A team, whose logo lies in front of its owner (R1)."""

    team: int = Field(ge=0, le=TEAMS - 1)
    name: str = Field(min_length=1)
    players_to_collect: int = Field(ge=1, le=DECK)
    provenance: Provenance


class Special(Row):
    """Printed texts of a kind of special: documentation, as the options rule."""

    kind: Kind
    label: str
    base_rule: str
    effect: str
    option: str
    value: str
    provenance: Provenance


class Parameter(Row):
    """One parameter of the deck, and how far it may be another (the prior of section 5)."""

    parameter: str
    value: int = Field(ge=0, le=DECK)
    low: int = Field(ge=0, le=DECK)
    high: int = Field(ge=0, le=DECK)
    provenance: Provenance
    note: str


def _check_cards(rows: Sequence[Card]) -> str:
    """Ids without a gap; team and number for players, and for them alone; few colours."""
    if not rows:
        return "no cards"
    wrong = next((i for i, row in enumerate(rows) if row.card_id != i), None)
    if wrong is not None:
        return f"card_id = {rows[wrong].card_id} stands where card {wrong} belongs"
    for row in rows:
        for name in ("team", "number"):
            if (getattr(row, name) is None) == (row.kind == "player"):
                needs = "needs a" if row.kind == "player" else "has no"
                return f"card {row.card_id} ({row.kind}) {needs} {name}"
    colours = {row.colour for row in rows}
    return f"{len(colours)} colours; at most {COLOURS}" if len(colours) > COLOURS else ""


def _check_parameters(rows: Sequence[Parameter]) -> str:
    """All parameters of the generator, within what a deck may be (section 14)."""
    wrong = next((row for row in rows if not row.low <= row.value <= row.high), None)
    if wrong is not None:
        return (
            f"{wrong.parameter}: needs low <= value <= high, here {wrong.low}, {wrong.value}, "
            f"{wrong.high}"
        )
    found = {row.parameter: row for row in rows}
    for name in PARAMETERS:
        if name not in found:
            return f"parameter {name!r} is missing; needed: {', '.join(PARAMETERS)}"
    unknown = next((name for name in found if name not in PARAMETERS), None)
    if unknown is not None:
        return f"parameter {unknown!r} is unknown{nearest(unknown, PARAMETERS)}"
    for name, (low, high) in PARAMETERS.items():
        if found[name].low < low or found[name].high > high:
            return f"{name}: low and high must lie in {low} to {high}"
    size, numbers = found["players_per_team"].high, found["max_number"].low
    if numbers < size:
        return f"max_number: low = {numbers} is less than the {size} players a team may have"
    specials = sum(found[f"{kind}_per_colour"].high for kind in SPECIALS)
    most = found["n_teams"].high * size + found["n_colours"].high * specials
    return f"a deck may have {most} cards; at most {DECK}" if most > DECK else ""


def _check(tables: Mapping[str, Sequence[Any]]) -> str:
    """Teams of the two files are the same."""
    on_cards = {row.team for row in tables["cards"] if row.team is not None}
    named = {row.team for row in tables["teams"]}
    if on_cards - named:
        return f"team {min(on_cards - named)} is on a card, and not in teams"
    if named - on_cards:
        return f"team {min(named - on_cards)} is in teams, and on no card"
    return ""


TABLES = Tables(
    folder=Path(__file__).parent / "components",
    tables={
        "cards": Table("cards.csv", Card, "cards", check=_check_cards),
        "teams": Table("teams.csv", Team, "teams", key="team"),
        "specials": Table("specials.csv", Special, "printed texts", key="kind"),
        "deck_model": Table(
            "deck_model.csv", Parameter, "deck model", key="parameter", check=_check_parameters
        ),
    },
    check=_check,
)


def cards(components: Components) -> Sequence[Card]:
    """The deck by card id."""
    return components.rows["cards"]


def teams(components: Components) -> list[Team]:
    """The teams, lowest id first."""
    return sorted(components.rows["teams"], key=lambda row: row.team)


def colours(components: Components) -> list[str]:
    """Colours of the deck in the order in which they first occur: colour 0, 1, ..."""
    return list(dict.fromkeys(card.colour for card in cards(components)))


def team_sizes(components: Components) -> Counter[int]:
    """Cards of each team."""
    return Counter(card.team for card in cards(components) if card.team is not None)
