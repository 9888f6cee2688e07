"""The duels of a turn (R28, R29, A1, A2, A12-A14)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, has, lowest
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rotation import around
from sim.games.nove_anni.kernel_cards import (
    in_draw_order,
    kind_of,
    out_of_play,
    remove,
    take_back,
    under_deck,
    win_card,
)
from sim.games.nove_anni.rules_words import AllInactiveTo, AutoLostTo, OwnCard, TieRule
from sim.games.nove_anni.state import IN_POT, NO_CARD, NOBODY, SUM_OF_ALL, SUM_OF_BEST
from sim.games.nove_anni.story import Event


@rule
def fight(t, log):
    """Phase 3, R28: intelligence, strength, feeling, courage."""
    for column in range(t.rules.columns):
        duel(t, np.int64(column), log)


@rule
def duel(t, column, log):
    """R29: the highest active card of a column wins those of the others."""
    present = seats_with_cards(t, column)
    if present == 0:
        emit(log, Event.EMPTY, NIL, column, NIL, NIL)
        return
    t.record.duels += 1
    active = active_seats(t, column, present)
    if active == 0:
        t.record.no_winner_duels += 1
        emit(log, Event.IDLE, NIL, column, bit_count(present), NIL)
        give_up(t, column, log)
        return
    measure = SUM_OF_BEST if t.science != 0 else column
    best = highest(t, column, active, measure)
    value = t.value[t.type[t.grid[lowest(best), column]], measure]
    if bit_count(best) > 1:
        t.record.tie_duels += 1
        best = break_tie(t, column, best)
    if bit_count(best) == 1:
        win_duel(t, column, lowest(best), active, value, log)
    else:
        t.record.no_winner_duels += 1
        emit(log, Event.TIE, NIL, column, value, bit_count(best))
        leave_undecided(t, column, active, log)


@leaf
def seats_with_cards(t, column):
    """Who has a card in a column, as bits."""
    found = NIL
    for seat in range(t.rotation.players):
        card = t.grid[seat, column]
        if card != NO_CARD:
            found |= bit(np.int64(seat))
            t.counts.placed[seat, t.type[card], column] += 1
    return found


@leaf
def active_seats(t, column, present):
    """R17, R19, A14: whose cards compete, as bits."""
    found = NIL
    for i in range(t.rotation.players):
        seat = np.int64(i)
        if has(present, seat) and has(t.active, kind_of(t, t.grid[seat, column])):
            found |= bit(seat)
    return found


@rule
def highest(t, column, seats, measure):
    """Of these seats, those with the highest value, as bits."""
    best, top = NIL, NIL - 1
    for i in range(t.rotation.players):
        seat = np.int64(i)
        if has(seats, seat):
            value = t.value[t.type[t.grid[seat, column]], measure]
            if value > top:
                best, top = bit(seat), value
            elif value == top:
                best |= bit(seat)
    return best


@leaf
def break_tie(t, column, best):
    """A2: who is left of several with the highest value."""
    if t.rules.tie_rule == TieRule.SUM:
        return highest(t, column, best, SUM_OF_ALL)
    if t.rules.tie_rule == TieRule.FIRST_DRAWER:
        seat = t.first
        while not has(best, seat):
            seat = around(t, seat + 1)
        return bit(seat)
    return best


@leaf
def lift(t, seat, column):
    """The card of a seat is taken out of its column."""
    card = t.grid[seat, column]
    t.grid[seat, column] = NO_CARD
    return card


@leaf
def win_duel(t, column, winner, active, value, log):
    """R29, A1, A12: the pot, the own card, those of the others."""
    own = lift(t, winner, column)
    emit(log, Event.DUEL, winner, column, own, value)
    t.duels_now[winner] += 1
    t.record.duels_won[winner] += 1
    t.counts.duel_won[winner, t.type[own], column] += 1
    win_pot(t, winner, log)
    put_own(t, winner, own, log)
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        if t.grid[seat, column] != NO_CARD:
            card = lift(t, seat, column)
            t.counts.kind_duels[column, kind_of(t, own), kind_of(t, card)] += 1
            if has(active, seat) or t.rules.auto_lost_to == AutoLostTo.WINNER:
                win_card(t, winner, card, seat, log)
            else:
                remove(t, seat, card, log)


@leaf
def win_pot(t, winner, log):
    """A2: cards of duels that nobody won."""
    for i in range(t.in_pot):
        win_card(t, winner, t.pot[i], NOBODY, log)
    t.in_pot = 0


@leaf
def put_own(t, seat, card, log):
    """A1: where the winner's own card goes."""
    if t.rules.own_card == OwnCard.WON_PILE:
        win_card(t, seat, card, seat, log)
    elif t.rules.own_card == OwnCard.REMOVED:
        remove(t, seat, card, log)
    elif t.rules.own_card == OwnCard.HAND:
        take_back(t, seat, card, log)
    else:
        under_deck(t, card)
        emit(log, Event.UNDER, seat, card, NIL, NIL)


@leaf
def give_up(t, column, log):
    """A13: a duel without an active card."""
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        if t.grid[seat, column] != NO_CARD:
            card = lift(t, seat, column)
            t.counts.duel_undecided[seat, t.type[card], column] += 1
            if t.rules.all_inactive_to == AllInactiveTo.HAND:
                take_back(t, seat, card, log)
            elif t.rules.all_inactive_to == AllInactiveTo.OWN_PILE:
                win_card(t, seat, card, seat, log)
            else:
                remove(t, seat, card, log)


@leaf
def leave_undecided(t, column, active, log):
    """A2: a tie; all active cards share one fate, inactive ones are out or stay with them."""
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        if t.grid[seat, column] != NO_CARD:
            card = lift(t, seat, column)
            t.counts.duel_undecided[seat, t.type[card], column] += 1
            put_tied(t, seat, card, has(active, seat), log)


@leaf
def put_tied(t, seat, card, is_active, log):
    """A2: where a card of a tied duel goes."""
    tie_rule = t.rules.tie_rule
    if tie_rule == TieRule.CARRY:
        t.pot[t.in_pot] = card
        t.in_pot += 1
        t.zone[card] = IN_POT
        emit(log, Event.POT, seat, card, NIL, NIL)
    elif is_active and tie_rule == TieRule.HAND:
        take_back(t, seat, card, log)
    elif is_active and tie_rule == TieRule.OWN_PILE:
        win_card(t, seat, card, seat, log)
    else:
        remove(t, seat, card, log)


@leaf
def end_use(t, log):
    """R14: activated specials leave the game."""
    for i in range(t.in_use):
        out_of_play(t, t.use[i])
        emit(log, Event.USED, NIL, t.use[i], NIL, NIL)
    t.in_use = 0
