"""Who is on the field: line-ups (R9, R10, R21, R25), who may play (A5), substitutions (R24)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, full, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.cards import JAKOB
from sim.games.dream_team.decisions import (
    CHANGE_KEEPER,
    NONE,
    SWAP,
    choose_lineup,
    choose_substitution,
)
from sim.games.dream_team.decisions_value import FIRST_SPECIAL, in_slot
from sim.games.dream_team.rules_words import PlayRule, SubWindow
from sim.games.dream_team.state import MOST_DICE, NOBODY
from sim.games.dream_team.story import Event


@rule
def line_up(t, side, log):
    """D1, R9, R10, R21: field the chosen cards in card order, and a goalkeeper or none (R25)."""
    keeper, cards = choose_lineup(t, side)
    slots = NIL
    for card in range(t.squad[side]):
        t.slot[side, slots] = card  # the next one takes its place unless it was chosen
        slots += has(cards, card)
        if has(cards, card):
            emit(log, Event.FIELDED, side, t.card[side, card], NIL, NIL)
    t.slots[side] = slots
    t.fielded[side] = cards
    t.live[side] = t.attackers[side] = t.defenders[side] = full(slots)
    t.emptied[side] = t.sped[side] = t.swaps[side] = 0
    t.settled[side] = t.content[side] if keeper >= 0 and t.changed[side] == 0 else NIL
    note_specials(t, side, cards)
    put_in_goal(t, side, keeper)
    if keeper < 0:
        t.bare[side] += 1
        emit(log, Event.NO_KEEPER, side, NIL, NIL, NIL)
    else:
        emit(log, Event.KEEPER, side, t.keeper_card[side, keeper], NIL, NIL)


@leaf
def note_specials(t, side, cards):
    """Section 9: a period that a special player starts; A36: Jakob was on the field."""
    if t.card[side, t.squad[side] - 1] < FIRST_SPECIAL:  # specials come last
        return
    starts = np.int64(0)
    for place in range(t.squad[side]):
        if has(cards, place) and t.card[side, place] >= FIRST_SPECIAL:
            starts = np.int64(1)
            t.jakob |= t.card[side, place] == JAKOB
    t.special_periods[side] += starts


@leaf
def note_fielded(t, side, place):
    """A36: Jakob comes in."""
    t.jakob |= t.card[side, place] == JAKOB


@leaf
def put_in_goal(t, side, keeper):
    """The goalkeeper of a side, -1 for none (R25)."""
    t.keeper[side] = keeper
    t.guard[side] = min(t.save[side, keeper], MOST_DICE) if keeper >= 0 else NIL
    t.solved = 0


@leaf
def has_attacked(t, side, slot):
    """A5: each slot attacks once; one_play: and does not defend then."""
    t.attackers[side] &= ~bit(slot)
    if t.rules.play_rule == PlayRule.ONE_PLAY:
        t.defenders[side] &= ~bit(slot)


@leaf
def has_defended(t, side, slot):
    """A5: each slot defends once, or any number of times; one_play: and does not attack then."""
    if t.rules.play_rule != PlayRule.ATTACK_ONCE_DEFEND_FREE:
        t.defenders[side] &= ~bit(slot)
    if t.rules.play_rule == PlayRule.ONE_PLAY:
        t.attackers[side] &= ~bit(slot)


@leaf
def substitutions(t, attacking, log):
    """R24, A14: before an attack the attacking side may swap first, then the other."""
    if t.rules.sub_window != SubWindow.DEFENDER:
        use_window(t, attacking, log)
    if t.rules.sub_window != SubWindow.ATTACKER:
        use_window(t, 1 - attacking, log)


@leaf
def use_window(t, side, log):
    """A14: up to subs_per_window swaps of one side, until it wants no more."""
    if t.settled[side] != 0:
        t.record.decisions += 1
        return
    left = t.rules.subs_per_window
    if left > 0 and substitute(t, side, log) and left > 1:
        substitute_again(t, side, left - 1, log)


@rule
def substitute_again(t, side, left, log):
    """A14: the further swaps of a window."""
    for _ in range(left):
        if not substitute(t, side, log):
            return


@leaf
def substitute(t, side, log):
    """D3, A14: one swap, unless the side wants none or had all of this third."""
    if t.swaps[side] >= t.rules.subs_per_third:
        return False
    action, slot, reserve = choose_substitution(t, side)
    if action == NONE:
        return False
    t.swaps[side] += 1
    t.subs[side] += 1
    t.solved = 0
    if action == SWAP:
        swap(t, side, slot, reserve, log)
    elif action == CHANGE_KEEPER:
        change_keeper(t, side, reserve, log)
    else:
        pull_keeper(t, side, reserve, log)
    return True


@leaf
def swap(t, side, slot, reserve, log):
    """R24: a reserve takes a slot and its flags."""
    card = in_slot(t, side, slot)
    take_slot(t, side, slot, reserve)
    emit(log, Event.SUBSTITUTION, side, t.card[side, card], t.card[side, reserve], NIL)


@leaf
def take_slot(t, side, slot, reserve):
    """A reserve takes the place of the card in a slot."""
    t.fielded[side] ^= bit(in_slot(t, side, slot)) | bit(reserve)
    t.slot[side, slot] = reserve
    note_fielded(t, side, reserve)


@leaf
def change_keeper(t, side, keeper, log):
    """R24: another goalkeeper."""
    out, coming = t.keeper_card[side, t.keeper[side]], t.keeper_card[side, keeper]
    emit(log, Event.KEEPER_CHANGE, side, out, coming, NIL)
    put_in_goal(t, side, keeper)


@leaf
def pull_keeper(t, side, reserve, log):
    """R25, A11: the goalkeeper leaves for an extra, unused player until the period ends."""
    out, coming = t.keeper_card[side, t.keeper[side]], t.card[side, reserve]
    emit(log, Event.PULL, side, out, coming, NIL)
    put_in_goal(t, side, NOBODY)
    t.pulls[side] += 1
    slot = t.slots[side]
    t.slot[side, slot] = reserve
    t.slots[side] = slot + 1
    t.fielded[side] |= bit(reserve)
    note_fielded(t, side, reserve)
    t.live[side] |= bit(slot)
    t.attackers[side] |= bit(slot)
    t.defenders[side] |= bit(slot)
