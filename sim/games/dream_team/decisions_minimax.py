"""The minimax trainer: the rest of a third as a perfect-information zero-sum game (section 8).

In one_play with alternating attacks each play uses up one slot of either side, so a state is the
sets of unused slots and the attacker follows from how many plays were made.
"""

import numpy as np

from sim.engine.choice import bit, bit_count, full, has
from sim.engine.kernel import leaf, rule
from sim.games.dream_team.decisions_value import edge, goal_odds
from sim.games.dream_team.rules import Direction, PlayRule, Unopposed
from sim.games.dream_team.state import AWAY, HOME

TOLERANCE = 1e-9


@leaf
def minimax_fits(t, defending):
    """Whether the exact solution applies: one_play, alternation, and somebody may defend."""
    turns = t.rules.direction == Direction.ALTERNATE
    used = t.attacked[defending] | t.defended[defending]
    free = full(t.slots[defending]) & ~used
    return t.rules.play_rule == PlayRule.ONE_PLAY and turns and free != 0


@rule
def minimax_attacker(t, side, slots):
    """D4: the slot with the best value against the best answer."""
    solve(t)
    other = 1 - side
    best, top = np.int64(-1), -np.inf
    for slot in range(t.slots[side]):
        if has(slots, slot):
            value = np.inf
            for answer in range(t.slots[other]):
                if has(unused(t, other), answer):
                    value = min(value, after(t, side, slot, answer))
            if value > top + TOLERANCE:
                best, top = slot, value
    return best


@rule
def minimax_defender(t, side, slots, attacker):
    """D5: the slot whose answer leaves the attacker least."""
    solve(t)
    best, top = np.int64(-1), -np.inf
    for slot in range(t.slots[side]):
        if has(slots, slot):
            value = -after(t, 1 - side, attacker, slot)
            if value > top + TOLERANCE:
                best, top = slot, value
    return best


@leaf
def unused(t, side):
    """Slots without a play in this third."""
    return full(t.slots[side]) & ~(t.attacked[side] | t.defended[side])


@leaf
def after(t, side, slot, answer):
    """Value of a play for the attacking side: its edge and the worth of what is left."""
    own = left(t, side) & ~bit(t.place[side, slot])
    other = left(t, 1 - side) & ~bit(t.place[1 - side, answer])
    stage = t.stage[side, t.place[side, slot], t.place[1 - side, answer]]
    if side == HOME:
        return stage + t.worth[own, other]
    return stage - t.worth[other, own]


@leaf
def left(t, side):
    """Unused slots as places of the solved position."""
    slots = unused(t, side)
    places = np.int64(0)
    for slot in range(t.slots[side]):
        if has(slots, slot):
            places |= bit(t.place[side, slot])
    return places


@rule
def solve(t):
    """Fill t.worth for every position that can follow, once for a line-up."""
    if t.solved == 1:
        return
    t.solved = 1
    home, away = list_unused(t, HOME), list_unused(t, AWAY)
    for side in range(2):
        for i in range(home if side == HOME else away):
            for j in range(away if side == HOME else home):
                attack = t.attack[side, t.slot[side, t.unused[side, i]]]
                defence = t.defence[1 - side, t.slot[1 - side, t.unused[1 - side, j]]]
                t.stage[side, i, j] = edge(t, side, attack, defence)
    for mine in range(np.int64(1) << home):
        plays = home - bit_count(mine)
        for theirs in range(np.int64(1) << away):
            if away - bit_count(theirs) == plays:
                t.worth[mine, theirs] = worth(t, mine, theirs, plays)


@leaf
def list_unused(t, side):
    """Number the unused slots of a side; how many there are."""
    slots = unused(t, side)
    count = np.int64(0)
    for slot in range(t.slots[side]):
        if has(slots, slot):
            t.unused[side, count] = slot
            t.place[side, slot] = count
            count += 1
    return count


@rule
def worth(t, mine, theirs, plays):
    """Home minus away goals to come: the other side's free attacks, or the best play."""
    if mine == 0 or theirs == 0:
        return free_attacks(t, HOME, mine) - free_attacks(t, AWAY, theirs)
    side = t.turn if plays % 2 == 0 else 1 - t.turn
    own, other = (mine, theirs) if side == HOME else (theirs, mine)
    best = -np.inf
    for i in range(7):
        if has(own, i):
            least = np.inf
            for j in range(7):
                if has(other, j):
                    rest_own, rest_other = own & ~bit(i), other & ~bit(j)
                    value = t.stage[side, i, j]
                    if side == HOME:
                        value += t.worth[rest_own, rest_other]
                    else:
                        value -= t.worth[rest_other, rest_own]
                    least = min(least, value)
            best = max(best, least)
    return best if side == HOME else -best


@leaf
def free_attacks(t, side, places):
    """Goals expected of a side's unopposed attackers."""
    total = 0.0
    if t.rules.unopposed == Unopposed.NO_ATTACK:
        return total
    for i in range(7):
        if has(places, i):
            total += goal_odds(t, 1 - side, t.attack[side, t.slot[side, t.unused[side, i]]])
    return total
