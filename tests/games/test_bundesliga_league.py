"""Points matches of Bundesliga: R9 to R13, what they pay, and which are played (RULES.md)."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from bundesliga_scenes import (
    DRAWN,
    FEW,
    LOST,
    MATCHES,
    QUIET,
    SAFE,
    SHIPPED,
    WON,
    booked,
    cut,
    numbers,
    of,
    played,
    rolls,
    row_of,
    several,
    table,
    told,
)
from bundesliga_told import match_of

from sim.engine.kernel import entry
from sim.games.bundesliga.cards import TABLES
from sim.games.bundesliga.kernel_spaces import home_income, table_place
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event, Ledger
from sim.table import make_table

STADIUM = "points_match 120000 27"
BY_PLACE = {"home_income_mode": "by_place"}


@pytest.mark.parametrize(("opponent", "result"), [(27, WON), (28, DRAWN), (29, LOST)])
@pytest.mark.parametrize("points", [(2, 1, 0), (3, 1, 0), (30, 7, 5), (4, 4, 4)])
def test_r9_the_stronger_side_wins(opponent, result, points):
    """R9: 2 table points, 1, or none; with other house rules as many as agreed."""
    names = ("points_win", "points_draw", "points_loss")
    assert [getattr(Rules(), name) for name in names] == [2, 1, 0]
    rules = dict(zip(names, points, strict=True)) | SAFE
    match = told(row_of(f"points_match 100 {opponent}"), rules)
    assert {(e.b, e.c) for e in match.kinds(*MATCHES)} == {(28, result)}
    for seat in (0, 1):
        assert match.row[f"points_seat{seat}"] == 2 * 11 * points[WON - result]
        home, away = (f"{venue}_{'ldw'[result]}_seat{seat}" for venue in ("home", "away"))
        assert match.row[home] + match.row[away] == 2 * 11


@pytest.mark.parametrize("opponent", [27, 28, 29])
def test_r10_landing_is_a_home_match_which_pays_whatever_the_result(opponent):
    for match in several(row_of(f"points_match 90 {opponent}"), SAFE, number=3):
        for event, after in pairwise(match.events):
            assert (after.kind == Event.HOME_MATCH) == (event.kind == Event.LAND)
            if event.kind == Event.HOME_MATCH:
                assert (after.kind, after.a, after.b) == (Event.BOOK, 90, Ledger.HOME)
        for seat in (0, 1):
            homes = match.row[f"home_matches_seat{seat}"]
            assert homes == len(numbers(match, Event.HOME_MATCH, seat))
            assert match.row[f"money_home_seat{seat}"] == 90 * homes


def test_r11_every_stadium_is_played_once_in_a_lap_at_home_or_away():
    """R11, I6, I7: passing is an away match: the same points, and no income."""
    assert Rules().pass_counts
    for match in several(QUIET, {}, ["random", "passive"]):
        for seat in (0, 1):
            matches = Counter(e.a for e in match.kinds(*MATCHES) if e.seat == seat)
            assert matches == Counter([*range(2, 54, 3)] * 2)
        for event, after in pairwise(match.events):
            assert event.kind != Event.AWAY_MATCH or after.kind != Event.BOOK
    rows = played(QUIET, {}, ["random"] * 3)
    for seat in range(3):
        homes, aways = (
            sum(rows[f"{venue}_{r}_seat{seat}"] for r in "wdl") for venue in ("home", "away")
        )
        assert (homes == rows[f"landings_points_match_seat{seat}"]).all()
        assert (homes + aways == 36).all()


def test_r13_points_of_both_rounds_are_added():
    for match in several(QUIET, {}, ["early_investor", "random"]):
        for seat in (0, 1):
            first, second = cut(match, Event.ROUND)
            for events, column in ((first, "points_lap1"), (second, "points_lap2")):
                won = sum(e.c for e in of(events, *MATCHES) if e.seat == seat)
                assert match.row[f"{column}_seat{seat}"] == won
            both = sum(match.row[f"points_lap{lap}_seat{seat}"] for lap in (1, 2))
            assert match.row[f"points_seat{seat}"] == both


# What a home match pays ---------------------------------------------------------------------------


def test_r12_the_full_amount_is_paid_unless_agreed_otherwise():
    amounts = {space.space: space.amount for space in SHIPPED.rows["board"]}
    for match in several(QUIET, {}, ["random", "planner"]):
        for seat in (0, 1):
            spaces = numbers(match, Event.HOME_MATCH, seat)
            assert booked(match, Ledger.HOME, seat) == [amounts[space] for space in spaces]


@entry
def ask_home_income(tables, seat, space, found):
    """R12: what a home match would pay now."""
    t = tables[0]
    found[0] = home_income(t, np.int64(space), table_place(t, np.int64(seat)))


def incomes(rules, points, cash=(0, 0, 0, 0), live=15, printed=120_000):
    """What every seat would get, with these table points and cash."""
    s = match_of(BY_PLACE | rules, ["passive"] * 4, table(row_of(f"points_match {printed} 28")))
    tables, found, amounts = make_table(s), np.zeros(1, np.int64), []
    tables[0].points, tables[0].cash, tables[0].live = points, cash, live
    for seat in range(4):
        ask_home_income(tables, seat, 1, found)
        amounts.append(int(found[0]))
    return amounts


def test_r12_a12_income_by_place():
    """R12, A12, section 12: points 10, 10, 7, 3 and 120,000 DM printed."""
    table_points = (10, 10, 7, 3)
    assert incomes({}, table_points) == [120_000, 120_000, 20_000, 0]
    assert incomes({"place_ties": "worst"}, table_points) == [70_000, 70_000, 20_000, 0]
    money = {"place_ties": "money"}
    assert incomes(money, table_points) == [120_000, 70_000, 20_000, 0]
    assert incomes(money, table_points, (5, 6, 9, 99)) == [70_000, 120_000, 20_000, 0]
    assert incomes({}, (3, 7, 10, 11), printed=200_000) == [50_000, 100_000, 150_000, 200_000]
    assert incomes({}, (4, 4, 4, 4)) == [120_000] * 4
    assert incomes({"place_ties": "worst"}, (4, 4, 4, 4), printed=200_000) == [50_000] * 4
    assert incomes(money, (4,) * 4, (1, 2, 2, 0), printed=200_000) == [
        100_000,
        200_000,
        150_000,
        50_000,
    ]


def test_r12_only_those_still_in_are_in_the_table():
    table_points = (3, 10, 20, 30)
    assert incomes({}, table_points, live=0b0011)[:2] == [70_000, 120_000]
    assert incomes({"place_ties": "worst"}, (5, 5, 5, 5), live=0b0101)[0] == 70_000


def test_a13_a_deduction_beyond_the_income_is_waived_or_paid():
    table_points = (10, 9, 7, 3)
    assert incomes({}, table_points, printed=60_000) == [60_000, 10_000, 0, 0]
    negative = {"home_income_negative": True}
    assert incomes(negative, table_points, printed=60_000) == [60_000, 10_000, -40_000, -90_000]
    lost = row_of("points_match 60000 29")
    match = told(lost, BY_PLACE | negative | {"place_ties": "worst", "max_turns": 2})
    assert booked(match, Ledger.HOME, 0) == [10_000]
    rules = {"place_ties": "worst", "max_turns": 4, "place_deduction_4": 150_001}
    match = told(lost, BY_PLACE | negative | rules, ["passive"] * 4)
    assert [booked(match, Ledger.HOME, seat) for seat in range(4)] == [[-90_001]] * 4
    match = told(lost, BY_PLACE | rules, ["passive"] * 4)
    assert not match.kinds(Event.BOOK)[4:]


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_r12_every_place_has_its_own_deduction(place):
    assert [getattr(Rules(), f"place_deduction_{p}") for p in range(1, 5)] == [
        0,
        50_000,
        100_000,
        150_000,
    ]
    rules = {f"place_deduction_{p}": 0 for p in range(1, 5)}
    found = incomes(rules | {f"place_deduction_{place}": 7}, (9, 8, 7, 6))
    assert found == [120_000 - 7 * (place == p) for p in range(1, 5)]


def test_r12_away_matches_of_the_same_move_count_and_the_home_match_does_not():
    """R12: places are compared before the home match, with what was won on the way."""
    rules = BY_PLACE | {"place_ties": "worst", "max_turns": 1}
    seen = set()
    for match in several(row_of(STADIUM), rules, number=30):
        (roll,) = numbers(match, Event.ROLL)
        seen.add(roll > 1)
        assert booked(match, Ledger.HOME) == [120_000 if roll > 1 else 70_000]
    assert seen == {True, False}


def test_a12_with_equal_points_more_cash_then_the_lower_seat_is_ahead():
    rules = BY_PLACE | {"place_ties": "money", "max_turns": 4}
    lost = row_of("points_match 200000 29")
    match = told(lost, rules, ["passive"] * 4)
    paid = [booked(match, Ledger.HOME, seat) for seat in range(4)]
    assert paid == [[200_000], [150_000], [100_000], [50_000]]
    for match in several(lost, rules | {"first_player": "random", "max_turns": 1}, ["passive"] * 4):
        first = match.row["starter"]
        assert booked(match, Ledger.HOME, first) == [200_000 - 50_000 * first]


def test_i10_without_deductions_the_place_does_not_matter():
    """I10: by_place with all deductions 0 is the full amount."""
    free = {f"place_deduction_{p}": 0 for p in range(1, 5)}
    seats = ["random", "planner", "thrifty"]
    for ties in ("best", "worst", "money"):
        rows = played(SHIPPED, BY_PLACE | free | {"place_ties": ties}, seats, FEW)
        assert (rows == played(SHIPPED, {}, seats, FEW)).all()


# Which matches are played -------------------------------------------------------------------------


def test_a25_as_a_house_rule_only_landings_count():
    for match in several(row_of(STADIUM), SAFE | {"pass_counts": False}):
        assert not match.kinds(Event.AWAY_MATCH)
        for seat in (0, 1):
            landings = len(numbers(match, Event.LAND, seat))
            assert match.row[f"points_seat{seat}"] == 2 * landings
            assert match.row[f"home_w_seat{seat}"] == landings


def test_a28_stadiums_are_played_in_board_order_the_landing_space_last():
    longest = 0
    for match in several(row_of(STADIUM, 30), {"die_faces": 20}):
        places = [0, 0]
        for roll, *events in rolls(match):
            here, mine = places[roll.seat], [e for e in events if e.seat == roll.seat]
            end = min(here + roll.a, 31)
            spaces = [e.a for e in of(mine, Event.AWAY_MATCH)]
            assert spaces == [*range(here + 1, end)]
            assert [e.a for e in of(mine, Event.HOME_MATCH)] == ([end] if end < 31 else [])
            kinds = [e.kind for e in mine if e.kind in {*MATCHES, Event.LAND, Event.ARRIVE}]
            assert kinds == sorted(kinds, key=lambda kind: kind != Event.AWAY_MATCH)
            places[roll.seat] = end % 31
            longest = max(longest, len(spaces))
    assert longest > 10


def test_r27_a21_a_covered_stadium_is_a_neutral_space():
    """R27, A21: no match there, neither at home nor away, and no income."""
    assert Rules().covered_stadiums == ()
    for match in several(row_of(STADIUM), SAFE | {"covered_stadiums": [2, 5, 7]}):
        for seat in (0, 1):
            spaces = {e.a for e in match.kinds(*MATCHES) if e.seat == seat}
            assert spaces == {*range(1, 12)} - {2, 5, 7}
            assert match.row[f"points_seat{seat}"] == 2 * 2 * 8
            landed = numbers(match, Event.LAND, seat)
            neutral = sum(space in {2, 5, 7} for space in landed)
            assert match.row[f"landings_neutral_seat{seat}"] == neutral
            assert match.row[f"home_matches_seat{seat}"] == len(landed) - neutral


def test_a21_stickers_are_written_as_a_list_or_in_short():
    assert Rules.read({"covered_stadiums": "2+5"}).covered_stadiums == (2, 5)
    assert Rules.read({"covered_stadiums": [2, 5]}).covered_stadiums == (2, 5)


def test_a30_nothing_happens_on_neutral_spaces():
    """A30: the printed board has none; a board of one's own may."""
    assert "neutral" not in {space.kind for space in SHIPPED.rows["board"]}
    match = told(row_of("neutral"), SAFE)
    silent = {Event.STARTER, Event.SEASON, Event.ROUND, Event.ROLL, Event.LAND, Event.ARRIVE}
    kinds = {e.kind for e in match.events}
    ends = {Event.NO_RELEGATION, Event.FINAL, Event.WINNERS}
    assert kinds == silent | ends | {Event.BOOK}  # capital and the round bonus
    assert match.row["landings_neutral_seat0"] == len(numbers(match, Event.LAND))


def test_a3_the_board_is_read_from_a_file(tmp_path):
    """A3: any number of spaces in any order, with any values."""
    assert len(SHIPPED.rows["board"]) == 56
    assert sum(space.kind == "points_match" for space in SHIPPED.rows["board"]) == 18
    shipped = (TABLES.folder / "board.csv").read_text().splitlines()
    kept = [line.replace("Club 01", "My club") for line in shipped[:21]]
    own = tmp_path / "board.csv"
    own.write_text("\n".join(kept))
    components = TABLES.read({"board": own})
    assert components.rows["board"][2].label.startswith("My club")
    match = told(components, {})
    assert max(e.a for e in match.kinds(Event.LAND)) < 20
    assert match.tables[0].spaces == 20
