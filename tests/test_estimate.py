"""Values, standard errors and intervals from exact counts."""

import subprocess
import sys
from dataclasses import replace
from math import isfinite, sqrt
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint

from analysis.estimate import (
    NEARLY_NORMAL,
    clopper_pearson,
    critical,
    of_column,
    quantiles,
    rate,
    rate_or_none,
    simultaneous,
    standard_deviation,
    wilson,
)
from analysis.quantile import quantile_intervals
from reports.parts import tail_of
from sim.tally import ColumnCounts


def tallied(values, *, per_block=1, low=0, high=1, scale=1, width=1, name="m"):
    """Count a list of stored whole numbers as the tally does."""
    values = np.asarray(values, dtype=np.int64)
    sums = values.reshape(-1, per_block).sum(axis=1)
    inside = values[(values >= low) & (values <= high)]
    bins = (high - low) // width + 1
    return ColumnCounts(
        name=name,
        matches=len(values),
        blocks=len(sums),
        total=int(values.sum()),
        block_squares=int((sums**2).sum()),
        scale=scale,
        low=low,
        width=width,
        histogram=np.bincount((inside - low) // width, minlength=bins),
        under=int((values < low).sum()),
        over=int((values > high).sum()),
    )


def student(values, level=0.95):
    """The textbook interval of a mean."""
    return stats.t.interval(level, len(values) - 1, np.mean(values), stats.sem(values))


def test_the_headline_needs_no_scipy():
    code = (
        "import sys, analysis.estimate, analysis.compare, analysis.balance\n"
        "heavy = {'scipy', 'statsmodels', 'pandas', 'matplotlib', 'numba', 'reports'}\n"
        "print(*heavy & set(sys.modules))"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=True)
    assert done.stdout.split() == []


def test_97_wins_of_156():
    e = rate("first", 97, 156)
    assert (round(e.low, 3), round(e.high, 3)) == (0.544, 0.694)
    assert (e.value, e.n, e.method, e.unit) == (97 / 156, 156, "wilson", "share")
    assert e.se == pytest.approx(sqrt(97 / 156 * 59 / 156 / 156))


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize(("hits", "trials"), [(1, 2), (1, 1000), (30, 100), (10**9, 3 * 10**9)])
def test_wilson(hits, trials, level):
    known = stats.binomtest(hits, trials).proportion_ci(level, "wilson")
    assert wilson(hits, trials, level) == pytest.approx((known.low, known.high), rel=1e-9)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize(("hits", "trials"), [(0, 1), (0, 1000), (7, 7), (1, 1000), (999, 1000)])
def test_clopper_pearson(hits, trials, level):
    known = stats.binomtest(hits, trials).proportion_ci(level, "exact")
    assert clopper_pearson(hits, trials, level) == pytest.approx((known.low, known.high), rel=1e-9)


def test_no_hit_is_not_certainty():
    never, always = rate("m", 0, 1000), rate("m", 1000, 1000)
    assert never.method == always.method == "clopper-pearson"
    assert (never.low, round(never.high, 4)) == (0.0, 0.0037)
    assert (always.low, always.high) == pytest.approx((1 - never.high, 1.0))


def test_no_trial_is_no_estimate():
    assert rate_or_none("m", 0, 0) is None
    assert rate_or_none("m", 3, 9) == rate("m", 3, 9)


@pytest.mark.parametrize("freedom", [1, 2, 30, NEARLY_NORMAL - 1])
def test_critical_values(freedom):
    assert critical(0.95, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_nearly_normal(level):
    exact = stats.t.ppf((1 + level) / 2, NEARLY_NORMAL)
    assert critical(level, NEARLY_NORMAL) == pytest.approx(exact, rel=2e-4)


def test_seats_together():
    counts = [2600, 2400, 2500, 2440, 60]
    together = simultaneous(list("abcde"), counts)
    known = multinomial_proportions_confint(counts, method="goodman")
    assert np.array([(e.low, e.high) for e in together]) == pytest.approx(known)
    assert {e.method for e in together} == {"goodman"}
    assert [e.metric for e in together] == list("abcde")


def test_seats_together_with_a_rare_one():
    together = simultaneous(["a", "b", "c"], [96, 4, 0])
    for e, hits in zip(together, [96, 4, 0], strict=True):
        known = stats.binomtest(hits, 100).proportion_ci(1 - 0.05 / 3, "exact")
        assert (e.low, e.high) == pytest.approx((known.low, known.high))
    assert {e.method for e in together} == {"clopper-pearson, bonferroni"}


def test_a_plain_yes_or_no_is_a_rate():
    assert of_column(tallied([1] * 30 + [0] * 70)) == rate("m", 30, 100, unit="")


def test_all_or_nothing_of_a_win_is_a_rate_too():
    e = of_column(tallied([60] * 3 + [0] * 997, high=60, scale=60), unit="share")
    assert e == rate("m", 3, 1000)
    assert of_column(tallied([60, 30, 0] * 9, high=60, scale=60)).method == "mean, t"
    assert of_column(tallied([60, 0] * 9, per_block=2, high=60, scale=60)).method != "wilson"


@pytest.mark.parametrize("wins", [3.2, 5.0])
def test_rare_wins_are_covered(wins):
    """Intervals by t hold 0.87 of the time."""
    n, covered = 1000, 0.0
    for k in range(30):
        e = of_column(tallied([60] * k + [0] * (n - k), high=60, scale=60))
        covered += stats.binom.pmf(k, n, wins / n) * (e.low <= wins / n <= e.high)
    assert covered > 0.94


def test_rare_wins_in_blocks_are_covered_too(rng):
    """Intervals by t hold 0.88 of the time."""
    p, covered = 0.0033, []
    for wins in rng.random((400, 500, 2)) < p:
        e = of_column(tallied(60 * wins.ravel(), per_block=2, high=60, scale=60))
        covered.append(e.low <= p <= e.high)
    assert np.mean(covered) > 0.95 - 3 * sqrt(0.95 * 0.05 / 400)
    assert e.method == "wilson, blocks"


def test_mean_of_independent_matches(rng):
    values = rng.poisson(3.0, 40)
    e = of_column(tallied(values, high=9), unit="goals", level=0.9)
    assert (e.low, e.high) == pytest.approx(student(values, 0.9))
    assert e.se == pytest.approx(stats.sem(values))
    assert (e.n, e.method, e.unit, e.level) == (40, "mean, t", "goals", 0.9)


def test_mean_of_blocks(rng):
    shares = rng.choice([0, 30, 60], 60)
    e = of_column(tallied(shares, per_block=6, high=60, scale=60))
    means = shares.reshape(-1, 6).mean(axis=1) / 60
    assert (e.low, e.high) == pytest.approx(student(means))
    assert (e.n, e.method) == (60, "block means, t")


def test_shares_stay_between_0_and_1():
    e = of_column(tallied([1, 0, 0, 0, 0, 0, 0, 0], per_block=2))
    assert (e.value, e.low, e.method) == (1 / 8, 0.0, "block means, t")


@pytest.mark.parametrize(("held", "value"), [(0, 0.0), (60, 1.0), (30, 0.5)])
def test_blocks_that_all_agree_may_yet_differ(held, value):
    e = of_column(tallied([held] * 200, per_block=2, high=60, scale=60))
    other = stats.binomtest(0, 100).proportion_ci(0.95, "exact").high
    assert (e.low, e.high) == pytest.approx((value * (1 - other), value + (1 - value) * other))
    assert (e.value, e.se, e.method) == (value, 0.0, "clopper-pearson, blocks")


def test_a_share_that_is_the_same_in_all_matches():
    e = of_column(tallied([60] * 100, high=60, scale=60))
    assert (e.method, e.high) == ("clopper-pearson", 1.0)
    assert e.low == pytest.approx(stats.binomtest(100, 100).proportion_ci(0.95, "exact").low)


def test_a_constant():
    e = of_column(tallied([15] * 20, high=255))
    assert (e.value, e.se, e.low, e.high) == (15.0, 0.0, 15.0, 15.0)
    assert e.method == "constant"
    blocked = of_column(tallied([14, 16] * 20, per_block=2, high=255))
    assert (blocked.low, blocked.high, blocked.method) == (15.0, 15.0, "constant, blocks")


def test_one_block_shows_nothing_of_its_error():
    share = of_column(tallied([60, 0], per_block=2, high=60, scale=60))
    assert (share.low, share.value, share.high, share.se) == (0.0, 0.5, 1.0, 0.5)
    plays = of_column(tallied([15], high=255))
    assert (plays.low, plays.value, plays.high) == (0.0, 15.0, 255.0)
    assert share.method == plays.method == "one block: no standard error"


@pytest.mark.parametrize("both", [0.15, 0.35])
def test_blocks_cover_whatever_their_correlation(both):
    """Two seatings of a deal, each won by half: both won with 0.25 if they were independent."""
    runs, blocks = 6000, 200
    rng = np.random.default_rng(5)
    kinds = rng.multinomial(blocks, [both, 1 - 2 * both, both], runs)
    covered = 0
    for two, one, none in kinds:
        seen = [1, 1] * two + [1, 0] * one + [0, 0] * none
        e = of_column(tallied(seen, per_block=2))
        covered += e.low <= 0.5 <= e.high
    assert covered / runs == pytest.approx(0.95, abs=5 * sqrt(0.95 * 0.05 / runs))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60))
