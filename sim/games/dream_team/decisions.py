"""The decisions of Dream Team (section 7 of RULES.md) and how scripted trainers take them (8).

A decision reads what its side may see: open cards, its own squad, the score.  `random` draws once
over all legal actions; scripted trainers take the first best action in the listed order.
"""

import numpy as np

from sim.engine.choice import (
    bit,
    bit_count,
    choose,
    full,
    lowest,
    nth_bit,
    nth_of_few,
    subset,
    subset_of,
)
from sim.engine.kernel import leaf, rule
from sim.engine.rng import below
from sim.games.dream_team.decisions_minimax import minimax_attacker, minimax_defender, minimax_fits
from sim.games.dream_team.decisions_value import TOLERANCE, edge, goal_odds, in_slot, policy_of
from sim.games.dream_team.rules_words import DiceMode, Reselect
from sim.games.dream_team.state import FACES, FIRST_SPECIAL, LINE_UP, NOBODY, PLAY, THROW
from sim.games.dream_team.strategies import AttackRule, DefendRule, Faces, NoKeeperPlan, Pull

NONE, SWAP, CHANGE_KEEPER, PULL = np.int64(0), np.int64(1), np.int64(2), np.int64(3)

_SPREAD = np.array(
    [sum((m >> face & 1) << 4 * face for face in range(6)) for m in range(1 << 6)], np.int64
)
_SIX, _LOW_SIX, _NIBBLES = np.int64(6), np.int64(63), np.int64(24)


@leaf
def trailing(t, side):
    """Whether a side is as far behind in the last regulation third as its trainer minds."""
    behind = t.goals[1 - side] - t.goals[side]
    return t.period == t.rules.thirds and behind >= policy_of(t, side).no_keeper_deficit


@leaf
def field_size(t, side, fit, most):
    """R41, R46: field players of a line-up: fewer for each sent off, at most those who are fit."""
    return max(min(most - t.off[side], bit_count(fit)), np.int64(0))


@leaf
def fit_cards(t, side):
    """Squad places that may come in (R40, R43, R44, A8)."""
    fit = full(t.squad[side]) & ~t.unfit[side]
    if t.rules.reselect_cards == Reselect.REGULAR_ONLY and t.period > 1:
        fit = regular_cards(t, side, fit)
    return fit


@rule
def regular_cards(t, side, places):
    """A8: those of the places that are no special players, who come last."""
    regular = t.squad[side]
    while regular > 0 and t.card[side, regular - 1] >= FIRST_SPECIAL:
        regular -= 1
    return places & full(regular)


@leaf
def choose_lineup(t, side):
    """D1, A9, A12: the keeper (-1 for none) and the squad places to field, as a mask."""
    fit, keepers = fit_cards(t, side), full(t.goalies[side]) & ~t.keeper_unfit[side]
    size = field_size(t, side, fit, t.rules.field_players)
    bare_size = field_size(t, side, fit, t.rules.field_players_no_keeper)
    cards = bit_count(fit)
    ways, bare = choose(cards, size), np.int64(0)
    if t.may_leave != 0 or keepers == 0 or t.keeper_fouled[side] == full(t.goalies[side]):
        bare = choose(cards, bare_size)
    total = bit_count(keepers) * ways
    t.record.decisions += total + bare > 1
    if t.random[side] != 0:
        rank = below(t, LINE_UP + np.uint64(side), total + bare)
        if rank >= total:
            return NOBODY, subset_of(fit, bare_size, rank - total)
        which = rank // ways
        return nth_of_few(keepers, which), subset_of(fit, size, rank - which * ways)
    if keepers == 0 or (bare > 0 and leaves_goal(t, side)):
        return NOBODY, best_cards(t, side, fit, bare_size)
    return best_keeper(t, side, keepers), best_line_up(t, side, fit, size)


@leaf
def leaves_goal(t, side):
    """D1: whether a scripted trainer fields no keeper although it could."""
    return policy_of(t, side).no_keeper == NoKeeperPlan.TRAILING and trailing(t, side)


@leaf
def best_line_up(t, side, fit, size):
    """D1: the best cards; those of the start while nothing has changed."""
    if t.changed[side] == 0:
        return t.best[side]
    return best_cards(t, side, fit, size)


@leaf
def best_keeper(t, side, keepers):
    """D1, D17: the keeper with the highest save, the first on ties."""
    best, rest = lowest(keepers), keepers & (keepers - 1)
    while rest != 0:
        keeper = lowest(rest)
        rest &= rest - 1
        best = keeper if t.save[side, keeper] > t.save[side, best] else best
    return best


@rule
def best_cards(t, side, fit, size):
    """D1: the squad places with the highest sum of scores, earlier cards on ties."""
    chosen = fit
    for _ in range(bit_count(fit) - size):
        worst, least, rest = NOBODY, np.inf, chosen
        while rest != 0:
            card = lowest(rest)
            rest &= rest - 1
            if t.score[side, card] - TOLERANCE < least:
                worst, least = card, min(t.score[side, card], least)
        chosen &= ~bit(worst)
    return chosen


