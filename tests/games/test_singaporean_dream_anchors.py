"""Runs of The Singaporean Dream held against its exact values, as far as its options let them hold."""

import pytest
from singaporean_dream_told import (
    CHOPE,
    MINI,
    MINI_RULES,
    SHIPPED,
    STOP,
    made_of,
    match_of,
    player,
)
from telling import INTERPRETED

from analysis.part import Part
from sim.games.singaporean_dream.exact import anchors
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.strategies import STRATEGIES
from sim.plan import Group
from sim.play import play_chunk
from sim.tally import Tally


def values(rules, seats, components=SHIPPED):
    """Anchors by their metric."""
    policies = [STRATEGIES[s] if isinstance(s, str) else s for s in seats]
    return {a.metric: a.value for a in anchors(Rules.read(rules), policies, components)}


def test_what_does_not_hold_is_left_out():
    mixed = values({}, ("thief", "strong"))
    assert "win_share_seat0" not in mixed
    assert "p_happens_1,0" not in mixed
    assert "win_share_seat0" not in values({"first_player": "seat0"}, ("thief",) * 2)
    fixed = {"personality_assignment": "fixed", "fixed_personalities": "nsf+aunty"}
    assert "with_personality_0" not in values(fixed, ("random",) * 2)
    assert values(fixed, ("random",) * 2)["top_matches"] == pytest.approx(4 / 18)
    for rules in ({"stop_right": "targets_only"}, {"own_turn_counter_costs_action": True}):
        assert "p_happens_1,0" not in values(rules, ("random",) * 2)
    assert "p_happens_1,0" not in values({"stop_scope_all": "self_only"}, ("random",) * 3)
    blank = player(kind="random", blank="stop")
    assert "p_happens_1,0" not in values({}, (blank, blank))
    rounds = values(MINI_RULES | {"end_timing": "end_of_round"}, ("random",) * 2, MINI)
    assert rounds["win_order_0"] == pytest.approx(0.589942, abs=5e-7)
    assert not {"length", "length = 1"} & {*rounds}  # A3: the other player has a turn yet
    three = values({}, ("random",) * 3)
    assert three["p_happens_1,2"] == 0.75
    assert "p_happens_2,0" not in three


def checks_of(s, matches):
    """A run of some matches held against all that holds for it."""
    group = Group((s,))
    counts = {n.partition("/")[2]: a for n, a in play_chunk(group, 0, matches).items()}
    return Part(s, Tally(s, counts), 0.02).checks


@pytest.mark.parametrize("seats", [("random",) * 2, ("thief", "strong", "hoarder")], ids=str)
def test_few_matches_contradict_nothing(seats):
    """Even if they are so few that a column has one value only."""
    for matches in (1, 2, 4, 10):
        for seed in range(4 if INTERPRETED else 12):
            checks = checks_of(match_of({"max_turns": 1}, seats, seed=seed), matches)
            assert not [check for check in checks if check.conflict]


@pytest.mark.parametrize(
    ("rules", "seats", "components"),
    [
        ({}, ("random",) * 2, SHIPPED),
        ({"initial_hand": 8, "first_player": "seat0"}, ("thief", "strong", "hoarder"), SHIPPED),
        (
            {"stop_chain_max": 2, "stop_purchase": True},
            ("random",) * 2,
            made_of(actions=[STOP, CHOPE]),
        ),
        (MINI_RULES, ("random",) * 2, MINI),
        (MINI_RULES | {"end_timing": "end_of_round"}, ("random",) * 2, MINI),
    ],
    ids=["printed", "mixed", "stops", "mini", "rounds"],
)
@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_a_run_agrees_with_all_that_holds_for_it(rules, seats, components):
    checks = checks_of(match_of(rules, seats, components), 6000)
    assert len(checks) > 20
    assert not [check for check in checks if check.conflict]
