"""Section 12 of Bundesliga's RULES.md: printed numbers, and naive twins of the closed forms."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from bundesliga_tiny import DICE, SHIPPED, landed, of, printed, seasons, table, walks
from hypothesis import given
from hypothesis import strategies as st

from sim.games.bundesliga.exact_board import (
    count_spread,
    expected_landings,
    kinds,
    landing_chances,
    landings_law,
    lap_spread,
    leaps,
    money_spread,
    rolls_law,
    season_rolls,
    season_sums,
)
from sim.games.bundesliga.exact_money import (
    lap_money,
    start_cards,
    strength_of,
)
from sim.games.bundesliga.exact_points import (
    home_income,
    lap_points,
    least_safe_strength,
    marginal_points,
    marginal_steps,
    points_law,
    price_of_table_point,
    relegation_chance,
    season_points,
    table_place,
)
from sim.games.bundesliga.rules import Rules

RULES = Rules()
EXACT = Rules.read({"lap_end": "exact"})
SIZE = 56


# Landings -----------------------------------------------------------------------------------------


def test_landing_chances_are_the_printed_ones():
    p = landing_chances(RULES, SIZE)
    sevens = "1/6 7/36 49/216 343/1296 2401/7776 16807/46656 70993/279936"
    assert p[:8] == (1, *map(Fraction, sevens.split()))
    assert (float(p[20]), float(p[55])) == (printed(0.285621, 6), printed(0.285714, 6))


def test_expected_landings_are_the_printed_ones():
    assert {kind: float(n) for kind, n in expected_landings(RULES, SHIPPED).items()} == {
        "points_match": printed(5.063492, 6),
        "dfb_cup": printed(2.222726, 6),
        "private_match": printed(1.693868, 6),
        "european_cup": printed(1.147859, 6),
        "cost": printed(2.067087, 6),
        "event_yellow": printed(1.599059, 6),
        "event_blue": printed(1.682100, 6),
    }


def test_home_matches_of_a_lap_have_the_printed_law():
    law = landings_law(RULES, SHIPPED, "points_match")
    shown = [0.00367, 0.02147, 0.06381, 0.12574, 0.18148, 0.20116, 0.17524, 0.12102, 0.06612]
    assert list(law[:9]) == [printed(p, 5) for p in shown]
    spread = count_spread(law)
    assert (spread.mean, spread.sd) == (printed(5.063492, 6), printed(1.932470, 6))
    season = landings_law(RULES, SHIPPED, "points_match", laps=2)
    assert count_spread(season).sd == pytest.approx(spread.times(2).sd)


def test_rolls_of_a_lap_have_the_printed_law():
    law = rolls_law(RULES, SIZE)
    assert np.flatnonzero(law)[[0, -1]].tolist() == [10, 56]
    assert list(law[15:19]) == [printed(p, 5) for p in (0.17042, 0.20236, 0.18463, 0.13494)]
    spread = count_spread(law)
    assert (spread.mean, spread.sd) == (printed(16.476190, 6), printed(1.980632, 6))
    assert count_spread(rolls_law(EXACT, SIZE)).mean == printed(20.761905, 6)


def test_turns_of_a_season_are_the_printed_ones():
    means = [count_spread(season_rolls(RULES, SIZE, seats)).mean for seats in (2, 3, 4)]
    assert means == [printed(65.9048, 4), printed(98.8571, 4), printed(131.8095, 4)]


@pytest.mark.parametrize("changes", DICE)
@pytest.mark.parametrize("size", [5, 7])
def test_a_lap_is_what_all_roll_sequences_give(changes, size):
    rules = of(**changes)
    laps = list(walks(rules, size))
    assert sum(chance for chance, _ in laps) == 1
    visits, turns = Counter({0: Fraction(1)}), Counter()
    for chance, walk in laps:
        turns[len(walk)] += chance
        visits.update(dict.fromkeys(landed(walk, size), Fraction(0)))
        for place in landed(walk, size):
            visits[place] += chance
    assert landing_chances(rules, size) == tuple(visits[k] for k in range(size))
    law = rolls_law(rules, size)
    assert law.tolist() == pytest.approx([float(turns[t]) for t in range(len(law))])
    assert len(law) == 1 + max(turns)


@pytest.mark.parametrize("changes", DICE)
def test_sums_are_what_all_roll_sequences_give(changes):
    rules, size = of(**changes, rounds_per_season=2), 5
    money, tokens = [9, 5, -3, 0, 7], [4, 0, 2, 1, 1]
    naive = np.zeros((3, 9))
    for chance, walk in seasons(rules, size):
        places, at = [], 0
        for pips in walk:
            at = 0 if at + pips >= size else at + pips
            places += [at] if at else []
        n, x = sum(tokens[k] for k in places), sum(money[k] for k in places)
        naive[:, n] += [float(chance), float(chance) * x, float(chance) * x * x]
    found = season_sums(rules, money, [0, *tokens[1:]])
    assert found == pytest.approx(naive)
    assert money_spread(found).mean == pytest.approx(naive[1].sum())
    assert lap_spread(rules, money).sd * sqrt(2) == pytest.approx(money_spread(found).sd)


@pytest.mark.parametrize(("size", "faces"), [(7, 3), (9, 6), (56, 6), (30, 20)])
def test_an_exact_end_is_what_the_fundamental_matrix_gives(size, faces):
    stays = np.zeros((size, size))
    for here, pips in product(range(size), range(1, faces + 1)):
        there = here + pips if here + pips <= size else here
        if there < size:
            stays[here, there] += 1 / faces
    visits = np.linalg.inv(np.eye(size) - stays)
    rules = of(lap_end="exact", die_faces=faces)
    chances = [float(p) for p in landing_chances(rules, size)]
    assert chances == pytest.approx(visits[0] / np.diag(visits))
    turns = visits.sum(axis=1)
    variance = 2 * visits[0] @ turns - turns[0] - turns[0] ** 2
    spread = count_spread(rolls_law(rules, size))
    assert (spread.mean, spread.sd) == (pytest.approx(turns[0]), pytest.approx(sqrt(variance)))


@given(faces=st.integers(2, 8), dice=st.integers(1, 3), end=st.sampled_from(["stop", "exact"]))
def test_every_space_leads_on(faces, dice, end):
    rules = of(die_faces=faces, dice_count=1 if end == "exact" else dice, lap_end=end)
    size = faces * dice + 3
    for here, steps in enumerate(leaps(rules, size)):
        assert sum(chance for _, chance in steps) == 1
        assert all(here < there <= size for there, _ in steps)
    assert rolls_law(rules, size).sum() == pytest.approx(1)


def test_covered_stadiums_are_neutral():
    rules = of(covered_stadiums=[2, 5])
    assert [k for k, kind in enumerate(kinds(rules, SHIPPED)) if kind == "neutral"] == [2, 5]
    p = landing_chances(rules, SIZE)
    assert expected_landings(rules, SHIPPED)["neutral"] == p[2] + p[5]
    assert lap_points(rules, SHIPPED, 60) == 32
    whole, less = (lap_money(r, SHIPPED, "home").mean for r in (RULES, rules))
    assert whole - less == pytest.approx(float(100_000 * p[2] + 140_000 * p[5]))


# Table points -------------------------------------------------------------------------------------

V = """25 0 26 1 27 2 28 3 29 4 30 5 31 7 32 9 33 11 34 13 35 15 36 17 37 19 38 21 39 23 40 25 41 26
42 27 44 29 46 31 48 33 50 35 51 36 60 36 1 0"""


def test_points_at_constant_strength_are_the_printed_ones():
    numbers = list(map(int, V.split()))
    for strength, points in zip(numbers[::2], numbers[1::2], strict=True):
        assert lap_points(RULES, SHIPPED, strength) == points
        assert season_points(RULES, SHIPPED, strength) == 2 * points
        assert relegation_chance(RULES, SHIPPED, strength) == (strength <= 31)
    assert least_safe_strength(RULES, SHIPPED) == 32
    assert [least_safe_strength(of(relegation_points=t), SHIPPED) for t in (0, 6, 72, 73)] == [
        0, 28, 51, None,
    ]  # fmt: skip


def test_three_points_a_win():
    rules = of(points_win=3)
    assert [lap_points(rules, SHIPPED, s) for s in (28, 31, 32)] == [4, 10, 13]


def test_the_start_squad_has_six_points():
    assert strength_of(start_cards(SHIPPED)) == 28
    assert season_points(RULES, SHIPPED, 28) == 6
    assert relegation_chance(RULES, SHIPPED, 28) == 1
    assert relegation_chance(of(relegation_points=6), SHIPPED, 28) == 0


def test_strength_breaks_even_as_printed():
    gains = {s: marginal_points(RULES, SHIPPED, s) for s in range(25, 52)}
    assert {s for s in gains if gains[s] == 1} == {*range(25, 30), *range(40, 51)}
    assert {s for s in gains if gains[s] == 2} == set(range(30, 40))
    assert gains[51] == 0
    assert marginal_steps(RULES, SHIPPED) == [(0, 0), (25, 1), (30, 2), (40, 1), (51, 0)]
    prices = [price_of_table_point(RULES, SHIPPED, 32, value) for value in range(1, 6)]
    assert [float(price or 0) for price in prices] == [18_750, 20_000, 21_250, 22_500, 23_750]
    assert price_of_table_point(RULES, SHIPPED, 51, 1) is None
    assert price_of_table_point(of(purchase_price_pct=120), SHIPPED, 32, 1) == 22_500


@pytest.mark.parametrize("changes", DICE)
def test_points_of_home_matches_alone_are_what_all_roll_sequences_give(changes):
    rules = of(**changes, pass_counts=False, points_win=3, relegation_points=4)
    board = "points_match 0 27,neutral,points_match 0 28,points_match 0 30"
    worth = {1: 3, 3: 1}
    law = Counter()
    for chance, walk in seasons(rules, 5):
        total = at = 0
        for pips in walk:
            at = 0 if at + pips >= 5 else at + pips
            total += worth.get(at, 0)
        law[total] += chance
    found = points_law(rules, table(board), 28, laps=2)
    assert found.tolist() == pytest.approx([float(law[v]) for v in range(len(found))])
    chance = sum(float(p) for v, p in law.items() if v < 4)
    assert relegation_chance(rules, table(board), 28) == pytest.approx(chance)


def test_relegation_out_of_reach_is_certain_to_the_last_digit():
    for strength in range(20, 60):
        most = season_points(RULES, SHIPPED, strength)
        rules = of(pass_counts=False, relegation_points=most + 1)
        assert relegation_chance(rules, SHIPPED, strength) == 1


def test_income_by_place_is_the_printed_one():
    incomes = {
        ties: [
            home_income(rules, 120_000, table_place(rules, (10, 10, 7, 3), seat))
            for rules in [of(home_income_mode="by_place", place_ties=ties)]
            for seat in range(4)
        ]
        for ties in ("best", "worst")
    }
    assert incomes == {"best": [120_000, 120_000, 20_000, 0], "worst": [70_000, 70_000, 20_000, 0]}
    owed = of(home_income_mode="by_place", home_income_negative=True)
    assert home_income(owed, 120_000, 4) == -30_000
    assert home_income(RULES, 120_000, 4) == 120_000


def test_places_by_money():
    rules, points = of(place_ties="money"), (10, 10, 7, 10)
    places = [table_place(rules, points, seat, cash=(5, 8, 99, 5)) for seat in range(4)]
    assert places == [2, 1, 4, 3]
