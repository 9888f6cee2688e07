"""The rules of The Singaporean Dream, one by one, on told matches; R, A and I refer to RULES.md."""

from collections import Counter
from itertools import pairwise

import pytest
from singaporean_dream_ledger import Ledger, steps
from singaporean_dream_told import (
    CHOPE,
    FEW,
    FINE,
    GAME,
    KAYPOH,
    PAIR,
    QUEUE,
    SABO,
    SHIPPED,
    STOP,
    TOTO,
    TRAIN,
    VOUCHER,
    WEDDING,
    cash_row,
    dream_row,
    made_of,
    match_of,
    of,
    player,
    several,
    turns,
    with_cards,
)
from telling import INTERPRETED, tell

from sim.engine.errors import InputError
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.story import Event, Way

FOUR = ("random",) * 4
SHORT = {"max_turns": 36 if INTERPRETED else 60}
ACTIONS = (Event.BANK, Event.BUY, Event.PLAY, Event.POWER)


def moves(rules=None, seats=FOUR, components=SHIPPED, number=FEW):
    """Every event of some matches with the ledger before it: (scenario, ledger, event)."""
    s = match_of(SHORT | (rules or {}), seats, components)
    for match in range(number):
        for ledger, e in steps(s, tell(s, match)):
            yield s, ledger, e


def after(rules=None, seats=FOUR, components=SHIPPED, number=FEW):
    """Every match with its ledger at the end: (told, ledger)."""
    s = match_of(SHORT | (rules or {}), seats, components)
    for match in range(number):
        told, ledger = tell(s, match), Ledger(s)
        for e in told.events:
            ledger.note(e)
        yield told, ledger


# Setup (R1-R6, A1, A2) ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r1_r3_r5_a1_everybody_is_dealt_five_cards_and_no_bank(players):
    for told in several(SHORT, ("random",) * players):
        first = next(i for i, e in enumerate(told.events) if e.kind == Event.TURN)
        dealt = Counter(e.seat for e in of(told.events[:first], Event.DEAL))
        assert dealt == dict.fromkeys(range(players), 5)
        assert not of(told.events[:first], Event.BANK, Event.DRAW)
        assert told.events[first].a == 5
        assert told.events[first].b == 0


def test_a1_one_player_is_too_few_and_seven_are_too_many():
    for players in (1, 7):
        with pytest.raises(InputError, match="2 to 6"):
            match_of(seats=("random",) * players)


@pytest.mark.parametrize("size", [1, 3, 18])
def test_r2_the_top_of_the_dream_pile_can_be_bought_and_the_next_comes_at_once(size):
    """I2: of as many dreams as the market shows; the rest is not seen."""
    rules = {"dream_market_size": size, "dreams_in_pile": 18}
    lower = 0
    for s, ledger, e in moves(rules, ("banker",) * 3):
        shown = [dream for dream, place in ledger.owner.items() if place < 0]
        if e.kind == Event.TURN:
            assert len(shown) == min(size, ledger.left)
        if e.kind == Event.BUY:
            assert e.a in shown
            lower += e.a != shown[0]
        assert s.rules.dream_market_size == size
    assert (lower > 0) == (size > 1) or (INTERPRETED and size > 1)


def test_r4_personalities_are_dealt_without_replacement_or_fixed():
    seen = set()
    for told in several(SHORT, FOUR):
        people = [e.a for e in told.kinds(Event.PERSONALITY)]
        assert [e.seat for e in told.kinds(Event.PERSONALITY)] == [0, 1, 2, 3]
        assert len({*people}) == 4
        seen.update(people)
    assert len(seen) == 6 or INTERPRETED
    fixed = {"personality_assignment": "fixed", "fixed_personalities": "aunty+nsf"}
    for told in several(SHORT | fixed):
        assert [e.a for e in told.kinds(Event.PERSONALITY)] == [2, 0]


def test_r6_a2_the_starter_is_drawn_or_seat_0_and_turns_go_clockwise():
    starters = Counter()
    for rule in ("random", "seat0"):
        for told in several(SHORT | {"first_player": rule}, FOUR):
            seats = [e.seat for e in told.kinds(Event.TURN)]
            starters[rule, seats[0]] += 1
            assert told.kinds(Event.START)[0].seat == seats[0] == told.row["start_seat"]
            assert all((a + 1) % 4 == b for a, b in pairwise(seats))
    assert len([k for k in starters if k[0] == "random"]) > 1
    assert [k for k in starters if k[0] == "seat0"] == [("seat0", 0)]


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
            banked = len(of(turn, Event.BANK)) > 0
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


