"""Rounds of Bundesliga: R23, R24, waiting, order, and how a lap ends (RULES.md)."""

from itertools import pairwise

import pytest
from bundesliga_scenes import (
    EMPTY,
    MATCHES,
    QUIET,
    SAFE,
    SHIPPED,
    TRADES,
    booked,
    cut,
    manager,
    of,
    played,
    row_of,
    several,
    told,
)

from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event, Ledger

BUSY = manager("random", keep_squad=0, transfers_per_window=5)


# Rounds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_r23_all_wait_at_the_start_space_and_set_out_together(rounds):
    """R23, I12; section III.8: two rounds, preliminary and return."""
    assert (Rules().rounds_per_season, Rules().wait_at_start) == (2, True)
    for match in several(EMPTY, SAFE | {"rounds_per_season": rounds}, ["passive"] * 3, 3):
        laps = cut(match, Event.ROUND)
        assert [lap[0].a for lap in laps] == [*range(1, rounds + 1)]
        for lap in laps:
            arrived = [e.seat for e in of(lap, Event.ARRIVE)]
            assert sorted(arrived) == [0, 1, 2]
            assert {e.a for e in of(lap, Event.ARRIVE)} == {lap[0].a}


@pytest.mark.parametrize("bonus", [150_000, 300_000, 0])
def test_r24_a1_a29_everybody_receives_the_bonus_before_the_next_round(bonus):
    """R24; A1: once, 150,000 DM, or as agreed; A29: before anybody buys for the return round."""
    assert Rules().round_bonus == 150_000
    for match in several(QUIET, SAFE | {"round_bonus": bonus}, [BUSY] * 3, 3):
        first, (_, *second) = cut(match, Event.ROUND)
        assert not [e for e in of(first, Event.BOOK) if e.b == Ledger.BONUS]
        if bonus:
            paid = [(e.kind, e.seat, e.a, e.b) for e in second[:3]]
            assert paid == [(Event.BOOK, seat, bonus, Ledger.BONUS) for seat in range(3)]
        for seat in range(3):
            assert booked(match, Ledger.BONUS, seat) == [bonus] * (bonus > 0)
            assert match.row[f"money_bonus_seat{seat}"] == bonus


@pytest.mark.parametrize("waits", [True, False])
def test_r24_the_bonus_comes_before_every_round_but_the_first(waits):
    rules = SAFE | {"rounds_per_season": 4, "seasons": 2, "wait_at_start": waits}
    match = told(EMPTY, rules)
    for seat in (0, 1):
        assert booked(match, Ledger.BONUS, seat) == [150_000] * 6


def test_a6_later_rounds_go_by_seat_or_by_order_of_arrival():
    assert Rules().round_order.word == "seat"
    changed = 0
    for order in ("seat", "arrival"):
        rules = SAFE | {"round_order": order, "rounds_per_season": 3}
        for match in several(EMPTY, rules, ["passive"] * 4):
            for before, lap in pairwise(cut(match, Event.ROUND)):
                arrived = [e.seat for e in of(before, Event.ARRIVE)]
                expected = arrived if order == "arrival" else [0, 1, 2, 3]
                assert [e.seat for e in of(lap, Event.ROLL)][:4] == expected
                changed += expected != [0, 1, 2, 3]
    assert changed > 0


def test_a6_a_new_season_starts_in_seat_order_again():
    rules = SAFE | {"round_order": "arrival", "seasons": 2}
    for match in several(EMPTY, rules, ["passive"] * 3):
        for season in cut(match, Event.SEASON):
            assert [e.seat for e in of(season, Event.ROLL)][:3] == [0, 1, 2]


