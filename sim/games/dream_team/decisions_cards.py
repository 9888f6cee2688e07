"""The decisions about action cards and special players (D2, D6-D10, D13-D21 in RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, has, lowest, nth_bit, pick
from sim.engine.kernel import leaf, rule
from sim.engine.rng import below
from sim.games.dream_team.decisions import best_keeper
from sim.games.dream_team.decisions_value import (
    TOLERANCE,
    edge,
    goal_odds,
    in_slot,
    is_active,
    is_flagrant,
    policy_of,
    symbol_of,
)
from sim.games.dream_team.state import (
    BOOTS,
    CLOVER,
    CURSE,
    DISASTER,
    DUSEL,
    ENERGY,
    FORTUNE,
    FOUL,
    KEEPER,
    MAGIC,
    NOBODY,
    REACT,
    SECOND_CHANCE,
    SPONSOR,
    STAR,
)

PASS, BY_MAGIC, BY_FORTUNE, BY_CURSE, BY_FOUL, BY_DUSEL = (np.int64(i) for i in range(6))


@leaf
def can_play(t, side, kind):
    """has(s, X) of section 6: a card in hand that may still be played."""
    return t.armed[side] > 0 and t.hand[side, kind] > 0 and t.over == 0


@leaf
def suits(t, side, place, symbol):
    """R32: whether a player has the symbol that a card asks for."""
    return t.rules.symbols_required == 0 or symbol_of(t, side, place) == symbol


@leaf
def at_random(t, side, actions):
    """One of the legal actions, a mask: one draw, none for a single one."""
    return pick(t, REACT + np.uint64(side), actions)


@leaf
def counts(t, actions):
    """Section 9: a decision is a choice among at least two legal actions."""
    t.record.decisions += actions & (actions - 1) != 0


@leaf
def chooses(t, side, wish):
    """A yes or no: random trainers toss a coin, scripted ones do as their parameters wish."""
    t.record.decisions += 1
    if t.random[side] != 0:
        return below(t, REACT + np.uint64(side), np.int64(2)) == 1
    return wish


# D20, D2: before the match, before a period


@leaf
def choose_sponsor(t, side):
    """D20: whether to play a Sponsor."""
    return can_play(t, side, SPONSOR) and chooses(t, side, policy_of(t, side).sponsor != 0)


@rule
def choose_spell(t, side):
    """D2: the kind of card, DISASTER or ENERGY, and its target; -1 and -1 to pass."""
    disaster, energy = can_play(t, side, DISASTER), can_play(t, side, ENERGY)
    theirs, ours = targets(t, 1 - side), targets(t, side)
    total = 1 + disaster * theirs + energy * ours
    if total == 1:
        return NOBODY, NOBODY
    t.record.decisions += 1
    if t.random[side] != 0:
        rank = below(t, REACT + np.uint64(side), total) - 1
        if rank < 0:
            return NOBODY, NOBODY
        if disaster and rank < theirs:
            return DISASTER, target(t, 1 - side, rank)
        return ENERGY, target(t, side, rank - disaster * theirs)
    kind, best, top = NOBODY, NOBODY, 0.0
    if disaster:
        best, top = best_target(t, side, 1 - side, policy_of(t, side).disaster_min)
        kind = DISASTER if best >= 0 else NOBODY
    if energy:
        other, value = best_target(t, side, side, policy_of(t, side).energy_min)
        if other >= 0 and (kind < 0 or value > top + TOLERANCE):
            return ENERGY, other
    return kind, best


@leaf
def targets(t, side):
    """A18: cards a spell may lie on: all on the field."""
    return t.slots[side] + (t.keeper[side] >= 0)


@leaf
def target(t, side, rank):
    """The rank-th of them: a squad place, or KEEPER + a goalkeeper."""
    return in_slot(t, side, rank) if rank < t.slots[side] else KEEPER + t.keeper[side]


@leaf
def best_target(t, side, victim, least):
    """D2: the first target of the highest value that is positive and enough, and its value."""
    best, top = NOBODY, 0.0
    for rank in range(targets(t, victim)):
        candidate = target(t, victim, np.int64(rank))
        if victim == side:
            value = -spell_value(t, side, victim, candidate, t.rules.energy_value)
        else:
            value = spell_value(t, side, victim, candidate, t.rules.disaster_value)
        if value > TOLERANCE and value >= least - TOLERANCE and value > top + TOLERANCE:
            best, top = candidate, value
    return best, top


@leaf
def spell_value(t, judge, victim, candidate, spell):
    """D2: what a card loses by having the spell's value, as the trainer `judge` weighs it."""
    value = np.float64(spell)
    if candidate >= KEEPER:
        return policy_of(t, judge).keeper_weight * (t.save[victim, candidate - KEEPER] - value)
    return t.attack[victim, candidate] + t.defence[victim, candidate] - 2 * value


