"""Sums due and paid in The Singaporean Dream, on tables laid by hand (section 12 of RULES.md, 3 and 8)."""

import numpy as np
import pytest
from numba import njit
from singaporean_dream_scenes import NONE, Player, laid, lies
from singaporean_dream_told import SHIPPED, cash_row, dream_row, made_of, match_of
from telling import tell

from sim.games.singaporean_dream.decisions_pay import payment
from sim.games.singaporean_dream.kernel_effects import collect

ACTOR, PAYER = 0, 1


@njit
def collect_sum(tables, payer, amount):
    """A player owes a sum to seat 0."""
    collect(tables[0], np.int64(0), np.int64(payer), np.int64(amount), None)


@njit
def pay_sum(tables, due):
    """What is handed over out of t.pool."""
    payment(tables[0], np.int64(due))


POOR, RICH = Player(bank=(1, 0, 0, 0)), Player(bank=(0, 0, 0, 1))
DREAMER = Player(bank=(1, 0, 0, 0), dreams=(14,))
HAND = {"pay_from_hand": True}
CHANGE = {"change_given": True}
CASES = {  # rules, payer, sum due, what the payer has after it, what the collector has
    "dream instead": ({}, DREAMER, 200, POOR, Player(dreams=(14,))),
    "no change": ({}, RICH, 200, Player(), RICH),
    "no dream": ({}, POOR, 200, Player(), POOR),
    "nothing at all": ({}, Player(), 200, Player(), Player()),
    "enough": ({}, DREAMER, 100, Player(dreams=(14,)), POOR),
    "A7 both": ({"insufficient_mode": "cash_and_dream"}, DREAMER, 200, Player(), DREAMER),
    "A7 cash": ({"insufficient_mode": "cash_only"}, DREAMER, 200, Player(dreams=(14,)), POOR),
    "A7 A8": ({"insufficient_mode": "cash_and_dream"}, POOR, 200, Player(), POOR),
    "A8": ({"no_dream_mode": "nothing"}, POOR, 200, POOR, Player()),
    "A9 collector": ({}, Player(dreams=(0, 17, 14)), 100, Player(dreams=(0, 14)), Player(dreams=(17,))),
    "A9 payer": ({"forfeit_chooser": "payer"}, Player(dreams=(0, 17, 14)), 100,
                 Player(dreams=(14, 17)), Player(dreams=(0,))),
    "A23": ({"forfeit_dreams": 2}, Player(dreams=(0, 17, 14)), 100, Player(dreams=(0,)), Player(dreams=(14, 17))),
    "A23 all": ({"forfeit_dreams": 3}, DREAMER, 200, POOR, Player(dreams=(14,))),
    "R12": ({}, Player(hand=(0, 1, 0, 0)), 200, Player(hand=(0, 1, 0, 0)), Player()),
    "R12 hand": (HAND, Player(POOR.bank, (0, 1, 0, 0)), 200, POOR, Player(bank=(0, 1, 0, 0))),
    "R12 bank first": (HAND, Player(POOR.bank, (2, 0, 0, 0)), 200, Player(hand=(1, 0, 0, 0)), Player(bank=(2, 0, 0, 0))),
    "R12 too little": (HAND, Player(POOR.bank, (1, 0, 0, 0)), 300, Player(), Player(bank=(2, 0, 0, 0))),
    "R13 hand": ({"stolen_cash_to": "hand"}, RICH, 200, Player(), Player(hand=(0, 0, 0, 1))),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_r12_r13_r16_what_a_demand_costs(case):
    """Section 12, 8; A7-A9, A23: thieves take the dearest dream, and give the cheapest."""
    rules, payer, due, left, got = CASES[case]
    no_bonus = {"bonus_dream_count": 1}
    tables = laid(rules | no_bonus, (Player(), payer))
    collect_sum(tables, PAYER, due)
    assert lies(tables, PAYER) == Player(left.bank, left.hand, tuple(sorted(left.dreams)))
    assert lies(tables, ACTOR) == got
    r, values = tables[0].record, SHIPPED.rows["cash_cards"]
    moved = sum(n * row.value_k for n, row in zip(got.bank, values, strict=True))
    moved += sum(n * row.value_k for n, row in zip(got.hand, values, strict=True))
    assert r.cash_taken[ACTOR] == r.cash_lost[PAYER] == moved
    assert r.forfeited == r.acq_forfeited[ACTOR] == r.dreams_lost[PAYER] == len(got.dreams)


@pytest.mark.parametrize("covers", [True, False])
def test_a10_a_protected_dream_is_forfeited_or_not(covers):
    tables = laid({"protect_covers_forfeit": covers}, (Player(), DREAMER), safe=(PAYER,))
    collect_sum(tables, PAYER, 200)
    assert lies(tables, PAYER) == (Player(dreams=(14,)) if covers else POOR)
    assert lies(tables, ACTOR) == (POOR if covers else Player(dreams=(14,)))


@pytest.mark.parametrize(
    ("till", "back"),
    [
        ((1, 1, 0, 0), (1, 1, 0, 0)),
        ((1, 1, 1, 0), (0, 0, 1, 0)),
        ((2, 0, 0, 0), (2, 0, 0, 0)),
        ((4, 0, 0, 0), (3, 0, 0, 0)),
        ((0, 2, 0, 0), (0, 1, 0, 0)),
        ((0, 0, 0, 2), NONE),
    ],
)
def test_a6_change_is_given_in_large_cards_out_of_the_bank(till, back):
    """A 500 for a sum of 200: 300 of change, or as much of it as there is."""
    tables = laid(CHANGE, (Player(bank=till, hand=(9, 0, 0, 0)), RICH))
    collect_sum(tables, PAYER, 200)
    assert lies(tables, PAYER).bank == back
    left = tuple(a - b for a, b in zip(till, back, strict=True))
    assert lies(tables, ACTOR) == Player((*left[:3], left[3] + 1), (9, 0, 0, 0))
    given = 100 * back[0] + 200 * back[1] + 300 * back[2]
    assert tables[0].record.cash_taken[ACTOR] == 500 - given


def test_a_wedding_with_three_payers():
    """Section 12, 8: those who hold 100, 200 and nothing but a dream bring 300K and the dream."""
    payers = (POOR, Player(bank=(0, 1, 0, 0)), Player(dreams=(14,)))
    tables = laid({}, (Player(), *payers))
    for payer in (1, 2, 3):
        collect_sum(tables, payer, 100)
    assert lies(tables, ACTOR) == Player(bank=(1, 1, 0, 0), dreams=(14,))
    assert [lies(tables, payer) for payer in (1, 2, 3)] == [Player()] * 3
    assert tables[0].record.unpaid == 1


@pytest.mark.parametrize(
    ("policy", "paid"),
    [
        ("min_overpay", {300: (1, 1, 0, 0), 600: (1, 0, 0, 1), 50: (1, 0, 0, 0)}),
        ("largest_first", {300: (0, 0, 0, 1), 600: (0, 1, 0, 1), 50: (0, 0, 0, 1)}),
        ("smallest_first", {300: (1, 1, 0, 0), 600: (0, 1, 0, 1), 50: (1, 0, 0, 0)}),
    ],
)
def test_a4_the_payments_of_the_oracle(policy, paid):
    """Section 12, 3: out of 100, twice 200 and 500."""
    tables = laid({"payment_policy": policy}, (Player(), Player()))
    for due, cards in paid.items():
        tables[0].pool[:4] = (1, 2, 0, 1)
        pay_sum(tables, due)
        assert tuple(tables[0].paying[:4].tolist()) == cards


@pytest.mark.parametrize(
    ("values", "pool", "due", "paid"),
    [
        ((100, 200, 300), (1, 2, 1), 400, (1, 0, 1)),  # as few cards: the larger ones
        ((100, 300, 400), (2, 2, 1), 600, (0, 2, 0)),  # fewer cards, none of the largest
        ((50, 150, 200), (4, 3, 1), 450, (0, 3, 0)),
        ((200, 250, 400), (3, 1, 1), 450, (1, 1, 0)),  # no more than is due
    ],
)
def test_a4_of_equal_sums_the_fewest_cards_are_paid_then_the_largest(values, pool, due, paid):
    """Section 12, 3."""
    deck = made_of([cash_row(v, 10) for v in values], (), [dream_row("d", 100)])
    tables = tell(match_of({"max_turns": 1, "dreams_in_pile": 1}, components=deck)).tables
    tables[0].pool[:3] = pool
    pay_sum(tables, due)
    assert tuple(tables[0].paying[:3].tolist()) == paid
