"""Means over parts of matches: against bare numpy, and their coverage."""

import numpy as np
import pytest
from scipy.stats import norm, poisson

from analysis.compare import Pair, compare
from analysis.estimate import Estimate
from analysis.ratio import Products, difference, independent_parts, moments, of_ratio
from reports.parts import share_of
from sim.tally import RatioCounts, Spectrum


def counts_of(sums, parts, block=1, high=100, scale=1, name="turns"):
    """Counts of matches of some parts, in blocks."""
    y, x = (np.asarray(a, np.int64).reshape(-1, block).sum(axis=1) for a in (sums, parts))
    return RatioCounts(
        name, len(y) * block, len(y), int(y.sum()), int(x.sum()), int(y @ y), int(x @ x),
        int(y @ x), scale, 0, high,
    )  # fmt: skip


def products_of(one, other):
    """What two ratios (sums, parts) of the same blocks have in common."""
    (y, x), (v, u) = (tuple(np.asarray(a, np.int64) for a in pair) for pair in (one, other))
    return Products(int(y @ v), int(y @ u), int(x @ v), int(x @ u))


def series(rng, n=400, effect=0.0):
    """Parts of n matches, and sums that vary with the match."""
    parts = rng.integers(1, 8, n)
    level = rng.normal(20 + effect, 4, n)
    return np.maximum(0, np.round(parts * level + rng.normal(0, 3, n))).astype(int), parts


@pytest.mark.parametrize("block", [1, 2])
def test_the_error_is_that_of_the_residuals_of_blocks(block):
    y, x = series(np.random.default_rng(1))
    e = of_ratio(counts_of(y, x, block), unit="turns")
    ys, xs = (a.reshape(-1, block).sum(axis=1) for a in (y, x))
    r = ys.sum() / xs.sum()
    se = np.sqrt(len(ys) * np.var(ys - r * xs, ddof=1)) / xs.sum()
    assert e.value == pytest.approx(r)
    assert e.se == pytest.approx(se)
    assert (e.n, e.unit, e.method) == (x.sum(), "turns", "ratio of sums, t")
    assert e.high - e.value == pytest.approx(e.value - e.low)


def test_one_part_a_match_is_the_mean_of_a_column():
    y = np.random.default_rng(2).integers(0, 50, 300)
    e = of_ratio(counts_of(y, np.ones(300, int)))
    assert e.value == pytest.approx(y.mean())
    assert e.se == pytest.approx(y.std(ddof=1) / np.sqrt(300))


def test_a_share_stays_within_bounds_and_none_is_not_certain():
    parts = np.full(50, 5)
    none, few = counts_of(parts * 0, parts, high=1), counts_of([1] * 2 + [0] * 48, parts, high=1)
    all_ = counts_of(parts, parts, high=1)
    for counts, method in ((none, "clopper"), (few, "wilson"), (all_, "clopper")):
        e = of_ratio(counts)
        assert 0 <= e.low <= e.value <= e.high <= 1
        assert e.high - e.low > 0
        assert method in e.method
    assert of_ratio(none).high == pytest.approx(1 - 0.025 ** (1 / 50))


def test_a_mean_of_rare_counts_is_not_below_what_a_part_can_be():
    e = of_ratio(counts_of([0] * 99 + [3], np.full(100, 2)))
    assert (e.low, e.value) == (0, 0.015)
    assert e.high > 2 * e.value


def few_parts(value, blocks=2):
    """Many matches, of which some have two parts and the sum that is said."""
    sums, parts = np.zeros(400, int), np.zeros(400, int)
    sums[:blocks], parts[:blocks] = value, 2
    return sums, parts


def test_matches_without_a_part_tell_nothing():
    """Of 400 matches one has parts: no error follows; two: little does."""
    e = of_ratio(counts_of(*few_parts(66, blocks=1)))
    assert (e.low, e.value, e.high) == (0, 33, 100)
    assert "no standard error" in e.method
    e = of_ratio(counts_of(*few_parts(0), high=1))
    assert e.high == pytest.approx(1 - 0.025 ** (1 / 2))
    e = of_ratio(counts_of(*few_parts(2), high=1))
    assert e.low == pytest.approx(0.025 ** (1 / 2))


@pytest.mark.parametrize("paired", [True, False])
def test_matches_without_a_part_do_not_tell_two_means_apart(paired):
    one, other = few_parts(0), few_parts(2)
    base, variant = counts_of(*one, high=1), counts_of(*other, high=1)
    products = products_of(one, other) if paired else None
    found = difference(base, variant, moments(base, variant, products))
    assert found.low == pytest.approx(1 - (1 - 0.025 ** (1 / 2)))
    assert found.p == 0.5
    alone = counts_of(*few_parts(2, blocks=1), high=1)
    c = compare(Pair("a", "b", base, alone, products, 0.02, "match"))
    assert (c.method, c.verdict) == ("one block: no standard error", "no difference shown")


def test_means_of_rare_parts_cover_the_truth():
    rng, hits, n = np.random.default_rng(7), 0, 2000
    for _ in range(n):
        parts = (rng.random(400) < 0.015).astype(int)
        parts[:2] = 1
        e = of_ratio(counts_of(parts * np.round(rng.normal(50, 15, 400)), parts, high=200))
        hits += e.low <= 50 <= e.high
    assert abs(hits / n - 0.95) < 0.025  # as many matches as there are would cover 0.90


