"""Verdicts of equivalence, criteria, homogeneity and agreement with exact values."""

from math import erfc, isfinite, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import Table
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztost
from statsmodels.stats.weightstats import DescrStatsW
from test_estimate import tallied
from test_ratio import counts_of

from analysis.anchors import CONFLICT, Observation, conflicts, observe
from analysis.balance import (
    HETEROGENEOUS,
    MOST_MATCHES,
    TOST_LEVEL,
    check,
    homogeneity,
    more_matches,
    verdict,
)
from analysis.estimate import NEARLY_NORMAL, Estimate, of_column, rate
from analysis.part import Part
from analysis.ratio import of_ratio
from sim.engine.contract import Column


def interval(low, high, value=None, n=1000):
    return Estimate("m", (low + high) / 2 if value is None else value, 0.1, low, high, n, "given")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.49, 0.51, "balanced"),
        (0.5, 0.5, "balanced"),
        (0.501, 0.51, "different but negligible"),
        (0.49, 0.499, "different but negligible"),
        (0.521, 0.53, "unbalanced"),
        (0.40, 0.479, "unbalanced"),
        (0.47, 0.50, "undecided"),
        (0.515, 0.53, "undecided"),
        (0.4, 0.6, "undecided"),
    ],
)
def test_four_verdicts(low, high, expected):
    b = verdict(interval(low, high), 0.5, 0.02)
    assert (b.metric, b.verdict) == ("m", expected)
    assert (b.needed is not None) == (expected == "undecided")
    assert b.sentence.startswith(expected.capitalize())


def test_equivalence_of_a_mean_is_two_one_sided_t_tests(rng):
    decided = set()
    for _ in range(300):
        goals = rng.poisson(4, 100)
        b = verdict(of_column(tallied(goals, high=30), level=TOST_LEVEL), 4, 0.5)
        p = DescrStatsW(goals).ttost_mean(3.5, 4.5)[0]
        shown = b.verdict in ("balanced", "different but negligible")
        assert shown == (p < 0.05)
        decided.add(shown)
    assert decided == {True, False}


def test_equivalence_of_a_rate_is_two_one_sided_score_tests():
    decided = set()
    for wins in range(400, 601):
        b = verdict(rate("m", wins, 1000, level=TOST_LEVEL), 0.5, 0.05)
        p = max(
            proportions_ztost(wins, 1000, 0.45, 0.55, prop_var=edge)[1 + side][1]
            for side, edge in enumerate((0.45, 0.55))
        )
        shown = b.verdict in ("balanced", "different but negligible")
        assert shown == (p < 0.05)
        decided.add(shown)
    assert decided == {True, False}


@pytest.mark.parametrize("value", [0.5, 0.512, 0.519, 0.523, 0.477])
def test_the_matches_that_are_needed_would_do(rng, value):
    few = rate("m", round(value * 1000), 1000, level=TOST_LEVEL)
    n = 1000 + verdict(few, 0.5, 0.02).needed
    decided = [
        verdict(rate("m", int(wins), n, level=TOST_LEVEL), 0.5, 0.02).verdict != "undecided"
        for wins in rng.binomial(n, value, 500)
    ]
    assert np.mean(decided) > 0.8 - 5 * sqrt(0.16 / 500)


