"""Variants against their base, paired and not."""

from math import isfinite, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import test_proportions_2indep as proportions_test
from test_estimate import KINDS, columns, tallied

from analysis.compare import Pair, compare, compare_all, holm


def pair_of(base, variant, *, paired=True, per_block=1, margin=0.0, **column):
    """The pair that a tally of both scenarios on the same deals would hold."""
    a = tallied(base, per_block=per_block, **column)
    b = tallied(variant, per_block=per_block, **column)
    sums = [np.reshape(values, (-1, per_block)).sum(axis=1) for values in (base, variant)]
    cross = [int(sums[0] @ sums[1])] if paired else None
    return Pair("base", "short", a, b, cross, margin)


def table_pair(both, lost, won, neither, **column):
    """Yes or no in two scenarios, given how many matches changed."""
    base = [1] * (both + lost) + [0] * (won + neither)
    variant = [1] * both + [0] * lost + [1] * won + [0] * neither
    return pair_of(base, variant, **column)


@pytest.mark.parametrize(("per_block", "method"), [(1, "paired, t"), (3, "paired block means, t")])
def test_paired(rng, per_block, method):
    base = rng.poisson(5, 60)
    variant = base + rng.poisson(2, 60) - 1
    c = compare(pair_of(base, variant, per_block=per_block, low=-1, high=30))
    a, b = (np.reshape(x, (-1, per_block)).mean(axis=1) for x in (base, variant))
    known = stats.ttest_rel(b, a)
    assert (c.low, c.high) == pytest.approx(tuple(known.confidence_interval(0.95)))
    assert c.p == pytest.approx(known.pvalue)
    assert c.difference == pytest.approx((b - a).mean())
    assert c.se == pytest.approx(stats.sem(b - a))
    assert c.correlation == pytest.approx(np.corrcoef(a, b)[0, 1])
    saved = (a.var(ddof=1) + b.var(ddof=1)) / (b - a).var(ddof=1)
    assert c.reduction == pytest.approx(saved)
    assert (c.metric, c.base, c.variant, c.method, c.paired) == ("m", "base", "short", method, True)


def test_many_matches_need_no_t(rng):
    base = rng.integers(0, 10, 20_000)
    variant = base + rng.integers(-1, 2, 20_000)
    c = compare(pair_of(base, variant, low=-1, high=12))
    known = stats.ttest_rel(variant, base)
    assert (c.low, c.high) == pytest.approx(tuple(known.confidence_interval(0.95)), rel=2e-3)
    assert c.p == pytest.approx(known.pvalue, rel=2e-3)


def test_shares_are_compared_in_units_of_the_report():
    base, variant = [0, 60, 30, 60, 0, 60], [60, 60, 30, 0, 60, 60]
    c = compare(pair_of(base, variant, high=60, scale=60))
    known = stats.ttest_rel(np.array(variant) / 60, np.array(base) / 60)
    assert c.difference == pytest.approx(1 / 6)
    assert (c.low, c.high) == pytest.approx(tuple(known.confidence_interval(0.95)))
    wide = compare(pair_of([0, 60], [60, 30], high=60, scale=60))
    assert (wide.low, wide.high) == (-1.0, 1.0)


@pytest.mark.parametrize(("lost", "won"), [(0, 1), (3, 12), (12, 12), (24, 0)])
def test_few_matches_changed(lost, won):
    c = compare(table_pair(40, lost, won, 60 - lost - won))
    assert c.method == "paired, Agresti-Min; exact McNemar"
    assert c.difference == (won - lost) / 100
    assert c.p == pytest.approx(mcnemar([[40, lost], [won, 60 - lost - won]], exact=True).pvalue)
    cells = {1: won + 0.5, -1: lost + 0.5, 0: 100 - won - lost + 1.0}
    mean = sum(d * count for d, count in cells.items()) / 102
    var = sum((d - mean) ** 2 * count for d, count in cells.items()) / 102
    half = stats.norm.ppf(0.975) * sqrt(var / 102)
    assert c.low == pytest.approx(min(c.difference, mean - half))
    assert c.high == pytest.approx(max(c.difference, mean + half))


def test_shares_of_a_match_that_say_yes_or_no_are_counted_as_such():
    plain = table_pair(40, 3, 12, 45)
    sixtieths = pair_of(
        [60] * 43 + [0] * 57, [60] * 40 + [0] * 3 + [60] * 12 + [0] * 45, high=60, scale=60
    )
    found, known = compare(sixtieths), compare(plain)
    assert (found.method, found.low, found.high, found.p) == pytest.approx(
        (known.method, known.low, known.high, known.p)
    )
    shared = pair_of([60] * 43 + [0] * 56 + [30], [60] * 99 + [0], high=60, scale=60)
    assert compare(shared).method.startswith("paired, t")


