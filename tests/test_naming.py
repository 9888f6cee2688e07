"""What components call the things that a record numbers, in every place that tells of them."""

from dataclasses import replace

import pytest
from support import plan_of

from analysis.part import Part
from reports.charts.exact import NOTE, _alt, draw_exact, exact_table
from reports.charts.lift import _titles
from reports.charts.odds import Cell, View, cell_table
from reports.charts.rates import _kinds, _words
from reports.charts.style import Sheet, curve_key
from reports.words import label
from sim.engine.contract import Column, Contrast, Curve, Lift, Matrix, Rate, Record
from sim.engine.naming import Names, renamed
from sim.games import game
from sim.plan import Group
from sim.play import play_chunk
from sim.tally import Tally

RECORD = Record(
    columns=(Column("won_0", 0, 1, "won as the first"), Column("turns", 0, 9, "turns")),
    matrices=(
        Matrix("hits", (("card", 1, 3),), "hits"),
        Matrix("tries", (("card", 1, 3),), "tries"),
        Matrix("seats", (("contender", 0, 1), ("n", 0, 1)), "seats"),
    ),
    rates=(Rate("p_hit", "hits", "tries", "P(hit)"),),
    lifts=(Lift("dealt", "dealt", ("a", "b"), "has_{item}", "win_{side}", ("x",)),),
    contrasts=(Contrast("used", "used", ("a", "b_c"), "with_{item}", "without_{item}"),),
)
NAMES = Names(
    columns={"won_0": "won as the Cook"},
    items={"a": "Ladle"},
    axes={"card": ["Soup", "Stew"]},
)


def test_columns_items_and_axes_are_renamed_and_the_rest_stays():
    named = renamed(RECORD, NAMES)
    assert label(named, "won_0") == "Won as the Cook"
    assert label(named, "turns") == label(RECORD, "turns") == "Turns"
    assert label(named, "p_hit_2") == "P(hit): card = Stew"
    assert label(named, "p_hit_3") == "P(hit): card = 3"
    assert label(RECORD, "p_hit_2") == "P(hit): card = 2"
    assert named.lifts[0].labels == named.contrasts[0].labels == ("Ladle", "")
    assert renamed(RECORD, Names()).columns == RECORD.columns


def test_items_without_a_name_are_told_by_their_own():
    named = renamed(RECORD, NAMES)
    assert _titles(named.screens) == {
        ("dealt", "a"): "Ladle", ("dealt", "b"): "B", ("used", "a"): "Ladle", ("used", "b_c"): "B C",
    }  # fmt: skip
    assert _titles(RECORD.screens)["used", "b_c"] == "B C"


def test_exact_values_over_names_are_marks_that_no_line_joins():
    lines = {"a": [(0.0, 0.2), (1.0, 0.7)], "b": [(0.0, 0.4), (1.0, 0.1)]}
    named, plain = Curve("soup", "P(eaten)", lines, ("thin", "thick")), Curve("n", "P", lines)
    around = Sheet("Which soup?", "", NOTE, curve_key([*lines]))
    axes = draw_exact(named, around).axes[0]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["thin", "thick"]
    assert {line.get_linestyle() for line in axes.lines} == {"None"}
    assert [round(x) for x in axes.lines[0].get_xdata()] == [0, 1]
    assert axes.lines[0].get_xdata()[0] < axes.lines[1].get_xdata()[0]
    assert draw_exact(plain, around).axes[0].lines[0].get_linestyle() == "-"
    assert exact_table(named)["soup"].tolist() == ["thin", "thick"] * 2
    assert exact_table(plain)["n"].tolist() == [0.0, 1.0] * 2
    assert "a from 0.2 at thin to 0.7 at thick" in _alt(named)


