"""Plans of Bundesliga's managers, and what they sell in the end: section 8 of RULES.md."""

import pytest
from bundesliga_scenes import (
    EMPTY,
    QUIET,
    SAFE,
    bought,
    cut,
    first,
    manager,
    numbers,
    of,
    priced,
    row_of,
    several,
    told,
)

from sim.games.bundesliga.story import Event, Ledger
from sim.games.bundesliga.strategies import STRATEGIES

SCRIPTED = [name for name in STRATEGIES if name not in {"random", "passive"}]
EVEN = [80_000 * value for value in range(1, 6)]


# Plans --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["threshold_seeker", "planner"])
@pytest.mark.parametrize(("reserve", "number"), [(0, 2), (550_000, 2), (550_001, 1), (650_000, 0)])
def test_plans_keep_the_reserve(strategy, reserve, number):
    """Parameter `reserve` of threshold_seeker and planner."""
    board = row_of("points_match 0 28,points_match 0 29", 6)
    policy = manager(strategy, reserve=reserve)
    assert bought(board, policy) == [1] * number
    assert bought(board, manager("flip_trader", reserve=reserve)) == [1] * 2


@pytest.mark.parametrize("strategy", ["threshold_seeker", "flip_trader"])
@pytest.mark.parametrize(
    ("lookahead", "poor", "rich"),
    [(0, 0, 0), (1, 0, 0), (2, 6, 6), (4, 6, 6), (5, 6, 14), (10, 6, 14), (11, 8, 14)],
)
def test_threshold_seekers_beat_the_stadiums_ahead(strategy, lookahead, poor, rich):
    """Parameter `lookahead`: 33 on space 2, 40 on 5, 28 on 8, 36 on 11; the cheapest that pays."""
    policy = manager(strategy, lookahead=lookahead)
    assert sum(bought(QUIET, policy, {"start_capital": 690_000})) == poor
    assert sum(bought(QUIET, policy, {"start_capital": 5_000_000})) == rich


def test_the_look_ahead_ends_with_the_lap():
    """Section 8: the next spaces of this lap."""
    board = ",".join(["points_match 0 29", *["neutral"] * 10])
    seeker = manager("threshold_seeker", lookahead=200)
    match = told(board, SAFE, [seeker, "passive"])
    first_lap, second_lap = cut(match, Event.ROUND)
    at = [e.kind for e in first_lap].index(Event.ROLL)
    assert [e.a for e in of(first_lap[:at], Event.BUY)] == [1, 1]
    assert not of(first_lap[at:], Event.BUY)
    assert not of(second_lap, Event.BUY)


def test_the_shortest_plan_with_the_most_points_is_carried_out():
    """Section 8, best_prefix: a draw is worth a step, a second step without a point is not."""
    board = row_of("points_match 0 30,neutral", 6)
    assert bought(board, "threshold_seeker", {"start_capital": 150_000}) == [1, 1]
    assert bought(board, "threshold_seeker", {"start_capital": 149_999}) == []
    assert bought(board, "threshold_seeker") == [1, 1, 1]
    assert bought(board, "threshold_seeker", {"points_win": 1}) == [1, 1]
    assert bought(board, "threshold_seeker", {"points_draw": 0}) == [1, 1, 1]
    poor = {"start_capital": 150_000, "points_loss": 1}  # a draw is worth no more
    assert bought(board, "threshold_seeker", poor) == []
    assert bought(board, "threshold_seeker", dict.fromkeys(("points_win", "points_draw"), 0)) == []


@pytest.mark.parametrize(("lookahead", "buys"), [(0, 8), (1, 0), (2, 8), (6, 8)])
def test_planner_waits_until_its_plan_pays_within_the_look_ahead(lookahead, buys):
    """Parameter `lookahead` of the planner: 0 buys at once."""
    assert len(bought(QUIET, manager("planner", lookahead=lookahead))) == buys


