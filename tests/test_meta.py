"""The game of choosing a strategy."""

from dataclasses import replace
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from test_estimate import tallied

from analysis.estimate import Estimate, of_column
from analysis.meta import (
    alpha_rank,
    bradley_terry,
    dominance,
    explained_variance,
    matches_to_be_sure,
    nash,
    payoffs,
    series_lengths,
    transitive_share,
    uniform_rating,
)
from analysis.points import MetaStudy, points_of_two, with_share_of_draws
from analysis.standings import RESAMPLES, Resampled, explained, resampled

CYCLE = np.array([[0, 0.3, -0.3], [-0.3, 0, 0.3], [0.3, -0.3, 0]])
LADDER = np.array([[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]])
ALPHAS = [1e-2, 1.0, 1e2, 1e4]


def shares_of(payoff, half=0.01):
    """Estimates of the win shares of strategies a, b, ... with intervals of that half-width."""
    names = "abcdefgh"[: len(payoff)]
    return names, {
        (a, b): Estimate("m", 0.5 + x, half / 2, 0.5 + x - half, 0.5 + x + half, 1000, "given")
        for a, row in zip(names, payoff, strict=True)
        for b, x in zip(names, row, strict=True)
        if a != b
    }


@st.composite
def games(draw):
    """Antisymmetric payoffs with ties and duplicates."""
    n = draw(st.integers(1, 6))
    cells = st.sampled_from([0.0, 0.5, -0.5, 0.25, 1e-9, -1e-12]) | st.floats(-0.5, 0.5)
    upper = np.triu(np.reshape(draw(st.lists(cells, min_size=n * n, max_size=n * n)), (n, n)), 1)
    order = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=7))
    return (upper - upper.T)[np.ix_(order, order)]


def test_payoffs_are_what_lies_above_par():
    names, shares = shares_of(CYCLE)
    assert payoffs(names, shares) == pytest.approx(CYCLE)
    third = {key: Estimate("m", 0.5, 0, 0.5, 0.5, 1, "") for key in shares}
    assert payoffs(names, third, par=1 / 3)[0] == pytest.approx([0, 1 / 6, 1 / 6])


@settings(deadline=None, max_examples=60)
@given(games())
def test_nobody_gains_against_the_equilibrium(game):
    mix = nash(game)
    assert mix.min() >= 0
    assert mix.sum() == pytest.approx(1)
    assert (game @ mix).max() <= 1e-6 * np.abs(game).max()


def test_equilibria():
    assert nash(CYCLE) == pytest.approx([1 / 3] * 3)
    assert nash(CYCLE * 1e-9) == pytest.approx([1 / 3] * 3)
    assert nash(LADDER) == pytest.approx([1, 0, 0])
    uneven = np.array([[0, 2, -1], [-2, 0, 1], [1, -1, 0]]) / 10  # weights are the opposite edges
    assert nash(uneven) == pytest.approx([0.25, 0.25, 0.5])
    assert nash(np.zeros((1, 1))) == pytest.approx([1])


def test_dominance_needs_more_than_the_noise():
    first, second, third = dominance(*shares_of(LADDER))
    assert (first.dominates, second.dominates, third.dominates) == (("b", "c"), ("c",), ())
    assert (third.strategy, third.best_reply, third.gain) == ("c", "a", pytest.approx(0.2))
    assert [reply.dominates for reply in dominance(*shares_of(LADDER, half=0.15))] == [()] * 3
    assert [reply.dominates for reply in dominance(*shares_of(CYCLE))] == [()] * 3
    assert [reply.best_reply for reply in dominance(*shares_of(CYCLE))] == ["c", "a", "b"]
    assert dominance(*shares_of(np.zeros((1, 1))))[0].dominates == ()


def test_dominance_adds_the_errors_of_both_rows_in_squares():
    """Row a leads b by 0.1, c by 0.2; two half-widths h make h sqrt 2."""
    assert dominance(*shares_of(LADDER, half=0.0706))[0].dominates == ("b", "c")
    assert dominance(*shares_of(LADDER, half=0.0708))[0].dominates == ("c",)


def outcomes(rng, size, draw=0.3):
    """Win shares in sixtieths of two players, and whether nobody won."""
    result = rng.choice([0, 1, 2, 3], size, p=[0.5 - draw / 2, 0.4 - draw / 2, 0.1, draw])
    ours = np.choose(result, [60, 0, 30, 0])
    return ours, np.choose(result, [0, 60, 30, 0]), (result == 3).astype(int)


def contested(ours, theirs, drawn, per_block):
    shares = [tallied(x, per_block=per_block, high=60, scale=60) for x in (ours, theirs)]
    return *shares, tallied(drawn, per_block=per_block)