@pytest.mark.parametrize("n", [1, 2, 6, 12, 29])
def test_a_few_matches_do_not_say_how_many_more(n):
    b = verdict(rate("m", n // 2, n, level=TOST_LEVEL), 0.5, 0.02)
    assert (b.verdict, b.needed, b.early) == ("undecided", None, True)
    assert b.sentence.endswith("too few matches to say how many would tell.")
    assert verdict(rate("m", 15, 30, level=TOST_LEVEL), 0.5, 0.02).needed > 1000
    assert verdict(rate("m", 15, 30, level=TOST_LEVEL), 0.5, 0.02, block=2).early


def test_a_share_that_hardly_varied_needs_matches_all_the_same():
    lucky = Estimate("m", 0.5, 1e-6, 0.4, 0.6, 60, "block means, t", "share", TOST_LEVEL)
    assert verdict(lucky, 0.5, 0.02).needed > 3000


def test_one_more_match_is_one():
    assert more_matches(1, 1) == "about 1 more match would tell if the value stays"
    assert more_matches(7312, 1000) == "about 7 300 more matches would tell if the value stays"


def test_what_differs_differs_by_the_interval_that_is_shown():
    """At 40 000 matches a fair coin lies outside its 90 % interval in a tenth of the runs."""
    narrow, wide = (rate("m", 20_180, 40_000, level=level) for level in (TOST_LEVEL, 0.95))
    assert narrow.low > 0.5 > wide.low
    assert verdict(narrow, 0.5, 0.02, wide).verdict == "balanced"
    assert verdict(narrow, 0.5, 0.02).verdict == "different but negligible"


def test_very_many_matches_are_said_to_be_the_edge_of_the_margin():
    assert "edge of the margin" in more_matches(190_000_000, 20_000)
    assert more_matches(8_000, 20_000, unit="series").startswith("about 8 000 more series would")


def test_no_number_of_matches_decides_on_the_edge():
    on_edge = verdict(interval(0.25, 0.75), 0.25, 0.25)
    beside = verdict(interval(0.25, 0.75, 0.5 + 1e-7), 0.25, 0.25)
    assert on_edge.needed is beside.needed is None
    assert on_edge.verdict == "undecided"
    edge = "; it lies at the edge of the margin, where no affordable number of matches tells."
    assert on_edge.sentence.endswith(edge)


def test_sentences():
    wins = Estimate("win_seat0", 0.5123, 0.0, 0.49, 0.5345, 1000, "wilson", "share", 0.9)
    assert verdict(wins, 0.5, 0.02).sentence == (
        "Undecided: win_seat0 is 51.23 % (90 % interval 49.00 % to 53.45 %), "
        "against 50.00 % give or take 2.00 %; about 35 000 more matches would tell if the value "
        "stays."
    )
    goals = Estimate("goals", 5.25, 0.1, 5.1, 5.4, 1000, "mean, t", "goals")
    assert verdict(goals, 5, 0.5).sentence == (
        "Different but negligible: goals is 5.25 goals (95 % interval 5.1 goals to 5.4 goals), "
        "against 5 goals give or take 0.5 goals."
    )


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.48, 0.52, "met"), (0.47, 0.50, "undecided"), (0.50, 0.53, "undecided"),
     (0.4, 0.6, "undecided"), (0.521, 0.53, "failed"), (0.4, 0.479, "failed")],
)  # fmt: skip
def test_criteria_are_met_failed_or_open(low, high, expected):
    assert check(interval(low, high), 0.48, 0.52) == expected


@settings(deadline=None)
@given(st.integers(1, 10**9), st.data(), st.floats(0, 1), st.floats(0, 1))
def test_every_verdict_has_a_finite_need(trials, data, target, margin):
    e = rate("m", data.draw(st.integers(0, trials)), trials, level=TOST_LEVEL)
    b = verdict(e, target, margin)
    assert b.needed is None or 1 <= b.needed <= MOST_MATCHES
    met = check(e, target - margin, target + margin)
    assert (met == "failed") == (b.verdict == "unbalanced")


def test_homogeneity_is_the_chi_square_test(rng):
    matches = np.array([1000, 1000, 1000, 400])
    wins = rng.binomial(matches, 0.4)
    p = wins.sum() / matches.sum()
    h = homogeneity(wins, matches, p * (1 - p))
    table = np.array([wins, matches - wins])
    known = stats.chi2_contingency(table, correction=False)
    assert (h.statistic, h.p) == pytest.approx((known.statistic, known.pvalue))
    assert h.worst == pytest.approx(np.abs(Table(table).standardized_resids).max())


def test_homogeneity_finds_a_bad_segment(rng):
    wins = rng.binomial(1000, 0.4, 20)
    assert homogeneity(wins, [1000] * 20, 0.24).p > HETEROGENEOUS
    wins[7] += 120
    h = homogeneity(wins, [1000] * 20, 0.24)
    assert h.p < HETEROGENEOUS
    assert h.worst > 5


def test_homogeneity_is_uniform_when_all_is_well(rng):
    wins = rng.binomial(2000, 0.3, (1000, 12))
    p = [homogeneity(row, [2000] * 12, (q := row.mean() / 2000) * (1 - q)).p for row in wins]
    assert stats.kstest(p, "uniform").pvalue > 1e-6


