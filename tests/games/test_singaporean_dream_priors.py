"""Other cards that the sheet would allow: the prior of section 5 of RULES.md, against its law."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from scipy.stats import chisquare
from singaporean_dream_told import SHIPPED, match_of
from support import plan_of
from telling import tell

from sim.games.singaporean_dream.cards import TABLES, pile_size
from sim.games.singaporean_dream.priors import PRIORS, cards
from sim.games.singaporean_dream.rules import Rules

DRAWS = 600
FAR = 1e-5  # a p-value that a right prior does not have


@cache
def drawn():
    """Draws of the prior."""
    rng = Random(2014)
    return [cards(SHIPPED, rng) for _ in range(DRAWS)]


def column(table, row, name):
    """What a cell was in every draw."""
    return [getattr(c.rows[table][row], name) for c in drawn()]


def uniform(found, values):
    """Whether these values, and no others, are about as likely."""
    counts = Counter(found)
    assert {*counts} == {*values}
    return chisquare([counts[v] for v in values]).pvalue > FAR


def test_powers():
    """Amounts in {50, 100, 150, 200}; draw 1 or 2; steal 1; protection has none."""
    for row, person in enumerate(SHIPPED.rows["personalities"]):
        found = column("personalities", row, "power_amount")
        if person.power_effect in {"collect_cash", "salvage_cash", "discount_buy"}:
            assert uniform(found, (50, 100, 150, 200))
        elif person.power_effect == "draw_cards":
            assert uniform(found, (1, 2))
        else:
            assert {*found} == {person.power_amount}


@pytest.mark.parametrize("row", range(18))
def test_prices(row):
    """Each price moved by -200, -100, 0, 100 or 200, at least 100."""
    price = SHIPPED.rows["dream_cards"][row].value_k
    steps = [max(100, price + step) for step in (-200, -100, 0, 100, 200)]
    assert uniform(column("dream_cards", row, "value_k"), steps)


def test_bonuses():
    """One or two bonus dreams for each personality, the same number for all."""
    numbers = Counter()
    for c in drawn():
        found = Counter(row.bonus_personality for row in c.rows["dream_cards"])
        found.pop("none")
        assert {*found} == {p.personality_id for p in SHIPPED.rows["personalities"]}
        assert len({*found.values()}) == 1
        numbers[found["nsf"]] += 1
    assert {*numbers} == {1, 2}
    assert chisquare([*numbers.values()]).pvalue > FAR


def test_copies_of_cash():
    """Copies times uniform(0.7, 1.3), rounded, at least 1."""
    for row, note in enumerate(SHIPPED.rows["cash_cards"]):
        found = column("cash_cards", row, "copies")
        assert min(found) >= max(1, round(0.7 * note.copies))
        assert max(found) <= round(1.3 * note.copies)
        spread = (0.6 * note.copies) / 12**0.5 + 0.3
        assert abs(sum(found) / DRAWS - note.copies) < 5 * spread / DRAWS**0.5


def test_action_cards():
    """Copies moved by up to 2, stops at least 1; amounts of collecting, but the printed one."""
    for row, card in enumerate(SHIPPED.rows["action_cards"]):
        least = 1 if card.effect == "stop" else 0
        copies = Counter(max(least, card.copies + step) for step in range(-2, 3))
        found = Counter(column("action_cards", row, "copies"))
        assert {*found} == {*copies}
        expected = [DRAWS * n / 5 for n in copies.values()]
        assert chisquare([found[n] for n in copies], expected).pvalue > FAR
        amounts = column("action_cards", row, "amount")
        if card.effect == "collect_cash" and card.action_id != "wedding_invitation":
            assert uniform(amounts, (100, 200, 300))
        else:
            assert {*amounts} == {card.amount}  # A29


def test_drawn_cards_are_what_files_may_hold():
    for c in drawn():
        for name, table in TABLES.tables.items():
            assert table.check(c.rows[name]) is None
        assert TABLES.check(c.rows, c.paths) is None
        Rules().check_table(6, c)
    assert len({pile_size(c) for c in drawn()}) > 10


@pytest.mark.parametrize("name", ["powers", "prices", "piles"])
def test_parts_of_the_prior_leave_the_rest_alone(name):
    tables = {"powers": {"personalities"}, "prices": {"dream_cards"}, "piles": {"cash_cards", "action_cards"}}  # fmt: skip
    found = PRIORS[name](SHIPPED, Random(1))
    assert {t for t in TABLES.tables if found.rows[t] != SHIPPED.rows[t]} == tables[name]


def test_the_prior_is_all_parts_together():
    assert [*PRIORS] == ["cards", "powers", "prices", "piles"]
    one, other = Random(7), Random(7)
    found = PRIORS["piles"](PRIORS["prices"](PRIORS["powers"](SHIPPED, one), one), one)
    assert cards(SHIPPED, other).rows == found.rows


def test_drawn_cards_are_played():
    for i, c in enumerate(drawn()[:3]):
        assert tell(match_of({"max_turns": 40}, ("random",) * (2 + i), c)).row["turns"] > 3


def test_draws_of_a_run_are_those_of_the_prior():
    plan = plan_of("singaporean_dream", matches=48, resample={"draws": 6, "matches": 48})
    assert len({pile_size(group.base.components) for group in plan.draws}) > 1
    powers = plan_of(
        "singaporean_dream", matches=48, resample={"draws": 6, "matches": 48, "prior": "powers"}
    )
    assert {pile_size(group.base.components) for group in powers.draws} == {86}
