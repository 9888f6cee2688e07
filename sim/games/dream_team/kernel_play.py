"""A turn: attacker, defender, the play, and Speed plays (R11-R14, R19, R37)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions import choose_attacker, choose_defender
from sim.games.dream_team.decisions_cards import (
    can_play,
    choose_speed,
    choose_speed_defender,
    choose_speed_stop,
    speedsters,
)
from sim.games.dream_team.decisions_value import in_slot
from sim.games.dream_team.kernel_answer import spend
from sim.games.dream_team.kernel_balduin import MISS, OWN
from sim.games.dream_team.kernel_duel import AT_ONCE, DUEL, SPEEDY, UNOPPOSED, duel_window, standing
from sim.games.dream_team.kernel_field import has_attacked, has_defended, substitutions
from sim.games.dream_team.kernel_foul import end_play
from sim.games.dream_team.kernel_shot import GOAL, SAVED, TIE, score, shoot
from sim.games.dream_team.rules_words import (
    Direction,
    SpeedCounter,
    SpeedUnopposed,
    SpeedWindow,
    Unopposed,
)
from sim.games.dream_team.state import AWAY, HOME, NOBODY, SPEED
from sim.games.dream_team.story import Event


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
    if t.rules.speed_window == SpeedWindow.OWN_TURN and t.armed[side] > 0:
        speed_play(t, side, log)
        if t.over != 0 or t.attackers[side] == 0:
            return
    substitutions(t, side, log)
    slot = choose_attacker(t, side)
    attacker, defender, origin = in_slot(t, side, slot), NOBODY, UNOPPOSED
    t.attacks[side] += 1
    emit(log, Event.ATTACK, side, t.card[side, attacker], t.attack[side, attacker], NIL)
    if t.defenders[other] != 0:
        answer = choose_defender(t, other, slot)
        defender, origin = in_slot(t, other, answer), DUEL
        has_defended(t, other, answer)
    has_attacked(t, side, slot)
    t.turn = next_turn(t, side, play(t, side, attacker, defender, origin, log))


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
def play(t, side, attacker, defender, origin, log):
    """PLAY: one attack and its end: TIE, SAVED, or GOAL + who scored.

    `origin` is DUEL, UNOPPOSED or SPEEDY; the duel window turns a DUEL into a FREE shot or a goal
    AT_ONCE.  The defender shoots where the strength is negative.
    """
    if origin == DUEL:
        strength, origin = duel(t, side, attacker, defender, log)
    else:
        strength = attack_freely(t, side, attacker, origin, log)
    outcome = TIE
    if strength != 0:
        counter = strength < 0
        shooting = 1 - side if counter else side
        shooter, rival = (defender, attacker) if counter else (attacker, defender)
        outcome = take_shot(t, shooting, shooter, rival, abs(strength), origin, log)
        if origin == DUEL:
            goal = outcome == GOAL + shooting
            t.record.counter_goals += goal & counter
            t.record.attack_goals += goal & (strength > 0)
    hurt = t.hurt[HOME] | t.hurt[AWAY] | t.keeper_hurt[HOME] | t.keeper_hurt[AWAY]
    if hurt != 0:
        end_play(t, log)
    return outcome


@rule
def play_again(t, side, attacker, defender, origin, log):
    """PLAY for Speed cards: the same code, compiled once more."""
    play(t, side, attacker, defender, origin, log)


@leaf
def take_shot(t, side, shooter, rival, strength, origin, log):
    """A shot at goal, or Sankt Dusel's goal without one (R47): SAVED, or GOAL + who scored."""
    scoring, scorer = side, shooter
    if origin != AT_ONCE:
        value = strength if rival < 0 else t.strength[side]
        if rival >= 0:
            rival = standing(t, 1 - side, rival)
        open_goal = origin == SPEEDY and t.rules.speed_unopposed == SpeedUnopposed.AUTO_GOAL
        result = shoot(t, side, shooter, rival, strength, value, np.int64(open_goal), log)
        if result == MISS:
            return SAVED
        if result == OWN:
            scoring, scorer = 1 - side, NOBODY
    outcome = score(t, scoring, scorer, log)
    t.record.own_goals += (scorer < 0) & (outcome != SAVED)
    return outcome


