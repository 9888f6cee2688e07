"""Figures: every kind of chart shows exactly its table, in words, inside the sheet."""

import re
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from pydantic import Field
from support import plan_of, python

from analysis.compare import Pair, compare_all
from analysis.estimate import rate
from analysis.part import Part
from analysis.points import MetaStudy
from analysis.study import Study, make_study
from reports.charts.bars import histogram
from reports.charts.board import draw_board
from reports.charts.dots import Dot, draw_dots, in_pages
from reports.charts.joint import joint_grids, level_cells
from reports.charts.odds import Cell, draw_map
from reports.charts.rates import views
from reports.charts.stack import Segment, draw_stack
from reports.charts.style import DPI, Drawing, Sheet, bar_look, curve_look, rendered, style
from reports.charts.values import who_wins
from reports.figures import draw_all, save
from reports.parts import MOST_ROWS
from reports.players import Told
from sim.config import Config
from sim.engine.components import Components, Tables
from sim.engine.contract import (
    Anchor,
    Column,
    Game,
    Joint,
    Matrix,
    Question,
    Rate,
    Record,
    common,
)
from sim.engine.options import Options
from sim.engine.seating import Rotation
from sim.plan import SEGMENTS, Scenario
from sim.run import run_plan
from sim.store import Store
from sim.tally import Tally
from sim.watch import Quiet
from sim.workers import Workers

# A game that nobody plays ------------------------------------------------------------------------


class Laps(Options):
    """House rules of the race."""

    laps: int = Field(3, ge=1, le=9, description="A1: how many laps")


class Driver(Options):
    """Parameters of the race's strategies."""

    bold: int = 0


CARS = (("Red", "Blue"), (), ())
RECORD = Record(
    columns=(
        *common(decisions=50, length=60, unit="turns"),
        Column("crash", 0, 1, "somebody crashed on the long way to the finish", "share"),
        Column("gap", 0, 9, "gap of the winner", "laps"),
        Column("money", 0, 999, "money earned", "dollars", width=10),
        Column("points", 0, 9, "points of the first", "points"),
        Column("others", 0, 9, "points of the second", "points"),
        Column("fuel", 0, 20, "fuel used", "litres", per_seat=True),
    ),
    matrices=(
        Matrix("tries", (("bid", 1, 3), ("risk", 0, 2)), "tries"),
        Matrix("hits", (("bid", 1, 3), ("risk", 0, 2)), "hits"),
        Matrix("starts", (("car", 0, 2), ("turn", 1, 3), ("lead", -2, 2)), "starts", words=CARS),
        Matrix("wins", (("car", 0, 2), ("turn", 1, 3), ("lead", -2, 2)), "wins", words=CARS),
    ),
    joints=(Joint("points", "others"),),
    rates=(
        Rate("p_hit", "hits", "tries", "P(hit) by bid and risk"),
        Rate("p_win", "wins", "starts", "P(win) by car, turn and lead"),
    ),
)
QUESTIONS = (
    Question("How often does a try succeed?", "rate", ("p_hit",), "Some text with <b> & more."),
    Question("Who crashes?", "shares", ("crash", "capped")),
    Question("What is used up?", "means", ("fuel", "gap")),
    Question("How do points fall?", "joint", ("points", "others")),
    Question("How large is the gap?", "histogram", ("gap",)),
    Question("How much money is made?", "histogram", ("money",)),
    Question("How long is a race?", "survival", ("length",)),
    Question("Which car wins when?", "rate", ("p_win",)),
)
RACE = Game(
    name="race",
    title="The Race & Sons",
    summary="Cars go round.",
    players=(2, 4),
    seats=("slow", "slow"),
    rules=Laps,
    policy=Driver,
    strategies={"random": Driver(), "slow": Driver(bold=1), "bold": Driver(bold=2)},
    components=Tables(None, {}),
    record=RECORD,
    questions=QUESTIONS,
    headline=("crash", "gap"),
)


@dataclass(frozen=True, eq=False)
class Race(Scenario):
    """A scenario of the race, which is in no folder."""

    @property
    def declared(self) -> Game:
        """The race."""
        return RACE


def race(name: str, seats: tuple[str, ...], matches: int, laps: int = 3) -> Race:
    return Race(
        name=name, game="race", rules=Laps(laps=laps), seats=seats,
        policies=tuple(RACE.strategies[seat] for seat in seats), components=Components({}, {}),
        matches=matches, seed=1, rotation=Rotation.OFF, generator="splitmix",
    )  # fmt: skip


