"""Section 12 of Dream Team's RULES.md: the printed tables, and naive twins of every closed form."""

import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, sqrt
from pathlib import Path
from statistics import fmean, variance
from subprocess import run

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from sim.engine.components import Components
from sim.games.dream_team import exact_dice
from sim.games.dream_team.cards import TABLES
from sim.games.dream_team.exact import (
    Law,
    anchors,
    decision_odds,
    duel_distribution,
    game_value,
    game_value_fraction,
    legal_lineups,
    minimax_third_value,
    odds_rows,
    optimal_attack,
    p_goal,
    shot_law,
)
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import DiceMode, SaveMatch
from sim.games.dream_team.strategies import STRATEGIES, Policy

FACE, DIE = SaveMatch.FACE, SaveMatch.DIE
RANDOM, MINIMAX = STRATEGIES["random"], STRATEGIES["minimax"]
UNIFORM, LOW = STRATEGIES["heuristic"], STRATEGIES["predictable"]
HIGH = Policy.read({"faces": "high"})
SHIPPED = TABLES.read()
PROFILES = [(5, 2), (4, 3), (3, 4), (2, 5), (3, 1), (1, 3)]
PLAIN = {"use_action_cards": False, "use_special_cards": False}
BASIC = PLAIN | {"allow_no_keeper": "forced_only", "subs_per_window": 0, "draw_rule": "draw"}
NUMBERS = range(1, 7)


