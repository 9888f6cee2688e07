"""Anchors of Bundesliga: when each exact value is given, and when it is left out."""

import re

import pytest
from bundesliga_tiny import (
    SHIPPED,
    cup,
    event_card,
    neutral,
    space,
    table,
    with_rows,
)

from sim.games.bundesliga.exact import anchors
from sim.games.bundesliga.exact_money import ruin_chance
from sim.games.bundesliga.exact_when import Case
from sim.games.bundesliga.record import RECORD
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import STRATEGIES, Policy

PASSIVE, RANDOM, PLANNER = (STRATEGIES[name] for name in ("passive", "random", "planner"))
QUIET = neutral()
DEBT = {"insolvency": "debt"}


def found(rules=None, policies=(PASSIVE, PASSIVE), components=QUIET, *, rotated=False):
    """Anchors by metric."""
    listed = anchors(Rules.read(rules or {}), policies, components, rotated)
    metrics = [anchor.metric for anchor in listed]
    assert len(set(metrics)) == len(metrics)
    return {anchor.metric: anchor for anchor in listed}


def kinds_of(metrics):
    """Metrics without their numbers."""
    return {re.sub(r"(_seat\d|_\d+$| > \d+)", "", metric) for metric in metrics}


LAPS = {"capped", "turns", "length", "p_landing", "home_matches", "money_bonus"}
LANDINGS = {
    f"landings_{kind}"
    for kind in (
        "points_match", "dfb_cup", "private_match", "european_cup", "cost",
        "event_yellow", "event_blue",
    )
}  # fmt: skip
STEADY = {
    "points", "points_lap1", "points_lap2", "relegated", "home_d", "home_l", "home_w", "away_d",
    "away_l", "away_w", "n_relegated", "all_relegated", "no_winner", "win_share", "decisions",
    "cup_matches", "cup_rounds", "cup_eliminated", "cup_draws", "money_cup", "cash_lap1",
    "cash_end", "wealth_end", "money_cost",
}  # fmt: skip
ALWAYS = LAPS | LANDINGS | {"events", "money_european"}
MONEY = {"money_home", "money_private"}


def test_passive_managers_and_neutral_events_have_all_anchors():
    assert kinds_of(found(DEBT)) == ALWAYS | MONEY | STEADY


def test_the_shipped_events_leave_landings_and_the_european_cup():
    for policies in [(PASSIVE, PASSIVE), (RANDOM, PLANNER), (PLANNER, RANDOM, PASSIVE)]:
        for rotated in (False, True):
            assert kinds_of(found({}, policies, SHIPPED, rotated=rotated)) == ALWAYS


def test_every_metric_is_a_column_that_is_kept():
    listed = found(DEBT, [PASSIVE] * 4) | found({"relegation_points": 3}, [PASSIVE] * 4)
    names = RECORD.column_names(4)
    for metric in listed:
        if not metric.startswith("p_landing_"):
            column = names[metric.partition(" > ")[0]]
            assert " > " not in metric or column.width == 1


def test_landing_chances_are_rates_that_are_kept():
    (rate,) = RECORD.rates
    listed = {m for m in found() if m.startswith("p_landing_")}
    assert listed == {f"p_landing_{k}" for k in range(1, 56)}
    assert listed <= RECORD.rate_names(rate).keys()


@pytest.mark.parametrize(
    "changes",
    [{"insolvency": "bankruptcy"}, {"seasons": 2}, {"lap_end": "carry"}],
)
def test_nothing_is_given_where_laps_are_not_known(changes):
    assert found(changes) == {}
    assert found(changes, (RANDOM, PLANNER), SHIPPED) == {}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_seat_of_a_table_may_be_ruined(seats):
    case = Case(Rules(), [PASSIVE] * seats, QUIET, rotated=False)
    assert case.ruin == seats * ruin_chance(Rules(), QUIET) > 0


def test_bankruptcy_that_cannot_happen_changes_nothing():
    rich = {"insolvency": "bankruptcy", "start_capital": 2_000_000}
    assert found(rich) == found(rich | {"insolvency": "debt"})
    assert found(rich, (PASSIVE, RANDOM)) == {}


def test_forced_sales_leave_what_they_cannot_change():
    """At 700,000 DM they are seldom; a match in 40,000 has one, so that points are not certain."""
    usual, certain = found(), found(DEBT)
    assert kinds_of(usual) == kinds_of(certain) - {"points_lap1", "points_lap2"}
    assert "points_seat0" not in usual
    assert usual["points_seat0 > 6"].value == usual["n_relegated"].sd == 0
    poor = found({"start_capital": 300_000})
    left = {"points", "relegated", "n_relegated", "all_relegated", "no_winner", "win_share"}
    assert kinds_of(poor) == ALWAYS | MONEY | left
    assert found({"start_capital": 300_000, "relegation_points": 6}).keys() & {
        "relegated_seat0", "no_winner", "n_relegated",
    } == set()  # fmt: skip


