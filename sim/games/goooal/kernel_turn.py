"""A turn: an answer or a penalty, laying, a play or a draw (section 6)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.goooal.decisions import (
    LOWEST,
    STOP,
    choose_pre_lay,
    draw_of,
    is_random,
    next_planned,
)
from sim.games.goooal.decisions_answer import choose_answer
from sim.games.goooal.decisions_legal import (
    count_of,
    is_answer,
    is_layable,
    is_playable,
    lays_now,
    place_of,
    policy_of,
)
from sim.games.goooal.decisions_plan import DRAWS, LAYS, choose_plan, plan_answer
from sim.games.goooal.kernel_deal import draw_cards
from sim.games.goooal.kernel_play import after_laying, carry_out, lay, lay_on, place_combo
from sim.games.goooal.rules_words import AfterDraw, GardienCancels, GoalAftermath, LayMode
from sim.games.goooal.state import COUPE, GARDIEN, GOING, GOOOAL, WON
from sim.games.goooal.story import Event

DRAW = np.int64(-2)  # beside the place of a card: what a player does instead of playing it


@rule
def take_turn(t, seat, log):
    """turn(seat): how it ends, and the turns that others lose by it."""
    r = t.record
    r.match_turns_taken[seat] += 1
    emit(log, Event.TURN, seat, t.penalty, t.held[seat], NIL)
    paid = False
    if t.penalty > 0:
        r.match_goals_faced += 1
        answers = count_of(t, seat, NIL, is_answer)
        place = choose_answer(t, seat, answers) if answers > 0 else STOP
        if place != STOP:
            return answer(t, seat, place, log)
        pay(t, seat, answers, log)
        paid = True
        if t.rules.goal_aftermath == GoalAftermath.LOSE_TURN:  # A15
            return GOING, NIL
    if t.rules.lay_mode == LayMode.ADDS:
        ending = lay_before(t, seat, log)
        if ending != GOING:
            return ending, NIL
    return play_or_draw(t, seat, paid, log)


@leaf
def answer(t, seat, place, log):
    """Step 1, R16, R18, A13, A17: a GARDIEN or COUPE cancels, a GOOOAL passes the sum on."""
    r, kind, due = t.record, np.int64(t.kind[t.hand[seat, place]]), NIL
    r.match_resp_gardien += kind == GARDIEN
    r.match_resp_coupe += kind == COUPE
    r.match_resp_goooal += kind == GOOOAL
    n = place_answer(t, seat, place, log)
    if kind != GOOOAL:
        r.match_goals_cancelled[seat] += 1
        pending = t.penalty
        if kind == GARDIEN and t.rules.gardien_cancels == GardienCancels.ONE:
            due = max(NIL, t.penalty - n * t.rules.goal_draw)
        t.penalty = 0
        emit(log, Event.CANCEL, seat, due, pending, NIL)
    skips = carry_out(t, seat, n, log)
    if t.held[seat] == 0:
        return WON, NIL
    penalty_draw(t, seat, due, log)
    return GOING, skips


@leaf
def place_answer(t, seat, place, log):
    """Section 8, D3: scripted players add all other cards if they all go with the answer, or none."""
    if not is_random(t, seat):
        plan_answer(t, seat, place)
    return place_combo(t, seat, place, True, Event.RESPOND, log)


@leaf
def pay(t, seat, answers, log):
    """R15: all pending cards are drawn, whatever answers there were; A25: nothing cancels them now."""
    number = t.penalty
    t.penalty = 0
    t.record.match_goals_suffered[seat] += 1
    emit(log, Event.ACCEPT, seat, number, answers, NIL)
    penalty_draw(t, seat, number, log)


@leaf
def penalty_draw(t, seat, number, log):
    """Cards drawn for GOOOALs."""
    drawn = draw_cards(t, seat, number, log)
    t.record.match_penalty_draws += drawn
    t.record.match_drawn_penalty[seat] += drawn


@leaf
def lay_before(t, seat, log):
    """Step 2, A10: own-team cards are laid before the play; how the turn goes on."""
    before = t.laid[seat]
    while t.held[seat] > 0:
        place = choose_pre_lay(t, seat)
        if place == STOP:
            break
        lay(t, seat, place, log)
    return after_laying(t, seat, log) if t.laid[seat] > before else GOING


@rule
def play_or_draw(t, seat, paid, log):
    """Steps 3 to 6: D4, and what follows from it."""
    extends, first = True, NIL
    action, lays = choose_turn(t, seat)
    if action == DRAW:
        drawn = draw_instead(t, seat, paid, lays, log)
        after = t.rules.after_draw
        first = NIL if after == AfterDraw.ANY else t.held[seat] - drawn
        extends = after == AfterDraw.DRAWN_COMBO or after == AfterDraw.ANY
        action, lays = STOP, NIL
        if drawn > 0 and after != AfterDraw.NONE:
            action, lays = choose_after_draw(t, seat, first, extends)
        if action == STOP:
            t.record.match_passes += 1
            emit(log, Event.PASS, seat, NIL, NIL, NIL)
            return GOING, NIL
    if lays != 0:
        t.record.match_lay_turns += 1
        return lay_on(t, seat, action, extends, log), NIL
    n = place_combo(t, seat, action, extends, Event.PLAY, log)
    skips = carry_out(t, seat, n, log)
    return (WON if t.held[seat] == 0 else GOING), skips


@leaf
def draw_instead(t, seat, paid, others, log):
    """R9, R15: draw_count cards, or goal_extra_draw after a penalty; how many there were.

    `others` are the plays and lays that were legal.
    """
    due = t.rules.goal_extra_draw if paid else t.rules.draw_count
    emit(log, Event.INSTEAD, seat, due, others, NIL)
    drawn = draw_cards(t, seat, due, log)
    t.record.match_draw_turns += 1
    t.record.match_normal_draws += drawn
    t.record.match_drawn_normal[seat] += drawn
    return drawn


@rule
def choose_turn(t, seat):
    """D4: (place of a card, 1 if it is laid); (DRAW, other legal actions) to draw (A9, A24)."""
    plays = count_of(t, seat, NIL, is_playable)
    own = count_of(t, seat, NIL, is_layable) if lays_now(t) else NIL
    draws = t.rules.voluntary_draw != 0 or plays + own == 0
    if is_random(t, seat):
        rank = draw_of(t, seat, plays + own + draws)
        if rank < plays:
            return place_of(t, seat, NIL, is_playable, rank), NIL
        if rank < plays + own:
            return place_of(t, seat, NIL, is_layable, rank - plays), NIL + 1
    else:
        t.record.decisions += plays + own + draws > 1
        idle = np.int64(policy_of(t, seat).w_draw) if draws else LOWEST
        found = choose_plan(t, seat, NIL, True, NIL if own > 0 else STOP, idle)
        if found != DRAWS:
            return next_planned(t, seat), np.int64(found == LAYS)
    t.record.match_voluntary_draws += plays + own > 0
    return DRAW, plays + own


@rule
def choose_after_draw(t, seat, first, combos):
    """D8, A8: (place of a card, 1 if it is laid) among those from `first` on; STOP to pass."""
    plays, own = count_of(t, seat, first, is_playable), count_of(t, seat, first, is_layable)
    if plays + own == 0:
        return STOP, NIL
    if is_random(t, seat):
        rank = draw_of(t, seat, plays + own + 1)
        if rank < plays:
            return place_of(t, seat, first, is_playable, rank), NIL
        if rank < plays + own:
            return place_of(t, seat, first, is_layable, rank - plays), NIL + 1
        return STOP, NIL
    t.record.decisions += 1
    idle = np.int64(policy_of(t, seat).w_pass)
    found = choose_plan(t, seat, first, combos, first if own > 0 else STOP, idle)
    if found == DRAWS:
        return STOP, NIL
    return next_planned(t, seat), np.int64(found == LAYS)