def test_a7_without_waiting_everybody_plays_on_and_has_the_bonus_on_arrival():
    """A7: after the sale that follows the roll."""
    overtaken = 0
    for match in several(EMPTY, SAFE | {"wait_at_start": False}, [BUSY] * 2):
        assert not match.kinds(Event.ROUND)
        for seat in (0, 1):
            silent = {Event.WINNERS, Event.BEFORE_ROLL}
            mine = [e for e in match.events if e.seat == seat and e.kind not in silent]
            first, second = [i for i, e in enumerate(mine) if e.kind == Event.ARRIVE]
            bonus = [i for i, e in enumerate(mine) if (e.kind, e.b) == (Event.BOOK, Ledger.BONUS)]
            assert len(bonus) == 1
            assert {e.kind for e in mine[first + 1 : bonus[0]]} <= {Event.SELL}
            assert mine[bonus[0] + 1].kind in {Event.ROLL, *TRADES}
            left = mine[bonus[0]].c - 150_000
            assert match.row[f"cash_lap1_seat{seat}"] == left
            assert Event.ROLL not in {e.kind for e in mine[second:]}
        arrivals = [i for i, e in enumerate(match.events) if (e.kind, e.a) == (Event.ARRIVE, 1)]
        early, late = arrivals
        between = of(match.events[early:late], Event.ROLL)
        overtaken += match.events[early].seat in {e.seat for e in between}
    assert overtaken > 0


# The end of a lap ---------------------------------------------------------------------------------


def walk(match, seat=0):
    """(position before, pips thrown, pips carried over, what happened) of a seat's turns."""
    place = 0
    for event, *after in cut(match, Event.ROLL):
        mine = [e for e in after if e.seat == seat]
        if event.seat == seat:
            (end,) = of(mine, Event.LAND, Event.ARRIVE, Event.STAY)
            yield place, event.a, event.b, end
            place = {Event.LAND: end.a, Event.ARRIVE: 0, Event.STAY: place}[end.kind]


def test_a4_a_piece_stops_on_the_start_space_and_surplus_pips_are_lost():
    assert Rules().lap_end.word == "stop"
    surplus = set()
    for match in several(EMPTY, SAFE):
        for place, pips, carried, end in walk(match):
            assert carried == 0
            assert end.kind == (Event.ARRIVE if place + pips >= 12 else Event.LAND)
            assert end.kind == Event.ARRIVE or end.a == place + pips
            assert end.kind == Event.LAND or end.b == 0
            surplus.add(place + pips - 12)
    assert max(surplus) > 0


@pytest.mark.parametrize("waits", [True, False])
def test_a4_surplus_pips_can_be_added_to_the_next_roll(waits):
    seen = set()
    rules = SAFE | {"lap_end": "carry", "wait_at_start": waits, "seasons": 2}
    for match in several(EMPTY, rules):
        kept = 0
        for place, pips, carried, end in walk(match):
            laps_before = end.a == 1 if end.kind == Event.ARRIVE else None
            assert carried in {kept, 0}  # nothing is carried into a new season
            seen.add(carried)
            goal = place + pips + carried
            assert end.kind == (Event.ARRIVE if goal >= 12 else Event.LAND)
            assert end.kind == Event.ARRIVE or end.a == goal
            kept = goal - 12 if end.kind == Event.ARRIVE and laps_before else 0
            assert end.kind == Event.LAND or end.b == goal - 12
    assert max(seen) > 0


def test_a4_a5_i13_with_an_exact_end_a_roll_that_is_too_high_moves_nothing():
    """A5: no match and no landing; I13: the last move of a lap lands exactly on start."""
    stays = 0
    for match in several(row_of("points_match 100 29"), SAFE | {"lap_end": "exact"}):
        for place, pips, _, end in walk(match):
            goal = place + pips
            kinds = {goal < 12: Event.LAND, goal == 12: Event.ARRIVE, goal > 12: Event.STAY}
            assert end.kind == kinds[True]
            stays += goal > 12
        for event, after in pairwise(match.events):
            assert event.kind != Event.STAY or after.kind not in {*MATCHES, Event.LAND}
        assert len(match.kinds(*MATCHES)) == 2 * 2 * 11
    assert stays > 0


def test_i8_a_lap_takes_10_to_56_rolls():
    assert -(-len(SHIPPED.rows["board"]) // 6) == 10
    rows = played(QUIET, {"rounds_per_season": 1})
    assert 10 <= rows["turns_seat0"].min() <= rows["turns_seat0"].max() <= 56
