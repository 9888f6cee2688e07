"""Figures of stacked and grouped bars, lifts and tornados; questions only some scenarios answer."""

from dataclasses import replace

import numpy as np
import pytest
from test_figures import QUESTIONS, RACE, Race, labels_of, race_study
from test_lift import CARDS, counted, made_up

from analysis.part import Part
from reports.charts.lift import lifts
from reports.charts.stack import bars, stack
from reports.charts.style import rendered
from reports.charts.tornado import MOST_BARS
from reports.charts.values import effects
from reports.parts import asked
from sim.engine.contract import Game, Question

ADDS_UP = Question("What adds up?", "stack", ("points", "others"))
GROUPS = Question("What do laps change?", "bars", ("crash", "gap"), varies=("laps",))
WORTH = Question("What is worth it?", "lift", ("dealt", "played", "driver"))


def inside(drawing):
    """Whether every text of a figure lies on its sheet."""
    rendered(drawing.figure)
    sheet, hidden = drawing.figure.bbox.padded(2), labels_of(drawing.figure)[1]
    for text in drawing.figure.findobj(lambda artist: hasattr(artist, "get_text")):
        if text.get_visible() and text.get_text().strip() and text not in hidden:
            box = text.get_window_extent()
            assert sheet.x0 <= box.x0 < box.x1 <= sheet.x1, text.get_text()
            assert sheet.y0 <= box.y0 < box.y1 <= sheet.y1, text.get_text()
    return True


def cards_study(n=3000, scenarios=1):
    """A study of made-up matches with cards."""
    study = race_study(["base"])
    tallies = [counted(made_up(np.random.default_rng(i), n, 0.2), n) for i in range(scenarios)]
    parts = [
        Part(replace(t.scenario, name=f"scenario_{i}"), t, 0.02) for i, t in enumerate(tallies)
    ]
    study.plan.game = CARDS
    return replace(study, parts=parts)


@pytest.mark.parametrize("names", [["base"], ["base", "a_rather_long_name_of_a_variant", "x"]])
def test_segments_of_a_stack_add_up(names):
    study = race_study(names)
    (drawing,) = stack(study, ADDS_UP, 3)
    assert inside(drawing)
    widths = [bar.get_width() for axes in drawing.figure.axes for bar in axes.patches]
    assert sorted(widths) == pytest.approx(sorted(drawing.table["value"]))
    assert np.allclose(drawing.table.groupby("scenario")["part"].sum(), 1)
    assert "of the whole" in drawing.alt
    assert drawing.section == "question 3"


def test_nothing_is_no_stack():
    study = race_study(["base"])
    assert not list(stack(study, replace(ADDS_UP, of=("unknown",)), 0))


def test_every_scenario_has_a_bar_in_the_panel_of_a_column():
    study = race_study(["base", "b", "c"])
    (drawing,) = bars(study, GROUPS, 0)
    assert inside(drawing)
    heights = [bar.get_height() for axes in drawing.figure.axes for bar in axes.patches]
    assert sorted(heights) == sorted(drawing.table["value"])
    assert list(drawing.table["metric"]) == ["crash", "gap"] * 3


@pytest.mark.parametrize("scenarios", [1, 3])
def test_lifts_are_drawn_with_what_the_screen_shows(scenarios):
    drawings = list(lifts(cards_study(scenarios=scenarios), WORTH, 1))
    assert len({d.name for d in drawings}) == len(drawings)
    for drawing in drawings:
        assert inside(drawing)
        assert drawing.alt.endswith(".")
        assert "Benjamini-Hochberg" in drawing.note
    found = [row for d in drawings for row in d.table.to_dict("records")]
    assert len(found) == 9 * scenarios
    assert any(row["item"] == "oil" and row["verdict"] == "higher" for row in found)
    assert "higher with Oil" in drawings[0].note


def test_many_house_rules_become_a_tornado_of_the_largest_effects():
    names = ["base", *(f"rule = {i}" for i in range(MOST_BARS + 6))]
    drawings = list(effects(race_study(names, matches=200)))
    assert {d.section for d in drawings} == {"effects"}
    for drawing in drawings:
        assert inside(drawing)
        sizes = [abs(x) for x in drawing.table["difference"]]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) == MOST_BARS + 6
        widths = [bar.get_width() for axes in drawing.figure.axes for bar in axes.patches]
        shown = [w for w in widths if w in set(drawing.table["difference"])]
        assert len(shown) == MOST_BARS
        assert "The other 6 rules" in drawing.note


def test_questions_go_to_the_scenarios_that_can_answer_them():
    study = race_study(["base", "b", "c", "d"])  # b and c differ from base in laps, d does not
    game: Game = replace(RACE, questions=(*QUESTIONS, GROUPS, WORTH))
    study.plan.game = game
    found = {number: [p.scenario.name for p in able.parts] for number, _, able in asked(study)}
    assert list(found) == [*range(len(QUESTIONS)), len(QUESTIONS)]
    assert found[len(QUESTIONS)] == ["base", "b", "c"]
    assert found[0] == ["base", "b", "c", "d"]
    one = replace(study, parts=study.parts[:1])
    assert len(QUESTIONS) not in [number for number, _, _ in asked(one)]


def test_a_scenario_of_the_race_keeps_all_that_it_declares():
    assert isinstance(race_study(["base"]).parts[0].scenario, Race)
    assert race_study(["base"]).parts[0].scenario.record == RACE.record