@pytest.mark.parametrize("per_block", [1, 2])
def test_points_of_two_count_half_of_every_draw_with_its_variance(rng, per_block):
    ours, theirs, drawn = outcomes(rng, 400)
    found = points_of_two(*contested(ours, theirs, drawn, per_block))
    known = tallied(60 + ours - theirs, per_block=per_block, high=120, scale=120)
    assert of_column(found) == replace(of_column(known), metric="points")
    back = points_of_two(*contested(theirs, ours, drawn, per_block))
    assert of_column(back).value == pytest.approx(1 - of_column(found).value)


def test_points_of_a_rare_winner_with_many_draws_are_covered(rng):
    """With the draws as a constant 0.86 of these intervals hold the truth."""
    covered = []
    for _ in range(500):
        wins = np.where(rng.random((200, 1)) < 0.5, 0, 60 * (rng.random((200, 2)) < 0.1)).ravel()
        drawn = (wins == 0) & (rng.random(400) < 0.5)
        counts = contested(wins, 60 - wins - 60 * drawn, drawn.astype(int), 2)
        e = of_column(points_of_two(*counts), unit="share")
        truth = 0.05 + 0.95 * 0.5 / 2
        covered.append(e.low <= truth <= e.high)
    assert np.mean(covered) == pytest.approx(0.95, abs=5 * sqrt(0.95 * 0.05 / 500))


def test_points_of_blocks_that_agree_may_yet_differ():
    level = np.zeros(100, int)
    e = of_column(points_of_two(*contested(level, level, level + 1, 2)), unit="share")
    other = stats.binomtest(0, 50).proportion_ci(0.95, "exact").high
    assert (e.low, e.value, e.high) == pytest.approx((0.5 - other / 2, 0.5, 0.5 + other / 2))


def test_points_at_larger_tables_allow_for_draws_that_vary(rng):
    ours, _, drawn = outcomes(rng, 4000)
    won, nobody = tallied(ours, high=60, scale=60), tallied(drawn)
    e = with_share_of_draws(won, nobody, 4, 0.95)
    exact = ours / 60 + drawn / 4
    assert e.value == pytest.approx(exact.mean())
    assert stats.sem(exact) < e.se < 2 * stats.sem(exact)
    assert e.high - e.low > 2 * 1.95 * stats.sem(exact)


def test_the_best_of_many_replies_must_be_shown():
    """Of those that are shown the best, even if another that is not has more points."""
    names, shares = shares_of(LADDER, half=0.05)
    assert [reply.shown for reply in dominance(names, shares)] == [
        None, shares["a", "b"], shares["a", "c"],
    ]  # fmt: skip
    wide = shares | {("a", "c"): replace(shares["a", "c"], low=0.4)}
    last = dominance(names, wide)[2]
    assert (last.best_reply, last.shown) == ("b", shares["b", "c"])


@pytest.mark.parametrize(("points", "drawn"), [(0.97, 0.1), (0.02, 0.1), (1.0, 0.0), (0.5, 1.0)])
def test_series_of_impossible_points_are_those_of_possible_ones(points, drawn):
    e = Estimate("m", points, 0.01, points - 0.01, points + 0.01, 100, "given")
    for n in series_lengths(e, drawn):
        assert n is None or n % 2 == 1
    assert series_lengths(e, drawn)[0] == matches_to_be_sure(
        min(1 - drawn, max(0, points - drawn / 2)), drawn, max(0, 1 - points - drawn / 2)
    )


def shared_luck(rng, names, ranges, matches):
    """Points of equal strategies where every pair of the first meets the same luck."""
    luck = rng.normal(size=ranges) / sqrt(ranges)
    points, segments = {}, {}
    for i, a in enumerate(names):
        for b in names[:i]:
            gaps = luck if b == names[0] else rng.normal(size=ranges) / sqrt(ranges)
            value, se = 0.5 + gaps.sum() / (2 * sqrt(matches)), 0.5 / sqrt(matches)
            e = Estimate("m", value, se, value - 1.96 * se, value + 1.96 * se, matches, "given")
            back = replace(e, value=1 - e.value, low=1 - e.high, high=1 - e.low)
            points |= {(a, b): e, (b, a): back}
            segments |= {(a, b): gaps - gaps.mean(), (b, a): gaps.mean() - gaps}
    return MetaStudy(names, points, dict.fromkeys(points, 0.0), 2, {}, segments)


def test_ratings_of_pairs_that_share_deals_are_covered(rng):
    """As if the pairs were independent, the ranges of the first would hold 0.62 of the time."""
    names, covered = tuple("abcdef"), []
    for _ in range(100):
        meta = shared_luck(rng, names, 64, 10_000)
        base = payoffs(names, meta.points)
        draws = np.array([uniform_rating(a) for a in resampled(meta, 200)])
        found = Resampled(uniform_rating(base), draws).ranges()[0]
        covered.append(found.low <= 0 <= found.high)
    assert np.mean(covered) > 0.95 - 4 * sqrt(0.95 * 0.05 / 100)
    assert RESAMPLES >= 500


