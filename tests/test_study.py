"""What a run says: estimates in the right units, verdicts, checks that can fail."""

from dataclasses import replace

import numpy as np
import pytest
from support import plan_of

from analysis.estimate import rate
from analysis.study import make_study
from reports.page_verdict import verdict
from sim.engine.contract import Anchor
from sim.run import run_plan
from sim.store import Store
from sim.watch import Quiet
from sim.workers import Workers

PAIR = "random", "passive"


def study_of(folder, target="dream_team", **changes):
    plan = plan_of(target, **{"matches": 6000, "seed": 3, **changes})
    results = run_plan(plan, Store(folder), Workers(2), Quiet())
    return make_study(plan, results)


def test_every_column_of_every_game_has_a_finite_interval(any_game, tmp_path):
    for seats in (
        [next(iter(any_game.strategies))],
        list(any_game.strategies)[: len(any_game.seats)],
    ):
        part = study_of(tmp_path / seats[-1], any_game.name, seats=seats, matches=240).parts[0]
        assert part.columns
        for estimate in [*part.columns.values(), *part.rates.values()]:
            assert estimate.low <= estimate.value <= estimate.high, estimate
            assert np.isfinite([estimate.se, estimate.low, estimate.high]).all(), estimate


@pytest.mark.parametrize("matches", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("seats", [["random"], ["random", "heuristic"]])
def test_the_smallest_runs_have_a_study(seats, matches, tmp_path):
    changes = {"variant": {"x": {"rules": {"thirds": 1}}}, "meta": {"matches": matches}}
    for seed in range(3):
        study = study_of(tmp_path / str(seed), seats=seats, matches=matches, seed=seed, **changes)
        assert not study.conflict
        assert len(study.comparisons) > 5
        assert all(part.headline and part.balance for part in study.parts)


def test_rates_of_a_rotated_run_count_one_trial_in_a_block(tmp_path):
    part = study_of(tmp_path, seats=["random", "heuristic"]).parts[0]
    trials = part.tally.matrix("shots_n_k")[2, 4]
    hits = part.tally.matrix("goals_n_k")[2, 4]
    apart = rate("", round(hits / 2), trials // 2)
    found = part.rates["p_goal_2,4"]
    assert found.n == trials
    assert found.value == pytest.approx(hits / trials)
    assert (found.low, found.high) == pytest.approx((apart.low, apart.high), abs=1e-3)
    assert "one trial in 2" in found.method


def test_exclusive_outcomes_have_intervals_that_hold_together(tmp_path):
    rules = {"draw_rule": "draw"}
    part = study_of(tmp_path, seats=["random"], rules=rules).parts[0]
    assert [e.metric for e in part.outcomes] == ["win_share_seat0", "win_share_seat1", "no_winner"]
    assert sum(e.value for e in part.outcomes) == pytest.approx(1)
    for estimate in part.outcomes:
        alone = part.columns[estimate.metric]
        assert estimate.value == pytest.approx(alone.value)
        assert estimate.high - estimate.low > alone.high - alone.low
    rotated = study_of(tmp_path / "r", seats=["random", "heuristic"], matches=240).parts[0]
    assert rotated.outcomes == []


def test_balance_tests_each_rival_against_an_equal_share(tmp_path):
    part = study_of(tmp_path, matches=60_000).parts[0]
    verdicts = {b.metric: b.verdict for b in part.balance}
    assert verdicts["win_share_seat0"] == "balanced"
    assert verdicts["home_win"] == "unbalanced"  # minimax proves it: starting twice helps


def test_exact_values_are_reproduced_and_wrong_ones_are_conflicts(tmp_path, monkeypatch):
    from sim.games.dream_team import exact

    rules = {"allow_no_keeper": "forced_only", "subs_per_window": 0, "draw_rule": "draw"}
    basic = {"seats": ["random"], "preset": "basic", "rules": rules, "matches": 50_000}
    study = study_of(tmp_path / "a", **basic)
    found = {check.metric for check in study.parts[0].checks}
    assert {"goals_total", "plays", "decisions", "dice_shots", "p_goal_1,4"} <= found
    assert not study.conflict
    right = exact.anchors

    def wrong(*arguments):
        return [
            replace(a, value=a.value + 0.1) if a.metric == "goals_total" else a
            for a in right(*arguments)
        ]

    monkeypatch.setattr(exact, "anchors", wrong)
    study = study_of(tmp_path / "a", **basic)
    assert study.conflict
    assert [c.metric for c in study.parts[0].checks if c.conflict] == ["goals_total"]


def test_differences_of_columns_are_checked_too(tmp_path, monkeypatch):
    from sim.games.dream_team import exact

    study = study_of(tmp_path, seats=["minimax"], preset="basic", matches=20_000)
    checks = {check.metric: check for check in study.parts[0].checks}
    first = checks["goals_third1_home - goals_third1_away"]
    assert first.exact == pytest.approx(4 / 15)
    assert not first.conflict
    anchor = Anchor("goals_third1_home - goals_third1_away", -4 / 15, "wrong")
    monkeypatch.setattr(exact, "anchors", lambda *_: [anchor])
    assert study_of(tmp_path, seats=["minimax"], preset="basic", matches=20_000).conflict


def test_a_run_whose_parts_differ_is_a_conflict(tmp_path):
    study = study_of(tmp_path, matches=60_000)
    part = study.parts[0]
    assert not part.conflict
    place = part.tally.layout.place["goals_total"]
    part.tally.arrays["segments"][5, place] += 1000
    part.tally.arrays["segments"][40, place] -= 1000
    again = make_study_of(study)
    assert again.drift[0] == "goals_total"
    assert again.conflict


def make_study_of(study):
    """The first part of a study again, without what it remembers."""
    part = study.parts[0]
    return type(part)(part.scenario, part.tally, part.margin)


def test_a_variant_compared_with_itself_shows_no_difference(tmp_path):
    study = study_of(tmp_path, variant={"same": {}})
    assert study.comparisons
    for comparison in study.comparisons:
        assert comparison.difference == 0
        assert comparison.low <= 0 <= comparison.high
        assert comparison.verdict.startswith("identical in every")
        assert comparison.paired


def test_variants_that_cannot_be_paired_say_so(tmp_path):
    changes = {"seats": ["random"], "variant": {"x": {"seats": ["random", "heuristic"]}}}
    assert not any(c.paired for c in study_of(tmp_path, **changes).comparisons)


def test_the_meta_game_is_fair_to_both_sides_of_a_pair(tmp_path):
    meta = {"strategies": ["random", "heuristic", "greedy"], "matches": 600}
    found = study_of(tmp_path, matches=120, meta=meta).meta
    assert set(found.points) == {(a, b) for a in found.names for b in found.names if a != b}
    for one, other in found.points:
        both = found.points[one, other].value + found.points[other, one].value
        assert both == pytest.approx(1)
        ours, theirs = found.points[one, other], found.points[other, one]
        assert (ours.low, ours.high) == pytest.approx((1 - theirs.high, 1 - theirs.low))
        assert found.together[one, other].low <= ours.low
        assert found.segments[one, other] == pytest.approx(-found.segments[other, one])
        p, d = ours.value, found.draws[one, other]
        assert found.spread[one, other] == pytest.approx(p * (1 - p) - d / 4)
    assert found.points["heuristic", "random"].low > 0.9


def test_a_table_of_more_than_two_names_each_side_of_a_pair_for_itself(tmp_path):
    """Also a variant whose line-up rotates while the base's does not."""
    changes = {
        "seats": ["random"] * 3,
        "variant": {"odd": {"seats": ["planner", "random", "random"]}},
        "meta": {"strategies": ["random", "passive"], "matches": 600},
    }
    study = study_of(tmp_path, "bundesliga", matches=600, **changes)
    assert study.parts[1].scenario.rotated
    assert any(said.startswith("Odd") for said in verdict(study).others)
    one, other = (study.meta.draws[pair] for pair in (PAIR, PAIR[::-1]))
    assert one != other
    assert {*study.meta.draws} == {*study.meta.points}


def test_criteria_have_three_answers(tmp_path):
    checks = [
        {"metric": "home_win", "within": [0.5, 0.8]},
        {"metric": "home_win", "within": [0.1, 0.2]},
        {"metric": "home_win", "within": [0.1, 0.65]},
        {"metric": "p_goal_2,4", "within": [0.5, 0.7]},
        {"metric": "p_goal_6,6", "within": [0.1, 0.2]},
    ]
    study = study_of(tmp_path, preset="basic", check=checks)
    answers = [criterion.answer for criterion in study.criteria]
    assert answers == ["met", "failed", "undecided", "met", "undecided"]
