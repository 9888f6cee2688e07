"""The duel window: what both trainers play before values are compared (R29-R31, R38-R44, R47)."""
# mypy: allow-untyped-defs, allow-untyped-calls

from sim.engine.choice import has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions_cards import (
    BY_DUSEL,
    BY_FORTUNE,
    BY_FOUL,
    PASS,
    choose_duel_effect,
    duel_gain,
    foul_benefit,
)
from sim.games.dream_team.kernel_answer import CURSED, STANDS, answer, note_fate, spend
from sim.games.dream_team.kernel_foul import foul_lands, punish, tell_foul
from sim.games.dream_team.kernel_shot import play_dusel, score, shoot
from sim.games.dream_team.state import FORTUNE, FOUL, MAGIC, NOBODY, SIDES
from sim.games.dream_team.story import Event

GO_ON = NOBODY


@leaf
def standing(t, side, place):
    """The duelist of a side, -1 where a punishment took him off."""
    return NOBODY if has(t.emptied[side], place) else place


@rule
def duel_window(t, side, attacker, defender, log):
    """DUEL WINDOW: each side once, the attacker's first; GO_ON, or the outcome of the play."""
    for turn in range(SIDES):
        actor = side ^ turn
        player = attacker if turn == 0 else defender
        rival = defender if turn == 0 else attacker
        if t.armed[actor] > 0:
            choice = choose_duel_effect(t, actor, player, side)
            if choice == BY_DUSEL:
                play_dusel(t, actor, player, log)
                return score(t, actor, player, log)
            if choice == BY_FOUL:
                if foul(t, actor, player, rival, side, log):
                    return free_shot(t, 1 - actor, rival, player, log)
            elif choice != PASS:
                zero(t, actor, player, rival, side, choice, log)
    return GO_ON


@leaf
def zero(t, side, player, rival, attacking, choice, log):
    """R29, R30: Fortune or Magic takes the opponent's strength for this play."""
    other, kind = 1 - side, FORTUNE if choice == BY_FORTUNE else MAGIC
    gain = duel_gain(t, side, attacking)
    spend(t, side, kind)
    emit(log, Event.ZERO, side, kind, t.card[side, player], t.card[other, rival])
    if answer(t, other, side, kind, standing(t, other, rival), gain, gain, log) == STANDS:
        t.strength[other] = t.rules.spell_zero_value


@rule
def foul(t, side, player, rival, attacking, log):
    """R31, R38, R43: a Foul in the duel; whether a Curse gives its victim a free shot."""
    other = 1 - side
    gain, benefit = duel_gain(t, side, attacking), foul_benefit(t, other, attacking)
    spend(t, side, FOUL)
    tell_foul(t, side, player, rival, log)
    verdict = answer(t, other, side, FOUL, standing(t, other, rival), gain, benefit, log)
    note_fate(t, verdict)
    if verdict == STANDS:
        foul_lands(t, side, player, rival, log)
        t.strength[other] = t.rules.foul_value
    elif verdict == CURSED:
        punish(t, side, player, log)
        t.strength[side] = t.rules.foul_value
        return t.rules.curse_free_shot != 0
    return False


@rule
def free_shot(t, side, victim, fouler, log):
    """R43, A26, A27: the victim shoots with its full value in its role."""
    t.record.free_shots += 1
    emit(log, Event.FREE_SHOT, side, t.card[side, victim], NIL, NIL)
    rival = standing(t, 1 - side, fouler)
    return shoot(t, side, victim, rival, t.strength[side], t.strength[side], NIL, log)