def test_passive_is_relegated_with_certainty():
    one = found(DEBT)
    assert (one["points_seat1"].value, one["points_seat1"].sd) == (6, 0)
    assert (one["relegated_seat1"].value, one["win_share_seat1"].value) == (1, 0)
    saved = found(DEBT | {"relegation_points": 6}, [PASSIVE] * 3)
    assert (saved["relegated_seat2"].value, saved["no_winner"].value) == (0, 0)
    assert saved["win_share_seat0"].value == pytest.approx(1 / 3)
    any_winner = found(DEBT | {"relegated_can_win": True})
    assert (any_winner["no_winner"].value, any_winner["win_share_seat0"].value) == (0, 0.5)


def test_decisions_of_passive_managers_are_twice_the_turns():
    listed = found(DEBT, [PASSIVE] * 4)
    assert listed["decisions"].value == pytest.approx(2 * 131.8095, abs=1e-4)
    assert listed["decisions"].sd == pytest.approx(2 * listed["length"].sd)
    asked = {
        "sell_after_roll": 1,
        "sell_before_roll": None,  # to buy is legal while there is cash
        "buy_before_roll": 2,
    }
    for option, times in asked.items():
        listed = found(DEBT | {option: False})
        if times is None:
            assert "decisions" not in listed
        else:
            assert listed["decisions"].value == pytest.approx(times * listed["length"].value)
    assert "decisions" not in found(DEBT | {"squad_min": 11})
    silent = {"buy_before_roll": False, "sell_before_roll": False, "sell_after_roll": False}
    assert found(DEBT | silent)["decisions"].value == 0
    assert "decisions" not in found(silent)  # a forced sale is a decision


def test_whoever_cannot_trade_is_steady():
    shut = {"buy_before_roll": False, "sell_before_roll": False, "sell_after_roll": False} | DEBT
    still = Policy.read({"kind": "random", "transfers_per_window": 0})
    everything = ALWAYS | MONEY | STEADY - {"decisions"}
    assert kinds_of(found(shut, (PLANNER, RANDOM))) == everything
    assert kinds_of(found(DEBT, (still, PASSIVE), rotated=True)) == everything
    other = Policy.read({"kind": "planner", "transfers_per_window": 0})  # it does not mind
    assert "points_seat0" not in found(DEBT, (other, PASSIVE))


def test_one_passive_manager_among_others_has_points_but_no_cup():
    listed = found(DEBT, (RANDOM, PASSIVE, PLANNER))
    assert (listed["points_seat1"].value, listed["win_share_seat1"].value) == (6, 0)
    assert "money_cost_seat1" in listed
    others = {"points_seat0", "money_cost_seat2", "cup_rounds_seat1", "cash_end_seat1", "no_winner"}
    assert not others & listed.keys()
    turning = kinds_of(found(DEBT, (RANDOM, PASSIVE, PLANNER), rotated=True))
    assert turning == ALWAYS | MONEY


def test_income_by_place_leaves_neither_home_income_nor_cash():
    place = DEBT | {"home_income_mode": "by_place", "relegation_points": 6}
    gone = {"money_home", "cash_lap1", "cash_end", "wealth_end", "win_share"}
    assert kinds_of(found(place)) == (ALWAYS | MONEY | STEADY) - gone
    none = {f"place_deduction_{n}": 0 for n in (2, 3, 4)}
    assert kinds_of(found(place | none)) == ALWAYS | MONEY | STEADY


def test_a_turn_cap_leaves_how_often_it_stops_the_season():
    listed = found({"max_turns": 66})
    assert list(listed) == ["capped"]
    assert 0.3 < listed["capped"].value < 0.6
    assert [found({"max_turns": n})["capped"].value for n in (19, 112, 4000)] == [1, 0, 0]
    small = {"die_faces": 2, "rounds_per_season": 1}  # a lap takes four rolls in one of 8 cases
    caps = {n: found(small | {"max_turns": n}, (RANDOM, PASSIVE), table("dfb_cup,cost 1 fixed,neutral"))
            for n in (7, 8)}  # fmt: skip
    assert [caps[n]["capped"].value for n in (7, 8)] == [1 / 64, 0]
    assert "length" in caps[8]
    exact = found({"lap_end": "exact"})
    assert exact["length"].value == pytest.approx(4 * 20.761905, abs=1e-5)


def test_a_stack_too_small_for_the_table_leaves_the_cup_out():
    four = with_rows(QUIET, cup_cards=cup("20h10 20a10 30h10 30a10 30h10"))
    cups = {"cup_matches", "cup_rounds", "cup_eliminated", "money_cup"}
    assert cups <= kinds_of(found(DEBT, [PASSIVE] * 3, four))
    less = kinds_of(found(DEBT, [PASSIVE] * 4, four))
    assert not (cups | {"cash_end"}) & less
    assert "points" in less