def test_quantiles_are_order_statistics(values):
    p = [0.0, 0.1, 0.25, 0.5, 0.9, 0.95, 1.0]
    ranks = [max(1, -(-int(1000 * q) * len(values) // 1000)) for q in p]
    found = quantiles(tallied(values, high=40), p)
    assert found == [sorted(values)[rank - 1] for rank in ranks]


@pytest.mark.parametrize("n", [1, 2, 5, 12, 100])
def test_quantiles_of_small_runs_are_covered_or_open(rng, n):
    law, inside = stats.nbinom(5, 0.25), []
    for _ in range(300):
        counts = tallied(law.rvs(n, random_state=rng), high=200)
        for q in quantile_intervals(counts, (0.1, 0.5, 0.9)):
            low, high = -np.inf if q.low is None else q.low, np.inf if q.high is None else q.high
            inside.append(low <= law.ppf(q.p) <= high)
    assert np.mean(inside) > 0.95 - 5 * sqrt(0.95 * 0.05 / 900)


@pytest.mark.parametrize("n", [1, 5, 6, 40, 10**6])
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_ranks_are_those_of_the_binomial_law(n, p):
    column = replace(tallied([0, 1], high=n), matches=n, blocks=n, histogram=np.ones(n, int), low=1)
    q = quantile_intervals(column, [p])[0]
    low, high = stats.binom.ppf([0.025, 0.975], n, p)
    assert q.low == (low if low >= 1 else None)
    assert q.high == (high + 1 if high + 1 <= n else None)


def test_matches_of_a_block_count_as_one_in_quantiles():
    values = np.arange(1000)
    apart, together = (
        quantile_intervals(tallied(values, per_block=b, high=999), [0.5])[0] for b in (1, 4)
    )
    assert together.low < apart.low < apart.value == together.value < apart.high < together.high
    beyond = quantile_intervals(tallied(values, high=499), [0.5])[0]
    assert (beyond.value, beyond.high) == (499, None)


def test_quantiles_of_bins_and_beyond():
    counts = tallied([-5, 3, 12, 14, 31, 99], low=0, high=39, width=10)
    assert quantiles(counts, [0.1, 0.3, 0.5, 0.7, 0.8, 1.0]) == [None, 4.5, 14.5, 34.5, 34.5, None]
    assert quantiles(tallied([0, 30, 60], high=60, scale=60), [0.5]) == [0.5]


@pytest.mark.parametrize("blocks", [1000, 600, 250])
def test_quantiles_of_fewer_independent_matches_are_wider_in_proportion(blocks):
    counts = replace(tallied(np.arange(1000), high=999), blocks=blocks)
    (found,) = quantile_intervals(counts, [0.5])
    low, high = (int(x) for x in stats.binom.ppf([0.025, 0.975], blocks, 0.5))
    assert found.low == (low - 1) * 1000 // blocks
    assert found.high == -(-(high + 1) * 1000 // blocks) - 1


def test_standard_deviation(rng):
    values = rng.poisson(3.0, 60)
    sd = np.std(values, ddof=1)
    assert standard_deviation(tallied(values, high=30, per_block=2)) == pytest.approx(sd)
    assert standard_deviation(tallied(values, high=2)) == pytest.approx(sd)
    assert standard_deviation(tallied(values, high=30, scale=10)) == pytest.approx(sd / 10)
    assert standard_deviation(tallied(values, high=2, per_block=2)) is None
    assert standard_deviation(tallied(values, high=30, width=5, per_block=2)) is None
    assert standard_deviation(tallied([3], high=30)) is None


KINDS = [(0, 1, 1, 1), (0, 60, 60, 1), (0, 12, 1, 1), (-5, 14, 1, 5)]  # low, high, scale, width


@st.composite
def columns(draw, kinds=KINDS):
    """Columns of every kind: yes or no, shares, counts with and without bins and overflow."""
    low, high, scale, width = draw(st.sampled_from(kinds))
    per_block, blocks = draw(st.sampled_from([1, 2, 6])), draw(st.integers(1, 8))
    beyond = 0 if scale > 1 or high == 1 else 4
    value = st.integers(low - beyond, high + beyond)
    size = per_block * blocks
    values = draw(
        st.lists(value, min_size=size, max_size=size) | st.builds(lambda v: [v] * size, value)
    )
    return tallied(values, per_block=per_block, low=low, high=high, scale=scale, width=width)


@settings(deadline=None, max_examples=200)
@given(columns(), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_every_estimate_is_finite_and_ordered(counts, level):
    e = of_column(counts, level=level)
    assert all(isfinite(x) for x in (e.value, e.se, e.low, e.high))
    assert e.low <= e.value <= e.high
    assert e.se >= 0
    assert (e.n, e.level) == (counts.matches, level)


@given(st.integers(1, 10**12), st.data(), st.sampled_from([0.5, 0.95, 0.999999]))
@settings(deadline=None)
def test_every_rate_is_finite_and_ordered(trials, data, level):
    hits = data.draw(st.integers(0, trials) | st.sampled_from([0, trials, trials // 2]))
    e = rate("m", hits, trials, level=level)
    assert 0 <= e.low <= e.value <= e.high <= 1
    assert e.low < e.high
    assert isfinite(e.se)


@pytest.fixture
def rng():
    return np.random.default_rng(1997)


@pytest.mark.parametrize(
    ("high", "tail"), [(40, 0.009), (31, 0.009), (30, 0.009), (29, None), (9, None)]
)
def test_the_tail_is_longer_than_three_times_nearly_all(high, tail):
    """What lies beyond the histogram is longer if that ends there, else nobody knows."""
    counts = tallied([10] * 990 + [30] + [31] * 9, high=high)
    found = tail_of(SimpleNamespace(spectrum={"length": counts}.get), "length")
    assert (found and found[0]) == tail
    assert found is None or found[1] < tail < found[2]
