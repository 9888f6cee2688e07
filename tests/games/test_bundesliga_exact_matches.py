"""Every anchor of Bundesliga against all matches of tiny tables."""

import re
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest
from bundesliga_tiny import laws, neutral, table

from sim.games.bundesliga.exact import anchors
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import STRATEGIES

PASSIVE = STRATEGIES["passive"]
DEBT = {"insolvency": "debt"}


def kinds_of(changes, seats, components):
    """Metrics of the anchors of passive managers, without their numbers."""
    found = anchors(Rules.read(changes), [PASSIVE] * seats, components)
    return {re.sub(r"(_seat\d|_\d+$| > \d+)", "", anchor.metric) for anchor in found}


TABLES = {
    "money": (
        {"die_faces": 2, "rounds_per_season": 1, "relegation_points": 3},
        2,
        table(
            "points_match 90 27,dfb_cup,cost 2 per_player,private_match 30",
            "20h10 28h5 30a20 40h30",
        ),
    ),
    "european": (
        {"die_faces": 2, "relegation_points": 9} | DEBT,
        2,
        table("european_cup -70,points_match 30 28,points_match 40 33", "30a20 40h30"),
    ),
    "three seats": (
        {"die_faces": 2, "rounds_per_season": 1, "cup_draw_rule": "replay"},
        3,
        table("dfb_cup,private_match 40,dfb_cup", "20h10 30a20 40h30 29h7"),
    ),
    "three faces": (
        {"die_faces": 3, "rounds_per_season": 1, "relegation_points": 1, "relegated_can_win": True},
        2,
        table("dfb_cup,points_match 50 27,event_blue", "20h10 27a11 30a20 40h30"),
    ),
    "home matches alone": (
        {"die_faces": 2, "pass_counts": False, "relegation_points": 3},
        2,
        table("points_match 0 27,cost 4 per_strength,points_match 10 28", "30a20 40h30"),
    ),
    "cup final": (
        {"die_faces": 2, "rounds_per_season": 1, "cup_rounds_to_win": 1, "cup_prize": 500},
        2,
        table("dfb_cup,event_blue,dfb_cup", "20h10 26a15 30a20 40h30 28h1"),
    ),
    "by place": (
        {"die_faces": 2, "home_income_mode": "by_place", "place_deduction_2": 60} | DEBT,
        2,
        table("points_match 90 27,dfb_cup", "20h10 30a20 40h30"),
    ),
}


def accurate(anchor, law, ways):
    """Whether an anchor is what the values of its column say in so many equally likely ways."""
    column, more, beyond = anchor.metric.partition(" > ")
    scale = 60 if column.startswith("win_share") else 1
    law = law | {0: law[0] + ways - law.total()}  # a match may not mention a column
    values = [(int(v > int(beyond)) if more else Fraction(v, scale), n) for v, n in law.items()]
    mean = Fraction(sum(v * n for v, n in values), ways)
    assert anchor.value == pytest.approx(float(mean), rel=1e-9), anchor
    if anchor.sd is not None:
        square = float(Fraction(sum((v - mean) ** 2 * n for v, n in values), ways))
        assert anchor.sd == pytest.approx(sqrt(square), rel=1e-6, abs=1e-6), anchor


@pytest.mark.parametrize("name", TABLES)
def test_every_anchor_is_what_all_matches_give(name):
    changes, seats, components = TABLES[name]
    rules = Rules.read({"start_capital": 10_000} | changes)
    found_laws = laws(rules, components, seats)
    ways = found_laws["length"].total()
    for anchor in anchors(rules, [PASSIVE] * seats, components):
        column = anchor.metric.partition(" > ")[0]
        if column.startswith("p_landing_"):
            place = column.removeprefix("p_landing_")
            columns = [f"landed_{place}_seat{seat}" for seat in range(seats)]
            hits = sum(v * n for c in columns for v, n in found_laws[c].items())
            laps = seats * rules.rounds_per_season * ways
            assert Fraction(hits, laps) == Fraction(anchor.value).limit_denominator(10**6)
        else:
            accurate(anchor, found_laws.get(column, Counter()), ways)


def test_the_tiny_tables_show_every_kind_of_anchor():
    shown = set()
    for changes, seats, components in TABLES.values():
        shown |= kinds_of({"start_capital": 10_000} | changes, seats, components)
    everything = kinds_of({}, 2, neutral()) | kinds_of(
        DEBT | {"relegation_points": 6}, 2, neutral()
    )
    assert everything - shown == {"landings_event_yellow"}
