"""Plays, specials and laying: what becomes of the cards of a hand (R8-R20)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.goooal.decisions import STOP, choose_add, choose_colour, choose_lay
from sim.games.goooal.decisions_gift import choose_face, choose_gift
from sim.games.goooal.decisions_legal import count_of, is_gift, works
from sim.games.goooal.decisions_plan import bonus_open
from sim.games.goooal.kernel_deal import cover, take
from sim.games.goooal.rules_words import BonusAtTarget, ComboRule, CoupeColour
from sim.games.goooal.state import (
    AGENT,
    ARBITRE,
    COUPE,
    GIVEN,
    GOING,
    GOOOAL,
    LAID,
    OVER,
    PLAYER,
    WON,
)
from sim.games.goooal.story import Event


@leaf
def remove(t, seat, place):
    """Take the card out of a hand; the others keep their order."""
    card = np.int64(t.hand[seat, place])
    t.held[seat] -= 1
    for i in range(place, t.held[seat]):
        t.hand[seat, i] = t.hand[seat, i + 1]
    return card


@rule
def place_combo(t, seat, place, extends, event, log):
    """place_combo: a card, and those that are added to it (R10, A32); how many.

    `event` tells of the first card: a play or an answer.
    """
    card = move_to_middle(t, seat, place)
    emit(log, event, seat, card, NIL, NIL)
    t.share_team, t.share_number, t.shown = 1, 1, bit(t.active)
    n = NIL + 1
    while extends and t.rules.combo_rule != ComboRule.SINGLE and t.held[seat] > 0:
        place = choose_add(t, seat)
        if place == STOP:
            break
        before = t.top
        card = move_to_middle(t, seat, place)
        t.share_team &= t.team[card] == t.team[before]
        t.share_number &= t.number[card] == t.number[before]
        t.shown |= bit(t.active)
        n += 1
        emit(log, Event.ADD, seat, card, NIL, NIL)
    t.record.match_plays += 1
    t.record.match_cards_played += n
    t.record.match_combos += n > 1
    return n


@leaf
def move_to_middle(t, seat, place):
    """A card of a hand becomes the base."""
    card = remove(t, seat, place)
    cover(t, card)
    kind = np.int64(t.kind[card])
    t.played[kind] += 1
    t.last_kind = kind
    t.record.match_own_played[seat] += kind == PLAYER and t.team[card] == t.own[seat]
    return card


@leaf
def carry_out(t, seat, n, log):
    """effects: what n cards of a kind on the base do; turns to be lost (A33: none at the end)."""
    kind, skips = np.int64(t.kind[t.top]), NIL
    if kind == PLAYER or t.held[seat] == 0:
        return skips
    if not works(t, seat, kind):
        emit(log, Event.BLANK, seat, NIL, NIL, NIL)
        return skips
    if kind == ARBITRE:
        skips = n * t.rules.arbitre_skip
    elif kind == GOOOAL:
        t.penalty += n * t.rules.goal_draw
    elif kind == COUPE and t.rules.coupe_colour == CoupeColour.CHOSEN:
        t.active = choose_colour(t, seat)
        emit(log, Event.COLOUR, seat, t.active, NIL, NIL)
    elif kind == AGENT:
        give(t, seat, n * t.rules.agent_gifts, log)
    return skips


@rule
def give(t, seat, left, log):
    """R17: gifts while there are any left, and a card that may be given."""
    while left > 0 and t.held[seat] > 0:
        gifts = count_of(t, seat, NIL, is_gift)
        place, other = choose_gift(t, seat, gifts, left) if gifts > 0 else (STOP, STOP)
        if place == STOP:
            emit(log, Event.KEEPS, seat, gifts, NIL, NIL)
            return
        left -= 1
        card, up = remove(t, seat, place), choose_face(t, seat)
        take(t, other, card)
        t.most[other] = max(t.most[other], t.held[other])
        t.last_kind = GIVEN
        t.record.match_gifts += 1
        t.record.match_gifts_visible += up
        t.record.match_gifts_given[seat] += 1
        t.record.match_gifts_received[other] += 1
        emit(log, Event.GIFT, seat, card, other, up)


# Laying (R11-R13) ---------------------------------------------------------------------------------


@leaf
def lay(t, seat, place, log):
    """R11, A26: a card of the own team is laid in front, and out of play."""
    card = remove(t, seat, place)
    t.is_laid[card] = 1
    t.laid[seat] += 1
    t.last_kind = LAID
    t.record.match_laid_cards += 1
    emit(log, Event.LAY, seat, card, t.laid[seat], NIL)


@rule
def lay_on(t, seat, place, several, log):
    """D4, D6, D8: a card is laid, and others if that is allowed; how the turn goes on."""
    lay(t, seat, place, log)
    while several and t.held[seat] > 0:
        place = choose_lay(t, seat)
        if place == STOP:
            break
        lay(t, seat, place, log)
    return after_laying(t, seat, log)


@rule
def after_laying(t, seat, log):
    """R13, A27: the bonus first, then the empty hand, then the end of the series."""
    over = False
    if t.laid[seat] >= t.rules.collect_size and bonus_open(t, seat):
        t.first_bonus = t.turn if t.bonus_seats == 0 else t.first_bonus
        t.bonus_seats |= bit(seat)
        win(t, seat, t.rules.bonus_wins)
        t.record.match_n_bonus += 1
        t.record.match_bonus[seat] += 1
        emit(log, Event.BONUS, seat, t.wins[seat], NIL, NIL)
        at_once = t.rules.bonus_at_target == BonusAtTarget.IMMEDIATE  # A12
        over = at_once and t.wins[seat] >= t.rules.series_wins
    if t.held[seat] == 0:
        return WON
    if over:
        emit(log, Event.OVER, seat, NIL, NIL, NIL)
        return OVER
    return GOING


@leaf
def win(t, seat, wins):
    """R3, A29: wins of the series, and when they were enough."""
    t.wins[seat] += wins
    if t.wins[seat] >= t.rules.series_wins and t.reached[seat] == 0:
        latest = NIL
        for other in range(t.rotation.players):
            latest = max(latest, t.reached[other])
        t.reached[seat] = latest + 1