@pytest.mark.parametrize(("matches", "change"), [(12, 0.05), (12, 0.02), (1000, 0.001)])
def test_no_change_seen_is_not_no_change(rng, matches, change):
    """Most of these runs see no changed match, and yet their intervals hold the difference."""
    covered = []
    for won in rng.binomial(matches, change, 400):
        c = compare(table_pair(0, 0, won, matches - won))
        covered.append(c.low <= change <= c.high)
    assert np.mean(covered) >= 0.95 - 5 * sqrt(0.95 * 0.05 / 400)


def test_many_matches_changed():
    c = compare(table_pair(400, 30, 60, 510))
    se = sqrt((90 - 30**2 / 1000) / 1000**2)  # the textbook formula of a matched pair
    assert (c.method, c.difference) == ("paired, t", 0.03)
    assert c.se == pytest.approx(se, rel=1e-3)
    assert c.p == pytest.approx(
        mcnemar([[400, 30], [60, 510]], exact=False, correction=False).pvalue, rel=0.1
    )


def test_newcombe_as_published():
    """Newcombe 1998, table II (a), method 10: 56/70 against 48/80."""
    pair = Pair("b", "v", tallied([1] * 48 + [0] * 32), tallied([1] * 56 + [0] * 14))
    c = compare(pair)
    assert (round(c.difference, 4), round(c.low, 4), round(c.high, 4)) == (0.2, 0.0524, 0.3339)
    known = proportions_test(56, 70, 48, 80, method="score", correction=False, compare="diff")
    assert c.p == pytest.approx(known.pvalue)
    assert (c.paired, c.correlation, c.reduction) == (False, None, None)
    assert c.method == "Newcombe; score test"


def test_rates_that_never_happened_may_differ():
    c = compare(table_pair(0, 0, 0, 50, paired=False))
    assert (c.difference, c.p, c.verdict) == (0.0, 1.0, "no difference shown")
    assert c.low == -c.high < -0.05


@pytest.mark.parametrize("per_block", [1, 2])
def test_welch(rng, per_block):
    base, variant = rng.poisson(5, 40), rng.poisson(9, 60)
    a, b = (tallied(x, per_block=per_block, high=40) for x in (base, variant))
    c = compare(Pair("b", "v", a, b))
    means = [np.reshape(x, (-1, per_block)).mean(axis=1) for x in (variant, base)]
    known = stats.ttest_ind(*means, equal_var=False)
    assert (c.low, c.high) == pytest.approx(tuple(known.confidence_interval(0.95)))
    assert c.p == pytest.approx(known.pvalue)
    assert c.method == "Welch"


def test_unpaired_constants():
    c = compare(pair_of([15] * 3, [16] * 4, paired=False, high=99))
    assert (c.difference, c.low, c.high) == (1.0, 1.0, 1.0)
    assert c.p == pytest.approx(2 / 35)  # two of the C(7, 3) ways to deal them out
    same = compare(pair_of([15] * 3, [15] * 4, paired=False, high=99))
    assert (same.difference, same.p, same.verdict) == (0.0, 1.0, "no difference shown")
    shares = compare(pair_of([0] * 40, [0] * 40, paired=False, per_block=2))
    bound = stats.binomtest(0, 20).proportion_ci(0.95, "exact").high
    assert (shares.low, shares.high) == pytest.approx((-bound, bound))


