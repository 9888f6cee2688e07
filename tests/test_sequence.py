"""Intervals that stay valid under continuous peeking."""

from math import log, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.special import betaln
from support import scenario
from test_estimate import tallied

from analysis.estimate import of_column, wilson
from analysis.sequence import asymptotic, best_rho, beta_binomial
from analysis.stopping import sequence_estimate, stop_rule
from sim.config import Stop
from sim.plan import Group
from sim.play import play_chunk
from sim.result import GroupResult

RUNS = 1000


def evidence(hits, trials, p):
    """The log of the mixture martingale against the rate p [Robbins 1970]."""
    return betaln(1 + hits, 1 + trials - hits) - hits * np.log(p) - (trials - hits) * np.log1p(-p)


def at_most(refuted, limit):
    """Whether the share of runs is compatible with a probability of at most `limit`."""
    return np.mean(refuted) <= limit + 5 * sqrt(limit * (1 - limit) / len(refuted))


@settings(deadline=None)
@given(st.integers(1, 10**6), st.data(), st.sampled_from([0.01, 0.05, 0.3]))
def test_the_interval_holds_what_the_martingale_has_not_refuted(trials, data, alpha):
    hits = data.draw(st.integers(0, trials) | st.sampled_from([0, 1, trials - 1, trials]))
    low, high = beta_binomial(hits, trials, alpha)
    assert 0 <= low <= hits / trials <= high <= 1
    assert (low == 0) == (hits == 0)
    if hits:
        assert evidence(hits, trials, low) == pytest.approx(-log(alpha), abs=1e-4)
    assert high == 1 - beta_binomial(trials - hits, trials, alpha)[0]


def test_nothing_seen_nothing_known():
    assert beta_binomial(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("n", "wider"), [(10**3, 1.8), (10**5, 2.1), (10**6, 2.2)])