def test_few_ranges_of_matches_still_count_as_shared_luck(rng):
    meta = shared_luck(rng, tuple("abcdef"), 3, 10_000)
    draws = np.array([uniform_rating(a) for a in resampled(meta)])
    apart = 0.005 * sqrt(5) / 6
    assert draws.std(axis=0) == pytest.approx([apart * sqrt(3)] * 6, rel=0.2)


@pytest.mark.parametrize("win", [0.5, 0.7, 1.0])
def test_of_two_strategies_the_edge_squared_is_explained(win):
    """Points are 0 or 1: a variance of 1/4 in all, of (w - 1/2)^2 between the two orders."""
    edge, none = win - 0.5, np.zeros((2, 2))
    spread = np.full((2, 2), win * (1 - win))
    payoff = np.array([[0, edge], [-edge, 0]])
    assert explained_variance(payoff, spread, none) == pytest.approx((2 * win - 1) ** 2)


def even_or_not(rng, gap, matches):
    """Four strategies, the first two ahead of the others by a gap; and what that explains."""
    names, points, spread = "abcd", {}, {}
    ahead = {(a, b): gap * ((a in "ab") - (b in "ab")) for a in names for b in names if a != b}
    for (a, b), lead in ahead.items():
        if a < b:
            p = rng.binomial(matches, 0.5 + lead) / matches
            se = sqrt(p * (1 - p) / matches)
            points[a, b] = Estimate("m", p, se, p - 2 * se, p + 2 * se, matches, "given")
            points[b, a] = replace(
                points[a, b], value=1 - p, low=1 - p - 2 * se, high=1 - p + 2 * se
            )
            spread[a, b] = spread[b, a] = p * (1 - p)
    meta = MetaStudy(tuple(names), points, dict.fromkeys(points, 0.0), 2, spread=spread)
    return meta, float(np.mean([(2 * x) ** 2 for x in ahead.values()]))


@pytest.mark.parametrize("gap", [0.0, 0.1])
def test_noise_explains_nothing(rng, gap):
    """The mean is right and the ranges hold it, also where all strategies are equal."""
    found, covered = [], []
    for _ in range(200):
        meta, true = even_or_not(rng, gap, 400)
        part = explained(meta)
        found.append(part.value)
        covered.append(part.low <= true <= part.high)
    assert np.mean(covered) >= 0.9
    assert np.mean(found) == pytest.approx(true, abs=0.0012)


