"""Stops and stops of stops in The Singaporean Dream (R14, R15, A12-A15, A17, A26)."""

from collections import Counter
from itertools import pairwise

import pytest
from singaporean_dream_moves import FOUR, SHORT, moves
from singaporean_dream_scenes import NONE, Player, happens, laid, lies
from singaporean_dream_scenes import STOP as STOP_TYPE
from singaporean_dream_told import (
    FEW,
    FINE,
    PAIR,
    QUEUE,
    STOP,
    WEDDING,
    of,
    player,
    several,
    turns,
    with_cards,
)
from telling import INTERPRETED

from sim.games.singaporean_dream.state import COLLECT, EVERYBODY, NO_ONE, ONE, TAKE_TOP
from sim.games.singaporean_dream.story import Event


def chains(told):
    """Stops of every reaction: (what was to happen, stoppers in order, cancelled)."""
    found = []
    for place, e in enumerate(told.events):
        if e.kind in (Event.PLAY, Event.POWER):
            seats = []
            for x in told.events[place + 1 :]:
                if x.kind != Event.STOP:
                    found.append((e, seats, x.kind == Event.CANCELLED))
                    break
                seats.append(x.seat)
    return found


def test_r14_r15_a26_i7_stops_cancel_and_stops_of_stops_save():
    """The card lies on the discard pile before the stop; stop cards come out of hands."""
    odd = Counter()
    for told in several(SHORT, FOUR, with_cards(STOP, FINE)):
        for e, seats, cancelled in chains(told):
            assert cancelled == (len(seats) % 2 == 1)
            assert not seats or seats[0] != e.seat
            assert all(a != b for a, b in pairwise(seats))
            odd[len(seats)] += 1
    assert odd[0] * odd[1] * odd[2] > 0
    for _, ledger, e in moves({"powers_enabled": False}, FOUR, with_cards(STOP, FINE)):
        if e.kind == Event.STOP:
            assert ledger.hand[e.seat][e.a] > 0
            assert ledger.effect(ledger.discard[-1]) == ("stop" if e.b else "collect_cash")


def test_r15_a_stopped_power_is_used_for_this_turn_or_not():
    again = Counter()
    for counts in (True, False):
        rules = {"stopped_power_counts_used": counts, "actions_per_turn": 6}
        for told in several(SHORT | rules, PAIR, with_cards(STOP), number=3 * FEW):
            for turn in turns(told):
                again[counts] += len(of(turn, Event.POWER)) > 1
    assert again[True] == 0 < again[False]


@pytest.mark.parametrize("rule", ["any_opponent", "targets_only"])
def test_a12_who_may_stop(rule):
    foreign = 0
    for told in several(SHORT | {"stop_right": rule, "powers_enabled": False}, FOUR, with_cards(STOP, FINE, QUEUE)):  # fmt: skip
        for e, seats, _ in chains(told):
            foreign += bool(seats) and seats[0] != e.b
    assert (foreign > 0) == (rule == "any_opponent")


@pytest.mark.parametrize("rule", ["any_other", "actor_only"])
def test_a13_who_may_stop_a_stop(rule):
    foreign = 0
    for told in several(SHORT | {"counter_right": rule}, FOUR, with_cards(STOP, FINE)):
        for e, seats, _ in chains(told):
            foreign += any(seat != e.seat for seat in seats[1::2])
    assert (foreign > 0) == (rule == "any_other")


@pytest.mark.parametrize("most", [0, 1, 2, 99])
def test_a14_the_longest_chain(most):
    longest = max(
        len(seats)
        for told in several(SHORT | {"stop_chain_max": most}, FOUR, with_cards(STOP, FINE))
        for _, seats, _ in chains(told)
    )
    assert longest == most if most < 99 else longest > 2


@pytest.mark.parametrize("rule", ["whole", "self_only"])
def test_a15_a_stop_of_an_effect_on_all_saves_everybody_or_oneself(rule):
    """Each is asked about himself alone, or all about all."""
    deck = with_cards(STOP.model_copy(update={"copies": 12}), WEDDING)
    rules, found = SHORT | {"stop_scope_all": rule, "powers_enabled": False}, Counter()
    for told in several(rules, FOUR, deck, number=2 * FEW):
        for turn in turns(told):
            first = -1
            for e in turn:
                if e.kind == Event.STOP and e.b == 0:
                    first = e.seat
                if e.kind == Event.CANCELLED:
                    assert e.b == (first if rule == "self_only" else -1)
                    found["cancelled"] += 1
            paid = any(e.c >= 0 for e in of(turn, Event.PAID))
            found["part"] += bool(of(turn, Event.CANCELLED)) and paid
    assert found["cancelled"] > 0
    assert found["part"] > 0 or rule == "whole" or INTERPRETED