@leaf
def duel(t, side, attacker, defender, log):
    """R12-R14: after the duel window the higher value shoots; equal values: no shot."""
    other = 1 - side
    strength = t.attack[side, attacker] - t.defence[other, defender]
    t.strength[side], t.strength[other] = t.attack[side, attacker], t.defence[other, defender]
    t.record.plays += 1
    emit(log, Event.DEFENCE, other, t.card[other, defender], t.strength[other], NIL)
    if t.armed[HOME] + t.armed[AWAY] > 0:
        strength, origin = duel_window(t, side, attacker, defender, log)
        if origin != DUEL:
            return strength, origin
    if strength == 0 or (strength < 0 and t.rules.counterattack == 0):
        return no_shot(t, log), DUEL
    if strength < 0:
        t.record.counters += 1
        dice = min(-strength, t.rules.max_shot_dice)
        emit(log, Event.COUNTER, other, dice, NIL, t.card[other, defender])
    return strength, DUEL


@leaf
def attack_freely(t, side, attacker, origin, log):
    """A10, R37: without a defender the full attack value shoots, or the attack is void."""
    strength = t.attack[side, attacker]
    if origin == SPEEDY:
        t.record.plays += 1
        return strength
    if t.rules.unopposed == Unopposed.NO_ATTACK:
        t.record.no_eligible_defender += 1
        emit(log, Event.NO_ATTACK, 1 - side, NIL, NIL, NIL)
        return NIL
    t.record.plays += 1
    t.record.unopposed_attacks += 1
    emit(log, Event.UNOPPOSED, 1 - side, NIL, NIL, NIL)
    return strength if strength > 0 else no_shot(t, log)


@leaf
def no_shot(t, log):
    """R13: the turn ends without a shot."""
    t.record.ties += 1
    emit(log, Event.STOPPED, NIL, NIL, NIL, NIL)
    return NIL


@rule
def speed_play(t, side, log):
    """SPEED_PLAY, R37: a second play of a player with boots; whether a card was played."""
    ready = speedsters(t, side) if can_play(t, side, SPEED) else NIL
    if ready == 0:
        return False
    slot = choose_speed(t, side, ready)
    if slot < 0:
        return False
    runner = in_slot(t, side, slot)
    spend(t, side, SPEED)
    t.sped[side] |= bit(slot)
    t.record.speed_plays += 1
    emit(log, Event.SPEED, side, t.card[side, runner], t.attack[side, runner], NIL)
    if can_play(t, 1 - side, SPEED) and answer_speed(t, 1 - side, runner, log):
        return True
    play_again(t, side, runner, NOBODY, SPEEDY, log)
    return True


@leaf
def answer_speed(t, side, runner, log):
    """D19, A21: a Speed card stops the extra play, or its own player defends; whether it did."""
    other = 1 - side
    attack = t.attack[other, runner]
    if t.rules.speed_counter == SpeedCounter.CANCEL:
        if not choose_speed_stop(t, side, attack):
            return False
        spend(t, side, SPEED)
        t.record.speed_stopped += 1
        emit(log, Event.SPEED_STOPPED, side, NIL, NIL, NIL)
        return True
    ready = speedsters(t, side) if t.rules.speed_counter == SpeedCounter.DEFEND else NIL
    slot = choose_speed_defender(t, side, attack, ready) if ready != 0 else NOBODY
    if slot < 0:
        return False
    spend(t, side, SPEED)
    t.sped[side] |= bit(slot)
    emit(log, Event.SPEED_DEFENCE, side, NIL, NIL, NIL)
    play_again(t, other, runner, in_slot(t, side, slot), DUEL, log)
    return True
