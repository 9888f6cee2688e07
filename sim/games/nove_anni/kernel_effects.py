"""Activation and the effects of specials (R15-R22, R25-R27)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.nove_anni.decisions import choose_swap, choose_victim, wants_to_activate
from sim.games.nove_anni.decisions_fit import pool_size
from sim.games.nove_anni.decisions_value import kinds_under
from sim.games.nove_anni.kernel_cards import (
    in_draw_order,
    into_hand,
    into_pile,
    kind_of,
    lead,
    out_of_pile,
    out_of_play,
    shuffle,
    special_of,
    transform,
    under_deck,
)
from sim.games.nove_anni.rules_words import (
    AwakeningTiming,
    LordTargets,
    PadreScope,
    PadreWho,
    TeacherMode,
    TeacherOldCards,
)
from sim.games.nove_anni.state import (
    AT,
    AWAKENING,
    BY_AWAKENING,
    FRIEND,
    GIOVANNINO,
    GOING,
    GRIDS,
    IN_USE,
    LORD,
    NO_CARD,
    NOBODY,
    OBEDIENCE,
    RESHUFFLE,
    SCIENCE,
    SILENCE,
    TEACHER,
)
from sim.games.nove_anni.story import Event

TURN_AT, LEAD_AT = AT["act_turn_science"], AT["act_lead_science"]
WIDE = AT["act_turn_obedience"] - TURN_AT  # words of a per-seat column


@rule
def activate_specials(t, log):
    """Phase 2: R25-R27; in draw order until the activations are used up, or the match is over.

    After preparation (A30), and everybody is asked once (A29).
    """
    done, asked = NIL, NIL
    for step in range(t.rotation.players):
        if done == t.rules.activations_per_turn or t.end != GOING:
            break
        asked += 1
        seat = in_draw_order(t, step)
        if is_activable(t, seat):
            card = t.slot[seat]
            if wants_to_activate(t, seat):
                done += 1
                activate(t, seat, card, log)
            else:
                emit(log, Event.DECLINE, seat, card, NIL, NIL)
    t.record.turns_with_activation += done > 0
    if t.end == GOING:
        for step in range(asked, t.rotation.players):
            seat = in_draw_order(t, step)
            t.record.denied_turns[seat] += is_activable(t, seat)


@rule
def is_activable(t, seat):
    """Section 6: whether the card in a slot can be activated (A10, A15, A16)."""
    card = t.slot[seat]
    if card == NO_CARD:
        return False
    if t.rules.activate_same_turn == 0 and t.slot_turn[seat] == t.turn:
        return False
    special = special_of(t, card)
    if special == AWAKENING:
        return t.turn >= t.rules.awakening_min_turn
    if special == TEACHER:
        exact = t.rules.teacher_mode == TeacherMode.EXACT
        return pool_size(t, seat) >= (t.rules.teacher_cards if exact else 1)
    if special == GIOVANNINO and t.rules.giovannino_same_turn_only != 0:
        return t.slot_turn[seat] == t.turn
    return True


@rule
def activate(t, seat, card, log):
    """R14: the card is in use until the end of the turn; its effect comes at once."""
    special = special_of(t, card)
    emit(log, Event.ACTIVATE, seat, card, special, NIL)
    note_activation(t, seat, special)
    t.slot[seat] = NO_CARD
    t.use[t.in_use] = card
    t.in_use += 1
    t.zone[card] = IN_USE
    if special == SCIENCE:
        t.science = 1
    elif special in (SILENCE, GIOVANNINO):
        t.active &= kinds_under(t, special)
    elif special == AWAKENING:
        awake(t)
    elif special == OBEDIENCE:
        obey(t, log)
    elif special == TEACHER:
        exchange(t, seat, log)
    elif special == LORD:
        take_friends(t, seat, log)
    else:
        call_father(t, seat, log)


@leaf
def note_activation(t, seat, special):
    """Section 9: turn and lead of the first activation by a player."""
    r = t.record
    if special == AWAKENING and r.awakening_seat == NOBODY:
        r.awakening_seat, r.awakening_lead = seat, lead(t, seat)
        r.awakened_first = seat == t.first
    if not has(np.int64(r.activated_mask[seat]), special):
        r.activated_mask[seat] |= bit(special)
        t.record_words[TURN_AT + special * WIDE + seat] = t.turn
        t.record_words[LEAD_AT + special * WIDE + seat] = lead(t, seat)


@leaf
def awake(t):
    """R18, R31, A21: Il risveglio ends the match at once, or with the turn."""
    if t.rules.awakening_timing == AwakeningTiming.IMMEDIATE:
        t.end = BY_AWAKENING
    t.wakened = 1


@leaf
def obey(t, log):
    """R16, A20: L'Obbedienza; all won cards go back to the deck, and lose their marks."""
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        place = NIL
        while place < t.won[seat]:
            mark = t.marked[t.pile[seat, place]]
            if mark != 0 and t.rules.obedience_returns_transformed == 0:
                place += 1
            else:
                card = out_of_pile(t, seat, place)
                under_deck(t, card)
                t.record.obedience_cards += 1
                emit(log, Event.RETURN, seat, card, mark, NIL)
    shuffle(t, RESHUFFLE)
    emit(log, Event.SHUFFLE, NIL, t.left, NIL, NIL)


@leaf
def exchange(t, seat, log):
    """R20, A16, A17: La Maestra; won cards for those in the columns (D4)."""
    choose_swap(t, seat)
    for i in range(t.rules.columns):
        column, card = np.int64(i), t.plan[i]
        if card != NO_CARD:
            place = NIL
            while t.pile[seat, place] != card:
                place += 1
            out_of_pile(t, seat, place)
            old = t.grid[seat, column]
            t.grid[seat, column] = card
            t.zone[card] = GRIDS + seat
            emit(log, Event.SWAP, seat, card, column, old)
            if old != NO_CARD:
                put_old(t, seat, old, log)


@leaf
def put_old(t, seat, card, log):
    """A16: where a replaced card goes."""
    where = np.int64(t.rules.teacher_old_cards)
    if where == TeacherOldCards.WON_PILE:
        into_pile(t, seat, card)
    elif where == TeacherOldCards.HAND:
        into_hand(t, seat, card)
    else:
        out_of_play(t, card)
    emit(log, Event.OLD, seat, card, where, NIL)


@leaf
def take_friends(t, seat, log):
    """R21, A26, A31: Il Signore; cards of kind friend of one opponent (D5), or of all."""
    if t.rules.lord_targets == LordTargets.ONE:
        take_from(t, seat, choose_victim(t, seat), log)
    else:
        for step in range(t.rotation.players):
            other = in_draw_order(t, step)
            if other != seat:
                take_from(t, seat, other, log)


@rule
def take_from(t, seat, other, log):
    """All friends of a won pile."""
    place = NIL
    while place < t.won[other]:
        if kind_of(t, t.pile[other, place]) == FRIEND:
            card = out_of_pile(t, other, place)
            into_pile(t, seat, card)
            t.record.lord_cards += 1
            emit(log, Event.TAKE, seat, card, other, NIL)
        else:
            place += 1


@leaf
def call_father(t, seat, log):
    """R22, R35, A18, A19: Giovanni padre; negative cards won so far, and in this turn too."""
    for i in range(t.rotation.players):
        other = np.int64(i)
        if other == seat or t.rules.padre_who == PadreWho.ALL:
            t.record.padre_cards += transform(t, other, NIL, log)
            if t.rules.padre_scope == PadreScope.THROUGH_TURN:
                t.fathered |= bit(other)
