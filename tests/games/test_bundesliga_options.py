"""Options of Bundesliga: every one and its default, refused combinations, doubts (section 4)."""

import pytest
from bundesliga_scenes import QUIET, SHIPPED, priced, row_of, table, with_rows
from bundesliga_told import match_of

from sim.engine.errors import InputError
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import Policy

MONEY = 10**8
OPTIONS = {  # name: default, values allowed, values refused
    "first_player": ("seat0", ["random"], ["youngest", 0]),
    "die_faces": (6, [2, 20], [1, 21, 6.0]),
    "dice_count": (1, [2, 3], [0, 4]),
    "start_capital": (700_000, [0, MONEY], [-1, MONEY + 1]),
    "round_bonus": (150_000, [0, MONEY], [-1, MONEY + 1]),
    "rounds_per_season": (2, [1, 4], [0, 5]),
    "seasons": (1, [10], [0, 11]),
    "new_season_capital": (0, [MONEY], [-1, MONEY + 1]),
    "carry_cash": (True, [False], [1, "yes"]),
    "carry_squad": (True, [False], [0]),
    "points_win": (2, [3, 30], [31, -1]),
    "points_draw": (1, [0, 2], [-1, 31]),
    "points_loss": (0, [1], [-1, 31]),
    "relegation_points": (15, [0, 500], [-1]),
    "pass_counts": (True, [False], ["no"]),
    "home_income_mode": ("full", ["by_place"], ["place"]),
    "place_deduction_1": (0, [MONEY], [-1, MONEY + 1]),
    "place_deduction_2": (50_000, [0, MONEY], [-1, MONEY + 1]),
    "place_deduction_3": (100_000, [0, MONEY], [-1, MONEY + 1]),
    "place_deduction_4": (150_000, [0, MONEY], [-1, MONEY + 1]),
    "place_ties": ("best", ["worst", "money"], ["seat"]),
    "home_income_negative": (False, [True], [2]),
    "cup_draw_rule": ("redraw", ["replay"], ["penalties"]),
    "replay_pays_income": (False, [True], ["twice"]),
    "cup_rounds_to_win": (0, [1, 7], [-1]),
    "cup_prize": (0, [], [-1, MONEY + 1]),
    "insolvency": ("forced_sale", ["debt", "bankruptcy"], ["waive"]),
    "squad_min": (0, [11], [-1]),
    "squad_max": (0, [11, 200], [-1]),
    "strength_cap": (0, [28, 200], [-1]),
    "bank_stock_limited": (True, [False], [None]),
    "purchase_price_pct": (100, [1000], [-1, 1001]),
    "sale_price_pct": (100, [0], [-1, 1001]),
    "buy_before_roll": (True, [False], [3]),
    "sell_before_roll": (True, [False], [3]),
    "sell_after_roll": (True, [False], [3]),
    "post_roll_sale_timing": ("after_resolution", ["before_move"], ["later"]),
    "max_transfers_per_window": (40, [1, 200], [0, 201]),
    "lap_end": ("stop", ["exact", "carry"], ["pass"]),
    "wait_at_start": (True, [False], [3]),
    "round_order": ("seat", ["arrival"], ["random"]),
    "event_card_return": ("bottom", ["reshuffle"], ["discard"]),
    "covered_stadiums": ((), [[2, 5], "2+5", "2", [2, 5, 8]], [[2, 5, 8, 11], "2,5", [2, 2], "x"]),
    "winner_rule": ("points", ["cash", "wealth"], ["lots"]),
    "relegated_can_win": (False, [True], ["no"]),
    "max_turns": (4000, [1], [0]),
}


def test_the_options_are_those_of_section_4():
    assert [*Rules.model_fields] == [*OPTIONS]
    plain = Rules().model_dump()
    assert {name: plain[name] for name in OPTIONS} == {n: found[0] for n, found in OPTIONS.items()}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_is_refused_by_its_name(name):
    """Section 4: wrong types and values outside the range."""
    _, allowed, wrong = OPTIONS[name]
    for value in allowed:
        match_of({name: value}, ["random"] * 2)
    for value in wrong:
        with pytest.raises(InputError) as error:
            Rules.read({name: value})
        assert name in str(error.value)
        assert "\n" not in str(error.value)


def test_unknown_options_and_parameters_are_refused():
    with pytest.raises(InputError, match="round_bonuses: unknown name"):
        Rules.read({"round_bonuses": 5})
    with pytest.raises(InputError, match="players: unknown name"):
        Rules.read({"players": 4})  # as many as seats
    with pytest.raises(InputError, match="look: unknown name"):
        Policy.read({"kind": "planner", "look": 5})
    for name in Policy.model_fields:
        with pytest.raises(InputError, match=name):
            Policy.read({name: -1})


