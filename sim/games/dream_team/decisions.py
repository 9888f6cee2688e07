"""The decisions of Dream Team (section 7 of RULES.md) and how scripted trainers take them (8).

A decision reads what its side may see: open cards, its own squad, the score.  `random` draws once
over all legal actions; scripted trainers take the first best action in the listed order.
"""

import numpy as np

from sim.engine.choice import bit, bit_count, choose, full, has, nth_bit, pick, subset
from sim.engine.kernel import leaf, rule
from sim.engine.rng import below
from sim.games.dream_team.decisions_minimax import minimax_attacker, minimax_defender, minimax_fits
from sim.games.dream_team.decisions_value import card_score, edge, goal_odds
from sim.games.dream_team.rules import DiceMode, NoKeeper, PlayRule
from sim.games.dream_team.state import FACES, LINE_UP, PLAY, THROW
from sim.games.dream_team.strategies import AttackRule, DefendRule, Faces, Kind, NoKeeperPlan, Pull

TOLERANCE = 1e-9
NONE, SWAP, CHANGE_KEEPER, PULL = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
NOBODY = np.int64(-1)

_SPREAD = np.array(
    [sum((m >> face & 1) << 4 * face for face in range(12)) for m in range(1 << 12)], np.int64
)
_EVERY_FACE = np.array([_SPREAD[(1 << n) - 1] for n in range(13)], np.int64)


@leaf
def policy_of(t, side):
    """Parameters of the trainer of a side."""
    return t.policy[t.contender[t.seat[side]]]


@leaf
def field_size(t, side):
    """R9, R41, R46: field players beside a goalkeeper, as many as there are."""
    return min(t.rules.field_players, squad_size(t, side))


@leaf
def bare_size(t, side):
    """R25, R41, R46: field players without a goalkeeper."""
    return min(t.rules.field_players_no_keeper, squad_size(t, side))


@leaf
def squad_size(t, side):
    """Field cards a side may field."""
    return np.int64(6)


@leaf
def may_attack(t, side):
    """Slots that may attack (A5): each attacks once; one_play: and only if it has not defended."""
    used = t.attacked[side]
    if t.rules.play_rule == PlayRule.ONE_PLAY:
        used |= t.defended[side]
    return full(t.slots[side]) & ~used


@leaf
def may_defend(t, side):
    """Slots that may defend (A5)."""
    if t.rules.play_rule == PlayRule.ATTACK_ONCE_DEFEND_FREE:
        return full(t.slots[side])
    used = t.defended[side]
    if t.rules.play_rule == PlayRule.ONE_PLAY:
        used |= t.attacked[side]
    return full(t.slots[side]) & ~used


@leaf
def reserves(t, side):
    """Squad places that are not on the field."""
    return full(squad_size(t, side)) & ~t.fielded[side]


@leaf
def may_leave_goal_empty(t):
    """A11: whether a line-up without a goalkeeper is allowed though keepers are fit."""
    rule_ = t.rules.allow_no_keeper
    return rule_ == NoKeeper.LINEUP or rule_ == NoKeeper.BOTH


@leaf
def may_pull(t, side):
    """A11: whether the keeper may leave before an attack for an extra field player."""
    rule_ = t.rules.allow_no_keeper
    allowed = rule_ == NoKeeper.SUBSTITUTION or rule_ == NoKeeper.BOTH
    return allowed and t.keeper[side] >= 0 and t.slots[side] < bare_size(t, side)


@leaf
def trailing(t, side, deficit):
    """Whether a side is that far behind in the last regulation third."""
    return t.period == t.rules.thirds and t.goals[1 - side] - t.goals[side] >= deficit


@rule
def choose_lineup(t, side):
    """D1: the keeper (-1 for none) and the squad places to field, as a mask."""
    p = policy_of(t, side)
    size, bare = field_size(t, side), bare_size(t, side)
    squad = squad_size(t, side)
    with_keeper = choose(squad, size)
    without = choose(squad, bare) if may_leave_goal_empty(t) else 0
    total = 2 * with_keeper + without
    if total > 1:
        t.record.decisions += 1
    if p.kind == Kind.RANDOM:
        rank = below(t, LINE_UP + np.uint64(side), total)
        if rank >= 2 * with_keeper:
            return NOBODY, subset(squad, bare, rank - 2 * with_keeper)
        if rank >= with_keeper:
            return np.int64(1), subset(squad, size, rank - with_keeper)
        return np.int64(0), subset(squad, size, rank)
    plan = p.no_keeper == NoKeeperPlan.TRAILING and trailing(t, side, p.no_keeper_deficit)
    if plan and may_leave_goal_empty(t):
        return NOBODY, best_cards(t, side, bare)
    return better_keeper(t, side), best_cards(t, side, size)


