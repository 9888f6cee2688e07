"""Board, player cards, event cards, Cup cards: rows of the component files and their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, field_validator

from sim.engine.components import LABEL, Components, Flaw, Row, Table, Tables

VALUES = 5  # R4: player cards are worth 1 to 5 points
SPACES = 256  # section 14: the largest board
STACK = 64  # the largest stack of cards
MOST_MONEY = 100_000_000  # DM that a component or an option may name
MOST_STRENGTH = 99
MOST_CARDS = 80  # player cards of one value

SpaceKind = Literal[
    "start",
    "points_match",
    "dfb_cup",
    "private_match",
    "european_cup",
    "cost",
    "event_yellow",
    "event_blue",
    "neutral",
]
CostRule = Literal["none", "fixed", "per_player", "per_strength"]
Venue = Literal["none", "home", "away"]
Colour = Literal["yellow", "blue"]
Effect = Literal[
    "money",
    "money_per_player",
    "money_per_point",
    "gain_player",
    "lose_player",
    "strength",
    "factor",
    "bonus",
]
Provenance = Literal["rulebook", "assumed"]
SPACE_KINDS = get_args(SpaceKind)  # in the order of section 5
COST_RULES = get_args(CostRule)
COLOURS = get_args(Colour)
EFFECTS = get_args(Effect)
TOKENS = ("league_home", "league_away", "cup", "private", "european", "cost")  # follow-up events
IMMEDIATE = ("money", "money_per_player", "money_per_point", "gain_player", "lose_player")
STRENGTH_TOKENS, MONEY_TOKENS = TOKENS[:3], (TOKENS[0], *TOKENS[2:])


class Space(Row):
    """A space of the board (R8-R19, A3): what happens there, and its numbers; A30: or nothing."""

    space: int = Field(ge=0, le=SPACES - 1)
    kind: SpaceKind
    label: str = LABEL
    colour: str
    opponent_strength: int = Field(ge=0, le=MOST_STRENGTH)
    amount: int = Field(ge=0, le=MOST_MONEY)
    venue: Venue
    cost_rule: CostRule
    cost_amount: int = Field(ge=0, le=MOST_MONEY)
    provenance: Provenance

    @field_validator("opponent_strength", mode="before")
    @classmethod
    def _no_opponent(cls, text: str) -> str:
        """Read an empty cell as no opponent."""
        return text or "0"


class PlayerCard(Row):
    """Player cards of one value (R4, R22): how many, and what they cost."""

    value: int = Field(ge=1, le=VALUES)
    count: int = Field(ge=0, le=MOST_CARDS)
    start_per_player: int = Field(ge=0, le=MOST_CARDS)
    purchase_price: int = Field(ge=0, le=MOST_MONEY)
    sale_price: int = Field(ge=0, le=MOST_MONEY)
    provenance: Provenance
    provenance_counts: Provenance
    provenance_prices: Provenance


class EventCard(Row):
    """A yellow or blue card (R19): what it does, when, and how often."""

    card_id: str
    colour: Colour
    label: str = LABEL
    effect: Effect
    amount: int = Field(ge=-MOST_MONEY, le=MOST_MONEY)
    trigger: str
    uses: int = Field(ge=1, le=99)
    provenance: Provenance

    @property
    def tokens(self) -> tuple[str, ...]:
        """The follow-up events the card is set aside for, none if it acts at once."""
        return () if self.trigger == "immediate" else tuple(self.trigger.split("+"))


class CupCard(Row):
    """A brown card (R14): opponent, venue and income."""

    card_id: str
    label: str = LABEL
    venue: Literal["home", "away"]
    opponent_strength: int = Field(ge=0, le=MOST_STRENGTH)
    income: int = Field(ge=0, le=MOST_MONEY)
    provenance: Provenance


class Note(Row):
    """A denomination and how many of it the start packet holds (R3; A23: some hold none)."""

    denomination: int = Field(ge=1, le=MOST_MONEY)
    start_count_per_player: int = Field(ge=0, le=1000)
    provenance: Provenance


def _check_board(rows: Sequence[Space]) -> Flaw | None:
    """One start at space 0, spaces without a gap, opponents and costs where they belong."""
    if not rows:
        return Flaw("no spaces")
    wrong = next((i for i, row in enumerate(rows) if row.space != i), None)
    if wrong is not None:
        text = f"space = {rows[wrong].space} stands where space {wrong} belongs"
        return Flaw(text, rows[wrong])
    starts = [row for row in rows if row.kind == "start"]
    at = [row.space for row in starts]
    if at != [0]:
        text = f"exactly one start is needed, at space 0; there are {len(at)} at {at}"
        return Flaw(text, next((row for row in starts if row.space), None))
    return _first(_misfit, rows)


def _first(complain: Callable[[Any], str], rows: Sequence[Row]) -> Flaw | None:
    """The first row there is a complaint about."""
    return next((Flaw(text, row) for row in rows if (text := complain(row))), None)


def _misfit(row: Space) -> str:
    """What a space needs or may not have for its kind."""
    place = f"space {row.space} ({row.kind})"
    if (row.kind == "points_match") != (row.opponent_strength > 0):
        must = "needs an" if row.kind == "points_match" else "may not have an"
        return f"{place} {must} opponent_strength"
    if (row.kind == "cost") != (row.cost_rule != "none"):
        must = "needs a" if row.kind == "cost" else "may not have a"
        return f"{place} {must} cost_rule"
    if row.cost_amount and row.kind != "cost":
        return f"{place} may not have a cost_amount"
    if row.kind == "european_cup" and row.venue == "none":
        return f"{place} needs venue home (receive) or away (pay)"
    return ""


def _check_values(rows: Sequence[PlayerCard]) -> Flaw | None:
    """Every value has its row."""
    missing = set(range(1, VALUES + 1)) - {row.value for row in rows}
    return Flaw(f"no row has value = {min(missing)}") if missing else None


def _check_events(rows: Sequence[EventCard]) -> Flaw | None:
    """Refuse pairs of effect and trigger that mean nothing, and stacks too large."""
    for colour in COLOURS:
        too_many = [row for row in rows if row.colour == colour][STACK:]
        if too_many:
            return Flaw(f"more than {STACK} {colour} cards", too_many[0])
    return _first(_unknown_effect, rows)


def _unknown_effect(row: EventCard) -> str:
    allowed: tuple[str, ...] = (
        MONEY_TOKENS if row.effect in {"factor", "bonus"} else STRENGTH_TOKENS
    )
    if row.effect in IMMEDIATE:
        wrong, allowed = row.tokens, ("immediate",)
    else:
        wrong = tuple(t for t in row.tokens or ("immediate",) if t not in allowed)
    if wrong or len(set(row.tokens)) != len(row.tokens):
        return (
            f"card {row.card_id}: trigger = {row.trigger!r} does not go with effect = "
            f"{row.effect!r}; allowed: {', '.join(allowed)}"
        )
    if row.effect == "factor" and row.amount < 0:
        return f"card {row.card_id}: amount = {row.amount}: a factor is not negative"
    if row.effect in {"gain_player", "lose_player"} and not 1 <= row.amount <= VALUES:
        return f"card {row.card_id}: amount = {row.amount}: a player is worth 1 to {VALUES}"
    if row.effect == "strength" and abs(row.amount) > MOST_STRENGTH:
        return f"card {row.card_id}: amount = {row.amount}: at most {MOST_STRENGTH} points"
    if row.effect == "factor" and row.amount > 1000:
        return f"card {row.card_id}: amount = {row.amount}: at most 1000 percent"
    return ""


def _check_cup(rows: Sequence[CupCard]) -> Flaw | None:
    if not rows:
        return Flaw("no cards")
    return Flaw(f"more than {STACK} cards", rows[STACK]) if len(rows) > STACK else None


TABLES = Tables(
    folder=Path(__file__).parent / "components",
    tables={
        "board": Table("board.csv", Space, "spaces", key="space", check=_check_board),
        "player_cards": Table(
            "player_cards.csv", PlayerCard, "player cards", key="value", check=_check_values
        ),
        "event_cards": Table("event_cards.csv", EventCard, "event cards", check=_check_events),
        "cup_cards": Table("cup_cards.csv", CupCard, "Cup cards", check=_check_cup),
        "notes": Table("notes.csv", Note, "notes", key="denomination"),
    },
)


def board(components: Components) -> Sequence[Space]:
    """The spaces, from the start on."""
    return components.rows["board"]


def player_cards(components: Components) -> list[PlayerCard]:
    """Player cards by value, 1 first."""
    return sorted(components.rows["player_cards"], key=lambda row: row.value)


def event_cards(components: Components, colour: str) -> list[EventCard]:
    """Event cards of a colour in file order: card number 0, 1, ..."""
    return [row for row in components.rows["event_cards"] if row.colour == colour]


def cup_cards(components: Components) -> Sequence[CupCard]:
    """The brown cards in file order."""
    return components.rows["cup_cards"]


def start_packet(components: Components) -> int:
    """R3: DM in the notes that a player starts with."""
    return sum(n.denomination * n.start_count_per_player for n in components.rows["notes"])


def start_strength(components: Components) -> int:
    """R4: points of the squad that a player starts with."""
    return sum(row.value * row.start_per_player for row in player_cards(components))


def start_squad(components: Components) -> int:
    """R4: cards of the squad that a player starts with."""
    return sum(row.start_per_player for row in player_cards(components))
