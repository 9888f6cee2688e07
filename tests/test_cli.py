"""The command line: what it prints, what it leaves, how it ends."""

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from support import ROOT, plan_of

from reports.cli import app, main
from reports.commands import reported
from reports.document import SCHEMA
from reports.folder import RunFolder
from reports.progress import Progress
from sim.engine.errors import InputError
from sim.games import names
from sim.play import play_rows
from sim.run import run_plan
from sim.store import Store
from sim.workers import Workers

GAME = "dream_team"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Commands run from an empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _two_figures(monkeypatch):
    """Reports of these tests draw two figures; tests of pages and figures draw them all."""
    from reports import figures

    draw_all = figures.draw_all
    monkeypatch.setattr(figures, "draw_all", lambda study: islice(draw_all(study), 2))


def run(capsys, *words):
    """Exit code, stdout and stderr of a command."""
    capsys.readouterr()
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def finite(value):
    if isinstance(value, dict):
        return all(finite(v) for v in value.values())
    if isinstance(value, list):
        return all(finite(v) for v in value)
    return not isinstance(value, float) or abs(value) < float("inf")


@pytest.mark.parametrize("name", names())
def test_run_prints_one_document_and_leaves_a_folder(name, capsys):
    code, out, err = run(
        capsys, "run", name, "--matches", "600", "--seed", "3", "--json", "-o", "o"
    )
    assert code == 0, err
    document = json.loads(out)
    assert document["schema"] == SCHEMA
    assert finite(document)
    scenario = document["scenarios"][0]
    shares = sum(
        c["mean"]
        for n, c in scenario["columns"].items()
        if n.startswith("win_share_seat") or n == "no_winner"
    )
    assert shares == pytest.approx(1)
    for column in scenario["columns"].values():
        assert column["low"] <= column["mean"] <= column["high"]
        assert column["method"]
    folder = Path("o")
    assert json.loads((folder / "summary.json").read_text()) == document
    for file in ("manifest.json", "config.effective.toml", "report.html", "report.md"):
        assert (folder / file).stat().st_size > 100, file
    assert list(folder.glob("tables/*.csv"))
    figures = {path.stem for path in folder.glob("figures/*.svg")}
    assert figures
    assert figures == {path.stem for path in folder.glob("figures/*.csv")}
    assert "http" not in re.sub(r"https?://(doi\.org|www\.w3\.org)", "", _sources(folder))


def _sources(folder):
    page = (folder / "report.html").read_text()
    return " ".join(re.findall(r'(?:src|href)="([^"]*)"', page))


def test_a_finished_run_plays_nothing(capsys):
    words = ["run", GAME, "--matches", "600", "--json", "--quiet"]
    _, first, _ = run(capsys, *words)
    code, again, err = run(capsys, *words)
    assert code == 0
    assert again == first
    assert "nothing played" in err
    _, table, _ = run(capsys, "run", GAME, "--matches", "600", "--quiet")
    assert "win_share_seat0" in table


def test_a_folder_holds_one_run(capsys):
    run(capsys, "run", GAME, "--matches", "120", "--quiet", "-o", "x")
    code, _, err = run(capsys, "run", GAME, "--matches", "240", "--quiet", "-o", "x")
    assert code == 2
    assert "holds another run" in err
    Path("mine").mkdir()
    Path("mine/file").write_text("mine")
    code, _, err = run(capsys, "run", GAME, "--matches", "120", "-o", "mine")
    assert (code, Path("mine/file").read_text()) == (2, "mine")
    Path("plain").write_text("")
    assert run(capsys, "run", GAME, "--matches", "120", "-o", "plain")[0] == 2


def test_an_unfinished_run_resumes(capsys):
    words = ["run", GAME, "--matches", "600", "--json", "-o", "x"]
    _, first, _ = run(capsys, *words)
    manifest = Path("x/manifest.json")
    manifest.write_text(manifest.read_text().replace('"finished": true', '"finished": false'))
    code, again, err = run(capsys, *words)
    assert (code, again) == (0, first)
    assert "resuming" in err


def test_a_damaged_manifest_loses_no_chunk(capsys):
    run(capsys, "run", GAME, "--matches", "120", "--quiet", "-o", "x")
    Path("x/manifest.json").write_text("{")
    code, _, err = run(capsys, "run", GAME, "--matches", "120", "-o", "x")
    assert code == 2  # nothing says which run the folder holds
    assert "damaged" in err
    words = ["run", GAME, "--matches", "120", "--json"]
    _, first, _ = run(capsys, *words)
    folder = next(Path("out").glob("dream_team-*"))
    (folder / "manifest.json").write_text("{")
    (folder / "config.effective.toml").write_text("")
    code, again, err = run(capsys, *words)
    assert (code, again) == (0, first)
    assert "resuming" in err


