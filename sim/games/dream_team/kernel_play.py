"""A turn: attacker, defender, duel, shot, goal (R11-R20)."""

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions import (
    choose_attacker,
    choose_defender,
    choose_faces,
    may_attack,
    may_defend,
)
from sim.games.dream_team.kernel_field import substitutions
from sim.games.dream_team.rules import DiceLimit, Direction, SaveMatch, Unopposed
from sim.games.dream_team.state import AWAY, HOME
from sim.games.dream_team.story import Event

TIE, SAVED, GOAL = np.int64(0), np.int64(1), np.int64(2)
NOBODY = np.int64(-1)
MOST_SAVE_DICE = np.int64(6)

_NIBBLES = np.int64(0x111111111111)  # one bit for each of 12 faces
_TOPS = np.int64(0x888888888888)


@leaf
def find_turn(t):
    """R20: the side to play, the other one if it has nobody left; false if neither has."""
    if may_attack(t, t.turn) != 0:
        return True
    t.turn = 1 - t.turn
    return may_attack(t, t.turn) != 0


@rule
def take_turn(t, log):
    """R11, A50: substitutions, an attacker, a defender if there is one; then the play."""
    side, other = t.turn, 1 - t.turn
    substitutions(t, side, log)
    slot = choose_attacker(t, side)
    attack = t.attack[side, t.slot[side, slot]]
    t.attacks[side] += 1
    emit(log, Event.ATTACK, side, t.card[side, t.slot[side, slot]], attack, NIL)
    answer = choose_defender(t, other, slot) if may_defend(t, other) != 0 else NOBODY
    t.attacked[side] |= bit(slot)
    if answer >= 0:
        t.defended[other] |= bit(answer)
        outcome = duel(t, side, slot, answer, log)
    else:
        outcome = attack_freely(t, side, slot, log)
    t.turn = next_turn(t, side, outcome)


@leaf
def next_turn(t, side, outcome):
    """R19, A6: the direction changes after every attack, or as the house rule says.

    `outcome` is TIE, SAVED, or GOAL + the side that scored.
    """
    if t.rules.direction == Direction.CONCEDER_ATTACKS and outcome >= GOAL:
        return 1 - (outcome - GOAL)
    if t.rules.direction == Direction.KEEP_AFTER_SAVE and outcome == SAVED:
        return side
    return 1 - side


@rule
def attack_freely(t, side, slot, log):
    """A10: without a defender the full attack value shoots, or the attack is void."""
    if t.rules.unopposed == Unopposed.NO_ATTACK:
        t.record.no_eligible_defender += 1
        emit(log, Event.NO_ATTACK, 1 - side, NIL, NIL, NIL)
        return TIE
    t.record.plays += 1
    t.record.unopposed_attacks += 1
    emit(log, Event.UNOPPOSED, 1 - side, NIL, NIL, NIL)
    dice = t.attack[side, t.slot[side, slot]]
    if dice <= 0:
        return stopped(t, log)
    return shoot(t, side, dice, t.card[side, t.slot[side, slot]], log)


@rule
def duel(t, side, slot, answer, log):
    """R12-R14: the better value shoots with as many dice as it is better by; equal: no shot."""
    other = 1 - side
    attacker, defender = t.slot[side, slot], t.slot[other, answer]
    attack, defence = t.attack[side, attacker], t.defence[other, defender]
    t.record.plays += 1
    emit(log, Event.DEFENCE, other, t.card[other, defender], defence, NIL)
    if attack > defence:
        outcome = shoot(t, side, attack - defence, t.card[side, attacker], log)
        t.record.attack_goals += outcome >= GOAL
        return outcome
    if defence > attack and t.rules.counterattack != 0:
        t.record.counters += 1
        emit(log, Event.COUNTER, other, dice_of(t, defence - attack), NIL, t.card[other, defender])
        outcome = shoot(t, other, defence - attack, t.card[other, defender], log)
        t.record.counter_goals += outcome >= GOAL
        return outcome
    return stopped(t, log)


@leaf
def stopped(t, log):
    """R13: the turn ends without a shot."""
    t.record.ties += 1
    emit(log, Event.STOPPED, NIL, NIL, NIL, NIL)
    return TIE


@leaf
def dice_of(t, strength):
    """R1: attack dice of a strength."""
    return min(strength, t.rules.max_shot_dice)


@rule
def shoot(t, side, strength, card, log):
    """R15-R18, R26: attack dice against save dice; an empty goal needs no dice."""
    other = 1 - side
    dice = dice_of(t, strength)
    t.record.shots += 1
    emit(log, Event.SHOT, side, dice, NIL, card)
    saves = save_dice(t, other, dice)
    if saves <= 0:
        t.record.auto_goals += 1
        emit(log, Event.OPEN_GOAL, side, NIL, NIL, NIL)
        return score(t, side, log)
    shot = choose_faces(t, side, dice)
    save = choose_faces(t, other, saves)
    t.record.dice_shots += 1
    t.counts.shots_n_k[t.seat[side], dice, saves] += 1
    emit(log, Event.FACES, side, shot, save, NIL)
    if not is_unmatched(t, shot, save):
        t.record.saves += 1
        emit(log, Event.SAVED, other, NIL, NIL, NIL)
        return SAVED
    t.counts.goals_n_k[t.seat[side], dice, saves] += 1
    return score(t, side, log)


@leaf
def save_dice(t, side, dice):
    """R16, A4: dice of a side's goalkeeper against that many attack dice, 0 without one."""
    if t.keeper[side] < 0:
        return np.int64(0)
    saves = min(t.save[side, t.keeper[side]], MOST_SAVE_DICE)
    if t.rules.dice_limit == DiceLimit.SHARED:
        saves = min(saves, t.rules.max_shot_dice - dice)
    return saves


@leaf
def is_unmatched(t, shot, save):
    """R18, A3: whether an attack die finds no match; faces packed four bits each.

    Die matching compares counts face by face: the top bit of a nibble survives the subtraction
    where there are at least as many save dice of that face.
    """
    if t.rules.save_match == SaveMatch.DIE:
        return ((save | _TOPS) - shot) & _TOPS != _TOPS
    return shown(shot) & ~shown(save) != 0


@leaf
def shown(faces):
    """The faces that any die shows, one bit each."""
    return (faces | faces >> 1 | faces >> 2) & _NIBBLES


@rule
def score(t, side, log):
    """R19: record a goal of `side`; in sudden death it ends the match (R23)."""
    other = 1 - side
    t.goals[side] += 1
    if t.period <= 3:
        t.third_goals[side, t.period - 1] += t.extra == 0
    if t.first < 0:
        t.first = side
    if t.goals[side] > t.goals[other] and t.leader != side:
        t.record.lead_changes += t.leader >= 0
        t.leader = side
    t.deficit[other] = max(t.deficit[other], t.goals[side] - t.goals[other])
    t.over = t.sudden
    emit(log, Event.GOAL, side, t.goals[HOME], t.goals[AWAY], NIL)
    return GOAL + side
