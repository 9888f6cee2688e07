"""The command line: what it prints, what it leaves, how it ends."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import typer
from support import ROOT, plan_of

from reports.cli import app, main
from reports.document import SCHEMA
from reports.progress import Progress
from sim.games import names
from sim.play import play_rows
from sim.run import Workers, run_plan
from sim.store import Store

GAME = "dream_team"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Commands run from an empty folder."""
    monkeypatch.chdir(tmp_path)


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
    import errno

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", full)
        code, _, err = run(capsys, "run", GAME, "--matches", "600", "--quiet", "-o", "x")
    assert code == 4
    assert "No space left on device; resume with: dreamodds" in err
    assert run(capsys, "run", GAME, "--matches", "600", "--quiet", "-o", "x")[0] == 0


def test_ctrl_c_keeps_what_is_played_and_says_how_to_resume(capsys, monkeypatch):
    import signal

    words = ["run", GAME, "--matches", "200_000", "--json", "-o", "x", "--jobs", "1"]
    with monkeypatch.context() as patch:
        patch.setattr(Progress, "played", lambda *_: os.kill(os.getpid(), signal.SIGINT))
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
    text = f'game = "{GAME}"\nmatches = 2400\n[[check]]\nmetric = "home_win"\n'
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

    code, *_ = run(capsys, "run", GAME, "--matches", "2000", "--set", "records=20", "-o", "x", "-q")
    assert code == 0
    table = pd.read_parquet("x/records.parquet")
    assert len(table) == 20
    scenario = plan_of(GAME, matches=2000, records=20).scenarios[0]
    for row in table.to_dict("records"):
        record = play_rows(scenario, row.pop("match"), 1)[0]
        assert row == {name: record[name] for name in record.dtype.names}


def test_story_tells_the_match_of_the_run(capsys):
    code, out, _ = run(capsys, "story", GAME, "--match", "17", "--seed", "5", "--record")
    assert code == 0
    *lines, record = out.splitlines()
    row = play_rows(plan_of(GAME, seed=5).scenarios[0], 17, 1)[0]
    assert json.loads(record) == {name: int(row[name]) for name in row.dtype.names}
    assert len(lines) > 20
    assert lines[-1].startswith(f"Final score: home {row['goals_home']}, away {row['goals_away']}")
    code, _, err = run(capsys, "story", GAME, "--match", "-1")
    assert code == 2
    assert "--match -1" in err
    code, _, err = run(capsys, "story", GAME, "--scenario", "bas")
    assert "did you mean 'base'" in err


def test_report_is_rebuilt_from_counts(capsys):
    run(capsys, "run", GAME, "--matches", "600", "--quiet", "-o", "x")
    page = Path("x/report.html")
    page.unlink()
    code, out, err = run(capsys, "report", "x")
    assert code == 0, err
    assert out.strip() == str(page)
    assert page.exists()
    assert run(capsys, "report", "nowhere")[0] == 2
    next(Path("x/chunks").glob("*.npz")).write_bytes(b"x")
    code, _, err = run(capsys, "report", "x")
    assert code == 2
    assert "damaged; play it again with: dreamodds run x/config.effective.toml" in err
    manifest = Path("x/manifest.json")
    manifest.write_text(manifest.read_text().replace('"finished": true', '"finished": false'))
    code, _, err = run(capsys, "report", "x")
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
    assert re.search(r"meta-game: \d pairs of strategies, [\d,]{17} matches", out)
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
        (["validate", GAME, "--set", "seats.0=random"], "command line: seats = "),
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
            env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        assert result.stdout.startswith(str(site))
    assert list(tmp_path.glob("out/dream_team-*/report.html"))
