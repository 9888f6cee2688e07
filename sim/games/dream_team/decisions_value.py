"""What scripted trainers reckon with: card scores, the odds of a shot, the edge of a duel."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf
from sim.games.dream_team.rules_words import SpecialText
from sim.games.dream_team.state import FIRST_SPECIAL, FIST, MOST_DICE

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
    strength = np.uint64(attack - defence + MOST_DICE)
    return t.edge[t.guard[1 - side], t.guard[side], strength]


@leaf
def symbol_of(t, side, place):
    """R3, R32: symbol of a squad place."""
    return t.card_symbol[t.card[side, place]]


@leaf
def is_flagrant(t, side, place):
    """R39: whether a foul of this field player is flagrant."""
    return t.rules.flagrant_needs_symbol == 0 or symbol_of(t, side, place) == FIST


@leaf
def is_active(t, side, special):
    """R42, A16: whether the text of a special player works for a side."""
    place = t.special_at[side, special - FIRST_SPECIAL] - 1
    if place < 0 or t.rules.special_text == SpecialText.OFF:
        return False
    if t.rules.special_text == SpecialText.OWNED:
        return (t.injured[side] | t.sent_off[side] | t.lent[side]) & bit(place) == 0
    return t.fielded[side] & ~t.emptied[side] & bit(place) != 0
