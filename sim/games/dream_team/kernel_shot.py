"""A shot at goal and the goal: SHOT, DICE and GOAL in section 6 of RULES.md (R15-R19, R47-R51)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions import choose_faces, spread, throw_faces
from sim.games.dream_team.decisions_cards import (
    BY_DUSEL,
    BY_FORTUNE,
    BY_FOUL,
    PASS,
    can_play,
    choose_cancel,
    choose_keeper_foul,
    choose_second_chance,
    choose_shot_effect,
)
from sim.games.dream_team.decisions_value import is_active
from sim.games.dream_team.kernel_answer import CURSED, STANDS, answer, note_fate, spend
from sim.games.dream_team.kernel_balduin import MISS, UNMATCHED, balduin_dice
from sim.games.dream_team.kernel_dice import any_unmatched
from sim.games.dream_team.kernel_foul import box_keeper, foul_lands, punish, tell_foul
from sim.games.dream_team.kernel_text import after_goal
from sim.games.dream_team.rules_words import (
    BalduinDouble,
    DiceLimit,
    DiceMode,
    SecondChance,
)
from sim.games.dream_team.state import (
    AWAY,
    BALDUIN,
    CURSE,
    FORTUNE,
    FOUL,
    HOME,
    KEEPER,
    MAGIC,
    SECOND_CHANCE,
)
from sim.games.dream_team.story import Event

TIE, SAVED, GOAL = np.int64(0), np.int64(1), np.int64(2)
GOES_ON, STOPPED, OPEN, AT_ONCE = np.int64(0), np.int64(1), np.int64(2), np.int64(3)


@leaf
def shoot(t, side, shooter, rival, strength, value, open_goal, log):
    """SHOT: what a shot of `strength` dice comes to: MISS, UNMATCHED (a goal) or OWN.

    Parameters
    ----------
    shooter : squad place.
    rival : squad place of the duelist on the other side, -1 for none.
    value : the shooter's full value in its role (R69, A23).
    open_goal : 1 where the goalkeeper may not save (A20).
    """
    dice = min(strength, t.rules.max_shot_dice)
    t.record.shots += 1
    emit(log, Event.SHOT, side, dice, NIL, t.card[side, shooter])
    saves = save_dice(t, 1 - side, dice) if open_goal == 0 else NIL
    if saves > 0 and t.armed[HOME] + t.armed[AWAY] > 0:
        verdict = shot_window(t, side, shooter, rival, dice, saves, log)
        if verdict == STOPPED:
            return missed(t, side, log)
        if verdict == AT_ONCE:
            t.record.auto_goals += 1
            return UNMATCHED
        open_goal = np.int64(verdict == OPEN)
        saves = NIL if verdict == OPEN else saves
    while saves > 0:
        result = place_dice(t, side, shooter, dice, saves, log)
        if result != MISS:
            return result
        missed(t, side, log)
        if t.armed[side] == 0 or not can_play(t, side, SECOND_CHANCE):
            return MISS
        again = dice
        if t.rules.second_chance_strength == SecondChance.FULL_VALUE:
            again = min(max(dice, value), t.rules.max_shot_dice)
        if not shoots_again(t, side, rival, dice, saves, again, log):
            return MISS
        dice, saves = again, save_dice(t, 1 - side, again)
    t.record.auto_goals += 1
    keeper, guard = t.keeper[1 - side], np.int64(t.guard[1 - side])
    emit(log, Event.OPEN_GOAL, side, keeper, guard, open_goal)
    return UNMATCHED


@leaf
def missed(t, side, log):
    """A shot of `side` is stopped."""
    t.record.saves += 1
    emit(log, Event.SAVED, 1 - side, NIL, NIL, NIL)
    return MISS


@leaf
def save_dice(t, side, dice):
    """R16, R26, A4: save dice of a goal against so many attack dice; none without a goalkeeper."""
    saves = np.int64(t.guard[side])
    if t.rules.dice_limit == DiceLimit.SHARED:
        saves = min(saves, t.rules.max_shot_dice - dice)
    return saves


@rule
def shot_window(t, side, shooter, rival, dice, saves, log):
    """D9, D10: what both trainers play before the dice: GOES_ON, STOPPED, OPEN or AT_ONCE."""
    odds = t.odds[dice, saves]
    verdict = GOES_ON
    if t.armed[side] > 0:
        effect = choose_shot_effect(t, side, shooter, odds)
        if effect != PASS:
            verdict = shot_effect(t, side, shooter, rival, effect, 1 - odds, log)
    foul = t.rules.keeper_may_foul != 0 and can_play(t, 1 - side, FOUL)
    if verdict == GOES_ON and foul and choose_keeper_foul(t, 1 - side, odds):
        return keeper_foul(t, side, shooter, odds, log)
    return verdict


@rule
def shot_effect(t, side, shooter, rival, effect, gain, log):
    """R29-R31, R47: Fortune, Magic or Foul against the goalkeeper, or Sankt Dusel's Fortune."""
    other = 1 - side
    if effect == BY_DUSEL:
        play_dusel(t, side, shooter, log)
        return AT_ONCE
    if effect == BY_FOUL:
        target = KEEPER + t.keeper[other]
        spend(t, side, FOUL)
        tell_foul(t, side, shooter, target, log)
        verdict = answer(t, other, side, FOUL, rival, gain, 1.0, log)
        note_fate(t, verdict)
        if verdict == CURSED:
            punish(t, side, shooter, log)
            return STOPPED
        if verdict == STANDS:
            foul_lands(t, side, shooter, target, log)
    else:
        kind = FORTUNE if effect == BY_FORTUNE else MAGIC
        spend(t, side, kind)
        emit(log, Event.UNSTOPPABLE, side, kind, t.card[side, shooter], NIL)
        verdict = answer(t, other, side, kind, rival, gain, gain, log)
    return OPEN if verdict == STANDS else GOES_ON


