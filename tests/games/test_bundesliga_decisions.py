"""Decisions D1 to D5 of Bundesliga, and insolvency, where D5 is asked (RULES.md)."""

from collections import Counter

from bundesliga_scenes import (
    EMPTY,
    FAR,
    FEW,
    MANY,
    ONE,
    PAIR,
    QUIET,
    SAFE,
    SALES,
    booked,
    cut,
    manager,
    numbers,
    played,
    read,
    row_of,
    several,
    squad,
    told,
)
from scipy.stats import binomtest, chisquare
from telling import INTERPRETED

from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event, Ledger
from sim.games.bundesliga.strategies import STRATEGIES

FOUR = ("planner", *PAIR, "passive")
WINDOWS = ("buy_before_roll", "sell_before_roll", "sell_after_roll")


# Insolvency ---------------------------------------------------------------------------------------


def test_a9_d5_scripted_managers_sell_the_cheapest_card_that_suffices():
    """Section 12: cash 20,000, cost 100,000: one card of 2 points for 120,000."""
    assert Rules().insolvency.word == "forced_sale"
    for strategy in STRATEGIES:
        if strategy != "random":
            capital = {"start_capital": 20_000, "buy_before_roll": False, "sell_after_roll": False}
            match = told(row_of("cost 100000 fixed"), ONE | capital, [strategy, "passive"])
            assert numbers(match, Event.FORCED_SALE) == [2]
            assert match.row["cash_end_seat0"] == 40_000
            assert match.row["cash_min_seat0"] == 20_000  # of completed bookings
            assert match.row["forced_sales_seat0"] == match.row["sells_seat0"] == 1


def test_a9_d5_if_none_suffices_the_highest_goes_first():
    match = told(row_of("cost 1000000 fixed"), ONE | SAFE | {"start_capital": 0})
    assert numbers(match, Event.FORCED_SALE) == [5, 4, 3, 3]
    assert squad(match) == [2, 4, 1, 0, 0]
    assert match.row["cash_end_seat0"] == 355_000 + 270_000 + 190_000 + 190_000 - 1_000_000
    assert match.row["money_writeoff_seat0"] == 0
    exact = told(row_of("cost 355000 fixed"), ONE | {"start_capital": 0})
    assert numbers(exact, Event.FORCED_SALE) == [5]


def test_a9_what_is_still_missing_is_waived():
    """A9, I3: the squad is sold; the shortfall is a write-off; the player goes on."""
    match = told(row_of("cost 5000000 fixed"), SAFE | {"start_capital": 1000})
    worth = 2 * 55_000 + 4 * 120_000 + 3 * 190_000 + 270_000 + 355_000
    assert len(numbers(match, Event.FORCED_SALE)) == 11
    assert numbers(match, Event.WRITEOFF)[:2] == [5_000_000 - 1000 - worth, 5_000_000]
    assert match.row["cash_min_seat0"] == 0
    assert match.row["bankrupt_seat0"] == 0
    assert match.row["squad_end_seat0"] == 0
    assert match.row["money_writeoff_seat0"] == sum(numbers(match, Event.WRITEOFF))
    assert len(numbers(match, Event.ARRIVE)) == 2


def test_a9_debts_are_allowed_as_a_house_rule():
    match = told(row_of("cost 400000 fixed"), {"insolvency": "debt", "max_turns": 4})
    assert not match.kinds(Event.FORCED_SALE, Event.WRITEOFF)
    assert match.row["cash_end_seat0"] == match.row["cash_min_seat0"] == -100_000
    assert match.row["squad_end_seat0"] == 11


TABLE = {  # told to seat 0, and to all
    Event.SEASON,
    Event.ROUND,
    Event.CAPPED,
    Event.NO_RELEGATION,
    Event.WINNERS,
}


def test_a9_the_bankrupt_leave_the_game_at_once():
    """A9, R25: relegated in this season; cards go back; the others play on to the end."""
    rules = {"insolvency": "bankruptcy", "start_capital": 0} | SAFE
    board = "neutral,neutral,cost 9000000 fixed" + ",private_match 5" * 9
    gone = 0
    for match in several(board, rules, ["passive"] * 3):
        out = {e.seat for e in match.kinds(Event.BANKRUPT)}
        gone += len(out)
        for seat in range(3):
            mine = [e for e in match.events if e.seat == seat and e.kind not in TABLE]
            row = {name: match.row[f"{name}_seat{seat}"] for name in ("bankrupt", "relegated")}
            assert row == dict.fromkeys(row, seat in out)
            assert match.row[f"relegated_season_seat{seat}"] == (seat in out)
            if seat in out:
                assert mine[-1].kind == Event.BANKRUPT
                assert mine[-2].kind == Event.WRITEOFF
                assert squad(match, seat) == [0] * 5
                assert match.row[f"squad_end_seat{seat}"] == 0
            elif len(out) < 3:
                assert len(numbers(match, Event.ARRIVE, seat)) == 2
        start = [16, 22, 22, 12, 8]
        left = [n - sum(squad(match, s)[v] for s in range(3)) for v, n in enumerate(start)]
        assert match.tables[0].stock.tolist() == left
    assert 0 < gone < 3 * FEW


