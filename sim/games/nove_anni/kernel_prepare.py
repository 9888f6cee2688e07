"""Preparation: cards drawn, columns filled, a special into the slot (R23, R24)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.nove_anni.decisions import choose_columns, choose_special
from sim.games.nove_anni.kernel_cards import (
    draw,
    has_special,
    in_draw_order,
    into_hand,
    kind_of,
    out_of_hand,
    placeable_cards,
    special_of,
)
from sim.games.nove_anni.rules_words import (
    DealMode,
    DrawMode,
    EndRule,
    ShortHandRule,
    SlotReplace,
)
from sim.games.nove_anni.state import (
    BY_DECK,
    BY_SHORT_HAND,
    GOING,
    GRIDS,
    LIGHT,
    NO_CARD,
    SLOTS,
)
from sim.games.nove_anni.story import Event


@rule
def draw_cards(t, log):
    """R23, R32, A5-A7: everybody draws; how the match ends, GOING if it does not."""
    if t.turn > 1 and is_over_before_drawing(t):
        return BY_DECK
    if t.rules.deal_mode == DealMode.BLOCK:
        draw_in_blocks(t, log)
    else:
        draw_one_by_one(t, log)
    if t.rules.short_hand_rule == ShortHandRule.DRAW_EXTRA:
        draw_extra(t, log)
    if not somebody_is_stuck(t, log):
        return GOING
    if t.left == 0:
        return BY_DECK
    return BY_SHORT_HAND if t.rules.short_hand_rule == ShortHandRule.END_MATCH else GOING


@leaf
def is_over_before_drawing(t):
    """A7: endings that do not ask whether the columns can be filled."""
    if t.rules.end_rule == EndRule.DECK_EMPTY:
        return t.left == 0
    full_draw = t.rotation.players * t.rules.draw_next
    return t.rules.end_rule == EndRule.NO_FULL_DRAW and t.left < full_draw


@leaf
def share(t, seat):
    """R23, A8: cards that a player is to draw."""
    if t.turn == 1:
        return np.int64(t.rules.draw_first)
    if t.rules.draw_mode == DrawMode.REFILL_TO_FIRST:
        return max(NIL, t.rules.draw_first - t.held[seat])
    return np.int64(t.rules.draw_next)


@leaf
def draw_in_blocks(t, log):
    """A5: in draw order each player draws all his cards, as long as there are any."""
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        for _ in range(min(share(t, seat), t.left)):
            draw(t, seat, NIL, log)


@leaf
def draw_one_by_one(t, log):
    """A5: rounds of one card each."""
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        t.due[seat] = share(t, seat)
    drawn = NIL + 1
    while drawn > 0:
        drawn = NIL
        for step in range(t.rotation.players):
            seat = in_draw_order(t, step)
            if t.due[seat] > 0 and t.left > 0:
                draw(t, seat, NIL, log)
                t.due[seat] -= 1
                drawn += 1


@leaf
def draw_extra(t, log):
    """A6: cards one at a time until the columns can be filled or the deck is empty."""
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        while placeable_cards(t, seat) < t.rules.columns and t.left > 0:
            draw(t, seat, NIL + 1, log)


@leaf
def somebody_is_stuck(t, log):
    """R32: whether somebody cannot fill the columns."""
    found = False
    for step in range(t.rotation.players):
        seat = in_draw_order(t, step)
        cards = placeable_cards(t, seat)
        if cards < t.rules.columns:
            found = True
            emit(log, Event.STUCK, seat, cards, NIL, NIL)
    return found


# Columns and slots --------------------------------------------------------------------------------


@rule
def place_cards(t, log):
    """R24: columns of all players, who do not see each other's, then slots in draw order."""
    for step in range(t.rotation.players):
        fill_columns(t, in_draw_order(t, step), log)
    for step in range(t.rotation.players):
        fill_slot(t, in_draw_order(t, step), log)


@leaf
def fill_columns(t, seat, log):
    """R9, R24: D1."""
    choose_columns(t, seat)
    for i in range(t.rules.columns):
        column, card = np.int64(i), t.plan[i]
        if card != NO_CARD:
            out_of_hand(t, seat, card)
            t.grid[seat, column] = card
            t.zone[card] = GRIDS + seat
            if kind_of(t, card) == LIGHT:
                t.record.light_in_columns[seat] += 1
                t.columned[seat] |= bit(special_of(t, card))
            emit(log, Event.PLACE, seat, card, column, NIL)


@leaf
def fill_slot(t, seat, log):
    """R10, R13, A9: D2, where there is a special and a place for it."""
    if t.rules.special_slots == 0 or not has_special(t, seat):
        return
    if t.slot[seat] != NO_CARD and t.rules.slot_replace == SlotReplace.NEVER:
        t.record.no_slot_option_turns[seat] += 1
        return
    card = choose_special(t, seat)
    if card == NO_CARD:
        return
    old = t.slot[seat]
    out_of_hand(t, seat, card)
    if old != NO_CARD:
        into_hand(t, seat, old)
    t.slot[seat], t.slot_turn[seat] = card, t.turn
    t.zone[card] = SLOTS + seat
    t.record.placed_mask[seat] |= bit(special_of(t, card))
    emit(log, Event.SLOT, seat, card, old, NIL)