def one_against_three(rng, chances, matches):
    """Every strategy against three of every other, by chances; and what that explains."""
    points, segments = {}, {}
    for pair, chance in chances.items():
        won = rng.binomial(matches // 40, chance, 40)
        p = won.sum() / matches
        se = sqrt(p * (1 - p) / matches)
        points[pair] = Estimate("m", p, se, p - 2 * se, p + 2 * se, matches, "given")
        segments[pair] = won - won.mean()
    spread = {pair: e.value * (1 - e.value) for pair, e in points.items()}
    names, none = tuple(sorted({a for a, _ in chances})), dict.fromkeys(points, 0.0)
    p = np.array([*chances.values()])
    meta = MetaStudy(names, points, none, 4, segments=segments, spread=spread)
    return meta, float(p.var() / (p.var() + np.mean(p * (1 - p))))


def test_what_strategies_far_apart_explain_lies_in_its_range(rng):
    """With the spread of a match held still one range in four holds the truth."""
    chances = {(a, b): 0.92 if a > b else 0.02 for a in "abc" for b in "abc" if a != b}
    covered = []
    for _ in range(80):
        meta, true = one_against_three(rng, chances, 1000)
        part = explained(meta)
        covered.append(part.low <= true <= part.high)
    assert np.mean(covered) >= 0.85


def test_uniform_rating():
    assert uniform_rating(LADDER) == pytest.approx([0.1, 0, -0.1])
    assert uniform_rating(CYCLE) == pytest.approx([0, 0, 0])


@pytest.mark.parametrize("alpha", ALPHAS)
@given(games())
@settings(deadline=None, max_examples=50)
def test_alpha_rank_is_a_distribution(alpha, game):
    mass = alpha_rank(game, alpha)
    assert np.isfinite(mass).all()
    assert mass.min() >= 0
    assert mass.sum() == pytest.approx(1)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("even", [CYCLE, np.zeros((4, 4)), np.zeros((1, 1))])
def test_alpha_rank_of_equals(alpha, even):
    assert alpha_rank(even, alpha) == pytest.approx([1 / len(even)] * len(even))


def test_alpha_rank_finds_the_best_under_strong_selection():
    assert alpha_rank(LADDER, 1e4) == pytest.approx([1, 0, 0])
    assert alpha_rank(LADDER, 1e-6) == pytest.approx([1 / 3] * 3, abs=1e-4)
    tied = np.array([[0, 0, 0.5], [0, 0, 0.5], [-0.5, -0.5, 0]])
    assert alpha_rank(tied, 1e4) == pytest.approx([0.5, 0.5, 0])


@pytest.mark.parametrize("alpha", [0.01, 0.2, 1.0])
def test_alpha_rank_is_the_stationary_law_of_the_plain_chain(rng, alpha):
    """The textbook formulas, where they do not overflow; equal to OpenSpiel 2.0.2 to 2e-13."""
    game, m = rng.uniform(-0.5, 0.5, (4, 4)), 20
    x = alpha * (game - game.T)
    with np.errstate(invalid="ignore"):
        rho = np.where(x == 0, 1 / m, (1 - np.exp(-x)) / (1 - np.exp(-m * x)))
    chain = rho.T * (1 - np.eye(4)) / 3
    chain += np.diag(1 - chain.sum(axis=1))
    assert alpha_rank(game, alpha, m) == pytest.approx(np.linalg.matrix_power(chain, 10**6)[0])


def test_bradley_terry_of_two_is_elo():
    wins = np.array([[0, 749.5], [249.5, 0]])  # three quarters, with the half wins
    ahead = 400 * np.log10(3)
    assert bradley_terry(wins) == pytest.approx([ahead / 2, -ahead / 2])


def test_bradley_terry_rates_the_winless():
    wins = np.array([[0, 60, 100], [40, 0, 100], [0, 0, 0]])
    ratings = bradley_terry(wins)
    assert np.isfinite(ratings).all()
    assert ratings[0] > ratings[1] > ratings[2]
    assert ratings.sum() == pytest.approx(0, abs=1e-9)
    assert bradley_terry(np.zeros((3, 3))) == pytest.approx([0, 0, 0])
    assert bradley_terry(np.zeros((1, 1))) == pytest.approx([0])


@settings(deadline=None)
@given(st.integers(2, 6), st.data())
def test_bradley_terry_explains_every_total(n, data):
    """At the maximum of the likelihood each strategy's expected wins are its wins."""
    count = st.sampled_from([0, 1, 10**9]) | st.integers(0, 1000)
    wins = np.reshape(data.draw(st.lists(count, min_size=n * n, max_size=n * n)), (n, n))
    won = (wins + 0.5) * (1 - np.eye(n))
    theta = bradley_terry(wins.astype(float)) * log(10) / 400
    expected = (won + won.T) / (1 + np.exp(theta - theta[:, None]))
    assert expected.sum(axis=1) == pytest.approx(won.sum(axis=1), rel=1e-6, abs=1e-9 * won.sum())


def test_cycles_and_ladders():
    assert transitive_share(LADDER) == pytest.approx(1)
    assert transitive_share(CYCLE) == pytest.approx(0)
    assert transitive_share(np.zeros((3, 3))) is None
    half = transitive_share(LADDER + CYCLE)
    assert half == pytest.approx((LADDER**2).sum() / ((LADDER + CYCLE) ** 2).sum())


@pytest.mark.parametrize("win", [0.55, 0.6, 0.75, 0.949, 0.95, 1.0])
def test_matches_to_be_sure_without_draws(win):
    n = matches_to_be_sure(win, 0.0, 1 - win)
    assert n % 2 == 1
    assert stats.binom.sf(n // 2, n, win) >= 0.95
    assert n == 1 or stats.binom.sf((n - 2) // 2, n - 2, win) < 0.95


@pytest.mark.parametrize(("win", "draw"), [(0.4, 0.4), (0.1, 0.9), (0.5, 0.2)])
def test_matches_to_be_sure_with_draws(win, draw):
    """Sum over the number of decided matches, which the better one wins with win/(win + loss)."""
    loss = 1 - win - draw

    def ahead(n):
        decided = np.arange(n + 1)
        most = stats.binom.sf(decided // 2, decided, min(1, win / (win + loss)))
        return stats.binom.pmf(decided, n, win + loss) @ np.where(decided, most, 0)

    n = matches_to_be_sure(win, draw, loss)
    assert n % 2 == 1
    assert ahead(n) >= 0.95
    assert n == 1 or ahead(n - 2) < 0.95


@pytest.mark.parametrize("match", [(0.4, 0.2, 0.4), (0.3, 0.0, 0.7), (0.501, 0.0, 0.499)])
def test_some_games_never_tell(match):
    assert matches_to_be_sure(*match) is None


@pytest.fixture
def rng():
    return np.random.default_rng(1997)
