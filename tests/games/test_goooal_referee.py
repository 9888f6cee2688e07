"""An independent referee follows told units of goooal: every event, every column, every count."""

import random
from collections import Counter

import numpy as np
import pytest
from goooal_fuzz import random_match
from goooal_referee import Referee
from goooal_told import GAME, match_of
from scipy.stats import chisquare
from telling import INTERPRETED, tell

from sim.games.goooal.record import RECORD
from sim.games.goooal.story import Event

UNITS = 10 if INTERPRETED else 60  # of each part
SHORT = (12, 4) if INTERPRETED else (1200, 60)  # turns and matches at most
MATRICES = {matrix.name for matrix in RECORD.matrices}


def judged(s, match=0, ranks=None):
    """A told unit that the referee has followed, its record and counts compared.

    `ranks` collects what `random` took: counts by decision, number of legal actions, and rank.
    """
    told = tell(s, match)
    referee = Referee(s.rules, told.policies, s.components)
    found = referee.follow(told.events)
    if ranks is not None:
        ranks.update(referee.ranks)
    assert {column.name for column in RECORD.columns} | MATRICES == set(found)
    for name, value in found.items():
        if name in MATRICES:
            assert counts_of(told, name) == dict(value), name
        elif isinstance(value, list):
            seats = [told.row[f"{name}_seat{seat}"] for seat in range(s.players)]
            assert seats == [int(x) for x in value], name
        elif name in told.row:
            assert told.row[name] == int(value), name
        else:  # a place that the table lacks
            assert int(value) == 0, name
    return told


def counts_of(told, name):
    """Cells of a matrix that are not zero."""
    counts = told.tables[0].counts[name]
    cells = [tuple(int(i) for i in place) for place in np.argwhere(counts)]
    return {cell if len(cell) > 1 else cell[0]: int(counts[cell]) for cell in cells}


@pytest.mark.parametrize("part", range(5))
def test_the_referee_agrees_under_any_house_rules(part):
    """I1-I13: any options, decks and players."""
    kinds = Counter()
    for seed in range(1000 * part, 1000 * part + UNITS):
        rules, policies, components = random_match(random.Random(seed))
        turns, matches = min(rules.max_turns, SHORT[0]), min(rules.max_matches, SHORT[1])
        short = rules.model_copy(update={"max_turns": turns, "max_matches": matches})
        told = judged(match_of(short, policies, components, seed))
        kinds.update(event.kind for event in told.events)
    assert len(kinds) >= len(Event) - 2 or INTERPRETED


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("strategy", ["mixed", *GAME.strategies])
def test_the_referee_agrees_with_the_printed_game(players, strategy):
    names = (list(GAME.strategies) * 2)[:players] if strategy == "mixed" else [strategy] * players
    for match in range(1 if INTERPRETED else 8):
        rules = {"unit": "match"} if INTERPRETED else {}
        judged(match_of(rules, names, seed=players), match)


@pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")
def test_random_players_draw_uniformly_from_exactly_the_legal_actions():
    """Section 8: the rank of what is done among as many legal actions (chi-square, each decision)."""
    ranks = Counter()
    for seed in range(300):
        rules, policies, components = random_match(random.Random(seed))
        players = ["random"] * len(policies)
        judged(match_of(rules, players, components, seed), ranks=ranks)
    tables = {}
    for (decision, actions, rank), found in ranks.items():
        tables.setdefault((decision, actions), [0] * actions)[rank] = found
    judged_tables = {place: table for place, table in tables.items() if sum(table) >= 5 * place[1]}
    values = {place: chisquare(table).pvalue for place, table in judged_tables.items()}
    decisions = {"D1", "D2, D7", *(f"D{i}" for i in (3, 4, 5, 6, 8, 9, 10, 11))}
    assert {decision for decision, _ in values} == decisions
    assert min(values.values()) > 0.001 / len(values), min(values, key=values.get)


@pytest.mark.parametrize("unit", ["series", "match"])
def test_the_referee_agrees_on_players_who_hoard_and_pass(unit):
    """Every match ends or is capped, whatever players refuse to play (section 13)."""
    hoarder = GAME.strategies["keeper"].read(
        {"w_card": -50, "w_draw": 5, "w_pass": 5, "resp_cost": -10}, GAME.strategies["keeper"]
    )
    turns, most = (30, 2) if INTERPRETED else (300, 3)  # hands that grow have ever more plans
    rules = {"unit": unit, "max_turns": turns, "max_matches": most}
    for match in range(1 if INTERPRETED else 10):
        told = judged(match_of(rules, [hoarder] * 3, seed=3), match)
        assert told.row["match_capped"] > 0
        assert told.row["capped"] == 1