@pytest.mark.parametrize("on", [False, True])
def test_a17_a_counter_in_the_own_turn_costs_an_action_or_not(on):
    """Three actions and a counter are one too many."""
    deck, most = with_cards(STOP, FINE), Counter()
    for told in several(SHORT | {"own_turn_counter_costs_action": on}, PAIR, deck, number=3 * FEW):
        for turn in turns(told):
            own = sum(e.seat == turn[0].seat for e in of(turn, Event.STOP))
            others = len(of(turn, Event.BUY, Event.PLAY, Event.POWER, Event.DEPOSIT))
            others -= sum(e.c >= 0 for e in of(turn, Event.POWER))
            most[own > 0] = max(most[own > 0], others + own)
    assert most[False] == 3
    assert (most[True] > 3) == (not on)


# Tables laid by hand ------------------------------------------------------------------------------

CARELESS, STUBBORN = player(), player(stop_at=0.0, stop_foreign_at=0.0, counter_at=0.0)
BANKED = Player(bank=(1, 0, 0, 0))
ARMED = BANKED._replace(stops=1)


@pytest.mark.parametrize("rule", ["whole", "self_only"])
@pytest.mark.parametrize("armed", [{1}, {1, 2}])
def test_a15_a_wedding_that_is_stopped(rule, armed):
    """One stop saves all, or everybody needs his own."""
    guests = [ARMED if seat in armed else BANKED for seat in (1, 2)]
    tables = laid({"stop_scope_all": rule}, (Player(), *guests), (CARELESS, STUBBORN, STUBBORN))
    pays = {1, 2} - armed if rule == "self_only" else set()
    assert happens(tables, COLLECT, EVERYBODY, 100) == bool(pays)
    assert {seat for seat in (1, 2) if lies(tables, seat).bank == NONE} == pays
    assert lies(tables, 0).bank == (len(pays), 0, 0, 0)
    played = len(armed) if rule == "self_only" else 1
    r = tables[0].record
    assert r.stops == r.effects_stopped == played
    assert sum(lies(tables, seat).stops for seat in (1, 2)) == len(armed) - played
    assert tables[0].discard[tables[0].discarded - 1] == STOP_TYPE


@pytest.mark.parametrize("rule", ["any_opponent", "targets_only"])
def test_a12_a_dream_that_another_one_takes_has_no_target(rule):
    tables = laid({"stop_right": rule}, (Player(), ARMED), (CARELESS, STUBBORN))
    assert happens(tables, TAKE_TOP, NO_ONE, 1) == (rule == "targets_only")


@pytest.mark.parametrize(("most", "length"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (99, 4)])
def test_r14_a14_the_last_stop_decides(most, length):
    """Two stops on either side; an odd number of them cancels."""
    players = (Player(stops=2), BANKED._replace(stops=2))
    tables = laid({"stop_chain_max": most}, players, (STUBBORN, STUBBORN))
    assert happens(tables, COLLECT, ONE, 100, 1) == (length % 2 == 0)
    r = tables[0].record
    assert (r.stops, r.counters) == (length, length // 2)
    assert lies(tables, 0).stops == 2 - length // 2
    assert lies(tables, 0).bank == ((1, 0, 0, 0) if length % 2 == 0 else NONE)


@pytest.mark.parametrize(("left", "length"), [(0, 1), (1, 3), (2, 4)])
def test_a17_who_has_no_action_left_cannot_counter(left, length):
    players = (Player(stops=2), BANKED._replace(stops=2))
    tables = laid({"own_turn_counter_costs_action": True}, players, (STUBBORN, STUBBORN))
    tables[0].left = left
    assert happens(tables, COLLECT, ONE, 100, 1) == (length % 2 == 0)
    assert tables[0].record.stops == length
    assert tables[0].left == left - length // 2