# Decisions ----------------------------------------------------------------------------------------


def near(found, number, chance):
    """Whether so many hits are what a chance gives."""
    return binomtest(int(found), number, chance).pvalue > FAR


def test_d1_d2_random_is_uniform_over_intents_then_over_values():
    """D1, D2, section 8: pass or buy, then each of five values."""
    rows = played(EMPTY, ONE, ["random"] * 2)
    bought = rows["buys_seat0"]
    assert near(bought.sum(), MANY, 1 / 2)
    values = Counter(rows["points_bought_seat0"][bought == 1].tolist())
    assert {*values} <= {1, 2, 3, 4, 5}
    assert INTERPRETED or chisquare([*values.values()]).pvalue > FAR
    assert INTERPRETED or len(values) == 5


def test_d1_d3_random_sells_each_value_alike():
    """D1, D3: three intents where cards may be sold too; values, not cards, are drawn."""
    seller = manager("random", keep_squad=0)
    rows = played(EMPTY, ONE | {"sell_after_roll": False}, [seller] * 2)
    assert near(rows["sells_seat0"].sum(), MANY, 1 / 3)
    assert near(rows["buys_seat0"].sum(), MANY, 1 / 3)
    sold = Counter(rows["money_sell_seat0"][rows["sells_seat0"] == 1].tolist())
    assert {*sold} <= {*SALES}
    assert INTERPRETED or chisquare([*sold.values()]).pvalue > FAR
    assert INTERPRETED or len(sold) == 5


def test_d4_random_sells_after_the_roll_half_of_the_times():
    rules = ONE | {"buy_before_roll": False, "sell_before_roll": False}
    rows = played(EMPTY, rules, [manager("random", keep_squad=0)] * 2)
    assert near(rows["sells_seat0"].sum(), MANY, 1 / 2)
    sold = Counter(rows["money_sell_seat0"][rows["sells_seat0"] == 1].tolist())
    assert INTERPRETED or chisquare([*sold.values()]).pvalue > FAR
    assert len(sold) > 2 if INTERPRETED else {*sold} == {*SALES}
    assert not played(EMPTY, rules, ["random"] * 2, FEW)["sells_seat0"].any()


def test_d5_random_is_uniform_over_the_owned_values():
    rules = ONE | {"start_capital": 0, "sell_before_roll": False, "sell_after_roll": False}
    rows = played(row_of("cost 50000 fixed"), rules, ["random"] * 2)
    assert (rows["forced_sales_seat0"] == 1).all()
    sold = Counter(rows["money_sell_seat0"].tolist())
    assert {*sold} <= {*SALES}
    assert INTERPRETED or chisquare([*sold.values()]).pvalue > FAR


def decisions(board, rules=None, seats=PAIR):
    """Decisions of the first turn."""
    return told(read(board), ONE | (rules or {}), seats).row["decisions"]


def test_d1_to_d5_decisions_are_questions_with_at_least_two_answers():
    """Section 9: each transfer is two questions, each window ends with a pass."""
    assert decisions(EMPTY) == 2
    assert decisions(EMPTY, {"sell_after_roll": False}) == 1
    assert decisions(EMPTY, {"sell_after_roll": False, "sell_before_roll": False}) == 1
    nothing = dict.fromkeys(WINDOWS, False)
    assert decisions(EMPTY, nothing) == 0
    assert decisions(EMPTY, {"sell_before_roll": False, "start_capital": 0}) == 1
    assert decisions(EMPTY, {"squad_min": 11, "start_capital": 0}) == 0
    assert decisions(QUIET, {}, FOUR) == 8 * 2 + 2
    assert decisions(QUIET, {"max_transfers_per_window": 8}, FOUR) == 8 * 2 + 1
    assert decisions(EMPTY, {"start_capital": 75_000} | nothing) == 0
    only = {"start_capital": 375_000, "sell_before_roll": False, "sell_after_roll": False}
    assert decisions(EMPTY, only, ["thrifty", "passive"]) == 2 + 1
    poor = {"start_capital": 0} | nothing
    assert decisions(row_of("cost 1000000 fixed"), poor) == 4
    assert decisions(row_of("cost 9000000 fixed"), poor) == 9  # no choice among the last two cards


def test_any_passive_table_takes_two_decisions_a_turn():
    rows = played(QUIET, {}, PAIR, FEW)
    assert (rows["decisions"] == 2 * rows["turns_total"]).all()


def test_money_of_a_window_is_told():
    """Every transfer says what cash is left."""
    match = told(QUIET, ONE, FOUR)
    assert [e.c for e in match.kinds(Event.BUY)] == [700_000 - 75_000 * k for k in range(1, 9)]
    assert not booked(match, Ledger.BUY)
    assert len(cut(match, Event.ROLL)) == 1
