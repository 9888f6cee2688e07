"""What scripted trainers reckon with: card scores, the odds of a shot, the edge of a duel."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf

TOLERANCE = 1e-9


@leaf
def policy_of(t, side):
    """Parameters of the trainer of a side."""
    return t.policy[t.trainer[side]]


@leaf
def in_slot(t, side, slot):
    """Squad place of the card in a slot."""
    return np.int64(t.slot[side, slot])


@leaf
def goal_odds(t, side, dice):
    """g(n, t) of section 8: P(goal) of n dice against the goal of `side`, 0 for no dice."""
    return t.odds[max(dice, np.int64(0)), t.guard[side]]


@leaf
def edge(t, side, attack, defence):
    """Section 8: expected goal difference of a duel for the attacking side."""
    gain = goal_odds(t, 1 - side, attack - defence)
    loss = goal_odds(t, side, defence - attack)
    return gain - loss if t.rules.counterattack != 0 else gain
