"""The full match of Dream Team: the referee agrees under all rules, with all cards."""

import random

import pytest
from dream_team_referee import check
from dream_team_told import FULL, deck, match_of, matches
from hypothesis import given, settings
from hypothesis import strategies as st
from telling import INTERPRETED

from sim.engine.errors import InputError
from sim.engine.options import Word, limits_of
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.strategies import STRATEGIES

EXAMPLES = 5 if INTERPRETED else 60
FEW = 2 if INTERPRETED else 6  # told matches of a test
WORDS = [
    (name, word)
    for name, field in Rules.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, Word)
    for word in field.annotation.words()
]
SWITCHES = [
    (name, value)
    for name, field in Rules.model_fields.items()
    if field.annotation is bool
    for value in (False, True)
]
RICH = FULL | {"action_hand": 6, "max_actions_per_match": 6, "unlisted_cards": "omit"}


@settings(max_examples=EXAMPLES)
@given(s=matches(**FULL), number=st.integers(0, 2**39))
def test_the_referee_agrees_under_any_house_rules_with_all_cards(s, number):
    """Events, legality, every column, the invariants of section 11."""
    for i in range(1 if INTERPRETED else 3):
        check(s, number + i)


@pytest.mark.parametrize("option", [*WORDS, *SWITCHES], ids=str)
def test_the_referee_agrees_on_every_word_of_every_option(option):
    """One option at a time, with the printed deck and with hands of six."""
    name, value = option
    for i, rules in enumerate((FULL, RICH, RICH | {"symbols_required": False})):
        for number in range(FEW // 2):
            check(match_of(rules | {name: value}, cards=deck(number, save=3), seed=i), number)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_referee_agrees_on_the_printed_full_match(strategy):
    for number in range(FEW):
        check(match_of(FULL, [strategy, "random"]), number)
        check(match_of(FULL, [strategy, strategy]), number)


def any_rules(rng):
    """Some options changed at random; both modules mostly on."""
    rules, changed = {}, rng.choice([0.1, 0.3, 0.6])
    for name, field in Rules.model_fields.items():
        if rng.random() > changed or name in ("max_extra_periods", "thirds"):
            continue
        kind = field.annotation
        if kind is bool:
            rules[name] = rng.random() < 0.5
        elif kind is int:
            rules[name] = rng.randint(*limits_of(field))
        else:
            rules[name] = rng.choice([*kind.words()])
    modules = {name: rng.random() < 0.9 for name in FULL}
    return rules | modules


def any_match(seed):
    """A playable scenario of random rules."""
    rng = random.Random(seed)
    cards = [None, deck(seed), deck(seed, symbol=rng.choice(["fist", "star", "clover"]))]
    while True:
        try:
            seats = [rng.choice([*STRATEGIES, *["random"] * 6]) for _ in range(2)]
            return match_of(any_rules(rng), seats, rng.choice(cards), seed=seed)
        except InputError:
            continue


@pytest.mark.parametrize("part", range(1 if INTERPRETED else 5))
def test_the_referee_agrees_on_matches_of_all_sorts(part):
    """Random rules, trainers and cards; together some thousands of matches."""
    for i in range(15 if INTERPRETED else 40):
        s = any_match(100 * part + i)
        for number in range(1 if INTERPRETED else 5):
            check(s, number)