SHORT = table(row_of("neutral", 6))
REFUSED = [
    ({"die_faces": 7}, SHORT, "die_faces = 7: a roll may reach 7, the board has 7 spaces"),
    (
        {"dice_count": 2, "die_faces": 4},
        SHORT,
        "die_faces = 4: a roll may reach 8, the board has 7",
    ),
    ({"lap_end": "exact", "dice_count": 2}, SHIPPED, "lap_end = 'exact': needs dice_count = 1"),
    ({"points_draw": 3}, SHIPPED, "points_win = 2: needs points_win >= points_draw >= points_loss"),
    ({"points_loss": 2}, SHIPPED, "points_win = 2: needs points_win >= points_draw >= points_loss"),
    ({"squad_min": 12}, SHIPPED, "squad_min = 12: at most the 11 cards of the start squad"),
    ({"squad_max": 10}, SHIPPED, "squad_max = 10: at least the 11 cards of the start squad, or 0"),
    ({"squad_max": 11, "squad_min": 11}, SHIPPED, "squad_max = 11: needs more than squad_min = 11"),
    ({"strength_cap": 27}, SHIPPED, "strength_cap = 27: at least the 28 points of the start squad"),
    (
        {},
        priced(QUIET, count=[7, 22, 22, 12, 8]),
        "players = 4: 4 start squads need 8 cards of value 1, there are 7",
    ),
    (
        {"sale_price_pct": 140},
        SHIPPED,
        "sale_price_pct = 140: a card of value 1 would be sold for 77000 and bought for 75000",
    ),
    ({"purchase_price_pct": 50}, SHIPPED, "sale_price_pct = 100: a card of value 1 would be sold"),
    ({"cup_prize": 5}, SHIPPED, "cup_prize = 5: needs cup_rounds_to_win > 0"),
    ({"covered_stadiums": [3]}, SHIPPED, "covered_stadiums: space 3 is no points-match space"),
    ({"covered_stadiums": [0]}, SHIPPED, "covered_stadiums: space 0 is no points-match space"),
    ({"covered_stadiums": [56]}, SHIPPED, "covered_stadiums: space 56 is no points-match space"),
    ({"covered_stadiums": [-1]}, SHIPPED, "covered_stadiums: space -1 is no points-match space"),
    ({"covered_stadiums": [2, 5, 2]}, SHIPPED, "covered_stadiums: a space is named twice"),
    ({"covered_stadiums": [2, 5, 8, 11]}, SHIPPED, "covered_stadiums"),
]


@pytest.mark.parametrize(
    ("rules", "components", "message"), REFUSED, ids=lambda value: str(value)[:40]
)
def test_what_no_table_could_play_is_refused_with_one_line(rules, components, message):
    """Section 4, invalid combinations."""
    with pytest.raises(InputError) as error:
        match_of(rules, ["random"] * 4, components)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "rules",
    [
        {"points_win": 1, "points_draw": 1, "points_loss": 1},
        {"squad_max": 11, "squad_min": 10},
        {"strength_cap": 28, "squad_max": 11},
        {"purchase_price_pct": 75, "sale_price_pct": 100},
        {"purchase_price_pct": 0, "sale_price_pct": 0},
        {"cup_prize": 5, "cup_rounds_to_win": 1},
        {"dice_count": 2, "die_faces": 20},
    ],
    ids=str,
)
def test_what_can_just_be_played_is_not_refused(rules):
    match_of(rules, ["random"] * 4)


def test_fewer_players_need_fewer_cards():
    scarce = priced(QUIET, count=[4, 8, 6, 2, 2])
    match_of({}, ["random"] * 2, scarce)
    with pytest.raises(InputError, match="players = 3: 3 start squads need 6 cards of value 1"):
        match_of({}, ["random"] * 3, scarce)


# Doubts -------------------------------------------------------------------------------------------

DOUBTS = [
    ({}, []),
    ({"rounds_per_season": 1}, ["rounds_per_season = 1: relegation_points = 15 was meant for two"]),
    ({"rounds_per_season": 1, "relegation_points": 7}, []),
    ({"points_win": 3}, ["points_win = 3: relegation_points = 15 was meant for two points a win"]),
    ({"points_win": 3, "relegation_points": 22}, []),
    (
        {"start_capital": 600_000},
        ["start_capital = 600000: the start packet of notes holds 700000"],
    ),
    *(
        ({name: value}, [f"{name}: has no effect with home_income_mode = 'full'"])
        for name, value in (
            ("place_ties", "worst"),
            ("home_income_negative", True),
            ("place_deduction_1", 5),
            ("place_deduction_2", 5),
            ("place_deduction_3", 5),
            ("place_deduction_4", 5),
        )
    ),
    ({"place_ties": "worst", "home_income_mode": "by_place"}, []),
    (
        {"replay_pays_income": True},
        ["replay_pays_income: has no effect with cup_draw_rule = 'redraw'"],
    ),
    ({"replay_pays_income": True, "cup_draw_rule": "replay"}, []),
    (
        {"round_order": "arrival", "wait_at_start": False},
        ["round_order: has no effect with wait_at_start = false"],
    ),
    ({"round_order": "arrival"}, []),
    ({"wait_at_start": False}, []),
    *(
        ({name: value}, [f"{name}: has no effect with seasons = 1"])
        for name, value in (
            ("new_season_capital", 5),
            ("carry_cash", False),
            ("carry_squad", False),
        )
    ),
    ({"new_season_capital": 5, "carry_cash": False, "carry_squad": False, "seasons": 2}, []),
]


@pytest.mark.parametrize(("rules", "lines"), DOUBTS, ids=str)
def test_what_is_probably_not_meant_is_told(rules, lines):
    """Section 4: warn, do not reject."""
    s = match_of(rules)
    found = [*s.rules.doubts(s.components)]
    assert len(found) == len(lines)
    for line, start in zip(found, lines, strict=True):
        assert line.startswith(start)


def test_another_start_packet_is_doubted_too():
    notes = [note for note in SHIPPED.rows["notes"] if note.denomination != 200_000]
    found = [*Rules().doubts(with_rows(notes=notes))]
    assert found == ["start_capital = 700000: the start packet of notes holds 500000"]
    assert not [*Rules.read({"start_capital": 500_000}).doubts(with_rows(notes=notes))]
