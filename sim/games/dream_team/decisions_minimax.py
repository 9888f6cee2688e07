"""The minimax trainer: the rest of a third as a perfect-information zero-sum game (section 8).

In one_play with alternating attacks each play uses up one slot of either side, so a position is
the sets of unused slots, and who moves follows from how many plays were made.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, lowest
from sim.engine.kernel import leaf, rule
from sim.games.dream_team.decisions_value import TOLERANCE, edge, goal_odds, in_slot
from sim.games.dream_team.rules_words import Direction, PlayRule, Unopposed
from sim.games.dream_team.state import AWAY, HOME, SIDES


@leaf
def minimax_fits(t, defending):
    """Whether the exact solution applies: one_play, alternation, and somebody may defend."""
    turns = t.rules.direction == Direction.ALTERNATE
    return t.rules.play_rule == PlayRule.ONE_PLAY and turns and t.defenders[defending] != 0


@rule
def minimax_attacker(t, side, slots):
    """D4: the slot with the best value against the best answer."""
    solve(t)
    best, top, rest = lowest(slots), -np.inf, slots
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        value = best_answer(t, side, slot, t.attackers[side], t.defenders[1 - side])
        if value - TOLERANCE > top:
            best, top = slot, value
    return best


@rule
def minimax_defender(t, side, slots, attacker):
    """D5: the slot whose answer leaves the attacker least."""
    solve(t)
    best, top, rest = lowest(slots), -np.inf, slots
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        value = -after(t, 1 - side, attacker, slot, t.attackers[1 - side], t.defenders[side])
        if value - TOLERANCE > top:
            best, top = slot, value
    return best


@leaf
def best_answer(t, side, slot, own, other):
    """Value of an attack of `side` against the best answer out of `other`."""
    least, rest = np.inf, other
    while rest != 0:
        answer = lowest(rest)
        rest &= rest - 1
        least = min(least, after(t, side, slot, answer, own, other))
    return least


@leaf
def after(t, side, slot, answer, own, other):
    """Value of a play for the attacking side: its edge, less what the rest is worth to the other."""
    return t.stage[side, slot, answer] - t.worth[other & ~bit(answer), own & ~bit(slot)]


@rule
def solve(t):
    """Fill t.worth for every position that can follow, once for a line-up."""
    if t.solved == 1:
        return
    t.solved = 1
    set_stage(t)
    home, away = t.attackers[HOME], t.attackers[AWAY]
    for mine in range(home + 1):
        plays = bit_count(home ^ mine)
        for theirs in range(away + 1):
            follows = mine & ~home == 0 and theirs & ~away == 0
            if follows and bit_count(away ^ theirs) == plays:
                if (t.turn == HOME) == (plays % 2 == 0):
                    t.worth[mine, theirs] = worth(t, HOME, mine, theirs)
                else:
                    t.worth[theirs, mine] = worth(t, AWAY, theirs, mine)


@leaf
def set_stage(t):
    """Edges of all duels that can follow, and odds of the free attacks."""
    for side in range(SIDES):
        other = 1 - side
        for i in range(t.slots[side]):
            attack = t.attack[side, in_slot(t, side, i)]
            free = t.rules.unopposed == Unopposed.FREE_ATTACK
            t.free[side, i] = goal_odds(t, other, attack) if free else 0.0
            for j in range(t.slots[other]):
                t.stage[side, i, j] = edge(t, side, attack, t.defence[other, in_slot(t, other, j)])


@rule
def worth(t, side, own, other):
    """Goals to come of the side to move less the other's: free attacks, or the best play."""
    if own == 0 or other == 0:
        return free_attacks(t, side, own) - free_attacks(t, 1 - side, other)
    best, rest = -np.inf, own
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        best = max(best, best_answer(t, side, slot, own, other))
    return best


@leaf
def free_attacks(t, side, slots):
    """Goals expected of a side's unopposed attackers."""
    total, rest = 0.0, slots
    while rest != 0:
        total += t.free[side, lowest(rest)]
        rest &= rest - 1
    return total