@pytest.mark.parametrize("expected", [0.01, 0.3])
def test_rare_events_raise_no_alarm(rng, expected):
    """Unpooled, one run in 400 of such segments would fail by chance."""
    matches = [10_000] * 100
    for row in rng.poisson(expected, (1000, 100)):
        h = homogeneity(row, matches, row.mean() / 10_000)
        assert h.p > HETEROGENEOUS
        scaled = homogeneity(60 * row, matches, 60**2 * row.mean() / 10_000, 60)
        assert (scaled.statistic, scaled.p) == pytest.approx((h.statistic, h.p))


def test_segments_too_small_to_judge():
    assert homogeneity([1, 2], [10, 10], 0.1).p == 1.0
    assert homogeneity([5, 5], [10, 10], 0.0) == homogeneity([50], [100], 0.25)
    assert homogeneity([40, 60, 3], [100, 100, 10], 0.25).statistic == pytest.approx(
        homogeneity([40, 63], [100, 110], 0.25).statistic
    )


def observed(exact, hits, trials, *, known=True):
    se = sqrt(exact * (1 - exact) / trials)
    return Observation("m", exact, hits / trials, se, trials if known else None)


def test_five_standard_errors_are_a_conflict():
    below, above = Observation("a", 0.0, 4.99, 1.0), Observation("b", 0.0, -5.01, 1.0)
    assert [c.conflict for c in conflicts([below])] == [False]
    assert [c.conflict for c in conflicts([above])] == [True]
    assert pytest.approx(2 * stats.norm.sf(5)) == CONFLICT
    c = conflicts([above])[0]
    assert (c.metric, c.exact, c.value, c.se, c.z) == ("b", 0.0, -5.01, 1.0, -5.01)


def test_conflicts_are_adjusted_over_all_anchors(rng):
    z = [*rng.normal(size=40), 5.01]
    found = conflicts([Observation("m", 1.0, 1 + x / 10, 0.1) for x in z])
    known = multipletests([2 * stats.norm.sf(abs(x)) for x in z], method="holm")[1]
    assert [c.p_adjusted for c in found] == pytest.approx(known)
    assert not any(c.conflict for c in found)  # 5.01 is not enough among 41


def test_values_without_chance_agree_or_not():
    same, other = Observation("m", 14 / 15, 14 / 15 + 1e-12, 0.0), Observation("m", 0.5, 0.51, 0.0)
    agreed, differs = conflicts([same, other])
    assert (agreed.z, agreed.p_adjusted, agreed.conflict) == (None, 1.0, False)
    assert (differs.z, differs.p_adjusted, differs.conflict) == (None, 0.0, True)
    never = conflicts([observed(0.0, 1, 10**10)])[0]  # one hit of what cannot happen
    assert (never.z, never.conflict) == (None, True)
    assert not conflicts([observed(1.0, 10**10, 10**10)])[0].conflict


@pytest.mark.parametrize(
    ("hits", "trials", "exact"), [(2, 100, 0.001), (0, 50, 0.2), (99, 99, 0.9)]
)
def test_few_trials_are_judged_by_the_binomial_law(hits, trials, exact):
    tails = stats.binom.cdf(hits, trials, exact), stats.binom.sf(hits - 1, trials, exact)
    found = conflicts([observed(exact, hits, trials)])[0]
    assert found.p_adjusted == pytest.approx(min(1, 2 * min(tails)))


def test_two_rare_hits_are_no_conflict():
    """Six standard errors, and yet one of 200 such anchors shows them."""
    assert not conflicts([observed(0.001, 2, 100)])[0].conflict
    assert conflicts([observed(0.001, 2, 100, known=False)])[0].conflict


def test_many_trials_are_judged_by_the_normal_law():
    found = conflicts([observed(0.3, 30_400, 100_000)])[0]
    assert found.p_adjusted == pytest.approx(erfc(abs(found.z) / sqrt(2)))
    assert found.p_adjusted == pytest.approx(stats.binomtest(30_400, 100_000, 0.3).pvalue, rel=0.02)


def test_an_estimated_error_is_judged_by_t():
    found = conflicts([Observation("m", 0.0, 6.0, 1.0, freedom=4)])[0]
    assert found.p_adjusted == pytest.approx(2 * stats.t.sf(6, 4))
    assert not found.conflict


