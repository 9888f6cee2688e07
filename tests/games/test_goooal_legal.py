"""Legal plays of goooal against a brute-force list, on random hands under random options.

What is listed here is written from section 6 and 7 of RULES.md alone: for every hand the cards that
may begin a play, answer a GOOOAL, be laid, and, card by card, every combination.
"""

import random
from itertools import pairwise, permutations

import numpy as np
import pytest
from numba import njit
from telling import INTERPRETED

from sim.engine.seating import Rotation
from sim.games import game
from sim.games.goooal.cards import TABLES, cards
from sim.games.goooal.decisions_legal import is_add, is_answer, is_own, is_playable
from sim.games.goooal.rules import Rules
from sim.games.goooal.state import SYMBOL
from sim.games.goooal.strategies import STRATEGIES, Blank
from sim.plan import Scenario
from sim.table import make_table

GAME = game("goooal")
SHIPPED = TABLES.read()
DECK = cards(SHIPPED)
HANDS = 300 if INTERPRETED else 100_000
COLOURS = ["red", "blue", "green", "yellow"]


def table_of(rules):
    """A table for two random players."""
    policies = (STRATEGIES["random"],) * 2
    GAME.check(rules, policies, SHIPPED)
    s = Scenario(
        "base", "goooal", rules, ("random",) * 2, policies, SHIPPED, 100, 1, Rotation.OFF,
        "splitmix",
    )  # fmt: skip
    return make_table(s)


@njit
def probe(tables, flags):
    """Flags of every card of the hand of seat 0, shape (kinds of action, cards)."""
    t = tables[0]
    for i in range(t.held[0]):
        flags[0, i] = is_playable(t, 0, i)
        flags[1, i] = is_answer(t, 0, i)
        flags[2, i] = is_own(t, 0, np.int64(t.hand[0, i]))
        flags[3, i] = is_add(t, 0, i)


def deal(t, rng):
    """Random cards as base, active colour, hand and own team; a play of nothing yet."""
    chosen = rng.sample(range(len(DECK)), 1 + rng.randint(1, 9))
    base, hand = chosen[0], chosen[1:]
    t.top, t.held[0], t.own[0] = base, len(hand), rng.randrange(12)
    t.hand[0, : len(hand)] = hand
    printed = t.colour[base]
    t.active = printed if rng.random() < 0.8 else rng.randrange(4)
    t.policy[0].blank = rng.choice([0, 0, 0, 0, *Blank])
    return base, hand


def covers(card, base, active, rules, blank):
    """matches(c, base, colour), word by word."""
    c, b = DECK[card], DECK[base]
    same_colour = COLOURS.index(c.colour) == active
    if c.kind == "coupe" and blank != Blank.COUPE:
        return same_colour if b.kind == "coupe" and not rules.coupe_on_coupe else True
    if same_colour:
        return True
    if c.kind == b.kind == "player":
        return c.team == b.team or c.number == b.number
    return c.kind == b.kind != "player"


def may_end(card, left, rules):
    """finish_ok: the placement leaves a card, or is allowed to leave none."""
    kind = DECK[card].kind
    if left > 0 or kind == "player" or rules.finish_specials.word == "all":
        return True
    return rules.finish_specials.word == "coupe_only" and kind == "coupe"


def goes_with(card, placed, rules):
    """The extension rule."""
    if rules.combo_rule.word == "single":
        return False
    c, cards_ = DECK[card], [DECK[p] for p in placed]
    if not rules.combo_same_colour and c.colour in {x.colour for x in cards_}:
        return False
    if any(x.kind != "player" for x in [c, *cards_]):
        return len({x.kind for x in [c, *cards_]}) == 1
    if rules.combo_rule.word == "chain":
        return c.team == cards_[-1].team or c.number == cards_[-1].number
    everyone = [c, *cards_]
    return len({x.team for x in everyone}) == 1 or len({x.number for x in everyone}) == 1


def random_rules(rng):
    """Options that bear on what is legal."""
    options = {
        "combo_rule": ["uniform", "chain", "single"], "combo_same_colour": [True, False],
        "finish_specials": ["all", "coupe_only", "none"], "coupe_on_coupe": [True, False],
        "goal_response": [True, False], "gardien_cancel": [True, False],
        "coupe_cancel": [True, False], "team_collection": [True, False],
    }  # fmt: skip
    return Rules.read({name: rng.choice(values) for name, values in options.items()})


