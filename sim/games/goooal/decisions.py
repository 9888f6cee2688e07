"""The decisions of goooal (section 7 of RULES.md) and how players take them (section 8).

`random` draws once among the legal actions (decisions_legal.py); scripted players choose a plan at
D4 and D8 (decisions_plan.py) and follow it.  Hands and piles are seen only as far as R22 and A22
allow, gifts as A31 does.
"""

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rng import below
from sim.games.goooal.decisions_legal import (
    count_of,
    is_add,
    is_layable,
    place_of,
    policy_of,
)
from sim.games.goooal.state import CHOICES
from sim.games.goooal.strategies import Kind

STOP = np.int64(-1)
LOWEST = np.int64(-(2**62))
FINISHED = np.int64(1_000_000)  # what a plan scores that wins
ACTIVE = np.int64(100)  # what the active colour adds to a pile


@leaf
def is_random(t, seat):
    """Whether a player decides by chance."""
    return policy_of(t, seat).kind == Kind.RANDOM


@leaf
def draw_of(t, seat, n):
    """A uniformly drawn action of n; a single one costs no draw and is no decision."""
    if n == 1:
        return NIL
    t.record.decisions += 1
    return below(t, CHOICES + np.uint64(seat), n)


@leaf
def tied(t, seat, n):
    """One of n equally good actions; the decision is counted elsewhere."""
    return NIL if n == 1 else below(t, CHOICES + np.uint64(seat), n)


@leaf
def choose_direction(t, seat):
    """D1: 0 towards higher seats, 1 towards lower ones (R5)."""
    t.record.decisions += 1
    p, players = policy_of(t, seat), t.rotation.players
    up, down = t.wins[(seat + 1) % players], t.wins[(seat + players - 1) % players]
    if p.kind == Kind.RANDOM or p.dir_leader == 0 or up == down:
        return tied(t, seat, 2)
    return np.int64(down > up)


@leaf
def colours_held(t, seat, colour):
    """Cards of a colour in a hand (R22)."""
    found = NIL
    for i in range(t.held[seat]):
        found += t.colour[t.hand[seat, i]] == colour
    return found


@leaf
def pile_score(t, seat, pile, active):
    """D2, D7: what the colour on top of a pile is worth (A22)."""
    colour = t.colour[t.pile[pile, t.height[pile] - 1]]
    return colours_held(t, seat, colour) + (ACTIVE if colour == active else NIL)


@rule
def choose_pile(t, seat, active):
    """D2, D7: a pile to take from, one of which has cards; `active` is NOBODY before a base."""
    piles = NIL
    for pile in range(t.rules.n_piles):
        piles += t.height[pile] > 0
    t.record.decisions += piles > 1
    p = policy_of(t, seat)
    by_colour = p.kind != Kind.RANDOM and p.use_piles != 0 and t.rules.pile_colours_public != 0
    best, ties = LOWEST, NIL
    for pile in range(t.rules.n_piles):
        if t.height[pile] > 0:
            score = pile_score(t, seat, pile, active) if by_colour else NIL
            ties = ties + 1 if score == best else NIL + 1 if score > best else ties
            best = max(best, score)
    rank, pile = tied(t, seat, ties), NIL
    while True:
        if t.height[pile] > 0:
            score = pile_score(t, seat, pile, active) if by_colour else NIL
            if score == best:
                if rank == 0:
                    return pile
                rank -= 1
        pile += 1


@leaf
def choose_add(t, seat):
    """D5: place in the hand of the card that is added, STOP for none."""
    adds = count_of(t, seat, NIL, is_add)
    if adds == 0:
        return STOP
    if not is_random(t, seat):
        t.record.decisions += 1
        return next_planned(t, seat)
    rank = draw_of(t, seat, adds + 1) - 1
    return STOP if rank < 0 else place_of(t, seat, NIL, is_add, rank)


@leaf
def next_planned(t, seat):
    """D5, D6 of a scripted player: the next card of its plan, STOP at the end."""
    if t.follows >= t.planned:
        return STOP
    card = t.plan[t.follows]
    t.follows += 1
    return place_in_hand(t, seat, card)


@leaf
def place_in_hand(t, seat, card):
    """Where in a hand a card is that it holds."""
    i = NIL
    while t.hand[seat, i] != card:
        i += 1
    return i


@leaf
def choose_lay(t, seat):
    """D6 after a lay: place of the next card that is laid, STOP for none."""
    own = count_of(t, seat, NIL, is_layable)
    if own == 0:
        return STOP
    if not is_random(t, seat):
        t.record.decisions += 1
        return next_planned(t, seat)
    rank = draw_of(t, seat, own + 1) - 1
    return STOP if rank < 0 else place_of(t, seat, NIL, is_layable, rank)


@leaf
def choose_pre_lay(t, seat):
    """D6 before the play (A10): place of the next card that is laid, STOP for none."""
    own, p = count_of(t, seat, NIL, is_layable), policy_of(t, seat)
    if own == 0:
        return STOP
    if p.kind == Kind.RANDOM:
        rank = draw_of(t, seat, own + 1) - 1
        return STOP if rank < 0 else place_of(t, seat, NIL, is_layable, rank)
    t.record.decisions += 1
    return place_of(t, seat, NIL, is_layable, NIL) if p.w_card + p.w_lay > 0 else STOP


@leaf
def blocked(t, seat, other, colour):
    """Cards of a colour that another player is seen to hold (R22); none in one's own hand."""
    if other == seat or t.rules.hand_colours_public == 0:
        return NIL
    return colours_held(t, other, colour)


@leaf
def neighbour(t, seat):
    """The next seat in the direction of play, nobody skipped."""
    return (seat + t.dir) % t.rotation.players


@rule
def choose_colour(t, seat):
    """D11, A20: the colour named after a COUPE."""
    p = policy_of(t, seat)
    if p.kind == Kind.RANDOM:
        return draw_of(t, seat, t.colours)
    t.record.decisions += t.colours > 1
    best, ties, chosen = LOWEST, NIL, bit(NIL)
    for colour in range(t.colours):
        score = p.w_mob * colours_held(t, seat, colour)
        score -= p.w_block * blocked(t, seat, neighbour(t, seat), colour)
        if score > best:
            best, ties, chosen = score, NIL, NIL
        if score == best:
            ties += 1
            chosen |= bit(np.int64(colour))
    rank = tied(t, seat, ties)
    colour = NIL
    while not has(chosen, colour) or rank > 0:
        rank -= has(chosen, colour)
        colour += 1
    return colour
