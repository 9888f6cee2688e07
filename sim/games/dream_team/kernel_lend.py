"""A reserve that the other side's Detlef draws joins it for this match (A31, reserve_player).

Squads stay in card order, so whatever stands behind the newcomer moves up by one place.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, full
from sim.engine.kernel import leaf, rule
from sim.games.dream_team.cards import SPECIALS
from sim.games.dream_team.decisions_value import FIRST_SPECIAL
from sim.games.dream_team.kernel_squad import set_keeper, set_unfit, set_values
from sim.games.dream_team.state import SLOTS


@rule
def lend_player(t, side, other, place):
    """A field card of `side` joins `other`; one that comes back is simply lent no more."""
    card = t.card[side, place]
    t.lent[side] |= bit(place)
    at = place_of(t, other, card)
    if t.card[other, at] != card or at == t.squad[other]:
        make_room(t, other, at)
        t.card[other, at] = card
        t.joined[other] |= bit(at)
    t.lent[other] &= ~bit(at)
    t.spell[other, at] = t.spell[side, place]
    t.zero[other] = t.zero[other] & ~bit(at) | (t.zero[side] >> place & 1) << at
    if card >= FIRST_SPECIAL:
        t.special_at[side, card - FIRST_SPECIAL] = 0
        t.special_at[other, card - FIRST_SPECIAL] = 1 + at
    set_values(t, other, at)
    set_unfit(t, side)
    set_unfit(t, other)


@leaf
def place_of(t, side, card):
    """Where a card stands in a squad, or would stand."""
    place = np.int64(0)
    while place < t.squad[side] and t.card[side, place] < card:
        place += 1
    return place


@leaf
def opened_at(mask, at):
    """A mask whose bits from `at` on move up by one."""
    low = full(at)
    return mask & low | (mask & ~low) << 1


@rule
def make_room(t, side, at):
    """Move up what stands from place `at` on."""
    for place in range(t.squad[side], at, -1):
        t.card[side, place] = t.card[side, place - 1]
        t.attack[side, place] = t.attack[side, place - 1]
        t.defence[side, place] = t.defence[side, place - 1]
        t.spell[side, place] = t.spell[side, place - 1]
        t.score[side, place] = t.score[side, place - 1]
        t.bias[side, place] = t.bias[side, place - 1]
        t.cost[side, place] = t.cost[side, place - 1]
    t.squad[side] += 1
    t.zero[side] = opened_at(t.zero[side], at)
    t.injured[side] = opened_at(t.injured[side], at)
    t.sent_off[side] = opened_at(t.sent_off[side], at)
    t.boxed[side] = opened_at(t.boxed[side], at)
    t.lent[side] = opened_at(t.lent[side], at)
    t.joined[side] = opened_at(t.joined[side], at)
    t.hurt[side] = opened_at(t.hurt[side], at)
    t.emptied[side] = opened_at(t.emptied[side], at)
    t.fielded[side] = opened_at(t.fielded[side], at)
    for slot in range(SLOTS):
        t.slot[side, slot] += t.slot[side, slot] >= at
    for key in range(len(SPECIALS)):
        t.special_at[side, key] += t.special_at[side, key] > at


@rule
def lend_keeper(t, side, other, keeper):
    """The same for a goalkeeper."""
    card, spell = t.keeper_card[side, keeper], t.keeper_spell[side, keeper]
    t.keeper_lent[side] |= bit(keeper)
    at = np.int64(0)
    while at < t.goalies[other] and t.keeper_card[other, at] < card:
        at += 1
    if at == t.goalies[other] or t.keeper_card[other, at] != card:
        make_room_in_goal(t, other, at)
        t.keeper_card[other, at] = card
    t.keeper_lent[other] &= ~bit(at)
    t.keeper_spell[other, at] = spell
    set_keeper(t, other, at)
    set_unfit(t, side)
    set_unfit(t, other)


@leaf
def make_room_in_goal(t, side, at):
    """Move up the goalkeepers from `at` on."""
    for keeper in range(t.goalies[side], at, -1):
        t.keeper_card[side, keeper] = t.keeper_card[side, keeper - 1]
        t.save[side, keeper] = t.save[side, keeper - 1]
        t.keeper_spell[side, keeper] = t.keeper_spell[side, keeper - 1]
    t.goalies[side] += 1
    t.keeper_injured[side] = opened_at(t.keeper_injured[side], at)
    t.keeper_boxed[side] = opened_at(t.keeper_boxed[side], at)
    t.keeper_lent[side] = opened_at(t.keeper_lent[side], at)
    t.keeper_hurt[side] = opened_at(t.keeper_hurt[side], at)
    t.keeper_fouled[side] = opened_at(t.keeper_fouled[side], at)
    t.keeper[side] += t.keeper[side] >= at
