"""Fighters, light and dream cards: rows of the component files (section 5 of RULES.md).

The shipped deck is the printed list: thirteen rascals, fourteen of the other kinds (A22).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from sim.engine.components import LABEL, Components, Flaw, Row, Table, Tables, told_apart
from sim.engine.errors import nearest

ROWS = 96  # kinds of cards in cards.csv at most, copies counted once
TYPES = ROWS + 4  # the dream cards come after them
PACK = 1024  # section 14: cards of all decks
COLUMNS = 4
CHARACTERISTICS = ("intelligence", "strength", "feeling", "courage")
KINDS = ("rascal", "friend", "fierce", "tame", "light", "dream")
POLARITY = {
    "rascal": "negative", "fierce": "negative", "friend": "positive", "tame": "positive",
    "light": "neutral",
}  # fmt: skip
SPECIALS = {  # in the order of bits: name, id, effect
    "science": ("dream_science", "science"),
    "obedience": ("dream_obedience", "obedience"),
    "silence": ("dream_silence", "filter_friend_rascal"),
    "awakening": ("dream_awakening", "awakening"),
    "giovannino": ("light_giovannino", "filter_friend_tame"),
    "teacher": ("light_teacher", "swap_grid"),
    "lord": ("light_lord", "take_friends"),
    "padre": ("light_giovanni_padre", "transform_negatives"),
}
DREAMS, LIGHTS = tuple(SPECIALS)[:4], tuple(SPECIALS)[4:]

ID: Any = Field(pattern=r"^[a-z][a-z0-9_]*$")
VALUE: Any = Field(ge=0, le=999)

FighterKind = Literal["rascal", "friend", "fierce", "tame"]
Provenance = Literal["rulebook", "assumed"]


class Card(Row):
    """A card that can lie in a column (R11, R12); `provenance` is that of its values."""

    card_id: str = ID
    label: str = LABEL
    kind: Literal["rascal", "friend", "fierce", "tame", "light"]
    kind_label: str
    polarity: Literal["positive", "negative", "neutral"]
    copies_per_deck: int = Field(ge=0, le=9)
    intelligence: int = VALUE
    strength: int = VALUE
    feeling: int = VALUE
    courage: int = VALUE
    provenance: Provenance

    @property
    def values(self) -> tuple[int, int, int, int]:
        """Its four characteristics."""
        return self.intelligence, self.strength, self.feeling, self.courage


class Special(Row):
    """A dream or light card and its effect (R15-R22)."""

    card_id: str = ID
    label: str = LABEL
    kind: Literal["dream", "light"]
    effect: str
    copies_per_deck: int = Field(ge=0, le=9)
    usable_in_column: bool
    provenance: Provenance


class Prior(Row):
    """How values of a kind may be distributed (section 5)."""

    kind: FighterKind
    characteristic: Literal["intelligence", "strength", "feeling", "courage"]
    mean: int = VALUE
    sd: int = VALUE
    min: int = VALUE
    max: int = VALUE
    provenance: Provenance


def _check_cards(rows: Sequence[Card]) -> Flaw | None:
    """Enough rows, fighters among them, the four light cards, polarities that fit."""
    if len(rows) > ROWS:
        return Flaw(f"{len(rows)} kinds of cards; at most {ROWS}", rows[ROWS])
    for row in rows:
        if row.polarity != POLARITY[row.kind]:
            return Flaw(f"polarity = {row.polarity!r}: a {row.kind} is {POLARITY[row.kind]}", row)
    if not any(row.kind != "light" and row.copies_per_deck for row in rows):
        return Flaw("there is no fighter")
    lights = {SPECIALS[name][0] for name in LIGHTS}
    for row in rows:
        if (row.kind == "light") != (row.card_id in lights):
            wrong = (
                f"card_id = {row.card_id!r}: no {'light card' if row.kind == 'light' else row.kind}"
            )
            return Flaw(
                f"{wrong}{nearest(row.card_id, lights) if row.kind == 'light' else ''}", row
            )
    for name in sorted(lights - {row.card_id for row in rows}):
        return Flaw(f"the light card {name} is missing")
    return None


def _check_specials(rows: Sequence[Special]) -> Flaw | None:
    """The eight of the rulebook; nothing but names and copies may differ."""
    known = {card: (name, effect) for name, (card, effect) in SPECIALS.items()}
    for row in rows:
        if row.card_id not in known:
            hint = nearest(row.card_id, known)
            return Flaw(f"card_id = {row.card_id!r}: no special card{hint}", row)
        name, effect = known[row.card_id]
        kind = "light" if name in LIGHTS else "dream"
        if row.kind != kind:
            return Flaw(f"{row.card_id}: kind = {row.kind!r}: must be {kind}", row)
        if row.effect != effect:
            return Flaw(f"{row.card_id}: effect = {row.effect!r}: must be {effect}", row)
        if row.usable_in_column != (kind == "light"):
            return Flaw(f"{row.card_id}: usable_in_column is true for light cards alone", row)
    for name in sorted(known.keys() - {row.card_id for row in rows}):
        return Flaw(f"the special card {name} is missing")
    return None


def _check_priors(rows: Sequence[Prior]) -> Flaw | None:
    """Every kind and characteristic once, with a range."""
    seen: set[tuple[str, str]] = set()
    for row in rows:
        if row.min > row.max:
            return Flaw(f"min = {row.min}: must not exceed max = {row.max}", row)
        if not row.min <= row.mean <= row.max:
            return Flaw(f"mean = {row.mean}: must lie in {row.min} to {row.max}", row)
        if (row.kind, row.characteristic) in seen:
            return Flaw(f"{row.kind}, {row.characteristic} stand there twice", row)
        seen.add((row.kind, row.characteristic))
    wanted = 4 * len(CHARACTERISTICS)
    return None if len(seen) == wanted else Flaw(f"{len(seen)} rows; all {wanted} are needed")


def _check(tables: Mapping[str, Sequence[Any]], paths: Mapping[str, Path]) -> Flaw | None:
    """Light cards are as many in both files."""
    copies = {row.card_id: row.copies_per_deck for row in tables["specials"]}
    for row in tables["cards"]:
        if row.kind == "light" and row.copies_per_deck != copies[row.card_id]:
            return Flaw(
                f"{row.card_id}: copies_per_deck = {row.copies_per_deck}, in "
                f"{paths['specials']} {copies[row.card_id]}",
                row,
            )
    return None


TABLES = Tables(
    folder=Path(__file__).parent / "components",
    tables={
        "cards": Table("cards.csv", Card, "cards", check=_check_cards),
        "specials": Table("specials.csv", Special, "special cards", check=_check_specials),
        "value_prior": Table(
            "value_prior.csv", Prior, "prior of the values", key="", check=_check_priors
        ),
    },
    check=_check,
)


def cards(components: Components) -> Sequence[Card]:
    """The placeable cards in file order: card types 0, 1, ..."""
    return components.rows["cards"]


def specials(components: Components) -> dict[str, Special]:
    """The specials by name, in the order of bits."""
    rows = {row.card_id: row for row in components.rows["specials"]}
    return {name: rows[card] for name, (card, _) in SPECIALS.items()}


def dreams(components: Components) -> list[Special]:
    """The dream cards in the order of bits: the card types after the placeable ones."""
    return [row for name, row in specials(components).items() if name in DREAMS]


def types(components: Components) -> list[Card | Special]:
    """All card types: placeable cards, then dream cards."""
    return [*cards(components), *dreams(components)]


def labels(components: Components) -> list[str]:
    """Names of the card types; friends and rascals share first names and differ in the rest."""
    return told_apart(types(components))


def special_of(card_id: str) -> int:
    """The special of a card by its place in the order of bits, -1 of a fighter."""
    ids = [card for card, _ in SPECIALS.values()]
    return ids.index(card_id) if card_id in ids else -1


def decks_of(rules: Any, players: int) -> int:
    """R1, A4: decks that are merged."""
    return int(rules.decks or -(-players // rules.players_per_deck))


def pack_of(rules: Any, players: int, components: Components) -> list[int]:
    """Card types of all cards of a match: type by type, each with all its copies (R1, R2, A25)."""
    decks = decks_of(rules, players)
    found: list[int] = []
    for card, row in enumerate(types(components)):
        number = row.copies_per_deck * decks
        if row.kind == "light":
            kept = row.copies_per_deck if rules.dedupe_light else number
            number = kept if rules.use_light else 0
        elif row.kind == "dream":
            kept = row.copies_per_deck if rules.dedupe_dream else number
            number = kept if rules.use_dream else 0
        found += [card] * number
    return found
