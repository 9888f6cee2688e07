"""First turns, plans and forced sales of section 12 of Bundesliga's RULES.md, and naive twins."""

from fractions import Fraction
from itertools import product

import pytest
from bundesliga_tiny import SHIPPED, of, with_rows
from hypothesis import given
from hypothesis import strategies as st

from sim.games.bundesliga.exact_money import start_cards, strength_of
from sim.games.bundesliga.exact_random import RandomOpening
from sim.games.bundesliga.exact_trade import (
    Market,
    best_prefix,
    forced_sale,
    opening,
    opening_market,
    openings,
    plan,
    season_list,
    window_list,
)
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import STRATEGIES, Policy

RULES = Rules()
PRICES = dict(enumerate((75_000, 160_000, 255_000, 360_000, 475_000), start=1))
SALES = dict(enumerate((55_000, 120_000, 190_000, 270_000, 355_000), start=1))


def first(name, rules=None, components=SHIPPED, seats=4, **parameters):
    """First turn of seat 0."""
    policy = Policy.read({"kind": name, **parameters})
    read = Rules.read(rules or {})
    return opening(read, policy, components, opening_market(read, components, seats))


def table_of(name, seats=4):
    """First turns of a table that all manage alike."""
    return openings(RULES, [STRATEGIES[name]] * seats, SHIPPED)


# First turns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bought", "spent", "strength", "sold"),
    [
        ("passive", (), 0, 28, ()),
        ("planner", (1,) * 8, 600_000, 36, ()),
        ("threshold_seeker", (1,) * 6, 450_000, 34, ()),
        ("flip_trader", (1,) * 6, 450_000, 34, (5, 1)),
        ("early_investor", (5, 2), 635_000, 35, ()),
        ("thrifty", (1,), 75_000, 29, ()),
    ],
)
def test_first_turns_are_the_printed_ones(name, bought, spent, strength, sold):
    for turn in (first(name), table_of(name)[0]):
        found = (turn.bought, turn.spent, turn.strength, turn.sold)
        assert found == (bought, spent, strength, sold)


def test_the_bank_has_what_the_table_leaves():
    stocks = {seats: opening_market(RULES, SHIPPED, seats).stock for seats in (2, 3, 4)}
    assert stocks == {2: (12, 14, 16, 10, 6), 3: (10, 10, 13, 9, 5), 4: (8, 6, 10, 8, 4)}
    assert [strength_of(stocks[seats]) for seats in (4, 3, 2)] == [102, 130, 158]
    assert [sum(stocks[seats]) for seats in (4, 3, 2)] == [36, 47, 58]


def test_the_second_planner_finds_no_cheap_cards():
    one, two, three, _ = table_of("planner")
    assert (two.bought, two.spent, two.strength) == ((2,) * 4, 640_000, 36)
    assert one.after.stock == (0, 6, 10, 8, 4)
    assert three.before.stock == (0, 2, 10, 8, 4)
    assert three.spent <= 700_000


def test_what_a_flip_trader_sells_is_there_for_the_next():
    one, two, *_ = table_of("flip_trader")
    assert (strength_of(one.after.squad), one.after.stock) == (28, (3, 6, 10, 8, 5))
    assert one.after.cash == 700_000 - 450_000 + 355_000 + 55_000
    assert two.before.stock == one.after.stock
    assert two.strength >= 34


def test_lists_of_opponents():
    assert window_list(RULES, SHIPPED, 6) == [33, 40]
    assert window_list(RULES, SHIPPED, 6, here=50) == [48]
    assert window_list(Rules.read({"covered_stadiums": [2]}), SHIPPED, 6) == [40]
    assert window_list(RULES, SHIPPED, 0) == []
    assert len(season_list(RULES, SHIPPED)) == 36


@pytest.mark.parametrize(
    ("turn", "bought"),
    [
        (first("thrifty", target=28), ()),
        (first("thrifty", cash_floor=625_000), (1,)),
        (first("thrifty", cash_floor=625_001), ()),
        (first("threshold_seeker", reserve=250_001), (1,) * 5),  # a draw
        (first("threshold_seeker", reserve=250_000), (1,) * 6),
        (first("threshold_seeker", lookahead=1), ()),
        (first("flip_trader", lookahead=1), ()),
        (first("flip_trader", reserve=600_000), (1,) * 6),  # it keeps none
        (first("planner", lookahead=1), ()),
        (first("planner", lookahead=0), (1,) * 8),
        (first("planner", reserve=600_000), ()),
        (first("early_investor", reserve=70_000), (5, 1, 1)),
        (first("planner", {"buy_before_roll": False}), ()),
        (first("planner", {"max_transfers_per_window": 6}), (1,) * 6),
        (first("early_investor", {"max_transfers_per_window": 1}), (5,)),
        (first("planner", {"strength_cap": 34}), (1,) * 6),
        (first("early_investor", {"strength_cap": 31}), (3,)),
        (first("planner", {"purchase_price_pct": 200}), ()),
        (first("early_investor", {"squad_max": 11}), (5, 3)),
        (first("early_investor", {"squad_max": 11, "sale_price_pct": 0}), (5, 2)),
        (first("early_investor", {"squad_max": 11, "sell_before_roll": False}), ()),
        (first("early_investor", {"squad_max": 11, "max_transfers_per_window": 3}), (5,)),
    ],
)
def test_parameters_and_house_rules_change_first_turns(turn, bought):
    assert turn.bought == bought