# Paying players (R12, R13, R16, A6-A10, A23, A24, A29) --------------------------------------------


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


# Stops (R14, R15, A12-A15, A17, A26) --------------------------------------------------------------


def chains(told):
    """Stops of every reaction: (what was to happen, stoppers in order, cancelled)."""
    found = []
    for place, e in enumerate(told.events):
        if e.kind in (Event.PLAY, Event.POWER):
            seats = []
            for x in told.events[place + 1 :]:
                if x.kind != Event.STOP:
                    found.append((e, seats, x.kind == Event.CANCELLED))
                    break
                seats.append(x.seat)
    return found


def test_r14_r15_a26_i7_stops_cancel_and_stops_of_stops_save():
    """The card lies on the discard pile before the stop; stop cards come out of hands."""
    odd = Counter()
    for told in several(SHORT, FOUR, with_cards(STOP, FINE)):
        for e, seats, cancelled in chains(told):
            assert cancelled == (len(seats) % 2 == 1)
            assert not seats or seats[0] != e.seat
            assert all(a != b for a, b in pairwise(seats))
            odd[len(seats)] += 1
    assert odd[0] * odd[1] * odd[2] > 0
    for _, ledger, e in moves({"powers_enabled": False}, FOUR, with_cards(STOP, FINE)):
        if e.kind == Event.STOP:
            assert ledger.hand[e.seat][e.a] > 0
            assert ledger.effect(ledger.discard[-1]) == ("stop" if e.b else "collect_cash")


def test_r15_a_stopped_power_is_used_for_this_turn_or_not():
    again = Counter()
    for counts in (True, False):
        rules = {"stopped_power_counts_used": counts, "actions_per_turn": 6}
        for told in several(SHORT | rules, PAIR, with_cards(STOP), number=3 * FEW):
            for turn in turns(told):
                again[counts] += len(of(turn, Event.POWER)) > 1
    assert again[True] == 0 < again[False]


@pytest.mark.parametrize("rule", ["any_opponent", "targets_only"])
def test_a12_who_may_stop(rule):
    foreign = 0
    for told in several(SHORT | {"stop_right": rule, "powers_enabled": False}, FOUR, with_cards(STOP, FINE, QUEUE)):  # fmt: skip
        for e, seats, _ in chains(told):
            foreign += bool(seats) and seats[0] != e.b
    assert (foreign > 0) == (rule == "any_opponent")


@pytest.mark.parametrize("rule", ["any_other", "actor_only"])
def test_a13_who_may_stop_a_stop(rule):
    foreign = 0
    for told in several(SHORT | {"counter_right": rule}, FOUR, with_cards(STOP, FINE)):
        for e, seats, _ in chains(told):
            foreign += any(seat != e.seat for seat in seats[1::2])
    assert (foreign > 0) == (rule == "any_other")


@pytest.mark.parametrize("most", [0, 1, 2, 99])
def test_a14_the_longest_chain(most):
    longest = max(
        len(seats)
        for told in several(SHORT | {"stop_chain_max": most}, FOUR, with_cards(STOP, FINE))
        for _, seats, _ in chains(told)
    )
    assert longest == most if most < 99 else longest > 2


@pytest.mark.parametrize("rule", ["whole", "self_only"])
def test_a15_a_stop_of_an_effect_on_all_saves_everybody_or_oneself(rule):
    deck = with_cards(STOP.model_copy(update={"copies": 12}), WEDDING)
    part = 0
    for told in several(SHORT | {"stop_scope_all": rule}, FOUR, deck):
        for turn in turns(told):
            for e in of(turn, Event.CANCELLED):
                assert (e.b >= 0) == (rule == "self_only") or of(turn, Event.POWER)
            part += bool(of(turn, Event.CANCELLED)) and any(e.c >= 0 for e in of(turn, Event.PAID))
    assert part > 0 or rule == "whole" or INTERPRETED