def table(text):
    """Rows of a printed table: n, then the entries for each k."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {int(row[0]): row[1:] for row in rows}


# The dice -----------------------------------------------------------------------------------------

DISTINCT = """
1 1 5/6 2/3 1/2 1/3 1/6 0
2 1 1 14/15 4/5 3/5 1/3 0
3 1 1 1 19/20 4/5 1/2 0
4 1 1 1 1 14/15 2/3 0
5 1 1 1 1 1 5/6 0
6 1 1 1 1 1 1 0
"""
IID_FACE = """
1 0.8333 0.6944 0.5787 0.4823 0.4019 0.3349
2 0.9722 0.9028 0.8140 0.7195 0.6270 0.5408
3 0.9954 0.9684 0.9150 0.8422 0.7589 0.6723
4 0.9992 0.9896 0.9601 0.9084 0.8391 0.7592
5 0.9999 0.9965 0.9809 0.9454 0.8895 0.8182
6 1.0000 0.9989 0.9907 0.9667 0.9222 0.8594
"""
IID_DIE = """
1 0.8333 0.6944 0.5787 0.4823 0.4019 0.3349
2 1 0.9491 0.8719 0.7838 0.6940 0.6078
3 1 1 0.9787 0.9346 0.8734 0.8017
4 1 1 1 0.9891 0.9619 0.9186
5 1 1 1 1 0.9936 0.9756
6 1 1 1 1 1 0.9959
"""
GAME_DIE = """
1 5/6 2/3 1/2 1/3 1/6 0
2 1 20/21 8/9 4/5 13/18 0.61538
3 1 1 55/56 19/20 133/146 0.86076
4 1 1 1 0.99206 0.97549 0.95013
5 1 1 1 1 0.99603 0.98667
6 1 1 1 1 1 0.99784
"""


def test_distinct_table_is_the_printed_one():
    for n, row in table(DISTINCT).items():
        assert [p_goal(n, k, Law.DISTINCT) for k in range(7)] == [Fraction(cell) for cell in row]


@pytest.mark.parametrize(("law", "text"), [(Law.IID_FACE, IID_FACE), (Law.IID_DIE, IID_DIE)])
def test_tables_of_independent_faces_are_the_printed_ones(law, text):
    for n, row in table(text).items():
        for k, cell in enumerate(row, start=1):
            assert float(p_goal(n, k, law)) == pytest.approx(float(cell), abs=0.5001e-4)


def test_independent_faces_have_the_printed_fractions():
    assert all(p_goal(1, k, Law.IID_FACE) == Fraction(5, 6) ** k for k in NUMBERS)
    printed = {
        (2, 2): Fraction(65, 72),
        (2, 3): Fraction(1055, 1296),
        (2, 4): Fraction(1865, 2592),
        (3, 3): Fraction(7115, 7776),
        (3, 4): Fraction(39295, 46656),
    }
    assert {cell: p_goal(*cell, Law.IID_FACE) for cell in printed} == printed


@pytest.mark.parametrize("law", Law)
def test_no_shot_is_no_goal_and_no_save_is_a_goal(law):
    assert [p_goal(0, k, law) for k in range(7)] == [0] * 7
    assert [p_goal(n, 0, law) for n in NUMBERS] == [1] * 6


def independent_faces(dice, faces):
    return list(product(range(faces), repeat=dice))


def distinct_faces(dice, faces):
    return list(combinations(range(faces), min(dice, faces)))


def goal(shot, save, save_match):
    """R18, A3: some attack die is matched by no save face, or is left over when dice pair off."""
    if save_match == DIE:
        return bool(Counter(shot) - Counter(save))
    return any(face not in save for face in shot)


TWINS = {
    Law.DISTINCT: (distinct_faces, distinct_faces, (FACE, DIE)),
    Law.IID_FACE: (independent_faces, independent_faces, (FACE,)),
    Law.IID_DIE: (independent_faces, independent_faces, (DIE,)),
    Law.RANDOM_SHOT_FACE: (independent_faces, distinct_faces, (FACE,)),
    Law.RANDOM_SHOT_DIE: (independent_faces, distinct_faces, (DIE,)),
    Law.RANDOM_SAVE: (distinct_faces, independent_faces, (FACE, DIE)),
}


@pytest.mark.parametrize("faces", range(2, 7))
@pytest.mark.parametrize("law", Law)
def test_every_law_is_what_laying_out_all_faces_gives(law, faces):
    shooter, keeper, matchings = TWINS[law]
    for n, k in product(range(1, 5), repeat=2):
        if faces ** (n + k) > 8000:
            continue
        laid = list(product(shooter(n, faces), keeper(k, faces)))
        for save_match in matchings:
            goals = sum(goal(*faces_laid, save_match) for faces_laid in laid)
            assert p_goal(n, k, law, faces) == Fraction(goals, len(laid)), (n, k)


@pytest.mark.parametrize("faces", [3, 6])
@pytest.mark.parametrize(("n", "k"), [(1, 6), (2, 5), (3, 4), (4, 4), (4, 6), (5, 6), (6, 6)])
def test_icepool_agrees_on_independent_faces(n, k, faces):
    shot, save = icepool.d(faces).pool(n), icepool.d(faces).pool(k)
    assert p_goal(n, k, Law.IID_DIE, faces) == (shot <= save).probability(False)
    assert p_goal(n, k, Law.IID_FACE, faces) == (shot.unique() <= save).probability(False)


def test_twelve_faces_and_six_dice_are_no_trouble():
    assert p_goal(6, 6, Law.DISTINCT, 12) == 1 - Fraction(1, comb(12, 6))
    assert p_goal(1, 6, Law.IID_DIE, 12) == Fraction(11, 12) ** 6
    assert p_goal(2, 6, Law.RANDOM_SHOT_FACE, 12) == Fraction(3, 4)


@settings(deadline=None)
@given(
    law=st.sampled_from(Law),
    n=st.integers(0, 5),
    k=st.integers(0, 5),
    faces=st.integers(2, 12),
)
def test_more_attack_dice_never_hurt_and_more_save_dice_never_help_the_shooter(law, n, k, faces):
    here = p_goal(n, k, law, faces)
    assert 0 <= here <= 1
    assert p_goal(n + 1, k, law, faces) >= here
    assert p_goal(n, k + 1, law, faces) <= here


@settings(deadline=None)
@given(n=st.integers(1, 6), k=st.integers(1, 6), faces=st.integers(2, 12))
def test_die_matching_never_saves_what_face_matching_lets_through(n, k, faces):
    assert p_goal(n, k, Law.IID_DIE, faces) >= p_goal(n, k, Law.IID_FACE, faces)
    shot = p_goal(n, k, Law.RANDOM_SHOT_DIE, faces)
    assert shot >= p_goal(n, k, Law.RANDOM_SHOT_FACE, faces)


# The dice as a game -------------------------------------------------------------------------------


def test_game_values_under_die_matching_are_the_printed_ones():
    for n, row in table(GAME_DIE).items():
        for k, cell in enumerate(row, start=1):
            if "." in cell:
                assert game_value(n, k, DIE) == pytest.approx(float(cell), abs=0.5001e-5)
            else:
                assert game_value_fraction(n, k, DIE) == Fraction(cell)


@pytest.mark.parametrize("n", NUMBERS)
def test_as_many_save_dice_as_attack_dice_miss_one_multiset(n):
    assert game_value_fraction(n, n, DIE) == 1 - Fraction(1, comb(n + 5, n))


@pytest.mark.parametrize(
    ("k", "double"),
    [(2, Fraction(2, 7)), (3, Fraction(4, 9)), (4, Fraction(1, 2)), (5, Fraction(7, 12))],
)
def test_two_dice_show_a_double_as_often_as_printed(k, double):
    assert optimal_attack(2, k, DIE) == pytest.approx({(2,): double, (1, 1): 1 - double})


@pytest.mark.parametrize("faces", [2, 3, 6, 8])
def test_repeating_a_face_is_worth_nothing_under_face_matching(faces):
    for n, k in product(range(7), repeat=2):
        assert game_value_fraction(n, k, FACE, faces) == p_goal(n, k, Law.DISTINCT, faces)


@pytest.mark.parametrize("save_match", SaveMatch)
@pytest.mark.parametrize(
    ("n", "k", "faces"), [(2, 2, 3), (2, 3, 4), (3, 3, 3), (3, 4, 3), (2, 4, 5)]
)
def test_shapes_lose_nothing_against_the_game_over_all_multisets(n, k, faces, save_match):
    shots = list(combinations_with_replacement(range(faces), n))
    saves = list(combinations_with_replacement(range(faces), k))
    pay = np.array([[goal(a, b, save_match) for b in saves] for a in shots], float)
    found = linprog(
        [0.0] * len(shots) + [-1.0],
        A_ub=np.hstack([-pay.T, np.ones((len(saves), 1))]),
        b_ub=[0.0] * len(saves),
        A_eq=[[1.0] * len(shots) + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * len(shots) + [(0, 1)],
    )
    assert game_value(n, k, save_match, faces) == pytest.approx(-found.fun, abs=1e-9)


@pytest.mark.parametrize("faces", [2, 5, 6, 12])
@pytest.mark.parametrize("save_match", SaveMatch)
def test_every_game_value_is_certified(save_match, faces):
    for n, k in product(NUMBERS, repeat=2):
        fraction = game_value_fraction(n, k, save_match, faces)
        assert fraction is not None
        assert game_value(n, k, save_match, faces) == float(fraction)
        mix = optimal_attack(n, k, save_match, faces)
        assert sum(mix.values()) == pytest.approx(1)
        assert all(sum(shape) == n and len(shape) <= faces for shape in mix)


def test_a_value_that_no_mix_proves_stays_a_float(monkeypatch):
    monkeypatch.setattr(exact_dice, "_LARGEST_DENOMINATOR", 2)
    solution = exact_dice._solve.__wrapped__(2, 3, DIE, 6)
    assert solution.fraction is None
    assert solution.value == pytest.approx(8 / 9)


def test_only_mixes_prove_a_value():
    one, half = Fraction(1), Fraction(1, 2)
    assert exact_dice._certified([[one]], [one], [one]) == 1
    assert exact_dice._certified([[one]], [half], [half]) is None
    assert exact_dice._certified([[one, one]] * 2, [2 * one, -one], [half, half]) is None
    assert exact_dice._certified([[one, 0 * one]], [one], [half, half]) is None


def test_odds_cover_every_reading_once():
    rows = odds_rows()
    keys = [(r["dice_mode"], r["save_match"], r["choice"], r["n"], r["k"]) for r in rows]
    modes = [("chosen_distinct", ("uniform", "optimal")), ("chosen_any", ("uniform", "optimal"))]
    wanted = [
        (mode, save_match, choice, n, k)
        for mode, choices in [*modes, ("rolled", ("uniform",))]
        for save_match, choice in product(("face", "die"), choices)
        for n, k in product(range(7), repeat=2)
    ]
    assert keys == wanted
    assert list(rows[0]) == [
        "dice_mode", "save_match", "choice", "n", "k", "exact", "fraction",
    ]  # fmt: skip
    for row in rows:
        assert row["fraction"] is None or float(Fraction(row["fraction"])) == row["exact"]
        if row["n"] == 0 or row["k"] == 0:
            assert row["exact"] == (row["n"] > 0)


def test_odds_hold_the_values_of_their_reading():
    odds = {
        (r["dice_mode"], r["save_match"], r["choice"]): r["fraction"]
        for r in odds_rows()
        if (r["n"], r["k"]) == (2, 3)
    }
    by_face, by_die = str(Fraction(1055, 1296)), str(p_goal(2, 3, Law.IID_DIE))
    assert odds == {
        ("chosen_distinct", "face", "uniform"): "4/5",
        ("chosen_distinct", "face", "optimal"): "4/5",
        ("chosen_distinct", "die", "uniform"): "4/5",
        ("chosen_distinct", "die", "optimal"): "4/5",
        ("chosen_any", "face", "uniform"): by_face,
        ("chosen_any", "face", "optimal"): "4/5",
        ("chosen_any", "die", "uniform"): by_die,
        ("chosen_any", "die", "optimal"): "8/9",
        ("rolled", "face", "uniform"): by_face,
        ("rolled", "die", "uniform"): by_die,
    }


def test_importing_the_closed_forms_loads_no_heavy_library():
    code = "import sys, sim.games.dream_team.exact; print(*sys.modules)"
    root = Path(__file__).parents[2]
    loaded = run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "scipy", "pandas", "matplotlib"} & set(loaded.stdout.split())


# Which law holds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice_mode", "shooter", "keeper", "by_face", "by_die"),
    [
        ("chosen_distinct", RANDOM, RANDOM, Law.DISTINCT, Law.DISTINCT),
        ("chosen_distinct", RANDOM, LOW, Law.DISTINCT, Law.DISTINCT),
        ("chosen_distinct", HIGH, RANDOM, Law.DISTINCT, Law.DISTINCT),
        ("chosen_distinct", UNIFORM, LOW, Law.DISTINCT, Law.DISTINCT),
        ("chosen_distinct", HIGH, UNIFORM, Law.DISTINCT, Law.DISTINCT),
        ("chosen_distinct", UNIFORM, UNIFORM, Law.DISTINCT, Law.DISTINCT),
        ("chosen_distinct", LOW, LOW, None, None),
        ("chosen_distinct", LOW, HIGH, None, None),
        ("rolled", RANDOM, RANDOM, Law.IID_FACE, Law.IID_DIE),
        ("rolled", RANDOM, UNIFORM, Law.IID_FACE, Law.IID_DIE),
        ("rolled", LOW, HIGH, Law.IID_FACE, Law.IID_DIE),
        ("chosen_any", RANDOM, RANDOM, Law.IID_FACE, Law.IID_DIE),
        ("chosen_any", RANDOM, UNIFORM, Law.RANDOM_SHOT_FACE, Law.RANDOM_SHOT_DIE),
        ("chosen_any", RANDOM, LOW, Law.RANDOM_SHOT_FACE, Law.RANDOM_SHOT_DIE),
        ("chosen_any", UNIFORM, RANDOM, Law.RANDOM_SAVE, Law.RANDOM_SAVE),
        ("chosen_any", HIGH, RANDOM, Law.RANDOM_SAVE, Law.RANDOM_SAVE),
        ("chosen_any", UNIFORM, UNIFORM, Law.DISTINCT, Law.DISTINCT),
        ("chosen_any", UNIFORM, HIGH, Law.DISTINCT, Law.DISTINCT),
        ("chosen_any", LOW, UNIFORM, Law.DISTINCT, Law.DISTINCT),
        ("chosen_any", HIGH, LOW, None, None),
    ],
)
def test_a_placement_follows_the_law_of_the_table(dice_mode, shooter, keeper, by_face, by_die):
    for save_match, law in [("face", by_face), ("die", by_die)]:
        for limit in ("unlimited", "shared"):
            rules = Rules.read(
                {"dice_mode": dice_mode, "save_match": save_match, "dice_limit": limit}
            )
            assert shot_law(rules, shooter, keeper) == law


def test_random_trainers_ignore_the_faces_of_the_scripted_ones():
    rules = Rules.read({"dice_mode": "chosen_any"})
    low = RANDOM.model_copy(update={"faces": LOW.faces})
    assert shot_law(rules, low, low) == Law.IID_FACE
    assert shot_law(Rules(), low, LOW) == Law.DISTINCT


@pytest.mark.parametrize(
    ("changes", "law"),
    [
        ({}, Law.DISTINCT),
        ({"save_match": "die"}, Law.DISTINCT),
        ({"dice_mode": "chosen_any", "save_match": "die"}, Law.DISTINCT),
        ({"dice_mode": "rolled"}, Law.IID_FACE),
        ({"dice_mode": "rolled", "save_match": "die"}, Law.IID_DIE),
        ({"dice_mode": "rolled", "die_faces": 4}, Law.IID_FACE),
        ({"die_faces": 12}, Law.DISTINCT),
    ],
)
def test_scripted_trainers_reckon_with_the_table_of_their_dice(changes, law):
    rules = Rules.read(changes)
    odds = decision_odds(rules)
    assert [len(row) for row in odds] == [7] * 7
    for n, k in product(range(7), repeat=2):
        assert odds[n][k] == float(p_goal(n, k, law, rules.die_faces))


def test_reckoned_odds_cap_the_attack_dice():
    odds = decision_odds(Rules.read({"max_shot_dice": 3}))
    assert odds[2][3] == 4 / 5
    assert odds[3] == odds[4] == odds[6]
    assert odds[4][4] == 4 / 5


def test_reckoned_odds_leave_the_keeper_what_the_shooter_does_not_take():
    odds = decision_odds(Rules.read({"dice_limit": "shared", "max_shot_dice": 5}))
    assert odds[0][4] == 0
    assert odds[1][6] == odds[1][4] == 1 / 3
    assert odds[2] == [1.0, 1.0, 14 / 15, 4 / 5, 4 / 5, 4 / 5, 4 / 5]
    assert odds[4][6] == 1.0
    assert odds[5][6] == odds[6][6] == 1.0


# Line-ups and cards -------------------------------------------------------------------------------


def test_r25_counts_of_legal_lineups_are_the_printed_ones():
    assert legal_lineups(6, 2, Rules()) == 13
    assert legal_lineups(7, 2, Rules()) == 49


@pytest.mark.parametrize(
    ("changes", "cards", "keepers", "count"),
    [
        ({"allow_no_keeper": "both"}, 6, 2, 13),
        ({"allow_no_keeper": "forced_only"}, 6, 2, 12),
        ({"allow_no_keeper": "substitution"}, 7, 1, 21),
        ({"allow_no_keeper": "forced_only"}, 6, 0, 1),
        ({"field_players": 7, "field_players_no_keeper": 7}, 6, 2, 3),
        ({"field_players": 2, "field_players_no_keeper": 3}, 4, 2, 2 * 6 + 4),
    ],
)
def test_d1_lineups_are_counted_under_house_rules(changes, cards, keepers, count):
    assert legal_lineups(cards, keepers, Rules.read(changes)) == count


def altered(players=None, saves=None):
    """The shipped components with other values: {(team, place): (attack, defence)} or save."""
    places = {"players": Counter(), "keepers": Counter()}
    rows = {"players": [], "keepers": []}
    for name, changes in [("players", players or {}), ("keepers", saves or {})]:
        for row in SHIPPED.rows[name]:
            key = row.team, places[name][row.team]
            places[name][row.team] += 1
            values = changes.get(key)
            if name == "players" and values:
                row = row.model_copy(update=dict(zip(("attack", "defence"), values, strict=True)))
            elif values is not None:
                row = row.model_copy(update={"save": values})
            rows[name].append(row)
    return Components(SHIPPED.paths, rows)


def test_duels_of_the_shipped_cards_have_the_printed_distribution():
    printed = {-4: 1, -3: 2, -2: 5, -1: 6, 0: 8, 1: 6, 2: 5, 3: 2, 4: 1}
    assert duel_distribution(SHIPPED) == {
        gap: Fraction(count, 36) for gap, count in printed.items()
    }
    assert list(duel_distribution(SHIPPED)) == list(range(-4, 5))


def test_duels_are_pooled_over_ordered_pairs_of_different_teams():
    strong = altered({(0, place): (6, 6) for place in range(6)})
    assert duel_distribution(strong)[0] != duel_distribution(SHIPPED)[0]
    # team 0 attacks in 5 of 30 pairs: 6 - 1 only against the 3/1 card
    assert duel_distribution(strong)[5] == Fraction(5, 30) * Fraction(1, 6)
    assert duel_distribution(strong)[-5] == Fraction(5, 30) * Fraction(1, 6)
    assert sum(duel_distribution(strong).values()) == 1


# What a run is held against -----------------------------------------------------------------------


def found(changes, policies=(RANDOM, RANDOM), components=SHIPPED, rotated=False):
    """Anchors besides those of the dice, by metric."""
    given_anchors = anchors(Rules.read(PLAIN | changes), list(policies), components, rotated)
    return {a.metric: a.value for a in given_anchors if not a.metric.startswith("p_goal")}


def dice_cells(changes, policies, rotated=False):
    """Anchors of the dice: (seat, n, k) -> value."""
    cells = {}
    for anchor in anchors(Rules.read(PLAIN | changes), list(policies), SHIPPED, rotated):
        if anchor.metric.startswith("p_goal_"):
            n, k = map(int, anchor.metric.removeprefix("p_goal_").split(","))
            assert (anchor.seat, n, k) not in cells
            cells[anchor.seat, n, k] = anchor.value
    return cells


def test_basic_game_of_random_trainers_has_the_printed_numbers():
    values = found(BASIC)
    p = Fraction(523, 2160)
    assert float(p) == pytest.approx(0.242130, abs=5e-7)
    assert values["goals_home"] == values["goals_away"] == float(15 * p)
    assert values["goals_total"] == values["reg_goals_total"] == pytest.approx(7.26389, abs=5e-6)
    assert values["goals_third1_home"] == values["goals_third2_away"] == float(5 * p)
    assert values["attack_goals"] == values["counter_goals"] == float(15 * p)
    assert values["plays"] == 15
    assert (values["attacks_home"], values["attacks_away"]) == (8, 7)
    assert values["ties"] == float(15 * Fraction(2, 9))
    assert values["counters"] == float(15 * Fraction(7, 18))
    assert values["shots"] == values["dice_shots"] == pytest.approx(11.6667, abs=5e-5)
    assert values["decisions"] == pytest.approx(53.3333, abs=5e-5)
    assert values["goals_home - goals_away"] == values["goals_third2_home - goals_third2_away"] == 0


def test_extra_periods_leave_only_regulation_metrics():
    values = found(BASIC | {"draw_rule": "sudden_death"})
    thirds = {f"goals_third{third}_{side}" for third in (1, 2, 3) for side in ("home", "away")}
    leads = {f"goals_third{i}_home - goals_third{i}_away" for i in (1, 2, 3)}
    assert set(values) == thirds | leads | {"reg_goals_total"}
    assert values["reg_goals_total"] == found(BASIC)["reg_goals_total"]


@pytest.mark.parametrize(
    "changes",
    [
        {"allow_no_keeper": "lineup"},
        {"allow_no_keeper": "both"},
        {"direction": "conceder_attacks"},
        {"direction": "keep_after_save"},
    ],
)
def test_rules_that_break_the_derivation_get_no_goals_of_random_trainers(changes):
    assert found(BASIC | changes) == {}


def test_one_scripted_side_gets_no_goals_of_random_trainers():
    assert found(BASIC, (RANDOM, UNIFORM)) == found(BASIC, (UNIFORM, UNIFORM)) == {}


def test_thirds_beyond_the_third_have_no_columns_but_count():
    values = found(BASIC | {"thirds": 5})
    assert values["plays"] == 25
    assert "goals_third4_home" not in values
    assert values["reg_goals_total"] == pytest.approx(25 * 2 * 523 / 2160)
    assert "goals_third2_home" not in found(BASIC | {"thirds": 1})


def test_decisions_are_left_out_where_substitutions_or_repeated_faces_are_chosen():
    assert "decisions" not in found(BASIC | {"subs_per_window": 1})
    assert "decisions" not in found(BASIC | {"dice_mode": "chosen_any"})
    assert found(BASIC | {"dice_mode": "rolled"})["decisions"] == 30


# A naive match of random trainers: rules as written, cards and dice laid out one by one.


def naive_dice(rules, n, k, rng):
    """D11, D12 of random trainers: the faces, and how many of both were choices."""
    faces = range(rules.die_faces)
    if rules.dice_mode == DiceMode.CHOSEN_DISTINCT:
        shot, save = (rng.sample(faces, min(dice, len(faces))) for dice in (n, k))
        return goal(shot, save, rules.save_match), (n < len(faces)) + (k < len(faces))
    shot, save = rng.choices(faces, k=n), rng.choices(faces, k=k)
    return goal(shot, save, rules.save_match), 0


def naive_play(rules, attacker, defender, saves, rng):
    """PLAY of section 6: who scored (0 attacker, 1 defender, None), dice placed, dice choices."""
    gap = attacker[0] - defender[1]
    if gap == 0 or (gap < 0 and not rules.counterattack):
        return None, 0, 0
    shooter = int(gap < 0)
    n = min(abs(gap), rules.max_shot_dice)
    k = saves[1 - shooter]
    if rules.dice_limit.word == "shared":
        k = min(k, rules.max_shot_dice - n)
    if k == 0:
        return shooter, 0, 0
    scored, choices = naive_dice(rules, n, k, rng)
    return (shooter if scored else None), 1, choices


class NaiveSide:
    """A random trainer's team on the field: slots [card, attacked, defended], bench, keepers."""

    def __init__(self, players, keepers, rules, rng):
        cards, self.keepers = rng.sample(players, len(players)), rng.sample(keepers, len(keepers))
        self.slots = [[card, False, False] for card in cards[: rules.field_players]]
        self.bench = cards[rules.field_players :]
        self.rules, self.rng = rules, rng

    def attackers(self):
        """Slots that may attack."""
        one_play = self.rules.play_rule.word == "one_play"
        return [slot for slot in self.slots if not slot[1] and not (one_play and slot[2])]

    def defenders(self):
        """Slots that may defend."""
        if self.rules.play_rule.word == "attack_once_defend_free":
            return self.slots
        one_play = self.rules.play_rule.word == "one_play"
        return [slot for slot in self.slots if not slot[2] and not (one_play and slot[1])]

    def substitute(self):
        """D3, until none: a bench card for a usable slot, or the other keeper."""
        for _ in range(self.rules.subs_per_window):
            usable = [s for s in self.slots if s in self.attackers() or s in self.defenders()]
            swaps = [(slot, i) for slot in usable for i in range(len(self.bench))]
            choice = self.rng.choice(["none", "keeper", *swaps])
            if choice == "none":
                return
            if choice == "keeper":
                self.keepers.reverse()
            else:
                slot, i = choice
                slot[0], self.bench[i] = self.bench[i], slot[0]


