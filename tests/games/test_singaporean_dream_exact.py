"""Exact values of The Singaporean Dream (section 12 of RULES.md), and simulated beside them."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import numpy as np
import pytest
from numba import njit
from singaporean_dream_told import (
    MINI,
    MINI_RULES,
    SHIPPED,
    WEDDING,
    cash_row,
    dream_row,
    made_of,
    match_of,
)
from telling import INTERPRETED, tell

from sim.games.singaporean_dream.decisions_worth import rank_of
from sim.games.singaporean_dream.exact import (
    cash_law,
    curves,
    deposits,
    first_dream_matches,
    hand_law,
    holders_law,
    mean_hand_cash,
    mini_game,
    moments,
    none_named,
    none_of,
    sd_hand_cash,
)
from sim.games.singaporean_dream.exact_first import Hand, race
from sim.games.singaporean_dream.exact_stops import alone, happens
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.story import Event
from sim.games.singaporean_dream.strategies import STRATEGIES
from sim.play import play_rows

ROWS = 150 if INTERPRETED else 20_000
RANDOM = STRATEGIES["random"]


# The deck (1, 2, 4, 6) ----------------------------------------------------------------------------


def test_opening_hands():
    """Section 12, 1."""
    law = [0.031184, 0.163714, 0.327427, 0.311836, 0.141414, 0.024426]
    assert cash_law(SHIPPED, 5) == pytest.approx(law, abs=1e-6)
    assert mean_hand_cash(SHIPPED, 5) == pytest.approx(453.488, abs=1e-3)
    assert none_of(SHIPPED, 5, "stop") == pytest.approx(0.606182, abs=1e-6)
    assert 1 - none_named(SHIPPED, 5, "wedding_invitation") == pytest.approx(0.216531, abs=1e-6)
    assert none_named(SHIPPED, 5, "wedding_invitation") == hand_law(SHIPPED, 5, 4)[0]


def test_moments_of_a_hand_are_those_of_all_hands():
    """A small deck, every hand of three looked at."""
    deck = made_of(
        (cash_row(100, 3), cash_row(300, 2)), (WEDDING.model_copy(update={"copies": 2}),)
    )
    worths = [100] * 3 + [300] * 2 + [0] * 2
    hands = [sum(hand) for hand in combinations(worths, 3)]
    assert mean_hand_cash(deck, 3) == pytest.approx(np.mean(hands))
    assert sd_hand_cash(deck, 3) == pytest.approx(np.std(hands))


def test_first_dreams():
    """Section 12, 2."""
    for players in range(2, 7):
        assert first_dream_matches(SHIPPED, players) == pytest.approx(2 * players / 18)
    prices = [row.value_k for row in SHIPPED.rows["dream_cards"]]
    assert moments(prices)[0] == pytest.approx(488.89, abs=0.005)


def test_players_who_are_dealt_a_kind_of_card_are_those_of_all_deals():
    """Seven cards, two or three of them marked, dealt to two players or three in every order."""
    cash = (cash_row(100, 4),)
    for copies, hand, players in ((3, 2, 2), (3, 2, 3), (3, 1, 3), (1, 2, 2), (3, 0, 2)):
        deck = made_of(cash, (WEDDING.model_copy(update={"copies": copies}),))
        cards = [0] * 4 + [1] * copies
        found = Counter(
            sum(any(deal[p * hand : (p + 1) * hand]) for p in range(players))
            for deal in permutations(cards, players * hand)
        )
        law = holders_law(deck, hand, players, copies)
        assert law == pytest.approx([found[k] / found.total() for k in range(players + 1)])


def test_ways_to_bank():
    """Section 12, 4: all but none."""
    assert deposits((2, 1, 0, 1)) == 11
    for held in ((3,), (2, 2), (1, 0, 4)):
        assert deposits(held) == len([*product(*(range(n + 1) for n in held))]) - 1


def test_a_reshuffle_leaves_ten():
    """Section 12, 6: of eleven discards one becomes the action pile, of ten none."""
    thin = made_of((cash_row(100, 12),), (), [dream_row(f"d{i}", 100) for i in range(4)])
    seen = set()
    for match in range(4 if INTERPRETED else 30):
        s = match_of({"initial_hand": 6, "hand_limit": 1, "max_turns": 30, "actions_per_turn": 1, "dreams_in_pile": 4, "powers_enabled": False}, components=thin)  # fmt: skip
        discarded = 0
        for e in tell(s, match).events:
            discarded += e.kind == Event.DISCARD
            discarded += e.b if e.kind == Event.PAID and e.c < 0 else 0
            if e.kind == Event.NO_CARD:
                assert discarded <= 10
                seen.add("none")
            if e.kind == Event.RESHUFFLE:
                assert e.a == discarded - 10
                discarded = 10
                seen.add(e.a)
    assert "none" in seen
    assert 1 in seen or INTERPRETED


# Stops by chance (5) ------------------------------------------------------------------------------


def test_stops_by_chance():
    assert [happens((0, s)) for s in range(1, 9)] == [Fraction(1, 2)] * 8
    assert happens((1, 1)) == Fraction(3, 4)
    assert happens((0, 1, 1)) == Fraction(5, 8)
    assert happens((0, 1, 1), others_counter=False) == Fraction(1, 4)
    for holders in range(5):
        assert happens((3, *[2] * holders), 1) == alone(holders) == Fraction(1, 2**holders)
    assert happens((0, 0, 0)) == happens((2, 5), 0) == 1


def played_out(held, longest, rng):
    """One reaction, every question asked; the naive twin of `happens`."""
    held, played, last = list(held), 0, 0
    while played < longest:
        for step in range(1, len(held)):
            seat = (last + step) % len(held)
            if held[seat] and (played % 2 or seat) and rng.random() < 0.5:
                held[seat] -= 1
                played, last = played + 1, seat
                break
        else:
            break
    return played % 2 == 0


@pytest.mark.parametrize("held", [(2, 1), (1, 3), (1, 2, 1), (0, 2, 2), (2, 1, 1, 2)])
@pytest.mark.parametrize("longest", [2, 99])
def test_stops_by_chance_are_those_of_reactions_played_out(held, longest):
    rng, n = np.random.default_rng(1), 4000
    p = float(happens(held, longest))
    found = sum(played_out(held, longest, rng) for _ in range(n)) / n
    assert found == pytest.approx(p, abs=5 * (p * (1 - p) / n) ** 0.5)


# The mini game (7) --------------------------------------------------------------------------------


def test_the_mini_game():
    found = race(2, [1], Hand(5, 2, 2, 3, 8, at_once=False))
    assert found.winners[0] == pytest.approx(0.589942, abs=5e-7)
    assert found.first_turn == pytest.approx(1189 / 5040, abs=1e-12)
    assert found.turns == pytest.approx(3.443300, abs=5e-7)
    assert found.squares > found.turns**2
    assert mini_game(Rules.read(MINI_RULES), [RANDOM] * 2, MINI) == found
    assert sum(found.winners) == pytest.approx(1)


def test_the_mini_game_is_not_taken_for_another():
    for rules, policies, components in (
        ({}, [RANDOM] * 2, MINI),
        (MINI_RULES, [RANDOM, STRATEGIES["thief"]], MINI),
        (MINI_RULES, [RANDOM] * 2, SHIPPED),
        (MINI_RULES | {"max_turns": 5}, [RANDOM] * 2, MINI),
        (MINI_RULES, [RANDOM] * 2, made_of((cash_row(100, 30),), (), (dream_row("only", 100),))),
        (MINI_RULES | {"stop_purchase": True}, [RANDOM] * 2, MINI),
    ):
        assert mini_game(Rules.read(rules), policies, components) is None


@pytest.mark.parametrize(
    ("rules", "players", "prices"),
    [
        ({}, 2, (100,)),
        ({"initial_hand": 0, "empty_hand_draw": 1, "actions_per_turn": 2}, 3, (100,)),
        ({"hand_limit": 2, "hand_limit_timing": "immediate"}, 2, (100, 300)),
    ],
    ids=str,
)
def test_the_mini_game_is_that_of_the_simulation(rules, players, prices):
    """Winner, length, first turn; five standard errors."""
    deck = made_of((cash_row(100, 300),), (), [dream_row(f"d{p}", p) for p in prices])
    s = match_of(MINI_RULES | rules, ("random",) * players, deck)
    exact = mini_game(s.rules, s.policies, deck)
    rows = play_rows(s, 0, ROWS)
    for place, p in enumerate(exact.winners):
        share = rows[f"win_order_{place}"].mean() / 60
        assert share == pytest.approx(p, abs=5 * (p * (1 - p) / ROWS) ** 0.5)
    first = (rows["length"] == 1).mean()
    p = exact.first_turn
    assert first == pytest.approx(p, abs=5 * (max(p * (1 - p), 1e-9) / ROWS) ** 0.5)
    lengths, spread = rows["length"].astype(float), exact.spread / ROWS**0.5
    assert lengths.mean() == pytest.approx(exact.turns, abs=5 * spread)
    squares = (lengths**2).std() / ROWS**0.5
    assert (lengths**2).mean() == pytest.approx(exact.squares, abs=5 * squares)


# Collecting and standings (8, 9) ------------------------------------------------------------------


def test_the_wedding_of_the_oracle():
    """Section 12, 8: 100 from 100, a 200 from 200 without change, a dream from nothing; or nothing."""
    seen = set()
    deck = made_of((cash_row(100, 20), cash_row(200, 20)), (WEDDING,))
    for match in range(3 if INTERPRETED else 40):
        s = match_of({"max_turns": 80}, ("random",) * 4, deck)
        funds = {}
        events = tell(s, match).events
        for e, after in pairwise(events):
            if e.kind == Event.BANK:
                funds[e.seat] = e.c
            if e.kind == Event.UNPAID:
                assert e.c < e.a
                if after.kind == Event.DREAM and after.b == e.seat:
                    seen.add(("dream", e.c))
                else:
                    seen.add(("no dream", e.c))
    assert ("dream", 0) in seen or INTERPRETED
    assert ("no dream", 0) in seen


@njit
def ranked(score, price, money):
    """A standing as one number."""
    return rank_of(np.int64(score), np.int64(price), np.int64(money))


def test_standings_of_the_oracle():
    """Section 12, 9: dreams, one of them a bonus, then price, then cash in the bank; not the hand."""
    assert ranked(4, 900, 0) > ranked(3, 5000, 9000)
    assert ranked(3, 1000, 0) > ranked(3, 900, 9000)
    assert ranked(3, 900, 200) > ranked(3, 900, 100)
    assert ranked(3, 128_000, 20_000) < ranked(4, 0, 0)  # 64 dreams of 2000K, all cash of a deck


# Curves -------------------------------------------------------------------------------------------


def test_curves_are_those_of_the_closed_forms():
    found = curves(Rules(), SHIPPED)
    assert dict(found["stops"].lines["1 of one's own"])[1.0] == 0.75
    assert dict(found["no_stop"].lines["5 cards dealt"])[8.0] == pytest.approx(0.606182, abs=1e-6)
    alone_ = curves(Rules.read({"counter_right": "actor_only"}), SHIPPED)
    assert dict(alone_["stops"].lines["0 of one's own"])[3.0] == 0.5
    none = curves(Rules.read({"stop_chain_max": 0}), SHIPPED)
    assert {y for _, y in none["stops"].lines["0 of one's own"]} == {1.0}
