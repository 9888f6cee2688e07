"""Hands, banks and piles: where cards are and how they move (R5, R7, R18, R24, R25)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has, lowest
from sim.engine.kernel import leaf, rare, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.games.singaporean_dream.record import OPENED
from sim.games.singaporean_dream.rules_words import ReshuffleShort, ReshuffleTiming, StolenCashTo
from sim.games.singaporean_dream.state import ACTION_PILE, AT
from sim.games.singaporean_dream.story import Event

PLAYS_AT = AT[f"plays_{OPENED[0]}"]


@leaf
def is_cash(t, card):
    """Whether a card type is a denomination."""
    return card < t.denominations


@leaf
def count_card(t, seat, card, number):
    """So many more cards of a type are in a hand."""
    t.hand[seat, card] += number
    t.held[seat] += number
    if is_cash(t, card):
        t.purse[seat] += number * t.value[card]
    elif has(t.stops, card):
        t.stopping[seat] += number


@leaf
def into_hand(t, seat, card, number):
    """Cards of a type come into a hand."""
    t.kinds[seat] |= bit(card)
    count_card(t, seat, card, number)


@leaf
def out_of_hand(t, seat, card, number):
    """Cards of a type leave a hand."""
    count_card(t, seat, card, -number)
    if t.hand[seat, card] == 0:
        t.kinds[seat] &= ~bit(card)


@leaf
def play_from_hand(t, seat, card):
    """Section 9: a card that is played lies on the discard pile before anybody reacts (A26)."""
    out_of_hand(t, seat, card, NIL + 1)
    put_down(t, card)
    t.counts.played[seat, card] += 1
    t.cards_played[seat, card] += 1
    t.kinds_played[seat] |= t.mask_bit[card]
    t.record_words[PLAYS_AT + lowest(t.mask_bit[card])] += 1


@leaf
def into_bank(t, seat, card, number):
    """Cash comes into a bank; out of it with a negative number."""
    t.bank[seat, card] += number
    t.funds[seat] += number * t.value[card]


@leaf
def receive(t, seat, card, number):
    """R13: cash that is gained goes to the bank, or the hand."""
    if t.rules.stolen_cash_to == StolenCashTo.HAND:
        into_hand(t, seat, card, number)
    else:
        into_bank(t, seat, card, number)


@leaf
def put_down(t, card):
    """R25: a card onto the discard pile."""
    if is_cash(t, card):
        t.lying[card] += 1
    t.discard[np.uint64(t.discarded)] = card
    t.discarded += 1


@leaf
def discard_from(t, seat, card, limit, log):
    """A card of a hand onto the discard pile; `limit` says that the hand was too large."""
    out_of_hand(t, seat, card, NIL + 1)
    put_down(t, card)
    emit(log, Event.DISCARD, seat, card, limit, NIL)


@rare
def reshuffle(t, seat, log):
    """R18, A19: the discard pile without its top cards becomes the action pile.

    Cards are drawn from random places of the pile, so that it needs no shuffling.
    """
    keep = np.int64(t.rules.reshuffle_keep_top)
    if t.discarded <= keep:
        if t.rules.reshuffle_short == ReshuffleShort.NONE or t.discarded == 0:
            return
        keep = NIL
    moved = t.discarded - keep
    for i in range(moved):
        card = t.discard[i]
        t.pile[i] = card
        if is_cash(t, card):
            t.lying[card] -= 1
    for i in range(keep):
        t.discard[i] = t.discard[moved + i]
    t.pile_left, t.discarded = moved, keep
    t.record.reshuffles += 1
    emit(log, Event.RESHUFFLE, seat, moved, NIL, NIL)


@rule
def draw(t, seat, event, log):
    """Draw one card into the hand (R5, R7, R18, A20); `event` tells of it."""
    if t.pile_left == 0:
        reshuffle(t, seat, log)
    if t.pile_left == 0:
        t.record.failed_draws += 1
        emit(log, Event.NO_CARD, seat, NIL, NIL, NIL)
        return
    place = below(t, ACTION_PILE, t.pile_left)
    card = np.int64(t.pile[place])
    t.pile_left -= 1
    t.pile[place] = t.pile[np.uint64(t.pile_left)]
    into_hand(t, seat, card, NIL + 1)
    emit(log, event, seat, card, NIL, NIL)
    if t.rules.reshuffle_timing == ReshuffleTiming.EAGER and t.pile_left == 0:
        reshuffle(t, seat, log)
