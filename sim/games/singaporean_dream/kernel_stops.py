"""Carrying out an effect, and the stops against it (R14, R15, A12-A17)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.singaporean_dream.decisions import first_stop, stops_now, works
from sim.games.singaporean_dream.decisions_worth import following
from sim.games.singaporean_dream.kernel_cards import play_from_hand
from sim.games.singaporean_dream.kernel_effects import apply_alone, apply_to
from sim.games.singaporean_dream.record import STOPS
from sim.games.singaporean_dream.rules_words import CounterRight, StopRight, StopScopeAll
from sim.games.singaporean_dream.state import EVERYBODY, NOBODY, ONE, STOPPER
from sim.games.singaporean_dream.story import Event

MOST_STOPS = np.int64(STOPS)


@rule
def run_effect(t, actor, effect, scope, amount, target, item, log):
    """run_effect: reactions, then what the effect does; whether it happened.

    Several targets are reached clockwise (A24); what is taken from them is picked then (A27).
    """
    t.due_effect, t.due_scope, t.due_amount = effect, scope, amount
    t.target, t.due_item = target, item
    if scope == EVERYBODY and t.rules.stop_scope_all == StopScopeAll.SELF_ONLY:
        return one_by_one(t, actor, log)
    if not goes_through(t, actor, NOBODY, log):
        return False
    if scope == ONE:
        apply_to(t, actor, target, log)
    elif scope == EVERYBODY:
        other = following(t, actor)
        while other != actor:
            apply_to(t, actor, other, log)
            other = following(t, other)
    else:
        apply_alone(t, actor, log)
    return True


@leaf
def one_by_one(t, actor, log):
    """A15, self_only: reaction and effect target by target; whether any went through."""
    happened, other = False, following(t, actor)
    while other != actor:
        if goes_through(t, actor, other, log):
            happened = True
            apply_to(t, actor, other, log)
        other = following(t, other)
    return happened


@leaf
def goes_through(t, actor, solo, log):
    """reaction: stops and stops of stops; whether the effect happens."""
    t.chain = NIL
    t.reactions += 1
    own, others, other = stops_of(t, actor), NIL, following(t, actor)
    while other != actor:
        others += stops_of(t, other)
        other = following(t, other)
    own, others = min(own, MOST_STOPS), min(others, MOST_STOPS)
    t.counts.reactions[others, own] += 1
    if others > 0:
        ask_for_stops(t, actor, solo, log)
    if t.chain & 1 == 0:
        t.counts.happened[others, own] += 1
        return True
    t.record.effects_stopped += 1
    emit(log, Event.CANCELLED, actor, NIL, solo, NIL)
    return False


@rule
def ask_for_stops(t, actor, solo, log):
    """Stops, stops of stops and so on."""
    last = actor
    while last != NOBODY and t.chain < t.rules.stop_chain_max:
        last = next_to_stop(t, actor, last, solo)
        if last != NOBODY:
            play_stop(t, last, actor, log)


@leaf
def next_to_stop(t, actor, last, solo):
    """Who plays a stop, asked clockwise after who played the last one, or NOBODY."""
    seat = following(t, last)
    while seat != last:
        if eligible(t, seat, actor, solo) and stops_now(
            t, seat, actor, solo, is_target(t, seat, actor, solo)
        ):
            return seat
        seat = following(t, seat)
    return NOBODY


@leaf
def stops_of(t, seat):
    """Stop cards that a player can use."""
    number = t.stopping[seat]
    return number if number == 0 or works(t, seat, STOPPER) else NIL


@leaf
def play_stop(t, seat, actor, log):
    """A stop card leaves a hand (R14: no action, but A17)."""
    card = first_stop(t, seat)
    play_from_hand(t, seat, card)
    emit(log, Event.STOP, seat, card, t.chain, NIL)
    t.record.stops += 1
    t.record.counters += t.chain & 1
    t.record.stops_played[seat] += 1
    t.chain += 1
    if seat == actor and t.rules.own_turn_counter_costs_action != 0:
        t.left -= 1


@leaf
def is_target(t, seat, actor, solo):
    """Whether the effect at hand would reach a player."""
    if solo != NOBODY:
        return seat == solo
    if t.due_scope == EVERYBODY:
        return seat != actor
    return t.due_scope == ONE and seat == t.target


@leaf
def eligible(t, seat, actor, solo):
    """Who may answer: section 6."""
    if stops_of(t, seat) == 0:
        return False
    if seat == actor and t.rules.own_turn_counter_costs_action != 0 and t.left < 1:
        return False
    if t.chain & 1 == 1:
        return seat == actor or t.rules.counter_right == CounterRight.ANY_OTHER
    if seat == actor:
        return False
    if solo != NOBODY:
        return seat == solo
    return t.rules.stop_right == StopRight.ANY_OPPONENT or is_target(t, seat, actor, solo)
