"""The managers of Bundesliga: section 8 of RULES.md, parameter by parameter, and section 12."""

import pytest
from bundesliga_scenes import (
    EMPTY,
    FEW,
    ONE,
    PAIR,
    PRICES,
    QUIET,
    SAFE,
    SHIPPED,
    bought,
    cut,
    first,
    manager,
    numbers,
    of,
    played,
    priced,
    several,
    squad,
    told,
)
from telling import INTERPRETED

from sim.games.bundesliga.story import Event
from sim.games.bundesliga.strategies import STRATEGIES, Kind, Policy

THREE = ["passive"] * 3


# Section 12 ---------------------------------------------------------------------------------------


def test_the_strategies_are_those_of_section_8():
    assert [*STRATEGIES] == [
        "random",
        "passive",
        "thrifty",
        "early_investor",
        "threshold_seeker",
        "flip_trader",
        "planner",
    ]
    defaults = {
        "keep_squad": 11,
        "transfers_per_window": 1,
        "target": 32,
        "cash_floor": 300_000,
        "reserve": 0,
        "lookahead": 6,
        "base": 28,
    }
    for kind, policy in STRATEGIES.items():
        assert policy == Policy(kind=Kind[kind.upper()])
        assert policy.model_dump(exclude={"kind"}) == defaults


@pytest.mark.parametrize(
    ("strategy", "values", "sold"),
    [
        ("passive", [], []),
        ("thrifty", [1], []),
        ("early_investor", [5, 2], []),
        ("threshold_seeker", [1] * 6, []),
        ("flip_trader", [1] * 6, [5, 1]),
        ("planner", [1] * 8, []),
    ],
)
def test_transfers_on_the_first_turn(strategy, values, sold):
    """Section 12: what scripted managers buy at a table of four, and sell after the roll."""
    for match in several(QUIET, ONE, [strategy, *THREE], 3):
        assert numbers(match, Event.BUY) == values
        assert numbers(match, Event.SELL) == sold
        spent = sum(PRICES[value - 1] for value in values)
        assert match.row["money_buy_seat0"] == -spent
        assert match.row["strength_end_seat0"] == 28 + sum(values) - sum(sold)


def test_the_second_planner_finds_no_card_of_one_point():
    """Section 12: seat 1 buys four cards of two points for 640,000."""
    match = told(QUIET, {"max_turns": 2}, ["planner", "planner", *PAIR])
    assert numbers(match, Event.BUY, 1) == [2] * 4
    assert match.row["money_buy_seat1"] == -640_000
    assert match.row["strength_end_seat1"] == 36


def test_random_on_the_first_turn():
    """Section 12: strength 29.5 and 132,500 DM spent in the mean; half of the buyers sell again."""
    rules = ONE | {"sell_after_roll": False}
    rows = played(EMPTY, rules, ["random", *THREE])
    error = 0.05 if not INTERPRETED else 9
    assert abs(rows["strength_end_seat0"].mean() - 29.5) < error
    assert abs(rows["money_buy_seat0"].mean() + 132_500) < 5_000 or INTERPRETED
    rows = played(EMPTY, ONE, ["random", *THREE])
    buyers = rows["buys_seat0"] == 1
    assert abs(rows["sells_seat0"][buyers].mean() - 0.5) < 0.03 or INTERPRETED
    assert not rows["sells_seat0"][~buyers].any()


# random -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_random_makes_no_more_transfers_than_it_may_in_a_window(most):
    """Section 8, random (a)."""
    busy, largest = manager("random", transfers_per_window=most, keep_squad=0), [0, 0]
    for match in several(EMPTY, ONE | {"start_capital": 5_000_000}, [busy, "passive"], 20 * FEW):
        at = [e.kind for e in match.events].index(Event.ROLL)
        for i, window in enumerate((match.events[:at], match.events[at:])):
            largest[i] = max(largest[i], len(of(window, Event.BUY, Event.SELL)))
    assert largest == [most, most]


