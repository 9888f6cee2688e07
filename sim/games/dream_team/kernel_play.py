"""A turn: attacker, defender, duel, shot, goal (R11-R20)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions import (
    choose_attacker,
    choose_defender,
    choose_faces,
    spread,
    throw_faces,
)
from sim.games.dream_team.decisions_value import in_slot
from sim.games.dream_team.kernel_field import has_attacked, has_defended, substitutions
from sim.games.dream_team.rules_words import DiceLimit, DiceMode, Direction, SaveMatch, Unopposed
from sim.games.dream_team.state import AWAY, HOME
from sim.games.dream_team.story import Event

TIE, SAVED, GOAL = np.int64(0), np.int64(1), np.int64(2)
NOBODY = np.int64(-1)

_NIBBLES = np.int64(0x111111111111)  # one bit for each of 12 faces
_TOPS = np.int64(0x888888888888)


@leaf
def find_turn(t):
    """R20: the side to play, the other one if it has nobody left; false if neither has."""
    if t.attackers[t.turn] == 0:
        t.turn = 1 - t.turn
    return t.attackers[t.turn] != 0


@leaf
def take_turn(t, log):
    """R11, A50: substitutions, an attacker, a defender if there is one; then the play."""
    side = t.turn & 1  # it is 0 or 1, and this tells the compiler
    other = 1 - side
    substitutions(t, side, log)
    slot = choose_attacker(t, side)
    attacker, defender = in_slot(t, side, slot), NOBODY
    t.attacks[side] += 1
    emit(log, Event.ATTACK, side, t.card[side, attacker], t.attack[side, attacker], NIL)
    if t.defenders[other] != 0:
        answer = choose_defender(t, other, slot)
        defender = in_slot(t, other, answer)
        has_defended(t, other, answer)
        strength = duel(t, side, attacker, defender, log)
    else:
        strength = attack_freely(t, side, attacker, log)
    has_attacked(t, side, slot)
    outcome = shoot(t, side, attacker, defender, strength, log) if strength != 0 else TIE
    t.turn = next_turn(t, side, outcome)


@leaf
def next_turn(t, side, outcome):
    """R19, A6: the direction changes after every attack, or as the house rule says.

    `outcome` is TIE, SAVED, or GOAL + the side that scored.
    """
    if t.rules.direction == Direction.ALTERNATE:
        return 1 - side
    if t.rules.direction == Direction.CONCEDER_ATTACKS:
        return 1 - (outcome - GOAL) if outcome >= GOAL else 1 - side
    return side if outcome == SAVED else 1 - side


@leaf
def duel(t, side, attacker, defender, log):
    """R12-R14: strength of the shot, which is the defender's if negative; equal values: no shot."""
    other = 1 - side
    strength = t.attack[side, attacker] - t.defence[other, defender]
    t.record.plays += 1
    emit(log, Event.DEFENCE, other, t.card[other, defender], t.defence[other, defender], NIL)
    if strength == 0 or (strength < 0 and t.rules.counterattack == 0):
        return no_shot(t, log)
    return strength


@leaf
def attack_freely(t, side, attacker, log):
    """A10: without a defender the full attack value shoots, or the attack is void."""
    if t.rules.unopposed == Unopposed.NO_ATTACK:
        t.record.no_eligible_defender += 1
        emit(log, Event.NO_ATTACK, 1 - side, NIL, NIL, NIL)
        return NIL
    t.record.plays += 1
    t.record.unopposed_attacks += 1
    emit(log, Event.UNOPPOSED, 1 - side, NIL, NIL, NIL)
    strength = t.attack[side, attacker]
    return strength if strength > 0 else no_shot(t, log)


@leaf
def no_shot(t, log):
    """R13: the turn ends without a shot."""
    t.record.ties += 1
    emit(log, Event.STOPPED, NIL, NIL, NIL, NIL)
    return NIL


@leaf
def shoot(t, attacking, attacker, defender, strength, log):
    """R14, R15: who shoots with how many dice (R1)."""
    counter = strength < 0
    side = 1 - attacking if counter else attacking
    card = t.card[side, defender if counter else attacker]
    dice = min(abs(strength), t.rules.max_shot_dice)
    t.record.shots += 1
    t.record.counters += counter
    if counter:
        emit(log, Event.COUNTER, side, dice, NIL, card)
    emit(log, Event.SHOT, side, dice, NIL, card)
    if not is_goal(t, side, dice, log):
        return SAVED
    t.record.counter_goals += counter
    t.record.attack_goals += (strength > 0) & (defender >= 0)
    return score(t, side, log)


@leaf
def is_goal(t, side, dice, log):
    """R16-R18, R26, A4: attack dice against save dice; an empty goal needs no dice."""
    other = 1 - side
    saves = np.int64(t.guard[other])
    if t.rules.dice_limit == DiceLimit.SHARED:
        saves = min(saves, t.rules.max_shot_dice - dice)
    if saves <= 0:
        t.record.auto_goals += 1
        emit(log, Event.OPEN_GOAL, side, t.keeper[other], np.int64(t.guard[other]), NIL)
        return True
    t.record.dice_shots += 1
    n, k = np.uint64(dice), np.uint64(saves)
    t.counts.shots_n_k[t.seat[side], n, k] += 1
    if is_unmatched(t, side, dice, saves, log):
        t.counts.goals_n_k[t.seat[side], n, k] += 1
        return True
    t.record.saves += 1
    emit(log, Event.SAVED, other, NIL, NIL, NIL)
    return False


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
    """A3: the same where a face may show more than once, faces packed four bits each.

    Die matching compares counts face by face: the top bit of a nibble survives the subtraction
    where there are at least as many save dice of that face.
    """
    shot, save = throw_faces(t, side, dice), throw_faces(t, 1 - side, saves)
    emit(log, Event.FACES, side, shot, save, NIL)
    if t.rules.save_match == SaveMatch.DIE:
        return ((save | _TOPS) - shot) & _TOPS != _TOPS
    return shown(shot) & ~shown(save) != 0


@leaf
def shown(faces):
    """The faces that any die shows, one bit each."""
    return (faces | faces >> 1 | faces >> 2) & _NIBBLES


@leaf
def score(t, side, log):
    """R19: record a goal of `side`; in sudden death it ends the match (R23)."""
    other, leader = 1 - side, t.leader
    t.goals[side] += 1
    t.third_goals[side, t.third] += 1
    t.first = side if t.first < 0 else t.first
    lead = t.goals[side] - t.goals[other]
    t.record.lead_changes += (lead > 0) & (leader == other)
    t.leader = side if lead > 0 else leader
    t.deficit[other] = max(t.deficit[other], lead)
    t.over = t.sudden
    emit(log, Event.GOAL, side, t.goals[HOME], t.goals[AWAY], NIL)
    return GOAL + side