@pytest.mark.parametrize(
    ("changes", "sold"),
    [
        ({"sell_after_roll": False}, ()), ({"post_roll_sale_timing": "before_move"}, ()),
        ({"squad_min": 11}, (5, 1)),
        ({"max_transfers_per_window": 6}, (5, 1)),
    ],
)  # fmt: skip
def test_rules_that_bind_the_sale_after_the_roll(changes, sold):
    turn = first("flip_trader", changes)
    assert (turn.bought, turn.sold) == ((1,) * 6, sold)
    assert first("flip_trader", base=20).sold == (5, 4, 3, 2)
    kept = first("flip_trader", changes | {"squad_min": 11}, base=0)
    assert kept.sold == ((5, 4, 3, 3, 3, 2) if sold else ())


def test_a_full_squad_swaps():
    turn = first("early_investor", {"squad_max": 11})
    steps = [(step.buys, step.sells, step.cost) for step in turn.steps]
    assert steps == [(5, 1, 420_000), (3, 1, 200_000)]  # 305,000 for a 4 is too much
    assert turn.after.squad == (0, 4, 4, 1, 2)
    assert turn.after.stock == (10, 6, 9, 8, 3)


def test_random_managers_have_no_plan():
    with pytest.raises(ValueError, match="random"):
        first("random")


# Plans --------------------------------------------------------------------------------------------


def naive_plan(rules, squad, stock, budget):
    """`steps` of section 8, by trying every pair of cards: (given up or 0, bought)."""
    found = []
    while len(found) < rules.max_transfers_per_window:
        full = 0 < rules.squad_max <= sum(squad.values())
        fitting = []
        for given_up, value in product(range(6), range(1, 6)):
            swap = given_up > 0
            cost = PRICES[value] - (SALES[given_up] if swap else 0)
            strength = sum(v * n for v, n in squad.items()) + value - given_up
            if swap != full or (swap and (given_up >= value or not squad[given_up])):
                continue
            if cost > budget or (rules.bank_stock_limited and stock[value] < 1):
                continue
            if 0 < rules.strength_cap < strength:
                continue
            gain = value - given_up
            fitting.append((Fraction(cost, gain), -gain, given_up, value, cost))
        if not fitting:
            break
        *_, given_up, value, cost = min(fitting)
        budget -= cost
        squad[value] += 1
        stock[value] -= 1
        if given_up:
            squad[given_up] -= 1
            stock[given_up] += 1
        found.append((given_up, value))
    return found


@given(
    squad=st.lists(st.integers(0, 3), min_size=5, max_size=5),
    stock=st.lists(st.integers(0, 4), min_size=5, max_size=5),
    cash=st.integers(0, 4_000_000),
    squad_max=st.integers(0, 14),
    cap=st.sampled_from([0, 40, 60]),
    limited=st.booleans(),
    window=st.integers(1, 12),
)
def test_plans_are_what_trying_every_pair_gives(
    squad, stock, cash, squad_max, cap, limited, window
):
    rules = of(
        squad_max=squad_max,
        strength_cap=cap,
        bank_stock_limited=limited,
        max_transfers_per_window=window,
    )
    market = Market(tuple(squad), tuple(stock), cash)
    naive = naive_plan(rules, dict(enumerate(squad, 1)), dict(enumerate(stock, 1)), cash)
    steps = plan(rules, SHIPPED, market)
    assert [(step.sells, step.buys) for step in steps] == naive
    assert sum(step.cost for step in steps) <= cash


def test_equal_prices_per_point_take_the_larger_gain():
    cards = SHIPPED.rows["player_cards"]
    alike = with_rows(
        player_cards=[c.model_copy(update={"purchase_price": 80_000 * c.value}) for c in cards]
    )
    turn = first("planner", {"start_capital": 1_000_000}, alike)
    assert turn.bought[:2] == (5, 5)


