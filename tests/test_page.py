"""The page: whole, in order, escaped, without anything from elsewhere; and its words."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from math import sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_figures import race_meta, race_study, real_study

from analysis.anchors import Check
from analysis.estimate import rate
from analysis.points import MetaStudy
from analysis.study import Criterion
from reports.ambiguities import ambiguities, parse
from reports.document import document
from reports.figures import draw_all, save
from reports.page import write_report
from reports.page_sentences import judged
from reports.page_verdict import verdict
from reports.standings import standings
from reports.tables import comparison_table, headline_table, verdict_lines
from reports.words import (
    MINUS,
    SPACE,
    count,
    digits_for,
    exactly,
    fixed,
    grid_keys,
    label,
    p_value,
    percent,
    plural,
    scenario_title,
    shown,
    slug,
)

FACTS = {
    "versions": {"numpy": "2.4"},
    "sources": "abc123",
    "digest": "0123",
    "timings": {"playing": 1.5},
    "started": "2025-01-01",
}
COMMAND = "dreamodds run 'a <b>.toml' --matches 400"


def written(study, folder):
    saved = [save(drawing, folder / "figures") for drawing in draw_all(study)]
    write_report(study, saved, folder, COMMAND, FACTS)
    html = (folder / "report.html").read_text(encoding="utf-8")
    return html, (folder / "report.md").read_text(encoding="utf-8"), saved


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    folder = tmp_path_factory.mktemp("real")
    return *written(real_study(folder / "store"), folder), folder


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    names = ["base", "<script>alert(1)</script>", "a|b"]
    return written(race_study(names, meta=race_meta()), tmp_path_factory.mktemp("race"))


class Page(HTMLParser):
    """Tags, ids and links of a page; every tag must be closed."""

    EMPTY = frozenset({"meta", "img", "br", "hr", "link", "input", "wbr"})

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.open, self.labels = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        """Note what is opened."""
        found = dict(attrs)
        self.tags.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[key] for key in ("href", "src") if key in found]
        self.labels += [found[key] for key in ("aria-label", "alt") if key in found]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Note what is opened and closed at once."""
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        """Close what was opened last."""
        assert self.open.pop() == tag


@pytest.mark.parametrize("which", ["real", "made_up"])
def test_the_page_needs_nothing_else(which, request):
    html = request.getfixturevalue(which)[0]
    page = Page(html)
    assert "script" not in page.tags
    assert "link" not in page.tags
    assert "http" not in html
    assert "@import" not in html
    assert all(link.startswith(("#", "data:image/png")) for link in page.links)
    assert {link[1:] for link in page.links if link[0] == "#"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert len(html.encode()) < 3_000_000


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (("unbalanced", "unbalanced"), "unbalanced, more than 2 percentage points from"),
        (("unbalanced", "balanced"), "unbalanced, 1 of 2 more than 2 percentage points from"),
        (("undecided", "unbalanced"), "unbalanced, 1 of 2 more than 2 percentage points from"),
    ],
)
def test_only_those_that_are_off_are_called_unbalanced(verdicts, said):
    group = ["win_a", "win_b"]
    balance = [SimpleNamespace(metric=m, verdict=v) for m, v in zip(group, verdicts, strict=True)]
    part = SimpleNamespace(balance=balance, margin=0.02, par=lambda names: 0.5)
    part.scenario = SimpleNamespace(seats=("x", "y"))
    assert judged(part, group).startswith(said)


def test_where_no_difference_is_shown_the_sentence_ends_with_the_margin():
    study = race_study(["base", "other"])
    same = "no difference shown, and none as large as the margin"
    alike = [replace(c, verdict=same) for c in study.comparisons]
    assert re.search(
        r"no difference shown from base \(.* percentage points\), and none as large as the margin\.",
        verdict(replace(study, comparisons=alike)).others[0],
    )


@pytest.mark.parametrize("which", ["real", "made_up"])
def test_every_figure_has_its_words(which, request):
    html, markdown, saved, *_ = request.getfixturevalue(which)
    labels = Page(html).labels
    for figure in saved:
        assert figure.alt in labels
        assert f"](figures/{figure.name}.png)" in markdown
    assert html.count("<figure") == len(saved) == markdown.count("![")


