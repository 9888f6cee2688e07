"""An independent referee follows told matches of The Singaporean Dream: every event, every count."""

import random
from collections import Counter
from math import prod, sqrt

import pytest
from scipy.stats import chisquare
from singaporean_dream_fuzz import random_match
from singaporean_dream_referee import Referee
from singaporean_dream_referee_compare import differences
from singaporean_dream_referee_pay import best_by_sum, best_fit, in_order
from singaporean_dream_told import (
    CHOPE,
    GAME,
    SABO,
    SHIPPED,
    STOP,
    WEDDING,
    cash_row,
    match_of,
    with_cards,
)
from telling import INTERPRETED, tell

from sim.games.singaporean_dream.story import Event

MATCHES = 3 if INTERPRETED else 16  # of each part
CLEAR = 20 if INTERPRETED else 150  # matches that `random` is judged by
DECISIONS = {f"D{i}" for i in range(1, 10)}


def judged(s, match=0):
    """A told match that the referee has followed, its record and counts compared."""
    told = tell(s, match)
    referee = Referee(s.rules, told.policies, s.components)
    referee.follow(told.events)
    assert not list(differences(told, referee))
    return told, referee


@pytest.mark.parametrize("part", range(5))
def test_the_referee_agrees_under_any_house_rules(part):
    """I1-I11: any options, components and players."""
    kinds = Counter()
    for seed in range(1000 * part, 1000 * part + MATCHES):
        rules, policies, components = random_match(random.Random(seed))
        told, _ = judged(match_of(rules, policies, components, seed))
        kinds.update(event.kind for event in told.events)
    assert len(kinds) >= len(Event) - 2 or INTERPRETED


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("strategy", ["mixed", *GAME.strategies])
def test_the_referee_agrees_with_the_printed_game(players, strategy):
    names = (list(GAME.strategies) * 2)[:players] if strategy == "mixed" else [strategy] * players
    for match in range(1 if INTERPRETED else 2):
        rules = {"max_turns": 100} if strategy == "random" else {}
        judged(match_of(rules, names, seed=players), match)


def clear_matches():
    """Matches of `random` whose bank actions cannot be mistaken: see Banks of the referee."""
    for seed in range(CLEAR):
        rng = random.Random(seed)
        rules, policies, components = random_match(rng)
        values = rules.changed() | {"actions_per_turn": 1}
        if rng.random() < 0.5 and "initial_hand" not in values:
            components = components.changed({"cash_cards": (cash_row(100, 60),)})
            values |= {"actions_per_turn": 5, "max_turns": 40}
        yield match_of(
            type(rules).read(plain(values)), ["random"] * len(policies), components, seed
        )


def plain(values):
    """Options as a config file has them."""
    return {
        n: getattr(v, "word", list(v) if isinstance(v, tuple) else v) for n, v in values.items()
    }


def test_random_players_draw_uniformly_from_exactly_the_legal_actions():
    """Section 8: the rank of what is done among as many legal actions (chi-square, each decision)."""
    ranks, picks, draws = Counter(), [], []
    for s in clear_matches():
        _, referee = judged(s)
        ranks.update(referee.ranks)
        picks += referee.picks
        draws += referee.draws
    tables = {}
    for (decision, actions, rank), found in ranks.items():
        tables.setdefault((decision, actions), [0] * actions)[rank] = found
    told = {place: table for place, table in tables.items() if sum(table) >= 5 * place[1]}
    values = {place: chisquare(table).pvalue for place, table in told.items()}
    assert {decision for decision, _ in values} == DECISIONS or INTERPRETED
    assert min(values.values()) > 0.001 / len(values), min(values, key=values.get)
    assert as_likely(picks)  # random_card: A11, A30
    assert as_likely(draws)  # R3, R18


def as_likely(hits):
    """Whether events have come true about as often as their chances say."""
    spread = sqrt(sum(chance * (1 - chance) for _, chance in hits))
    return abs(sum(hit - chance for hit, chance in hits)) < 4 * max(1.0, spread)


def test_setup_is_random():
    """R2, R4, R6: the starter, the first personality, the top dream (chi-square)."""
    s = match_of({"max_turns": 1, "initial_hand": 0}, ["thief"] * 3)
    seen = {Event.START: Counter(), Event.PERSONALITY: Counter(), Event.EXPOSE: Counter()}
    for match in range(200 if INTERPRETED else 900):
        events = tell(s, match).events
        first = {e.kind: e for e in reversed(events) if e.kind in seen}
        for kind, event in first.items():
            seen[kind][event.seat if kind == Event.START else event.a] += 1
    for kind, values in ((Event.START, 3), (Event.PERSONALITY, 6), (Event.EXPOSE, 18)):
        assert chisquare([seen[kind][k] for k in range(values)]).pvalue > 1e-4, kind


def test_the_referee_agrees_on_players_who_never_buy():
    """Every match ends or is capped, whatever players refuse to do (section 13)."""
    saver = GAME.strategies["banker"].read(
        {"w_buy": -1.0, "blank": "take_top_dream"}, GAME.strategies["banker"]
    )
    for players in (2, 4, 6):
        for match in range(1 if INTERPRETED else 2):
            s = match_of({"max_turns": 60}, [saver] * players, SHIPPED, players)
            told, _ = judged(s, match)
            assert told.row["capped"] == 1
            assert told.row["turns"] == 60


def test_the_referee_agrees_on_players_to_whom_a_dream_is_next_to_nothing_or_a_burden():
    """Section 8: the greatest swing may lie below one, or below zero."""
    deck = with_cards(SABO, CHOPE, WEDDING, STOP, dreams=SHIPPED.rows["dream_cards"])
    rules = {"max_turns": 60, "empty_bank_theft": "dream"}
    for changes in (
        {"denial": -2.0, "w_steal": -1.0},
        {"dream_worth": -100.0, "w_steal": 1.0},
        {"dream_worth": 0.25, "w_steal": 9999.0, "w_buy": 9999.0, "w_cost": 0.0},
    ):
        odd = GAME.strategies["thief"].read(changes | {"counter_at": 0.0}, GAME.strategies["thief"])
        for match in range(1 if INTERPRETED else 4):
            judged(match_of(rules, [odd, "hoarder", "random"], deck), match)


def test_the_two_ways_to_find_the_best_payment_agree():
    """Section 6, `payment`: all ways one by one, and denomination by denomination."""
    rng = random.Random(1)
    for _ in range(200):
        values = tuple(sorted(rng.sample(range(50, 600, 50), rng.choice((1, 2, 3, 4)))))
        counts = tuple(rng.choice((0, 1, 2, 4)) for _ in values)
        ways = best_by_sum(counts, values)
        for due in range(50, max(ways) + 1, 50):
            assert prod(n + 1 for n in counts) <= 3000
            assert best_fit(counts, values, due) == ways[min(s for s in ways if s >= due)]


def test_the_payments_of_the_oracle():
    """Section 12, 3: bank 100x1, 200x2, 500x1 (counts by 100, 200, 300, 500)."""
    bank, values = (1, 2, 0, 1), (100, 200, 300, 500)
    for due, least, largest, smallest in (
        (300, (1, 1, 0, 0), (0, 0, 0, 1), (1, 1, 0, 0)),
        (600, (1, 0, 0, 1), (0, 1, 0, 1), (0, 1, 0, 1)),
        (50, (1, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0)),
    ):
        assert best_fit(bank, values, due) == least
        assert in_order(bank, values, due, largest=True) == largest
        assert in_order(bank, values, due, largest=False) == smallest
    assert best_fit((1, 2, 1, 0), values, 400) == (1, 0, 1, 0)