@pytest.mark.parametrize("on", [False, True])
def test_a17_a_counter_in_the_own_turn_costs_an_action_or_not(on):
    """Three actions and a counter are one too many."""
    deck, most = with_cards(STOP, FINE), Counter()
    for told in several(SHORT | {"own_turn_counter_costs_action": on}, PAIR, deck, number=3 * FEW):
        for turn in turns(told):
            own = sum(e.seat == turn[0].seat for e in of(turn, Event.STOP))
            others = len(of(turn, Event.BUY, Event.PLAY, Event.POWER)) + bool(of(turn, Event.BANK))
            others -= sum(e.c >= 0 for e in of(turn, Event.POWER))
            most[own > 0] = max(most[own > 0], others + own)
    assert most[False] == 3
    assert (most[True] > 3) == (not on)


# Thefts (R17, A11, A25, A27, A30, A31, A33) -------------------------------------------------------


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


# Piles (R18, R25, A19, A20) -----------------------------------------------------------------------

THIN = with_cards(FINE.model_copy(update={"copies": 12}), cash=(cash_row(100, 14),))


@pytest.mark.parametrize("keep", [0, 4, 10])
def test_r18_r25_i11_the_discard_pile_without_its_top_cards_becomes_the_action_pile(keep):
    rules, done = {"reshuffle_keep_top": keep, "initial_hand": 3}, 0
    for _, ledger, e in moves(rules, PAIR, THIN):
        if e.kind == Event.RESHUFFLE:
            done += 1
            assert e.a == len(ledger.discard) - keep > 0
            assert ledger.pile.total() == 0
        if e.kind == Event.NO_CARD:
            assert ledger.pile.total() == 0
            assert len(ledger.discard) <= keep
    assert done > 0


def test_a19_too_few_discards_stay_or_are_all_shuffled():
    found = Counter()
    for rule in ("none", "all"):
        rules = {"reshuffle_short": rule, "reshuffle_keep_top": 20, "initial_hand": 3}
        for _, ledger, e in moves(rules, PAIR, THIN):
            if e.kind == Event.RESHUFFLE:
                found[rule, len(ledger.discard) <= 20] += 1
    assert found["none", True] == 0 < found["all", True]


def test_a20_the_pile_is_renewed_when_a_card_is_needed_or_at_once():
    """After the last card of the pile, where enough is discarded."""
    waited = Counter()
    for rule in ("lazy", "eager"):
        rules = {"reshuffle_timing": rule, "reshuffle_keep_top": 2, "initial_hand": 3}
        emptied = False
        for _, ledger, e in moves(rules, PAIR, THIN):
            waited[rule] += emptied and e.kind != Event.RESHUFFLE
            last = e.kind in (Event.DRAW, Event.DEAL) and ledger.pile.total() == 1
            emptied = last and len(ledger.discard) > 2
    assert waited["eager"] == 0 < waited["lazy"]


# The end (R19-R23, A3, A21, A22) ------------------------------------------------------------------


@pytest.mark.parametrize("timing", ["immediate", "end_of_turn", "end_of_round"])
def test_r19_a3_the_match_ends_when_the_dream_pile_is_empty(timing):
    """I6: at once, at the end of that turn, or when all have had as many turns."""
    acted = 0
    rules = {"end_timing": timing, "dreams_in_pile": 3, "max_turns": 1000}
    for told in several(rules, ("banker",) * 3):
        (empty,) = told.kinds(Event.EMPTY)
        rest = told.events[told.events.index(empty) + 1 :]
        more = len(of(rest, Event.TURN))
        assert more == 0 or timing == "end_of_round"
        acted += len(of(rest, *ACTIONS, Event.PASS)) > 0
        if timing == "end_of_round":
            assert told.row["turns"] % 3 == 0
        assert told.row["capped"] == 0
        assert told.row["bought"] + told.row["discount_bought"] + told.row["free_taken"] == 3
    assert (acted > 0) == (timing != "immediate")


@pytest.mark.parametrize("count", [1, 2, 5])
def test_r20_a22_a_matching_dream_counts_more_whoever_it_came_from(count):
    extra = 0
    for told, ledger in after({"bonus_dream_count": count, "max_turns": 300}, ("thief",) * 3):
        for e in told.kinds(Event.STANDING):
            assert e.a == ledger.score(e.seat)
            extra += e.a - len(ledger.dreams(e.seat))
    assert (extra > 0) == (count > 1)


