"""The decisions of goooal (section 7 of RULES.md) and how players take them (section 8).

`random` draws once among the legal actions, counted one by one; scripted players choose a plan at
D4 and D8 (decisions_plan.py) and follow it.  Hands, piles and gifts are seen only as far as R22
and A22 allow.
"""

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rng import below
from sim.games.goooal.rules_words import AgentFace, ComboRule, FinishSpecials, LayMode
from sim.games.goooal.state import CHOICES, COUPE, GARDIEN, GOOOAL, NOBODY, PLAYER
from sim.games.goooal.strategies import Kind

STOP = np.int64(-1)
LOWEST = np.int64(-(2**62))
FINISHED = np.int64(1_000_000)  # what a plan scores that wins
ACTIVE = np.int64(100)  # what the active colour adds to a pile


@leaf
def policy_of(t, seat):
    """Parameters of the player in a seat."""
    return t.policy[t.contender[seat]]


@leaf
def is_random(t, seat):
    """Whether a player decides by chance."""
    return policy_of(t, seat).kind == Kind.RANDOM


@leaf
def works(t, seat, kind):
    """Whether specials of a kind have an effect in this player's hands (all but a knock-out)."""
    return policy_of(t, seat).blank != kind


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


# What is legal ------------------------------------------------------------------------------------


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
def count_own(t, seat, first):
    """Own-team cards of a hand from place `first` on."""
    found = NIL
    for i in range(first, t.held[seat]):
        found += is_own(t, seat, np.int64(t.hand[seat, i]))
    return found


@leaf
def own_at(t, seat, first, rank):
    """Place of the own-team card with `rank` others before it, from `first` on."""
    for i in range(first, t.held[seat]):
        if is_own(t, seat, np.int64(t.hand[seat, i])):
            if rank == 0:
                return np.int64(i)
            rank -= 1
    return NOBODY


# What players choose ------------------------------------------------------------------------------


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
    rank = tied(t, seat, ties)
    for pile in range(t.rules.n_piles):
        if t.height[pile] > 0:
            score = pile_score(t, seat, pile, active) if by_colour else NIL
            if score == best:
                if rank == 0:
                    return np.int64(pile)
                rank -= 1
    return NOBODY


@leaf
def choose_add(t, seat):
    """D5: place in the hand of the card that is added, STOP for none."""
    adds = NIL
    for i in range(t.held[seat]):
        adds += is_add(t, seat, i)
    if adds == 0:
        return STOP
    if not is_random(t, seat):
        t.record.decisions += 1
        return next_planned(t, seat)
    rank = draw_of(t, seat, adds + 1) - 1
    if rank < 0:
        return STOP
    for i in range(t.held[seat]):
        if is_add(t, seat, i):
            if rank == 0:
                return np.int64(i)
            rank -= 1
    return STOP


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
    for i in range(t.held[seat]):
        if t.hand[seat, i] == card:
            return np.int64(i)
    return NOBODY


@leaf
def choose_lay(t, seat):
    """D6 after a lay: place of the next card that is laid, STOP for none."""
    own = count_own(t, seat, NIL)
    if own == 0:
        return STOP
    if not is_random(t, seat):
        t.record.decisions += 1
        return next_planned(t, seat)
    rank = draw_of(t, seat, own + 1) - 1
    return STOP if rank < 0 else own_at(t, seat, NIL, rank)


@leaf
def choose_pre_lay(t, seat):
    """D6 before the play (A10): place of the next card that is laid, STOP for none."""
    own, p = count_own(t, seat, NIL), policy_of(t, seat)
    if own == 0:
        return STOP
    if p.kind == Kind.RANDOM:
        rank = draw_of(t, seat, own + 1) - 1
        return STOP if rank < 0 else own_at(t, seat, NIL, rank)
    t.record.decisions += 1
    return own_at(t, seat, NIL, NIL) if p.w_card + p.w_lay > 0 else STOP


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


# Gifts (R17, A19, A30, A31) -----------------------------------------------------------------------


@leaf
def count_gifts(t, seat):
    """D9: player cards that may be given; none where the last card must stay (A19)."""
    if t.held[seat] == 1 and t.rules.agent_gift_can_win == 0:
        return NIL
    found = NIL
    for i in range(t.held[seat]):
        found += t.kind[t.hand[seat, i]] == PLAYER
    return found


@leaf
def player_at(t, seat, rank):
    """Place of the player card with `rank` others before it."""
    for i in range(t.held[seat]):
        if t.kind[t.hand[seat, i]] == PLAYER:
            if rank == 0:
                return np.int64(i)
            rank -= 1
    return NOBODY


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
        return player_at(t, seat, rank // others), other_seat(seat, rank % others)
    t.record.decisions += 1
    p = policy_of(t, seat)
    best, ties = np.int64(p.g_stop), NIL + 1
    for rank in range(gifts * others):
        score = gift_score(t, seat, gifts, left, player_at(t, seat, rank // others),
                           other_seat(seat, rank % others))  # fmt: skip
        ties = ties + 1 if score == best else NIL + 1 if score > best else ties
        best = max(best, score)
    chosen = tied(t, seat, ties)
    if best == p.g_stop:
        if chosen == 0:
            return STOP, STOP
        chosen -= 1
    for rank in range(gifts * others):
        place, other = player_at(t, seat, rank // others), other_seat(seat, rank % others)
        if gift_score(t, seat, gifts, left, place, other) == best:
            if chosen == 0:
                return place, other
            chosen -= 1
    return STOP, STOP


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


# A pending GOOOAL (D3) ----------------------------------------------------------------------------


@leaf
def count_answers(t, seat):
    """D3: cards of a hand that answer a pending GOOOAL."""
    found = NIL
    for i in range(t.held[seat]):
        found += is_answer(t, seat, i)
    return found


@rule
def choose_answer(t, seat, answers):
    """D3: place of the card that answers, STOP to accept; there is an answer."""
    if is_random(t, seat):
        rank = draw_of(t, seat, answers + 1) - 1
        if rank < 0:
            return STOP
        return answer_at(t, seat, rank)
    t.record.decisions += 1
    p = policy_of(t, seat)
    accepting = -p.resp_cost * t.penalty
    best, ties = accepting, NIL + 1
    for rank in range(answers):
        score = answer_score(t, seat, answer_at(t, seat, rank))
        ties = ties + 1 if score == best else NIL + 1 if score > best else ties
        best = max(best, score)
    chosen = tied(t, seat, ties)
    if accepting == best:
        if chosen == 0:
            return STOP
        chosen -= 1
    for rank in range(answers):
        place = answer_at(t, seat, rank)
        if answer_score(t, seat, place) == best:
            if chosen == 0:
                return place
            chosen -= 1
    return STOP


@leaf
def answer_at(t, seat, rank):
    """Place of the answer with `rank` others before it."""
    for i in range(t.held[seat]):
        if is_answer(t, seat, i):
            if rank == 0:
                return np.int64(i)
            rank -= 1
    return NOBODY


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