def test_a_damaged_chunk_of_a_finished_run_is_played_again(capsys):
    words = ["run", GAME, "--matches", "600", "--json", "-o", "x"]
    _, first, _ = run(capsys, *words)
    chunk = next(Path("x/chunks").glob("*.npz"))
    chunk.write_bytes(b"x")
    code, again, _ = run(capsys, *words)
    assert (code, again) == (0, first)


def test_a_full_disk_is_incomplete_and_says_how_to_resume(capsys, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", full)
        code, _, err = run(capsys, "run", GAME, "--matches", "600", "--quiet", "-o", "x")
    assert code == 4
    assert "No space left on device; resume with: dreamodds" in err
    assert run(capsys, "run", GAME, "--matches", "600", "--quiet", "-o", "x")[0] == 0


def test_ctrl_c_keeps_what_is_played_and_says_how_to_resume(capsys, monkeypatch):
    def interrupted(*_):
        patch.setattr(Progress, "played", lambda *_: None)
        os.kill(os.getpid(), signal.SIGINT)

    words = ["run", GAME, "--matches", "200_000", "--json", "-o", "x", "--jobs", "1"]
    with monkeypatch.context() as patch:
        patch.setattr(Progress, "played", interrupted)
        patch.setattr(Progress, "note", lambda *_: None)
        code, out, err = run(capsys, *words)
    assert (code, out) == (130, "")
    assert "resume with: dreamodds" in err
    assert list(Path("x/chunks").glob("*.npz"))
    code, out, err = run(capsys, *words)
    assert code == 0
    assert "resuming" in err
    assert json.loads(out)["scenarios"][0]["matches"] == 200_000


@pytest.mark.parametrize("stop", [KeyboardInterrupt, typer.Abort])
def test_ctrl_c_between_runs_is_no_traceback(stop, capsys, monkeypatch):
    def interrupted(*_):
        raise stop

    monkeypatch.setattr("reports.cli.typer.main.get_command", interrupted)
    code, out, err = run(capsys, "games")
    assert (code, out) == (130, "")
    assert "Traceback" not in err


@pytest.mark.parametrize("buffering", [-1, 1])  # gone at the end, gone at the first line
def test_a_reader_who_leaves_early_is_no_mistake(buffering, capsys, monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", buffering) as pipe, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", sys.stderr)
        patch.setattr(sys, "stdout", pipe)
        assert main(["games"]) == 0
    assert capsys.readouterr().err == ""


@pytest.fixture
def _tiny_pages(monkeypatch):
    """Pages that cost nothing."""

    def write(folder, _):
        (folder.path / "figures").mkdir(exist_ok=True)
        for name in ("report.html", "report.md"):
            (folder.path / name).write_text("page")

    monkeypatch.setattr("reports.results.write_pages", write)


@contextmanager
def lost_stdout(kind, monkeypatch):
    """A stdout that nothing reaches: its reader has gone, its disk is full."""
    if kind == "gone":
        reader, writer = os.pipe()
        os.close(reader)
    else:
        writer = os.open("/dev/full", os.O_WRONLY)
    with os.fdopen(writer, "w") as stream, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        yield


@pytest.mark.usefixtures("_tiny_pages")
@pytest.mark.parametrize(
    ("kind", "low", "code"),
    [("gone", 0.1, 0), ("gone", 0.9, 3), ("full", 0.1, 4), ("full", 0.9, 3)],
)
def test_a_lost_stdout_skips_neither_report_nor_gate(kind, low, code, capsys, monkeypatch):
    check_config(low, 0.95)
    with lost_stdout(kind, monkeypatch):
        assert main(["check", "gate.toml", "-q", "-o", "x"]) == code
    err = capsys.readouterr().err
    assert ("dreamodds: stdout: No space left on device" in err) == (kind == "full")
    assert Path("x/report.html").read_text() == "page"


def test_a_lost_stderr_changes_nothing(capsys, monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", 1) as pipe, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", pipe)
        assert main(["games", "--nonsense"]) == 2


def test_closed_streams_lead_nowhere(capsys, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        assert main(["games", "--nonsense"]) == 2
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        assert main(["games"]) == 0
    assert capsys.readouterr() == ("", "")


def test_what_a_terminal_cannot_show_is_escaped(monkeypatch):
    Path("\xe9\udcff.toml").write_text(f'game = "{GAME}"\n')
    shown = io.BytesIO()
    with monkeypatch.context() as patch:
        stream = io.TextIOWrapper(shown, "ascii")
        patch.setattr(sys, "stdout", stream)
        assert main(["validate", "\xe9\udcff.toml"]) == 0
    assert shown.getvalue().startswith(b"\\xe9\\udcff.toml: 1 scenario")


SHORTAGES = [
    (
        OSError(errno.ENOSPC, "No space left on device", "x/report.html"),
        4,
        "x/report.html: No space",
    ),
    (OSError(errno.EROFS, "Read-only file system", "x/report.html"), 4, "x/report.html: Read-only"),
    (MemoryError(), 4, "out of memory"),
    (RuntimeError("can't start new thread"), 4, "can't start new thread"),
    (ImportError("a.so: failed to map segment"), 4, "a.so: failed to map segment"),
    (KeyboardInterrupt(), 130, "stopped"),
]


@pytest.mark.parametrize(("error", "code", "wanted"), SHORTAGES, ids=lambda v: type(v).__name__)
def test_a_report_that_cannot_be_written_is_incomplete(error, code, wanted, capsys, monkeypatch):
    def fail(*_):
        raise error

    words = ["run", GAME, "--matches", "120", "-q", "-o", "x"]
    with monkeypatch.context() as patch:
        patch.setattr("reports.results.write_pages", lambda *_: None)
        assert run(capsys, *words)[0] == 0
        patch.setattr("reports.results.write_pages", fail)
        for again in (words, ["report", "x"]):
            found, _, err = run(capsys, *again)
            assert found == code
            assert err.splitlines()[-1].startswith(f"dreamodds: {wanted}")
            assert re.search(r"; (resume with|run again): dreamodds", err)


def test_a_mistake_of_the_program_is_not_hidden(capsys, monkeypatch):
    def fail(*_):
        raise RuntimeError("a mistake")

    monkeypatch.setattr("reports.results.play", fail)
    with pytest.raises(RuntimeError, match="a mistake"):
        run(capsys, "run", GAME, "--matches", "120", "-q", "-o", "x")


def test_what_the_system_refuses_elsewhere_is_one_line(capsys, monkeypatch):
    for number, code in ((errno.EACCES, 2), (errno.ENOSPC, 4)):
        error = OSError(number, os.strerror(number), "cache/x.nbi")
        monkeypatch.setattr("reports.cli.read_plan", lambda *_, e=error: (_ for _ in ()).throw(e))
        found, _, err = run(capsys, "warmup")
        assert (found, err) == (code, f"dreamodds: cache/x.nbi: {os.strerror(number)}\n")


def test_a_current_folder_that_is_gone_is_one_line(capsys, monkeypatch, tmp_path):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    code, _, err = run(capsys, "run", GAME, "-q")
    assert code == 2
    assert len(err.splitlines()) == 1
    monkeypatch.chdir(tmp_path)


def test_a_request_to_end_is_no_traceback(capsys, monkeypatch):
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(
        "reports.cli.typer.main.get_command", lambda _: os.kill(os.getpid(), signal.SIGTERM)
    )
    assert run(capsys, "games") == (130, "", "dreamodds: interrupted\n")
    assert signal.getsignal(signal.SIGTERM) == before


def opened(out, command="dreamodds run"):
    return RunFolder(plan_of(GAME, matches=120), out, command)


def test_a_folder_left_without_a_manifest_is_opened_again():
    manifest, config = Path("x/manifest.json"), Path("x/config.effective.toml")
    text = opened("x") and config.read_text()
    manifest.unlink()
    Path("x/.manifest.json.123").write_text("{")  # killed before the manifest was whole
    assert not opened("x").begun
    config.unlink()
    opened("x")  # lost, written again
    assert config.read_text() == text
    manifest.unlink()
    config.write_text("")
    with pytest.raises(InputError, match="not empty and no folder of a run"):
        opened("x")
    named = opened(None).path
    (named / "manifest.json").unlink()
    for folder in (Path("x"), named):
        (folder / "chunks").mkdir()
    assert not opened(None).finished
    with pytest.raises(InputError, match="damaged or missing"):
        opened("x")


DAMAGES = {
    "list": "[]",
    "null": "null",
    "number": "3",
    "empty": "{}",
    "deep": "[" * 5000,
    "binary": "\ud800",
    "type": '"finished": 3',
    "timings": '"timings": {"playing": "x"}',
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_manifest_that_is_none_is_damaged(name):
    folder = opened(None)
    path = folder.path / "manifest.json"
    whole, text = path.read_text(), DAMAGES[name]
    if text.startswith('"'):
        key, _, value = text.partition(": ")
        text = json.dumps(json.loads(whole) | {json.loads(key): json.loads(value)})
    for where in (folder.path, Path("x")):
        where.mkdir(exist_ok=True)
        (where / "manifest.json").write_bytes(text.encode(errors="surrogatepass"))
    assert not opened(None).finished
    assert json.loads(path.read_text()).keys() == json.loads(whole).keys()
    with pytest.raises(InputError, match="manifest\\.json is damaged"):
        opened("x")


def test_the_manifest_of_an_unfinished_run_follows_the_command_line():
    folder = opened("x", "first")
    assert opened("x", "second").manifest["command"] == "second"
    folder.finish({})
    opened("x", "third")
    assert json.loads(Path("x/manifest.json").read_text())["command"] == "first"


def test_a_disk_full_from_the_start_is_incomplete(capsys, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device", "x")

    monkeypatch.setattr("reports.folder.write_atomically", full)
    code, _, err = run(capsys, "run", GAME, "-q", "-o", "x")
    assert code == 4
    assert err.startswith("dreamodds: x: No space left on device; resume with: dreamodds")


def test_a_cluster_is_tried_before_the_folder_is_touched(capsys, monkeypatch):
    def unreachable(address):
        raise InputError(f"--cluster {address}: cannot be reached")

    monkeypatch.setattr("sim.workers.reach", unreachable)
    assert run(capsys, "run", GAME, "--cluster", "tcp://x:1", "-o", "x")[0] == 2
    assert not Path("x").exists()


@pytest.mark.usefixtures("_tiny_pages")
def test_what_is_lost_of_a_finished_report_is_written_again(capsys):
    words = ["run", GAME, "--matches", "120", "--json", "-o", "x"]
    _, first, _ = run(capsys, *words)
    summary = Path("x/summary.json")
    whole = summary.read_text()
    for damage in (
        lambda: summary.write_text("garbage"),
        summary.unlink,
        Path("x/report.html").unlink,
        lambda: Path("x/report.md").write_text(""),
    ):
        damage()
        code, again, err = run(capsys, *words)
        assert (code, again, summary.read_text()) == (0, first, whole)
        assert "is not intact and is written again" in err
        assert Path("x/report.html").read_text() == Path("x/report.md").read_text() == "page"
    assert "not intact" not in run(capsys, *words)[2]


@pytest.mark.parametrize("columns", [20, 0])
def test_progress_fits_the_terminal_and_is_closed_before_the_last_word(
    columns, capsys, monkeypatch
):
    def interrupted(folder, hands, watch):
        watch.phase("x" * 200)
        raise KeyboardInterrupt

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("reports.results.play", interrupted)
    monkeypatch.setattr(
        "reports.progress.os.get_terminal_size", lambda _: SimpleNamespace(columns=columns)
    )
    monkeypatch.setattr(sys.stderr, "fileno", lambda: 2)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, _, err = run(capsys, "run", GAME, "-o", "x")
    assert code == 130
    assert f"\r\033[K{'x' * ((columns or 80) - 1)}\r\033[Kdreamodds: stopped; resume with: " in err


def test_odds_go_into_a_folder_of_their_own(capsys):
    Path("mine").mkdir()
    Path("mine/file").write_text("mine")
    code, _, err = run(capsys, "odds", GAME, "-o", "mine")
    assert (code, err) == (
        2,
        "dreamodds: mine: not empty and no folder of odds; choose another --out\n",
    )


def test_no_words_get_help(capsys):
    code, out, err = run(capsys)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) > 10


def test_the_users_environment_is_checked(capsys, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "nonsense")
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "x")
    code, _, err = run(capsys, "run", GAME, "--jobs", "1")
    assert (code, err) == (2, "dreamodds: LOKY_MAX_CPU_COUNT = 'x': must be a whole number\n")
    assert os.environ["MPLBACKEND"] == "agg"


def test_a_terminal_shows_progress_on_one_changing_line(capsys, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    capsys.readouterr()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    plan = plan_of(GAME, matches=240)
    watch = Progress(plan, quiet=False)
    run_plan(plan, Store(Path("x")), Workers(1), watch)
    watch.note("a line that stays")
    watch.close()
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.endswith("\r\033[Kdreamodds: a line that stays\n\r\033[K")
    assert re.search(r"240 of 240 matches \(100%\), .*, win share \+-\d+\.\d\d% at this n", err)


def test_compare_prints_paired_differences(capsys):
    config = ROOT / "configs/dream_team_play_rule.toml"
    code, out, err = run(capsys, "compare", str(config), "--matches", "1200", "--quiet")
    assert code == 0, err
    assert "attack_once_defend_once: goals_total" in out
    assert "correlation" in out
    code, _, err = run(capsys, "compare", GAME, "--matches", "120")
    assert code == 2
    assert "nothing to compare" in err


def check_config(low, high):
    text = f'game = "{GAME}"\npreset = "basic"\nmatches = 2400\n[[check]]\nmetric = "home_win"\n'
    Path("gate.toml").write_text(f"{text}within = [{low}, {high}]\n")


def test_check_passes_only_what_is_met(capsys):
    check_config(0.4, 0.9)
    code, out, _ = run(capsys, "check", "gate.toml", "--quiet")
    assert code == 0
    assert "check met: home_win" in out
    check_config(0.1, 0.2)
    code, out, _ = run(capsys, "check", "gate.toml", "--quiet")
    assert code == 3
    assert "check failed: home_win" in out
    check_config(0.1, 0.65)
    code, out, _ = run(capsys, "check", "gate.toml", "--quiet")
    assert code == 3
    assert "check undecided: home_win" in out
    assert run(capsys, "check", GAME)[0] == 2


def test_a_run_that_contradicts_an_exact_value_exits_5_and_is_written(capsys, monkeypatch):
    from sim.engine.contract import Anchor
    from sim.games.dream_team import exact

    monkeypatch.setattr(exact, "anchors", lambda *_: [Anchor("p_goal_2,4", 0.9, "wrong")])
    check_config(0.1, 0.2)
    code, out, _ = run(capsys, "check", "gate.toml", "--quiet", "-o", "x")
    assert code == 5  # goes before 3
    assert "CONFLICT: base: p_goal_2,4" in out
    assert Path("x/report.html").exists()


def test_stop_ends_early_with_a_confidence_sequence(capsys):
    text = f'game = "{GAME}"\nmatches = 400_000\n[stop]\nmetric = "home_win"\n'
    Path("stop.toml").write_text(f"{text}half_width = 0.02\nmin_matches = 10_000\n")
    code, out, _ = run(capsys, "run", "stop.toml", "--quiet", "--json")
    assert code == 0
    scenario = json.loads(out)["scenarios"][0]
    assert scenario["stopped_early"]
    assert scenario["matches"] < 400_000
    column = scenario["columns"]["home_win"]
    assert (column["high"] - column["low"]) / 2 <= 0.02
    assert "confidence sequence" in column["method"]
    assert run(capsys, "run", "stop.toml", "--quiet", "--json")[1] == out  # nothing played


def test_records_are_the_matches_of_the_run(capsys):
    import pandas as pd

    line = ["run", GAME, "--matches", "2000", "--set", "records=20", "-o", "x", "-q"]
    code, *_ = run(capsys, *line, "--seats", "random,heuristic")
    assert code == 0
    table = pd.read_parquet("x/records.parquet")
    assert len(table) == 20
    scenario = plan_of(GAME, matches=2000, records=20, seats=["random", "heuristic"]).scenarios[0]
    for row in table.to_dict("records"):
        match = row.pop("match")
        seats = [row.pop(f"seat_of_contender{c}") for c in range(2)]
        assert seats == [match % 2, 1 - match % 2]
        record = play_rows(scenario, match, 1)[0]
        assert row == {name: record[name] for name in record.dtype.names}


def test_story_tells_the_match_of_the_run(capsys):
    code, out, _ = run(capsys, "story", GAME, "--match", "17", "--seed", "5", "--record")
    assert code == 0
    *lines, record = out.splitlines()
    s = plan_of(GAME, seed=5).scenarios[0]
    row, columns = play_rows(s, 17, 1)[0], s.record.column_names(s.players)
    assert json.loads(record) == {n: int(row[n]) / columns[n].scale for n in row.dtype.names}
    assert len(lines) > 20
    result = f"Final score: home {row['goals_home']}, away {row['goals_away']}"
    assert sum(line.startswith(result) for line in lines) == 1
    code, _, err = run(capsys, "story", GAME, "--match", "-1")
    assert code == 2
    assert "--match -1" in err
    code, _, err = run(capsys, "story", GAME, "--scenario", "bas")
    assert "did you mean 'base'" in err


def test_story_prints_means_of_parts_as_means():
    s = plan_of("goooal", seats=["random"], rules={"unit": "match"}).scenarios[0]
    row, columns = play_rows(s, 3, 1)[0], s.record.column_names(s.players)
    record = reported(s, row)
    assert list(record) == list(columns)
    for name, column in columns.items():
        if not column.per:
            wanted = int(row[name]) / column.scale
        else:
            parts = int(row[s.record.per(name)])
            wanted = int(row[name]) / parts / column.scale if parts else None
        assert record[name] == (wanted if wanted is None else pytest.approx(wanted)), name
    assert None in record.values()
    assert sum(record[f"match_win_share_seat{seat}"] for seat in range(s.players)) == 1


def test_story_of_a_match_beyond_the_usual_number_is_told_with_a_note(capsys):
    code, out, err = run(capsys, "story", GAME, "--match", "100_000")
    assert (code, err) == (0, "dreamodds: note: the run has matches 0 to 99999\n")
    assert len(out.splitlines()) > 20


def test_the_version_is_printed(capsys):
    code, out, err = run(capsys, "--version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"dreamodds \S+( \S+)*\n", out)


def test_values_are_shown_as_a_config_writes_them(capsys):
    for name in names():
        for part in ("strategies", "components"):
            _, out, _ = run(capsys, "show", name, part)
            assert not re.search(r"\b(True|False|None)\b", out), (name, part)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_forecast_of_endless_matches_can_be_stopped(number, capsys, monkeypatch):
    over = threading.Event()
    monkeypatch.setattr("sim.play.compile_all", lambda _: None)
    monkeypatch.setattr("sim.play.play_for", lambda *_: over.wait(100))
    threading.Timer(0.5, os.kill, (os.getpid(), number)).start()
    began = time.monotonic()
    code, _, err = run(capsys, "plan", GAME)
    over.set()
    assert (code, err) == (130, "dreamodds: interrupted\n")
    assert time.monotonic() - began < 20


def test_a_forecast_plays_no_more_than_the_run(capsys, monkeypatch):
    asked = []

    def play_for(seconds, group, first, matches):
        asked.append((seconds, first, matches))
        return matches, {}

    monkeypatch.setattr("sim.play.compile_all", lambda _: None)
    monkeypatch.setattr("sim.play.play_for", play_for)
    assert run(capsys, "plan", GAME, "--matches", "20")[0] == 0
    assert asked == [(1.0, 0, plan_of(GAME, matches=20).scenarios[0].matches)]


def test_ctrl_c_while_the_report_is_drawn_says_what_is_kept(capsys, monkeypatch):
    def interrupted(*_):
        os.kill(os.getpid(), signal.SIGINT)

    words = ["run", GAME, "--matches", "120", "-q", "-o", "x"]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a job in the background begins
    try:
        with monkeypatch.context() as patch:
            patch.setattr("reports.results.write_pages", interrupted)
            code, _, err = run(capsys, *words)
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert code == 130
    assert "stopped; all matches are played and kept, and the report can be built by" in err
    assert "; resume with: dreamodds" in err
    assert not Path("x/report.html").exists()
    assert run(capsys, *words)[0] == 0
    assert Path("x/report.html").exists()


def test_report_is_rebuilt_from_counts(capsys):
    run(capsys, "run", GAME, "--matches", "600", "--quiet", "-o", "x y")
    page = Path("x y/report.html")
    page.unlink()
    code, out, err = run(capsys, "report", "x y")
    assert code == 0, err
    assert out.strip() == str(page)
    assert page.exists()
    assert run(capsys, "report", "nowhere")[0] == 2
    next(Path("x y/chunks").glob("*.npz")).write_bytes(b"x")
    code, _, err = run(capsys, "report", "x y")
    assert code == 2
    assert "play it again with: dreamodds run 'x y/config.effective.toml' --out 'x y'\n" in err
    manifest = Path("x y/manifest.json")
    manifest.write_text(manifest.read_text().replace('"finished": true', '"finished": false'))
    code, _, err = run(capsys, "report", "x y")
    assert code == 2
    assert "not finished; resume it with: " in err


def test_odds_agree_with_the_rulebook_dice(capsys):
    code, out, err = run(capsys, "odds", GAME, "--json", "--matches", "400", "-q", "-o", "odds")
    assert code == 0, err
    document = json.loads(out)
    assert document["schema"] == "dreamodds/odds/1"
    rows = {
        (r["dice_mode"], r["save_match"], r["choice"], r["n"], r["k"]): r for r in document["rows"]
    }
    row = rows["chosen_distinct", "face", "uniform", 2, 2]
    assert row["fraction"] == "14/15"
    assert row["low"] <= row["exact"] <= row["high"] or row["matches"] < 100
    assert rows["chosen_any", "die", "optimal", 2, 2]["simulated"] is None
    assert rows["rolled", "face", "uniform", 3, 4]["fraction"] == "39295/46656"
    figures = list(Path("odds").glob("*.png"))
    assert figures
    assert (Path("odds") / "odds.csv").read_text().startswith("dice_mode,save_match,choice,n,k")
    code, out, _ = run(capsys, "odds", GAME, "--matches", "120", "-q", "-o", "odds2")
    assert "14/15" in out
    assert "one goal in" in out
    assert run(capsys, "odds", "dream_tean")[0] == 2


def test_games_are_listed(capsys):
    _, out, _ = run(capsys, "games")
    assert [line.split()[0] for line in out.splitlines()] == [*names()]
    _, out, _ = run(capsys, "games", "--json")
    assert [game["name"] for game in json.loads(out)["games"]] == [*names()]


@pytest.mark.parametrize("name", names())
def test_show_tells_a_whole_game(name, capsys):
    _, out, _ = run(capsys, "show", name)
    for part in ("rules", "strategies", "components", "record"):
        _, lines, _ = run(capsys, "show", name, part)
        assert f"\n{part}:\n  " + "\n  ".join(lines.splitlines()) in out
    assert f"dreamodds show {name} ambiguities" in out.splitlines()[-1]


@pytest.mark.parametrize("part", ["rules", "strategies", "components", "record", "ambiguities"])
@pytest.mark.parametrize("name", names())
def test_show_tells_every_part(name, part, capsys):
    code, out, _ = run(capsys, "show", name, part)
    assert code == 0
    assert len(out.splitlines()) > 3
    code, _, err = run(capsys, "show", name, "rule")
    assert code == 2
    assert "did you mean 'rules'" in err


@pytest.mark.parametrize("name", names())
def test_the_starter_config_is_valid_with_every_line_switched_on(name, capsys):
    _, starter, _ = run(capsys, "new", name)
    Path("my.toml").write_text(starter)
    assert run(capsys, "validate", "my.toml")[0] == 0
    on = re.sub(
        r"^# (\w+ = [^.\n]*)$", r"\1", starter.partition("# [variant")[0], flags=re.MULTILINE
    )
    assert on.count("\n#") < starter.count("\n#") / 2
    Path("on.toml").write_text(on)
    code, _, err = run(capsys, "validate", "on.toml")
    assert code == 0, err


def test_plan_forecasts(capsys):
    code, out, _ = run(capsys, "plan", GAME, "--matches", "1_000_000")
    assert code == 0
    assert "+-0.10%" in out
    assert "MiB" in out
    Path("meta.toml").write_text(
        f'game = "{GAME}"\n[meta]\nmatches = {2**40}\nstrategies = ["random", "greedy"]'
    )
    code, out, _ = run(capsys, "plan", "meta.toml", "--jobs", "1")
    assert code == 0
    assert re.search(r"meta-game: \d pairs of strategies, [\d ]{17} matches", out)
    assert re.search(r"about [\d.]+ h on 1 workers", out)


def test_schema_knows_every_option(capsys):
    code, out, _ = run(capsys, "schema")
    assert code == 0
    schema = json.loads(out)
    assert "matches" in schema["properties"]
    assert "thirds" in out
    assert run(capsys, "schema", "dream_tean")[0] == 2


def test_warmup_compiles(capsys):
    code, out, _ = run(capsys, "warmup", GAME)
    assert code == 0
    assert out.startswith(f"{GAME}: ready")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["rum"], "No such command"),
        (["run"], "Missing argument"),
        (["run", "dream_tean"], "did you mean 'dream_team'"),
        (["run", "nowhere.toml"], "nowhere.toml: no such file"),
        (["run", GAME, "--jobs", "many"], "--jobs"),
        (["run", GAME, "--jobs", "0"], "--jobs 0: must lie in 1 to 4096"),
        (["run", GAME, "--matches", "-5"], "matches = -5: must lie in 1 to"),
        (["run", GAME, "--seed", str(2**80)], "seed = "),
        (["run", GAME, "--seats", "randon"], "unknown strategy; did you mean 'random'?"),
        (["run", GAME, "--set", "thirds"], "write KEY=VALUE"),
        (["run", GAME, "--backend", "gpu"], "must be one of threads, processes"),
        (["run", GAME, "--nonsense"], "--nonsense"),
        (["validate", GAME, "--set", "dice_mode=thrown"], "must be one of chosen_distinct"),
        (["run", GAME, "--set", "game.x=1"], "--set game.x: game is not a table"),
        (["odds", GAME, "--matches", "0"], "matches = 0"),
        (["odds", GAME, "--seed", "-1"], "seed = -1: must lie in 0 to"),
        (["validate", GAME, "--seats", "nobody"], "command line: seats.0 = 'nobody'"),
        (["run", GAME, "--out", ""], "--out '': name a folder"),
        (["odds", GAME, "--out", ""], "--out '': name a folder"),
        (["report", ""], "FOLDER '': name a folder"),
        (["run", GAME, "--out", "x" * 300], "x: File name too long"),
        (["odds", GAME, "--out", "x" * 300], "x: File name too long"),
        (["odds", GAME, "--out", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["report", "x" * 300], "x: File name too long"),
        (["story", "x" * 300], "x: File name too long"),
        (["validate", GAME, "--set", "seats.0=random"], "command line: seats = "),
        (["run", GAME, "--matches", "2e6"], "--matches 2e6: must be a whole number"),
        (["run", GAME, "--matches=2e6"], "--matches 2e6: must be a whole number"),
        (["run", GAME, "-j2x"], "--jobs 2x: must be a whole number"),
        (["story", GAME, "--match", "x"], "--match x: must be a whole number"),
        (
            ["run", "goooal", "--set", "game=dream_team"],
            "--set game=dream_team: the game is goooal",
        ),
        (["validate", "goooal", "--players", "7"], "players = 7: goooal is played by 2 to 6"),
        (["validate", "goooal", "--players", "0"], "players = 0: goooal is played by 2 to 6"),
        (["validate", "goooal", "--seats", "dumper:blank=GOOOAL"], "did you mean 'goooal'?"),
        (["validate", "goooal", "--seats", "STRONK"], "did you mean 'strong'?"),
        (
            ["validate", "goooal", "--seats", "strong:w_card=1e3"],
            "must be a whole number in -10000",
        ),
        (
            ["story", GAME, "--set", "matches=9", "--match", "9"],
            "--match 9: the run has matches 0 to",
        ),
    ],
)
def test_bad_words_get_one_line(words, wanted, capsys):
    code, out, err = run(capsys, *words)
    assert code == 2
    assert wanted in err
    assert len(err.strip().splitlines()) == 1
    assert err.startswith("dreamodds: ")
    assert out == ""


def test_every_command_has_help_and_is_in_the_readme():
    readme = (ROOT / "README.md").read_text()
    for command in app.registered_commands:
        name = command.name or command.callback.__name__
        assert command.callback.__doc__, name
        assert f"| `{name} " in readme or f"| `{name}`" in readme, name
    for name in names():
        assert f"| `{name}` |" in readme


def test_an_installed_wheel_works_from_any_folder(tmp_path):
    wheels, env = tmp_path / "wheels", tmp_path / "env"
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "-w", str(wheels), str(ROOT)], check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(env)], check=True)
    site = next(env.glob("lib/python*/site-packages"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    wheel = next(wheels.glob("*.whl"))
    target = ["--target", str(site), "--no-deps", "-q", str(wheel)]
    install = [sys.executable, "-m", "pip", "install", *target]
    subprocess.run(install, check=True, capture_output=True)
    code = "import sys; from reports.cli import main; import sim; print(sim.__file__); "
    for words in (
        ["games"],
        ["show", GAME, "ambiguities"],
        ["run", GAME, "--matches", "120", "-q"],
    ):
        result = subprocess.run(
            [env / "bin" / "python", "-c", f"{code} sys.exit(main({words!r}))"],
            cwd=tmp_path,
            env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
            | {"NUMBA_DISABLE_JIT": "1"},  # the same code, and nothing to compile
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        assert result.stdout.startswith(str(site))
    assert list(tmp_path.glob("out/dream_team-*/report.html"))


def test_a_report_that_is_built_again_keeps_its_title(capsys):
    assert run(capsys, "run", GAME, "--matches", "120", "-q")[0] == 0
    (folder,) = Path("out").iterdir()
    before = (folder / "report.md").read_text().splitlines()[0]
    assert run(capsys, "report", str(folder), "-q")[0] == 0
    assert (folder / "report.md").read_text().splitlines()[0] == before
