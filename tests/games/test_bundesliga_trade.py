"""Transfers of Bundesliga: R20 to R22, windows, prices and limits (RULES.md)."""

from collections import Counter
from itertools import pairwise

import pytest
from bundesliga_scenes import (
    EMPTY,
    FEW,
    MATCHES,
    ONE,
    PRICES,
    QUIET,
    SAFE,
    SALES,
    SHIPPED,
    TRADES,
    manager,
    numbers,
    of,
    played,
    priced,
    row_of,
    several,
    squad,
    told,
)

from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event
from sim.games.bundesliga.strategies import STRATEGIES

BUSY = manager("random", keep_squad=0, transfers_per_window=200)
WINDOWS = ("buy_before_roll", "sell_before_roll", "sell_after_roll")


def first_turn(match):
    """Transfers of seat 0 before its roll, and after it."""
    kinds = [event.kind for event in match.events]
    at = kinds.index(Event.ROLL)
    return of(match.events[:at], *TRADES), of(match.events[at:], *TRADES)


# Windows ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [(), *((name,) for name in WINDOWS), WINDOWS])
def test_r20_r21_players_are_bought_before_the_roll_and_sold_before_and_after_it(off):
    """R20, R21: each window can be switched off."""
    assert all(getattr(Rules(), name) for name in WINDOWS)
    seen = set()
    for match in several(EMPTY, ONE | dict.fromkeys(off, False), [BUSY] * 2, 4 * FEW):
        before, after = first_turn(match)
        seen |= {"buy_before_roll" for e in before if e.kind == Event.BUY}
        seen |= {"sell_before_roll" for e in before if e.kind == Event.SELL}
        seen |= {"sell_after_roll" for e in after}
        assert all((e.seat, e.kind) == (0, Event.SELL) for e in after)
    assert seen == {*WINDOWS} - {*off}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_r20_without_the_window_nobody_buys(strategy):
    rows = played(SHIPPED, {"buy_before_roll": False, "squad_max": 11}, [strategy] * 2, FEW)
    assert not rows["buys_seat0"].any()
    assert not rows["buys_seat1"].any()


def test_r20_r21_any_number_is_traded_in_a_window():
    """R20, R21: here as many as 40 cards before one roll."""
    rich = {"start_capital": 10_000_000}
    before, _ = first_turn(told(QUIET, ONE | rich, ["threshold_seeker", "passive"]))
    assert len(before) == 13  # the twelve cheapest and another beat the stadiums ahead
    rich = {"start_capital": 100_000_000}
    early, _ = first_turn(told(QUIET, ONE | rich, ["early_investor", "passive"]))
    assert len(early) == 40
    sold = [len(first_turn(m)[1]) for m in several(EMPTY, ONE, [BUSY] * 2, 30 * FEW)]
    assert max(sold) > 3


@pytest.mark.parametrize("most", [1, 2, 3, 200])
def test_r20_the_engine_bounds_the_transfers_of_a_window(most):
    assert Rules().max_transfers_per_window == 40
    rules = ONE | {"max_transfers_per_window": most, "start_capital": 100_000_000}
    match = told(QUIET, rules, ["early_investor", "passive"])
    assert len(first_turn(match)[0]) == min(most, 80 - 22)
    for match in several(EMPTY, ONE | {"max_transfers_per_window": most}, [BUSY] * 2):
        before, after = first_turn(match)
        assert max(len(before), len(after)) <= most


@pytest.mark.parametrize("timing", ["after_resolution", "before_move"])
def test_a8_players_are_sold_after_the_move_or_right_after_the_die(timing):
    """A8: the strength of the matches of the move, and the cost of the space, tell the moment."""
    assert Rules().post_roll_sale_timing.word == "after_resolution"
    rules = ONE | {"post_roll_sale_timing": timing, "sell_before_roll": False}
    rules |= {"buy_before_roll": False}
    sales = 0
    for match in several(row_of("points_match 100 28"), rules, [BUSY] * 2):
        _, sold = first_turn(match)
        left = 28 - sum(e.a for e in sold)
        own = {e.b for e in match.kinds(*MATCHES)}
        assert own == {left if timing == "before_move" else 28}
        kinds = [e.kind for e in match.events if e.kind in {Event.SELL, Event.LAND, *MATCHES}]
        assert kinds == sorted(kinds, key=lambda k: (k == Event.SELL) == (timing[:2] == "af"))
        sales += len(sold)
    assert sales > 0


def test_a5_d4_who_stays_or_arrives_may_still_sell():
    """A5: a roll that is too high; D4: the roll that reaches the start space."""
    seen = Counter()
    for match in several(EMPTY, {"lap_end": "exact"} | SAFE, [BUSY] * 2):
        for event, after in pairwise(match.events):
            if after.kind == Event.SELL and event.kind in {Event.STAY, Event.ARRIVE}:
                seen[event.kind] += after.seat == event.seat
    assert min(seen[Event.STAY], seen[Event.ARRIVE]) > 0