def naive_third(rules, teams, starter, rng):
    """Goals of both sides, dice placements and decisions of one third."""
    sides = [NaiveSide(*team, rules, rng) for team in teams]
    goals, dice, decisions, turn = [0, 0], 0, 2, starter
    while sides[turn].attackers():
        a, d = sides[turn], sides[1 - turn]
        a.substitute()
        d.substitute()
        decisions += (len(a.attackers()) > 1) + (len(d.defenders()) > 1)
        attacker, defender = rng.choice(a.attackers()), rng.choice(d.defenders())
        attacker[1] = defender[2] = True
        saves = a.keepers[0], d.keepers[0]
        scorer, placed, choices = naive_play(rules, attacker[0], defender[0], saves, rng)
        if scorer is not None:
            goals[turn if scorer == 0 else 1 - turn] += 1
        dice += placed
        decisions += choices
        turn = 1 - turn
    return goals, dice, decisions


def naive_match(rules, components, rng):
    """One match: deal, roll for home, all thirds."""
    cards = [(p.attack, p.defence) for p in components.rows["players"]]
    saves = [k.save for k in components.rows["keepers"]]
    if rules.team_formation.word == "random_deal":
        rng.shuffle(cards)
        rng.shuffle(saves)
    teams = [(cards[6 * t : 6 * t + 6], saves[2 * t : 2 * t + 2]) for t in range(6)]
    seats = [0, 1] if rules.team_assignment.word == "by_seat" else rng.sample(range(6), 2)
    home = {"roll": rng.randrange(2), "seat0": 0, "seat1": 1}[rules.home_rule.word]
    pair = [teams[seats[home]], teams[seats[1 - home]]]
    always = {"home_always": 0, "away_always": 1}
    thirds = [
        naive_third(rules, pair, always.get(rules.third_starts.word, third % 2), rng)
        for third in range(rules.thirds)
    ]
    return {
        "goals_home": sum(third[0][0] for third in thirds),
        "goals_away": sum(third[0][1] for third in thirds),
        "goals_third1_home": thirds[0][0][0],
        "goals_third1_away": thirds[0][0][1],
        "dice_shots": sum(third[1] for third in thirds),
        "decisions": sum(third[2] for third in thirds),
    }


