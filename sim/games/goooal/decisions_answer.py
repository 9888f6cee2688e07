"""Answers to a pending GOOOAL (D3) and how players choose them (section 8)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import rule
from sim.engine.log import NIL
from sim.games.goooal.decisions import FINISHED, STOP, blocked, draw_of, is_random, neighbour, tied
from sim.games.goooal.decisions_legal import fits_on, is_answer, may_finish, place_of, policy_of
from sim.games.goooal.rules_words import ComboRule
from sim.games.goooal.state import COUPE, GARDIEN


@rule
def choose_answer(t, seat, answers):
    """D3: place of the card that answers, STOP to accept; there is an answer."""
    if is_random(t, seat):
        rank = draw_of(t, seat, answers + 1) - 1
        if rank < 0:
            return STOP
        return place_of(t, seat, NIL, is_answer, rank)
    t.record.decisions += 1
    p = policy_of(t, seat)
    accepting = -p.resp_cost * t.penalty
    best, ties = accepting, NIL + 1
    for rank in range(answers):
        score = answer_score(t, seat, place_of(t, seat, NIL, is_answer, rank))
        ties = ties + 1 if score == best else NIL + 1 if score > best else ties
        best = max(best, score)
    chosen = tied(t, seat, ties)
    if accepting == best:
        if chosen == 0:
            return STOP
        chosen -= 1
    rank = NIL
    while True:
        place = place_of(t, seat, NIL, is_answer, rank)
        if answer_score(t, seat, place) == best:
            if chosen == 0:
                return place
            chosen -= 1
        rank += 1


@rule
def answer_score(t, seat, place):
    """Section 8, D3: what answering with a card is worth."""
    p, card = policy_of(t, seat), np.int64(t.hand[seat, place])
    kind, colour = t.kind[card], np.int64(t.colour[card])
    score = p.resp_goooal
    if kind == GARDIEN:
        score = p.resp_gardien
    elif kind == COUPE:
        score = p.resp_coupe
    for i in range(t.held[seat]):
        if i != place:
            score += p.w_mob * fits_on(t, seat, np.int64(t.hand[seat, i]), card, colour)
    score -= p.w_block * blocked(t, seat, neighbour(t, seat), colour)
    return score + (FINISHED if takes_all(t, seat, place) else NIL)


@rule
def takes_all(t, seat, place):
    """Whether a card takes all others of the hand with it: same symbols, and an allowed end."""
    first = np.int64(t.hand[seat, place])
    if t.held[seat] > 1 and t.rules.combo_rule == ComboRule.SINGLE:
        return False
    shown, last = bit(np.int64(t.colour[first])), first
    for i in range(t.held[seat]):
        card = np.int64(t.hand[seat, i])
        if i != place:
            seen = t.rules.combo_same_colour == 0 and has(shown, np.int64(t.colour[card]))
            if t.team[card] != t.team[first] or seen:
                return False
            shown |= bit(np.int64(t.colour[card]))
            last = card
    return may_finish(t, last)