@leaf
def choose_substitution(t, side):
    """D3: what to do (NONE, SWAP, CHANGE_KEEPER, PULL), the slot, and the reserve coming in."""
    usable = t.attackers[side] | t.defenders[side]
    fit = fit_cards(t, side)
    spare = fit & ~t.fielded[side]
    cards = bit_count(spare)
    swaps = bit_count(usable) * cards
    others, pulls = np.int64(0), np.int64(0)
    if t.keeper[side] >= 0:
        others = full(t.goalies[side]) & ~t.keeper_unfit[side] & ~bit(t.keeper[side])
        pulls = cards if t.may_pull != 0 and has_room(t, side, fit) else pulls
    keepers = bit_count(others)
    total = 1 + swaps + keepers + pulls
    if total == 1:
        return NONE, NOBODY, NOBODY
    t.record.decisions += 1
    if t.random[side] != 0:
        rank = below(t, PLAY + np.uint64(side), total) - 1
        if rank < 0:
            return NONE, NOBODY, NOBODY
        if rank < swaps:
            which = rank // cards
            return SWAP, nth_of_few(usable, which), nth_bit(spare, rank - which * cards)
        if rank < swaps + keepers:
            return CHANGE_KEEPER, NOBODY, nth_of_few(others, rank - swaps)
        return PULL, NOBODY, nth_bit(spare, rank - swaps - keepers)
    return scripted_substitution(t, side, usable, spare, others, pulls)


@leaf
def has_room(t, side, fit):
    """D3, R25: whether fewer players stand on the field than may without a goalkeeper."""
    room = field_size(t, side, fit, t.rules.field_players_no_keeper)
    return bit_count(t.live[side]) < room


@rule
def scripted_substitution(t, side, usable, spare, others, pulls):
    """D3: a scripted trainer pulls its keeper, or makes the best swap if it is good enough."""
    if pulls > 0 and wants_pull(t, side):
        return PULL, NOBODY, pulled_in(t, side, spare)
    found = best_swap(t, side, usable, spare, others)
    if found[0] == NONE and others != 0 and policy_of(t, side).pull == Pull.NEVER:
        t.settled[side] = 1  # slots in use get fewer, so no swap becomes worth it
    return found


@leaf
def wants_pull(t, side):
    """D3: whether a scripted trainer pulls the keeper now."""
    pull = policy_of(t, side).pull
    if pull == Pull.TRAILING:
        return trailing(t, side)
    if pull == Pull.LAST_DUEL:
        return bit_count(t.attackers[side]) <= 1 and bit_count(t.attackers[1 - side]) <= 1
    return False


@leaf
def pulled_in(t, side, spare):
    """D3: the reserve that replaces a pulled keeper: best score, in the last duel best attack."""
    last = policy_of(t, side).pull == Pull.LAST_DUEL
    best, top, rest = NOBODY, -np.inf, spare
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        score = np.float64(t.attack[side, card]) if last else t.score[side, card]
        if score - TOLERANCE > top:
            best, top = card, score
    return best


@leaf
def best_swap(t, side, usable, spare, others):
    """D3: the swap that gains most, if it gains enough; a field swap before a change of keeper.

    The gain of a pair is the reserve's score less the slot's, so the best pair is the first best
    reserve for the first worst slot.
    """
    coming, top, rest = NOBODY, -np.inf, spare
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if t.score[side, card] - TOLERANCE > top:
            coming, top = card, t.score[side, card]
    going, low, rest = NOBODY, np.inf, usable
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        score = t.score[side, in_slot(t, side, slot)]
        if score + TOLERANCE < low:
            going, low = slot, score
    p = policy_of(t, side)
    gain = top - low if coming >= 0 and going >= 0 else -np.inf
    if others != 0:
        other = best_keeper(t, side, others)
        better = p.keeper_weight * (t.save[side, other] - t.save[side, t.keeper[side]])
        if better > gain + TOLERANCE and better >= p.sub_min_gain - TOLERANCE:
            return CHANGE_KEEPER, NOBODY, other
    if gain >= p.sub_min_gain - TOLERANCE:
        return SWAP, going, coming
    return NONE, NOBODY, NOBODY


@leaf
def choose_attacker(t, side):
    """D4: the slot that attacks."""
    slots = t.attackers[side]
    if bit_count(slots) == 1:
        return lowest(slots)
    t.record.decisions += 1
    if t.random[side] != 0:
        return nth_of_few(slots, below(t, PLAY + np.uint64(side), bit_count(slots)))
    return best_attacker(t, side, slots)


