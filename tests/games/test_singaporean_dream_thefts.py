"""What is stolen or discarded in The Singaporean Dream, and who picks it (R17, A11, A25-A33)."""

from collections import Counter

import numpy as np
import pytest
from numba import njit
from singaporean_dream_ledger import steps
from singaporean_dream_moves import ACTIONS, SHORT, moves
from singaporean_dream_scenes import NONE, Player, count_hand, happens, laid, lies
from singaporean_dream_told import (
    CHOPE,
    FEW,
    KAYPOH,
    PAIR,
    QUEUE,
    SABO,
    STOP,
    TRAIN,
    VOUCHER,
    cash_row,
    dream_row,
    match_of,
    player,
    several,
    with_cards,
)
from telling import INTERPRETED, tell

from sim.games.singaporean_dream.decisions_main import list_actions
from sim.games.singaporean_dream.state import DISCARDS, ONE, PASS, PLAY, POWER, STEAL_CARD
from sim.games.singaporean_dream.story import Event, Way


@pytest.mark.parametrize("picks", ["thief", "owner"])
def test_r17_a31_who_picks_a_stolen_dream(picks):
    deck = with_cards(SABO, dreams=[dream_row(f"d{i}", 50 * (i % 6 + 1)) for i in range(18)])
    chosen = Counter()
    for _, ledger, e in moves({"steal_dream_chooser": picks, "powers_enabled": False}, ("thief",) * 2, deck):  # fmt: skip
        if e.kind == Event.DREAM and e.c == Way.STOLEN:
            prices = [ledger.prices[d] for d in ledger.dreams(e.b)]
            chosen[ledger.prices[e.a] == (max if picks == "thief" else min)(prices)] += 1
    assert chosen[True] > 0 == chosen[False]


def test_r17_a11_who_picks_a_card_out_of_a_hand():
    deck = with_cards(KAYPOH, QUEUE, cash=(cash_row(50, 20), cash_row(500, 20)))
    grabber = player(w_hand=9.0, w_bank=-1.0, w_draw=-1.0, w_buy=-9.0)
    best = {}
    for mode in ("thief_chooses", "random_card", "owner_chooses"):
        found = Counter()
        for _, ledger, e in moves({"hand_steal_mode": mode, "powers_enabled": False}, (grabber,) * 2, deck):  # fmt: skip
            if e.kind == Event.TAKE_CARD and ledger.hand[e.b][0] and ledger.hand[e.b][1]:
                found[e.a] += 1
        best[mode] = {*found}
    assert best["thief_chooses"] == {1}
    assert best["owner_chooses"] == {0}
    assert len(best["random_card"]) > 1 or INTERPRETED


def test_a30_who_picks_what_is_discarded():
    deck = with_cards(TRAIN, cash=(cash_row(50, 20), cash_row(500, 20)))
    best = {}
    for mode in ("owner_chooses", "random_card"):
        found = Counter()
        for _, ledger, e in moves({"discard_hand_mode": mode, "powers_enabled": False}, (player(w_discard=9.0),) * 2, deck):  # fmt: skip
            if e.kind == Event.DISCARD and not e.b and ledger.hand[e.seat][0]:
                found[e.a] += 1
        best[mode] = {*found}
    assert best["owner_chooses"] == {0}
    assert len(best["random_card"]) > 1 or INTERPRETED


def test_a25_cards_that_can_do_nothing_are_not_played():
    """Section 7: no salvage out of nothing, no theft from those who have nothing."""
    deck = with_cards(VOUCHER, SABO, CHOPE, KAYPOH)
    for _, ledger, e in moves(None, PAIR, deck):
        if e.kind != Event.PLAY:
            continue
        effect = ledger.effect(e.a)
        if effect == "salvage_cash":
            assert any(not ledger.effect(card) for card in ledger.discard)
        elif effect == "steal_dream":
            assert ledger.dreams(e.b)
            assert not ledger.safe[e.b]
        elif effect == "steal_cash_card":
            assert ledger.funds(e.b) > 0
        else:
            assert ledger.size(e.b) > 0


def test_a27_a_target_is_named_with_the_card_and_the_item_when_it_is_taken():
    """Before a stop is asked for nobody knows which dream it is about."""
    named = 0
    for told in several(SHORT, ("random",) * 3, with_cards(SABO, STOP)):
        for place, e in enumerate(told.events):
            if e.kind == Event.PLAY:
                assert 0 <= e.b < 3
                assert e.b != e.seat
                later = told.events[place + 1 :]
                dream = next((x for x in later if x.kind in (Event.DREAM, *ACTIONS)), None)
                if dream is not None and dream.kind == Event.DREAM and dream.b >= 0:
                    assert dream.b == e.b
                    named += 1
    assert named > 0


@pytest.mark.parametrize("rule", ["none", "dream"])
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_a33_cash_stolen_from_an_empty_bank_costs_a_dream_or_nothing(rule, amount):
    """Each card that is to be stolen is a demand of its own: cash while there is some, then dreams."""
    deck = with_cards(CHOPE.model_copy(update={"amount": amount}))
    rules = {"empty_bank_theft": rule, "powers_enabled": False}
    s, seen = match_of(SHORT | rules, PAIR, deck), Counter()
    for match in range(2 * FEW):
        told = tell(s, match)
        for place, (ledger, e) in enumerate(steps(s, told)):
            if e.kind != Event.PLAY:
                continue
            cards, owned = ledger.bank[e.b].total(), len(ledger.dreams(e.b))
            taken = Counter()
            for x in told.events[place + 1 :]:
                if x.kind not in (Event.TAKE_CASH, Event.DREAM) or x.b != e.b:
                    break
                taken[x.kind] += 1
            assert taken[Event.TAKE_CASH] == min(cards, amount)
            more = amount - min(cards, amount)
            assert taken[Event.DREAM] == (min(more, owned) if rule == "dream" else 0)
            seen[0 < cards < amount, taken[Event.DREAM]] += 1
        assert told.row["forfeited"] == told.row["unpaid"] == told.row["forfeit_demands"]
    assert any(n for _, n in seen) == (rule == "dream")
    if rule == "dream" and amount > 1 and not INTERPRETED:
        assert any(mixed and n for mixed, n in seen)


