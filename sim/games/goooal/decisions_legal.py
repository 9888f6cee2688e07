"""What a player of goooal may do (section 7 of RULES.md): tests of the cards of a hand.

`random` counts the cards that a test holds for and draws one of them.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import has
from sim.engine.kernel import leaf
from sim.engine.log import NIL
from sim.games.goooal.rules_words import ComboRule, FinishSpecials, LayMode
from sim.games.goooal.state import COUPE, GARDIEN, GOOOAL, PLAYER


@leaf
def policy_of(t, seat):
    """Parameters of the player in a seat."""
    return t.policy[t.contender[seat]]


@leaf
def works(t, seat, kind):
    """Whether specials of a kind have an effect in this player's hands (all but a knock-out)."""
    return policy_of(t, seat).blank != kind


@leaf
def fits_on(t, seat, card, base, colour):
    """R8, R14-R19, A21, A23: whether a card covers a base."""
    if t.kind[card] == COUPE and works(t, seat, COUPE):
        if t.rules.coupe_on_coupe != 0 or t.kind[base] != COUPE:
            return True
        return t.colour[card] == colour
    same = (t.team[card] == t.team[base]) | (t.number[card] == t.number[base])
    return same | (t.colour[card] == colour)


@leaf
def may_finish(t, card):
    """A14, R20: whether a card may be the last of a hand."""
    kind, allowed = t.kind[card], t.rules.finish_specials
    only_coupe = allowed == FinishSpecials.COUPE_ONLY and kind == COUPE
    return kind == PLAYER or allowed == FinishSpecials.ALL or only_coupe


@leaf
def is_playable(t, seat, i):
    """D4: whether the i-th card of a hand covers the base."""
    card = np.int64(t.hand[seat, i])
    fits = fits_on(t, seat, card, t.top, t.active)
    return fits and (t.held[seat] > 1 or may_finish(t, card))


@leaf
def is_answer(t, seat, i):
    """D3, R16, R18, A13: whether the i-th card of a hand may answer a pending GOOOAL."""
    card = np.int64(t.hand[seat, i])
    kind, rules = np.int64(t.kind[card]), t.rules
    answers = (
        (kind == GARDIEN and rules.gardien_cancel != 0)
        or (kind == COUPE and rules.coupe_cancel != 0)
        or (kind == GOOOAL and rules.goal_response != 0)
    )
    return answers and works(t, seat, kind) and (t.held[seat] > 1 or may_finish(t, card))


@leaf
def is_own(t, seat, card):
    """R11: whether a card is a player of one's own team, and teams are collected."""
    return t.team[card] == t.own[seat] and t.rules.team_collection != 0


@leaf
def is_layable(t, seat, i):
    """D4, D6, D8: whether the i-th card of a hand may be laid."""
    return is_own(t, seat, np.int64(t.hand[seat, i]))


@leaf
def lays_now(t):
    """A10: whether laying is a play of the turn."""
    return t.rules.lay_mode == LayMode.REPLACES


@leaf
def shares(t, card):
    """R10, A7: whether a card goes with those of the play that is being laid down."""
    last = t.top
    if t.rules.combo_rule == ComboRule.CHAIN:
        return t.team[card] == t.team[last] or t.number[card] == t.number[last]
    team = t.share_team != 0 and t.team[card] == t.team[last]
    return team or (t.share_number != 0 and t.number[card] == t.number[last])


@leaf
def is_add(t, seat, i):
    """D5, A35: whether the i-th card of a hand may be added to the play."""
    card = np.int64(t.hand[seat, i])
    seen = t.rules.combo_same_colour == 0 and has(t.shown, np.int64(t.colour[card]))
    return shares(t, card) and not seen and (t.held[seat] > 1 or may_finish(t, card))


@leaf
def is_gift(t, seat, i):
    """D9, A19, R17: whether the i-th card of a hand may be given; the last one often may not."""
    stays = t.held[seat] == 1 and t.rules.agent_gift_can_win == 0
    return t.kind[t.hand[seat, i]] == PLAYER and not stays


@leaf
def count_of(t, seat, first, test):
    """Cards of a hand, from place `first` on, that a test of this module holds for."""
    found = NIL
    for i in range(first, t.held[seat]):
        found += test(t, seat, i)
    return found


@leaf
def place_of(t, seat, first, test, rank):
    """Place of the card with `rank` others before it that a test holds for, from `first` on."""
    i = first
    while True:
        if test(t, seat, i):
            if rank == 0:
                return i
            rank -= 1
        i += 1