@pytest.mark.parametrize(("per_block", "unit"), [(1, "match"), (2, "block")])
def test_identical(per_block, unit):
    values = [0, 1, 1, 0, 1, 1]
    c = compare(pair_of(values, values, per_block=per_block))
    bound = stats.binomtest(0, 6 // per_block).proportion_ci(0.95, "exact").high
    assert (c.difference, c.se, c.p) == (0.0, 0.0, 1.0)
    assert (c.low, c.high) == pytest.approx((-bound, bound))
    assert c.verdict == f"identical in every {unit} (of {6 // per_block})"
    assert c.correlation == pytest.approx(1.0)
    assert c.reduction is None


def test_the_same_amount_in_every_match():
    c = compare(pair_of([3, 5, 4, 6], [1, 3, 2, 4], high=9))
    assert (c.difference, c.low, c.high) == (-2.0, -2.0, -2.0)
    assert c.p == stats.binomtest(4, 4).pvalue
    assert c.verdict == "lower by the same amount in every match (of 4)"
    assert c.method == "paired, constant"


@pytest.mark.parametrize("paired", [True, False])
def test_one_block_shows_no_difference(paired):
    c = compare(pair_of([60, 30], [30, 0], paired=paired, per_block=2, high=60, scale=60))
    assert (c.difference, c.low, c.high, c.p) == (-0.5, -1.0, 1.0, 1.0)
    assert (c.method, c.verdict) == ("one block: no standard error", "no difference shown")


def test_pairing_that_did_not_help():
    c = compare(pair_of([0, 1, 2, 3, 4], [5, 4, 4, 2, 1], high=9))
    assert c.correlation < 0
    assert c.reduction < 1
    assert c.method == "paired, t; pairing did not help"
    constant = compare(pair_of([1, 1, 1], [5, 4, 4], high=9))
    assert (constant.correlation, constant.method) == (None, "paired, t")


def test_holm(rng):
    for size in (1, 2, 20):
        p = rng.uniform(0, 0.1, size)
        assert holm(list(p)) == pytest.approx(multipletests(p, method="holm")[1])
    assert holm([]) == []


def test_a_family_is_adjusted_together():
    strong, weak = table_pair(400, 10, 200, 390), table_pair(400, 30, 50, 520)
    family = compare_all([weak, strong, weak])
    assert [c.p for c in family] == [compare(x).p for x in (weak, strong, weak)]
    known = multipletests([c.p for c in family], method="holm")[1]
    assert [c.p_adjusted for c in family] == pytest.approx(known)
    assert compare(weak).verdict == "higher"
    assert [c.verdict for c in family] == ["no difference shown", "higher", "no difference shown"]
    assert compare_all([]) == []


@pytest.mark.parametrize(
    ("lost", "won", "margin", "verdict"),
    [
        (100, 300, 0.0, "higher"),
        (300, 100, 0.0, "lower"),
        (300, 100, 0.02, "lower"),
        (300, 100, 0.2, "lower, but by less than the margin"),
        (200, 201, 0.0, "no difference shown"),
        (200, 201, 0.003, "no difference shown"),
        (200, 201, 0.05, "no difference shown, and none as large as the margin"),
    ],
)
def test_verdicts(lost, won, margin, verdict):
    assert compare(table_pair(4000, lost, won, 6000 - lost - won, margin=margin)).verdict == verdict


def test_a_variant_against_itself_alarms_as_often_as_it_may(rng):
    """A/A on correlated matches: p-values are uniform, intervals cover."""
    runs, matches = 2000, 60
    shared = rng.poisson(4, (runs, matches))
    base, variant = (shared + rng.poisson(2, (runs, matches)) for _ in range(2))
    found = [compare(pair_of(a, b, high=60)) for a, b in zip(base, variant, strict=True)]
    assert stats.kstest([c.p for c in found], "uniform").pvalue > 1e-6
    covered = np.mean([c.low <= 0 <= c.high for c in found])
    assert covered == pytest.approx(0.95, abs=5 * sqrt(0.95 * 0.05 / runs))


@pytest.mark.parametrize("paired", [True, False])
def test_few_events_are_covered_too(rng, paired):
    runs, matches, change = 1000, 400, 0.01
    lost, won = (rng.binomial(matches // 2, change, runs) for _ in range(2))
    found = [
        compare(table_pair(100, a, b, 300 - a - b, paired=paired))
        for a, b in zip(lost, won, strict=True)
    ]
    covered = np.mean([c.low <= 0 <= c.high for c in found])
    assert covered >= 0.95 - 5 * sqrt(0.95 * 0.05 / runs)


@st.composite
def pairs(draw):
    """Two columns of one declaration and of the same blocks, or of different runs."""
    kind = draw(st.sampled_from(KINDS))
    per_block, blocks = draw(st.sampled_from([1, 2])), draw(st.integers(1, 6))
    column = {"low": kind[0], "high": kind[1], "scale": kind[2], "width": kind[3]}
    size = per_block * blocks
    values = st.lists(st.integers(kind[0], kind[1]), min_size=size, max_size=size)
    base = draw(values)
    variant = draw(values | st.just(base))
    paired = draw(st.booleans())
    return pair_of(base, variant, paired=paired, per_block=per_block, **column)


def is_sound(c):
    numbers = [c.difference, c.se, c.low, c.high, c.p, c.p_adjusted]
    numbers += [x for x in (c.correlation, c.reduction) if x is not None]
    return (
        all(isfinite(x) for x in numbers)
        and c.low <= c.difference <= c.high
        and 0 <= c.p <= c.p_adjusted <= 1
        and c.se >= 0
    )


@settings(deadline=None, max_examples=150)
@given(st.lists(pairs(), min_size=1, max_size=2))
def test_every_comparison_is_finite_and_ordered(family):
    assert all(is_sound(c) for c in compare_all(family))


@settings(deadline=None, max_examples=50)
@given(columns(KINDS[2:3]), columns(KINDS[2:3]))
def test_runs_of_different_size_can_be_compared(a, b):
    assert is_sound(compare(Pair("b", "v", a, b)))


@pytest.fixture
def rng():
    return np.random.default_rng(1997)