MATCHES = 400
UNEVEN = altered(
    {
        (0, 0): (6, 5),
        (0, 1): (5, 4),
        (1, 2): (1, 1),
        (1, 3): (2, 1),
        (3, 3): (6, 0),
        (4, 0): (1, 6),
    },
    {(0, 0): 5, (0, 1): 1, (1, 0): 2, (1, 1): 0, (2, 0): 6},
)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"subs_per_window": 1},
        {"team_formation": "random_deal", "subs_per_window": 2},
        {"team_assignment": "by_seat", "home_rule": "seat1", "thirds": 1},
        {"team_assignment": "by_seat", "home_rule": "roll", "counterattack": False, "thirds": 2},
        {"play_rule": "attack_once_defend_free", "third_starts": "away_always"},
        {"play_rule": "attack_once_defend_once", "dice_mode": "rolled", "save_match": "die"},
        {"field_players": 4, "third_starts": "home_always", "dice_mode": "chosen_any"},
        {"field_players": 3, "dice_limit": "shared", "max_shot_dice": 4},
        {"field_players": 1, "play_rule": "attack_once_defend_free", "max_shot_dice": 2},
        {"die_faces": 4, "max_shot_dice": 4, "field_players": 6},
    ],
    ids=str,
)
def test_naive_matches_of_random_trainers_agree_with_the_expected_numbers(changes):
    rules, rng = Rules.read(BASIC | changes), random.Random(12)
    matches = [naive_match(rules, UNEVEN, rng) for _ in range(MATCHES)]
    expected = found(BASIC | changes, components=UNEVEN)
    for metric in matches[0].keys() & expected.keys():
        seen = [match[metric] for match in matches]
        error = sqrt(variance(seen) / len(seen))
        assert fmean(seen) == pytest.approx(expected[metric], abs=5 * error + 1e-9), metric