def counted(scenario: Race, rng: np.random.Generator, *, same: bool = False) -> Tally:
    """A tally of made-up matches, all alike if `same`."""
    n, seats = scenario.matches, scenario.players
    values: dict[str, Any] = {
        "win_share": np.zeros((n, seats), int), "no_winner": np.zeros(n, int),
        "capped": rng.random(n) < 0.02, "decisions": rng.integers(3, 20, n),
        "length": rng.poisson(12, n), "crash": rng.random(n) < 0.3,
        "gap": rng.poisson(4, n),  # some beyond 9
        "money": rng.gamma(3, 70, n).astype(int), "points": rng.binomial(6, 0.5, n),
        "others": rng.binomial(6, 0.4, n), "fuel": rng.integers(1, 21, (n, seats)),
    }  # fmt: skip
    values["win_share"][np.arange(n), rng.integers(0, seats, n)] = 60
    if same:
        values = {name: np.repeat(column[:1], n, axis=0) for name, column in values.items()}
    tally = Tally(scenario)
    tally.arrays["matches"][0] = n
    for name in tally.columns:
        stem, _, seat = name.partition("_seat")
        _count(tally, name, np.asarray(values[stem][:, int(seat)] if seat else values[stem], int))
    cells = tally.joint("points", "others")
    np.add.at(cells, (values["points"] + 1, values["others"] + 1), 1)
    tries = rng.integers(0, 400, (3, 3))
    tries[0, 2] = 0
    tally.arrays["matrix.tries"][:] = tries
    tally.arrays["matrix.hits"][:] = rng.binomial(tries, 0.4)
    tally.arrays["matrix.starts"][:] = rng.integers(1, 400, (3, 3, 5))
    tally.arrays["matrix.starts"][0, 1:] = 0
    tally.arrays["matrix.wins"][:] = rng.binomial(tally.arrays["matrix.starts"], 0.4)
    return tally


