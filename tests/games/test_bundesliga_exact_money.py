"""Money of section 12 of Bundesliga's RULES.md: printed numbers, and who runs out of it."""

from fractions import Fraction

import pytest
from bundesliga_tiny import DICE, SHIPPED, VALUE, of, printed, seasons, table, with_rows

from sim.games.bundesliga.exact_board import landing_chances
from sim.games.bundesliga.exact_cup import cup_run
from sim.games.bundesliga.exact_money import (
    lap_money,
    paid,
    passive_cash,
    ruin_chance,
    squad_value,
    start_cards,
)
from sim.games.bundesliga.rules import Rules

RULES = Rules()
SIZE = 56


def test_money_of_a_lap_is_the_printed_one():
    means = [lap_money(RULES, SHIPPED, name).mean for name in ("home", "private", "european")]
    assert means == [printed(653_309.00, 2), printed(87_763.31, 2), printed(11_949.38, 2)]
    assert lap_money(RULES, SHIPPED, "cost").mean == printed(-201_188.45, 2)


def test_costs_count_cards_and_points():
    p = landing_chances(RULES, SIZE)
    squad, start = (12, 0, 0, 0, 1), lap_money(RULES, SHIPPED, "cost").mean
    change = 2 * (10_000 * p[6] + 6_000 * p[34]) - 11 * 4_000 * p[28]
    assert lap_money(RULES, SHIPPED, "cost", squad).mean == pytest.approx(start - float(change))


def test_a_squad_is_worth_what_the_bank_pays_for_it():
    """R22: at sale prices, each in percent of what is printed and rounded down."""
    start = start_cards(SHIPPED)
    assert squad_value(RULES, SHIPPED, start) == VALUE
    assert squad_value(of(sale_price_pct=50), SHIPPED, start) == VALUE // 2
    assert squad_value(of(sale_price_pct=33), SHIPPED, (1, 0, 0, 0, 1)) == 18_150 + 117_150


def test_only_the_european_cup_is_paid_for_away():
    """R18: a private match pays wherever it is said to be played."""
    components = table("private_match 20,european_cup -25")
    private = components.rows["board"][1].model_copy(update={"venue": "away"})
    start, _, european = components.rows["board"]
    away = with_rows(components, board=[start, private, european])
    assert paid(RULES, away, "private") == [0, 20, 0]
    assert paid(RULES, away, "european") == [0, 0, -25]


def test_final_cash_of_passive_is_the_printed_one():
    assert passive_cash(RULES, SHIPPED).mean == printed(2_033_539, 0)
    first = sum(lap_money(RULES, SHIPPED, n).mean for n in ("home", "private", "european", "cost"))
    run = cup_run(RULES, SHIPPED, 28, laps=1)
    half = passive_cash(RULES, SHIPPED, laps=1).mean
    assert half == pytest.approx(700_000 + first + run.income.mean)


@pytest.mark.parametrize("capital", [0, 40, 90, 250])
@pytest.mark.parametrize("changes", [*DICE, {"die_faces": 2, "rounds_per_season": 3}])
def test_ruin_is_what_all_roll_sequences_give(changes, capital):
    rules, worth = of(**changes, start_capital=capital, round_bonus=30), {1: 20, 2: -90, 3: -25}
    components = table("private_match 20,cost 90 fixed,european_cup -25")
    ruined = Fraction(0)
    for chance, walk in seasons(rules, 4):
        cash, at, laps, low = capital, 0, 0, 0
        for pips in walk:
            at = at + pips if at + pips < 4 else 0
            laps += at == 0
            cash += worth.get(at, 0) if at else 30 * (laps < rules.rounds_per_season)
            low = min(low, cash)
        ruined += chance * (low < 0)
    assert ruin_chance(rules, components) == pytest.approx(float(ruined))


def test_the_start_capital_hardly_ever_runs_out():
    """Section 12 has six points for certain: but for these forced sales."""
    assert ruin_chance(RULES, SHIPPED) == pytest.approx(1.34e-5, rel=0.03)
    assert ruin_chance(of(start_capital=1_716_000), SHIPPED) == 0
    assert ruin_chance(of(home_income_mode="by_place"), SHIPPED) == pytest.approx(0.0024, rel=0.05)