def test_r21_r22_a21_most_dreams_then_their_price_then_cash_in_the_bank():
    """Hand cash counts for nothing; a matching dream's price may count as often as the dream."""
    stages = Counter()
    for doubled in (False, True):
        rules = {"bonus_doubles_value": doubled, "dreams_in_pile": 4, "max_turns": 400}
        flat = made_of(
            dreams=[dream_row(f"d{i}", 300, "nsf" if i < 2 else "none") for i in range(4)]
        )
        for told, ledger in after(rules, ("banker",) * 2, flat, 4 * FEW):
            places = {}
            for e in told.kinds(Event.STANDING):
                mine = ledger.dreams(e.seat)
                times = [ledger.weight(e.seat, d) if doubled else 1 for d in mine]
                assert e.b == sum(300 * n for n in times)
                assert e.c == ledger.funds(e.seat)
                places[e.seat] = (e.a, e.b, e.c)
            (end,) = told.kinds(Event.WINNERS)
            best = max(places.values())
            assert end.a == sum(1 << s for s, place in places.items() if place == best)
            stages[end.b] += 1
            top = [place for place in places.values() if place[0] == best[0]]
            assert (end.b == 0) == (len(top) == 1)
    assert stages[0] * stages[2] > 0 or INTERPRETED


def test_r23_a_full_tie_is_shared_or_goes_to_the_later_player():
    """Nobody buys: all have nothing, and all share, unless the later in the order of turns wins."""
    idle = player(w_bank=-1.0, w_draw=-1.0, w_cash=-1.0, w_steal=-1.0, w_hand=-1.0, w_discard=-1.0, w_protect=-1.0, w_buy=-9.0)  # fmt: skip
    for rule in ("shared", "later_in_order"):
        for told in several({"final_tie": rule, "max_turns": 6}, (idle,) * 3):
            shares = [told.row[f"win_share_seat{s}"] for s in range(3)]
            last = (told.row["start_seat"] + 2) % 3
            assert shares == (
                [20] * 3 if rule == "shared" else [60 * (s == last) for s in range(3)]
            )
            assert told.row["tie_stage"] == 3
            assert told.row["shared_win"] == (rule == "shared")


# Everything that does not depend on a rule --------------------------------------------------------


def test_i1_i2_i3_i9_cards_and_money_are_conserved_after_every_step():
    """Under the printed rules and those that move cash otherwise; the ledger looks at every event."""
    for rules in (
        {},
        {"stolen_cash_to": "hand", "pay_from_hand": True, "reshuffle_keep_top": 0},
        {"change_given": True, "insufficient_mode": "cash_and_dream", "payment_policy": "largest_first"},
    ):  # fmt: skip
        for seats in (FOUR, ("thief", "strong", "hoarder", "cautious")):
            for told, ledger in after(rules, seats):
                lost = sum(told.row[f"cash_lost_seat{s}"] for s in range(4))
                assert lost == sum(told.row[f"cash_taken_seat{s}"] for s in range(4))
                taken = sum(len(ledger.dreams(s)) for s in range(4))
                assert (
                    taken
                    == told.row["bought"] + told.row["discount_bought"] + told.row["free_taken"]
                )


def test_i10_shares_of_a_win_add_up_and_the_winner_has_most_dreams():
    for told in several({"max_turns": 300}, FOUR):
        shares = [told.row[f"win_share_seat{s}"] for s in range(4)]
        assert sum(shares) == 60
        scores = [told.row[f"score_seat{s}"] for s in range(4)]
        assert max(scores) == scores[shares.index(max(shares))]


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_i12_seats_of_equal_players_win_equally_often():
    from support import scenario

    from sim.play import play_rows

    s = scenario(GAME, seats=["strong"] * 3, matches=6000, rotate="off")
    rows = play_rows(s, 0, 6000)
    for seat in range(3):
        share = rows[f"win_share_seat{seat}"].mean() / 60
        assert abs(share - 1 / 3) < 5 * (2 / 9 / 6000) ** 0.5


def test_a32_nothing_of_the_extended_faq_is_played():
    """It is nowhere to be found, so no option speaks of it."""
    assert not any("A32" in (field.description or "") for field in Rules.model_fields.values())


def test_toto_huat_takes_the_top_dream_for_free():
    free = 0
    for told in several(SHORT, PAIR, with_cards(TOTO)):
        for e in told.kinds(Event.DREAM):
            free += e.c == Way.FREE
        assert told.row["free_taken"] == sum(e.c == Way.FREE for e in told.kinds(Event.DREAM))
    assert free > 0
