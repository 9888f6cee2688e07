"""Runs of few matches: every table, figure and page, also where parts are fewer than a block."""

import numpy as np
import pytest
from support import plan_of
from telling import INTERPRETED

from analysis.quantile import quantile_intervals
from analysis.study import make_study
from reports.document import document, dump
from reports.figures import draw_all
from reports.page import write_report
from reports.parts import share_of
from reports.results import text
from reports.tables import _tables
from sim.games import names
from sim.play import play_chunk
from sim.result import GroupResult
from sim.tally import Spectrum


def study_of(plan):
    """Study of a plan played here and now."""
    results = []
    for group in plan.played:
        result = GroupResult(group)
        result.add(play_chunk(group, 0, group.matches))
        results.append(result)
    return make_study(plan, results)


def tell_all(plan, folder):
    """Everything a run prints, draws and writes, without the images."""
    study = study_of(plan)
    told = [dump(document(study)), *text(study, compare=False)]
    rows = {name: [*listed] for name, listed in _tables(study)}
    figures = [d.name for d in draw_all(study)]
    assert figures
    write_report(study, [], folder, "dreamodds run", {"timings": {}, "versions": {}})
    return told, rows


@pytest.mark.parametrize("matches", [1, 24])
@pytest.mark.parametrize("game", names())
def test_few_matches_are_told_without_mishap(game, matches, tmp_path):
    tell_all(plan_of(game, matches=matches), tmp_path)


@pytest.mark.parametrize("game", names())
def test_few_matches_contradict_no_exact_value(game):
    """Whatever a few matches have in common: means and shares, of matches and of their parts."""
    for seed in range(3 if INTERPRETED else 100):
        plan = plan_of(game, matches=2 + seed % 3, seats=["random"] * 2, seed=seed)
        (part,) = study_of(plan).parts
        assert part.checks or game == "bundesliga"
        assert [check for check in part.checks if check.conflict] == []


@pytest.mark.parametrize(("unit", "matches"), [("series", 10), ("match", 10), ("match", 48)])
def test_parts_that_are_fewer_than_a_block_have_no_interval(unit, matches, tmp_path):
    plan = plan_of("goooal", matches=matches, rules={"unit": unit})
    _, rows = tell_all(plan, tmp_path)
    block = plan.scenarios[0].block
    rare = [row for row in rows["columns"] if row["n"] < block and "p50" in row]
    assert rare or unit == "match"
    for row in rare:
        assert row["p50"] is not None
        assert (row["p50_low"], row["p50_high"]) == (None, None)


def test_a_quantile_of_less_than_a_block_is_open():
    few = Spectrum("x", 3, 0, 6, 1, 0, 1, np.array([0, 1, 1, 1]), 0, 0)
    (found,) = quantile_intervals(few, [0.5])
    assert (found.value, found.low, found.high) == (2, None, None)
    assert share_of(1, 3, 0) == (1 / 3, 0, 1)
