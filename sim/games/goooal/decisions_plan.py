"""Plans of scripted players at D4 and D8 (section 8 of RULES.md).

A plan of cards is the place of its first card, a group of cards that may go with it, and the place
of its last card.  All plans are scored, and one of the best is drawn.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.games.goooal.decisions import FINISHED, LOWEST, blocked, tied
from sim.games.goooal.decisions_answer import takes_all
from sim.games.goooal.decisions_legal import (
    fits_on,
    is_own,
    is_playable,
    may_finish,
    policy_of,
    works,
)
from sim.games.goooal.kernel_seats import advance
from sim.games.goooal.rules_words import BonusScope, ComboRule
from sim.games.goooal.state import AGENT, ARBITRE, COUPE, GARDIEN, GOOOAL, PLAYER

ALONE, OF_TEAM, OF_NUMBER = np.int64(0), np.int64(1), np.int64(2)  # what is played
LAYS, DRAWS = np.int64(3), np.int64(4)  # or done instead
PLAYS = ALONE
BYTE, EIGHT, SIXTEEN = np.int64(255), np.int64(8), np.int64(16)


@rule
def choose_plan(t, seat, first, combos, lays, idle):
    """The best plan of a scripted player, written into t.plan: PLAYS, LAYS or DRAWS.

    Cards from place `first` on may be played, with others if `combos`; `lays` is the place from
    which own-team cards may be laid, STOP for none; `idle` is the score of drawing, of passing after
    a draw, or LOWEST where that is not legal.
    """
    t.best, t.ties = LOWEST, 0
    if idle != LOWEST:
        consider(t, idle, DRAWS, NIL, NIL)
    if lays >= 0:
        consider(t, score_lay(t, seat, lays, combos), LAYS, NIL, NIL)
    for place in range(first, t.held[seat]):
        if is_playable(t, seat, place):
            consider_plays(t, seat, np.int64(place), combos)
    code = np.int64(t.tie[tied(t, seat, t.ties)])
    group, i, j = code & BYTE, code >> EIGHT & BYTE, code >> SIXTEEN
    if group == LAYS:
        plan_lay(t, seat, lays, combos)
    elif group != DRAWS:
        plan_play(t, seat, i, group, j)
        return PLAYS
    return group


@rule
def consider_plays(t, seat, i, combos):
    """Section 8: the plans that begin with the i-th card of a hand."""
    consider(t, score_play(t, seat, i, ALONE, i), ALONE, i, i)
    for group in range(OF_TEAM, last_group(t, seat, i, combos) + 1):
        for j in range(t.held[seat]):
            if j != i and in_group(t, seat, i, group, j):
                score = score_play(t, seat, i, np.int64(group), np.int64(j))
                consider(t, score, np.int64(group), i, np.int64(j))


@leaf
def consider(t, score, group, i, j):
    """Keep a plan if none is better, with those that are as good."""
    if score > t.best:
        t.best, t.ties = score, 0
    if score == t.best:
        t.tie[t.ties] = group | i << EIGHT | j << SIXTEEN
        t.ties += 1


@leaf
def last_group(t, seat, i, combos):
    """A7: the groups that may go with a card: specials have one, that of their symbol."""
    if not combos or t.rules.combo_rule == ComboRule.SINGLE:
        return ALONE
    return OF_NUMBER if t.kind[t.hand[seat, i]] == PLAYER else OF_TEAM


@leaf
def in_group(t, seat, i, group, j):
    """Whether the j-th card shares the team or symbol, or the number, of the i-th."""
    one, other = t.hand[seat, i], t.hand[seat, j]
    if group == OF_TEAM:
        return t.team[one] == t.team[other]
    return t.number[one] == t.number[other]


@leaf
def mark_plan(t, seat, i, group, j):
    """Note in t.inside which cards a plan takes, one after the other (A35); how many, the last."""
    first = np.int64(t.hand[seat, i])
    shown, last, n = bit(np.int64(t.colour[first])), first, NIL + 1
    for other in range(t.held[seat]):
        t.inside[other] = other == i
    if group == ALONE:
        return n, last
    for turn in range(t.held[seat] + 1):
        k = np.int64(turn) if turn < t.held[seat] else j  # the last card comes at the end
        if k != i and (k != j or turn == t.held[seat]) and in_group(t, seat, i, group, k):
            card = np.int64(t.hand[seat, k])
            colour = np.int64(t.colour[card])
            if t.rules.combo_same_colour != 0 or not has(shown, colour):
                t.inside[k] = 1
                shown |= bit(colour)
                last = card
                n += 1
    return n, last


@rule
def score_play(t, seat, i, group, j):
    """Section 8: the score of a play; LOWEST if its last card may not empty the hand."""
    n, last = mark_plan(t, seat, i, group, j)
    p, kind, left = policy_of(t, seat), np.int64(t.kind[last]), t.held[seat] - n
    if left == 0:
        return FINISHED + p.w_card * n if may_finish(t, last) else LOWEST
    if kind == AGENT and gives_all(t, seat, n):
        return FINISHED + p.w_card * n
    score = p.w_card * n
    if p.w_mob != 0:
        score += p.w_mob * count_followers(t, seat, last)
    if kind == PLAYER:
        if p.w_own != 0:
            score -= p.w_own * count_own_inside(t, seat)
        return score - block_of(t, seat, NIL, last)
    skips = NIL
    if kind == ARBITRE and works(t, seat, ARBITRE):
        skips = n * t.rules.arbitre_skip
    attacks = (kind == ARBITRE) | (kind == GOOOAL)
    if attacks and t.held[advance(t, seat, NIL)] <= p.danger_hand:
        score += n * p.w_rush
    return score + n * weight_of(t, seat, kind) - block_of(t, seat, skips, last)


@leaf
def count_followers(t, seat, last):
    """Cards left in the hand that fit the new base."""
    colour, found = np.int64(t.colour[last]), NIL
    for k in range(t.held[seat]):
        if t.inside[k] == 0:
            found += fits_on(t, seat, np.int64(t.hand[seat, k]), last, colour)
    return found


@leaf
def count_own_inside(t, seat):
    """Own-team cards that a plan takes to the middle."""
    found = NIL
    for k in range(t.held[seat]):
        found += t.inside[k] != 0 and is_own(t, seat, np.int64(t.hand[seat, k]))
    return found


@leaf
def block_of(t, seat, skips, last):
    """What the next player could follow with, weighed."""
    weight = policy_of(t, seat).w_block
    if weight == 0:
        return NIL
    return weight * blocked(t, seat, advance(t, seat, skips), np.int64(t.colour[last]))


@leaf
def weight_of(t, seat, kind):
    """Weight of playing a special."""
    p = policy_of(t, seat)
    if kind == ARBITRE:
        return p.w_arbitre
    if kind == GOOOAL:
        return p.w_goooal
    if kind == GARDIEN:
        return p.w_gardien
    return p.w_coupe if kind == COUPE else p.w_agent


@leaf
def gives_all(t, seat, agents):
    """Whether so many AGENTs give all other cards away, and the match is won (A19)."""
    if t.rules.agent_gift_can_win == 0 or not works(t, seat, AGENT):
        return False
    left = NIL
    for k in range(t.held[seat]):
        if t.inside[k] == 0:
            left += 1
            if t.kind[t.hand[seat, k]] != PLAYER:
                return False
    return left <= agents * t.rules.agent_gifts


@leaf
def plan_play(t, seat, i, group, j):
    """Write the cards of a play into t.plan, in their order."""
    mark_plan(t, seat, i, group, j)
    t.plan[0], t.planned, t.follows = t.hand[seat, i], NIL + 1, NIL
    for k in range(t.held[seat]):
        if t.inside[k] != 0 and k != i and k != j:
            t.plan[t.planned] = t.hand[seat, k]
            t.planned += 1
    if j != i and t.inside[j] != 0:
        t.plan[t.planned] = t.hand[seat, j]
        t.planned += 1


@leaf
def plan_answer(t, seat, place):
    """Section 8, D3: all other cards are added to an answer if they can be, else none."""
    t.planned = t.follows = NIL
    if takes_all(t, seat, place):
        for i in range(t.held[seat]):
            if i != place:
                t.plan[t.planned] = t.hand[seat, i]
                t.planned += 1


# Laying (R11, R13) --------------------------------------------------------------------------------


@leaf
def plan_lay(t, seat, lays, all_of_them):
    """Write the own-team cards of the hand that are laid into t.plan: all, or the first drawn."""
    t.planned = t.follows = NIL
    for turn in range(2):  # those from `lays` on first: a drawn card begins
        for k in range(t.held[seat]):
            card = np.int64(t.hand[seat, k])
            if is_own(t, seat, card) and (k >= lays) == (turn == 0):
                t.plan[t.planned] = card
                t.planned += 1
    if not all_of_them:
        t.planned = NIL + 1


@leaf
def score_lay(t, seat, lays, all_of_them):
    """Section 8: the score of laying own-team cards."""
    plan_lay(t, seat, lays, all_of_them)
    p, k = policy_of(t, seat), t.planned
    score = (p.w_card + p.w_lay) * k
    if t.laid[seat] + k >= t.rules.collect_size and bonus_open(t, seat):
        score += p.w_complete
    return score + (FINISHED if k == t.held[seat] else NIL)


@leaf
def bonus_open(t, seat):
    """A11: whether the seat may still have a bonus in this match."""
    if t.rules.bonus_scope == BonusScope.FIRST_ONLY:
        return t.bonus_seats == 0
    return not has(t.bonus_seats, seat)
