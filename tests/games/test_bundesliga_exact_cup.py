"""The Cup of section 12 of Bundesliga's RULES.md: printed numbers, and all orders of a stack."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, sqrt

import pytest
from bundesliga_tiny import SHIPPED, cup, printed, with_rows

from sim.games.bundesliga.exact_board import landings_law
from sim.games.bundesliga.exact_cup import cup_run, income_given, lots
from sim.games.bundesliga.rules import Rules

RULES = Rules()
REPLAY = Rules.read({"cup_draw_rule": "replay"})
STRENGTH = 28


@pytest.mark.parametrize(
    ("strength", "chances", "digits"),
    [
        (25, (0.2778, 0.0654), 4),
        (28, (0.352941, 0.110294, 0.029412), 6),
        (33, (0.5556, 0.2941, 0.1471), 4),
        (41, (0.8333, 0.6863, 0.5576), 4),
    ],
)
def test_the_first_matches_are_won_as_often_as_printed(strength, chances, digits):
    cards = lots(RULES, SHIPPED, strength)
    for k, chance in enumerate(chances, start=1):
        assert float(cards.all_won(k)) == printed(chance, digits)
        below, rest = len(cards.won), 18 - cards.redrawn
        assert cards.all_won(k) == Fraction(comb(below, k), comb(rest, k))
    assert cards.all_won(0) == 1
    assert cards.all_won(19) == 0


def test_the_run_of_the_start_squad_is_the_printed_one():
    run = cup_run(RULES, SHIPPED, STRENGTH)
    assert (run.landings, run.no_landing) == (printed(4.445451, 6), printed(0.006044, 6))
    assert run.matches.mean == printed(1.450369, 6)
    assert run.rounds_spread.mean == printed(0.486580, 6)
    shown = (0.649192, 0.245103, 0.080434, 0.020952)
    assert run.rounds[:4].tolist() == [printed(p, 6) for p in shown]
    assert run.income.mean == printed(79_872, 0)
    assert run.rounds.sum() == pytest.approx(1)


@pytest.mark.parametrize(("strength", "rounds"), [(33, 1.024920), (41, 2.545326)])
def test_stronger_squads_win_as_many_rounds_as_printed(strength, rounds):
    assert cup_run(RULES, SHIPPED, strength).rounds_spread.mean == printed(rounds, 6)


def test_a_replay_is_decided_by_the_venue():
    home, away = (with_rows(cup_cards=cup(f"28{v}10 20h5 30a7")) for v in "ha")
    assert (lots(REPLAY, home, 28).won, lots(REPLAY, home, 28).lost) == ((5,), (10, 7))
    assert (lots(REPLAY, away, 28).won, lots(REPLAY, away, 28).lost) == ((10, 5), (7,))
    twice = Rules.read({"cup_draw_rule": "replay", "replay_pays_income": True})
    assert lots(twice, away, 28).won == (20, 5)
    assert lots(RULES, home, 28) == lots(RULES, away, 28)
    assert lots(RULES, home, 28).redrawn == 1
    assert cup_run(REPLAY, home, 28).redrawn is None


def test_who_may_draw_a_card_again():
    """Shipped: 11 cards beat strength 28, three beat 41."""
    assert lots(RULES, SHIPPED, 28).fresh(4)
    assert [lots(RULES, SHIPPED, 41).fresh(seats) for seats in (2, 3, 4)] == [True, True, False]
    assert not lots(RULES, SHIPPED, 51).fresh(2)


# All orders of a stack ----------------------------------------------------------------------------

STACKS = [
    "20h11 22a7 26a5 28h13 28a9 31h8 40h3",
    "20h11 28a9 28a8 28h4 31h8 40a6",
    "30a4 31h9 28a1",
]
OPTIONS = [
    {},
    {"cup_draw_rule": "replay"},
    {"cup_draw_rule": "replay", "replay_pays_income": True},
    {"cup_rounds_to_win": 2, "cup_prize": 100},
    {"cup_rounds_to_win": 1, "cup_prize": 30, "cup_draw_rule": "replay"},
]


def naive_run(rules, order, landings):
    """R14-R17: rounds, matches, out, drawn cards, income after some landings."""
    stack, rounds, matches, out, drawn, income = list(order), 0, 0, False, 0, 0
    for _ in range(landings):
        won_cup = 0 < rules.cup_rounds_to_win <= rounds
        if out or won_cup:
            continue
        matches += 1
        card = stack.pop(0)
        while card.opponent_strength == STRENGTH and rules.cup_draw_rule == 0:
            drawn += 1
            card = stack.pop(0)
        level = card.opponent_strength == STRENGTH
        income += card.income * (2 if level and rules.replay_pays_income else 1)
        won = card.venue == "away" if level else card.opponent_strength < STRENGTH
        rounds, out = rounds + won, not won
        if won and rounds == rules.cup_rounds_to_win:
            income += rules.cup_prize
    return rounds, matches, out, drawn, income


@pytest.mark.parametrize(("text", "changes"), list(product(STACKS, OPTIONS)))
def test_a_run_is_what_all_orders_of_the_stack_give(text, changes):
    rules, components = Rules.read(changes), with_rows(cup_cards=cup(text))
    orders = list(permutations(components.rows["cup_cards"]))
    law = landings_law(rules, SHIPPED, "dfb_cup", laps=2)
    rounds, matches, total = Counter(), Counter(), Counter()
    for landings, chance in enumerate(law):
        runs = [naive_run(rules, order, landings) for order in orders]
        mean, square = income_given(rules, lots(rules, components, STRENGTH), landings)
        assert mean == pytest.approx(sum(run[4] for run in runs) / len(orders))
        assert square == pytest.approx(sum(run[4] ** 2 for run in runs) / len(orders))
        for r, m, out, drawn, income in runs:
            p = chance / factorial(len(orders[0]))
            rounds[r] += p
            matches[m] += p
            total.update({"out": p * out, "drawn": p * (drawn > 0), "mean": p * income})
            total["square"] += p * income**2
    found = cup_run(rules, components, STRENGTH)
    assert found.rounds.tolist() == pytest.approx([rounds[k] for k in range(len(law))])
    average = sum(m * p for m, p in matches.items())
    assert found.matches.mean == pytest.approx(average)
    assert found.matches.sd == pytest.approx(
        sqrt(sum((m - average) ** 2 * p for m, p in matches.items()))
    )
    assert found.eliminated == pytest.approx(total["out"])
    assert found.income.mean == pytest.approx(total["mean"])
    assert found.income.sd == pytest.approx(sqrt(total["square"] - total["mean"] ** 2))
    if rules.cup_draw_rule == 0:
        assert found.redrawn == pytest.approx(total["drawn"])