def test_cards_that_may_be_played_answered_and_laid_are_those_of_a_brute_force_list():
    """R8, R11, R13-R19, A13, A14, A21, A23: D3, D4 and the first of D6."""
    rng, flags, seen = random.Random(1), np.zeros((4, 16), np.int64), np.zeros(3, int)
    for part in range(HANDS // 100):
        rules = random_rules(rng)
        tables = table_of(rules)
        t = tables[0]
        for _ in range(100):
            base, hand = deal(t, rng)
            blank = Blank(int(t.policy[0].blank))
            probe(tables, flags)
            for i, card in enumerate(hand):
                left = len(hand) - 1
                ends = may_end(card, left, rules)
                kind = DECK[card].kind
                answers = {
                    "gardien": rules.gardien_cancel, "coupe": rules.coupe_cancel,
                    "goooal": rules.goal_response,
                }.get(kind, False) and kind != blank.word  # fmt: skip
                own = DECK[card].team == t.own[0] and rules.team_collection
                expected = [
                    covers(card, base, t.active, rules, blank) and ends,
                    answers and ends,
                    own,
                ]
                found = flags[:3, i].tolist()
                assert found == [int(bool(e)) for e in expected], (
                    part,
                    rules.changed(),
                    DECK[card],
                )
                seen += flags[:3, i]
    assert seen.min() > HANDS // 50


@pytest.mark.parametrize(
    ("allowed", "kinds"), [("all", "goooal gardien coupe"), ("coupe_only", "coupe"), ("none", "")]
)
def test_a14_the_last_card_plays_and_answers_only_if_it_may_finish(allowed, kinds):
    """D3, D4: finish_ok of the only card of a hand, on a base of its kind; two cards are no end."""
    tables = table_of(Rules.read({"finish_specials": allowed, "goal_response": True}))
    t, flags = tables[0], np.zeros((4, 16), np.int64)
    for card, base in ((64, 65), (68, 69), (76, 77)):
        for held in (1, 2):
            t.top, t.active, t.held[0], t.hand[0, :2] = base, t.colour[base], held, (card, 0)
            probe(tables, flags)
            legal = held == 2 or DECK[card].kind in kinds.split()
            assert flags[:2, 0].tolist() == [legal, legal]


@pytest.mark.parametrize("rule", ["uniform", "chain", "single"])
@pytest.mark.parametrize("same", [True, False])
def test_every_combination_can_be_built_and_no_other(rule, same):
    """R10, A7, A32, A35: D5 after each card of every order of up to three cards of a hand."""
    rng, flags = random.Random(2), np.zeros((4, 16), np.int64)
    rules = Rules.read({"combo_rule": rule, "combo_same_colour": same})
    tables = table_of(rules)
    t, found = tables[0], 0
    alike = [[c for c in range(60) if DECK[c].team == team] for team in range(12)]
    alike += [[c for c in range(60) if DECK[c].number == n] for n in range(1, 6)]
    alike += [[c for c in range(80) if DECK[c].kind == k] for k in ("agent", "coupe")]
    for _ in range(HANDS // 200):
        hand = rng.sample(rng.choice(alike), 3) + rng.sample(range(80), 2)
        hand = list(dict.fromkeys(hand))
        for n in (1, 2):
            for placed in permutations(hand, n):
                if not all(goes_with(placed[i], placed[:i], rules) for i in range(1, n)):
                    continue
                rest = [c for c in hand if c not in placed]
                put(t, placed, rest)
                probe(tables, flags)
                for i, card in enumerate(rest):
                    legal = goes_with(card, placed, rules)
                    possible = rule != "single" and flags[3, i] == 1  # single never asks
                    assert possible == legal, (placed, card)
                    found += legal
    assert (found > 0) == (rule != "single")


def put(t, placed, rest):
    """The table in the middle of a play."""
    t.top, t.held[0] = placed[-1], len(rest)
    t.hand[0, : len(rest)] = rest
    t.share_team = t.share_number = 1
    t.shown = 0
    for one, other in pairwise(placed):
        t.share_team &= t.team[one] == t.team[other]
        t.share_number &= t.number[one] == t.number[other]
    for card in placed:
        t.shown |= 1 << int(t.colour[card])


def test_no_team_or_number_is_taken_for_a_symbol():
    """Specials hold their symbol where players have team and number (section 14: below 32, 99)."""
    assert SYMBOL > 99 + 6
    t = table_of(Rules())[0]
    assert {int(x) for x in t.team[60:80]} == {SYMBOL + kind for kind in range(1, 6)}
    assert (t.team[60:80] == t.number[60:80]).all()
