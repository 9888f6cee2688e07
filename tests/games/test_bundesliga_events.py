"""Money spaces and event cards of Bundesliga: R18, R19 and what they leave open (RULES.md)."""

from collections import Counter
from itertools import pairwise

import pytest
from bundesliga_scenes import (
    MATCHES,
    PAIR,
    SAFE,
    board_with,
    booked,
    numbers,
    priced,
    row_of,
    several,
    told,
)
from bundesliga_tiny import event_card

from sim.games.bundesliga.cards import STACK
from sim.games.bundesliga.story import Event, Ledger

ONCE = SAFE | {"max_turns": 1}  # seat 0 has a turn
SMALL = SAFE | {"die_faces": 2}


def draw_once(card, rules=ONCE, seats=PAIR, **changes):
    """A player draws a card on the first turn."""
    return told(board_with([card], "event_blue"), rules, seats, **changes)


# Money spaces -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "ledger", "amount"),
    [
        ("private_match 50", Ledger.PRIVATE, 50),
        ("european_cup 60", Ledger.EUROPEAN, 60),
        ("european_cup -60", Ledger.EUROPEAN, -60),
        ("cost 70 fixed", Ledger.COST, -70),
        ("cost 70 per_player", Ledger.COST, -70 * 11),
        ("cost 70 per_strength", Ledger.COST, -70 * 28),
    ],
)
def test_r18_the_sum_on_the_space_is_received_or_paid(space, ledger, amount):
    """R18: whenever somebody lands there, and only then; A32: nobody has to qualify."""
    for match in several(row_of(f"{space},neutral", 6), SAFE):
        for seat in (0, 1):
            landed = [s for s in numbers(match, Event.LAND, seat) if s % 2]
            assert booked(match, ledger, seat) == [amount] * len(landed)
            name = ledger.name.lower()
            assert match.row[f"money_{name}_seat{seat}"] == amount * len(landed)


def test_a32_anybody_may_enter_the_european_cup():
    """A32: without a table point, in the first turn, and out of the DFB Cup."""
    match = told(row_of("european_cup 60"), {"max_turns": 4}, ["passive"] * 4)
    assert [booked(match, Ledger.EUROPEAN, seat) for seat in range(4)] == [[60]] * 4


def test_r18_costs_are_those_of_the_present_squad():
    """R18: by the cards and the points of the squad when the space is reached."""
    for rule, times in (("per_player", 12), ("per_strength", 29)):
        match = told(row_of(f"cost 70 {rule}"), ONCE, ["thrifty", "passive"])
        assert numbers(match, Event.BUY) == [1]
        assert booked(match, Ledger.COST) == [-70 * times]


# Immediate effects --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "amount", "paid"),
    [
        ("money", 80_000, [80_000]),
        ("money", -80_000, [-80_000]),
        ("money", 0, []),
        ("money_per_player", 5_000, [55_000]),
        ("money_per_player", -5_000, [-55_000]),
        ("money_per_point", 3_000, []),
    ],
)
def test_r19_money_is_booked_at_once(effect, amount, paid):
    match = draw_once(event_card(effect=effect, amount=amount))
    assert booked(match, Ledger.EVENT) == paid
    assert match.row["events_seat0"] == 1
    assert not match.kinds(Event.SET_ASIDE)


def test_r19_money_per_point_counts_table_points():
    card = event_card(effect="money_per_point", amount=-100)
    seen = set()
    for match in several(board_with([card], "points_match 0 27", "event_blue"), SMALL):
        for seat in (0, 1):
            points = 0
            for event, after in pairwise([e for e in match.events if e.seat == seat]):
                points += event.c if event.kind in MATCHES else 0
                if event.kind == Event.DRAW:
                    seen.add(points)
                    assert (after.kind == Event.BOOK) == (points > 0)
                    assert points == 0 or (after.a, after.b) == (-100 * points, Ledger.EVENT)
    assert len(seen) > 3