def test_tables_of_rates_have_words_for_numbers():
    view = View("base", None, ("card",), (Cell(0, 1, None, 0.5, 0.4, 0.6, 9),), {(0, 1): "Soup"})
    assert cell_table(view)["card"].tolist() == ["Soup"]
    assert _kinds(view) == ("board",)
    view = replace(view, cells=(*view.cells, Cell(0, 2, None, 0.7, 0.6, 0.8, 9)))
    assert _kinds(replace(view, axes=("a", "b"))) == ("map", "curves")
    assert _kinds(replace(view, axes=("a", "b"), words={})) == ("map", "curves")
    named = {(0, 1): "Soup", (1, 1): "300", (1, 2): "500"}
    assert _kinds(replace(view, axes=("a", "price"), words=named)) == ("map", "curves")
    open_ended = named | {(1, 1): "≤-3", (1, 2): "12+"}
    assert _kinds(replace(view, axes=("a", "price"), words=open_ended)) == ("map", "curves")
    assert _kinds(replace(view, axes=("a", "b"), words=named | {(1, 2): "Stew"})) == ("map",)


@pytest.fixture(scope="module")
def part():
    """A few short matches with names."""
    rules = {"max_turns": 6}
    plan = plan_of("singaporean_dream", matches=30, rules=rules, rotate="off")
    s = plan.scenarios[0]
    counts = {n.partition("/")[2]: a for n, a in play_chunk(Group((s,)), 0, 30).items()}
    return Part(s, Tally(s, counts), 0.02), plan


def test_scenarios_and_plans_are_told_with_the_names_of_their_components(part):
    one, plan = part
    for record in (one.scenario.declared.record, one.scenario.record, plan.game.record):
        assert label(record, "win_personality_1") == "Won as Ah Beng"
    plain = game("singaporean_dream").record
    assert label(plain, "win_personality_1") == "Won as personality 2"
    assert (
        label(one.scenario.record, "p_stopped_6")
        == "P(a card's effect is stopped): card = Wedding Invitation"
    )
    assert game("dream_team").named(one.scenario.components) == game("dream_team")


def test_contenders_are_told_by_their_strategies(part):
    one, _ = part
    words = _words(one, one.scenario.record.matrix("beside_met"))
    assert [words[0, k] for k in range(4)] == ["banker", "thief", "hoarder", "strong"]
    assert [words[1, k] for k in range(4)] == ["banker", "thief", "hoarder", "strong"]
    assert _words(one, one.scenario.record.matrix("gap_at_dream")) == {}


def test_rivals_may_be_means_per_another_column_and_some_may_be_missing(part):
    """Six of eight personalities; a fair share for each, intervals that hold for all six."""
    one, _ = part
    (group,) = one.named_rivals
    assert group == [
        f"win_personality_{k}" for k in range(6) if f"win_personality_{k}" in one.columns
    ]
    assert len(group) > 3
    assert one.par(group) == 0.25
    assert [e.metric for e in one.together] == group
    for e in one.together:
        alone = one.columns[e.metric]
        assert e.value == alone.value
        assert e.level == pytest.approx(1 - 0.05 / len(group))
        assert e.low <= alone.low
        assert e.high >= alone.high
    assert {b.metric for b in one.balance} >= {*group}


@pytest.mark.parametrize(
    ("name", "matrix", "ends"),
    [
        ("singaporean_dream", "price_waits", {1: ("0", "12+")}),
        ("singaporean_dream", "uses_met", {1: ("0", "20+")}),
        ("singaporean_dream", "reactions", {0: ("0", "12+"), 1: ("0", "12+")}),
        ("nove_anni", "acted_turn", {1: ("1", "15+")}),
        ("nove_anni", "acted_when", {1: ("1", "15+"), 2: ("≤-15", "15+")}),
    ],
)
def test_a_last_value_that_stands_for_more_says_so(name, matrix, ends):
    declared = game(name)
    found = declared.named(declared.components.read()).record.matrix(matrix)
    for axis, told in ends.items():
        _, first, last = found.axes[axis]
        assert (found.word(axis, first), found.word(axis, last)) == told
        assert len(found.words[axis]) == last - first + 1
        assert found.word(axis, last - 1) == str(last - 1)
