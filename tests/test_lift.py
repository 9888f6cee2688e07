"""Lifts: against naive sums, by simulation, and screened over all items."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from test_figures import RACE, Race, race

from analysis.compare import benjamini_hochberg
from analysis.lift import worths
from sim.engine.contract import Column, Game, Joint, Lift, Record, common
from sim.engine.seating import Rotation
from sim.tally import Tally

SIDES, ITEMS = ("left", "right"), ("oil", "tyre", "gum")
LIFTS = (
    Lift("dealt", "Dealt, against not dealt", ITEMS, "dealt_{item}_{side}", "result_{side}", SIDES),
    Lift("played", "Played, against dealt", ITEMS, "played_{item}_{side}", "result_{side}", SIDES,
         "dealt"),
    Lift("driver", "Driver, against the mean of all", ITEMS, "driver_{side}", "result_{side}",
         SIDES, "average"),
)  # fmt: skip
NAMES = [
    *(f"{what}_{item}_{side}" for what in ("dealt", "played") for item in ITEMS for side in SIDES),
    *(f"driver_{side}" for side in SIDES),
]
RECORD = Record(
    columns=(
        *common(decisions=5, length=5, unit="turns"),
        *(Column(name, 0, 7, name) for name in NAMES),
        *(Column(f"result_{side}", 0, 2, "result", "share", scale=2) for side in SIDES),
    ),
    joints=tuple(Joint(name, f"result_{name.rpartition('_')[2]}") for name in NAMES),
    lifts=LIFTS,
)
CARDS = replace(RACE, name="cards", record=RECORD)


@dataclass(frozen=True, eq=False)
class Cards(Race):
    """A race with cards."""

    @property
    def declared(self) -> Game:
        """The game with cards."""
        return CARDS


def counted(values, matches, rotation=Rotation.OFF):
    """A tally whose joint histograms hold these columns."""
    plain = race("base", ("slow", "slow"), matches)
    tally = Tally(Cards(**{**plain.__dict__, "rotation": rotation}))
    tally.arrays["matches"][0] = matches
    for joint in RECORD.joints:
        np.add.at(
            tally.joint(joint.first, joint.second),
            (values[joint.first] + 1, values[joint.second] + 1), 1,
        )  # fmt: skip
    return tally


def made_up(rng, n, edge=0.0):
    """Made-up matches: cards dealt evenly, the `oil` of a side worth an edge to it."""
    values = {}
    for side in SIDES:
        for item in ITEMS:
            dealt = rng.integers(0, 3, n)
            values[f"dealt_{item}_{side}"] = dealt
            values[f"played_{item}_{side}"] = np.minimum(dealt, rng.integers(0, 3, n))
        values[f"driver_{side}"] = 1 << rng.integers(0, 3, n)
    gap = (values["dealt_oil_left"] > 0).astype(int) - (values["dealt_oil_right"] > 0)
    left = np.digitize(rng.random(n) + edge * gap, [0.4, 0.6])
    return values | {"result_left": left, "result_right": 2 - left}


def found(values, n, **changes):
    tally = counted(values, n, **changes)
    return {(w.lift, w.item): w for lift in LIFTS for w in worths(tally, lift, LIFTS)}


def naive(values, lift, item):
    """Means of results, one match at a time."""
    gaps = []
    for side in SIDES:
        result = values[f"result_{side}"] / 2
        driver = (values[f"driver_{side}"] >> ITEMS.index(item)) & 1 > 0
        dealt, played = (values[f"{what}_{item}_{side}"] > 0 for what in ("dealt", "played"))
        if lift == "dealt":
            gaps.append(result[dealt].mean() - result[~dealt].mean())
        elif lift == "played":
            gaps.append(result[played].mean() - result[dealt].mean())
        else:
            means = [result[values[f"driver_{side}"] == 1 << i].mean() for i in range(3)]
            gaps.append(result[driver].mean() - np.mean(means))
    return np.mean(gaps)


def test_lifts_are_differences_of_mean_results():
    values = made_up(np.random.default_rng(1), 500, edge=0.2)
    for (lift, item), worth in found(values, 500).items():
        assert worth.value == pytest.approx(naive(values, lift, item))
        assert worth.low <= worth.value <= worth.high


def test_two_alternatives_are_the_interval_of_agresti_and_caffo():
    values = made_up(np.random.default_rng(2), 40)
    values |= {f"result_{side}": values[f"result_{side}"] // 2 * 2 for side in SIDES}
    widths = []
    for side in SIDES:
        has, won = values[f"dealt_oil_{side}"] > 0, values[f"result_{side}"] == 2
        m, n = has.sum() + 2, (~has).sum() + 2
        p, q = (won[has].sum() + 1) / m, (won[~has].sum() + 1) / n
        widths.append(np.sqrt(p * (1 - p) / m + q * (1 - q) / n))
    assert found(values, 40)["dealt", "oil"].se == pytest.approx(np.mean(widths))


@pytest.mark.parametrize("lift", ["dealt", "played", "driver"])
def test_intervals_cover_at_least_as_often_as_they_say(lift):
    rng, hits, tries = np.random.default_rng(3), 0, 400
    for _ in range(tries):
        worth = found(made_up(rng, 120), 120)[lift, "oil"]
        hits += worth.low <= 0 <= worth.high
    assert hits / tries >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / tries)


def test_a_screen_finds_what_matters_and_nothing_else():
    shown = {
        key: w.verdict
        for key, w in found(made_up(np.random.default_rng(4), 4000, edge=0.2), 4000).items()
    }
    assert shown["dealt", "oil"] == "higher"
    assert [v for k, v in shown.items() if k != ("dealt", "oil")] == ["no difference shown"] * 8


def test_blocks_count_once():
    values = made_up(np.random.default_rng(5), 400)
    twice = {name: np.repeat(column, 2) for name, column in values.items()}
    once = found(values, 400)
    for key, worth in found(twice, 800, rotation=Rotation.CYCLIC).items():
        assert (worth.value, worth.se) == pytest.approx((once[key].value, once[key].se))


def test_what_nobody_had_or_everybody_had_is_left_out():
    values = made_up(np.random.default_rng(6), 50)
    nothing, always = np.zeros(50, int), np.ones(50, int)
    for side in SIDES:
        values |= {f"dealt_oil_{side}": nothing, f"played_oil_{side}": nothing}
        values |= {f"dealt_gum_{side}": always, f"driver_{side}": always}
    keys = set(found(values, 50))
    assert keys == {("dealt", "tyre"), ("played", "tyre"), ("played", "gum")}


def test_a_few_matches_without_scatter_are_no_certainty():
    values = {name: np.array([1, 0, 1]) for name in NAMES}
    values |= {"result_left": np.array([2, 2, 2]), "result_right": np.array([0, 0, 0])}
    worth = found(values, 3)["dealt", "oil"]
    assert worth.value == 0
    assert worth.low < -0.5 < 0.5 < worth.high


@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_screens_are_adjusted_as_scipy_does(p):
    assert benjamini_hochberg(p) == pytest.approx(list(false_discovery_control(p)))


def test_lifts_need_their_histograms():
    off = Record(RECORD.columns, joints=RECORD.joints[:12], lifts=LIFTS)
    assert [lift.name for lift in off.under(None).lifts] == ["dealt", "played"]
