"""Fouls and what follows: injuries, the penalty box, sendings-off, replacements (R38-R46, R49)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, full, has, lowest
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.cards import FIST, SEPP
from sim.games.dream_team.decisions import fit_cards
from sim.games.dream_team.decisions_cards import choose_replacement, choose_replacing_keeper
from sim.games.dream_team.decisions_value import in_slot, is_active, is_flagrant, symbol_of
from sim.games.dream_team.kernel_field import put_in_goal, take_slot
from sim.games.dream_team.kernel_squad import mark_changed, set_unfit, set_values
from sim.games.dream_team.rules_words import (
    FlagrantPenalty,
    InjuryReplacement,
    OrdinaryPenalty,
    SeppScope,
)
from sim.games.dream_team.state import KEEPER, NOBODY, SIDES
from sim.games.dream_team.story import Event


@leaf
def code_of(t, side, target):
    """How an event names a squad place, or KEEPER + a goalkeeper."""
    if target >= KEEPER:
        return KEEPER + t.keeper_card[side, target - KEEPER]
    return t.card[side, target]


@leaf
def tell_foul(t, side, fouler, victim, log):
    """A Foul card is played: fouler and victim are squad places, or KEEPER + a goalkeeper."""
    flagrant = np.int64(fouler < KEEPER and is_flagrant(t, side, min(fouler, KEEPER - 1)))
    own, other = code_of(t, side, fouler), code_of(t, 1 - side, victim)
    emit(log, Event.FOUL, side, own, other, flagrant)


@rule
def foul_lands(t, side, fouler, victim, log):
    """FOUL_LANDS: a flagrant Foul injures (R39), a goalkeeper remembers (R45), Sepp runs amok."""
    other = 1 - side
    if victim >= KEEPER:
        t.keeper_fouled[other] |= bit(victim - KEEPER)
    if is_flagrant(t, side, fouler):
        if victim >= KEEPER:
            t.keeper_hurt[other] |= bit(victim - KEEPER)
        else:
            t.hurt[other] |= bit(victim)
    if t.card[side, fouler] == SEPP and is_active(t, side, np.int64(SEPP)):
        go_berserk(t, side, log)


@leaf
def go_berserk(t, side, log):
    """R49, A32: opposing players with the fist, or all, have value 0 for that third."""
    if t.rules.sepp_scope == SeppScope.DUEL_ONLY:
        return
    other = 1 - side
    hit = NIL
    for place in range(t.squad[other]):
        on_field = has(t.fielded[other] & ~t.emptied[other], place)
        marked = t.rules.sepp_scope == SeppScope.ALL or symbol_of(t, other, place) == FIST
        if on_field and marked:
            hit |= bit(np.int64(place))
    t.record.berserks += 1
    emit(log, Event.BERSERK, side, np.int64(SEPP), NIL, NIL)
    t.zero[other] |= hit
    while hit != 0:
        place = lowest(hit)
        hit &= hit - 1
        set_values(t, other, place)
        emit(log, Event.HIT, other, t.card[other, place], NIL, NIL)


@rule
def punish(t, side, place, log):
    """PUNISH, R43, R44: a cursed fouler leaves the field, for the period or for the match."""
    if is_flagrant(t, side, place) and t.rules.flagrant_penalty == FlagrantPenalty.SENT_OFF:
        t.sent_off[side] |= bit(place)
        t.off[side] += 1
        t.sendoffs[side] += 1
        emit(log, Event.SENT_OFF, side, t.card[side, place], NIL, NIL)
    elif is_flagrant(t, side, place) or t.rules.ordinary_penalty == OrdinaryPenalty.BOX:
        t.boxed[side] |= bit(place)
        t.boxes[side] += 1
        emit(log, Event.PENALTY_BOX, side, t.card[side, place], NIL, NIL)
    else:
        return
    empty_slot(t, side, slot_of(t, side, place))
    set_unfit(t, side)


@leaf
def slot_of(t, side, place):
    """The slot that holds a squad place."""
    slot = NIL
    while in_slot(t, side, slot) != place:
        slot += 1
    return slot


@leaf
def empty_slot(t, side, slot):
    """A slot is gone: it keeps its card, but takes no part any more."""
    t.emptied[side] |= bit(in_slot(t, side, slot))
    t.live[side] &= ~bit(slot)
    t.attackers[side] &= ~bit(slot)
    t.defenders[side] &= ~bit(slot)


@leaf
def box_keeper(t, side, log):
    """A28, R43: a cursed goalkeeper sits in the penalty box until the period ends."""
    if t.rules.ordinary_penalty == OrdinaryPenalty.NONE:
        return
    keeper = t.keeper[side]
    t.keeper_boxed[side] |= bit(keeper)
    t.boxes[side] += 1
    emit(log, Event.PENALTY_BOX, side, KEEPER + t.keeper_card[side, keeper], NIL, NIL)
    put_in_goal(t, side, NOBODY)
    set_unfit(t, side)


@rule
def end_play(t, log):
    """END: the injured are out for the match, and stay on the field or are replaced (R40, A13)."""
    for side in range(SIDES):
        if t.hurt[side] | t.keeper_hurt[side] != 0:
            injure(t, side, log)
    if t.rules.injury_replacement == InjuryReplacement.IMMEDIATE:
        for side in range(SIDES):
            if t.hurt[side] | t.keeper_hurt[side] != 0:
                replace_injured(t, side, log)
    for side in range(SIDES):
        t.hurt[side] = t.keeper_hurt[side] = 0


@leaf
def injure(t, side, log):
    """R40: a card is injured once."""
    new, keepers = t.hurt[side] & ~t.injured[side], t.keeper_hurt[side] & ~t.keeper_injured[side]
    t.injuries[side] += bit_count(new) + bit_count(keepers)
    t.injured[side] |= new
    t.keeper_injured[side] |= keepers
    set_unfit(t, side)
    for place in range(t.squad[side]):
        if has(new, place):
            emit(log, Event.INJURED, side, t.card[side, place], NIL, NIL)
    for keeper in range(t.goalies[side]):
        if has(keepers, keeper):
            emit(log, Event.INJURED, side, KEEPER + t.keeper_card[side, keeper], NIL, NIL)


@leaf
def replace_injured(t, side, log):
    """D17, A13: each injured player gives way to a reserve or leaves his slot, then the keeper."""
    for slot in range(t.slots[side]):
        place = in_slot(t, side, slot)
        if has(t.live[side], slot) and has(t.injured[side], place):
            replace_player(t, side, np.int64(slot), place, log)
    keeper = t.keeper[side]
    if keeper >= 0 and has(t.keeper_injured[side], keeper):
        coming = choose_replacing_keeper(t, side, full(t.goalies[side]) & ~t.keeper_unfit[side])
        put_in_goal(t, side, coming)
        told = KEEPER + t.keeper_card[side, coming] if coming >= 0 else NOBODY
        emit(log, Event.REPLACED, side, KEEPER + t.keeper_card[side, keeper], told, NIL)
        t.record.immediate_replacements += coming >= 0


@leaf
def replace_player(t, side, slot, place, log):
    """D17: one injured field player."""
    coming = choose_replacement(t, side, fit_cards(t, side) & ~t.fielded[side])
    told = NOBODY
    if coming >= 0:
        take_slot(t, side, slot, coming)
        told = t.card[side, coming]
        t.record.immediate_replacements += 1
    else:
        empty_slot(t, side, slot)
    mark_changed(t, side)
    emit(log, Event.REPLACED, side, t.card[side, place], told, NIL)
