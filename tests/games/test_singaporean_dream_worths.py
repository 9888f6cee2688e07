"""What things are worth to scripted players of The Singaporean Dream, on tables laid by hand (section 8)."""

import numpy as np
import pytest
from numba import njit
from singaporean_dream_scenes import NONE, Player, happens, laid, lies
from singaporean_dream_told import player

from sim.games.singaporean_dream.decisions_worth import bank_worth, harm
from sim.games.singaporean_dream.state import (
    COLLECT,
    DISCARDS,
    EVERYBODY,
    STEAL_CARD,
    STEAL_CASH,
    STEAL_DREAM,
)

FIXED = {"personality_assignment": "fixed", "fixed_personalities": "aunty+nsf"}
POOR, RICH = Player(bank=(1, 0, 0, 0)), Player(bank=(0, 2, 0, 1))
DREAMER, FITTING = POOR._replace(dreams=(14,)), POOR._replace(dreams=(0, 14))
BROKE = Player(dreams=(14,))
HOLDER = Player(POOR.bank, (1, 0, 0, 1))
CASH_ONLY, NOTHING = {"insufficient_mode": "cash_only"}, {"no_dream_mode": "nothing"}
EMPTY = {"empty_bank_theft": "dream"}
CASES = {  # options, what the victim has, effect, amount, harm
    "covered": ({}, RICH, COLLECT, 900, 900),
    "a dream": ({}, DREAMER, COLLECT, 200, 600),
    "R20": ({}, FITTING, COLLECT, 200, 1200),
    "no dream": ({}, POOR, COLLECT, 200, 100),
    "A7": (CASH_ONLY, DREAMER, COLLECT, 200, 100),
    "A8": (NOTHING, POOR, COLLECT, 200, 0),
    "A7 A8": (CASH_ONLY | NOTHING, POOR, COLLECT, 200, 100),
    "R12 bank alone": ({}, HOLDER, COLLECT, 700, 100),
    "R12": ({"pay_from_hand": True}, HOLDER, COLLECT, 700, 700),
    "R12 too little": ({"pay_from_hand": True}, HOLDER, COLLECT, 800, 700),
    "largest": ({}, RICH, STEAL_CASH, 1, 500),
    "empty bank": ({}, BROKE, STEAL_CASH, 1, 0),
    "A33": (EMPTY, BROKE, STEAL_CASH, 1, 600),
    "A33 cash": (EMPTY, DREAMER, STEAL_CASH, 1, 100),
    "A33 no dream": (EMPTY, Player(), STEAL_CASH, 1, 0),
    "theft": ({}, FITTING, STEAL_DREAM, 1, 1200),
    "nothing to steal": ({}, POOR, STEAL_DREAM, 1, 0),
    "cards": ({}, HOLDER, STEAL_CARD, 1, 100),
    "fewer cards": ({}, HOLDER, DISCARDS, 5, 200),
}


@njit
def harm_of(tables, effect, amount):
    """Harm to seat 1."""
    return harm(tables[0], np.int64(1), effect, np.int64(amount))


@njit
def worth_of_bank(tables):
    """Utility of banking to seat 0."""
    return bank_worth(tables[0], np.int64(0))


@pytest.mark.parametrize("case", CASES)
def test_harm(case):
    """D3: what an effect costs its target."""
    rules, victim, effect, amount, expected = CASES[case]
    tables = laid(rules | FIXED, (Player(), victim), (player(), player()))
    assert harm_of(tables, effect, amount) == expected


@pytest.mark.parametrize(
    ("effect", "rules", "expected"),
    [
        (COLLECT, {}, 100),
        (COLLECT, {"protect_covers_forfeit": False}, 600),
        (STEAL_DREAM, {"protect_covers_forfeit": False}, 0),
    ],
)
def test_a10_harm_to_who_is_protected(effect, rules, expected):
    tables = laid(rules, (Player(), DREAMER), (player(), player()), safe=(1,))
    assert harm_of(tables, effect, 200) == expected


@pytest.mark.parametrize(
    ("bank", "left", "expected"),
    [
        (NONE, 3, 525),  # the cheapest of the market, 300K: 600 - 300 / 4
        (NONE, 2, 525),
        (NONE, 1, 300),  # nothing could be bought: half of the cash
        ((3, 0, 0, 0), 3, 300),  # it can be bought without
    ],
)
def test_banking_for_the_cheapest_dream(bank, left, expected):
    """D1, `enabling`: 600K in hand, a market of three."""
    tables = laid(
        {"dream_market_size": 3}, (Player(bank, (1, 0, 0, 1)), POOR), (player(), player())
    )
    tables[0].dream[:3] = (14, 0, 16)  # at 600K, 300K and 800K
    tables[0].bonus[:18] = -1
    tables[0].left = left
    assert worth_of_bank(tables) == expected


@pytest.mark.parametrize("rule", ["whole", "self_only"])
def test_d3_a_counter_is_worth_what_it_saves(rule):
    """A15: 200K of two guests, or the 100K of the one who stops."""
    actor, stubborn = player(counter_at=150.0), player(stop_at=0.0)
    players = (Player(stops=1), POOR._replace(stops=1), POOR)
    tables = laid({"stop_scope_all": rule}, players, (actor, stubborn, stubborn))
    assert happens(tables, COLLECT, EVERYBODY, 100)
    assert lies(tables, 0).stops == (rule == "self_only")
    assert lies(tables, 0).bank == ((2, 0, 0, 0) if rule == "whole" else (1, 0, 0, 0))
