"""Figures of several players: what is drawn and said is what the matches say."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from rally import FOUR, QUESTIONS, RALLY, STUDIES, board, rally, rally_study
from test_figures import is_tidy

from analysis.estimate import wilson
from reports.charts.odds import Cell, View, draw_curves
from reports.charts.rates import _kinds
from reports.charts.style import Sheet
from reports.document import document, dump
from reports.figures import CHARTS, draw_all, save
from reports.page import write_report
from reports.parts import asked
from reports.players import told, who
from reports.sweeps import sweeps
from sim.engine.contract import Question
from sim.engine.seating import Rotation

DRAWN: dict = {}


@pytest.fixture(params=STUDIES)
def name(request):
    return request.param


SKIPPED = {"many": {9, 10}, "two options": {3, 4, 6, 7, 8, 9, 10}}  # drawn for others, and slow


def drawn(name):
    """Study and figures of a name, drawn once."""
    if name not in DRAWN:
        study = STUDIES[name]()
        DRAWN[name] = (
            study,
            [
                drawing
                for number, question, able in asked(study)
                if number not in SKIPPED.get(name, ())
                for drawing in CHARTS[question.chart](able, question, number)
            ],
        )
    return DRAWN[name]


def of_chart(name, chart, number=0):
    """Values by scenario, and the first figure, of the question with that chart."""
    study, drawings = drawn(name)
    place = [i for i, q in enumerate(QUESTIONS) if q.chart == chart][number]
    found = [d for d in drawings if d.section == f"question {place}"]
    return study.plan.values, found[0]


def titled(values):
    """Values by the title of their scenario."""
    return {key.replace("=", " ").replace("_", " ").replace(", ", " \u00b7 "): v for key, v in values.items()}  # fmt: skip


def column_of(study, scenario, player, name):
    """Values of one player's column, found by what the figure calls him."""
    items = [i for i in told(study.parts, name) if (i.scenario, i.player) == (scenario, player)]
    return titled(study.plan.values)[scenario][items[0].metric]


def test_every_figure_is_tidy_and_told_in_words_and_numbers(name):
    study, drawings = drawn(name)
    assert len({d.name for d in drawings}) == len(drawings)
    for d in drawings:
        is_tidy(d)
        assert re.search(r"\d", d.alt), d.name
        assert d.alt.endswith("."), d.name
        assert "nan" not in d.alt.lower(), d.name
        assert len(d.table), d.name
        assert d.figure.get_size_inches()[1] < 11.7, d.name
    numbers = {number for number, _, _ in asked(study)} - SKIPPED.get(name, set())
    assert {f"question {number}" for number in numbers} == {d.section for d in drawings}


def test_every_kind_of_chart_is_tried():
    assert set(CHARTS) - {q.chart for q in QUESTIONS} == {"bars", "exact", "lift"}


def test_players_are_contenders_where_they_change_seats_and_equal_ones_are_numbered():
    s = rally(seats=FOUR, matches=8, rotation=Rotation.CYCLIC)
    names = [item.player for item in told(rally_study(s).parts, "points")]
    assert names == ["random", "contender 1 (slow)", "bold", "contender 3 (slow)"]
    alike = rally_study(rally(seats=("slow", "slow"), matches=8)).parts
    assert [i.player for i in told(alike, "points")] == ["seat 0 (slow)", "seat 1 (slow)"]
    assert [(i.player, i.metric) for i in told(alike, "length")] == [("", "length")]
    assert [(i.player, i.metric) for i in told(alike, "half_seat1")] == [
        ("seat 1 (slow)", "half_seat1")
    ]


def test_of_line_ups_with_too_many_players_the_first_is_told():
    items = told(drawn("line-ups")[0].parts, "points")
    assert [item.player for item in items] == ["seat 0 (random)", "seat 1 (slow)"]
    assert who(items) == " 2\u00a0scenarios with other players left out."
    known = rally_study(rally(), rally("more", ("random", "slow", "bold"))).parts
    assert len({item.player for item in told(known, "points")}) == 3


# Below -------------------------------------------------------------------------------------------


