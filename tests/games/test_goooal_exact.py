"""Exact values of section 12 of goooal: closed forms, and matches that must agree with them."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from goooal_told import deck_of
from support import scenario, shipped
from telling import INTERPRETED

from sim.games import game
from sim.games.goooal.cards import cards
from sim.games.goooal.exact import (
    anchors,
    answered,
    at_least_one,
    covering,
    covering_share,
    curves,
    own_team_law,
    own_team_mean,
    stuck,
    unanswered,
)
from sim.games.goooal.exact_series import series
from sim.games.goooal.rules import Rules
from sim.play import play_rows

SHIPPED = shipped("goooal")
DECK = cards(SHIPPED)
ONE_TURN = {
    "hand_size": 1, "team_collection": False, "first_card": "no_effect", "max_turns": 1,
    "max_matches": 1,
}  # fmt: skip
MATCHES = 50 if INTERPRETED else 400_000


def of_kind(kind, numbers=None):
    """Card ids of a kind, players with some numbers."""
    return [c.card_id for c in DECK if c.kind == kind and (not numbers or c.number in numbers)]


def test_covering_cards_by_base():
    assert {covering(SHIPPED, b) for b in of_kind("player", {1, 5})} == {34}
    assert {covering(SHIPPED, b) for b in of_kind("player", {2, 3, 4})} == {35}
    for kind in ("arbitre", "goooal", "gardien", "agent"):
        assert {covering(SHIPPED, b) for b in of_kind(kind)} == {25}
    assert {covering(SHIPPED, b) for b in of_kind("coupe")} == {22}
    assert covering_share(SHIPPED) == Fraction(641, 1580)


def test_dealt_hands():
    everything = [c.card_id for c in DECK]
    assert stuck(SHIPPED, 6, everything) == pytest.approx(0.045330, abs=1e-6)
    assert stuck(SHIPPED, 6, of_kind("player")) == pytest.approx(0.026958, abs=1e-6)
    assert at_least_one(SHIPPED, ["coupe"], 6) == pytest.approx(0.272483, abs=1e-6)
    assert at_least_one(SHIPPED, ["gardien", "coupe"], 6) == pytest.approx(0.480071, abs=1e-6)
    law = own_team_law(SHIPPED, 3, 6)
    assert law[:3] == pytest.approx([0.670081, 0.287178, 0.040448], abs=1e-6)
    assert sum(v * p for v, p in enumerate(law)) == pytest.approx(0.375)
    assert own_team_mean(Rules(), SHIPPED, 1) == pytest.approx(0.375)
    assert len(own_team_law(SHIPPED, 3, 2)) == 3  # no more than the hand holds
    assert own_team_law(SHIPPED, 0, 20)[5] == pytest.approx(0.00064492, abs=1e-8)


def dealt_pairs(rules, copies):
    """Shares of pairs of hands, listed one by one: the first answers; the second hits it."""
    kinds = ["player", *(kind for kind, n in copies.items() for _ in range(n))]
    kinds += ["agent"] * (7 - len(kinds))
    answers = exact_answers(rules)
    pairs = [
        (first, second)
        for first in combinations(range(7), 2)
        for second in combinations(set(range(7)) - set(first), 2)
    ]
    first_answers = [any(kinds[c] in answers for c in first) for first, _ in pairs]
    hits = [any(kinds[c] == "goooal" for c in second) for _, second in pairs]
    alone = sum(not a and h for a, h in zip(first_answers, hits, strict=True))
    return sum(first_answers) / len(pairs), alone / len(pairs)


def exact_answers(rules):
    """Kinds that answer, word by word."""
    return {
        kind
        for kind, on in (
            ("gardien", rules.gardien_cancel), ("coupe", rules.coupe_cancel),
            ("goooal", rules.goal_response),
        )
        if on
    }  # fmt: skip


@pytest.mark.parametrize("response", [False, True])
@pytest.mark.parametrize("cancels", [False, True])
def test_answers_of_dealt_hands_by_copies_are_those_of_all_pairs(response, cancels):
    """Section 10, GOOOAL against GARDIEN: a deck of seven cards, two in a hand."""
    rules = Rules.read({"hand_size": 2, "goal_response": response, "gardien_cancel": cancels})
    for goooal, gardien, coupe in product(range(3), range(3), range(2)):
        copies = {"goooal": goooal, "gardien": gardien, "coupe": coupe}
        deck = {**copies, "arbitre": 0, "player": 1, "agent": 6 - goooal - gardien - coupe}
        held, alone = dealt_pairs(rules, copies)
        assert answered(rules, SHIPPED, deck) == pytest.approx(held)
        assert unanswered(rules, SHIPPED, deck) == pytest.approx(alone)


def test_curves():
    """Section 12: the shipped copies, the table of the chain; nothing where nothing answers."""
    found = curves(Rules(), SHIPPED)
    assert dict(found["answers"].lines["4 COUPE"])[4.0] == pytest.approx(0.480071, abs=5e-7)
    assert dict(found["unanswered"].lines["4 GOOOAL"])[4.0] == pytest.approx(
        unanswered(Rules(), SHIPPED, {})
    )
    assert dict(found["series_length"].lines["dealer wins 55 %"])[4.0] == pytest.approx(0.166375)
    never = Rules.read({"gardien_cancel": False, "coupe_cancel": False, "unit": "match"})
    assert set(curves(never, SHIPPED)) == {"unanswered"}
    rotating = curves(Rules.read({"next_dealer": "rotate"}), SHIPPED)
    assert list(rotating["series_length"].lines) == ["dealer wins 50 %"]
    two = curves(Rules.read({"series_wins": 2}), SHIPPED)["series_length"].lines
    assert dict(two["dealer wins 50 %"]) == {2.0: 0.5, 3.0: 0.5}


@pytest.mark.parametrize(
    ("changes", "share"),
    [
        ({}, Fraction(2591, 12640)),
        ({"agent_gift_can_win": False}, Fraction(641, 3160)),
        ({"hand_size": 2}, Fraction(739, 24648)),
        ({"hand_size": 2, "combo_rule": "single"}, Fraction(379, 82160)),
        ({"hand_size": 2, "agent_gift_can_win": False}, Fraction(481, 18960)),
        ({"hand_size": 2, "combo_same_colour": False}, Fraction(127, 4740)),
    ],
    ids=str,
)
def test_matches_of_one_turn(changes, share):
    """E1 and E2: the first player of two sheds a hand of one or two cards at once."""
    s = scenario("goooal", ONE_TURN | changes, ["random"] * 2, matches=MATCHES)
    rows = play_rows(s, 0, MATCHES)
    p, won = float(share), rows["won_matches"].mean()
    assert abs(won - p) < 4.5 * np.sqrt(p * (1 - p) / MATCHES)
    assert (rows["n_matches"] == 1).all()


@pytest.mark.parametrize(
    ("p", "champion", "matches", "mean", "comeback"),
    [
        (0.50, 0.500000, (0.125, 0.25, 0.3125, 0.3125), 5.8125, 0.0625),
        (0.52, 0.506256, (0.140608, 0.254392, 0.304808, 0.300192), 5.764584, 0.067492),
        (0.55, 0.515720, (0.166375, 0.258637, 0.292607, 0.282381), 5.690993, 0.074869),
        (0.60, 0.532032, (0.216, 0.2592, 0.27072, 0.25408), 5.562880, 0.0864),
    ],
)
def test_series_as_a_chain(p, champion, matches, mean, comeback):
    found = series(p)
    assert found.first_dealer == pytest.approx(champion, abs=1e-6)
    assert [found.matches[n] for n in (4, 5, 6, 7)] == pytest.approx(list(matches), abs=1e-6)
    assert found.mean == pytest.approx(mean, abs=1e-6)
    assert found.comeback == pytest.approx(comeback, abs=1e-6)


@pytest.mark.skipif(INTERPRETED, reason="thousands of series")
def test_simulated_series_are_the_chain_of_their_matches():
    """Without collecting matches are alike, so p is all that a series depends on."""
    n = 60_000
    s = scenario("goooal", {"team_collection": False}, ["strong"] * 2, matches=n)
    rows = play_rows(s, 0, n)
    p = rows["dealer_win"].sum() / rows["won_matches"].sum()
    chain, error = series(p), 5 / np.sqrt(n)
    assert rows["champion_is_first_dealer"].mean() == pytest.approx(chain.first_dealer, abs=error)
    for matches, chance in chain.matches.items():
        assert (rows["n_matches"] == matches).mean() == pytest.approx(chance, abs=error)
    trailing = rows["trailers"].sum()
    back = rows["comeback_from_zero"].sum() / trailing
    assert back == pytest.approx(chain.comeback, abs=5 * np.sqrt(0.25 / trailing))


RUNS = [
    ({"team_collection": False}, ["random"] * 3),
    ({"unit": "match"}, ["strong"] * 2),
    ({"unit": "match", "team_choice": "seat", "first_dealer": "seat0"}, ["dumper"] * 5),
    ({"direction_mode": "fixed"}, ["random"] * 4),
]


@pytest.mark.parametrize(("rules", "seats"), RUNS, ids=str)
def test_runs_agree_with_their_anchors(rules, seats):
    """What is dealt and who deals does not depend on how long a match lasts."""
    n, short = (150, {"max_turns": 1, "max_matches": 1}) if INTERPRETED else (40_000, {})
    s = scenario("goooal", rules | short, seats, matches=n)
    rows = play_rows(s, 0, n)
    found = anchors(s.rules, s.policies, s.components)
    assert len(found) > len(seats)
    for anchor in found:
        per = s.record.column_names(s.players)[anchor.metric].per
        sums, parts = rows[anchor.metric].astype(float), rows[per] if per else np.ones(n)
        residual = sums - anchor.value * parts
        error = 5 * residual.std() / np.sqrt(n) + 1e-9
        assert abs(residual.mean()) < error, anchor


def test_anchors_are_left_out_where_they_do_not_hold():
    declared = game("goooal")
    policies = (declared.strategies["strong"],) * 3
    names = {a.metric for a in anchors(Rules(), policies, SHIPPED)}
    assert names == {"first_dealer_seat0", "first_dealer_seat1", "first_dealer_seat2"}


def expected(rules, seats, components=SHIPPED):
    """Anchors of these rules by metric."""
    players = [game("goooal").strategies[name] for name in seats]
    return {a.metric: a.value for a in anchors(Rules.read(rules), players, components)}


@pytest.mark.parametrize(
    ("rules", "seats", "direction"),
    [
        ({}, ["strong"] * 2, 1),  # two players choose none
        ({"direction_mode": "fixed"}, ["strong"] * 3, 1),
        ({}, ["random", "dumper", "keeper"], 0.5),  # nobody looks at who leads
        ({}, ["random", "random", "strong"], None),
    ],
)
def test_r5_the_direction_where_it_is_known(rules, seats, direction):
    assert expected(rules, seats).get("match_dir") == direction


def test_a4_a_first_dealer_who_is_fixed():
    fixed = expected({"first_dealer": "seat0"}, ["random"] * 3)
    assert [fixed[f"first_dealer_seat{seat}"] for seat in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("rules", [{"unit": "match"}, {"team_collection": False}], ids=str)
def test_dealt_hands_of_a_whole_deck(rules):
    """Section 12: where nothing is laid when cards are dealt; here four each."""
    found = expected(rules | {"hand_size": 4}, ["strong"] * 3)
    assert [found[f"match_first_kind_{k}"] for k in range(6)] == [0.75, *[0.05] * 5]
    assert found["match_open_coupe_seat2"] == pytest.approx(4 * 4 / 80)
    assert found["match_open_own_seat1"] == pytest.approx(4 * 5 / 80)


def test_a3_teams_of_different_sizes():
    """By seat the lowest team ids, whatever their sizes; by lot their mean."""
    rows = [
        f"player red {team} {n}" for team, size in ((3, 4), (7, 2), (9, 3)) for n in range(size)
    ]
    deck = deck_of(*rows, "agent red", teams=0)
    rules = {"hand_size": 2, "unit": "match", "collect_size": 2}
    by_seat = expected(rules | {"team_choice": "seat"}, ["random"] * 2, deck)
    assert [by_seat[f"match_open_own_seat{s}"] for s in (0, 1)] == pytest.approx([0.8, 0.4])
    assert expected(rules, ["random"] * 2, deck)["match_open_own_seat0"] == pytest.approx(0.6)


def test_curves_begin_where_two_hands_can_be_dealt():
    """Two hands of six and a base are 13 cards; ten are players, the others GARDIENs."""
    deck = deck_of(*(f"player red {t} {n}" for t in (0, 1) for n in range(5)), teams=0)
    points = curves(Rules.read({"unit": "match"}), deck)["answers"].lines["0 COUPE"]
    assert points[0] == (3.0, pytest.approx(1 - 210 / 1716))


@pytest.mark.parametrize("wins", [1, 2, 3])
def test_series_of_fewer_wins(wins):
    """A player without a win who does not deal wins once, and then as the dealer."""
    found = series(0.6, wins)
    assert found.comeback == pytest.approx(0.4 * 0.6 ** (wins - 1))
    assert sum(found.matches.values()) == pytest.approx(1)
    assert found.matches[wins] == pytest.approx(0.6**wins + 0.4 * 0.6 ** (wins - 1))
