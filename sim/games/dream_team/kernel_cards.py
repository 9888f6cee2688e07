"""Hands of action cards, spells, Sponsors: what happens around the plays (R6, R33-R36, R70)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import full, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.games.dream_team.decisions_cards import (
    choose_exchanged,
    choose_spell,
    choose_sponsor,
    spell_value,
)
from sim.games.dream_team.kernel_answer import CURSED, answer, spend
from sim.games.dream_team.kernel_foul import code_of
from sim.games.dream_team.kernel_squad import set_keeper, set_unfit, set_values
from sim.games.dream_team.rules_words import (
    JakobChoice,
    SpecialText,
    SpellDuration,
    SponsorTrigger,
)
from sim.games.dream_team.state import (
    DEALT,
    DISASTER,
    DRAW_PILE,
    HAND,
    JAKOB,
    KEEPER,
    KINDS,
    NOBODY,
    SIDES,
    SPONSOR,
)
from sim.games.dream_team.story import Event


@rule
def deal_hands(t, log):
    """R6: action_hand cards for each trainer; a card drawn is any of those left alike."""
    for kind in range(KINDS):
        t.hand[DRAW_PILE, kind] = t.deck[kind]
    for side in range(SIDES):
        t.played[side] = t.sponsor[side] = t.scorer[side] = t.opened[side] = 0
        for kind in range(KINDS):
            t.hand[side, kind] = 0
        for _ in range(t.rules.action_hand):
            kind = drawn(t, HAND, DRAW_PILE)
            t.hand[DRAW_PILE, kind] -= 1
            t.hand[side, kind] += 1
            t.record_words[DEALT + 2 * kind + side] += 1
            emit(log, Event.DEALT, side, kind, NIL, NIL)
        t.armed[side] = t.rules.action_hand if t.rules.max_actions_per_match > 0 else NIL


@leaf
def drawn(t, purpose, holder):
    """The kind of a card drawn at random from a hand or the draw pile."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += t.hand[holder, kind]
    rank, found = below(t, purpose, total), NIL
    while rank >= t.hand[holder, found]:
        rank -= t.hand[holder, found]
        found += 1
    return found


@rule
def play_sponsors(t, log):
    """R36, D20: before the match each side may play a Sponsor."""
    for side in range(SIDES):
        if choose_sponsor(t, side):
            spend(t, side, SPONSOR)
            t.sponsor[side] = 1
            emit(log, Event.SPONSOR, side, NIL, NIL, NIL)


@rule
def cast_spells(t, first, log):
    """R34, R35, A18, D2: Disasters and Energies before a third, one side after the other."""
    for turn in range(SIDES):
        side = first ^ turn
        while t.armed[side] > 0:
            kind, target = choose_spell(t, side)
            if kind < 0:
                break
            cast(t, side, kind, target, log)


@leaf
def cast(t, side, kind, target, log):
    """R34, R35, A19: the card has the spell's value from now on, unless a Curse lifts it (A24)."""
    victim, value = side, t.rules.energy_value
    if kind == DISASTER:
        victim, value = 1 - side, t.rules.disaster_value
    spend(t, side, kind)
    emit(log, Event.SPELL, side, kind, code_of(t, victim, target), NIL)
    if kind == DISASTER:
        worth = spell_value(t, victim, victim, target, value)
        if answer(t, victim, side, DISASTER, NOBODY, worth, worth, log) == CURSED:
            return
    if target >= KEEPER:
        t.keeper_spell[victim, target - KEEPER] = 1 + value
        set_keeper(t, victim, target - KEEPER)
    else:
        t.spell[victim, target] = 1 + value
        set_values(t, victim, target)


@rule
def new_period(t):
    """R33, R43: what ends with a period: penalty box, values of 0, spells of a third."""
    for side in range(SIDES):
        if t.rules.spell_duration == SpellDuration.THIRD:
            clear_spells(t, side)
        if t.boxed[side] | t.keeper_boxed[side] != 0:
            t.boxed[side] = t.keeper_boxed[side] = 0
            set_unfit(t, side)
        zero = t.zero[side]
        t.zero[side] = 0
        for place in range(t.squad[side]):
            if has(zero, place):
                set_values(t, side, place)


@leaf
def clear_spells(t, side):
    """spell_duration = third: Disaster and Energy are cleared."""
    for place in range(t.squad[side]):
        if t.spell[side, place] != 0:
            t.spell[side, place] = 0
            set_values(t, side, place)
    for keeper in range(t.goalies[side]):
        if t.keeper_spell[side, keeper] != 0:
            t.keeper_spell[side, keeper] = 0
            set_keeper(t, side, keeper)


@rule
def exchange_players(t, log):
    """R36, A30, R70: after the match Sponsors, the home side's first, move players."""
    for side in range(SIDES):
        if t.sponsor[side] != 0:
            exchange(t, side, log)


@leaf
def exchange(t, side, log):
    """D21: Jakob cancels the Sponsor for a player, or the first scorer changes sides for one."""
    other = 1 - side
    jakob, scorer = own_place(t, other, JAKOB), own_place(t, other, t.scorer[other] - 1)
    counts = t.rules.sponsor_trigger == SponsorTrigger.FIRST_OPPOSING_GOAL or t.opened[other] != 0
    if jakob >= 0 and jakob_cancels(t):
        gives = t.rules.jakob_choice == JakobChoice.SPONSOR_PLAYER
        trade(t, side, jakob, side if gives else other, np.int64(1), log)
    elif counts and scorer >= 0:
        trade(t, side, scorer, other, NIL, log)


@leaf
def jakob_cancels(t):
    """R70, A36: whether Jakob's text works: he was on the field in this match."""
    if t.rules.special_text == SpecialText.FIELDED:
        return t.jakob != 0
    return t.rules.special_text == SpecialText.OWNED


@leaf
def own_cards(t, side):
    """Squad places of a side's own roster, without what its Detlef drew."""
    return full(t.squad[side]) & ~t.joined[side]


@leaf
def own_place(t, side, card):
    """Where a card stands in a side's own roster, -1 if it does not."""
    for place in range(t.squad[side]):
        if t.card[side, place] == card and has(own_cards(t, side), place):
            return place
    return NOBODY


@leaf
def trade(t, side, place, chooser, by_jakob, log):
    """D21: the other side's card at `place` against a card of the Sponsor's side."""
    other = 1 - side
    given = choose_exchanged(t, chooser, side, own_cards(t, side), chooser == other)
    mine, theirs = t.card[side, given], t.card[other, place]
    t.card[side, given], t.card[other, place] = theirs, mine
    t.record.players_exchanged += 2
    emit(log, Event.EXCHANGE, side, mine, theirs, by_jakob)