def test_sections_come_in_the_order_of_the_design(real):
    order = ["verdict", "headline", "assumptions", "questions", "rules", "strategies"]
    order += ["methods", "reproduce"]
    places = [real[0].index(f'<section id="{name}">') for name in order]
    assert places == sorted(places)
    headings = re.findall(r"^## (.*)$", real[1], re.MULTILINE)
    assert headings == [
        "Verdict", "Headline", "What would change the verdict", "Questions",
        "House rules compared", "Strategies against each other", "Methods and caveats",
        "Reproduce",
    ]  # fmt: skip


def test_the_page_says_what_it_rests_on(real):
    html, markdown, _, folder = real
    for text in (html, markdown):
        assert "rest on assumed values" in text
        assert "who may attack and defend how often in a third" in text
        assert "dice_mode" in text.replace("<wbr>", "")
        assert "abc123" in text
        assert "numpy 2.4" in text
        assert "Holm" in text
    for name in re.findall(r"\]\((figures/[^)]*)\)", markdown):
        assert (folder / name).is_file()


def test_text_of_users_is_text(made_up):
    html, markdown, _ = made_up
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert "The Race &amp; Sons" in html
    assert "Some text with &lt;b&gt; &amp; more." in html
    assert COMMAND in markdown
    assert "a &lt;b&gt;.toml" in html
    assert "a\\|b" in markdown


def test_rows_of_markdown_tables_are_as_wide_as_their_heads(real, made_up):
    for markdown in (real[1], made_up[1]):
        width = 0
        for line in markdown.splitlines():
            cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
            assert not (cells and width) or cells == width, line
            width = cells


def test_a_conflict_is_loud(tmp_path):
    study = race_study(["base"])
    bad = Check("p_hit_1,1", 0.5, 0.7, 0.01, 20.0, 0.0, True)
    study.parts[0].__dict__["checks"] = [bad]
    html, markdown, _ = written(study, tmp_path)
    assert 'role="alert"' in html
    for text in (html, markdown):
        assert "CONFLICT: this run contradicts" in text
        assert "Self-check passed" not in text
        assert text.index("CONFLICT") < text.index("Headline</h2>" if "<h2>" in text else "## Head")
    assert 'role="alert"' not in written(race_study(["base"]), tmp_path)[0]


def test_criteria_are_answered(tmp_path):
    study = race_study(["base"])
    e = study.parts[0].columns["crash"]
    never = replace(e, n=0, low=0.0, high=1.0)
    criteria = [
        Criterion("crash", "base", (0.1, 0.5), e, "met"),
        Criterion("crash", "base", (0.4, 0.5), e, "failed"),
        Criterion("p_hit_1,2", "base", (0.4, 0.5), never, "undecided"),
    ]
    found = verdict(replace(study, criteria=criteria)).answers
    assert [a.answer for a in found] == ["met", "failed", "undecided"]
    assert "asked for 10\u00a0% to 50\u00a0%" in found[0].text
    assert "never tried" in found[2].text
    printed = [line for line in verdict_lines(replace(study, criteria=criteria)) if "check" in line]
    assert printed[1].startswith("check failed: crash of base within 0.4 to 0.5; it is ")
    assert printed[2].endswith("p_hit_1,2 of base within 0.4 to 0.5; it was never tried")


def test_a_limit_is_said_with_all_its_digits():
    study = race_study(["base"])
    e = study.parts[0].columns["crash"]
    found = verdict(
        replace(study, criteria=[Criterion("crash", "base", (0.00012, 0.4999999), e, "met")])
    )
    assert "asked for 0.012 % to 49.99999 %" in found.answers[0].text.replace(SPACE, " ")
    assert exactly(1.0) == f"100{SPACE}%"


def test_too_few_matches_do_not_agree_early_and_late():
    said = [verdict(race_study(["base"], matches=n)).self_check[0] for n in (50, 4000)]
    assert said[0].endswith("too few matches to compare early with late ones.")
    assert said[1].endswith("early and late matches agree.")


