"""Who is on the field: line-ups (R9, R10, R21, R25) and substitutions (R24)."""

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions import (
    CHANGE_KEEPER,
    NONE,
    SWAP,
    choose_lineup,
    choose_substitution,
    squad_size,
)
from sim.games.dream_team.rules import SubWindow
from sim.games.dream_team.state import SIDES
from sim.games.dream_team.story import Event


@leaf
def clear_field(t):
    """R21: all cards return to their trainers' hands."""
    t.solved = 0
    for side in range(SIDES):
        t.slots[side] = t.fielded[side] = t.attacked[side] = t.defended[side] = 0
        t.swaps[side] = 0
        t.keeper[side] = -1


@rule
def line_up(t, side, log):
    """D1, R9, R10: field the chosen cards in CSV order, and a goalkeeper or none (R25)."""
    keeper, cards = choose_lineup(t, side)
    t.keeper[side] = keeper
    t.fielded[side] = cards
    for card in range(squad_size(t, side)):
        if has(cards, card):
            t.slot[side, t.slots[side]] = card
            t.slots[side] += 1
            emit(log, Event.FIELDED, side, t.card[side, card], NIL, NIL)
    if keeper < 0:
        t.bare[side] += 1
        emit(log, Event.NO_KEEPER, side, NIL, NIL, NIL)
    else:
        emit(log, Event.KEEPER, side, t.keeper_card[side, keeper], NIL, NIL)


@rule
def substitutions(t, attacking, log):
    """R24, A14: before an attack the attacking side may swap first, then the other."""
    if t.rules.sub_window != SubWindow.DEFENDER:
        substitute(t, attacking, log)
    if t.rules.sub_window != SubWindow.ATTACKER:
        substitute(t, 1 - attacking, log)


@rule
def substitute(t, side, log):
    """D3: up to subs_per_window swaps of one side, until it wants no more."""
    for _ in range(t.rules.subs_per_window):
        if t.swaps[side] >= t.rules.subs_per_third:
            return
        action, slot, reserve = choose_substitution(t, side)
        if action == NONE:
            return
        t.swaps[side] += 1
        t.subs[side] += 1
        t.solved = 0
        if action == SWAP:
            swap(t, side, slot, reserve, log)
        elif action == CHANGE_KEEPER:
            change_keeper(t, side, reserve, log)
        else:
            pull_keeper(t, side, reserve, log)


@leaf
def swap(t, side, slot, reserve, log):
    """R24: a reserve takes a slot and its flags."""
    card = t.slot[side, slot]
    t.fielded[side] ^= bit(card) | bit(reserve)
    t.slot[side, slot] = reserve
    emit(log, Event.SUBSTITUTION, side, t.card[side, card], t.card[side, reserve], NIL)


@leaf
def change_keeper(t, side, keeper, log):
    """R24: the other goalkeeper."""
    emit(
        log,
        Event.KEEPER_CHANGE,
        side,
        t.keeper_card[side, t.keeper[side]],
        t.keeper_card[side, keeper],
        NIL,
    )
    t.keeper[side] = keeper


@leaf
def pull_keeper(t, side, reserve, log):
    """R25, A11: the goalkeeper leaves for an extra, unused player until the period ends."""
    emit(
        log,
        Event.PULL,
        side,
        t.keeper_card[side, t.keeper[side]],
        t.card[side, reserve],
        NIL,
    )
    t.keeper[side] = -1
    t.pulls[side] += 1
    t.fielded[side] |= bit(reserve)
    t.slot[side, t.slots[side]] = reserve
    t.slots[side] += 1