@leaf
def better_keeper(t, side):
    """The keeper with the highest save, the first on ties."""
    return np.int64(1) if t.save[side, 1] > t.save[side, 0] else np.int64(0)


@leaf
def best_cards(t, side, size):
    """The squad places with the highest sum of scores, earlier cards on ties."""
    chosen = full(squad_size(t, side))
    for _ in range(squad_size(t, side) - size):
        worst, lowest = np.int64(0), np.inf
        for card in range(squad_size(t, side)):
            if has(chosen, card):
                score = card_score(t, side, card)
                if score < lowest + TOLERANCE:
                    worst, lowest = card, min(score, lowest)
        chosen &= ~bit(worst)
    return chosen


@rule
def choose_substitution(t, side):
    """D3: what to do (NONE, SWAP, CHANGE_KEEPER, PULL), the slot, and the reserve coming in."""
    usable = may_attack(t, side) | may_defend(t, side)
    spare = reserves(t, side)
    cards = bit_count(spare)
    swaps = bit_count(usable) * cards
    keepers = np.int64(1) if t.keeper[side] >= 0 else np.int64(0)
    pulls = cards if may_pull(t, side) else np.int64(0)
    total = 1 + swaps + keepers + pulls
    if total == 1:
        return NONE, NOBODY, NOBODY
    t.record.decisions += 1
    if policy_of(t, side).kind == Kind.RANDOM:
        rank = below(t, PLAY + np.uint64(side), total) - 1
        if rank < 0:
            return NONE, NOBODY, NOBODY
        if rank < swaps:
            which = rank // cards
            return SWAP, nth_bit(usable, which), nth_bit(spare, rank - which * cards)
        if rank < swaps + keepers:
            return CHANGE_KEEPER, NOBODY, 1 - t.keeper[side]
        return PULL, NOBODY, nth_bit(spare, rank - swaps - keepers)
    if pulls > 0 and wants_pull(t, side):
        return PULL, NOBODY, pulled_in(t, side, spare)
    return best_swap(t, side, usable, spare)


@leaf
def wants_pull(t, side):
    """D3: whether a scripted trainer pulls the keeper now."""
    p = policy_of(t, side)
    if p.pull == Pull.TRAILING:
        return trailing(t, side, p.no_keeper_deficit)
    if p.pull == Pull.LAST_DUEL:
        return bit_count(may_attack(t, side)) <= 1 and bit_count(may_attack(t, 1 - side)) <= 1
    return False


@leaf
def pulled_in(t, side, spare):
    """D3: the reserve that replaces a pulled keeper: best score, in the last duel best attack."""
    last = policy_of(t, side).pull == Pull.LAST_DUEL
    best, top = NOBODY, -np.inf
    for card in range(squad_size(t, side)):
        if has(spare, card):
            score = np.float64(t.attack[side, card]) if last else card_score(t, side, card)
            if score > top + TOLERANCE:
                best, top = card, score
    return best


@leaf
def best_swap(t, side, usable, spare):
    """D3: the swap that gains most, if it gains enough; a field swap before a change of keeper.

    The gain of a pair is the reserve's score less the slot's, so the best pair is the first best
    reserve for the first worst slot.
    """
    p = policy_of(t, side)
    coming, top = NOBODY, -np.inf
    for card in range(squad_size(t, side)):
        if has(spare, card) and card_score(t, side, card) > top + TOLERANCE:
            coming, top = card, card_score(t, side, card)
    going, low = NOBODY, np.inf
    for slot in range(t.slots[side]):
        if has(usable, slot):
            score = card_score(t, side, t.slot[side, slot])
            if score < low - TOLERANCE:
                going, low = slot, score
    gain = top - low if coming >= 0 and going >= 0 else -np.inf
    if t.keeper[side] >= 0:
        other = 1 - t.keeper[side]
        better = p.keeper_weight * (t.save[side, other] - t.save[side, t.keeper[side]])
        if better > gain + TOLERANCE and better >= p.sub_min_gain - TOLERANCE:
            return CHANGE_KEEPER, NOBODY, other
    if gain >= p.sub_min_gain - TOLERANCE:
        return SWAP, going, coming
    return NONE, NOBODY, NOBODY


@leaf
def choose_attacker(t, side):
    """D4: the slot that attacks."""
    slots = may_attack(t, side)
    if bit_count(slots) == 1:
        return nth_bit(slots, np.int64(0))
    t.record.decisions += 1
    if policy_of(t, side).kind == Kind.RANDOM:
        return pick(t, PLAY + np.uint64(side), slots)
    return best_attacker(t, side, slots)


