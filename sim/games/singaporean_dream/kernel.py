"""A match of The Singaporean Dream (section 6 of RULES.md)."""

import numpy as np

from sim.engine.kernel import entry, leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.engine.table import begin, keep
from sim.games.singaporean_dream.decisions_worth import SEAT_BITS, following
from sim.games.singaporean_dream.kernel_cards import draw
from sim.games.singaporean_dream.kernel_dreams import expose
from sim.games.singaporean_dream.kernel_result import finish, note_leader
from sim.games.singaporean_dream.kernel_turn import take_turn
from sim.games.singaporean_dream.rules_words import (
    EndTiming,
    FirstPlayer,
    PersonalityAssignment,
)
from sim.games.singaporean_dream.state import (
    DREAM_DECK,
    IN_PILE,
    NOBODY,
    PEOPLE,
    STARTS,
    TABLE,
    UNUSED,
    set_components,
)
from sim.games.singaporean_dream.story import Event

__all__ = ["TABLE", "play_chunk", "set_components", "tell_match"]


@entry
def play_chunk(tables, first, out):
    """Play matches first, first + 1, ... into the columns of `out`, shape (words, matches)."""
    t = tables[0]
    for row in range(out.shape[1]):
        begin(t, first + np.uint64(row))
        play_match(t, None)
        keep(t, out, row)


@entry
def tell_match(tables, match, logs, out):
    """Play one match with the log on, into the one column of `out`."""
    t = tables[0]
    begin(t, match)
    play_match(t, logs[0])
    keep(t, out, np.int64(0))


@rule
def play_match(t, log):
    """Turns clockwise until the dream pile is empty (R19, A3), or the cap."""
    set_up(t, log)
    timing = t.rules.end_timing
    seat, capped = t.starter & SEAT_BITS, NIL
    while t.over == 0:
        if t.turn == t.rules.max_turns:
            capped = NIL + 1
            emit(log, Event.CAPPED, NIL, NIL, NIL, NIL)
            break
        t.turn += 1
        take_turn(t, seat, log)
        if t.over != 0:
            break
        note_leader(t)
        seat = following(t, seat)
        if t.next_dream == t.pile_size and (timing == EndTiming.END_OF_TURN or seat == t.starter):
            break
    finish(t, capped, log)


@rule
def set_up(t, log):
    """R1-R6: dreams, personalities, the starter, hands."""
    clear(t)
    deal_dreams(t)
    deal_people(t, log)
    t.starter = NIL
    if t.rules.first_player == FirstPlayer.RANDOM:
        t.starter = below(t, STARTS, t.rotation.players)
    emit(log, Event.START, t.starter, NIL, NIL, NIL)
    seat = t.starter
    for _ in range(t.rotation.players):
        for _ in range(t.rules.initial_hand):
            draw(t, seat, Event.DEAL, log)
        seat = following(t, seat)
    note_opening(t)
    expose(t, log)


@leaf
def note_opening(t):
    """Section 12: the dealt hands and the first dream."""
    r, first = t.record, t.dream[0]
    r.top_price = t.price[first]
    for seat in range(t.rotation.players):
        r.top_matches |= t.persona[seat] == t.bonus[first]
        r.open_stops[seat] = t.stopping[seat]
        r.open_cash[seat] = t.purse[seat]
        t.kinds_opened[seat] = 0
        for note in range(t.denominations):
            r.open_notes[seat] += t.hand[seat, note]
        for card in range(t.denominations, t.types):
            if t.hand[seat, card] > 0:
                t.kinds_opened[seat] |= t.mask_bit[card]


@leaf
def clear(t):
    """Nobody has anything; all cash and action cards are in the action pile."""
    t.turn = t.over = t.discarded = t.next_dream = t.waited = t.exposed = 0
    t.sole = NOBODY
    t.record.half_leader = t.record.last_taker = NOBODY
    for seat in range(t.rotation.players):
        t.held[seat] = t.kinds[seat] = t.purse[seat] = t.stopping[seat] = 0
        t.funds[seat] = t.safe[seat] = 0
        t.dreams_of[seat] = t.owned[seat] = t.score[seat] = t.worth[seat] = 0
        t.kinds_played[seat] = 0
        for card in range(t.types):
            t.hand[seat, card] = t.cards_played[seat, card] = 0
        for note in range(t.denominations):
            t.bank[seat, note] = 0
    for note in range(t.denominations):
        t.lying[note] = 0
    n = NIL
    for card in range(t.types):
        for _ in range(t.copies[card]):
            t.pile[n] = card
            n += 1
    t.pile_left = n


@leaf
def deal_dreams(t):
    """R2: the dream pile, top first; dreams that are not used lie beyond."""
    t.pile_size = t.rules.dreams_in_pile
    for dream in range(t.dreams):
        t.dream[dream], t.owner[dream] = dream, UNUSED
    for place in range(t.pile_size):
        left = t.dreams - place
        other = place + (below(t, DREAM_DECK, left) if left > 1 else NIL)
        held = t.dream[place]
        t.dream[place] = t.dream[other]
        t.dream[other] = held
        t.owner[t.dream[place]] = IN_PILE


@leaf
def deal_people(t, log):
    """R4: personalities seat by seat, without replacement."""
    fixed = t.rules.personality_assignment == PersonalityAssignment.FIXED
    for person in range(t.people):
        t.order[person] = person
    for seat in range(t.rotation.players):
        left = t.people - seat
        other = seat + (below(t, PEOPLE, left) if left > 1 else NIL)
        held = t.order[seat]
        t.order[seat] = t.order[other]
        t.order[other] = held
        person = t.fixed[seat] if fixed else np.int64(t.order[seat])
        t.persona[seat] = person
        emit(log, Event.PERSONALITY, np.int64(seat), person, NIL, NIL)