# Tables laid by hand ------------------------------------------------------------------------------

CHANCES = 300
FULL = Player(hand=(3, 0, 0, 1))


def picked(rules, effect):
    """How often a 500 is what leaves a hand with three 100s besides; None if anything else does."""
    tables, large = laid(rules, (Player(), FULL)), 0
    for _ in range(CHANCES):
        tables[0].hand[1, :4] = FULL.hand
        count_hand(tables[0], 1)
        assert happens(tables, effect, ONE, 1, 1)
        left = lies(tables, 1).hand
        assert left in {(2, 0, 0, 1), (3, 0, 0, 0)}
        large += left == (3, 0, 0, 0)
    return large


def by_chance(large):
    """Whether a quarter is as good a guess as any, within five standard errors."""
    return abs(large - CHANCES / 4) < 5 * (CHANCES * 3 / 16) ** 0.5


def test_r17_a11_a_stolen_card_is_the_best_the_worst_or_any():
    assert picked({}, STEAL_CARD) == CHANCES
    assert picked({"hand_steal_mode": "owner_chooses"}, STEAL_CARD) == 0
    assert by_chance(picked({"hand_steal_mode": "random_card"}, STEAL_CARD))


def test_a30_a_discarded_card_is_the_worst_or_any():
    assert picked({}, DISCARDS) == 0
    assert by_chance(picked({"discard_hand_mode": "random_card"}, DISCARDS))


def test_r13_r17_a_stolen_card_of_a_hand_goes_to_the_bank_if_it_is_cash():
    for place, bank, hand in (("bank", (0, 0, 0, 1), NONE), ("hand", NONE, (0, 0, 0, 1))):
        tables = laid({"stolen_cash_to": place}, (Player(), FULL))
        assert happens(tables, STEAL_CARD, ONE, 1, 1)
        assert lies(tables, 0) == Player(bank, hand)
    tables = laid({}, (Player(), Player(stops=1)))
    assert happens(tables, STEAL_CARD, ONE, 2, 1)  # fewer if fewer are held
    assert (lies(tables, 0), lies(tables, 1)) == (Player(stops=1), Player())


ALL = range(6, 16)  # types of the shipped action cards that are no stops
ALWAYS = {12, 15}  # Queue For Freebies, Toto Huat
COLLECTS, CASH, DREAM, HAND = {6, 7}, {8}, {9}, {10, 13, 14}
RICH, DREAMS, CARDS = Player(bank=(1, 0, 0, 0)), Player(dreams=(14,)), Player(hand=(0, 1, 0, 0))
UNCOVERED = {"protect_covers_forfeit": False}
LEGAL = {  # options, what the other one has, whether it is protected, what can be played against it
    "nothing": ({}, Player(), False, set()),
    "bank": ({}, RICH, False, COLLECTS | CASH),
    "dream": ({}, DREAMS, False, COLLECTS | DREAM),
    "hand": ({}, CARDS, False, HAND),
    "A7": ({"insufficient_mode": "cash_only"}, DREAMS, False, DREAM),
    "A10": ({}, DREAMS, True, set()),
    "A10 thefts alone": (UNCOVERED, DREAMS, True, COLLECTS),
    "A33": ({"empty_bank_theft": "dream"}, DREAMS, False, COLLECTS | CASH | DREAM),
    "A33 A10": ({"empty_bank_theft": "dream"}, DREAMS, True, set()),
    "A33 A10 thefts alone": (UNCOVERED | {"empty_bank_theft": "dream"}, DREAMS, True, COLLECTS | CASH),
    "R12": ({"pay_from_hand": True}, CARDS, False, COLLECTS | HAND),
}  # fmt: skip


@njit
def list_legal(tables):
    """D1 of seat 0, written to t.act."""
    list_actions(tables[0], np.int64(0))


@pytest.mark.parametrize("case", LEGAL)
def test_a25_which_cards_can_do_something(case):
    """Section 7: by what all can see."""
    rules, victim, safe, expected = LEGAL[case]
    tables = laid(rules | {"powers_enabled": False}, (Player(), victim), safe=(1,) if safe else ())
    t = tables[0]
    t.hand[0, list(ALL)], t.discarded, t.lying = 1, 0, 0
    count_hand(t, 0)
    list_legal(tables)
    codes = t.act[: t.acts].tolist()
    assert codes[0] & 7 == PASS
    assert {code & 7 for code in codes[1:]} == {PLAY}
    assert {code >> 3 & 127 for code in codes[1:]} == expected | ALWAYS


@pytest.mark.parametrize(
    ("owner", "safe", "legal"), [(DREAMS, False, True), (DREAMS, True, False), (RICH, False, False)]
)
def test_a25_only_dreams_that_are_not_protected_can_be(owner, safe, legal):
    rules = {"personality_assignment": "fixed", "fixed_personalities": "nsf+aunty"}
    rules |= {"power_uses_per_turn": 3}
    tables = laid(rules, (owner, Player()), safe=(0,) if safe else ())
    tables[0].power_used = 0
    list_legal(tables)
    kinds = {code & 7 for code in tables[0].act[: tables[0].acts].tolist()}
    assert (POWER in kinds) == legal