def test_steps_are_shares_of_matches_below_each_threshold(name):
    study, _ = drawn(name)
    table = of_chart(name, "below")[1].table
    for (scenario, player), rows in table.groupby(["scenario", "player"], sort=False):
        points = column_of(study, scenario, player, "points")
        assert rows["share"].tolist() == [np.mean(points < t) for t in rows["t"]]
        assert rows["share"].iloc[-1] == 1
        assert rows["t"].diff().dropna().eq(1).all()
        assert (rows["low"] <= rows["share"]).all()
        assert (rows["share"] <= rows["high"]).all()
        assert (rows["n"] == len(points)).all()


def test_the_line_is_drawn_from_threshold_to_threshold_with_a_dot_at_the_mark():
    study, _ = drawn("two seats")
    figure = of_chart("two seats", "below")[1]
    (axes,) = figure.figure.axes
    lines = [line for line in axes.lines if line.get_label() == "_curve"]
    assert [line.get_drawstyle() for line in lines] == ["steps-pre"] * 2
    for line, (_, rows) in zip(lines, figure.table.groupby("player", sort=False), strict=True):
        assert list(line.get_xdata()) == rows["t"].tolist()
        assert list(line.get_ydata()) == rows["share"].tolist()
    (mark,) = [line for line in axes.lines if line.get_label() == "_mark"]
    assert list(mark.get_xdata()) == [15, 15]
    marked = figure.table[figure.table["mark"]]
    assert list(marked["t"]) == [15, 15]
    points = study.plan.values["base"]["points_seat0"]
    share, (low, high) = np.mean(points < 15), wilson(int((points < 15).sum()), 400)
    for text in (f"{100 * share:.1f}", f"{100 * low:.1f}", f"{100 * high:.1f}", "limit = 15"):
        assert text in figure.alt
    assert f"median {np.sort(points)[199]:g}" in figure.alt
    assert "limit = 15" in figure.note


def test_every_scenario_has_its_own_mark_and_one_far_away_is_told():
    table = of_chart("many", "below")[1].table
    marks = table[table["mark"]].groupby("scenario")["t"].unique()
    assert all(scenario == f"limit {t[0]:.0f}" for scenario, t in marks.items())
    far = rally_study(rally(limit=99))
    assert "lies beyond the axis" in next(CHARTS["below"](far, QUESTIONS[0], 0)).note
    plain = next(CHARTS["below"](far, replace(QUESTIONS[0], mark=""), 0))
    assert "Vertical" not in plain.note


def test_thresholds_of_wide_columns_are_edges_of_bins():
    study = drawn("two seats")[0]
    question = Question("How little cash?", "below", ("cash_late", "length"))
    cash, length = CHARTS["below"](study, question, 0)
    values = study.plan.values["base"]
    rows = cash.table[cash.table["player"] == "seat 0 (random)"]
    assert rows["share"].tolist() == [np.mean(values["cash_late_seat0"] < t) for t in rows["t"]]
    assert set(rows["t"].diff().dropna()) == {50_000}
    assert length.table["share"].tolist() == [np.mean(values["length"] < t) for t in length.table["t"]]  # fmt: skip
    is_tidy(cash)
    is_tidy(length)


# Given -------------------------------------------------------------------------------------------


def test_dots_of_one_column_given_another_stand_where_the_table_says(name):
    for number, second in ((0, "out"), (1, "points")):
        figure = of_chart(name, "given", number)[1]
        lines = [i for a in figure.figure.axes for i in a.lines if i.get_label() == "_value"]
        assert sorted(float(line.get_ydata()[0]) for line in lines) == sorted(figure.table["value"])
        study = drawn(name)[0]
        for row in figure.table.itertuples():
            half = column_of(study, row.scenario, row.player, "half")
            there = (row.given_low <= half) & (half <= row.given_high)
            own = column_of(study, row.scenario, row.player, second)
            assert row.n == there.sum()
            assert row.value == pytest.approx(own[there].mean())


def test_correlations_are_told_and_written():
    study, _ = drawn("four contenders")
    figure = of_chart("four contenders", "given", 1)[1]
    values = study.plan.values["base"]
    r = np.corrcoef(values["half_contender2"], values["points_contender2"])[0, 1]
    rows = figure.table[figure.table["player"] == "bold"]
    assert rows["correlation"].unique() == pytest.approx([r])
    assert set(rows["correlation_n"]) == {1000}
    assert f"bold {r:.2f} (" in figure.note
    assert "The 4 matches of a block count as one" in figure.note
    assert f"correlation {r:.2f} (" in figure.alt
    assert "Hollow" in figure.note


