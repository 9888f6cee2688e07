"""What a run counts, series or matches, and shares of tables of different size."""

import re
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rally import rally, rally_study
from support import scenario
from test_figures import RACE, Race, counted, race_meta, real_study
from test_page import written

from analysis.compare import Pair, compare_all
from analysis.nouns import plural_of, singular_of
from analysis.part import Part
from analysis.quantile import quantile_intervals
from analysis.study import Study, _compared
from reports.charts.survival import capped
from reports.charts.sweep import sweep
from reports.charts.values import effects, ranking, values, who_wins
from reports.document import document
from reports.method_names import METHODS, names_in
from reports.page_effects import knocked_out, lengths
from reports.page_methods import paragraphs
from reports.page_tables import effects as effect_tables
from reports.page_tables import fair_shares, headline, strategies
from reports.page_verdict import verdict
from reports.parts import asked, cap_of, centre, foremost, nearest, share_of
from reports.players import Told
from reports.standings import standings
from reports.sweeps import sweeps
from reports.tables import verdict_lines
from reports.units import per, per_what
from reports.words import SPACE
from sim.config import Config
from sim.engine.components import Components
from sim.engine.contract import Column, Game, Question, Record
from sim.engine.seating import Rotation
from sim.tally import Spectrum, Tally

FAIR = Question("Does starting help?", "shares", ("crash",))
COLUMNS = tuple(
    replace(c, fair=c.name == "crash" or c.fair, unit_where=WHERE if c.name == "length" else ())
    for WHERE in [("laps", "1", "pit stops")]
    for c in RACE.record.columns
)
GRAND = replace(
    RACE, record=replace(RACE.record, columns=COLUMNS), unit="series", unit_option="laps",
    units={"1": "heat"}, questions=(FAIR, *RACE.questions), headline=("crash", "length"),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Grand(Race):
    """A scenario of the race of which series are counted, or heats with one lap."""

    @property
    def declared(self) -> Game:
        """The race."""
        return GRAND


def grand(name, seats=("slow", "bold"), matches=400, rotation=Rotation.OFF, laps=3):
    return Grand(
        name=name, game="race", rules=RACE.rules(laps=laps), seats=seats,
        policies=tuple(RACE.strategies[seat] for seat in seats), components=Components({}, {}),
        matches=matches, seed=1, rotation=rotation, generator="splitmix",
    )  # fmt: skip


def rotated(s: Grand, rng) -> Tally:
    """A tally of contenders, the first of whom wins more often if the second is slow."""
    tally = Tally(s)
    tally.arrays["matches"][0] = s.matches
    first = rng.random(s.matches) < (0.5 if s.seats[0] == s.seats[1] else 0.7)
    turn = np.arange(s.matches) % 2 == 1
    for name in tally.columns:
        column = np.zeros(s.matches, int)
        if name.startswith("win_share"):
            c = int(name[-1])
            seat = first == (c == 0) if "contender" in name else (first != turn) == (c == 0)
            column = 60 * seat.astype(int)
        word = tally.layout.place[name]
        squares = int((column.reshape(-1, s.block).sum(axis=1) ** 2).sum())
        tally.arrays["sums"][:, word] = column.sum(), squares >> 32, squares & 0xFFFFFFFF
        tally.arrays["segments"][0, word] = column.sum()
    tally.arrays["segment_matches"][0] = s.matches
    return tally


def grand_study(*scenarios, metrics=("crash", "length"), grid=False, count=None):
    """A study of made-up series, every scenario compared with the first in some metrics."""
    rng = np.random.default_rng(5)
    tallies = [(count or counted)(s, rng) for s in scenarios]
    config = Config(game="race", matches=400, grid={"rules": {"laps": [1]}} if grid else {})
    parts = [Part(t.scenario, t, config.margin) for t in tallies]
    pairs = [
        Pair(parts[0].scenario.name, p.scenario.name, parts[0].tally.column(m), p.tally.column(m), unit="series")
        for p in parts[1:]
        for m in metrics
        if m in _compared(parts[0].tally, p.tally)
    ]  # fmt: skip
    plan: Any = SimpleNamespace(game=GRAND, name="race", config=config, scenarios=[], digest="")
    return Study(plan, parts, [] if grid else compare_all(pairs))


def plainly(text):
    return text.replace(SPACE, " ")


def test_nouns_have_plurals_and_singulars():
    for one, many in (("match", "matches"), ("series", "series"), ("strategy", "strategies"),
                      ("play", "plays"), ("bonus", "bonuses"), ("turn", "turns")):  # fmt: skip
        assert (plural_of(one), singular_of(many)) == (many, one)


# Tables of different size ------------------------------------------------------------------------


def test_fair_shares_of_tables_of_different_size_are_not_compared():
    base, three = Tally(grand("base")), Tally(grand("three", ("slow",) * 3))
    found = _compared(base, three)
    assert "length" in found
    assert not any(base.columns[name].fair for name in found)
    assert "win_share_seat0" in _compared(base, Tally(grand("again")))


def test_each_table_is_told_by_its_distance_from_its_own_fair_share():
    study = grand_study(grand("base", ("slow",) * 2, 4000), grand("three", ("slow",) * 3, 4000))
    three = next(line for line in verdict(study).others if line.startswith("Three"))
    assert "3 players" in plainly(three)
    assert "below its fair share of 33.33 %" in plainly(three)
    assert "base" not in three
    table = fair_shares(study)
    assert {row[0] for row in table.rows} == {"base", "three"}
    assert {plainly(row[3]) for row in table.rows if row[0] == "three"} == {"33.33 %"}
    found = [s["fair_shares"] for s in document(study)["scenarios"]]
    assert [{f["fair"] for f in shares} for shares in found] == [{1 / 2}, {1 / 3}]
    assert not fair_shares(grand_study(grand("base"))).rows


def laid(sums):
    """Ten series of goooal that differ in nothing but who wins, with these sums of columns."""
    tally = Tally(scenario("goooal", seats=["random"] * 2, matches=10))
    tally.arrays["matches"][:] = 10
    place, per = tally.layout.place, tally.layout.per
    for name, total in sums.items():
        tally.arrays["sums"][::2, place[name]] = total, max(total, total**2 // 10)
    for (one, other), at in tally.layout.pair_at.items():
        if per.get(one) == other and {one, other} <= {*sums}:
            tally.arrays["products"][1, at] = sums[one] * sums[other] // 10
    return Part(tally.scenario, tally, 0.02)


def test_parts_of_matches_are_cut_by_a_cap_of_their_own():
    """A capped match of goooal is no capped series."""
    part = laid({"n_matches": 40, "match_turns": 480, "match_capped": 10})
    assert [cap_of(part, name).value for name in ("match_turns", "turns_total")] == [0.25, 0]
    shown = capped([Told(part, "base", "", "match_turns")])
    assert shown.startswith("Ended by a cap, and counted at that length: base 25")
    assert "No series" in capped([Told(part, "base", "", "turns_total")])


def test_a_fair_share_is_an_equal_part_of_what_somebody_wins():
    """Nobody wins half of the series; first matches are those that somebody wins."""
    sums = {"no_winner": 5, "champion_is_first_dealer": 3, "first_won": 10, "first_dealer_wins": 5}
    found = {f.metric: f.fair for f in laid(sums).fair_shares}
    assert found["champion_is_first_dealer"] == found["win_share_seat0"] == 0.25
    assert found["first_dealer_wins"] == 0.5


def test_charts_mark_the_fair_share_of_each_scenario():
    study = grand_study(grand("base"), grand("three", ("slow",) * 3))
    (drawing,) = values(study, FAIR, 0)
    assert list(drawing.table["fair"]) == [1 / 2, 1 / 3]
    assert "a fair share" in drawing.note
    ticks = [line.get_xdata()[0] for axes in drawing.figure.axes for line in axes.lines
             if len(line.get_xdata()) == 2 and line.get_xdata()[0] == line.get_xdata()[1]]  # fmt: skip
    assert set(ticks) >= {1 / 2, 1 / 3}
    assert not any(d.table["metric"].eq("crash").any() for d in effects(study))


def test_a_seat_that_one_scenario_alone_has_is_labelled_like_the_others():
    study = grand_study(grand("base", ("slow",) * 2), grand("three", ("slow",) * 3))
    labels = {label for d in who_wins(study) for label in d.table["label"]}
    assert labels == {f"Win share, seat {i}" for i in range(3)}


# Series and matches ------------------------------------------------------------------------------


def test_what_is_counted_may_follow_an_option():
    study = grand_study(grand("base"), grand("short", laps=1))
    assert [part.unit for part in study.parts] == ["series", "heat"]
    assert [part.columns["length"].unit for part in study.parts] == ["turns", "pit stops"]
    assert study.comparisons == []
    assert "heats" in verdict(study).others[0]
    assert [table.head[0] for table in headline(study)] == ["per series", "per heat"]


def test_only_what_is_per_something_is_compared_where_two_things_are_counted(monkeypatch):
    parts = Column("part", 0, 9, "parts", "laps", per="gap")
    record = Record((*COLUMNS, parts))
    game = replace(GRAND, record=record, headline=("crash", "length", "part"))
    monkeypatch.setattr(Grand, "declared", property(lambda _: game))
    base, short = Tally(grand("base")), Tally(grand("short", laps=1))
    assert _compared(base, short) == ["part"]
    assert {"part", "crash", "length"} <= set(_compared(base, Tally(grand("again"))))
    part = Part(base.scenario, base, 0.02)
    assert (per(part, "part"), per_what(part, "part")) == ("lap", "gap of the winner")
    assert (per(part, "crash"), per_what(part, "crash")) == ("series", "series")


def test_a_run_of_series_does_not_speak_of_matches(tmp_path):
    names = [grand("base"), grand("x", matches=401), grand("y", ("bold", "slow"))]
    study = grand_study(*names)
    html, markdown, saved = written(replace(study, meta=race_meta()), tmp_path)
    for text in (html, markdown):
        text = re.sub(r"dreamodds run .*", "", text)
        found = {m.group(0) for m in re.finditer(r".{0,50}\bmatch(es)?\b.{0,30}", text)}
        assert found == set()
    assert not any("match" in f.alt + f.note + f.title for f in saved)
    assert "matches" not in "".join(verdict_lines(study))


# Verdicts ----------------------------------------------------------------------------------------


def test_contenders_of_one_strategy_are_equal_by_design():
    study = grand_study(
        grand("base", ("slow", "slow"), rotation=Rotation.CYCLIC),
        grand("other", ("bold", "slow"), rotation=Rotation.CYCLIC),
        metrics=("win_share_contender0",), count=rotated,
    )  # fmt: skip
    lead = " ".join(verdict(study).lead)
    assert "Contenders are equal by design" in lead
    assert "ontender 0" not in lead
    lines = [*verdict_lines(study)]
    assert lines[0].startswith("base: Equal by design: win_share of contenders")
    told = [line for line in lines if line.startswith("other: ")]
    assert told[0].startswith("other: bold: Unbalanced: win_share_contender0")
    balance = {b.metric: b.verdict for b in study.parts[0].balance}
    assert balance["win_share_contender0"] == "equal by design"


def test_nobody_ever_wins_is_no_question_of_balance():
    def nobody(s, rng):
        tally = counted(s, rng)
        for name in tally.columns:
            if name.startswith("win_share"):
                tally.arrays["sums"][:, tally.layout.place[name]] = 0
        return tally

    study = grand_study(grand("base"), count=nobody)
    assert {b.verdict for b in study.parts[0].balance} == {"nobody wins"}
    assert "nobody ever wins" in " ".join(verdict(study).lead)


def test_the_verdict_tells_what_changes_the_length():
    scenarios = [grand("base", matches=4000), grand("same", matches=4000)]
    assert "no variant is shown to change it" in next(lengths(grand_study(*scenarios)))
    study = grand_study(*scenarios)
    longer = replace(study.comparisons[1], difference=3.0, low=2.9, high=3.1, verdict="higher")
    (said,) = lengths(replace(study, comparisons=[study.comparisons[0], longer]))
    assert (
        plainly(said) == "Natural length, turns a series, changed most by same +3.0 (+2.9 to +3.1)."
    )
    assert [*lengths(grand_study(scenarios[0]))] == []


def test_variants_that_change_one_player_are_ranked():
    cyclic = {"rotation": Rotation.CYCLIC, "matches": 400}
    scenarios = [grand("base", ("slow", "slow"), **cyclic), grand("brave", ("bold", "slow"), **cyclic),
                 grand("lucky", ("random", "slow"), **cyclic)]  # fmt: skip
    study = grand_study(*scenarios, metrics=("win_share_contender0",), count=rotated)
    (drawing,) = ranking(study)
    assert sorted(drawing.table["label"]) == ["brave", "lucky"]
    assert list(drawing.table["value"]) == sorted(drawing.table["value"])
    assert "largest change of how often the changed player wins" in verdict(study).others[0]
    other = grand("laps", ("bold", "slow"), laps=4, **cyclic)
    assert knocked_out(grand_study(scenarios[0], scenarios[1], other, count=rotated)) == []


def test_a_variant_is_told_by_the_share_that_it_changes_most():
    scenarios = [grand(name, ("slow", "slow"), matches=400) for name in ("base", "one", "other")]
    seats = "win_share_seat0", "win_share_seat1"
    study = grand_study(*scenarios, metrics=seats)
    changes = {("one", seats[0]): 0.1, ("one", seats[1]): -0.1,
               ("other", seats[0]): 0.1, ("other", seats[1]): -0.3}  # fmt: skip
    comparisons = [
        replace(
            c, difference=d, low=d - 0.01, high=d + 0.01, verdict="higher" if d > 0 else "lower"
        )
        for c in study.comparisons
        for d in [changes[c.variant, c.metric]]
    ]
    one, other = map(plainly, verdict(replace(study, comparisons=comparisons)).others[:2])
    assert "seat 0 wins" in one
    assert "10.0 percentage points above base (+9.0 to +11.0), its largest change" in one
    assert "seat 1 wins" in other
    assert "30.0 percentage points below base" in other
    apart = [c for c in comparisons if c.variant == "one"]
    assert "largest" not in verdict(replace(study, comparisons=apart)).others[0]


def test_an_identical_variant_is_pale_and_an_interval_without_zero_is_explained():
    study = grand_study(grand("base"), *(grand(f"v{i}") for i in range(20)))
    same = replace(study.comparisons[0], verdict="identical in every series (of 400)")
    odd = replace(study.comparisons[2], low=0.01, high=0.2, verdict="no difference shown")
    found = replace(study, comparisons=[same, odd, *study.comparisons[4:]])
    told = {e.variant: e for d in effects(found) for e in d.table.itertuples()}
    assert not told["v0"].told
    captions = [table.caption for table in effect_tables(found)]
    assert "may exclude 0" in captions[1]
    assert "may exclude 0" not in captions[0]


@pytest.mark.parametrize(("low", "p"), [(0.001, "; p (Holm) 0.085"), (-0.001, "")])
def test_where_no_difference_is_shown_an_interval_without_zero_has_its_p(low, p):
    scenarios = [grand(name, ("slow", "slow"), matches=400) for name in ("base", "one")]
    study = grand_study(*scenarios, metrics=("win_share_seat0",))
    said = "no difference shown, and none as large as the margin"
    found = [
        replace(c, low=low, high=0.009, verdict=said, p_adjusted=0.085) for c in study.comparisons
    ]
    sentence = plainly(verdict(replace(study, comparisons=found)).others[0])
    assert "no difference shown from base (" in sentence
    assert f" to +0.9 percentage points{p}), and none as large as the margin" in sentence


# Grids -------------------------------------------------------------------------------------------


@dataclass
class Cell:
    """A scenario of a grid of two options, 3 and 15 as printed."""

    size: int
    wins: int


class Rules:
    """Options that know their printed values."""

    def __init__(self, size=5, wins=4):
        self.values = {"size": size, "wins": wins}

    def model_dump(self):
        """All values."""
        return self.values


def cells(sizes, wins):
    return [
        SimpleNamespace(scenario=SimpleNamespace(rules=Rules(s, w), name=f"size={s}, wins={w}"))
        for w in wins
        for s in sizes
    ]


@pytest.mark.parametrize(
    ("sizes", "fixed"), [([3, 4, 5], "size 5"), ([5, 3, 4], "size 5"), ([3, 4], "size 3")]
)
def test_other_options_of_a_grid_are_held_as_printed(sizes, fixed):
    (found,) = sweeps(cells(sizes, range(1, 8)), ("wins", "size"))[:1]
    assert (found.option, found.fixed, len(found.steps)) == ("wins", fixed, 7)


def test_dots_of_no_difference_shown_are_pale():
    study = grand_study(grand("base"), grand("x"))
    same = replace(study.comparisons[0], verdict="identical in every series (of 400)")
    sure = replace(study.comparisons[1], verdict="higher")
    (drawing,) = effects(replace(study, comparisons=[same, sure]))
    assert list(drawing.table["pale"]) == [True, False]
    assert "Pale" in drawing.note


def test_a_grid_is_drawn_around_its_printed_cell():
    parts: Any = cells([3, 4, 5], range(1, 8))
    assert centre(parts) == {"size": 5, "wins": 4}
    near = [part.scenario.rules.values for part in nearest(parts)]
    assert len(near) == 9
    assert all(v["size"] == 5 or v["wins"] == 4 for v in near)
    study: Any = SimpleNamespace(parts=parts, plan=SimpleNamespace(config=Config(game="x", grid={"rules": {"wins": [1]}})))  # fmt: skip
    assert foremost(study).scenario.name == "size=5, wins=4"
    assert centre(cells([3, 4], [1, 2])) == {"size": 3, "wins": 1}


def test_fewer_parts_than_a_block_has_matches_count_as_one():
    seen = np.zeros(9, int)
    seen[4] = 1
    counts = Spectrum("part", 1, 0, 4, 1, 0, 1, seen, 0, 0)
    assert quantile_intervals(counts, [0.5])[0].value == 4
    assert share_of(1, 1, 0)[0] == 1


# Methods -----------------------------------------------------------------------------------------


def methods_in(value):
    """Every method of a document."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from [inside] if key == "method" else methods_in(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from methods_in(inside)


@pytest.mark.parametrize(
    ("game", "seats"),
    [("dream_team", ["random"]), ("dream_team", ["random", "heuristic"]), ("goooal", ["strong"]),
     ("goooal", ["random", "strong"])],
)  # fmt: skip
def test_every_method_of_a_summary_is_explained(game, seats, tmp_path):
    variants = {"goooal": {"x": {"rules": {"hand_size": 5}}},
                "dream_team": {"x": {"rules": {"thirds": 1}}, "y": {"seats": ["heuristic"]}}}  # fmt: skip
    study = real_study(tmp_path, game, seats=seats, meta=None, variant=variants[game])
    found = {name for method in methods_in(document(study)) for name in names_in(method)}
    assert found <= METHODS.keys()
    text = " ".join(paragraphs(study))
    assert all(f"\u201c{name}\u201d is " in text for name in found)


def test_the_methods_name_the_scenarios_that_rotate():
    study = grand_study(grand("base"), grand("turning", rotation=Rotation.CYCLIC), count=rotated)
    text = " ".join(paragraphs(study))
    assert "Seats are not rotated in base: every series" in text
    assert "Seats are rotated in turning (cyclic)" in text


def test_who_beats_whom_stands_beside_who_is_better_against_all():
    table = standings(race_meta())
    assert {row.name: row.beats for row in table.rows} == {
        "bold": ("random",), "slow": ("random", "bold"), "random": (),
    }  # fmt: skip
    assert strategies(table).head[-2:] == (
        "surely beats",
        "surely better than, against every opponent",
    )
    assert "every opponent" in strategies(table).caption


def test_a_sweep_runs_through_the_printed_values_of_the_other_options():
    study = rally_study(
        *(rally(f"limit={x}, fuel={f}", limit=x, fuel=f) for f in (0, 100_000) for x in (5, 10, 20))
    )
    study.plan.config = Config(
        game="rally", grid={"rules": {"limit": [5, 10, 20], "fuel": [0, 100_000]}}
    )
    ask = Question("What does the limit change?", "sweep", ("out",), varies=("limit",))
    study.plan.game = replace(study.plan.game, questions=(ask,))
    ((_, _, able),) = asked(study)
    assert {part.scenario.rules.fuel for part in able.parts} == {100_000}
    (drawing,) = sweep(able, ask, 0)
    for text in (drawing.title, drawing.alt, drawing.note):
        assert "fuel 100000" in text