def test_r19_a_card_is_of_the_colour_of_the_space():
    yellow, blue = event_card(colour="yellow", amount=1), event_card(amount=2)
    scene = board_with([blue, yellow], "event_yellow", "event_blue")
    for match in several(scene, SAFE):
        for event, after in pairwise(match.events):
            if event.kind == Event.LAND:
                assert (after.kind, after.a // STACK) == (Event.DRAW, 1 - event.a % 2)
        for seat in (0, 1):
            landed = Counter(space % 2 for space in numbers(match, Event.LAND, seat))
            assert match.row[f"money_event_seat{seat}"] == landed[1] + 2 * landed[0]
            assert match.row[f"landings_event_yellow_seat{seat}"] == landed[1]
            assert match.row[f"landings_event_blue_seat{seat}"] == landed[0]


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_r19_a_player_joins_for_nothing(value):
    match = draw_once(event_card(effect="gain_player", amount=value), ONCE)
    assert numbers(match, Event.GAIN) == [value]
    assert match.row["strength_end_seat0"] == 28 + value
    assert match.row["squad_end_seat0"] == 12
    assert match.row["cash_end_seat0"] == 700_000


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_r19_a_player_leaves_for_nothing(value):
    match = draw_once(event_card(effect="lose_player", amount=value), ONCE)
    assert numbers(match, Event.LOSE) == [value]
    assert match.row["strength_end_seat0"] == 28 - value
    assert match.row["squad_end_seat0"] == 10
    assert match.row["cash_end_seat0"] == 700_000
    assert match.row["sells_seat0"] == 0


@pytest.mark.parametrize(
    ("left", "wanted", "gained"),
    [
        ((1, 1, 1, 1, 1), 4, 4),
        ((1, 1, 1, 0, 1), 4, 3),
        ((1, 0, 0, 0, 1), 4, 1),
        ((0, 0, 0, 0, 1), 4, 0),
        ((0, 0, 0, 0, 0), 1, 0),
    ],
)
def test_a33_a_player_out_of_stock_is_the_next_lower_one_or_nobody(left, wanted, gained):
    counts = [n + 2 * s for n, s in zip(left, (2, 4, 3, 1, 1), strict=True)]
    scene = board_with([event_card(effect="gain_player", amount=wanted)], "event_blue")
    match = told(priced(scene, count=counts), ONCE)
    assert numbers(match, Event.GAIN) == [gained]
    assert match.row["squad_end_seat0"] == 11 + (gained > 0)
    endless = told(priced(scene, count=counts), ONCE | {"bank_stock_limited": False})
    assert numbers(endless, Event.GAIN) == [wanted]


@pytest.mark.parametrize(
    ("owned", "wanted", "lost"),
    [
        ((2, 0, 2, 0, 2), 3, 3),
        ((2, 0, 2, 0, 2), 4, 3),
        ((2, 0, 0, 0, 2), 4, 1),
        ((0, 0, 0, 2, 2), 3, 4),
        ((0, 0, 0, 0, 2), 1, 5),
    ],
)
def test_a33_a_player_not_owned_is_the_next_lower_one_else_the_next_higher(owned, wanted, lost):
    scene = board_with([event_card(effect="lose_player", amount=wanted)], "event_blue")
    match = told(priced(scene, start_per_player=owned), ONCE)
    assert numbers(match, Event.LOSE) == [lost]
    assert match.row["squad_end_seat0"] == sum(owned) - 1


def test_a33_a10_without_a_player_nobody_leaves_and_the_smallest_squad_may_shrink():
    """A33: nothing; A10: event losses ignore `squad_min`."""
    scene = board_with([event_card(effect="lose_player", amount=2)], "event_blue")
    match = told(scene, SAFE | {"die_faces": 2, "rounds_per_season": 4, "squad_min": 11})
    for seat in (0, 1):
        lost = numbers(match, Event.LOSE, seat)
        assert lost[:11] == [2, 2, 2, 2, 1, 1, 3, 3, 3, 4, 5]
        assert {*lost[11:]} == {0}
        assert match.row[f"squad_end_seat{seat}"] == 0


@pytest.mark.parametrize(("most", "gained"), [(0, 2), (11, 0), (12, 2)])
def test_a11_a22_a_full_squad_forfeits_a_player_and_the_cap_does_not_matter(most, gained):
    """A11: forfeited at the limit; A22: the strength cap is for purchases."""
    card = event_card(effect="gain_player", amount=2)
    match = draw_once(card, ONCE | {"squad_max": most, "strength_cap": 28})
    assert numbers(match, Event.GAIN) == [gained]
    assert match.row["strength_end_seat0"] == 28 + gained