# Prices and stock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("buy", "sell"), [(100, 100), (110, 33), (33, 20), (0, 0), (1000, 1)])
def test_r22_prices_are_those_of_the_cards(buy, sell):
    """R22: in percent of what is printed, rounded down."""
    cards = priced(EMPTY, purchase_price=[p + 7 for p in PRICES], sale_price=[p + 3 for p in SALES])
    rules = {"purchase_price_pct": buy, "sale_price_pct": sell} | SAFE
    rules |= {"start_capital": 9_000_000, "max_transfers_per_window": 5}
    for match in several(cards, rules, [BUSY] * 3, 3):
        assert match.kinds(Event.BUY)
        for event in match.kinds(Event.BUY):
            assert event.b == (PRICES[event.a - 1] + 7) * buy // 100
        for event in match.kinds(Event.SELL):
            assert event.b == (SALES[event.a - 1] + 3) * sell // 100
        for seat in range(3):
            bought = [e.b for e in match.kinds(Event.BUY) if e.seat == seat]
            sold = [e.b for e in match.kinds(Event.SELL) if e.seat == seat]
            assert match.row[f"money_buy_seat{seat}"] == -sum(bought)
            assert match.row[f"money_sell_seat{seat}"] == sum(sold)
            assert match.row[f"buys_seat{seat}"] == len(bought)
            assert match.row[f"sells_seat{seat}"] == len(sold)
            assert match.row[f"points_bought_seat{seat}"] == sum(numbers(match, Event.BUY, seat))


@pytest.mark.parametrize("limited", [True, False])
def test_r22_the_bank_has_only_so_many_cards(limited):
    """R22, I1: 80 cards; without the limit it never runs out."""
    assert Rules().bank_stock_limited
    rules = SAFE | {"start_capital": 20_000_000, "bank_stock_limited": limited}
    for match in several(EMPTY, rules, ["early_investor", BUSY, "planner"], 3):
        bank = Counter({1: 10, 2: 10, 3: 13, 4: 9, 5: 5})
        for event in match.kinds(*TRADES):
            bank[event.a] += 1 if event.kind == Event.SELL else -1
            assert not limited or bank[event.a] >= 0
        assert match.tables[0].stock.tolist() == [bank[value] for value in range(1, 6)]
        assert (min(bank.values()) < 0) != limited
        held = [sum(column) for column in zip(*(squad(match, s) for s in range(3)), strict=True)]
        assert [n + bank[v] for v, n in enumerate(held, 1)] == [16, 22, 22, 12, 8]


def test_r2_i14_nobody_buys_with_money_he_has_not():
    """R2, I3, I14: a window's purchases are paid by the cash before it and its sales."""
    for match in several(SHIPPED, {"start_capital": 200_000}, [BUSY, "planner", "flip_trader"]):
        assert min(e.c for e in match.kinds(Event.BUY)) >= 0


@pytest.mark.parametrize(("cash", "values"), [(475_000, [5]), (474_999, [4, 1])])
def test_r20_a_card_may_cost_all_the_cash_there_is(cash, values):
    match = told(EMPTY, ONE | {"start_capital": cash}, ["early_investor", "passive"])
    assert numbers(match, Event.BUY) == values


def test_a9_who_is_in_debt_cannot_buy():
    rules = {"insolvency": "debt", "start_capital": 100_000} | SAFE
    for match in several(row_of("cost 90000 fixed"), rules, ["thrifty", BUSY]):
        cash = [0, 0]
        for event in match.events:
            assert event.kind != Event.BUY or cash[event.seat] >= event.b
            if event.kind in {Event.BOOK, *TRADES}:
                cash[event.seat] = event.c


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [0, 5, 11])
def test_a10_voluntary_sales_need_more_than_the_smallest_squad(least):
    assert Rules().squad_min == 0
    smallest = []
    for match in several(EMPTY, SAFE | {"squad_min": least, "buy_before_roll": False}, [BUSY] * 2):
        smallest.append(11 - len(numbers(match, Event.SELL)))
        assert sum(squad(match)) == smallest[-1] == match.row["squad_end_seat0"]
    assert min(smallest) == least


def test_a10_forced_sales_ignore_the_smallest_squad():
    match = told(row_of("cost 900000 fixed"), ONE | {"squad_min": 11})
    assert numbers(match, Event.FORCED_SALE) == [4]


@pytest.mark.parametrize("most", [11, 12, 14])
def test_a11_no_more_cards_are_bought_than_a_squad_may_have(most):
    assert Rules().squad_max == 0
    rich = SAFE | {"start_capital": 30_000_000, "squad_max": most, "round_bonus": 0}
    for strategy in ("early_investor", "planner", BUSY):
        sizes = [11]
        for match in several(QUIET, rich, [strategy, "passive"], 3):
            size = 11
            for event in [e for e in match.events if e.seat == 0 and e.kind in TRADES]:
                size += 1 if event.kind == Event.BUY else -1
                sizes.append(size)
        assert max(sizes) == most or strategy == "planner"
        assert max(sizes) <= most


@pytest.mark.parametrize("cap", [28, 30, 37])
def test_a22_no_purchase_lifts_a_squad_above_the_strongest(cap):
    assert Rules().strength_cap == 0
    rich = SAFE | {"start_capital": 30_000_000, "strength_cap": cap, "round_bonus": 0}
    for strategy in ("early_investor", "threshold_seeker", BUSY):
        highest = []
        for match in several(QUIET, rich, [strategy, "passive"], 3):
            strengths = [28]
            for event in match.events:
                if event.seat == 0 and event.kind in TRADES:
                    sign = 1 if event.kind == Event.BUY else -1
                    strengths.append(strengths[-1] + sign * event.a)
            highest.append(max(strengths))
        assert max(highest) == cap