def test_matches_beyond_a_joint_histogram_are_left_out_and_said_so():
    study = drawn("sweep")[0]
    beyond = [values[f"half_seat{i}"] >= 40 for values in study.plan.values.values() for i in range(4)]  # fmt: skip
    n = sum(int(each.sum()) for each in beyond)
    assert n > 1
    assert f"Left out: {n} matches" in of_chart("sweep", "given", 1)[1].note.replace("\u00a0", " ")


# Spread ------------------------------------------------------------------------------------------


def test_bars_reach_from_the_tenth_to_the_ninetieth_percentile():
    values, figure = of_chart("two seats", "spread")
    for row in figure.table.itertuples():
        column = np.sort(values["base"][row.metric])
        for p, (value, low, high) in zip(
            (40, 200, 360),
            ((row.p10, row.p10_low, row.p10_high), (row.p50, row.p50_low, row.p50_high),
             (row.p90, row.p90_low, row.p90_high)),
            strict=True,
        ):  # fmt: skip
            assert abs(value - column[p - 1]) <= 25_000  # the middle of a bin
            assert low <= value <= high
        assert row.mean == pytest.approx(column.mean())
        assert row.mean_low < row.mean < row.mean_high
    (axes,) = figure.figure.axes
    bars = [line for line in axes.lines if line.get_label() == "_bar"]
    ends = sorted(tuple(map(float, bar.get_xdata())) for bar in bars)
    assert ends == sorted(zip(figure.table["p10"], figure.table["p90"], strict=True))
    dots = [line for line in axes.lines if line.get_label() == "_value"]
    assert sorted(float(dot.get_xdata()[0]) for dot in dots) == sorted(figure.table["p50"])
    assert "bins of 50" in figure.note
    assert list(dict.fromkeys(figure.table["label"])) == ["Cash early", "Cash late", "Cash lowest"]


def test_quantiles_beyond_the_histogram_are_open():
    study = rally_study(rally())
    part = study.parts[0]
    first = part.tally.layout.bins_at["cash_late_seat0"]
    size = part.tally.columns["cash_late_seat0"].bins + 2
    part.tally.arrays["bins"][first : first + size] = 0
    part.tally.arrays["bins"][first + size - 1] = 400
    figure = next(CHARTS["spread"](study, QUESTIONS[3], 3))
    row = figure.table[figure.table["metric"] == "cash_late_seat0"].iloc[0]
    assert pd.isna(row["p50"])
    assert "beyond" in figure.alt
    is_tidy(figure)


def test_columns_of_different_units_are_drawn_apart():
    study = drawn("two seats")[0]
    found = list(CHARTS["spread"](study, replace(QUESTIONS[3], of=("points", "turns")), 3))
    assert [list(d.table["unit"].unique()) for d in found] == [["points"], ["turns"]]


# Board -------------------------------------------------------------------------------------------


def test_rates_along_one_axis_are_bars_beside_exact_ticks():
    study, _ = drawn("two seats")
    figure = of_chart("two seats", "rate")[1]
    tally = study.parts[0].tally
    hits, laps = (tally.matrix(n)[:12] for n in ("landings", "laps"))
    assert figure.table["space"].tolist() == list(range(12))  # of 256
    assert figure.table["simulated"].tolist() == (hits / laps).tolist()
    assert figure.table["exact"].tolist() == pytest.approx(board().tolist())
    (axes,) = figure.figure.axes
    assert [bar.get_height() for bar in axes.patches] == figure.table["simulated"].tolist()
    (ticks,) = [c for c in axes.collections if c.get_label() == "_exact"]
    assert [seg[0][1] for seg in ticks.get_segments()] == pytest.approx(board().tolist())
    assert "12\u00a0values of space occurred" in figure.alt
    assert "row" not in figure.table
    unknown = next(CHARTS["rate"](rally_study(rally(), exact=False), QUESTIONS[4], 4))
    assert "xact" not in unknown.note
    assert unknown.table["exact"].isna().all()