def test_dealt_cards_meet_as_different_cards_of_one_pack():
    rules = {"team_formation": "random_deal", "thirds": 1, "field_players": 1}
    pack = PROFILES * 6
    pairs = list(permutations(pack, 2))
    ties = Fraction(sum(a[0] == b[1] for a, b in pairs), len(pairs))
    assert found(BASIC | rules)["ties"] == float(ties)
    assert ties != Fraction(2, 9)


# Dice anchors -------------------------------------------------------------------------------------


def test_equal_laws_are_one_anchor_for_both_seats():
    cells = dice_cells({}, (UNIFORM, RANDOM))
    assert cells == {
        (None, n, k): float(p_goal(n, k, Law.DISTINCT)) for n, k in product(NUMBERS, repeat=2)
    }
    assert cells == dice_cells({}, (UNIFORM, RANDOM), rotated=True)


def test_different_laws_are_an_anchor_for_each_seat():
    cells = dice_cells({"dice_mode": "chosen_any"}, (RANDOM, UNIFORM))
    assert len(cells) == 72
    assert cells[0, 2, 3] == float(p_goal(2, 3, Law.RANDOM_SHOT_FACE)) == 3 / 4
    assert cells[1, 2, 3] == float(p_goal(2, 3, Law.RANDOM_SAVE))