@pytest.mark.parametrize(
    ("seats", "what"),
    [(["random", "heuristic"], "random wins"), (["random"], "the home side won")],
)
def test_a_variant_is_told_by_what_the_verdict_turns_on(tmp_path, seats, what):
    """How strong a strategy is where different ones meet, else what is equal in a fair game."""
    said, length = verdict(real_study(tmp_path, seats=seats, meta=None)).others
    assert length.startswith("Natural length")
    assert said.startswith(f"Rolled (dice_mode = rolled): {what} ")


def test_the_farthest_from_equal_may_win_too_rarely():
    study = race_study(["laps=1", "laps=2"], ("slow",) * 4, grid=True)
    cells = (0.35, 0.22, 0.22, 0.21), (0.3, 0.3, 0.3, 0.1)
    for part, shares in zip(study.parts, cells, strict=True):
        for i, share in enumerate(shares):
            name = f"win_share_seat{i}"
            part.columns[name] = replace(part.columns[name], value=share)
    assert verdict(study).lead[-1].startswith("Farthest from it: laps 2")


def test_the_terminal_says_one_match_and_tiny_p_values():
    assert "; 1 match, seed" in next(headline_table(race_study(["base"], matches=1)))
    study = race_study(["base", "x"])
    tiny = replace(study.comparisons[0], p_adjusted=3.53e-300)
    text = "\n".join(comparison_table(replace(study, comparisons=[tiny])))
    assert "< 0.0001" in text
    assert "e-300" not in text


def test_the_terminal_says_what_a_metric_is():
    lines = [*headline_table(race_study(["base"]))]
    first = next(line for line in lines if line.startswith("  win_share_seat1"))
    assert first.endswith("  Win share, seat 1 (bold)")


def test_the_legend_explains_every_method(real, tmp_path):
    text = written(race_study(["base", "x"], matches=7), tmp_path)[1]
    assert "The 4 verdicts of balance of 2 scenarios are each for itself" in text
    study = real_study(tmp_path / "store")
    used = {e.method for e in study.parts[0].rates.values()}
    assert any("one trial in 2" in method for method in used)
    assert "\u201cone trial in\u201d is a rate where seats rotate" in real[1]
    assert "between paired blocks where seats are rotated" in real[1]


def test_the_verdict_can_be_quoted():
    lead = verdict(race_study(["base"])).lead
    assert 2 <= len(lead) <= 5
    assert all(sentence.endswith(".") for sentence in lead)
    assert "seat 0" in lead[1].lower()
    assert "95 % interval" in lead[1]
    assert "cannot be told apart" in lead[2]
    others = verdict(race_study(["base", "x", "y"])).others
    assert len(others) == 2
    assert all("base" in sentence for sentence in others)


def test_a_grid_is_summed_up(tmp_path):
    names = [f"laps={i}" for i in range(1, 6)]
    study = race_study(names, grid=True)
    found = verdict(study)
    assert "5 scenarios of a grid" in found.lead[0].replace(SPACE, " ")
    assert len(found.others) == 5
    html, _, _ = written(study, tmp_path)
    assert 'id="rules"' not in html
    assert 'id="strategies"' not in html


def test_verdict_words_of_a_real_run(tmp_path):
    study = real_study(tmp_path, seats=["random", "heuristic"], matches=400)
    lead = " ".join(verdict(study).lead).replace(SPACE, " ")
    assert "random against heuristic, changing seats" in lead
    assert "the strategies are not equally strong" in lead
    assert "95 % interval" in lead


# Standings ---------------------------------------------------------------------------------------


def test_standings_show_several_rankings_and_say_when_they_disagree():
    table = standings(race_meta())
    assert [row.name for row in table.rows] == ["bold", "slow", "random"]
    assert table.rows[0].best_reply == "slow"
    assert all(row.mix and row.rating for row in table.rows)
    assert sum(row.alpha.value for row in table.rows) == pytest.approx(1)
    assert "disagree" in table.remarks[0]
    assert any("Skill against luck" in remark for remark in table.remarks)
    assert any("lower bound" in remark for remark in table.remarks)