def test_curves_of_named_rows_over_named_numbers():
    """No law is known: lines join the marks; low rates fill the height."""
    cells = [
        Cell(row, column, None, 0.1 + 0.02 * row + 0.01 * column, 0.1, 0.2, 50)
        for row in (0, 2) for column in (6, 10)
    ]  # fmt: skip
    words = {(0, 0): "bold", (0, 2): "slow", (1, 6): "300", (1, 10): "500"}
    figure = draw_curves(cells, ("player", "price"), Sheet("Who?", "", ""), words)
    (axes,) = figure.axes
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["300", "500"]
    assert axes.get_xticks().tolist() == [6, 10]
    assert axes.get_ylim()[1] == pytest.approx(1.02 * 0.2)
    joined = [line for line in axes.lines if line.get_label() == "_line"]
    assert np.allclose([line.get_ydata() for line in joined], [[0.16, 0.2], [0.2, 0.24]])
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == ["bold", "slow"]
    words |= {(0, 0): "300", (0, 2): "500+"}
    (key,) = draw_curves(cells, ("price", "turns"), Sheet("Who?", "", ""), words).legends
    assert [text.get_text() for text in key.get_texts()] == ["price = 300", "price = 500+"]
    known = draw_curves([Cell(0, 1, 0.9, 0.8, 0.7, 0.95)], ("n", "k"), Sheet("Who?", "", ""))
    assert known.axes[0].get_ylim()[1] == pytest.approx(1.02)
    assert not [line for line in known.axes[0].lines if line.get_label() == "_line"]


@pytest.mark.parametrize(
    ("rows", "step", "kinds"),
    [(8, 0.01, ("map", "curves")), (9, 0.01, ("map",)), (3, 0.0, ("map",))],
)
def test_curves_are_drawn_where_they_can_be_told_apart(rows, step, kinds):
    cells = [
        Cell(row, column, None, 0.5 + step * row, 0.1, 0.9, 50)
        for row in range(rows) for column in (1, 2)
    ]  # fmt: skip
    assert _kinds(View("base", None, ("turn", "lead"), tuple(cells))) == kinds


def test_one_law_is_drawn_once_and_cells_that_never_occur_are_nowhere():
    study, drawings = drawn("many")
    assert len([d for d in drawings if d.section == "question 4"]) == 1
    plain = document(study)["scenarios"][0]
    assert len([e for e in plain["estimates"] if e["metric"].startswith("p_landing")]) == 12
    laps = plain["tables"]["laps"]
    assert laps["axes"] == [{"name": "space", "values": list(range(12))}]
    assert laps["counts"] == [400] * 12


def test_joint_histograms_of_every_seat_and_contender_are_documented():
    study, _ = drawn("four contenders")
    values = study.plan.values["base"]
    tables = document(study)["scenarios"][0]["tables"]
    for place in (*(f"seat{i}" for i in range(4)), *(f"contender{i}" for i in range(4))):
        table = tables[f"half_{place} x points_{place}"]
        rows, columns = (axis["values"] for axis in table["axes"])
        assert rows == list(range(values[f"half_{place}"].min(), values[f"half_{place}"].max() + 1))
        for i, row in enumerate(rows):
            for j, column in enumerate(columns):
                both = (values[f"half_{place}"] == row) & (values[f"points_{place}"] == column)
                assert table["counts"][i][j] == both.sum()
    assert len(dump(document(study))) < 100_000


# Histograms, curves, stacks, maps, dots ------------------------------------------------------------


def test_histograms_overlay_the_players(name):
    study, _ = drawn(name)
    figure = of_chart(name, "histogram")[1]
    for (scenario, player), rows in figure.table.groupby(["scenario", "player"], sort=False):
        points = column_of(study, scenario, player, "points")
        assert rows["matches"].sum() == len(points)
        for row in rows.itertuples():
            assert row.matches == ((row.low_value <= points) & (points <= row.high_value)).sum()
    shapes = [p for axes in figure.figure.axes for p in axes.patches]
    lines = [p for p in shapes if p.get_label() == "_outline"]
    heights = [float(v) for p in lines for v in p.get_data().values]
    heights = heights or [float(bar.get_height()) for bar in shapes]
    assert sorted(h for h in heights if h) == sorted(s for s in figure.table["share"] if s)


def test_few_values_are_bars_side_by_side():
    study = drawn("two seats")[0]
    (figure,) = CHARTS["histogram"](study, replace(QUESTIONS[5], of=("out",)), 5)
    bars = [bar.get_height() for bar in figure.figure.axes[0].patches]
    assert sorted(bars) == sorted(figure.table["share"])
    is_tidy(figure)


