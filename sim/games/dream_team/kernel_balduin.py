"""Balduin Scheibenkleister's shots (R51, A33, A34)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import choose, full, subset
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.games.dream_team.decisions import choose_faces, spread, throw, throw_faces
from sim.games.dream_team.kernel_dice import any_double, any_unmatched
from sim.games.dream_team.rules_words import BalduinDouble, BalduinOwnGoal, DiceMode
from sim.games.dream_team.state import BALDUIN, CHANCE, THROW
from sim.games.dream_team.story import Event

MISS, UNMATCHED, OWN = np.int64(0), np.int64(1), np.int64(2)


@rule
def balduin_dice(t, side, dice, saves, log):
    """DICE for Balduin: MISS, UNMATCHED (a goal) or OWN (an own goal)."""
    n, k = np.uint64(dice), np.uint64(saves)
    t.counts.balduin_shots_n_k[n, k] += 1
    if t.rules.balduin_double == BalduinDouble.ROLLED:
        shot = throw(t, THROW, dice)
    else:
        shot = faces_of(t, side, dice)
    save = faces_of(t, 1 - side, saves)
    emit(log, Event.FACES, side, shot, save, NIL)
    if any_double(shot):
        emit(log, Event.DOUBLE, side, BALDUIN, NIL, NIL)
        if is_own_goal(t, side, shot, save, log):
            t.counts.balduin_own_goals_n_k[n, k] += 1
            emit(log, Event.OWN_GOAL, side, NIL, NIL, NIL)
            return OWN
        return MISS
    if any_unmatched(t, shot, save):
        t.counts.balduin_goals_n_k[n, k] += 1
        return UNMATCHED
    return MISS


@leaf
def faces_of(t, side, dice):
    """D11, D12: the faces a trainer's dice show, packed."""
    if t.rules.dice_mode == DiceMode.CHOSEN_DISTINCT:
        return spread(choose_faces(t, side, dice))
    return throw_faces(t, side, dice)


@leaf
def is_own_goal(t, side, shot, save, log):
    """A34: whether a double is an own goal."""
    if t.rules.balduin_own_goal == BalduinOwnGoal.SWAP_DICE:
        return any_unmatched(t, save, shot)
    if t.rules.balduin_own_goal == BalduinOwnGoal.SAVE_DICE:
        return any_unmatched(t, shot, save)
    guard = np.int64(t.guard[side])
    if t.rules.balduin_own_goal == BalduinOwnGoal.AUTO or t.keeper[side] < 0:
        return True
    own = own_faces(t, guard)
    emit(log, Event.OWN_KEEPER, side, own, NIL, NIL)
    return any_unmatched(t, shot, own)


@leaf
def own_faces(t, dice):
    """A34: the own goalkeeper's dice, by chance: distinct in chosen_distinct, else independent."""
    faces = t.rules.die_faces
    if t.rules.dice_mode != DiceMode.CHOSEN_DISTINCT:
        return throw(t, CHANCE, dice)
    if dice >= faces:
        return spread(full(faces))
    return spread(subset(faces, dice, below(t, CHANCE, choose(faces, dice))))