@leaf
def play_dusel(t, side, player, log):
    """R47: Sankt Dusel turns a Fortune into a goal."""
    spend(t, side, FORTUNE)
    t.record.dusel_goals += 1
    emit(log, Event.DUSEL, side, t.card[side, player], NIL, NIL)


@leaf
def keeper_foul(t, side, shooter, odds, log):
    """D10, A28, R43: the goalkeeper fouls the shooter: no shot, unless that is answered."""
    other = 1 - side
    spend(t, other, FOUL)
    t.record.keeper_fouls += 1
    tell_foul(t, other, KEEPER + t.keeper[other], shooter, log)
    verdict = answer(t, side, other, FOUL, shooter, odds, 1.0, log)
    note_fate(t, verdict)
    if verdict == CURSED:
        box_keeper(t, other, log)
        return OPEN
    return STOPPED if verdict == STANDS else GOES_ON


@leaf
def shoots_again(t, side, rival, dice, saves, again, log):
    """R69, D13, D14: whether a Second Chance repeats the missed shot."""
    odds = t.odds[dice, saves]
    if not choose_second_chance(t, side, odds):
        return False
    spend(t, side, SECOND_CHANCE)
    t.record.second_chances += 1
    emit(log, Event.SECOND_CHANCE, side, again, max(save_dice(t, 1 - side, again), NIL), NIL)
    return answer(t, 1 - side, side, SECOND_CHANCE, rival, odds, odds, log) != CURSED


@leaf
def place_dice(t, side, shooter, dice, saves, log):
    """DICE: UNMATCHED is a goal, MISS none, OWN one for the other side (Balduin, R51)."""
    t.record.dice_shots += 1
    n, k = np.uint64(dice), np.uint64(saves)
    balduin = t.card[side, shooter] == BALDUIN and t.rules.balduin_double != BalduinDouble.OFF
    if balduin and is_active(t, side, BALDUIN):
        return balduin_dice(t, side, dice, saves, log)
    t.counts.shots_n_k[t.seat[side], n, k] += 1
    if is_unmatched(t, side, dice, saves, log):
        t.counts.goals_n_k[t.seat[side], n, k] += 1
        return UNMATCHED
    return MISS


@leaf
def is_unmatched(t, side, dice, saves, log):
    """R15-R18, A2, A3: place or throw the dice; whether an attack die finds no match.

    Faces that are all distinct are sets, and either way of matching asks for a face that no save
    die shows.
    """
    if t.rules.dice_mode != DiceMode.CHOSEN_DISTINCT:
        return is_unmatched_throw(t, side, dice, saves, log)
    shot, save = choose_faces(t, side, dice), choose_faces(t, 1 - side, saves)
    emit(log, Event.FACES, side, spread(shot), spread(save), NIL)
    return shot & ~save != 0


@rule
def is_unmatched_throw(t, side, dice, saves, log):
    """The same where a face may show more than once, faces packed four bits each."""
    shot, save = throw_faces(t, side, dice), throw_faces(t, 1 - side, saves)
    emit(log, Event.FACES, side, shot, save, NIL)
    return any_unmatched(t, shot, save)


@leaf
def score(t, side, scorer, log):
    """GOAL, R19: a goal of `side` is cancelled by a Curse (D15) or recorded.

    In sudden death it ends the match (R23).  Returns SAVED where it is cancelled.
    """
    other, leader = 1 - side, t.leader
    if t.armed[other] > 0 and can_play(t, other, CURSE) and choose_cancel(t, other):
        spend(t, other, CURSE)
        t.record.goals_cancelled += 1
        emit(log, Event.GOAL_CANCELLED, other, NIL, NIL, NIL)
        return SAVED
    t.goals[side] += 1
    t.third_goals[side, t.third] += 1
    t.first = side if t.first < 0 else t.first
    lead = t.goals[side] - t.goals[other]
    t.record.lead_changes += (lead > 0) & (leader == other)
    t.leader = side if lead > 0 else leader
    t.deficit[other] = max(t.deficit[other], lead)
    t.over = t.sudden
    emit(log, Event.GOAL, side, t.goals[HOME], t.goals[AWAY], NIL)
    if scorer >= 0:
        after_goal(t, side, scorer, log)
    return GOAL + side