def test_curves_of_players_share_a_panel():
    study, _ = drawn("four contenders")
    figure = of_chart("four contenders", "survival")[1]
    curve = figure.table[figure.table["kind"] == "curve"]
    for player, rows in curve.groupby("player"):
        turns = column_of(study, "base", player, "turns")
        assert rows["share"].tolist() == [np.mean(turns > x) for x in rows["x"]]
    (axes,) = figure.figure.axes
    assert len([line for line in axes.lines if line.get_label() == "_curve"]) == 4
    assert any(t.label1.get_visible() for t in axes.xaxis.get_major_ticks())


def test_maps_are_of_the_first_player():
    study, _ = drawn("four contenders")
    figure = of_chart("four contenders", "joint")[1]
    values = study.plan.values["base"]
    assert set(figure.table["scenario"]) == {"base, random"}
    assert figure.table["matches"].sum() == 4000
    row = figure.table.iloc[figure.table["matches"].argmax()]
    (a, b), (c, d) = (map(int, row[k].split("\u2013")) for k in ("first", "second"))
    half, points = values["half_contender0"], values["points_contender0"]
    assert row["matches"] == ((a <= half) & (half <= b) & (c <= points) & (points <= d)).sum()
    assert "level" not in figure.note


def test_stacks_have_income_on_the_right_and_costs_on_the_left():
    values, figure = of_chart("four contenders", "stack")
    table = figure.table[figure.table["metric"] != "sum"]
    for row in table.itertuples():
        assert row.value == pytest.approx(values["base"][row.metric].mean())
    (axes,) = figure.figure.axes
    bars = [bar for bar in axes.patches if bar.get_width()]
    assert sorted(bar.get_width() for bar in bars) == pytest.approx(sorted(table["value"][table["value"] != 0]))  # fmt: skip
    for y in range(4):
        row = [bar for bar in bars if round(bar.get_y() + bar.get_height() / 2) == y]
        for sign in (1, -1):
            side = sorted((bar for bar in row if bar.get_width() * sign > 0), key=lambda b: abs(b.get_x()))  # fmt: skip
            assert [bar.get_x() for bar in side] == pytest.approx(
                [0, *np.cumsum([bar.get_width() for bar in side])[:-1]]
            )
    for player, rows in table.groupby("player"):
        gains, costs = rows[rows["value"] > 0], rows[rows["value"] < 0]
        assert gains["part"].sum() == pytest.approx(1)
        assert costs["part"].sum() == pytest.approx(1)
        total = figure.table[(figure.table["metric"] == "sum") & (figure.table["player"] == player)]
        assert total["value"].tolist() == pytest.approx([rows["value"].sum()])
    looks = {(bar.get_facecolor(), bar.get_hatch()) for bar in bars}
    assert len(looks) == 8  # the ninth is always 0
    assert "Always 0: money of nothing" in figure.note
    assert "of what takes away" in figure.alt


def test_the_interval_of_a_sum_holds_that_of_the_matches():
    values, figure = of_chart("two seats", "stack")
    own = sum(values["base"][f"{q}_seat1"] for q in QUESTIONS[8].of)
    half = 1.96 * own.std(ddof=1) / np.sqrt(400)
    (row,) = figure.table[(figure.table["metric"] == "sum") & (figure.table["player"] == "seat 1 (slow)")].itertuples()  # fmt: skip
    assert row.value == pytest.approx(own.mean())
    assert row.low <= own.mean() - half < own.mean() + half <= row.high


def test_columns_of_one_scenarios_players_stand_side_by_side():
    values, figure = of_chart("four contenders", "means")
    assert list(figure.table["metric"])[:4] == [f"points_contender{i}" for i in range(4)]
    assert figure.table["value"].tolist() == pytest.approx(
        [values["base"][metric].mean() for metric in figure.table["metric"]]
    )
    assert list(figure.table["player"])[:4] == ["random", "contender 1 (slow)", "bold", "contender 3 (slow)"]  # fmt: skip
    assert set(figure.table["scenario"]) == {"base"}
    assert "3\u00a0other players" in figure.alt
    assert list(of_chart("four contenders", "shares")[1].table["label"])[2] == (
        "Out of the race in the end, bold"
    )


# Sweeps ------------------------------------------------------------------------------------------


