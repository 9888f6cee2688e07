"""The table while a match is played.  Arrays of players are indexed [seat, ...]."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.record import record_dtype
from sim.engine.seating import SEATS
from sim.engine.table import table_dtype
from sim.games.singaporean_dream.cards import (
    CASH,
    DREAMS,
    EFFECTS,
    PERSONALITIES,
    PILE,
    SCOPES,
    TYPES,
    actions,
    cash,
    dreams,
    personalities,
    played_as,
)
from sim.games.singaporean_dream.record import PLAYED, RECORD
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.rules_words import PersonalityAssignment
from sim.games.singaporean_dream.strategies import Policy

LIST = 330  # section 14: D1 has no more entries
STOPPER, COLLECT, STEAL_CASH, STEAL_DREAM, STEAL_CARD, DISCARDS, DRAWS, SALVAGE, TAKE_TOP = (
    np.int64(effect) for effect in range(9)
)
PROTECT, DISCOUNT = (np.int64(effect) for effect in range(9, len(EFFECTS)))
PURCHASE = np.int64(len(EFFECTS))  # A16: what is stopped when a purchase is
NO_ONE, ONE, EVERYBODY = (np.int64(scope) for scope in range(len(SCOPES)))
NOBODY = np.int64(-1)
IN_PILE, UNUSED = np.int64(-1), np.int64(-2)  # owners of dreams that no player has
# what a D1 entry does
PASS, BANK, BUY, PLAY, POWER = (np.int64(i) for i in range(5))

# purposes of the random streams (sim.engine.rng); CHOICES is followed by those of the other seats
DREAM_DECK, ACTION_PILE, STARTS, PEOPLE, PICKS = (np.uint64(i) for i in range(5))
CHOICES = np.uint64(5)

_PLACES = record_dtype(RECORD).fields
assert _PLACES is not None
AT = {name: np.int64(place[1] // 4) for name, place in _PLACES.items()}  # words of the record

TABLE = table_dtype(
    RECORD,
    Rules,
    Policy,
    [
        # components
        ("people", "i8"),  # personalities
        ("denominations", "i8"),  # card types below are cash
        ("types", "i8"),
        ("dreams", "i8"),
        ("value", "i8", CASH),  # K, ascending
        ("copies", "i8", TYPES),
        ("effect", "u1", TYPES),  # of an action card
        ("scope", "u1", TYPES),
        ("amount", "i8", TYPES),
        ("mask_bit", "i8", TYPES),  # its kind of card, see PLAYED
        ("stops", "i8"),  # types of stop cards, as bits
        ("actions", "i8"),  # those of the other action cards
        ("kinds_played", "i8", SEATS),  # as bits
        ("kinds_opened", "i8", SEATS),
        ("cards_played", "i8", (SEATS, TYPES)),
        ("keep", "i8", TYPES),  # what holding a card is worth, K; cash: its value
        ("power_effect", "u1", PERSONALITIES),
        ("power_scope", "u1", PERSONALITIES),
        ("power_amount", "i8", PERSONALITIES),
        ("price", "i8", DREAMS),
        ("bonus", "i8", DREAMS),  # personality whose dream counts more, -1 none
        ("fixed", "i8", SEATS),  # personality by seat, where they are fixed
        # the match
        ("persona", "u1", SEATS),
        ("order", "u1", PERSONALITIES),
        ("starter", "i8"),
        ("turn", "i8"),
        ("hand", "i8", (SEATS, TYPES)),
        ("held", "i8", SEATS),  # cards in a hand
        ("kinds", "i8", SEATS),  # their types, as bits
        ("purse", "i8", SEATS),  # K of its cash
        ("stopping", "i8", SEATS),  # its stop cards
        ("bank", "i8", (SEATS, CASH)),
        ("funds", "i8", SEATS),  # K in a bank
        ("pile", "u1", PILE),  # action pile, drawn from at random places
        ("pile_left", "i8"),
        ("discard", "u1", PILE),  # the top comes last
        ("discarded", "i8"),
        ("lying", "i8", CASH),  # its cash cards
        ("dream", "u1", DREAMS),  # dream pile, top first
        ("next_dream", "i8"),  # place of the top
        ("waited", "i8"),  # turns begun with the top dream on top
        ("exposed", "i8"),  # dreams that are or were for sale
        ("pile_size", "i8"),  # dreams used
        ("owner", "i1", DREAMS),
        ("dreams_of", "i8", SEATS),  # dreams of a player, as bits
        ("owned", "i8", SEATS),  # how many they are
        ("score", "i8", SEATS),  # R20
        ("worth", "i8", SEATS),  # R22: total price
        ("safe", "i8", SEATS),  # dreams are protected
        ("power_used", "i8"),
        ("left", "i8"),  # actions
        ("over", "i8"),  # the match ends at once
        ("sole", "i8"),  # last sole leader
        # what is being done
        ("rival", "i8"),  # the leader, where the player deciding is biased against him
        ("act", "u2", LIST),  # entries of D1: kind | argument << 3 | target << 10
        ("acts", "i8"),
        ("due_effect", "i8"),
        ("due_scope", "i8"),
        ("due_amount", "i8"),
        ("due_item", "i8"),  # dream that is bought
        ("target", "i8"),  # NOBODY unless one is named
        ("chain", "i8"),  # stops played in this reaction
        ("reactions", "i8"),  # so far
        ("pool", "i8", CASH),  # what can be paid with
        ("paying", "i8", CASH),  # what is handed over
        ("most", "i8", CASH),  # what a payment has at most
        ("trying", "i8", CASH),
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the cards, dreams and personalities."""
    people, money = personalities(components), cash(components)
    cards, found = actions(components), dreams(components)
    names = [row.personality_id for row in people]
    t.people, t.denominations = len(people), len(money)
    t.types, t.dreams = len(money) + len(cards), len(found)
    for i, note in enumerate(money):
        t.value[i] = t.keep[i] = note.value_k
        t.copies[i] = note.copies
    for i, card in enumerate(cards, len(money)):
        t.effect[i], t.scope[i] = EFFECTS.index(card.effect), SCOPES.index(card.scope)
        t.amount[i], t.copies[i], t.keep[i] = card.amount, card.copies, card.keep_value
        t.mask_bit[i] = 1 << PLAYED.index(played_as(card))
        if card.effect == "stop":
            t.stops |= 1 << i
        else:
            t.actions |= 1 << i
    for i, person in enumerate(people):
        t.power_effect[i] = EFFECTS.index(person.power_effect)
        t.power_scope[i] = SCOPES.index(person.power_scope)
        t.power_amount[i] = person.power_amount
    for i, dream in enumerate(found):
        t.price[i] = dream.value_k
        t.bonus[i] = (
            -1 if dream.bonus_personality == "none" else names.index(dream.bonus_personality)
        )
    if rules.personality_assignment == PersonalityAssignment.FIXED:
        for seat, name in enumerate(rules.fixed_personalities):
            t.fixed[seat] = names.index(name)
