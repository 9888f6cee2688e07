"""Paying players in The Singaporean Dream: bank, hand, change, dreams instead (R12, R13, R16)."""

from collections import Counter

import pytest
from singaporean_dream_ledger import steps
from singaporean_dream_moves import ACTIONS, FOUR, SHORT, after, moves
from singaporean_dream_told import (
    CHOPE,
    FEW,
    FINE,
    KAYPOH,
    PAIR,
    SABO,
    SHIPPED,
    VOUCHER,
    WEDDING,
    cash_row,
    dream_row,
    match_of,
    several,
    turns,
    with_cards,
)
from telling import tell

from sim.games.singaporean_dream.story import Event, Way


@pytest.mark.parametrize("on", [False, True])
def test_r12_players_are_paid_out_of_the_bank_or_the_hand_too(on):
    from_hand = 0
    for _, ledger, e in moves({"pay_from_hand": on}, PAIR, with_cards(FINE)):
        if e.kind == Event.PAID and e.c >= 0:
            from_hand += e.b > ledger.bank[e.seat][e.a]
    assert (from_hand > 0) == on


@pytest.mark.parametrize("place", ["bank", "hand"])
def test_r13_cash_that_is_gained_goes_to_the_bank_at_once_or_to_the_hand(place):
    """Even a cash card out of a hand; what the events say is what the table holds (I1)."""
    gained = Counter()
    deck = with_cards(FINE, CHOPE, KAYPOH, VOUCHER)
    for told, ledger in after({"stolen_cash_to": place}, PAIR, deck):
        t = told.tables[0]
        for seat in range(2):
            hand = Counter({i: int(n) for i, n in enumerate(t.hand[seat]) if n})
            bank = Counter({i: int(n) for i, n in enumerate(t.bank[seat]) if n})
            assert (hand, bank) == (+ledger.hand[seat], +ledger.bank[seat])
        gained.update(e.kind for e in told.kinds(Event.TAKE_CASH, Event.TAKE_CARD, Event.SALVAGE))
        gained["paid"] += sum(e.c >= 0 for e in told.kinds(Event.PAID))
    assert all(gained[k] for k in (Event.TAKE_CASH, Event.TAKE_CARD, Event.SALVAGE, "paid"))


@pytest.mark.parametrize("mode", ["dream_only", "cash_and_dream", "cash_only"])
@pytest.mark.parametrize("poor", ["pay_all_cash", "nothing"])
@pytest.mark.parametrize("dreams", [1, 3])
def test_r16_a7_a8_a23_what_a_bank_that_is_too_small_loses(mode, poor, dreams):
    """A dream in place of the cash; without a dream all the cash, or nothing."""
    rules = {"insufficient_mode": mode, "no_dream_mode": poor, "forfeit_dreams": dreams}
    seen = Counter()
    buyers = match_of(
        SHORT | rules | {"powers_enabled": False}, ("banker", "thief"), with_cards(FINE)
    )
    for s in [match_of(SHORT | rules, PAIR, with_cards(FINE)), buyers] * FEW:
        told = tell(s, seen["matches"])
        seen["matches"] += 1
        for place, (ledger, e) in enumerate(steps(s, told)):
            if e.kind != Event.UNPAID:
                continue
            owned = len(ledger.dreams(e.seat))
            safe = ledger.safe[e.seat] > 0
            paid = lost = 0
            for x in told.events[place + 1 :]:
                paid += x.kind == Event.PAID and x.c == e.b
                lost += x.kind == Event.DREAM and x.c == Way.FORFEITED
                if x.kind not in (Event.PAID, Event.DREAM):
                    break
            assert e.c == ledger.funds(e.seat) < e.a
            taken = owned and not safe and mode != "cash_only"
            assert lost == (min(dreams, owned) if taken else 0)
            pays = mode == "cash_and_dream" if taken else mode == "cash_only" or poor != "nothing"
            assert (paid > 0) == (pays and e.c > 0)
            seen[bool(taken), paid > 0] += 1
            seen["several"] += owned > 1
    assert seen["several"] > 0 or mode == "cash_only"


@pytest.mark.parametrize("picks", ["collector", "payer"])
def test_a9_who_picks_a_forfeited_dream(picks):
    """Scripted players take the dearest of equal dreams, and give the cheapest."""
    deck = with_cards(WEDDING, dreams=[dream_row(f"d{i}", 50 * (i % 6 + 1)) for i in range(18)])
    chosen = Counter()
    for _, ledger, e in moves({"forfeit_chooser": picks, "powers_enabled": False}, ("strong",) * 2, deck):  # fmt: skip
        if e.kind == Event.DREAM and e.c == Way.FORFEITED:
            prices = [ledger.prices[d] for d in ledger.dreams(e.b)]
            chosen[ledger.prices[e.a] == (max if picks == "collector" else min)(prices)] += 1
    assert chosen[True] > 0 == chosen[False]


@pytest.mark.parametrize("covers", [True, False])
def test_a10_a28_i8_protection_until_the_own_next_turn_against_theft_and_forfeits(covers):
    deck = with_cards(FINE, SABO)
    rules = {"protect_covers_forfeit": covers, "personality_assignment": "fixed"}
    rules |= {"fixed_personalities": "nsf+aunty"}
    lost = Counter()
    for _, ledger, e in moves(rules, PAIR, deck, 3 * FEW):
        if e.kind == Event.PROTECT:
            lost["protected"] += 1
        if e.kind == Event.TURN and ledger.safe[e.seat]:
            lost["over"] += 1
        if e.kind == Event.DREAM and e.b >= 0:
            lost[Way(e.c), ledger.safe[e.b]] += 1
    assert lost[Way.STOLEN, 1] == 0 < lost["protected"]
    assert (lost[Way.FORFEITED, 1] > 0) == (not covers)
    assert lost["over"] > 0  # A28: then they can be taken again
    assert lost[Way.STOLEN, 0] > 0


def test_a6_change_is_given_where_it_can_be():
    cash = (cash_row(100, 12), cash_row(200, 10), cash_row(500, 6))
    deck = with_cards(WEDDING, FINE, cash=cash)
    for on in (False, True):
        back = 0
        for _, ledger, e in moves({"change_given": on}, ("random",) * 3, deck):
            if e.kind == Event.CHANGE:
                back += 1
                assert ledger.bank[e.seat][e.a] >= e.b
        assert (back > 0) == on


def test_a24_players_pay_clockwise():
    order = []
    for told in several(SHORT, FOUR, with_cards(WEDDING)):
        for turn in turns(told):
            for place, e in enumerate(turn):
                if e.kind == Event.PLAY:
                    payers = []
                    for x in turn[place + 1 :]:
                        if x.kind in ACTIONS or x.kind == Event.PASS:
                            break
                        if x.kind == Event.UNPAID or (x.kind == Event.PAID and x.c == e.seat):
                            payers.append((x.seat - e.seat) % 4)
                    order.append(payers)
    assert all(sorted(payers) == payers for payers in order)
    assert max(len({*payers}) for payers in order) == 3


def test_a29_the_amount_of_an_invitation_is_that_of_its_file():
    for amount in (100, 250):
        row = WEDDING.model_copy(update={"amount": amount})
        rules = SHORT | {"powers_enabled": False}
        told = [e.a for u in several(rules, PAIR, with_cards(row)) for e in u.kinds(Event.UNPAID)]
        assert {*told} == {amount}
    (shipped,) = [r for r in SHIPPED.rows["action_cards"] if r.action_id == "wedding_invitation"]
    assert (shipped.amount, shipped.scope) == (100, "all")