def _count(tally: Tally, name: str, column: np.ndarray) -> None:
    """Sums, histogram and segments of one column of whole numbers."""
    declared, word = tally.columns[name], tally.layout.place[name]
    squares = int((column**2).sum())
    tally.arrays["sums"][:, word] = column.sum(), squares >> 32, squares & 0xFFFFFFFF
    if name in tally.layout.bins_at:
        first = tally.layout.bins_at[name]
        bins = np.clip((column - declared.low) // declared.width, -1, declared.bins) + 1
        np.add.at(tally.arrays["bins"], first + bins, 1)
    place = np.minimum(np.arange(len(column)) // tally.scenario.segment, SEGMENTS - 1)
    np.add.at(tally.arrays["segments"][:, word], place, column)
    if word == 0:
        np.add.at(tally.arrays["segment_matches"], place, 1)


def race_study(
    names: list[str],
    seats: tuple[str, ...] = ("slow", "bold"),
    matches: int = 400,
    *,
    same: bool = False,
    meta: MetaStudy | None = None,
    grid: bool = False,
    rng: np.random.Generator | None = None,
) -> Study:
    """A study of made-up matches: the first scenario is the base of the others."""
    rng = rng or np.random.default_rng(5)
    config = Config(game="race", matches=matches, grid={"rules": {"laps": [1]}} if grid else {})
    tallies = {
        name: counted(race(name, seats, matches, laps=3 + i % 3), rng, same=same)
        for i, name in enumerate(names)
    }
    parts = [Part(tally.scenario, tally, config.margin) for tally in tallies.values()]
    metrics = ("win_share_seat0", "crash", "gap")
    pairs = [
        Pair(names[0], name, tallies[names[0]].column(m), tallies[name].column(m), None, 0.02)
        for name in names[1:]
        for m in metrics
    ]
    plan: Any = SimpleNamespace(game=RACE, name="race", config=config, scenarios=[])
    return Study(plan, parts, [] if grid else compare_all(pairs), [], meta)


def race_meta(players: int = 2) -> MetaStudy:
    """Three strategies that beat each other in a circle."""
    names = ("random", "slow", "bold")
    hits = {("slow", "random"): 70, ("bold", "random"): 90, ("bold", "slow"): 45}
    points, draws = {}, {}
    for (a, b), wins in hits.items():
        points[a, b] = rate("points", 100 * wins, 10_000)
        points[b, a] = rate("points", 10_000 - 100 * wins, 10_000)
        draws[a, b] = draws[b, a] = 0.1
    return MetaStudy(names, points, draws, players)


NAMES = {
    "one": ["base"],
    "three": ["base", "a_rather_long_name_of_a_variant", "short"],
    "many": [f"laps={i % 9 + 1}, seats=slow/bold_{i}" for i in range(8)],
}

# Every chart -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=list(NAMES))
def drawings(request: pytest.FixtureRequest) -> list[Drawing]:
    meta = race_meta() if request.param == "three" else None
    return list(draw_all(race_study(NAMES[request.param], meta=meta)))


def test_there_is_a_figure_for_every_question(drawings):
    sections = {drawing.section for drawing in drawings}
    assert {"headline", *(f"question {i}" for i in range(len(QUESTIONS)))} <= sections
    names = [drawing.name for drawing in drawings]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9_-]+", name) for name in names)


def test_every_figure_is_told_in_words_and_numbers(drawings):
    for drawing in drawings:
        assert re.search(r"\d", drawing.alt), drawing.name
        assert drawing.alt.endswith("."), drawing.name
        assert "nan" not in drawing.alt.lower(), drawing.name
        assert len(drawing.table), drawing.name


def test_nothing_is_clipped_and_no_labels_of_an_axis_overlap(drawings):
    for drawing in drawings:
        is_tidy(drawing)


def is_tidy(drawing: Drawing) -> None:
    """Every text lies on the sheet, no labels of an axis overlap."""
    canvas: Any = FigureCanvasAgg(drawing.figure)
    with style():
        drawing.figure.set_dpi(DPI)
        canvas.draw()
    sheet = drawing.figure.bbox.padded(2)
    drawn, hidden = labels_of(drawing.figure)
    texts = drawing.figure.findobj(lambda artist: hasattr(artist, "get_text"))
    for text in texts:
        if text.get_visible() and text.get_text().strip() and text not in hidden:
            box = text.get_window_extent()
            assert sheet.x0 <= box.x0 < box.x1 <= sheet.x1, (drawing.name, text.get_text())
            assert sheet.y0 <= box.y0 < box.y1 <= sheet.y1, (drawing.name, text.get_text())
    for axis, labels in drawn:
        low, high = ("x0", "x1") if axis == "x" else ("y0", "y1")
        boxes = sorted((t.get_window_extent() for t in labels), key=lambda b: getattr(b, low))
        for one, other in pairwise(boxes):
            assert getattr(one, high) <= getattr(other, low) + 1, drawing.name


def labels_of(figure: Any) -> tuple[list[Any], set[Any]]:
    """Tick labels that are drawn, axis by axis, and all texts that are not."""
    drawn, hidden = [], set()
    for axes in figure.axes:
        if not axes.get_visible():
            hidden |= set(axes.findobj(lambda artist: hasattr(artist, "get_text")))
            continue
        for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
            low, high = sorted(axis.get_view_interval())
            labels = []
            for tick in axis.get_major_ticks():
                inside = low <= tick.get_loc() <= high
                hidden |= set() if inside else {tick.label1, tick.label2}
                seen = [t for t in (tick.label1, tick.label2) if t.get_visible() and t.get_text()]
                labels += seen if inside else []
            drawn.append((name, labels))
    return drawn, hidden


def marks(drawing: Drawing) -> list[float]:
    """Values at which dots are drawn along the horizontal axis."""
    lines = [
        line for axes in drawing.figure.axes for line in axes.lines if line.get_label() == "_value"
    ]
    return sorted(float(line.get_xdata()[0]) for line in lines)


def of_section(drawings: list[Drawing], *sections: str) -> list[Drawing]:
    found = [drawing for drawing in drawings if drawing.section in sections]
    assert found
    return found


def test_dots_stand_where_the_table_says(drawings):
    for drawing in of_section(drawings, "headline", "question 1", "question 2", "effects"):
        assert marks(drawing) == sorted(drawing.table["value"])
        assert (drawing.table["low"] <= drawing.table["value"]).all()
        assert (drawing.table["value"] <= drawing.table["high"]).all()


def test_bars_are_as_high_as_the_table_says_and_add_up(drawings):
    for drawing in of_section(drawings, "question 4", "question 5"):
        heights = [bar.get_height() for axes in drawing.figure.axes for bar in axes.patches]
        assert sorted(heights) == sorted(drawing.table["share"])
        assert np.allclose(drawing.table.groupby("scenario")["share"].sum(), 1)


def test_values_beyond_the_histogram_have_a_bar_of_their_own(drawings):
    table = of_section(drawings, "question 4")[0].table
    beyond = table[table["label"] == "> 9"]
    assert (beyond["matches"] > 0).any()
    assert beyond["high_value"].isna().all()


def test_curves_step_as_the_table_says(drawings):
    drawing = of_section(drawings, "question 6")[0]
    lines = [
        line for axes in drawing.figure.axes for line in axes.lines if line.get_label() == "_curve"
    ]
    drawn = sorted(float(y) for line in lines for y in line.get_ydata()[1:])
    curve = drawing.table[drawing.table["kind"] == "curve"]
    assert drawn == sorted(curve["share"])
    assert set(drawing.table["kind"]) == {"curve", "P10", "P50", "P90"}
    assert "cap" in drawing.note


def cells(drawing: Drawing) -> list[float]:
    """Values of all coloured cells."""
    meshes = [mesh for axes in drawing.figure.axes for mesh in axes.collections]
    arrays = [np.ma.filled(mesh.get_array().astype(float), np.nan).ravel() for mesh in meshes]
    return sorted(float(x) for array in arrays for x in array if not np.isnan(x))


def test_heat_maps_colour_the_numbers_of_their_tables(drawings):
    maps = [d for d in of_section(drawings, "question 0") if d.name.endswith("_map")]
    for drawing in maps:
        assert cells(drawing) == sorted(drawing.table["simulated"].dropna())
        assert (1, 2) not in set(zip(drawing.table["bid"], drawing.table["risk"], strict=True))
    for drawing in of_section(drawings, "question 3"):
        assert cells(drawing) == pytest.approx(sorted(drawing.table["share"]))
        assert np.allclose(drawing.table.groupby("scenario")["share"].sum(), 1)


def joint_grid(cells, matches=10_000):
    """The grid of matches with given pairs of scores, the rest 0 to 0."""
    whole = np.zeros((12, 12), int)
    for (i, j), n in cells.items():
        whole[i + 1, j + 1] = n
    whole[1, 1] += matches - whole.sum()
    scores = {name: Column(name, 0, 9, "goals", "goals") for name in ("ours", "theirs")}
    tally = SimpleNamespace(joint=lambda *_: whole, columns=scores, matches=matches, blocks=matches)
    scenario: Any = SimpleNamespace(name="base", block=1)
    part: Any = SimpleNamespace(tally=tally, scenario=scenario)
    return joint_grids([(Told(part, "base", "", "ours"), "theirs")])[0]


@pytest.mark.parametrize(
    ("cells", "rows", "columns", "level"),
    [
        ({(2, 2): 1500, (1, 2): 500}, "012", "012", 9500),  # nothing lies beyond the last bin
        ({(2, 2): 1500, (9, 9): 3}, "0 1 2+", "0 1 2+", 10_000),
        ({(2, 2): 1500, (2, 7): 3}, "012", "0 1 2+", 9997),
    ],
)
def test_level_matches_are_all_counted_and_only_they_are_framed(cells, rows, columns, level):
    grid = joint_grid(cells)
    assert grid.rows == (rows.split() if " " in rows else list(rows))
    assert grid.columns == (columns.split() if " " in columns else list(columns))
    assert grid.level == (level, level)
    framed = [(grid.rows[i], grid.columns[j]) for i, j in level_cells(grid)]
    assert framed == [(x, x) for x in ("0", "1", "2") if x in grid.rows and x in grid.columns]


def test_level_matches_beyond_the_histogram_are_only_possible():
    assert joint_grid({(10, 10): 4, (10, 3): 1, (-1, -1): 2}).level == (9993, 9999)


def test_the_strategy_matrix_has_the_best_mean_on_top():
    meta = race_meta()
    drawing = list(draw_all(race_study(["base"], meta=meta)))[-1]
    assert drawing.section == "meta"
    table = drawing.table
    assert list(dict.fromkeys(table["strategy"])) == ["bold", "slow", "random"]
    assert set(table[table["strategy"] == table["against"]]["points"]) == {0.5}
    others = table[table["strategy"] != table["against"]]["points"]
    assert cells(drawing) == sorted(others)


@pytest.mark.parametrize(
    ("matches", "same", "seats"),
    [(1, False, ["slow"] * 2), (2, False, ["slow"] * 4), (50, True, ["slow", "bold", "random"])],
)
def test_small_and_constant_runs_can_be_drawn(matches, same, seats):
    drawings = list(draw_all(race_study(["base", "x"], tuple(seats), matches, same=same)))
    assert len(drawings) >= len(QUESTIONS)
    for drawing in drawings:
        rendered(drawing.figure)


def test_a_column_of_every_seat_has_a_row_for_each():
    seats = ("slow", "bold", "random", "slow")
    used_up = of_section(list(draw_all(race_study(["base"], seats))), "question 2")[0]
    assert list(used_up.table["metric"]) == [*(f"fuel_seat{i}" for i in range(4)), "gap"]
    assert used_up.table["label"][3] == "Fuel used, seat 3 (slow)"


def test_many_scenarios_are_spread_over_pages():
    study = race_study([f"laps={i}" for i in range(70)], matches=60)
    pages = list(who_wins(study))
    assert len(pages) > 1
    assert sum(len(page.table) for page in pages) == MOST_ROWS * 2
    question = QUESTIONS[4]
    pages += histogram(study, question, 4)
    assert all(page.figure.get_size_inches()[1] < 11 for page in pages)
    assert "The first 15 of 70 scenarios" in pages[-1].note


def test_bars_have_room_for_names_of_several_lines():
    names = [f"start capital {i}00000 - early investor/early investor/planner" for i in range(3, 9)]
    rows = {
        (name, "seat 0 (early investor)"): [
            Segment(name, "seat 0", "paid", "Paid", 2.0, 1.0, 3.0, 1.0, 60, "t", "DM"),
        ]
        for name in names
    }
    figure = draw_stack(rows, Sheet("Money", "", ""))
    is_tidy(Drawing("money", "Money", "", figure, pd.DataFrame(), "q"))


def test_many_panels_are_spread_over_pages_without_empty_rows():
    """Some scenarios lack some players: of 40 rows the second half, of every other scenario."""
    dots = [
        Dot("Steps", f"used{row}", f"Steps of kind {row}", f"case {i}", 1.0 + row, 0.5, 9.0, 60, "t",
            "steps")
        for row in range(40) for i in range(12) if row < 20 or i % 2
    ]  # fmt: skip
    pages = list(in_pages(dots))
    assert sorted(map(repr, dots)) == sorted(repr(dot) for page in pages for dot in page)
    for page in pages:
        rows, cases = {dot.row for dot in page}, {dot.series for dot in page}
        assert len(page) == len(rows) * len(cases)
    tall = draw_dots(pages[0], Sheet("Steps", "", ""), many=True)
    assert tall.get_size_inches()[1] < 11


# A real game -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return real_study(tmp_path_factory.mktemp("store"))


def real_study(folder: Any, target: str = "dream_team", **changes: Any) -> Study:
    keys = {
        "matches": 120, "seed": 3, "seats": ["random", "heuristic"],
        "variant": {"rolled": {"rules": {"dice_mode": "rolled"}}},
        "meta": {"matches": 20, "strategies": ["random", "heuristic", "cautious"]},
    }  # fmt: skip
    plan = plan_of(target, **(keys | changes))
    results = run_plan(plan, Store(folder), Workers(1), Quiet())
    return make_study(plan, results)


def test_figures_are_saved_as_vectors_pixels_and_numbers(study, tmp_path):
    for drawing in draw_all(study):
        saved = save(drawing, tmp_path)
        assert (saved.name, saved.alt) == (drawing.name, drawing.alt)
        svg = (tmp_path / f"{drawing.name}.svg").read_text()
        assert "DOCTYPE" not in svg
        assert "<metadata" not in svg
        assert not re.search(r'(href|src)="http', svg)
        assert all(i.startswith(f"{drawing.name}-") for i in re.findall(r'\bid="([^"]*)"', svg))
        targets = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', svg)
        assert {a or b for a, b in targets} <= set(re.findall(r'\bid="([^"]*)"', svg))
        assert (tmp_path / f"{drawing.name}.png").read_bytes().startswith(b"\x89PNG")
        table = pd.read_csv(tmp_path / f"{drawing.name}.csv", dtype={"label": str})
        assert list(table.columns) == list(drawing.table.columns)
        numbers = drawing.table.select_dtypes("number").columns
        pd.testing.assert_frame_equal(
            table[numbers], drawing.table[numbers], check_dtype=False, rtol=1e-12
        )


def test_the_same_study_gives_the_same_bytes(study, tmp_path):
    for folder in ("a", "b"):
        save(next(draw_all(study)), tmp_path / folder)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_rates_of_each_seat_count_one_trial_in_a_block_too(tmp_path):
    rules = {"rules": {"dice_limit": "shared"}}
    part = real_study(tmp_path, variant={}, meta=None, **rules).parts[0]
    rate = part.scenario.declared.record.rates[0]
    together = [c for view in views(part, rate) for c in view.cells if c.trials]
    assert together
    assert all("one trial in 2" in c.method for c in together)
    anchor = Anchor("p_goal_2,4", 0.6, "made up", seat=0)
    part.__dict__["anchors"] = [anchor]
    alone = [c for view in views(part, rate) for c in view.cells if c.trials]
    assert alone
    assert all("one trial in 2" in c.method for c in alone)


def test_of_three_axes_the_first_has_a_map_for_each_value():
    study = race_study(["base", "other"])
    maps = of_section(list(draw_all(study)), "question 7")
    assert [d.title.rpartition("Base, ")[2] for d in maps] == ["Red: map", "Blue: map", "car = 2: map"]  # fmt: skip
    starts, wins = (study.parts[0].tally.matrix(name) for name in ("starts", "wins"))
    assert [len(d.table) for d in maps] == [5, 15, 15]
    for row in maps[1].table.itertuples():
        turn, lead = int(row.turn) - 1, int(row.lead) + 2
        assert row.trials == starts[1, turn, lead]
        assert row.simulated == wins[1, turn, lead] / starts[1, turn, lead]


def test_exact_values_stand_beside_simulated_ones(study):
    rates = [d for d in draw_all(study) if d.section == "question 0"]
    assert [d.name.rpartition("_")[2] for d in rates][:2] == ["map", "curves"]
    both = rates[0].table.dropna(subset=["exact", "simulated"])
    assert len(both)
    assert (abs(both["exact"] - both["simulated"]) < 0.5).all()


def test_no_display_no_home_no_pyplot():
    code = """
import sys, warnings
warnings.simplefilter("error")
from test_figures import race_study
from reports.figures import draw_all
from reports.charts.style import rendered
png, svg = rendered(next(draw_all(race_study(["base"]))).figure)
assert png and svg
assert "matplotlib.pyplot" not in sys.modules
assert not any(name.startswith(("tkinter", "PyQt")) for name in sys.modules)
"""
    result = python(code, DISPLAY="", HOME="/nonexistent", MPLBACKEND="", MPLCONFIGDIR="")
    assert result.returncode == 0, result.stderr.decode()


def test_a_users_matplotlib_settings_change_nothing(tmp_path):
    import matplotlib

    drawing = next(draw_all(race_study(["base"])))
    before = rendered(drawing.figure)[1]
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "black", "text.usetex": True}):
        after = rendered(next(draw_all(race_study(["base"]))).figure)[1]
    assert before == after