def test_one_block_admits_anything():
    e = of_ratio(counts_of([30], [2]))
    assert (e.low, e.high) == (0, 100)
    assert "no standard error" in e.method


def spectrum_of(values, blocks, over=0):
    """Parts of so many blocks by their value, and some beyond the histogram."""
    return Spectrum(
        "turns",
        len(values) + over,
        blocks,
        int(values.sum()),
        1,
        0,
        1,
        np.bincount(values),
        0,
        over,
    )


@pytest.mark.parametrize(("alike", "worth"), [(0.0, 5), (1.0, 1)])
def test_parts_count_as_many_as_are_independent(alike, worth):
    rng, n = np.random.default_rng(5), 4000
    level = np.where(rng.random((n, 5)) < alike, rng.poisson(6, (n, 1)), rng.poisson(6, (n, 5)))
    counts = counts_of(level.sum(axis=1), np.full(n, 5))
    seen = spectrum_of(level.ravel(), n)
    assert independent_parts(counts, seen) == pytest.approx(worth * n, rel=0.1)
    assert independent_parts(counts, seen) <= 5 * n


@pytest.mark.parametrize(
    ("values", "over"),
    [([[3, 4], [6, 5]], 1), ([[4, 4], [4, 4]], 0), ([[3, 5], [5, 3]], 0), ([[3, 9]], 0)],
)
def test_parts_of_a_block_count_as_one_where_nothing_tells_how_they_agree(values, over):
    """A part beyond the histogram, no scatter, none of block means, one block."""
    parts = np.array(values)
    counts = counts_of(parts.sum(axis=1), np.full(len(parts), 2))
    assert independent_parts(counts, spectrum_of(parts.ravel(), len(parts), over)) == len(parts)


def test_shares_of_parts_that_agree_within_their_match_are_covered():
    rng, hits, n = np.random.default_rng(6), 0, 1000
    for _ in range(n):
        level = np.where(
            rng.random((80, 5)) < 0.6, rng.poisson(6, (80, 1)), rng.poisson(6, (80, 5))
        )
        counts = counts_of(level.sum(axis=1), np.full(80, 5))
        independent = independent_parts(counts, spectrum_of(level.ravel(), 80))
        _, low, high = share_of(int((level <= 6).sum()), level.size, independent)
        hits += low <= poisson.cdf(6, 6) <= high
    assert abs(hits / n - 0.95) < 0.03


def test_intervals_cover_the_truth():
    rng, hits, n = np.random.default_rng(3), 0, 1500
    for _ in range(n):
        parts = rng.integers(1, 6, 60)
        chance = rng.beta(2, 6, 60)  # matches differ: plain trials would be too sure
        e = of_ratio(counts_of(rng.binomial(parts, chance), parts, high=1))
        hits += e.low <= 0.25 <= e.high
    assert abs(hits / n - 0.95) < 4 * np.sqrt(0.95 * 0.05 / n) + 0.005


def test_differences_are_those_of_the_residuals_paired_or_not():
    rng = np.random.default_rng(4)
    one = series(rng)
    other = one[0] + one[1] * 2 + rng.integers(0, 3, 400), one[1]
    base, variant = counts_of(*one), counts_of(*other)
    residuals = [(y - y.sum() / x.sum() * x) / x.sum() for y, x in (one, other)]
    paired = difference(base, variant, moments(base, variant, products_of(one, other)))
    assert paired.se == pytest.approx(np.sqrt(400 * np.var(residuals[1] - residuals[0], ddof=1)))
    alone = difference(base, variant, moments(base, variant, None))
    se = np.sqrt(400 * (np.var(residuals[0], ddof=1) + np.var(residuals[1], ddof=1)))
    assert alone.se == pytest.approx(se)
    assert paired.se < alone.se / 5
    shift = other[0].sum() / other[1].sum() - one[0].sum() / one[1].sum()
    assert (paired.low + paired.high) / 2 == pytest.approx(shift)


def test_a_comparison_says_what_pairing_saved():
    one = series(np.random.default_rng(5))
    base = counts_of(*one)
    same = compare(Pair("base", "same", base, base, products_of(one, one)))
    assert (same.difference, same.se, same.verdict) == (0, 0, "identical in every match (of 400)")
    longer = one[0] + np.random.default_rng(6).integers(0, 9, 400), one[1]
    found = compare(Pair("base", "longer", base, counts_of(*longer), products_of(one, longer)))
    assert found.verdict == "higher"
    assert found.correlation == pytest.approx(1, abs=0.02)
    assert found.reduction > 20
    apart = compare(Pair("base", "longer", base, counts_of(*longer)))
    assert (apart.correlation, apart.reduction, apart.paired) == (None, None, False)


def test_false_alarms_of_a_paired_difference_are_as_rare_as_promised():
    rng, alarms, n = np.random.default_rng(7), 0, 1000
    for _ in range(n):
        one, other = series(rng, 80), series(rng, 80)
        found = compare(Pair("a", "b", counts_of(*one), counts_of(*other), products_of(one, other)))
        alarms += found.p < 0.05
    assert abs(alarms / n - 0.05) < norm.ppf(1 - 1e-6) * np.sqrt(0.05 * 0.95 / n)


def test_an_estimate_keeps_the_level_asked_for():
    counts = counts_of(*series(np.random.default_rng(8)))
    wide, narrow = of_ratio(counts, level=0.99), of_ratio(counts, level=0.9)
    assert isinstance(wide, Estimate)
    assert wide.high - wide.low > narrow.high - narrow.low
