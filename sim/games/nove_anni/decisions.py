"""The decisions of nove_anni (sections 7 and 8 of RULES.md).

`random` draws once among the legal actions; scripted players take the first best one.  Won piles are
public (A28).  Hands, grids and slots of others are hidden, and the order of the deck; `count_unseen`
sees them only together.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rng import below
from sim.engine.rotation import around
from sim.games.nove_anni.decisions_fit import (
    adopt,
    draw_assignment,
    fit,
    is_random,
    list_hand,
    list_pool,
    narrow,
    policy_of,
    ways,
)
from sim.games.nove_anni.decisions_ready import is_ready, rank_of
from sim.games.nove_anni.decisions_shield import plan_shield
from sim.games.nove_anni.decisions_value import (
    count_unseen,
    plan_columns,
    plan_swap,
    weigh,
)
from sim.games.nove_anni.kernel_cards import (
    in_draw_order,
    lead,
    special_of,
)
from sim.games.nove_anni.state import (
    AWAKENING,
    CHOICES,
    FRIEND,
    LORD,
    NO_CARD,
    NOBODY,
    PADRE,
    USUAL,
)
from sim.games.nove_anni.strategies import Activate, Columns, Slot

LAST_PLACE = np.int64(99)


# Columns (D1) -------------------------------------------------------------------------------------


@rule
def choose_columns(t, seat):
    """D1: a card for each column, into t.plan."""
    columns = np.int64(t.rules.columns)
    list_hand(t, seat)
    cards = min(t.options, columns)
    t.record.decisions += ways(t, cards) > 1
    if is_random(t, seat):
        narrow(t, seat)
        draw_assignment(t, seat, cards)
        adopt(t)
    elif cards == columns and policy_of(t, seat).columns == Columns.VALUE:
        plan_columns(t, seat)
    elif cards == columns and policy_of(t, seat).columns == Columns.SHIELD:
        plan_shield(t, seat)
    else:
        narrow(t, seat)
        fit(t, cards)
        adopt(t)


# The slot (D2) ------------------------------------------------------------------------------------


@leaf
def is_blank(t, seat, card):
    """Whether a knock-out keeps a card out of the slot."""
    return special_of(t, card) + 1 == policy_of(t, seat).blank


@leaf
def may_place(t, seat, card):
    """Whether a card of a hand is a special that its player would place."""
    return special_of(t, card) >= 0 and not is_blank(t, seat, card)


@rule
def choose_special(t, seat):
    """D2: the card for the slot, or NO_CARD; asked of who has a special and a free slot."""
    t.record.decisions += 1
    if is_random(t, seat):
        return draw_special(t, seat)
    slot = policy_of(t, seat).slot
    if slot == Slot.NONE or t.slot[seat] != NO_CARD:
        return NO_CARD
    return listed_special(t, seat, np.int64(slot))


@leaf
def draw_special(t, seat):
    """D2 of `random`: none, or any special of the hand."""
    number = NIL + 1
    for i in range(t.held[seat]):
        number += may_place(t, seat, t.hand[seat, i])
    rank = below(t, CHOICES + np.uint64(seat), number) if number > 1 else NIL
    for i in range(t.held[seat]):
        if may_place(t, seat, t.hand[seat, i]):
            rank -= 1
            if rank < 0:
                return t.hand[seat, i]
    return NO_CARD


@leaf
def listed_special(t, seat, slot):
    """D2 of scripted players: the first special in hand, or in their list; ready ones before."""
    best, place = NO_CARD, LAST_PLACE
    for i in range(t.held[seat]):
        card = t.hand[seat, i]
        if may_place(t, seat, card):
            here = place_in_list(t, seat, card, slot)
            if here < place:
                best, place = card, here
    return best


@rule
def place_in_list(t, seat, card, slot):
    """Where a card stands in a player's list; LAST_PLACE if it is not wanted."""
    special = special_of(t, card)
    if slot == Slot.FIRST:
        return NIL
    if slot == Slot.LISTED:
        return rank_of(t, seat, special)
    if is_ready(t, seat, special):
        return rank_of(t, seat, special)
    if special == AWAKENING:
        return NIL + 10
    if special == PADRE:
        return NIL + 11
    return NIL + 12 if special == LORD else LAST_PLACE


# Activation (D3) ----------------------------------------------------------------------------------


@rule
def wants_to_activate(t, seat):
    """D3: whether a player activates the card in his slot."""
    t.record.decisions += 1
    if is_random(t, seat):
        return below(t, CHOICES + np.uint64(seat), NIL + 2) == 1
    special = special_of(t, t.slot[seat])
    activate = policy_of(t, seat).activate
    if activate == Activate.READY:
        return is_ready(t, seat, special)
    if activate == Activate.BLOCKING and not can_block(t, seat):
        return False
    if activate != Activate.ALWAYS and special == AWAKENING:
        return lead(t, seat) >= policy_of(t, seat).wake_lead
    return True


@leaf
def can_block(t, seat):
    """Whether an opponent has a card in his slot; which one it is nobody sees."""
    for other in range(t.rotation.players):
        if other != seat and t.slot[other] != NO_CARD:
            return True
    return False


# La Maestra (D4) and Il Signore (D5) --------------------------------------------------------------


@rule
def choose_swap(t, seat):
    """D4: won cards for columns, into t.plan."""
    list_pool(t, seat)
    cards = min(t.options, np.int64(t.rules.teacher_cards))
    t.record.decisions += ways(t, cards) > 1
    if is_random(t, seat):
        draw_assignment(t, seat, cards)
    elif policy_of(t, seat).columns == Columns.VALUE:
        count_unseen(t, seat)
        weigh(t, USUAL)
        plan_swap(t, seat, cards)
    else:
        fit(t, cards)
    adopt(t)


@rule
def choose_victim(t, seat):
    """D5: the opponent whose friends are taken."""
    players = t.rotation.players
    t.record.decisions += players > 2
    if is_random(t, seat):
        step = below(t, CHOICES + np.uint64(seat), players - 1) if players > 2 else NIL
        return around(t, seat + 1 + step)
    best = NOBODY
    for step in range(players):
        other = in_draw_order(t, step)
        if other != seat and (best == NOBODY or friends(t, other) > friends(t, best)):
            best = other
    return best


@leaf
def friends(t, seat):
    """Friends in a won pile."""
    return t.won_kind[seat, FRIEND]