def test_the_document_holds_the_points_of_every_pair(tmp_path):
    meta = document(replace(real_study(tmp_path, matches=240), meta=race_meta()))["meta"]
    assert meta["strategies"] == ["random", "slow", "bold"]
    points = {(row["strategy"], row["against"]): row["value"] for row in meta["points"]}
    assert len(points) == 6
    assert (points["slow", "random"], points["random", "slow"]) == (0.7, 0.3)
    assert {row["draws"] for row in meta["points"]} == {0.1}


def even_meta(rng, size, matches=2000):
    """Equally strong strategies."""
    names = tuple("abcdefgh"[:size])
    points = {}
    for i, a in enumerate(names):
        for b in names[:i]:
            wins = int(rng.binomial(matches, 0.5))
            points[a, b] = rate("points", wins, matches)
            points[b, a] = rate("points", matches - wins, matches)
    strict = 1 - 0.05 / len(points)
    together = {
        pair: rate("points", round(e.value * matches), matches, level=strict)
        for pair, e in points.items()
    }
    return MetaStudy(names, points, dict.fromkeys(points, 0.0), 2, together)


@pytest.mark.parametrize(("size", "runs"), [(2, 60), (4, 8)])
def test_of_equal_strategies_none_is_called_best(size, runs):
    """The highest of them always was; and each row had a better reply in a tenth of the runs."""
    rng = np.random.default_rng(4)
    tables = [standings(even_meta(rng, size)) for _ in range(runs)]
    best = np.mean(["best of these" in t.remarks[0] for t in tables])
    replies = np.mean([any(row.reply_points for row in t.rows) for t in tables])
    surely = np.mean([any(row.dominates for row in t.rows) for t in tables])
    assert max(best, replies, surely) <= 0.05 + 3 * sqrt(0.05 * 0.95 / runs)
    assert any("is shown to be best" in t.remarks[0] for t in tables)


def test_strategies_that_play_alike_tie():
    e = rate("points", 500, 1000)
    points = {("a", "b"): e, ("b", "a"): e}
    table = standings(MetaStudy(("a", "b"), points, dict.fromkeys(points, 0.0), 2))
    assert table.remarks[0].startswith(
        "No strategy is shown to be best: by mean points a and b tie"
    )
    mix = next(remark for remark in table.remarks if "Nash" in remark).replace(SPACE, " ")
    assert "(0.0 to 100.0)" in mix


def test_a_series_says_what_its_interval_allows():
    unsure = replace(rate("points", 505, 1000), low=0.47, high=0.54)
    points = {("bold", "random"): unsure, ("random", "bold"): unsure}
    draws = dict.fromkeys(points, 0.1)
    text = standings(MetaStudy(("bold", "random"), points, draws, 2)).remarks[-1]
    assert "in 95 % of cases; the interval allows 393 or more." in text
    sure = replace(unsure, value=0.94, low=0.9, high=0.97)  # more than wins and half draws can be
    points = {("bold", "random"): sure, ("random", "bold"): unsure}
    text = standings(MetaStudy(("bold", "random"), points, draws, 2)).remarks[-1]
    assert "in 95 % of series" in text


def test_standings_of_larger_tables_leave_out_what_needs_two_seats():
    table = standings(race_meta(players=4))
    assert all(row.mix is None and row.rating is None for row in table.rows)
    assert not any("Nash" in remark for remark in table.remarks)


# Ambiguities -------------------------------------------------------------------------------------


def test_every_open_point_of_a_rulebook_is_read(any_game):
    text = (any_game.folder / "RULES.md").read_text(encoding="utf-8")
    section = text[text.index("## 3.") : text.index("## 4.")]
    found = ambiguities(any_game)
    assert len(found) == len(re.findall(r"^\| A\d", section, re.MULTILINE)) > 0
    assert len({a.id for a in found}) == len(found)
    assert all(a.open and a.default for a in found)
    options = {name for a in found for name in a.options}
    known = {*any_game.rules.model_fields, *any_game.rules.later}
    assert options & known