@given(
    strength=st.integers(20, 50),
    budget=st.integers(0, 3_000_000),
    against=st.lists(st.integers(20, 60), max_size=8),
)
def test_the_best_prefix_is_the_shortest_with_most_points(strength, budget, against):
    steps = plan(RULES, SHIPPED, Market((2, 4, 3, 1, 1), (8, 6, 10, 8, 4), budget))

    def points(k):
        s = strength + sum(step.buys for step in steps[:k])
        return sum(2 * (s > x) + (s == x) for x in against)

    found = len(best_prefix(RULES, strength, steps, against))
    assert all(points(k) < points(found) for k in range(found))
    assert all(points(k) <= points(found) for k in range(len(steps) + 1))


# Forced sales -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "sold", "left"),
    [
        (20_000 - 100_000, [2], 40_000),  # as printed
        (0, [], 0),
        (-55_000, [1], 0),
        (-55_001, [2], 64_999),
        (-355_000, [5], 0),
        (-360_000, [5, 1], 50_000),
        (-3_000_000, [5, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1], 0),
    ],
)
def test_forced_sales_of_the_start_squad(cash, sold, left):
    assert forced_sale(RULES, SHIPPED, start_cards(SHIPPED), cash) == (sold, left)


# Random managers ----------------------------------------------------------------------------------


def test_the_first_window_of_random_is_the_printed_one():
    turn = RandomOpening(RULES, STRATEGIES["random"], SHIPPED, 4)
    assert (turn.strength, turn.spent) == (Fraction(59, 2), 132_500)
    assert turn.changed == Fraction(1, 2)
    assert turn.sells_after == Fraction(1, 2) * turn.changed


@pytest.mark.parametrize(
    ("limited", "strength"), [(True, 28 + Fraction(7, 4)), (False, Fraction(59, 2))]
)
def test_random_managers_buy_what_the_bank_has(limited, strength):
    """R22: no card of one point is left, unless the bank never runs out."""
    cards = SHIPPED.rows["player_cards"]
    scarce = with_rows(
        player_cards=[c.model_copy(update={"count": 8 if c.value == 1 else c.count}) for c in cards]
    )
    turn = RandomOpening(of(bank_stock_limited=limited), STRATEGIES["random"], scarce, 4)
    assert turn.strength == strength


def test_two_transfers_of_random():
    """Buys one of five, then passes, sells one of the twelve cards' values, or buys again."""
    policy = Policy.read({"kind": "random", "transfers_per_window": 2})
    turn = RandomOpening(RULES, policy, SHIPPED, 4)
    strength = Fraction(28, 2)
    for value, price in PRICES.items():
        affordable = [v for v, p in PRICES.items() if p <= 700_000 - price]
        after = 28 + value
        again = Fraction(sum(after + v for v in affordable), len(affordable))
        sold = Fraction(sum(after - v for v in SALES), 5)
        strength += Fraction(1, 10) * (after + again + sold) / 3
    assert turn.strength == strength
    assert sum(turn.law.values()) == 1


@pytest.mark.parametrize(
    ("changes", "parameters", "strength", "sells_after"),
    [
        ({}, {"transfers_per_window": 0}, 28, 0),
        ({"buy_before_roll": False}, {}, 28, 0),
        ({"sell_after_roll": False}, {}, Fraction(59, 2), 0),
        ({"squad_max": 11}, {}, 28 - Fraction(3, 2), Fraction(1, 4)),
        ({"squad_max": 12}, {}, Fraction(59, 2), Fraction(1, 4)),
        ({"strength_cap": 29}, {}, Fraction(57, 2), Fraction(1, 4)),
        ({"start_capital": 200_000}, {}, 28 + Fraction(3, 4), Fraction(1, 4)),
        ({"squad_min": 11}, {"keep_squad": 0}, Fraction(59, 2), Fraction(1, 4)),
        ({}, {"keep_squad": 10}, 28, Fraction(1, 2) - Fraction(1, 6)),
        ({"sell_before_roll": False}, {"keep_squad": 10}, Fraction(59, 2), Fraction(1, 2)),
        (
            {"max_transfers_per_window": 1},
            {"transfers_per_window": 5},
            Fraction(59, 2),
            Fraction(1, 4),
        ),
        ({}, {"transfers_per_window": 0, "keep_squad": 10}, 28, 0),
    ],
)
def test_house_rules_change_the_first_window_of_random(changes, parameters, strength, sells_after):
    policy = Policy.read({"kind": "random", **parameters})
    turn = RandomOpening(Rules.read(changes), policy, SHIPPED, 4)
    assert (turn.strength, turn.sells_after) == (strength, sells_after)