def test_curves_and_bars_of_one_colour_differ_in_mark_and_hatching():
    for look in (curve_look, bar_look):
        assert len({repr(look(i)) for i in range(48)}) == 48


def _rate_cells(rows, columns):
    rng = np.random.default_rng(6)
    return [
        Cell(i, j, None, v, v - 0.002, v + 0.002, 900)
        for i in range(rows)
        for j in range(columns)
        for v in [float(rng.uniform(0.01, 0.99))]
    ]


@pytest.mark.parametrize(("rows", "columns"), [(8, 31), (59, 4), (12, 15), (8, 13), (3, 3)])
def test_numbers_of_a_map_fit_their_cells_and_a_page(rows, columns):
    words = {(0, i): f"Il Signore vestito di luce {i}" for i in range(rows)}
    figure = draw_map(_rate_cells(rows, columns), ("row", "column"), Sheet("Map", "", ""), words)
    FigureCanvasAgg(figure).draw()
    assert figure.get_figheight() <= 10.5
    (axes,) = figure.axes
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == rows * columns
    for one, other in pairwise(sorted(boxes, key=lambda box: (round(box.y0), box.x0))):
        assert not one.overlaps(other)


def test_bars_of_many_names_lie():
    words = {(0, j): f"card number {j}" for j in range(59)}
    figure = draw_board(_rate_cells(1, 59), ("card",), Sheet("Board", "", ""), words)
    FigureCanvasAgg(figure).draw()
    (axes,) = figure.axes
    lengths = [bar.get_width() for bar in axes.patches]
    assert lengths == sorted(lengths, reverse=True)
    boxes = [label.get_window_extent() for label in axes.get_yticklabels()]
    assert len(boxes) == 59
    for one, other in pairwise(boxes):
        assert not one.overlaps(other)
    assert figure.get_figheight() <= 10.5