def test_tables_of_other_sections_and_other_lines_are_no_ambiguities():
    text = r"""
## 2. Rules
| A9 | no | no | no | no |
## 3. Gaps and ambiguities
| id | open | readings | default | option |
|---|---|---|---|---|
| A1 | a \| b | x / y | x | `some_rule=2`, `other` |
| A2 | second | - | none | - |
| A3 | too few | cells |
| A4 | any bound | none; 11 | none | none |
**A1 in full.** Some text.
## 4. Options
| A8 | no | no | no | no |
"""
    first, second, third = parse(text)
    assert (second.default, third.default, third.option) == ("none", "none", "")
    assert (first.open, first.options) == ("a | b", ("some_rule", "other"))
    assert (second.readings, second.option, second.options) == ("", "", ())
    assert list(parse("no section")) == []
    assert ambiguities(SimpleNamespace(folder=__import__("pathlib").Path("/nowhere"))) == []


# Words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((0.64898, 0.64479, 0.65315, "share"), "64.9 % (64.5 to 65.3)"),
        ((0.5, 0.49990, 0.50010, "share"), "50.00 % (49.99 to 50.01)"),
        ((0.0, 0.0, 7.4e-5, "share"), "0.000 % (0.000 to 0.007)"),
        ((1.0, 0.158, 1.0, "share"), "100.0 % (15.8 to 100.0)"),
        ((2.15486, 2.1469, 2.1629, "goals"), "2.155 goals (2.147 to 2.163)"),
        ((12345.6, 12000.0, 12700.0, "dollars"), "12 346 dollars (12 000 to 12 700)"),
        ((3.0, 3.0, 3.0, "goals"), "3 goals (constant)"),
    ],
)
def test_digits_follow_the_width_of_the_interval(values, expected):
    assert shown(*values).whole.replace(SPACE, " ") == expected


def test_differences_have_a_sign_and_points():
    text = shown(-0.1466, -0.1525, -0.1405, "share", difference=True)
    assert text.point.replace(SPACE, " ") == f"{MINUS}14.7 pp"
    assert text.high == f"{MINUS}14.1"
    assert shown(0.01, -0.01, 0.03, "share", difference=True).value == "+1.0"


@given(st.just(0.0) | st.floats(1e-9, 1e9), st.integers(0, 3))
def test_an_interval_is_shown_in_at_least_two_steps(width, fewest):
    digits = digits_for(width, fewest)
    assert fewest <= digits <= 6
    assert digits == 6 or round(width * 10**digits, 6) >= 2


def test_small_words():
    assert fixed(-0.001, 2) == "0.00"
    assert fixed(-1234.5, 1) == f"{MINUS}1{SPACE}234.5"
    assert count(50_000) == f"50{SPACE}000"
    assert [plural(n, "match") for n in (1, 2)] == [f"1{SPACE}match", f"2{SPACE}matches"]
    assert percent(0.02) == f"2{SPACE}%"
    assert percent(1 / 3) == f"33.33{SPACE}%"
    assert [p_value(p) for p in (0.0, 0.0312, 1.0)] == [f"<{SPACE}0.0001", "0.031", "1"]
    assert slug("How often does a try succeed, really?") == "how-often-does-a-try-succeed-really"
    assert slug("???") == "x"


def test_cells_of_a_grid_are_named_by_their_values():
    name = "play_rule=one_play, thirds=3, seats=slow (a=1, b=2)/random"
    assert scenario_title(name) == "one play \u00b7 thirds 3 \u00b7 slow (a=1, b=2)/random"
    assert grid_keys(name) == "play rule \u00b7 thirds \u00b7 seats"
    assert scenario_title("defend_once") == "defend once"
    assert grid_keys("defend_once") == ""


def test_metrics_have_names_for_readers(any_game):
    record, seats = any_game.record, ("bold", "slow")
    for name in record.column_names(2, rotated=True):
        text = label(record, name, seats)
        assert text
        assert text[0] == text[0].upper()
        assert "_" not in text
    assert label(record, "win_share_seat1", seats) == "Win share, seat 1 (slow)"
    assert label(record, "win_share_contender0", seats) == "Win share, bold"
    assert label(record, "win_share_contender0", ("x", "x")) == "Win share, contender 0 (x)"
    assert label(record, "win_share_seat1 > 0", seats) == "Win share, seat 1 (slow) > 0"
    assert label(record, "no_winner = 1") == "Nobody won = 1"
    for declared in record.rates:
        for metric in record.rate_names(declared):
            assert " = " in label(record, metric)