@pytest.mark.parametrize(
    ("changes", "gone"),
    [
        ({"amount": 5}, STEADY),
        ({"effect": "strength", "amount": 1, "trigger": "cup"}, STEADY),
        ({"effect": "gain_player", "amount": 1}, STEADY),
        ({"effect": "factor", "amount": 50, "trigger": "private"}, STEADY | {"money_private"}),
        ({"effect": "factor", "amount": 50, "trigger": "european"}, STEADY | {"money_european"}),
        ({"effect": "factor", "amount": 50, "trigger": "league_home"}, STEADY | {"money_home"}),
        (
            {"effect": "factor", "amount": 50, "trigger": "private+european"},
            STEADY | {"money_private", "money_european"},
        ),
        ({"effect": "bonus", "amount": 50, "trigger": "league_home"}, STEADY),
        ({"effect": "factor", "amount": 100, "trigger": "league_home"}, set()),
        ({"effect": "money_per_point", "amount": 0}, set()),
    ],
)
def test_a_card_takes_away_what_it_changes(changes, gone):
    events = (*QUIET.rows["event_cards"], event_card(**changes))
    listed = kinds_of(found(DEBT, components=with_rows(QUIET, event_cards=events)))
    assert listed == (ALWAYS | MONEY | STEADY) - gone


def test_cards_of_a_colour_that_the_board_lacks_do_not_matter():
    board = [space(i, "neutral") if row.kind == "event_blue" else row
             for i, row in enumerate(QUIET.rows["board"])]  # fmt: skip
    events = (*QUIET.rows["event_cards"], event_card(amount=99))
    listed = kinds_of(found(DEBT, components=with_rows(QUIET, board=board, event_cards=events)))
    assert listed == ALWAYS - {"landings_event_blue"} | MONEY | STEADY | {"landings_neutral"}


def test_stacks_that_may_run_out_leave_the_number_of_events_open():
    aside = [event_card(effect="strength", amount=1, trigger="cup")]
    assert "events_seat0" not in found({}, components=with_rows(event_cards=aside))
    none = found({}, components=with_rows(event_cards=()))
    assert (none["events_seat0"].value, none["events_seat0"].sd) == (0, 0)


def test_fixed_costs_hold_for_everybody():
    board = [row for row in QUIET.rows["board"] if row.cost_rule in ("none", "fixed")]
    board = [row.model_copy(update={"space": i}) for i, row in enumerate(board)]
    fixed = with_rows(QUIET, board=board)
    assert "money_cost_seat0" in found({}, (RANDOM, PLANNER), fixed)
    assert "money_cost_seat0" not in found({}, (RANDOM, PLANNER), QUIET)


def test_hardly_ever_landed_on_is_no_normal_number():
    """Three dice hardly ever show 3: the chance of landing there is given, no mean of few."""
    board = ["neutral"] * 70
    board[2] = "private_match 100"
    listed = found({"dice_count": 3}, components=table(",".join(board)))
    assert listed["p_landing_3"].value == pytest.approx(1 / 216)
    assert "money_private_seat0" not in listed
    assert "landings_neutral_seat0" in listed


def test_a_prize_or_points_that_are_hardly_ever_won_have_no_mean():
    prize = DEBT | {"cup_rounds_to_win": 5, "cup_prize": 10**8}
    gone = {"money_cup", "cash_lap1", "cash_end", "wealth_end"}
    assert kinds_of(found(prize)) == (ALWAYS | MONEY | STEADY) - gone
    often = DEBT | {"cup_rounds_to_win": 1, "cup_prize": 10**8}
    assert kinds_of(found(often)) == (ALWAYS | MONEY | STEADY)
    board = ["neutral"] * 70
    board[2] = "points_match 100 27"
    alone = {"dice_count": 3, "pass_counts": False, "relegation_points": 1} | DEBT
    listed = found(alone, components=table(",".join(board)))
    assert "points_seat0" not in listed
    assert listed["relegated_seat0"].value == pytest.approx((215 / 216) ** 2)


def test_points_beyond_the_histogram_are_not_counted():
    board = ",".join(["points_match 10 20"] * 8)
    few, many = (
        found(
            {"die_faces": 2, "points_win": 30, "rounds_per_season": laps}, components=table(board)
        )
        for laps in (1, 2)
    )
    assert "points_seat0 > 240" in few
    assert not any(metric.startswith("points_seat0 >") for metric in many)


def test_certain_elimination_is_no_question_of_chance():
    board = ",".join(["dfb_cup"] * 120)
    listed = found({"die_faces": 2}, components=table(board, "30h10 40a10"))
    assert (listed["cup_matches_seat0"].value, listed["cup_matches_seat0"].sd) == (1, 0)
    assert "cup_eliminated_seat0" not in listed


def test_anchors_name_the_section_they_come_from():
    for anchor in found(DEBT).values():
        assert anchor.source.startswith("RULES.md section 12: ")
        assert anchor.seat is None
