"""How the shielder fills its columns: points only where they are safe (section 8 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.games.nove_anni.decisions_fit import adopt, assign, narrow, policy_of
from sim.games.nove_anni.decisions_value import count_unseen, weigh, winning
from sim.games.nove_anni.kernel_cards import is_negative
from sim.games.nove_anni.state import USUAL

DANGER = 100.0  # more than all columns together can make good


@rule
def plan_shield(t, seat):
    """Section 8, D1 of the shielder: the safest of the options, into t.plan."""
    count_unseen(t, seat)
    weigh(t, USUAL)
    narrow(t, seat)
    for i in range(t.options):
        for column in range(t.rules.columns):
            t.gain[i, column] = shelter(t, seat, t.option[i], np.int64(column))
    assign(t, np.int64(t.rules.columns))
    adopt(t)


@leaf
def shelter(t, seat, card, column):
    """What a card in a column is to its player: a negative one may lose, any other must win."""
    win = winning(t, seat, t.type[card], column, USUAL)
    if is_negative(t, card):
        return -win
    return win if win >= policy_of(t, seat).shield_win else win - DANGER
