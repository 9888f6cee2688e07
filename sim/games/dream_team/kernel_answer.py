"""Playing action cards, and answering them (R28, R33 and COUNTER in section 6 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.dream_team.decisions_cards import (
    BY_CURSE,
    BY_MAGIC,
    PASS,
    can_play,
    choose_answer,
    choose_recurse,
)
from sim.games.dream_team.state import CURSE, FORTUNE, MAGIC, PLAYED
from sim.games.dream_team.story import Event

STANDS, CANCELLED, CURSED = np.int64(0), np.int64(1), np.int64(2)


@leaf
def spend(t, side, kind):
    """R33, A24: a card leaves the hand (a reusable Curse does not) and counts as played."""
    if kind != CURSE or t.rules.curse_reusable == 0:
        t.hand[side, kind] -= 1
        t.armed[side] -= 1
    t.played[side] += 1
    t.record_words[PLAYED + 2 * kind + side] += 1
    if t.played[side] >= t.rules.max_actions_per_match:
        t.armed[side] = 0


@rule
def answer(t, side, other, kind, rival, gain, benefit, log):
    """COUNTER: how `side` answers a card of `other`: STANDS, CANCELLED or CURSED.

    `rival` is the duelist of `side`, -1 for none.  `gain` is what the card is worth to `other`,
    `benefit` what cursing a Foul is worth to `side` (section 8).
    """
    if t.armed[side] == 0:
        return STANDS
    choice = choose_answer(t, side, kind, rival, gain, benefit)
    if choice == PASS:
        return STANDS
    if choice == BY_CURSE:
        spend(t, side, CURSE)
        emit(log, Event.CURSE, side, kind, NIL, NIL)
        return CURSED
    return cancel(t, side, other, MAGIC if choice == BY_MAGIC else FORTUNE, rival, gain, log)


@leaf
def cancel(t, side, other, kind, rival, gain, log):
    """R29, R30, R40: Magic or Fortune makes a Foul ineffective, unless it is cursed (D8)."""
    spend(t, side, kind)
    emit(log, Event.CANCEL, side, kind, t.card[side, rival], NIL)
    cursable = kind == MAGIC or t.rules.curse_stops_fortune != 0
    if cursable and can_play(t, other, CURSE) and choose_recurse(t, other, gain):
        spend(t, other, CURSE)
        emit(log, Event.CURSE, other, kind, NIL, NIL)
        return STANDS
    return CANCELLED


@leaf
def note_fate(t, verdict):
    """Section 9: the fate of every Foul."""
    t.record.foul_effective += verdict == STANDS
    t.record.foul_magic_cancelled += verdict == CANCELLED
    t.record.foul_cursed += verdict == CURSED
