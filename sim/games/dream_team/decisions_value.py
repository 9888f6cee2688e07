"""What scripted trainers reckon with: card scores, the odds of a shot, the edge of a duel."""

import numpy as np

from sim.engine.kernel import leaf


@leaf
def card_score(t, side, card):
    """Section 8, D1: w_att * attack + w_def * defence of a squad place."""
    p = t.policy[t.contender[t.seat[side]]]
    return p.w_att * t.attack[side, card] + p.w_def * t.defence[side, card]


@leaf
def goal_odds(t, side, dice):
    """g(n, t) of section 8: P(goal) of n dice against the goal of `side`."""
    if dice <= 0:
        return 0.0
    if t.keeper[side] < 0:
        return 1.0
    return t.odds[dice, t.save[side, t.keeper[side]]]


@leaf
def edge(t, side, attack, defence):
    """Section 8: expected goal difference of a duel for the attacking side."""
    if attack > defence:
        return goal_odds(t, 1 - side, attack - defence)
    if defence > attack and t.rules.counterattack != 0:
        return -goal_odds(t, side, defence - attack)
    return np.float64(0.0)
