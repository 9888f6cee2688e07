"""Gifts after an AGENT (R17, A19, A30, A31) and how players choose them (sections 7 and 8)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.games.goooal.decisions import FINISHED, STOP, draw_of, is_random, tied
from sim.games.goooal.decisions_legal import is_gift, is_own, place_of, policy_of
from sim.games.goooal.rules_words import AgentFace


@leaf
def other_seat(seat, rank):
    """The other player with `rank` others before him."""
    return rank if rank < seat else rank + 1


@rule
def choose_gift(t, seat, gifts, left):
    """D9: (place of the card, recipient), (STOP, STOP) for none; `left` gifts may be given."""
    others = t.rotation.players - 1
    if is_random(t, seat):
        rank = draw_of(t, seat, gifts * others + 1) - 1
        if rank < 0:
            return STOP, STOP
        return place_of(t, seat, NIL, is_gift, rank // others), other_seat(seat, rank % others)
    t.record.decisions += 1
    p = policy_of(t, seat)
    best, ties = np.int64(p.g_stop), NIL + 1
    for rank in range(gifts * others):
        score = gift_score(t, seat, gifts, left, place_of(t, seat, NIL, is_gift, rank // others),
                           other_seat(seat, rank % others))  # fmt: skip
        ties = ties + 1 if score == best else NIL + 1 if score > best else ties
        best = max(best, score)
    chosen = tied(t, seat, ties)
    if best == p.g_stop:
        if chosen == 0:
            return STOP, STOP
        chosen -= 1
    rank = NIL
    while True:
        place = place_of(t, seat, NIL, is_gift, rank // others)
        other = other_seat(seat, rank % others)
        if gift_score(t, seat, gifts, left, place, other) == best:
            if chosen == 0:
                return place, other
            chosen -= 1
        rank += 1


@leaf
def gift_score(t, seat, gifts, left, place, other):
    """Section 8, D9: what a gift is worth to a scripted player."""
    p, card = policy_of(t, seat), np.int64(t.hand[seat, place])
    score = -p.g_small * t.held[other]
    score -= p.g_own * is_own(t, seat, card) + p.g_feed * is_own(t, other, card)
    if gifts == t.held[seat] and gifts <= left and t.rules.agent_gift_can_win != 0:
        score += FINISHED
    return score


@leaf
def choose_face(t, seat):
    """D10, A31: 1 face up, 0 face down."""
    if t.rules.agent_face != AgentFace.CHOICE:
        return np.int64(t.rules.agent_face == AgentFace.VISIBLE)
    if is_random(t, seat):
        return draw_of(t, seat, 2)
    t.record.decisions += 1
    return np.int64(policy_of(t, seat).g_visible)