# D6-D8, D14: the duel window and answers


@leaf
def duel_edge(t, side, attacking, own, other):
    """edge(s, v, w) of section 8 for either duelist: what the duel is worth to `side`."""
    if side == attacking:
        return edge(t, side, own, other)
    return -edge(t, attacking, other, own)


@leaf
def duel_gain(t, side, attacking):
    """D6: what it is worth to `side` that the other duelist has strength 0."""
    own, other = t.strength[side], t.strength[1 - side]
    nothing = np.int64(0)
    return duel_edge(t, side, attacking, own, nothing) - duel_edge(t, side, attacking, own, other)


@leaf
def foul_benefit(t, side, attacking):
    """D7: what cursing a Foul in a duel is worth: a free shot, and the other's chance is gone."""
    nothing = np.int64(0)
    ours = duel_edge(t, side, attacking, t.strength[side], nothing)
    theirs = duel_edge(t, 1 - side, attacking, t.strength[1 - side], nothing)
    return ours + theirs


@leaf
def effects(t, side, player):
    """Legal actions of D6 and D9, as a mask."""
    actions = bit(PASS)
    if can_play(t, side, MAGIC) and suits(t, side, player, STAR):
        actions |= bit(BY_MAGIC)
    if can_play(t, side, FORTUNE) and suits(t, side, player, CLOVER):
        actions |= bit(BY_FORTUNE)
    if can_play(t, side, FOUL):
        actions |= bit(BY_FOUL)
    if can_play(t, side, FORTUNE) and is_dusel(t, side, player):
        actions |= bit(BY_DUSEL)
    return actions


@leaf
def is_dusel(t, side, player):
    """R47: whether a player is Sankt Dusel and his text works."""
    return t.card[side, player] == DUSEL and is_active(t, side, DUSEL)


@rule
def choose_duel_effect(t, side, player, attacking):
    """D6: what to do to the other duelist: PASS, BY_MAGIC, BY_FORTUNE, BY_FOUL, BY_DUSEL."""
    actions = effects(t, side, player)
    if t.strength[1 - side] <= 0:
        actions &= bit(PASS) | bit(BY_DUSEL)  # only Sankt Dusel needs no victim
    counts(t, actions)
    if t.random[side] != 0:
        return at_random(t, side, actions)
    if has(actions, BY_DUSEL):
        return BY_DUSEL
    p, gain = policy_of(t, side), duel_gain(t, side, attacking)
    best, top = PASS, -np.inf
    if gain >= p.zero_min - TOLERANCE:
        if has(actions, BY_FORTUNE):
            best, top = BY_FORTUNE, gain
        elif has(actions, BY_MAGIC):
            best, top = BY_MAGIC, gain
    foul = gain + p.flagrant_bonus if is_flagrant(t, side, player) else gain
    if has(actions, BY_FOUL) and foul >= p.foul_min - TOLERANCE and foul > top + TOLERANCE:
        best = BY_FOUL
    return best


@leaf
def answers(t, side, kind, rival):
    """Legal actions of D7 and D14, as a mask."""
    actions = bit(PASS)
    if kind == FOUL and rival >= 0:
        if can_play(t, side, MAGIC) and suits(t, side, rival, STAR):
            actions |= bit(BY_MAGIC)
        if can_play(t, side, FORTUNE) and suits(t, side, rival, CLOVER):
            actions |= bit(BY_FORTUNE)
    cursable = kind in (FOUL, MAGIC, SECOND_CHANCE)
    cursable |= kind == FORTUNE and t.rules.curse_stops_fortune != 0
    cursable |= kind == DISASTER and t.rules.curse_lifts_disaster != 0
    if cursable and can_play(t, side, CURSE):
        actions |= bit(BY_CURSE)
    return actions


@leaf
def choose_answer(t, side, kind, rival, gain, benefit):
    """D7, D14: PASS, BY_MAGIC, BY_FORTUNE or BY_CURSE against a card of the other side."""
    actions = answers(t, side, kind, rival)
    counts(t, actions)
    if t.random[side] != 0:
        return at_random(t, side, actions)
    p = policy_of(t, side)
    if has(actions, BY_CURSE) and curses(p, kind, gain, benefit):
        return BY_CURSE
    if gain >= p.counter_min - TOLERANCE:
        if has(actions, BY_FORTUNE):
            return BY_FORTUNE
        if has(actions, BY_MAGIC):
            return BY_MAGIC
    return PASS


@leaf
def curses(p, kind, gain, benefit):
    """D7: whether a scripted trainer curses this card."""
    if kind == FOUL:
        return benefit >= p.counter_min - p.curse_foul_bonus - TOLERANCE
    if kind == DISASTER:
        return gain >= p.disaster_min - TOLERANCE
    return gain >= p.curse_shot_min - TOLERANCE