def test_columns_beside_their_exact_means(rng):
    wins = observe(tallied([0] * 20), 0.01)
    assert wins == ("m", 0.01, 0.0, pytest.approx(sqrt(0.01 * 0.99 / 20)), 20, NEARLY_NORMAL, None)
    goals = rng.poisson(3, 40)
    counted = observe(tallied(goals, high=20, per_block=2), 3.0)
    sem = stats.sem(goals.reshape(-1, 2).mean(axis=1))
    assert counted == ("m", 3.0, goals.mean(), pytest.approx(sem), None, 19, (0, 20))
    shares = tallied(rng.choice([0, 30, 60], 100), per_block=2, high=60, scale=60)
    assert observe(shares, 0.5).trials == 50
    many = tallied(rng.choice([0, 30, 60], 10_000), per_block=2, high=60, scale=60)
    assert observe(many, 0.5).trials is None
    assert observe(many, 0.5).se < sqrt(0.25 / 5000)


def test_two_rare_hits_among_parts_are_no_conflict():
    """A share of parts in few blocks counts as one trial a block, as one of matches does."""
    hits = counts_of([1, 1] + [0] * 98, [1] * 100, high=1)
    column = Column("won", 0, 1, "won", per="parts")
    tally = SimpleNamespace(ratio=lambda _: hits, columns={"won": column})
    part: Any = SimpleNamespace(columns={"won": of_ratio(hits)}, tally=tally)
    (found,) = Part._observed_ratio(part, "won", 0.001)
    assert (found.value, found.trials) == (0.02, 100)
    assert not conflicts([found])[0].conflict
    (found,) = Part._observed_ratio(part, "won", 1e-9)
    assert conflicts([found])[0].conflict


def test_what_cannot_happen_is_a_conflict_in_blocks_too():
    never = tallied([1] + [0] * 99_999, per_block=2)
    assert conflicts([observe(never, 0.0)])[0].conflict
    assert not conflicts([observe(never, 1e-5)])[0].conflict


@pytest.mark.parametrize(("per_block", "scale"), [(1, 1), (2, 1), (1, 60), (4, 60)])
@pytest.mark.parametrize("blocks", [1, 3, 50])
def test_small_runs_do_not_contradict_what_is_true(rng, per_block, scale, blocks):
    """A thousand runs of a few blocks, each held against the truth."""
    for p in (0.003, 0.2, 0.5):
        size = (1000 // 3, per_block * blocks)
        for run in rng.binomial(1, p, size) * scale:
            counts = tallied(run, per_block=per_block, high=scale, scale=scale)
            assert not conflicts([observe(counts, p)])[0].conflict


@pytest.mark.parametrize("exact", [0.05, 4.0, 19.9])
@pytest.mark.parametrize("value", [0, 3, 20])
def test_blocks_that_do_not_differ_are_a_conflict_only_where_they_are_many(value, exact):
    """Chance is at its kindest where all lie at that value or at the far end: P = each ** blocks."""
    far = 0 if value > exact else 20
    each = (exact - far) / (value - far)
    for blocks in (2, 3, 40, 20_000):
        found = conflicts([observe(tallied([value] * blocks, high=20), exact)])[0]
        assert found.p_adjusted == pytest.approx(min(1.0, 2 * each**blocks), abs=1e-300)
        assert (found.se, found.z) == (0, None)
        assert found.conflict == (2 * each**blocks < CONFLICT)
    assert found.conflict


def test_no_chance_is_left_where_the_mean_is_the_lowest_value():
    assert conflicts([observe(tallied([3, 3], high=20), 0.0)])[0].conflict
    assert not conflicts([observe(tallied([0, 0], high=20), 0.0)])[0].conflict


@pytest.mark.parametrize("blocks", [2, 3, 5])
def test_small_runs_of_other_columns_do_not_contradict_what_is_true(rng, blocks):
    """Lengths of matches, say: nearly always 1, seldom 15."""
    for p in (0.003, 0.2, 0.5):
        for run in 1 + 14 * rng.binomial(1, p, (1000, blocks)):
            assert not conflicts([observe(tallied(run, high=20), 1 + 14 * p)])[0].conflict


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 2**40), st.floats(0, 1)), max_size=5))
def test_every_check_is_finite(cells):
    anchors = [observed(exact, round(share * n), n) for exact, n, share in cells]
    for c in conflicts(anchors):
        assert c.z is None or isfinite(c.z)
        assert 0 <= c.p_adjusted <= 1


@pytest.fixture
def rng():
    return np.random.default_rng(1997)
