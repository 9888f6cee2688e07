"""Turns of The Singaporean Dream: cards drawn, actions, the hand limit, dreams bought or taken (R7-R11, R24)."""

from collections import Counter
from itertools import pairwise

import pytest
from singaporean_dream_moves import ACTIONS, FOUR, SHORT, moves
from singaporean_dream_told import (
    FEW,
    FINE,
    PAIR,
    STOP,
    TOTO,
    WEDDING,
    cash_row,
    dream_row,
    made_of,
    of,
    several,
    turns,
    with_cards,
)
from telling import INTERPRETED

from sim.games.singaporean_dream.story import Event, Way

# Turns (R7-R9, R24, A18) --------------------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "empty"), [(2, 2), (3, 2), (2, 5)])
def test_r7_r8_a_turn_begins_with_cards_and_an_empty_hand_draws_no_more(drawn, empty):
    """Nothing else draws: no card or power does here."""
    rules = {"draw_per_turn": drawn, "empty_hand_draw": empty, "powers_enabled": False}
    emptied = Counter()
    for told in several(SHORT | rules, PAIR, with_cards(WEDDING, FINE)):
        for turn in turns(told):
            held = turn[0].a
            n = len(of(turn, Event.DRAW, Event.NO_CARD))
            assert n == (drawn if held else empty)
            first = next((i for i, e in enumerate(turn) if e.kind in ACTIONS), len(turn))
            assert not of(turn[first:], Event.DRAW)
            emptied[held == 0] += 1
    assert emptied[True] > 0


def test_r9_up_to_three_actions_of_any_kind_and_the_power_once():
    """I5; a player may stop at any time, even at once."""
    passed, used = Counter(), Counter()
    for told in several(SHORT, FOUR):
        for turn in turns(told):
            others = len(of(turn, Event.BUY, Event.PLAY, Event.POWER))
            bought_by_power = sum(e.c >= 0 for e in of(turn, Event.POWER))
            stopped = len(of(turn, Event.CANCELLED))
            banked = len(of(turn, Event.DEPOSIT))
            assert others - bought_by_power + banked <= 3 + stopped
            assert len(of(turn, Event.POWER)) <= 1
            used[min(3, others + banked)] += 1
            for e in of(turn, Event.PASS):
                passed[e.a] += 1
    assert {*passed} == {1, 2, 3}
    assert used[3] > 0
    for told in several(SHORT | {"power_uses_per_turn": 0}, FOUR):
        assert not told.kinds(Event.POWER)
    for told in several(SHORT | {"powers_enabled": False}, FOUR):
        assert not told.kinds(Event.POWER)
    several_uses = [
        len(of(turn, Event.POWER))
        for told in several(SHORT | {"power_uses_per_turn": 3, "actions_per_turn": 6}, FOUR)
        for turn in turns(told)
    ]
    assert max(several_uses) > 1


@pytest.mark.parametrize("timing", ["end_of_turn", "immediate"])
def test_r24_a18_i4_the_hand_limit_at_the_end_of_a_turn_or_at_all_times(timing):
    rules = {"hand_limit": 6, "hand_limit_timing": timing, "draw_per_turn": 4}
    early = 0
    for told in several(SHORT | rules, FOUR):
        for turn in turns(told):
            last = max((i for i, e in enumerate(turn) if e.kind in ACTIONS), default=0)
            early += any(e.b for e in of(turn[:last], Event.DISCARD))
    assert (early > 0) == (timing == "immediate")
    for _, ledger, e in moves(rules):
        if e.kind == Event.TURN:
            assert ledger.size(e.seat) <= 6
        if e.kind == Event.DISCARD and e.b:
            assert ledger.size(e.seat) > 6
        if e.kind in (*ACTIONS, Event.PASS) and timing == "immediate":
            assert ledger.size(e.seat) <= 6  # after the cards drawn too


# Buying (R10, R11, A4, A5, A16) -------------------------------------------------------------------


def test_r10_r11_r25_a_dream_is_paid_out_of_the_bank_without_change():
    """I9: the paid cards lie on the discard pile, the smallest on top, and none is superfluous."""
    more = 0
    for told in several(SHORT, ("banker",) * 3):
        for place, e in enumerate(told.events):
            if e.kind != Event.BUY:
                continue
            paid = []
            for x in told.events[place + 1 :]:
                if x.kind != Event.PAID:
                    break
                assert (x.seat, x.c) == (e.seat, -1)
                paid.append((x.a, x.b))
            values = (100, 200, 300, 500)
            total = sum(values[card] * n for card, n in paid)
            assert paid == sorted(paid, reverse=True)
            assert all(total - values[card] < e.b <= total for card, _ in paid)
            more += total > e.b
    assert more > 0 or INTERPRETED


@pytest.mark.parametrize("rule", ["allowed", "exact_only"])
def test_a5_a_purchase_may_be_overpaid_or_not(rule):
    wide = made_of((cash_row(200, 20), cash_row(300, 20)), (), (dream_row("a", 100), dream_row("b", 500)))  # fmt: skip
    rules = {"purchase_overpay": rule, "dreams_in_pile": 2, "dream_market_size": 2}
    over = Counter()
    for told in several(SHORT | rules | {"powers_enabled": False}, PAIR, wide):
        for turn in turns(told):
            for e in of(turn, Event.BUY):
                over[e.b] += 1
    assert over[500] > 0
    assert (over[100] > 0) == (rule == "allowed")


def test_a4_which_cards_are_handed_over():
    """Section 12, 3, by told payments: a fine of 200 out of the bank with a 200 and two 100s."""
    cash = (cash_row(100, 20), cash_row(200, 10))
    seen = {}
    for rule in ("min_overpay", "largest_first", "smallest_first"):
        kinds = Counter()
        for _, ledger, e in moves({"payment_policy": rule, "powers_enabled": False}, PAIR, with_cards(FINE, cash=cash), 3 * FEW):  # fmt: skip
            if e.kind == Event.PAID and e.c >= 0:
                bank = ledger.bank[e.seat]
                if bank[0] >= 2 and bank[1] >= 1:
                    kinds[e.a, e.b] += 1
        seen[rule] = {*kinds}
    assert seen["min_overpay"] == seen["largest_first"] == {(1, 1)}  # fewest cards
    assert seen["smallest_first"] == {(0, 2)}


@pytest.mark.parametrize("on", [False, True])
def test_a16_a_purchase_can_be_stopped_or_not(on):
    """Stopped, nothing is paid and the dream stays."""
    stopped = 0
    for told in several(SHORT | {"stop_purchase": on}, PAIR, with_cards(STOP)):
        for turn in turns(told):
            for e, following in pairwise(turn):
                if e.kind == Event.BUY and following.kind == Event.STOP:
                    stopped += 1
            if of(turn, Event.CANCELLED) and not of(turn, Event.DREAM, Event.POWER):
                assert not of(turn, Event.PAID)
        assert told.row["stopped_purchases"] <= told.row["effects_stopped"]
    assert (stopped > 0) == on


def test_toto_huat_takes_the_top_dream_for_free():
    free = 0
    for told in several(SHORT, PAIR, with_cards(TOTO)):
        for e in told.kinds(Event.DREAM):
            free += e.c == Way.FREE
        assert told.row["free_taken"] == sum(e.c == Way.FREE for e in told.kinds(Event.DREAM))
    assert free > 0