def test_planner_plans_for_all_laps_to_come():
    """Section 8, season_list: what lies ahead on this lap, and the laps still to come."""
    board = ",".join(["points_match 0 29", *["neutral"] * 9, "points_match 0 28"])
    match = told(board, SAFE | {"die_faces": 2}, ["planner", "passive"], match=3)
    assert numbers(match, Event.BUY)[:2] == [1, 1]
    last = ",".join(["points_match 0 40", "points_match 0 29", *["neutral"] * 9])
    rules = SAFE | {"start_capital": 0, "round_bonus": 160_000, "rounds_per_season": 2}
    match = told(last, rules, ["planner", "passive"])
    assert of(cut(match, Event.ROUND)[1], Event.BUY)
    more = told(last, rules | {"rounds_per_season": 3}, ["planner", "passive"])
    assert len(of(cut(more, Event.ROUND)[1], Event.BUY)) == 2
    assert not of(cut(more, Event.ROUND)[0], Event.BUY)


def test_steps_take_the_cheapest_points_and_the_larger_gain_on_ties():
    """Section 8, steps."""
    board = row_of("points_match 0 90")  # nothing to win, so thrifty shows the first step alone
    assert bought(board, manager("thrifty", cash_floor=0, target=99)) == [1]
    even = priced(board, purchase_price=EVEN)
    assert bought(even, manager("thrifty", cash_floor=0, target=99)) == [5]
    assert bought(even, manager("thrifty", cash_floor=300_001, target=99)) == [4]
    assert bought(even, manager("thrifty", cash_floor=0, target=99), {"strength_cap": 31}) == [3]
    cheap = priced(
        board, purchase_price=[80_000, 160_000, 239_999, 320_000, 400_000], sale_price=[0] * 5
    )
    assert bought(cheap, manager("thrifty", cash_floor=0, target=99)) == [3]
    scarce = priced(board, count=[8, 16, 22, 12, 8])
    assert bought(scarce, manager("thrifty", cash_floor=0, target=99)) == [3]
    limitless = manager("thrifty", cash_floor=0, target=99)
    assert bought(scarce, limitless, {"bank_stock_limited": False}) == [1]


def test_steps_swap_in_a_full_squad_and_give_up_the_lower_card_on_ties():
    """Section 8: u for v > u at price(v) - sale(u); ties: larger gain, then lower card given up."""
    full, thrifty = {"squad_max": 11}, manager("thrifty", cash_floor=0, target=99)
    even = priced(EMPTY, purchase_price=EVEN, sale_price=EVEN)
    assert first(even, thrifty, full)[:2] == ([5], [1])
    assert first(even, thrifty, full | {"strength_cap": 31})[:2] == ([4], [1])
    assert first(even, thrifty, full | {"strength_cap": 29})[:2] == ([2], [1])
    assert first(QUIET, thrifty, full)[:2] == ([3], [1])  # 200,000 for two points
    assert first(QUIET, thrifty, full | {"sell_before_roll": False})[:2] == ([], [])
    poor = manager("thrifty", cash_floor=700_000 - 105_000, target=99)
    assert first(QUIET, poor, full)[:2] == ([2], [1])
    poorer = manager("thrifty", cash_floor=700_000 - 104_999, target=99)
    assert first(QUIET, poorer, full)[:2] == ([], [])


def test_steps_count_the_cards_that_earlier_steps_bought_and_sold():
    """Section 8: on copies of squad and stock."""
    dear, nothing = 900_000, [0] * 5
    board = row_of("points_match 0 31")  # 28, 31, 32
    sold = priced(
        board,
        count=[16, 16, 22, 12, 5],  # no card of two points, one of five
        purchase_price=[dear, 100_000, dear, dear, 30_000],
        sale_price=[0, 25_000, 0, 0, 0],
    )
    assert first(sold, "threshold_seeker", {"squad_max": 11})[:2] == ([5, 2], [2, 1])
    board = row_of("points_match 0 2")  # 1, 2, 3
    again = priced(
        board,
        start_per_player=[1, 0, 0, 0, 0],
        purchase_price=[dear, 10_000, 100_000, dear, dear],
        sale_price=nothing,
    )
    assert first(again, "threshold_seeker", {"squad_max": 1})[:2] == ([2, 3], [1, 2])
    even = priced(row_of("points_match 0 33"), purchase_price=EVEN)  # 28, 32, 33
    capped = {"squad_max": 11, "strength_cap": 33}
    assert first(even, "threshold_seeker", capped)[:2] == ([5, 2], [1, 1])