@rule
def best_attacker(t, side, slots):
    """D4: the first best attacker by the trainer's attack_rule."""
    if policy_of(t, side).attack_rule == AttackRule.MINIMAX and minimax_fits(t, 1 - side):
        return minimax_attacker(t, side, slots)
    best, top = NOBODY, -np.inf
    for slot in range(t.slots[side]):
        if has(slots, slot):
            score = attacker_score(t, side, slot)
            if score > top + TOLERANCE:
                best, top = slot, score
    return best


@leaf
def attacker_score(t, side, slot):
    """D4: what sending this slot is worth."""
    p = policy_of(t, side)
    card = t.slot[side, slot]
    if p.attack_rule == AttackRule.MAX_ATTACK:
        return np.float64(t.attack[side, card])
    if p.attack_rule == AttackRule.MIN_DEFENCE:
        return -np.float64(t.defence[side, card])
    bias = p.attack_bias * (t.attack[side, card] - t.defence[side, card])
    return worst_case(t, side, t.attack[side, card]) + bias


@leaf
def worst_case(t, side, attack):
    """D4: the least edge over all possible defenders; without any, the odds of a free attack."""
    other = 1 - side
    slots = may_defend(t, other)
    if slots == 0:
        return goal_odds(t, other, attack)
    least = np.inf
    for slot in range(t.slots[other]):
        if has(slots, slot):
            least = min(least, edge(t, side, attack, t.defence[other, t.slot[other, slot]]))
    return least


@leaf
def choose_defender(t, side, attacker):
    """D5: the slot that answers the other side's attacking slot."""
    slots = may_defend(t, side)
    if bit_count(slots) == 1:
        return nth_bit(slots, np.int64(0))
    t.record.decisions += 1
    if policy_of(t, side).kind == Kind.RANDOM:
        return pick(t, PLAY + np.uint64(side), slots)
    return best_defender(t, side, slots, attacker)


@rule
def best_defender(t, side, slots, attacker):
    """D5: the first best defender by the trainer's defend_rule."""
    other = 1 - side
    if policy_of(t, side).defend_rule == DefendRule.MINIMAX and minimax_fits(t, side):
        return minimax_defender(t, side, slots, attacker)
    attack = t.attack[other, t.slot[other, attacker]]
    best, top = NOBODY, -np.inf
    for slot in range(t.slots[side]):
        if has(slots, slot):
            score = defender_score(t, side, slot, attack)
            if score > top + TOLERANCE:
                best, top = slot, score
    return best


@leaf
def defender_score(t, side, slot, attack):
    """D5: what answering with this slot is worth; cheapest_stop ranks all stoppers first."""
    p = policy_of(t, side)
    card = t.slot[side, slot]
    defence = t.defence[side, card]
    if p.defend_rule == DefendRule.MAX_DEFENCE:
        return np.float64(defence)
    if p.defend_rule == DefendRule.CHEAPEST_STOP:
        return np.float64(100 - defence) if defence >= attack else np.float64(defence)
    cost = p.c_att * t.attack[side, card] + p.c_def * defence
    return -edge(t, 1 - side, attack, defence) - cost


@rule
def choose_faces(t, side, dice):
    """D11, D12: how many dice show each face, packed four bits a face."""
    faces = t.rules.die_faces
    if t.rules.dice_mode == DiceMode.ROLLED:
        return throw(t, THROW, dice)
    if t.rules.dice_mode == DiceMode.CHOSEN_DISTINCT:
        if dice >= faces:
            return _EVERY_FACE[faces]
        t.record.decisions += 1
        return _SPREAD[distinct_faces(t, side, dice)]
    t.record.decisions += 1
    if policy_of(t, side).kind == Kind.RANDOM:
        return throw(t, FACES + np.uint64(side), dice)
    rounds = dice // faces  # scripted trainers repeat a face only when they have shown them all
    rest = dice - rounds * faces
    return rounds * _EVERY_FACE[faces] + _SPREAD[distinct_faces(t, side, rest)]


@leaf
def distinct_faces(t, side, dice):
    """A set of `dice` faces, as a mask: uniform, the lowest or the highest."""
    faces = t.rules.die_faces
    p = policy_of(t, side)
    if p.kind == Kind.SCRIPTED and p.faces == Faces.LOW:
        return full(dice)
    if p.kind == Kind.SCRIPTED and p.faces == Faces.HIGH:
        return full(dice) << (faces - dice)
    if dice == 0:
        return np.int64(0)
    return subset(faces, dice, below(t, FACES + np.uint64(side), choose(faces, dice)))


@leaf
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
