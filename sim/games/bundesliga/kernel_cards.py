"""Stacks of cards: shuffling, drawing, setting aside, what is used up (R15, R19, A15, A17, A26)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.games.bundesliga.cards import COLOURS
from sim.games.bundesliga.rules_words import CardReturn
from sim.games.bundesliga.state import (
    BONUS,
    CARD,
    CUP_STACK,
    FACTOR,
    NOTHING,
    PERCENT,
    RESHUFFLES,
    STACKS,
    STRENGTH,
)
from sim.games.bundesliga.story import Event


@leaf
def shuffle_stacks(t):
    """Section 6: yellow, blue and brown cards are shuffled once."""
    for colour in range(len(COLOURS)):
        t.top[colour] = t.discards[colour] = 0
        t.left[colour] = t.cards[colour]
        for i in range(t.cards[colour]):
            t.stack[colour, i] = i
        shuffle_stack(t, np.int64(colour), STACKS + np.uint64(colour))
    t.cup_top = 0
    for i in range(t.cup_cards):
        t.cup_order[i] = i
    for i in range(t.cup_cards - 1, 0, -1):
        j = below(t, CUP_STACK, i + 1)
        t.cup_order[i], t.cup_order[j] = t.cup_order[j], t.cup_order[i]


@rule
def shuffle_stack(t, colour, purpose):
    """Shuffle the cards of a stack, which begin at place 0."""
    for i in range(t.left[colour] - 1, 0, -1):
        j = below(t, purpose, i + 1)
        t.stack[colour, i], t.stack[colour, j] = t.stack[colour, j], t.stack[colour, i]


@rule
def draw_card(t, seat, colour, log):
    """R19, A17: the top card of a colour, NOTHING if there is none."""
    if t.left[colour] == 0 and t.discards[colour] > 0:
        t.top[colour], t.left[colour] = 0, t.discards[colour]
        for i in range(t.discards[colour]):
            t.stack[colour, i] = t.discard[colour, i]
        t.discards[colour] = 0
        shuffle_stack(t, colour, RESHUFFLES + np.uint64(colour))
        emit(log, Event.RESHUFFLE, seat, colour, NIL, NIL)
    if t.left[colour] == 0:
        emit(log, Event.NO_CARD, seat, colour, NIL, NIL)
        return NOTHING
    card = np.int64(t.stack[colour, t.top[colour]])
    t.top[colour] = (t.top[colour] + 1) % CARD
    t.left[colour] -= 1
    t.record.events[seat] += 1
    emit(log, Event.DRAW, seat, CARD * colour + card, NIL, NIL)
    return card


@rule
def return_card(t, colour, card):
    """A17: a used card goes to the bottom of its stack, or to the discards."""
    if t.rules.event_card_return == CardReturn.RESHUFFLE:
        t.discard[colour, t.discards[colour]] = card
        t.discards[colour] += 1
    else:
        t.stack[colour, (t.top[colour] + t.left[colour]) % CARD] = card
        t.left[colour] += 1


@leaf
def set_aside(t, seat, colour, card, log):
    """R19: keep a card until the follow-up events it names."""
    place = t.helds[seat]
    t.held[seat, place] = CARD * colour + card
    t.held_uses[seat, place] = t.uses[colour, card]
    t.helds[seat] += 1
    t.waits_for[seat] |= t.trigger[colour, card]
    emit(log, Event.SET_ASIDE, seat, CARD * colour + card, t.uses[colour, card], NIL)


@leaf
def use_cards(t, seat, event, log):
    """Section 5: all cards set aside for an event apply at once, and each loses one use."""
    t.plus = t.extra = t.factors = 0
    if t.waits_for[seat] & event != 0:
        apply_cards(t, seat, event, log)


@rule
def apply_cards(t, seat, event, log):
    """Gather what the cards do; a card without uses left goes back at once."""
    kept = NIL
    t.waits_for[seat] = 0
    for place in range(t.helds[seat]):
        code, uses = np.int64(t.held[seat, place]), t.held_uses[seat, place]
        colour, card = code // CARD, code % CARD
        if t.trigger[colour, card] & event != 0:
            apply_card(t, colour, card)
            uses -= 1
            emit(log, Event.USED, seat, code, uses, NIL)
        if uses == 0:
            return_card(t, colour, card)
        else:
            t.held[seat, kept], t.held_uses[seat, kept] = code, uses
            t.waits_for[seat] |= t.trigger[colour, card]
            kept += 1
    t.helds[seat] = kept


@leaf
def apply_card(t, colour, card):
    """Section 5: strengths add up, factors come one after the other, a bonus is paid apart."""
    if t.effect[colour, card] == STRENGTH:
        t.plus += t.worth[colour, card]
    elif t.effect[colour, card] == BONUS:
        t.extra += t.worth[colour, card]
    elif t.effect[colour, card] == FACTOR:
        t.factor[t.factors] = t.worth[colour, card]
        t.factors += 1


@leaf
def after_factors(t, amount):
    """Section 5: an amount >= 0 after the factors of this event, rounded down each time."""
    for i in range(t.factors):
        amount = amount * t.factor[i] // PERCENT
    return amount


@rule
def return_held(t, seat, log):
    """Section 6: cards set aside go back to their stacks, oldest first."""
    for place in range(t.helds[seat]):
        code = np.int64(t.held[seat, place])
        return_card(t, code // CARD, code % CARD)
    t.helds[seat] = t.waits_for[seat] = 0
