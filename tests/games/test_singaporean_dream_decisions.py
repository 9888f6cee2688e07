"""What scripted players do, and which cards pay: sections 6 to 8 of RULES.md.

The referee checks every choice against utilities of its own; here stands what is said of each
strategy in words.  That `random` draws uniformly from the legal actions is in the referee's tests.
"""

import random
from collections import Counter

import numpy as np
import pytest
from numba import njit
from singaporean_dream_ledger import steps
from singaporean_dream_referee_pay import goodness, vectors, worth
from singaporean_dream_told import (
    FEW,
    KAYPOH,
    PAIR,
    QUEUE,
    SHIPPED,
    STOP,
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

from sim.games.singaporean_dream.decisions_pay import can_buy, payment, price_payment
from sim.games.singaporean_dream.story import Event, Way
from sim.games.singaporean_dream.strategies import STRATEGIES

FIELD = ("banker", "thief", "hoarder", "cautious", "strong")
PAYMENTS = 150 if INTERPRETED else 900


def told_matches(seats=FIELD, components=SHIPPED, rules=None, number=FEW):
    """Every event with the ledger before it and the strategy of its player."""
    s = match_of({"max_turns": 150} | (rules or {}), seats, components)
    for match in range(number):
        told = tell(s, match)
        for ledger, e in steps(s, told):
            yield ledger, e, seats[e.seat] if isinstance(seats[e.seat], str) else ""


# Payments -----------------------------------------------------------------------------------------


@njit
def paid_for(tables, due):
    """What a payment out of t.pool hands over."""
    payment(tables[0], np.int64(due))


@njit
def price_of(tables, due):
    """What a purchase by seat 0 hands over; whether it is legal."""
    t = tables[0]
    if not can_buy(t, np.int64(0), np.int64(due)):
        return False
    price_payment(t, np.int64(0), np.int64(due))
    return True


def best(counts, values, due):
    """min_overpay by looking at all ways to pay."""
    enough = [paid for paid in vectors(counts) if worth(paid, values) >= due]
    return min(enough, key=lambda paid: goodness(paid, values))


def in_order(counts, values, due, order):
    """largest_first, smallest_first: cards one by one, then superfluous ones back, smallest first."""
    paid = [0] * len(counts)
    for k in order:
        while paid[k] < counts[k] and worth(paid, values) < due:
            paid[k] += 1
    for k in range(len(counts)):
        while paid[k] and worth(paid, values) - values[k] >= due:
            paid[k] -= 1
    return tuple(paid)


@pytest.mark.parametrize("policy", ["min_overpay", "largest_first", "smallest_first"])
@pytest.mark.parametrize("overpay", ["allowed", "exact_only"])
def test_a4_a5_payments_are_those_of_an_exhaustive_enumeration(policy, overpay):
    """R11: any bank of up to five denominations, any sum; section 12, 3 and I9."""
    rng, seen = random.Random(2), Counter()
    for _ in range(PAYMENTS // 30):
        values = tuple(sorted(rng.sample(range(50, 650, 50), rng.randint(1, 5))))
        deck = made_of([cash_row(v, 10) for v in values], (), [dream_row("d", 100)])
        rules = {"payment_policy": policy, "purchase_overpay": overpay, "dreams_in_pile": 1}
        tables = tell(match_of(rules | {"max_turns": 1}, PAIR, deck)).tables
        t, n = tables[0], len(values)
        for _ in range(30):
            counts = tuple(rng.randint(0, 3) for _ in values)
            total = worth(counts, values)
            if not total:
                continue
            due = rng.randrange(50, total + 50, 50)
            t.pool[:n] = counts
            t.bank[0, :n], t.funds[0] = counts, total
            down = range(n - 1, -1, -1) if policy == "largest_first" else range(n)
            least = best(counts, values, due)
            wanted = least if policy == "min_overpay" else in_order(counts, values, due, down)
            paid_for(tables, due)
            assert tuple(t.paying[:n].tolist()) == wanted
            exact = overpay == "exact_only"
            legal = price_of(tables, due)
            assert legal == (worth(least, values) == due or not exact)
            if legal:
                assert tuple(t.paying[:n].tolist()) == (least if exact else wanted)
            more = worth(wanted, values) - due
            assert all(values[k] > more for k in range(n) if wanted[k])
            seen[more > 0, legal] += 1
    assert seen[True, overpay == "allowed"] > 0
    assert seen[False, True] > 0


# Strategies ---------------------------------------------------------------------------------------


def test_a_banker_never_attacks():
    """It saves and buys: nothing that takes cards or dreams of others has a worth."""
    used = Counter()
    for ledger, e, who in told_matches(number=2 * FEW):
        if e.kind == Event.PLAY and who == "banker":
            used[ledger.effect(e.a)] += 1
    assert {*used} <= {
        "collect_cash",
        "steal_cash_card",
        "draw_cards",
        "salvage_cash",
        "take_top_dream",
    }
    assert used["collect_cash"] > 0


def test_a_thief_stops_nothing_but_stops():
    """stop_at is never: it counters where its own effect is worth 300."""
    stops = Counter()
    for ledger, e, who in told_matches(("thief", "hoarder", "strong"), number=2 * FEW):
        if e.kind == Event.STOP:
            stops[who, e.b % 2] += 1
            assert ledger.hand[e.seat][e.a] > 0
    assert stops["thief", 0] == 0
    assert stops["hoarder", 0] > 0
    assert stops["thief", 1] > 0 or INTERPRETED


def test_a_hoarder_keeps_its_stops():
    """Over the limit a card is discarded that is worth least; a stop is worth 750K to it."""
    given = Counter()
    deck = with_cards(STOP, QUEUE, KAYPOH)
    for ledger, e, who in told_matches(("hoarder", "random"), deck, {"hand_limit": 3}):
        if e.kind == Event.DISCARD and who == "hoarder":
            others = [c for c in +ledger.hand[e.seat] if ledger.effect(c) != "stop"]
            given[ledger.effect(e.a) == "stop" and bool(others)] += 1
    assert given[True] == 0 < given[False]


def test_a_cautious_player_banks_to_buy_in_the_same_turn():
    """bank_mode needed: the least that pays the price; else cash stays in the hand."""
    bought = 0
    for told in several({"max_turns": 150}, ("cautious",) * 3):
        for turn in turns(told):
            banked = of(turn, Event.BANK)
            if banked:
                after = turn[turn.index(banked[0]) :]
                assert of(after, Event.BUY), turn
                bought += 1
    assert bought > 0


def test_others_bank_all_their_cash():
    for ledger, e, who in told_matches(("banker", "hoarder", "thief")):
        if e.kind == Event.BANK:
            assert e.b == ledger.hand[e.seat][e.a], who


@pytest.mark.parametrize("strategy", ["cautious", "strong"])
def test_who_checks_the_end_does_not_end_a_match_that_it_loses(strategy):
    """Unless it lies too far behind: endgame_max_deficit."""
    ends = Counter()
    for told in several({"max_turns": 400}, (strategy, "thief"), number=3 * FEW):
        if told.row["pile_ended"] and told.row["last_taker"] == 0:
            wins = told.row["win_share_seat0"] > 0
            behind = told.row["score_seat1"] - told.row["score_seat0"]
            ends[wins] += 1
            last = [e for e in told.kinds(Event.DREAM) if e.b < 0][-1]
            assert wins or behind > 2 or last.c == Way.FREE
    assert ends[True] > 0 or INTERPRETED


def test_who_does_not_check_ends_matches_that_it_loses():
    """Kingmaking: a banker buys the last dream whatever it means."""
    lost = sum(
        told.row["last_taker"] == 0 and told.row["win_share_seat0"] == 0
        for told in several({"max_turns": 400}, ("banker", "thief"), number=3 * FEW)
    )
    assert lost > 0


def test_dreams_of_the_leader_are_taken_first():
    """leader_bias, in a table of three: with it the leader loses more."""
    sabo = made_of(actions=[r.model_copy(update={"copies": 12}) if r.action_id == "sabo_king" else r for r in SHIPPED.rows["action_cards"]])  # fmt: skip
    share = {}
    for bias in (0.0, 5.0):
        policy = STRATEGIES["thief"].read({"leader_bias": bias}, STRATEGIES["thief"])
        found = Counter()
        for ledger, e, _ in told_matches((policy,) * 3, sabo, {"max_turns": 60}):
            if e.kind == Event.PLAY and ledger.effect(e.a) == "steal_dream":
                other = next(s for s in range(3) if s not in (e.seat, e.b))
                if ledger.score(other) != ledger.score(e.b):
                    found[ledger.score(e.b) > ledger.score(other)] += 1
        share[bias] = found[True] / max(1, found.total())
    assert share[5.0] > share[0.0] or INTERPRETED


@pytest.mark.parametrize(("at", "stops"), [(100.0, True), (150.0, False)])
def test_harm_is_stopped_from_its_threshold_on(at, stops):
    """A wedding of 100 costs 100; two stops would be played from 100 on."""
    careful = player(stop_at=at)
    deck = with_cards(STOP, WEDDING, dreams=[dream_row(f"d{i}", 2000) for i in range(18)])
    found = Counter()
    for ledger, e, _ in told_matches(("random", careful), deck, {"powers_enabled": False}):
        if e.kind == Event.STOP and e.seat == 1:
            found[ledger.funds(1) >= 100] += 1
    assert (found[True] > 0) == stops


def test_a_foreign_dream_is_stopped_from_its_threshold_on():
    """stop_foreign_at: a purchase is worth 600 to its buyer, a matching one 1200."""
    found = Counter()
    for at in (600.0, 1200.0, 1300.0):
        watcher = player(stop_foreign_at=at, stop_keep_bonus=900.0)
        rules = {"stop_purchase": True, "personality_assignment": "fixed", "fixed_personalities": "nsf+aunty"}  # fmt: skip
        deck = with_cards(STOP, dreams=[dream_row(f"d{i}", 100, "nsf" if i % 2 else "none") for i in range(18)])  # fmt: skip
        buying = -1
        for ledger, e, _ in told_matches(("random", watcher), deck, rules):
            if e.kind == Event.BUY and e.seat == 0:
                buying = ledger.weight(0, e.a)
            if e.kind == Event.STOP and e.seat == 1 and e.b == 0:
                found[at, buying] += 1
    assert found[600.0, 1] * found[600.0, 2] > 0
    assert found[1200.0, 1] == 0 < found[1200.0, 2]
    assert found[1300.0, 1] == found[1300.0, 2] == 0


def test_a_shield_keeps_cash_back():
    """A reserve of 500K: a dream at 300K is not bought out of a bank of 400K."""
    deck = made_of((cash_row(100, 80),), (), [dream_row(f"d{i}", 300) for i in range(18)])
    least = {}
    for shield in (0.0, 500.0):
        saver = player(w_buy=0.5, w_cost=0.0, shield=shield, w_shield=2.0, w_bank=1.0)
        left = [ledger.funds(e.seat) - e.b for ledger, e, _ in told_matches((saver,) * 2, deck, {"powers_enabled": False}) if e.kind == Event.BUY]  # fmt: skip
        least[shield] = min(left)
    assert least[0.0] < 300 <= least[500.0]


def test_strategies_play_without_chance():
    """Section 8: no draw for any choice; `random` does draw."""
    for seats, same in ((FIELD, True), (("random",) * 5, False)):
        drawn = []
        for turns_ in (0, 40):
            told = tell(match_of({"max_turns": max(1, turns_), "actions_per_turn": 1}, seats))
            drawn.append(told.tables[0].stream["next"][5:10].tolist())
        assert (drawn[0] == drawn[1]) == same