def test_lines_over_an_option_hold_the_means_of_its_scenarios():
    values, figure = of_chart("sweep", "sweep")
    assert len(figure.table) == 2 * 4 * 4
    for row in figure.table.itertuples():
        own = values[f"fuel={row.setting:.0f}"][row.metric]
        assert row.value == pytest.approx(own.mean())
        assert row.low <= row.value <= row.high
    dots = [i for a in figure.figure.axes for i in a.lines if i.get_label() == "_value"]
    assert sorted(float(d.get_ydata()[0]) for d in dots) == sorted(figure.table["value"])
    first = figure.table.iloc[0]
    assert f"{first['value']:.1f}" in figure.alt
    assert figure.name.endswith("_fuel")


def test_every_option_has_a_figure_and_the_others_their_lines():
    study, drawings = drawn("two options")
    fuel, limit = (d for d in drawings if d.section == "question 11")
    assert set(fuel.table["others"]) == {"limit 10", "limit 15", "limit 20"}
    assert set(limit.table["others"]) == {"fuel 0", "fuel 300000", "fuel 500000"}
    assert len([axes for axes in fuel.figure.axes if axes.get_visible()]) == 6
    plain = Question("Length?", "sweep", ("length",), varies=("fuel", "limit"))
    one, _ = CHARTS["sweep"](study, plain, 0)
    assert len(one.figure.axes) == 1  # no players: the other option's values are lines
    assert one.figure.legends[0].get_texts()[0].get_text() == "limit 10"
    is_tidy(one)


def changed(*changes):
    """Sweeps of scenarios with these rules."""
    parts = rally_study(*(rally(f"s{i}", matches=8, **rules) for i, rules in enumerate(changes)))
    return sweeps(parts.parts, ("fuel", "limit", "wet"), 6)


def test_two_values_are_no_sweep_and_switches_are_none():
    assert not changed({}, {"fuel": 1}, {"wet": True})
    assert not changed({}, {"limit": 1}, {"limit": 1})
    (found,) = changed({}, {"fuel": 1}, {"fuel": 2}, {"limit": 3}, {"limit": 4, "wet": True})
    assert [step.value for step in found.steps] == [1, 2, 100_000]
    assert (found.option, found.rests, found.fixed) == ("fuel", [""], "limit 15, wet false")


def test_variants_one_at_a_time_are_swept_around_the_base():
    fuel, limit = changed({}, {"fuel": 1}, {"fuel": 2}, {"limit": 3}, {"limit": 4})
    assert [step.value for step in fuel.steps] == [1, 2, 100_000]
    assert [step.value for step in limit.steps] == [3, 4, 15]
    assert (fuel.fixed, limit.fixed) == ("limit 15", "fuel 100000")


def test_too_many_other_values_are_held_at_the_first():
    rules = [{"fuel": f, "limit": x} for x in range(8) for f in (1, 2, 3)]
    fuel, limit = changed(*rules)
    assert (len(fuel.steps), fuel.fixed) == (3, "limit 0")
    assert (len(limit.steps), limit.rests) == (24, ["fuel 1", "fuel 2", "fuel 3"])


def test_a_question_of_a_sweep_is_asked_only_of_three_values():
    three = [rally(f"s{f}", matches=8, fuel=f) for f in (1, 2, 3)]
    sweep = len(QUESTIONS) - 1
    assert sweep in [number for number, _, _ in asked(rally_study(*three))]
    assert sweep not in [number for number, _, _ in asked(rally_study(*three[:2]))]


# Pages -------------------------------------------------------------------------------------------


def test_the_page_shows_them_all(tmp_path):
    study, drawings = drawn("line-ups")
    saved = [save(d, tmp_path / "figures") for d in drawings]
    write_report(study, saved, tmp_path, "dreamodds run rally", {})
    text = (tmp_path / "report.md").read_text()
    for d in drawings:
        assert f"figures/{d.name}.csv" in text
        assert (tmp_path / "figures" / f"{d.name}.csv").exists()
    first = told(study.parts, "turns")[0]
    assert f"| {first.whole} |" in text  # the table of quantiles


def test_figures_of_the_rally_do_not_depend_on_chance():
    assert RALLY.questions == QUESTIONS
    one, other = (list(draw_all(rally_study(rally()))) for _ in range(2))
    assert [d.alt for d in one] == [d.alt for d in other]