@leaf
def choose_recurse(t, side, gain):
    """D8: whether to curse the Magic that cancels the own Foul."""
    return chooses(t, side, gain >= policy_of(t, side).counter_min - TOLERANCE)


# D9, D10, D13, D15: the shot


@leaf
def choose_shot_effect(t, side, shooter, odds):
    """D9: what to do to the goalkeeper; `odds` of the shot without it."""
    actions = effects(t, side, shooter)
    counts(t, actions)
    if t.random[side] != 0:
        return at_random(t, side, actions)
    if 1 - odds < policy_of(t, side).unstop_min - TOLERANCE:
        return PASS
    for choice in (BY_DUSEL, BY_FORTUNE, BY_MAGIC, BY_FOUL):
        if has(actions, choice):
            return choice
    return PASS


@leaf
def choose_keeper_foul(t, side, odds):
    """D10: whether the goalkeeper fouls the shooter."""
    return chooses(t, side, odds >= policy_of(t, side).keeper_foul_min - TOLERANCE)


@leaf
def choose_second_chance(t, side, odds):
    """D13: whether to shoot again."""
    return chooses(t, side, odds >= policy_of(t, side).second_chance_min - TOLERANCE)


@leaf
def choose_cancel(t, side):
    """D15: whether to curse the other side's goal."""
    lead = t.goals[side] - t.goals[1 - side]
    return chooses(t, side, lead <= policy_of(t, side).curse_goal_max_lead)


# D17-D19, D21: replacements, Speed plays, exchanges


@leaf
def choose_replacement(t, side, spare):
    """D17: the reserve who replaces an injured player, -1 where there is none."""
    if spare == 0:
        return NOBODY
    counts(t, spare)
    return at_random(t, side, spare) if t.random[side] != 0 else first_best(t, side, spare)


@leaf
def choose_replacing_keeper(t, side, spare):
    """D17: the same for a goalkeeper."""
    if spare == 0:
        return NOBODY
    counts(t, spare)
    return at_random(t, side, spare) if t.random[side] != 0 else best_keeper(t, side, spare)


@leaf
def first_best(t, side, places):
    """The first place of the highest score."""
    best, top, rest = NOBODY, -np.inf, places
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if t.score[side, place] - TOLERANCE > top:
            best, top = place, t.score[side, place]
    return best


@leaf
def speedsters(t, side):
    """R37: slots that may make a second play: boots, and one play behind them."""
    ready, found = t.live[side] & ~t.attackers[side] & ~t.sped[side], np.int64(0)
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        if suits(t, side, in_slot(t, side, slot), BOOTS):
            found |= bit(slot)
    return found


@leaf
def choose_speed(t, side, ready):
    """D18: the slot that makes a Speed play, -1 for none."""
    t.record.decisions += 1
    if t.random[side] != 0:
        rank = below(t, REACT + np.uint64(side), 1 + bit_count(ready))
        return nth_bit(ready, rank - 1) if rank > 0 else NOBODY
    best, most = NOBODY, NOBODY
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        attack = t.attack[side, in_slot(t, side, slot)]
        if attack > most:
            best, most = slot, attack
    odds = goal_odds(t, 1 - side, most)
    return best if odds >= policy_of(t, side).speed_min - TOLERANCE else NOBODY


@leaf
def choose_speed_stop(t, side, attack):
    """D19: whether to stop a Speed play."""
    return chooses(t, side, goal_odds(t, side, attack) >= policy_of(t, side).speed_min - TOLERANCE)


@leaf
def choose_speed_defender(t, side, attack, ready):
    """D19, A21: the slot that defends against a Speed play, -1 for none."""
    t.record.decisions += 1
    if t.random[side] != 0:
        rank = below(t, REACT + np.uint64(side), 1 + bit_count(ready))
        return nth_bit(ready, rank - 1) if rank > 0 else NOBODY
    best, least = NOBODY, np.inf
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        value = edge(t, 1 - side, attack, t.defence[side, in_slot(t, side, slot)])
        if value + TOLERANCE < least:
            best, least = slot, value
    enough = goal_odds(t, side, attack) - least >= policy_of(t, side).speed_min - TOLERANCE
    return best if enough else NOBODY


@rule
def choose_exchanged(t, side, owner, cards, takes):
    """D21: the card of `owner` that `side` takes (highest printed sum) or gives (lowest)."""
    counts(t, cards)
    if t.random[side] != 0:
        return at_random(t, side, cards)
    best, top, first = NOBODY, np.int64(-100), NOBODY
    while cards != 0:
        place = lowest(cards)
        cards &= cards - 1
        card = t.card[owner, place]
        total = t.card_attack[card] + t.card_defence[card]
        worth = total if takes else -total
        if worth > top or (worth == top and card < first):  # an exchange disturbs card order
            best, top, first = place, worth, card
    return best
