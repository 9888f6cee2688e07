"""One column given another: against means and correlations of the matches themselves."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from rally import FOUR, RALLY, Rally, counted, made_up, rally
from scipy import stats

from analysis.estimate import wilson
from analysis.given import LEAST, correlation, given, left_out
from sim.engine.contract import Column, Joint, Record
from sim.engine.seating import Rotation


def tally_of(s=None, seed=1, **changes):
    """A tally of made-up matches, and their values with some changed."""
    s = s or rally(matches=2000)
    rng = np.random.default_rng(seed)
    values = made_up(s, rng) | changes
    return counted(s, values, rng), values


def test_shares_and_their_intervals_are_those_of_the_matches_at_a_value():
    tally, values = tally_of()
    half, out = values["half_seat0"], values["out_seat0"]
    found = given(tally, "half_seat0", "out_seat0")
    assert sum(g.n for g in found) == 2000
    for g in found:
        there = (g.first_low <= half) & (half <= g.first_high)
        assert g.n == there.sum()
        assert g.at == pytest.approx(half[there].mean())
        assert g.value == out[there].mean()
        hits = int(out[there].sum())
        if 0 < hits < g.n:
            assert (g.low, g.high) == wilson(hits, g.n)
        assert g.low <= g.value <= g.high


def test_means_and_their_intervals_are_those_of_the_matches_at_a_value():
    tally, values = tally_of()
    half, points = values["half_seat1"], values["points_seat1"]
    for g in given(tally, "half_seat1", "points_seat1"):
        inside = points[(g.first_low <= half) & (half <= g.first_high)]
        assert g.value == pytest.approx(inside.mean())
        low, high = stats.t.interval(0.95, g.n - 1, inside.mean(), stats.sem(inside))
        assert (g.low, g.high) == pytest.approx((low, high))
        assert g.method == "mean, t"


def test_rare_values_are_gathered_with_their_neighbours_until_there_are_enough():
    tally, values = tally_of()
    found = given(tally, "half_seat0", "points_seat0")
    assert all(g.n >= LEAST for g in found)
    assert found[0].gathered
    assert found[-1].gathered
    for g in found:
        inside = set(values["half_seat0"]) & set(range(int(g.first_low), int(g.first_high) + 1))
        assert g.gathered == (len(inside) > 1)
    ends = [(g.first_low, g.first_high) for g in found]
    assert all(one[1] < other[0] for one, other in pairwise(ends))


def test_few_matches_are_one_group():
    tally, values = tally_of(rally(matches=7))
    (g,) = given(tally, "half_seat0", "points_seat0")
    assert (g.n, g.value) == (7, pytest.approx(values["points_seat0"].mean()))
    (g,) = given(tally_of(rally(matches=1))[0], "half_seat0", "points_seat0")
    assert (g.n, g.low, g.high) == (1, 0, 63)  # the declared range
    assert given(tally_of(rally(matches=1))[0], "half_seat0", "out_seat0")[0].n == 1


def test_the_matches_of_a_block_count_as_one():
    s = rally(seats=FOUR, matches=4000, rotation=Rotation.CYCLIC)
    tally, values = tally_of(s)
    for g in given(tally, "half_contender2", "points_contender2"):
        half, points = (values[f"{name}_contender2"] for name in ("half", "points"))
        inside = points[(g.first_low <= half) & (half <= g.first_high)]
        spread = inside.std(ddof=1) / np.sqrt(len(inside) // 4)
        assert g.high - g.low == pytest.approx(2 * stats.t.ppf(0.975, g.n // 4 - 1) * spread)
        assert g.n >= 4 * LEAST
    for g in given(tally, "half_contender2", "out_contender2"):
        assert "one trial in 4" in g.method
    c = correlation(tally, "half_contender2", "points_contender2")
    assert c.n == 1000


@pytest.mark.parametrize("pair", [("half_seat0", "points_seat0"), ("half_seat1", "out_seat1")])
def test_correlations_are_pearsons_with_fishers_interval(pair):
    tally, values = tally_of()
    c, known = correlation(tally, *pair), stats.pearsonr(values[pair[0]], values[pair[1]])
    assert c.n == 2000
    assert c.value == pytest.approx(known.statistic)
    assert (c.low, c.high) == pytest.approx(tuple(known.confidence_interval(0.95)), abs=1e-9)


def test_constant_columns_and_certain_relations():
    n = 60
    level = np.arange(n) % 9
    tally, _ = tally_of(rally(matches=n), half_seat0=level, points_seat0=level * 2)
    c = correlation(tally, "half_seat0", "points_seat0")
    assert (c.value, c.low, c.high) == pytest.approx((1, 1, 1))
    tally, _ = tally_of(rally(matches=n), half_seat0=level, points_seat0=np.full(n, 3))
    assert correlation(tally, "half_seat0", "points_seat0").value is None
    found = given(tally, "half_seat0", "points_seat0")
    assert {(g.value, g.low, g.high) for g in found} == {(3, 3, 3)}
    tally, _ = tally_of(rally(matches=3), half_seat0=np.array([1, 2, 4]))
    c = correlation(tally, "half_seat0", "points_seat0")
    assert (c.low, c.high) == (-1, 1)


def test_values_whose_mean_is_not_known_are_left_out_and_counted():
    n = 400
    half = np.arange(n) % 4
    points = np.where(half == 2, 45, 10)  # beyond the 40 bins of the joint histogram
    points[0], half[1] = 3, 60  # beyond the 48 bins of the first column
    tally, _ = tally_of(rally(matches=n), half_seat0=half, points_seat0=points)
    found = given(tally, "half_seat0", "points_seat0")
    assert [g.at for g in found] == [0, 1, 3]
    assert found[0].value == pytest.approx((3 + 99 * 10) / 100)
    assert left_out(tally, "half_seat0", "points_seat0") == 101
    assert sum(g.n for g in found) == n - 101


def test_wide_and_scaled_columns_are_told_in_their_units():
    columns = (
        Column("cash", -100, 499, "cash", "DM", per_seat=True, width=50),
        Column("half_win", 0, 2, "points of a win", "share", per_seat=True, scale=2),
    )
    record = Record((*RALLY.record.columns[:5], *columns), joints=(Joint("cash", "half_win"),))

    class Sales(Rally):
        @property
        def declared(self):
            return replace(RALLY, record=record)

    s = Sales(**rally(matches=500).__dict__)
    rng = np.random.default_rng(2)
    values = {name: np.zeros(500, int) for name in record.column_names(2)}
    values |= {
        "cash_seat0": rng.integers(-100, 500, 500),
        "half_win_seat0": rng.integers(0, 3, 500),
    }
    tally = counted(s, values, rng, board_too=False)
    found = given(tally, "cash_seat0", "half_win_seat0")
    assert [g.at for g in found] == [low + 24.5 for low in range(-100, 500, 50)]
    for g in found:
        inside = values["half_win_seat0"][
            (g.first_low <= values["cash_seat0"]) & (values["cash_seat0"] <= g.first_high)
        ]
        assert g.value == pytest.approx(inside.mean() / 2)
        assert 0 <= g.low <= g.value <= g.high <= 1
