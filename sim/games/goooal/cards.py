"""The deck, the teams, and what the deck is made from: rows of the component files (section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, field_validator

from sim.engine.components import LABEL, Components, Flaw, Row, Table, Tables
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
    label: str = LABEL
    provenance: Provenance

    @field_validator("team", "number", mode="before")
    @classmethod
    def _none(cls, text: str) -> str | None:
        """Read an empty cell as none."""
        return text or None


class Team(Row):
    """A team, whose logo lies in front of its owner (R1)."""

    team: int = Field(ge=0, le=TEAMS - 1)
    name: str = LABEL
    players_to_collect: int = Field(ge=1, le=DECK)
    provenance: Provenance


class Special(Row):
    """Printed texts of a kind of special: documentation, as the options rule."""

    kind: Kind
    label: str = LABEL
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


def _check_cards(rows: Sequence[Card]) -> Flaw | None:
    """Ids without a gap; team and number for players, and for them alone; few colours."""
    if not rows:
        return Flaw("no cards")
    wrong = next((i for i, row in enumerate(rows) if row.card_id != i), None)
    if wrong is not None:
        text = f"card_id = {rows[wrong].card_id} stands where card {wrong} belongs"
        return Flaw(text, rows[wrong])
    for row in rows:
        for name in ("team", "number"):
            if (getattr(row, name) is None) == (row.kind == "player"):
                must = "needs a" if row.kind == "player" else "may not have a"
                return Flaw(f"card {row.card_id} ({row.kind}) {must} {name}", row)
    found = list(dict.fromkeys(row.colour for row in rows))
    if len(found) <= COLOURS:
        return None
    first = next(row for row in rows if row.colour == found[COLOURS])
    return Flaw(f"{len(found)} colours; at most {COLOURS}", first)


def _check_parameters(rows: Sequence[Parameter]) -> Flaw | None:
    """All parameters of the generator, within what a deck may be (section 14)."""
    for row in rows:
        if row.parameter not in PARAMETERS:
            text = f"parameter {row.parameter!r} is unknown{nearest(row.parameter, PARAMETERS)}"
            return Flaw(text, row)
        low, high = PARAMETERS[row.parameter]
        if not row.low <= row.value <= row.high:
            needs = f"{row.parameter}: needs low <= value <= high, here"
            return Flaw(f"{needs} {row.low}, {row.value}, {row.high}", row)
        if row.low < low or row.high > high:
            return Flaw(f"{row.parameter}: low and high must lie in {low} to {high}", row)
    found = {row.parameter: row for row in rows}
    missing = next((name for name in PARAMETERS if name not in found), None)
    if missing is not None:
        return Flaw(f"parameter {missing!r} is missing; needed: {', '.join(PARAMETERS)}")
    size, numbers = found["players_per_team"].high, found["max_number"]
    if numbers.low < size:
        text = f"max_number: low = {numbers.low} is less than the {size} players a team may have"
        return Flaw(text, numbers)
    specials = sum(found[f"{kind}_per_colour"].high for kind in SPECIALS)
    most = found["n_teams"].high * size + found["n_colours"].high * specials
    return Flaw(f"a deck may have {most} cards; at most {DECK}") if most > DECK else None


def _check(tables: Mapping[str, Sequence[Any]], paths: Mapping[str, Path]) -> Flaw | None:
    """Teams of the two files are the same."""
    named = {row.team for row in tables["teams"]}
    for card in tables["cards"]:
        if card.team is not None and card.team not in named:
            text = f"card {card.card_id} is of team {card.team}, which is not in {paths['teams']}"
            return Flaw(text, card)
    on_cards = {row.team for row in tables["cards"]}
    for team in tables["teams"]:
        if team.team not in on_cards:
            return Flaw(f"team {team.team} is on no card of {paths['cards']}", team)
    return None


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


def lonely_colours(components: Components) -> Iterator[str]:
    """Colours of one card only, which may be misspelt: a line for each."""
    counts = Counter(card.colour for card in cards(components))
    for card in cards(components):
        if counts[card.colour] == 1 and len(counts) > 1:
            others = [colour for colour in counts if colour != card.colour]
            hint = nearest(card.colour, others)
            found = f"colour = {card.colour!r} is on card {card.card_id} only"
            yield f"{components.paths['cards']}: {found}{hint if 'mean' in hint else ''}"


def team_sizes(components: Components) -> Counter[int]:
    """Cards of each team."""
    return Counter(card.team for card in cards(components) if card.team is not None)
