"""A match of nove_anni, and the chain of matches that is a series (section 6 of RULES.md).

That players should know the story (R5) has no effect here.
"""

import numpy as np

from sim.engine.choice import bit_count, has
from sim.engine.kernel import entry, leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.engine.rotation import around
from sim.engine.table import begin, keep
from sim.games.nove_anni.decisions_value import EVERY_KIND
from sim.games.nove_anni.kernel_cards import in_draw_order, shuffle, transform
from sim.games.nove_anni.kernel_duels import end_use, fight
from sim.games.nove_anni.kernel_effects import activate_specials
from sim.games.nove_anni.kernel_prepare import draw_cards, place_cards
from sim.games.nove_anni.kernel_result import finish, note_turn
from sim.games.nove_anni.rules_words import FirstDrawerRule, StartRule
from sim.games.nove_anni.state import (
    BY_AWAKENING,
    BY_CAP,
    GOING,
    IN_DECK,
    NO_CARD,
    NOBODY,
    SHUFFLE,
    STARTS,
    TABLE,
    set_components,
)
from sim.games.nove_anni.story import Event

__all__ = ["TABLE", "play_chunk", "set_components", "tell_match"]

ONE = np.uint64(1)
BY_LOT, BY_RULE, AS_LOSER = (np.int64(i) for i in range(3))


@entry
def play_chunk(tables, first, out):
    """Play matches first, first + 1, ... into the columns of `out`, shape (words, matches)."""
    t = tables[0]
    lead_up_to(t, first, None)
    for row in range(out.shape[1]):
        begin(t, first + np.uint64(row))
        play_match(t, None)
        keep(t, out, row)


@entry
def tell_match(tables, match, logs, out):
    """Play one match with the log on, into the one column of `out`."""
    t = tables[0]
    lead_up_to(t, match, logs[0])
    logs[0].used = 0
    begin(t, match)
    play_match(t, logs[0])
    keep(t, out, np.int64(0))


@leaf
def lead_up_to(t, match, log):
    """R7, A27: the matches before it in its series, for who loses them.

    Chunks begin with a series, so that this is for replays; it adds to the counts of events.
    """
    inside = match % t.rotation.chain
    t.place = NIL
    for i in range(np.int64(inside)):
        begin(t, match - inside + np.uint64(i))
        play_match(t, log)


@rule
def play_match(t, log):
    """Turns until the deck, Il risveglio or the cap ends them."""
    set_up(t, log)
    while t.end == GOING:
        if t.turn == t.rules.max_turns:
            t.end = BY_CAP
        else:
            t.turn += 1
            take_turn(t, log)
    finish(t, log)
    t.place = (t.place + 1) % t.rules.series_length


@rule
def set_up(t, log):
    """R6, R7: the shuffled deck in the middle, and who draws first."""
    clear(t)
    t.left = t.cards
    for i in range(t.cards):
        card = np.int64(i)
        t.deck[card], t.zone[card] = card, IN_DECK
        t.marked[card] = 0
    shuffle(t, SHUFFLE)
    why = choose_starter(t)
    t.starter = t.first
    t.record.series_index = t.place
    emit(log, Event.START, t.first, why, np.int64(t.rotation.players), t.cards)


@leaf
def clear(t):
    """Nobody has anything."""
    t.end, t.turn, t.top, t.in_pot, t.in_use, t.sole = GOING, NIL, NIL, NIL, NIL, NOBODY
    t.record.awakening_seat = NOBODY
    for row in range(len(t.openers)):
        t.openers[row] = 0
    for seat in range(t.rotation.players):
        t.held[seat] = t.won[seat] = t.marks[seat] = t.score[seat] = 0
        t.behind[seat] = t.columned[seat] = 0
        t.slot[seat] = NO_CARD
        for column in range(t.rules.columns):
            t.grid[seat, column] = NO_CARD
        for kind in range(len(t.points_of)):
            t.won_kind[seat, kind] = 0


@leaf
def choose_starter(t):
    """R7, A27: who draws first in turn 1, and why."""
    if t.rules.start_rule == StartRule.SEAT0:
        t.first = NIL
        return BY_RULE
    if t.place > 0:
        t.first = loser_of_previous(t)
        return AS_LOSER
    t.first = below(t, STARTS, t.rotation.players)
    return BY_LOT


@leaf
def loser_of_previous(t):
    """A27: who lost the match before, by lot among several."""
    rank = NIL
    if bit_count(t.losers) > 1:
        rank = below(t, STARTS, bit_count(t.losers))
    seat = NIL
    while not has(t.losers, seat) or rank > 0:
        rank -= has(t.losers, seat)
        seat += 1
    return seat


# Turns --------------------------------------------------------------------------------------------


@rule
def take_turn(t, log):
    """R23, R30: preparation, activation, duels."""
    t.active, t.science, t.fathered, t.wakened = EVERY_KIND, NIL, NIL, NIL
    emit(log, Event.TURN, t.first, t.turn, t.left, NIL)
    t.end = draw_cards(t, log)
    if t.end != GOING:
        t.turn -= 1
        return
    place_cards(t, log)
    activate_specials(t, log)
    if t.end == GOING:
        for seat in range(t.rotation.players):
            t.duels_now[seat] = 0
        fight(t, log)
        end_turn(t, log)


@leaf
def end_turn(t, log):
    """R14, R22, A18, A21: the last of Giovanni padre, specials leave, perhaps the match ends."""
    for i in range(t.rotation.players):
        seat = np.int64(i)
        if has(t.fathered, seat):
            t.record.padre_cards += transform(t, seat, NIL + 1, log)
    end_use(t, log)
    note_turn(t, log)
    if t.wakened != 0:
        t.end = BY_AWAKENING
    t.first = next_first(t)


@leaf
def next_first(t):
    """A3: who draws first in the next turn."""
    players, rule_ = np.int64(t.rotation.players), t.rules.first_drawer_rule
    if rule_ == FirstDrawerRule.FIXED:
        return t.first
    if rule_ == FirstDrawerRule.ROTATE:
        return around(t, t.first + 1)
    sign = NIL + 1 if rule_ == FirstDrawerRule.TURN_WINNER else NIL - 1
    best = t.first
    for step in range(1, players):
        seat = in_draw_order(t, step)
        if sign * t.duels_now[seat] > sign * t.duels_now[best]:
            best = seat
    return best