def test_the_price_of_peeking(n, wider):
    """The widths that statistics.md states, to the digit."""
    low, high = beta_binomial(n // 2, n)
    fixed = wilson(n // 2, n)
    assert round((high - low) / (fixed[1] - fixed[0]), 1) == wider


@pytest.mark.parametrize("p", [0.5, 0.05])
def test_a_rate_watched_after_every_match(rng, p):
    n = np.arange(1, 2001)
    hits = (rng.random((RUNS, len(n))) < p).cumsum(axis=1)
    refuted = (evidence(hits, n, p) > log(20)).any(axis=1)
    assert at_most(refuted, 0.05)


def test_a_rate_watched_at_chunk_borders(rng):
    looks = np.arange(100, 2001, 100)
    hits = rng.binomial(100, 0.5, (300, len(looks))).cumsum(axis=1)

    def left(method):
        bounds = [[method(int(k), int(n)) for k, n in zip(row, looks, strict=True)] for row in hits]
        return [any(not low <= 0.5 <= high for low, high in run) for run in bounds]

    assert at_most(left(beta_binomial), 0.05)
    assert not at_most(left(wilson), 0.05)


def test_a_mean_watched_after_every_block(rng):
    """Skewed lengths of unknown spread, watched from block 100 on."""
    n = np.arange(1, 2001)
    seen = rng.exponential(1.0, (RUNS, len(n)))
    means = seen.cumsum(axis=1) / n
    sds = np.sqrt(np.maximum((seen**2).cumsum(axis=1) / n - means**2, 0))
    rho = best_rho(500)
    unit = np.array([asymptotic(1.0, int(k), rho) for k in n])
    left = (np.abs(means - 1) > sds * unit)[:, 99:].any(axis=1)
    assert at_most(left, 0.05)
    naive = (np.abs(means - 1) > sds * 1.96 / np.sqrt(n))[:, 99:].any(axis=1)
    assert not at_most(naive, 0.05)


@pytest.mark.parametrize("per_block", [1, 2])
@pytest.mark.parametrize("p", [0.002, 0.0005])
def test_a_rare_win_is_watched_safely(rng, p, per_block):
    """The asymptotic sequence alone misses a fifth and two thirds of such runs."""
    first, last, missed = 500, 6000, []
    for _ in range(100):
        wins = 60 * (rng.random((last, per_block)) < p)
        looks = np.unique(np.geomspace(first, last, 12).astype(int))
        found = [watched(wins[:n].ravel(), per_block) for n in looks]
        missed.append(any(not e.low <= p <= e.high for e in found))
    assert at_most(missed, 0.05)


def watched(values, per_block):
    counts = tallied(values, per_block=per_block, high=60, scale=60)
    return sequence_estimate(counts, 500, "share")


@pytest.mark.parametrize("held", [[0, 0], [60, 60], [60, 0]])
def test_blocks_that_agree_are_no_certainty(held):
    """All blocks alike: a share is within what the martingale has not refuted, and within 0 to 1."""
    e = watched(held * 1000, 2)
    assert 0 <= e.low <= e.value <= e.high <= 1
    assert e.high - e.low > 0.004
    assert (e.low, e.high) == pytest.approx(beta_binomial(1000 * sum(held) / 120, 1000))


def test_a_length_that_never_varies_stops_nothing():
    counts = tallied([15] * 1000, high=255, name="plays")
    e = sequence_estimate(counts, 100)
    assert (e.low, e.value, e.high) == (0, 15, 255)
    base = SimpleNamespace(name="base", block=1)
    tally = SimpleNamespace(matches=1000, blocks=1000, column=lambda _: counts)
    result = SimpleNamespace(group=SimpleNamespace(base=base), tallies={"base": tally})
    stop = SimpleNamespace(metric="plays", half_width=1.0, min_matches=100)
    assert not stop_rule(stop)(result)


def test_the_smallest_share_of_a_hit_refutes_nothing():
    assert beta_binomial(1 / 60, 10**6)[0] == 0.0
    assert 0 < beta_binomial(1.0, 10**6)[0] < 1e-6


@pytest.mark.parametrize(("n", "rho", "alpha"), [(1, 1.0, 0.05), (1000, 0.03, 0.01)])
def test_the_published_half_width(n, rho, alpha):
    t = n
    known = sqrt(2 * (t * rho**2 + 1) / (t**2 * rho**2) * log(sqrt(t * rho**2 + 1) / alpha))
    assert asymptotic(3.0, n, rho, alpha) == pytest.approx(3 * known)


@pytest.mark.parametrize(("n", "alpha"), [(500, 0.05), (100_000, 0.01)])
def test_rho_is_best_where_it_says(n, alpha):
    best = minimize_scalar(
        lambda x: asymptotic(1.0, n, np.exp(x), alpha), bounds=(-12, 2), method="bounded"
    )
    assert asymptotic(1.0, n, best_rho(n, alpha), alpha) == pytest.approx(best.fun, rel=1e-4)


def test_a_mean_is_precise_enough_once_its_wider_interval_is():
    group = Group((scenario("dream_team", seats=["random"] * 2, matches=4800),))
    result, answers = GroupResult(group), []
    enough = stop_rule(Stop(metric="goals_total", half_width=0.2, min_matches=1200))
    for first in range(0, 4800, 480):
        result.add(play_chunk(group, first, 480))
        counts = result.tallies["base"].column("goals_total")
        plain, sequence = of_column(counts), sequence_estimate(counts, 1200)
        assert sequence.value == plain.value
        assert sequence.low < plain.low < plain.high < sequence.high
        assert sequence.method == "confidence sequence, asymptotic"
        narrow = sequence.high - sequence.low <= 0.4
        answers.append(enough(result))
        assert answers[-1] == (narrow and first + 480 >= 1200)
    assert answers[0] < answers[-1]


@pytest.fixture
def rng():
    return np.random.default_rng(1997)
