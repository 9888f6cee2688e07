"""Shuffling, dealing and drawing (R6, R7, R9, A5, A16)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.games.goooal.decisions import choose_pile
from sim.games.goooal.rules_words import FirstCard, Reshuffle
from sim.games.goooal.state import NOBODY, PLAYER, RESHUFFLES, SHUFFLES
from sim.games.goooal.story import Event


@rule
def deal(t, log):
    """R6, R12: all cards not laid are shuffled; hands, then the draw piles."""
    n = np.int64(0)
    for unlaid in range(t.cards):
        if t.is_laid[unlaid] == 0:
            t.deck[n] = unlaid
            n += 1
    shuffle_deck(t, SHUFFLES, n)
    at = NIL
    for seat in range(t.rotation.players):
        t.held[seat] = 0
        for kind in range(len(t.played)):
            t.opened[seat, kind] = t.got[seat, kind] = 0
        for _ in range(t.rules.hand_size):
            card = np.int64(t.deck[at])
            at += 1
            take(t, seat, card)
            note_dealt(t, seat, card)
            emit(log, Event.DEAL, seat, card, NIL, NIL)
        t.most[seat] = t.held[seat]
    form_piles(t, at, n)
    emit(log, Event.PILES, NIL, n - at, NIL, NIL)


@rule
def shuffle_deck(t, purpose, n):
    """The first n cards of t.deck in random order."""
    for last in range(n - 1, 0, -1):
        other = below(t, purpose, last + 1)
        held = t.deck[last]
        t.deck[last] = t.deck[other]
        t.deck[other] = held


@leaf
def form_piles(t, first, end):
    """Section 6: piles as equal as possible, the first ones get the extra cards."""
    piles, at = t.rules.n_piles, first
    for pile in range(piles):
        size = (end - first) // piles + (pile < (end - first) % piles)
        for i in range(size):
            t.pile[pile, i] = t.deck[at]
            at += 1
        t.height[pile] = size


@leaf
def take(t, seat, card):
    """A card comes into a hand."""
    t.hand[seat, t.held[seat]] = card
    t.held[seat] += 1


@leaf
def note_dealt(t, seat, card):
    """Section 9: what the dealt hand holds; players only of the own team."""
    kind = np.int64(t.kind[card])
    t.opened[seat, kind] += kind != PLAYER or t.team[card] == t.own[seat]
    t.got[seat, kind] += 1


@leaf
def flip(t, dealer, log):
    """D2, A5: the dealer turns the top card of a pile; it covers the middle."""
    pile = choose_pile(t, dealer, NOBODY)
    card = pop(t, pile)
    cover(t, card)
    emit(log, Event.FLIP, dealer, card, pile, NIL)


@rule
def turn_first(t, dealer, log):
    """R7: the base; A6: with `redraw` until a player card is there, or no card is left."""
    t.below = 0
    flip(t, dealer, log)
    t.first_kinds[t.kind[t.top]] += 1
    if t.rules.first_card == FirstCard.REDRAW:
        while t.kind[t.top] != PLAYER and in_piles(t) > 0:
            flip(t, dealer, log)


@leaf
def cover(t, card):
    """A card becomes the base (R10), and its colour the active one (R18)."""
    t.middle[t.below] = card
    t.below += 1
    t.top, t.active = card, np.int64(t.colour[card])


@leaf
def pop(t, pile):
    """The top card of a pile."""
    t.height[pile] -= 1
    return np.int64(t.pile[pile, t.height[pile]])


@leaf
def in_piles(t):
    """Cards in all draw piles."""
    found = NIL
    for pile in range(t.rules.n_piles):
        found += t.height[pile]
    return found


@leaf
def reshuffle(t, seat, log):
    """A16, R21: the middle but its top becomes new piles."""
    if t.rules.reshuffle == Reshuffle.NEVER or t.below < 2:
        return
    n = t.below - 1
    for i in range(n):
        t.deck[i] = t.middle[i]
    t.middle[0] = t.top
    t.below = 1
    shuffle_deck(t, RESHUFFLES, n)
    form_piles(t, NIL, n)
    t.record.match_reshuffles += 1
    emit(log, Event.RESHUFFLE, seat, n, NIL, NIL)


@rule
def draw_cards(t, seat, number, log):
    """draw: so many cards, each from a pile of one's choice (D7); how many there were."""
    for drawn in range(number):
        if in_piles(t) == 0:
            reshuffle(t, seat, log)
        if in_piles(t) == 0:
            emit(log, Event.NO_CARD, seat, NIL, NIL, NIL)
            return np.int64(drawn)
        pile = choose_pile(t, seat, t.active)
        card = pop(t, pile)
        take(t, seat, card)
        t.got[seat, t.kind[card]] += 1
        t.most[seat] = max(t.most[seat], t.held[seat])
        emit(log, Event.DRAW, seat, card, pile, NIL)
    return number