def test_different_laws_mix_when_the_seats_are_rotated():
    assert dice_cells({"dice_mode": "chosen_any"}, (RANDOM, UNIFORM), rotated=True) == {}


def test_readable_faces_on_both_sides_have_no_law():
    assert dice_cells({}, (LOW, HIGH)) == {}
    assert len(dice_cells({"dice_mode": "rolled"}, (LOW, HIGH))) == 36


def test_only_dice_that_can_meet_have_anchors():
    assert {n for _, n, _ in dice_cells({"max_shot_dice": 4}, (RANDOM, RANDOM))} == {1, 2, 3, 4}
    shared = dice_cells({"dice_limit": "shared"}, (RANDOM, RANDOM))
    assert set(shared) == {(None, n, k) for n, k in product(NUMBERS, repeat=2) if n + k <= 6}


def test_scripted_trainers_with_more_dice_than_faces_have_no_law():
    any_of_four = {"dice_mode": "chosen_any", "die_faces": 4}
    for policies in [(UNIFORM, UNIFORM), (UNIFORM, RANDOM)]:
        cells = dice_cells(any_of_four, policies)
        assert {(n, k) for _, n, k in cells} == set(product(range(1, 5), repeat=2))
    assert len(dice_cells(any_of_four, (RANDOM, RANDOM))) == 36
    distinct = dice_cells({"die_faces": 4, "max_shot_dice": 4}, (UNIFORM, UNIFORM))
    assert (distinct[None, 1, 1], distinct[None, 4, 6]) == (3 / 4, 0)


