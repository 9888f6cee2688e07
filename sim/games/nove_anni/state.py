"""The table while a match is played.  Arrays of players are indexed [seat, ...]."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.record import record_dtype
from sim.engine.seating import SEATS
from sim.engine.table import table_dtype
from sim.games.nove_anni.cards import (
    CHARACTERISTICS,
    COLUMNS,
    KINDS,
    PACK,
    ROWS,
    TYPES,
    Card,
    cards,
    pack_of,
    special_of,
    types,
)
from sim.games.nove_anni.record import RECORD
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.strategies import Policy

RASCAL, FRIEND, FIERCE, TAME, LIGHT, DREAM = (np.int64(kind) for kind in range(len(KINDS)))
SCIENCE, OBEDIENCE, SILENCE, AWAKENING, GIOVANNINO, TEACHER, LORD, PADRE = (
    np.int64(special) for special in range(8)
)
NO_CARD = np.int64(-1)
NOBODY = np.int64(-1)
# zones; a seat's own are the first one plus the seat
IN_DECK, IN_USE, OUT, IN_POT = (np.int64(zone) for zone in range(4))
HANDS, GRIDS, SLOTS, PILES = (np.int64(8 * i) for i in range(1, 5))
# how a match ends
GOING, BY_DECK, BY_AWAKENING, BY_CAP, BY_SHORT_HAND = (np.int64(end) for end in range(-1, 4))
# what a duel compares: the characteristics, then the sum of La Scienza; last the sum of all four
MEASURES = COLUMNS + 2
SUM_OF_BEST, SUM_OF_ALL = np.int64(COLUMNS), np.int64(COLUMNS + 1)
SETS = 1 << COLUMNS  # of columns
# how the duels of a turn may be: as usual, or under one of three specials
MODES = 4
USUAL, BY_SCIENCE, BY_SILENCE, BY_GIOVANNINO = (np.int64(mode) for mode in range(MODES))

# purposes of the random streams (sim.engine.rng); CHOICES is followed by those of the other seats
SHUFFLE, RESHUFFLE, STARTS = (np.uint64(i) for i in range(3))
CHOICES = np.uint64(3)

_PLACES = record_dtype(RECORD).fields
assert _PLACES is not None
AT = {name: np.int64(place[1] // 4) for name, place in _PLACES.items()}  # words of the record

TABLE = table_dtype(
    RECORD,
    Rules,
    Policy,
    [
        # components
        ("cards", "i8"),  # in the pack
        ("type", "i8", PACK),  # of a card: row of cards.csv, then the dream cards
        ("types", "i8"),  # rows of cards.csv: what can lie in a column
        ("kind", "i8", TYPES),
        ("special", "i8", TYPES),  # bit of a special, -1 of a fighter
        ("value", "i8", (TYPES, MEASURES)),
        ("level", "i8", (COLUMNS + 1, ROWS)),  # of a type among the values of a measure, lowest 0
        ("levels", "i8", COLUMNS + 1),  # different values of a measure
        ("points_of", "i8", len(KINDS)),
        # the match
        ("starter", "i8"),
        ("losers", "i8"),  # A27: who lost the match before, as bits
        ("place", "i8"),  # of the match in its series
        ("first", "i8"),  # who draws first
        ("turn", "i8"),
        ("end", "i8"),  # GOING, or how the match ends
        ("deck", "i8", PACK),  # a ring: drawn at `top`, cards are put under it at the other end
        ("top", "i8"),
        ("left", "i8"),  # cards in the deck
        ("zone", "i8", PACK),  # of a card
        ("marked", "i8", PACK),  # R22: transformed
        ("openers", "i8", TYPES),  # who drew a card of a type in turn 1, as bits of seats
        ("hand", "i8", (SEATS, PACK)),  # in order of arrival
        ("held", "i8", SEATS),
        ("grid", "i8", (SEATS, COLUMNS)),
        ("slot", "i8", SEATS),
        ("slot_turn", "i8", SEATS),  # turn of placement
        ("pile", "i8", (SEATS, PACK)),  # cards won, in order of arrival
        ("won", "i8", SEATS),
        ("won_kind", "i8", (SEATS, len(KINDS))),
        ("marks", "i8", SEATS),  # transformed cards among them
        ("score", "i8", SEATS),
        ("pot", "i8", PACK),
        ("in_pot", "i8"),
        ("use", "i8", SEATS),  # specials activated this turn
        ("in_use", "i8"),
        # the turn
        ("active", "i8"),  # kinds that compete, as bits
        ("science", "i8"),  # R15
        ("due", "i8", SEATS),  # A5: cards still to be drawn
        ("fathered", "i8"),  # A18: whose cards are transformed after the duels, as bits
        ("wakened", "i8"),  # A21: the match ends with the turn
        ("duels_now", "i8", SEATS),  # won this turn
        ("columned", "i8", SEATS),  # light cards put into columns, as bits of specials
        # of the record
        ("sole", "i8"),  # last sole leader
        ("behind", "i8", SEATS),  # most points behind after a duel phase
        # what is decided: options are cards of a hand or pile
        ("option", "i8", PACK),
        ("options", "i8"),
        ("gain", "f8", (PACK, COLUMNS)),  # of an option in a column
        ("total", "f8", SETS),  # best sum that fills these columns
        ("taken", "i1", (PACK, SETS)),  # column that an option then takes, -1 none
        ("trial", "i8", COLUMNS),  # card for each column, NO_CARD none
        ("plan", "i8", COLUMNS),  # the same, as it is decided
        ("unseen", "i8", ROWS),  # cards of a type that a player cannot see
        ("hidden", "i8"),  # all of them
        ("mean_stake", "f8"),  # of theirs
        ("rivals", "i8", ROWS),  # of them, cards that would be active
        ("competing", "i8", MODES),  # all of them
        ("below", "i8", (MODES, COLUMNS, ROWS)),  # by level: twice those below it, and those on it
        ("usual", "f8", (ROWS, COLUMNS)),  # what types in hand are expected to bring
        ("price", "f8", ROWS),  # of spending one now
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the pack and the values of its cards."""
    rows = cards(components)
    pack = pack_of(rules, int(t.rotation.players), components)
    t.cards, t.types = len(pack), len(rows)
    t.type[: len(pack)] = pack
    for i, row in enumerate(types(components)):
        t.kind[i], t.special[i] = KINDS.index(row.kind), special_of(row.card_id)
    for i, placeable in enumerate(rows):
        t.value[i] = measures(rules, placeable)
    for measure in range(COLUMNS + 1):
        values, level = np.unique(t.value[: len(rows), measure], return_inverse=True)
        t.levels[measure], t.level[measure, : len(rows)] = len(values), level
    for kind, name in enumerate(KINDS[:-1]):
        t.points_of[kind] = getattr(rules, f"points_{name}")


def measures(rules: Rules, row: Card) -> list[int]:
    """Characteristics, what La Scienza makes of them, and their sum."""
    light = row.kind == "light"
    values = [rules.light_value if light else getattr(row, name) for name in CHARACTERISTICS]
    best = sorted(values, reverse=True)[: rules.science_top_k]
    return [*values, sum(best), sum(values)]