def test_planner_plans_for_nothing_in_the_last_lap_behind_its_last_stadium():
    """Section 8, season_list: the price of a card is together only then."""
    board = ",".join(["points_match 0 28", *["private_match 5"] * 10])
    rules = SAFE | {"start_capital": 0, "round_bonus": 74_940, "die_faces": 2}
    planner = manager("planner", lookahead=0)
    matches = several(board, rules, [planner, "passive"])
    assert max(match.row["cash_end_seat0"] for match in matches) >= 75_000
    assert not any(match.kinds(Event.BUY) for match in matches)
    for match in several(board, rules | {"rounds_per_season": 3}, [planner, "passive"]):
        assert numbers(match, Event.BUY) == [1]


def test_a_swap_counts_two_transfers():
    """Section 8: a plan stops before the step that would exceed the window cap."""
    board = row_of("points_match 0 32,points_match 0 36", 6)
    even, rich = priced(board, purchase_price=EVEN), {"start_capital": 50_000_000}
    for most, swaps in ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (200, 3)):
        rules = rich | {"squad_max": 11, "max_transfers_per_window": most}
        assert first(even, "threshold_seeker", rules)[:2] == (
            [5, 5, 5][:swaps],
            [1, 1, 2][:swaps],
        )
    for most, values in ((1, [5]), (2, [5]), (3, [5, 5])):
        rules = rich | {"squad_max": 12, "max_transfers_per_window": most}
        assert bought(even, "threshold_seeker", rules) == values


# flip_trader and the cash-out ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "sold"), [(28, [5, 1]), (34, []), (33, [1]), (30, [4]), (20, [5, 5, 4]), (0, None)]
)
def test_flip_trader_sells_down_to_its_base(base, sold):
    """Parameter `base`; the highest value that leaves it, again and again."""
    _, _, after = first(QUIET, manager("flip_trader", base=base))
    if sold is None:
        assert sorted(after, reverse=True) == after
        assert sum(after) == 34
    elif base == 20:
        assert after[:2] == [5, 4]
        assert sum(after) == 14
    else:
        assert after == sold


def test_flip_trader_keeps_its_cards_where_sales_come_before_the_move():
    rules = {"post_roll_sale_timing": "before_move"}
    assert first(QUIET, "flip_trader", rules) == ([1] * 6, [], [])
    assert first(QUIET, "flip_trader", {"sell_after_roll": False}) == ([1] * 6, [], [])
    cap = {"max_transfers_per_window": 1}
    assert first(QUIET, manager("flip_trader", base=0), cap)[2] == [5]


@pytest.mark.parametrize("strategy", SCRIPTED)
def test_scripted_managers_cash_out_at_the_end_if_cash_decides(strategy):
    """Section 8: on arrival in the last round of the last season, highest value first."""
    rules = {"winner_rule": "cash", "buy_before_roll": False, "seasons": 2} | SAFE
    order = [5, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1]
    match = told(EMPTY, rules, [strategy, "passive"])
    assert numbers(match, Event.SELL) == order
    *_, last = cut(match, Event.ROUND)
    assert [e.a for e in of(last, Event.SELL)] == order
    mine = [e.kind for e in last if e.seat == 0]
    assert mine.index(Event.SELL) == mine.index(Event.ARRIVE) + 1
    assert match.row["squad_end_seat0"] == 0
    some = told(EMPTY, rules | {"max_transfers_per_window": 3}, [strategy, "passive"])
    assert numbers(some, Event.SELL) == order[:3]
    kept = told(EMPTY, rules | {"squad_min": 9}, [strategy, "passive"])
    assert numbers(kept, Event.SELL) == order[:2]
    for other in ({"winner_rule": "wealth"}, {"post_roll_sale_timing": "before_move"}):
        assert not told(EMPTY, rules | other, [strategy, "passive"]).kinds(Event.SELL)


def test_random_and_passive_do_not_cash_out():
    rules = {"winner_rule": "cash", "buy_before_roll": False, "sell_before_roll": False}
    for match in several(EMPTY, rules | SAFE, ["random", "passive"]):
        assert not match.kinds(Event.SELL)
        assert not [e for e in match.kinds(Event.BOOK) if e.b == Ledger.SELL]