def test_anchors_name_the_section_they_come_from():
    for policies in [(RANDOM, RANDOM), (MINIMAX, MINIMAX)]:
        for anchor in anchors(Rules.read(BASIC), policies, SHIPPED):
            assert anchor.source.startswith("RULES.md section 12: ")


# Minimax ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left_out", "value"),
    [
        ((1, 3), Fraction(4, 15)),
        ((3, 1), Fraction(-1, 3)),
        ((2, 5), Fraction(1, 3)),
        ((3, 4), Fraction(4, 15)),
        ((4, 3), Fraction(-1, 3)),
        ((5, 2), Fraction(-1, 3)),
    ],
)
def test_minimax_value_of_a_third_is_the_printed_one(left_out, value):
    cards = [card for card in PROFILES if card != left_out]
    assert minimax_third_value(cards, cards, Rules(), 4) == value


def naive_value(own, other, rules, saves, odds):
    """Section 8, minimax: best lead of the side to attack, by trying everything."""
    if not own and not other:
        return 0
    if not other:
        return sum(odds[x[0]][saves[1]] for x in own) if rules.unopposed == 0 else 0
    if not own:
        return -naive_value(other, own, rules, saves[::-1], odds)
    answers = []
    for x in own:
        leads = []
        for y in other:
            if x[0] > y[1]:
                now = odds[x[0] - y[1]][saves[1]]
            else:
                now = -odds[y[1] - x[0]][saves[0]] if rules.counterattack else 0
            ours, theirs = list(own), list(other)
            ours.remove(x)
            theirs.remove(y)
            leads.append(now - naive_value(theirs, ours, rules, saves[::-1], odds))
        answers.append(min(leads))
    return max(answers)


