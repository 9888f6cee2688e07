"""Where cards are and how they move: deck, hands, won piles, out of play (section 6)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.engine.rotation import around
from sim.games.nove_anni.state import (
    FIERCE,
    HANDS,
    IN_DECK,
    LIGHT,
    NOBODY,
    OUT,
    PILES,
    RASCAL,
)
from sim.games.nove_anni.story import Event


@leaf
def kind_of(t, card):
    """Kind of a card."""
    return t.kind[t.type[card]]


@leaf
def special_of(t, card):
    """Bit of a special, -1 of a fighter."""
    return t.special[t.type[card]]


@leaf
def is_negative(t, card):
    """Section 1: rascals and fierce animals."""
    return kind_of(t, card) in (RASCAL, FIERCE)


@leaf
def is_placeable(t, card):
    """R9: whether a card may lie in a column."""
    return t.type[card] < t.types and (kind_of(t, card) != LIGHT or t.rules.light_in_columns != 0)


@leaf
def in_draw_order(t, step):
    """The seat that draws so many places, fewer than there are players, after the first one."""
    return around(t, t.first + step)


# The deck -----------------------------------------------------------------------------------------


@leaf
def place_in_deck(t, i):
    """Place of the i-th card of the deck in its ring, the top is 0."""
    place = t.top + i
    return place - t.cards if place >= t.cards else place


@rule
def shuffle(t, purpose):
    """R6, R16: the whole deck in random order."""
    for last in range(t.left - 1, 0, -1):
        here, there = place_in_deck(t, last), place_in_deck(t, below(t, purpose, last + 1))
        held = t.deck[here]
        t.deck[here] = t.deck[there]
        t.deck[there] = held


@leaf
def under_deck(t, card):
    """A card under the deck."""
    t.deck[place_in_deck(t, t.left)] = card
    t.left += 1
    t.zone[card] = IN_DECK


@rule
def draw(t, seat, extra, log):
    """R23: the top card of the deck into a hand; `extra` says that it fills the columns (A6)."""
    card = t.deck[t.top]
    t.top = place_in_deck(t, NIL + 1)
    t.left -= 1
    into_hand(t, seat, card)
    t.record.extra_draws += extra
    special = special_of(t, card)
    if special >= 0:
        t.record.drawn_mask[seat] |= bit(special)
    if t.turn == 1:
        t.openers[t.type[card]] |= bit(seat)
        if special >= 0:
            t.record.opening_mask[seat] |= bit(special)
    emit(log, Event.DRAW, seat, card, t.left, extra)


# Hands --------------------------------------------------------------------------------------------


@leaf
def into_hand(t, seat, card):
    """A card comes to the end of a hand."""
    t.hand[seat, t.held[seat]] = card
    t.held[seat] += 1
    t.zone[card] = HANDS + seat


@rule
def out_of_hand(t, seat, card):
    """A card leaves a hand; the others keep their order."""
    place = NIL
    while t.hand[seat, place] != card:
        place += 1
    t.held[seat] -= 1
    for i in range(place, t.held[seat]):
        t.hand[seat, i] = t.hand[seat, i + 1]


@leaf
def placeable_cards(t, seat):
    """Cards of a hand that may lie in a column."""
    found = NIL
    for i in range(t.held[seat]):
        found += is_placeable(t, t.hand[seat, i])
    return found


@leaf
def has_special(t, seat):
    """Whether a hand holds a special."""
    found = False
    for i in range(t.held[seat]):
        found |= special_of(t, t.hand[seat, i]) >= 0
    return found


# Won piles ----------------------------------------------------------------------------------------


@leaf
def worth(t, card):
    """R34, R35: points of a won card."""
    if t.marked[card] != 0:
        return np.int64(t.rules.points_transformed)
    return t.points_of[kind_of(t, card)]


@rule
def into_pile(t, seat, card):
    """A card comes to a won pile."""
    t.pile[seat, t.won[seat]] = card
    t.won[seat] += 1
    t.won_kind[seat, kind_of(t, card)] += 1
    t.score[seat] += worth(t, card)
    t.zone[card] = PILES + seat


@rule
def out_of_pile(t, seat, place):
    """The card at a place of a won pile leaves it, and loses its mark; the others keep their order."""
    card = t.pile[seat, place]
    t.won[seat] -= 1
    for i in range(place, t.won[seat]):
        t.pile[seat, i] = t.pile[seat, i + 1]
    t.won_kind[seat, kind_of(t, card)] -= 1
    t.score[seat] -= worth(t, card)
    t.marks[seat] -= t.marked[card]
    t.marked[card] = 0
    return card


@leaf
def win_card(t, seat, card, owner, log):
    """A card is won; by its own seat too, or from the pot (NOBODY)."""
    into_pile(t, seat, card)
    emit(log, Event.WON, seat, card, owner, NIL)


@rule
def transform(t, seat, later, log):
    """R22: the negative cards of a won pile are marked; how many."""
    found = NIL
    for i in range(t.won[seat]):
        card = t.pile[seat, i]
        if is_negative(t, card) and t.marked[card] == 0:
            t.score[seat] -= worth(t, card)
            t.marked[card] = 1
            t.score[seat] += worth(t, card)
            t.marks[seat] += 1
            found += 1
            emit(log, Event.TRANSFORM, seat, card, later, NIL)
    return found


# Elsewhere ----------------------------------------------------------------------------------------


@leaf
def out_of_play(t, card):
    """A card is out for the rest of the match."""
    t.zone[card] = OUT
    t.record.removed_cards += 1


@leaf
def remove(t, seat, card, log):
    """A card of a seat is out for the rest of the match."""
    out_of_play(t, card)
    emit(log, Event.REMOVED, seat, card, NIL, NIL)


@leaf
def take_back(t, seat, card, log):
    """A card goes back to the hand of who laid it."""
    into_hand(t, seat, card)
    emit(log, Event.BACK, seat, card, NIL, NIL)


@leaf
def lead(t, seat):
    """Section 8: points ahead of the best other player."""
    best = NIL
    found = NOBODY
    for other in range(t.rotation.players):
        if other != seat and (found == NOBODY or t.score[other] > best):
            best, found = t.score[other], np.int64(other)
    return t.score[seat] - best
