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
from sim.games.dream_team.kernel_duel import GO_ON, duel_window, standing
from sim.games.dream_team.kernel_field import has_attacked, has_defended, substitutions
from sim.games.dream_team.kernel_foul import end_play
from sim.games.dream_team.kernel_shot import GOAL, SAVED, TIE, shoot
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
    attacker, defender = in_slot(t, side, slot), NOBODY
    t.attacks[side] += 1
    emit(log, Event.ATTACK, side, t.card[side, attacker], t.attack[side, attacker], NIL)
    if t.defenders[other] != 0:
        answer = choose_defender(t, other, slot)
        defender = in_slot(t, other, answer)
        has_defended(t, other, answer)
    has_attacked(t, side, slot)
    t.turn = next_turn(t, side, play(t, side, attacker, defender, log))


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


@rule
def play(t, side, attacker, defender, log):
    """PLAY: a duel or an unopposed attack and its end: TIE, SAVED, or GOAL + who scored."""
    if defender < 0:
        outcome = attack_freely(t, side, attacker, log)
    else:
        outcome = duel(t, side, attacker, defender, log)
    finish_play(t, log)
    return outcome


@leaf
def finish_play(t, log):
    """END: whoever was hurt in the play is injured."""
    hurt = t.hurt[HOME] | t.hurt[AWAY] | t.keeper_hurt[HOME] | t.keeper_hurt[AWAY]
    if hurt != 0:
        end_play(t, log)


@leaf
def duel(t, side, attacker, defender, log):
    """R12-R14: after the duel window the higher value shoots; equal values: no shot."""
    other = 1 - side
    t.strength[side], t.strength[other] = t.attack[side, attacker], t.defence[other, defender]
    t.record.plays += 1
    emit(log, Event.DEFENCE, other, t.card[other, defender], t.strength[other], NIL)
    if t.armed[HOME] + t.armed[AWAY] > 0:
        outcome = duel_window(t, side, attacker, defender, log)
        if outcome != GO_ON:
            return outcome
    strength = t.strength[side] - t.strength[other]
    if strength > 0:
        return attack_shot(t, side, attacker, defender, strength, log)
    if strength < 0 and t.rules.counterattack != 0:
        return counter_shot(t, other, defender, attacker, -strength, log)
    return no_shot(t, log)


@leaf
def attack_shot(t, side, attacker, defender, strength, log):
    """R12: the attacker shoots."""
    rival = standing(t, 1 - side, defender)
    outcome = shoot(t, side, attacker, rival, strength, t.strength[side], NIL, log)
    t.record.attack_goals += outcome == GOAL + side
    return outcome


@leaf
def counter_shot(t, side, defender, attacker, strength, log):
    """R14: the defender counterattacks."""
    t.record.counters += 1
    emit(log, Event.COUNTER, side, strength, NIL, t.card[side, defender])
    rival = standing(t, 1 - side, attacker)
    outcome = shoot(t, side, defender, rival, strength, t.strength[side], NIL, log)
    t.record.counter_goals += outcome == GOAL + side
    return outcome


@leaf
def attack_freely(t, side, attacker, log):
    """A10: without a defender the full attack value shoots, or the attack is void."""
    if t.rules.unopposed == Unopposed.NO_ATTACK:
        t.record.no_eligible_defender += 1
        emit(log, Event.NO_ATTACK, 1 - side, NIL, NIL, NIL)
        return TIE
    t.record.plays += 1
    t.record.unopposed_attacks += 1
    emit(log, Event.UNOPPOSED, 1 - side, NIL, NIL, NIL)
    strength = t.attack[side, attacker]
    if strength <= 0:
        return no_shot(t, log)
    return shoot(t, side, attacker, NOBODY, strength, strength, NIL, log)


@leaf
def no_shot(t, log):
    """R13: the turn ends without a shot."""
    t.record.ties += 1
    emit(log, Event.STOPPED, NIL, NIL, NIL, NIL)
    return TIE


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
    t.record.plays += 1
    strength = t.attack[side, runner]
    if strength > 0:
        open_goal = np.int64(t.rules.speed_unopposed == SpeedUnopposed.AUTO_GOAL)
        shoot(t, side, runner, NOBODY, strength, strength, open_goal, log)
    finish_play(t, log)
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
    play(t, other, runner, in_slot(t, side, slot), log)
    return True