CARDS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=3)


@settings(deadline=None, max_examples=60)
@given(
    own=CARDS,
    other=CARDS,
    saves=st.tuples(st.integers(0, 6), st.integers(0, 6)),
    counterattack=st.booleans(),
    unopposed=st.sampled_from(["free_attack", "no_attack"]),
    dice_mode=st.sampled_from(["chosen_distinct", "rolled"]),
)
def test_minimax_value_is_what_trying_everything_gives(
    own, other, saves, counterattack, unopposed, dice_mode
):
    rules = Rules.read(
        {"counterattack": counterattack, "unopposed": unopposed, "dice_mode": dice_mode}
    )
    naive = naive_value(own, other, rules, saves, decision_odds(rules))
    assert float(minimax_third_value(own, other, rules, *saves)) == pytest.approx(naive, abs=1e-9)


def test_minimax_mirror_gains_by_starting():
    values = found({"draw_rule": "draw"}, (MINIMAX, MINIMAX))
    assert values == {
        "goals_third1_home - goals_third1_away": float(Fraction(4, 15)),
        "goals_third2_home - goals_third2_away": float(Fraction(-4, 15)),
        "goals_third3_home - goals_third3_away": float(Fraction(4, 15)),
        "goals_home - goals_away": float(Fraction(4, 15)),
    }
    assert "goals_home - goals_away" not in found({}, (MINIMAX, MINIMAX))
    assert found({"thirds": 4, "draw_rule": "draw"}, (MINIMAX, MINIMAX)) == values | {
        "goals_home - goals_away": 0
    }
    always = found({"third_starts": "away_always"}, (MINIMAX, MINIMAX))
    assert set(always.values()) == {float(Fraction(-4, 15))}


@pytest.mark.parametrize(
    "changes",
    [
        {"play_rule": "attack_once_defend_free"},
        {"direction": "conceder_attacks"},
        {"team_formation": "random_deal"},
        {"dice_mode": "chosen_any", "die_faces": 5},
    ],
)
def test_rules_that_minimax_does_not_solve_get_no_value(changes):
    assert found(changes, (MINIMAX, MINIMAX)) == {}


def test_minimax_against_another_strategy_gets_no_value():
    assert found({}, (MINIMAX, UNIFORM)) == found({}, (UNIFORM, MINIMAX)) == {}


def test_minimax_teams_of_different_strength_are_averaged_over_their_meetings():
    changes = {"team_assignment": "by_seat", "home_rule": "seat0", "thirds": 2}
    squads = [list(PROFILES), list(PROFILES)]
    squads[0][:2] = [(6, 5), (5, 4)]
    squads[1][2:4] = [(1, 1), (2, 1)]
    best = [sorted(squad, key=lambda card: -sum(card))[:5] for squad in squads]
    values = found(changes, (MINIMAX, MINIMAX), UNEVEN)
    first = minimax_third_value(best[0], best[1], Rules(), 5, 2)
    second = minimax_third_value(best[1], best[0], Rules(), 2, 5)
    assert values["goals_third1_home - goals_third1_away"] == float(first) > 0
    assert values["goals_third2_home - goals_third2_away"] == -float(second) > 0
    rolled = found(changes | {"home_rule": "roll"}, (MINIMAX, MINIMAX), UNEVEN)
    mean = (first + minimax_third_value(best[1], best[0], Rules(), 2, 5)) / 2
    assert rolled["goals_third1_home - goals_third1_away"] == float(mean)