@leaf
def best_attacker(t, side, slots):
    """D4: the first best attacker by the trainer's attack_rule."""
    if policy_of(t, side).attack_rule == AttackRule.MINIMAX and minimax_fits(t, 1 - side):
        return minimax_attacker(t, side, slots)
    strongest = strongest_defence(t, 1 - side)
    best, top, rest = lowest(slots), -np.inf, slots
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        score = attacker_score(t, side, slot, strongest)
        if score - TOLERANCE > top:
            best, top = slot, score
    return best


@leaf
def strongest_defence(t, side):
    """The highest defence of the slots that may defend, -1 without any."""
    highest, rest = NOBODY, t.defenders[side]
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        highest = max(highest, t.defence[side, in_slot(t, side, slot)])
    return highest


@leaf
def attacker_score(t, side, slot, strongest):
    """D4: what sending this slot is worth.

    worst_case asks for the least edge over all possible defenders: odds rise with the dice, so
    that is the edge against the strongest one; without any, the odds of a free attack.
    """
    card, rule_ = in_slot(t, side, slot), policy_of(t, side).attack_rule
    if rule_ == AttackRule.MAX_ATTACK:
        return np.float64(t.attack[side, card])
    if rule_ == AttackRule.MIN_DEFENCE:
        return -np.float64(t.defence[side, card])
    if strongest < 0:
        return goal_odds(t, 1 - side, t.attack[side, card]) + t.bias[side, card]
    return edge(t, side, t.attack[side, card], strongest) + t.bias[side, card]


@leaf
def choose_defender(t, side, attacker):
    """D5: the slot that answers the other side's attacking slot."""
    slots = t.defenders[side]
    if bit_count(slots) == 1:
        return lowest(slots)
    t.record.decisions += 1
    if t.random[side] != 0:
        return nth_of_few(slots, below(t, PLAY + np.uint64(side), bit_count(slots)))
    return best_defender(t, side, slots, attacker)


@leaf
def best_defender(t, side, slots, attacker):
    """D5: the first best defender by the trainer's defend_rule."""
    if policy_of(t, side).defend_rule == DefendRule.MINIMAX and minimax_fits(t, side):
        return minimax_defender(t, side, slots, attacker)
    attack = t.attack[1 - side, in_slot(t, 1 - side, attacker)]
    best, top, rest = lowest(slots), -np.inf, slots
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        score = defender_score(t, side, slot, attack)
        if score - TOLERANCE > top:
            best, top = slot, score
    return best


@leaf
def defender_score(t, side, slot, attack):
    """D5: what answering with this slot is worth; cheapest_stop ranks all stoppers first."""
    card, rule_ = in_slot(t, side, slot), policy_of(t, side).defend_rule
    defence = t.defence[side, card]
    if rule_ == DefendRule.MAX_DEFENCE:
        return np.float64(defence)
    if rule_ == DefendRule.CHEAPEST_STOP:
        return np.float64(100 - defence) if defence >= attack else np.float64(defence)
    return -edge(t, 1 - side, attack, defence) - t.cost[side, card]


@leaf
def choose_faces(t, side, dice):
    """D11, D12 in chosen_distinct: the faces that dice show, as a mask."""
    faces = t.rules.die_faces
    if dice >= faces:
        return full(faces)
    t.record.decisions += 1
    return distinct_faces(t, side, dice)


@leaf
def distinct_faces(t, side, dice):
    """A set of `dice` faces: uniform, the lowest or the highest."""
    faces = t.rules.die_faces
    if t.faces[side] != Faces.UNIFORM:
        return full(dice) if t.faces[side] == Faces.LOW else full(dice) << (faces - dice)
    return subset(faces, dice, below(t, FACES + np.uint64(side), choose(faces, dice)))


@rule
def throw_faces(t, side, dice):
    """D11, D12 in rolled and chosen_any: how many dice show each face, four bits a face."""
    faces = t.rules.die_faces
    if t.rules.dice_mode == DiceMode.ROLLED:
        return throw(t, THROW, dice)
    t.record.decisions += 1
    if t.random[side] != 0:
        return throw(t, FACES + np.uint64(side), dice)
    rounds = dice // faces  # scripted trainers repeat a face only when they have shown them all
    rest = dice - rounds * faces
    once = distinct_faces(t, side, rest) if rest > 0 else np.int64(0)
    return rounds * spread(full(faces)) + spread(once)


@leaf
def spread(faces):
    """A set of faces with four bits a face."""
    return _SPREAD[faces & _LOW_SIX] | _SPREAD[faces >> _SIX] << _NIBBLES


@rule
def throw(t, purpose, dice):
    """Independent faces of some dice, by one draw over all ordered throws."""
    faces = t.rules.die_faces
    throws = np.int64(1)
    for _ in range(dice):
        throws *= faces
    rank = below(t, purpose, throws)
    packed = np.int64(0)
    for _ in range(dice):
        rest = rank // faces
        packed += np.int64(1) << 4 * (rank - rest * faces)
        rank = rest
    return packed