@pytest.mark.parametrize(
    ("keep", "most", "least"), [(11, 0, 11), (9, 0, 9), (0, 0, 0), (20, 11, 10)]
)
def test_random_keeps_some_cards(keep, most, least):
    """Section 8, random (b): more than `keep_squad`, or than a full squad less one."""
    busy = manager("random", transfers_per_window=200, keep_squad=keep)
    smallest, rules = 11, SAFE | {"buy_before_roll": False}
    for match in several(EMPTY, rules | {"squad_max": most}, [busy, "passive"]):
        size = 11
        for event in [e for e in match.events if e.kind in {Event.BUY, Event.SELL}]:
            size += 1 if event.kind == Event.BUY else -1
            smallest = min(smallest, size)
    assert smallest == least


def test_random_obeys_the_smallest_squad_too():
    busy = manager("random", transfers_per_window=200, keep_squad=3)
    for match in several(EMPTY, SAFE | {"squad_min": 8, "buy_before_roll": False}, [busy] * 2):
        assert sum(squad(match)) >= 8


# passive, thrifty, early_investor -----------------------------------------------------------------


@pytest.mark.parametrize("winner_rule", ["points", "cash"])
def test_passive_never_trades(winner_rule):
    for match in several(SHIPPED, {"winner_rule": winner_rule}, PAIR):
        assert not match.kinds(Event.BUY, Event.SELL)


def test_thrifty_buys_a_card_a_turn_until_its_target():
    """Parameter `target`: strength it wants."""
    rules = SAFE | {"start_capital": 5_000_000}
    for target, number in ((0, 0), (28, 0), (29, 1), (32, 4)):
        match = told(EMPTY, rules, [manager("thrifty", target=target), "passive"])
        turns = cut(match, Event.ROLL)
        assert numbers(match, Event.BUY) == [1] * min(number, match.row["turns_seat0"])
        assert max(len(of(turn, Event.BUY)) for turn in turns) <= 1


@pytest.mark.parametrize(("floor", "number"), [(625_000, 1), (625_001, 0), (700_000, 0), (0, 1)])
def test_thrifty_keeps_its_cash_floor(floor, number):
    """Parameter `cash_floor`: DM that a purchase must leave."""
    assert bought(QUIET, manager("thrifty", cash_floor=floor)) == [1] * number


@pytest.mark.parametrize(
    ("reserve", "values"), [(0, [5, 2]), (65_000, [5, 2]), (65_001, [5, 1, 1]), (650_000, [])]
)
def test_early_investor_keeps_its_reserve(reserve, values):
    """Parameter `reserve`; the highest value that leaves it comes first."""
    assert bought(QUIET, manager("early_investor", reserve=reserve)) == values


def test_early_investor_buys_in_the_first_lap_of_each_season_alone():
    rules = SAFE | {"seasons": 2, "rounds_per_season": 3, "round_bonus": 500_000}
    rules |= {"new_season_capital": 500_000}
    for match in several(EMPTY, rules, ["early_investor"] * 2, 3):
        laps = cut(match, Event.ROUND)
        assert [bool(of(lap, Event.BUY)) for lap in laps] == [True, False, False] * 2


def test_early_investor_swaps_its_lowest_card_in_a_full_squad():
    """Section 8: the lowest owned for the highest affordable; sold first, then bought."""
    full = {"squad_max": 11}
    match = told(QUIET, ONE | full, ["early_investor", *THREE])
    trades = [(e.kind, e.a) for e in match.kinds(Event.BUY, Event.SELL)]
    # 700 - 475 + 55 = 280: - 255 + 55 = 80: - 160 + 120 is no higher value: 80 + 120 - 255 < 0
    assert trades == [(Event.SELL, 1), (Event.BUY, 5), (Event.SELL, 1), (Event.BUY, 3)]
    for reserve, values in ((80_000, [5, 3]), (80_001, [5, 2])):
        assert first(QUIET, manager("early_investor", reserve=reserve), full)[0] == values
    assert first(QUIET, "early_investor", full | {"sell_before_roll": False})[0] == []
    assert first(QUIET, "early_investor", full | {"buy_before_roll": False}) == ([], [], [])
    assert first(QUIET, "early_investor", full | {"strength_cap": 31})[:2] == ([4], [1])
    two = full | {"max_transfers_per_window": 3}
    assert first(QUIET, "early_investor", two)[:2] == ([5], [1])
    scarce = priced(QUIET, count=[16, 22, 22, 12, 4])
    assert first(scarce, "early_investor", full)[0][0] == 4
