"""dreamodds: odds and balance of tabletop games.

A command is a function and its docstring is its help.  Heavy imports stay inside the commands, so
that help, show and validate answer at once.  Exit codes: README.md.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from reports.commands import (
    INCOMPLETE,
    INTERRUPTED,
    OK,
    USAGE,
    Style,
    changes,
    folder_of,
    play_plan,
    read_plan,
    rebuild,
    reported,
    workers,
)
from reports.console import (
    Told,
    ended_as_by_ctrl_c,
    in_words,
    lasting_streams,
    passes,
    say,
    tell_doubts,
)
from sim.engine.errors import InputError

app = typer.Typer(
    help="Odds and balance of tabletop games, by playing them millions of times.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Target = Annotated[str, typer.Argument(metavar="CONFIG|GAME", help="a config file or a game")]
Game = Annotated[str, typer.Argument(metavar="GAME", help="name of a game")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="change an option or a key")
]
Matches = Annotated[int | None, typer.Option("--matches", help="matches of each scenario")]
Seed = Annotated[int | None, typer.Option("--seed", help="seed of all random numbers")]
Seats = Annotated[
    str | None, typer.Option("--seats", metavar="NAME[:P=V],...", help="strategy of each seat")
]
Players = Annotated[int | None, typer.Option("--players", help="seats, one strategy for all")]
Rotate = Annotated[str | None, typer.Option("--rotate", help="cyclic, all or off")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", help="workers (default: all cores)")]
Backend = Annotated[str, typer.Option("--backend", help="threads or processes")]
Cluster = Annotated[str | None, typer.Option("--cluster", help="address of a dask scheduler")]
Out = Annotated[str | None, typer.Option("--out", "-o", help="folder of the run")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON document")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="no progress on stderr")]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a mistake of the user is one line, never a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    os.environ["MPLBACKEND"] = "agg"  # whatever the user's is: figures go to files
    with lasting_streams() as out, ended_as_by_ctrl_c():
        code = _ended(words)
        out.flush()
        if out.failed:
            lost = say(f"stdout: {out.failed}; what is printed is not complete", INCOMPLETE)
            code = code or lost
    if argv is None and code == INTERRUPTED and threading.active_count() > 1:
        os._exit(code)  # a match that does not end would hold up the interpreter's end
    return code


def _ended(words: list[str]) -> int:
    """Exit code of a command."""
    complaint: type[Exception] = typer.BadParameter.__mro__[2]  # the base of click's complaints
    try:
        code = typer.main.get_command(app).main(words, "dreamodds", standalone_mode=False) or OK
        stopped = code == INTERRUPTED and not isinstance(code, Told)  # by typer, without a word
        return say("interrupted", INTERRUPTED) if stopped else int(code)
    except InputError as error:
        return say(str(error), USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return say("interrupted", INTERRUPTED)
    except complaint as error:
        if not words:
            print(_message(error, words), file=sys.stderr)
            return USAGE
        return say(" ".join(_message(error, words).split()) or "see --help", USAGE)
    except (OSError, MemoryError, ImportError, RuntimeError) as error:
        reason = in_words(error)
        if not reason:
            raise
        return say(reason, INCOMPLETE if passes(error) else USAGE)


def _message(error: Any, words: Sequence[str]) -> str:
    """A complaint about the command line, in words of our own where others show a library's."""
    text = str(error.format_message())
    names = getattr(getattr(error, "param", None), "opts", ())
    if "valid integer" not in text or not names:
        return text
    given = [
        a[len(n) :].lstrip("=") or b
        for a, b in pairwise([*words, ""])
        for n in names
        if a.startswith(n)
    ]
    return f"{names[0]} {given[-1] if given else ''}: must be a whole number"


def _print_version(wanted: bool) -> None:
    if wanted:
        from reports.folder import versions

        print(f"dreamodds {versions()['dreamodds']}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print it")
    ] = False,
) -> None:
    """Odds and balance of tabletop games, by playing them millions of times."""


@app.command()
def games(as_json: Json = False) -> None:
    """List the games."""
    from sim.games import game, names

    listed = [game(name) for name in names()]
    if as_json:
        rows = [{"name": g.name, "title": g.title, "players": list(g.players)} for g in listed]
        print(json.dumps({"schema": "dreamodds/games/1", "games": rows}))
        return
    for g in listed:
        low, high = g.players
        seats = f"{low}" if low == high else f"{low}-{high}"
        print(f"{g.name:20} {g.title} ({seats} players). {g.summary}")


@app.command()
def show(
    game: Game,
    part: Annotated[
        str | None,
        typer.Argument(help="rules, strategies, components, record or ambiguities"),
    ] = None,
) -> None:
    """Show a game: its options, strategies, components, record, open questions of its rulebook."""
    from reports.show import shown
    from sim.games import game as find

    for line in shown(find(game), part):
        print(line)


@app.command()
def new(game: Game) -> None:
    """Print a commented starter config."""
    from reports.show import starter
    from sim.games import game as find

    print(starter(find(game)), end="")


@app.command()
def validate(
    target: Target,
    sets: Sets = None,
    matches: Matches = None,
    seed: Seed = None,
    seats: Seats = None,
    players: Players = None,
    rotate: Rotate = None,
) -> int:
    """Check a config without playing."""
    plan = read_plan(target, changes(sets, matches, seed, seats, players, rotate))
    tell_doubts(plan)
    count = len(plan.scenarios)
    print(f"{target}: {count} scenario{'s' * (count != 1)} of {plan.game.title}, no mistake found")
    return OK


@app.command()
def plan(
    target: Target,
    sets: Sets = None,
    matches: Matches = None,
    seed: Seed = None,
    seats: Seats = None,
    players: Players = None,
    rotate: Rotate = None,
    jobs: Jobs = None,
) -> None:
    """Say what a run would play, how long it takes and how precise it will be."""
    from reports.forecast import forecast

    made = read_plan(target, changes(sets, matches, seed, seats, players, rotate))
    tell_doubts(made)
    for line in forecast(made, workers(jobs, "threads", None).jobs):
        print(line)


@app.command()
def schema(game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None) -> None:
    """Print the JSON Schema of config files, for editors."""
    from reports.show import config_schema

    print(json.dumps(config_schema(game), indent=1))


@app.command()
def warmup(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
) -> None:
    """Compile the games, so that the next run starts at once."""
    from sim.games import game
    from sim.games import names as all_names

    found = [game(name) for name in names or all_names()]  # a wrong name is told at once
    from sim.play import play_chunk

    for g in found:
        began = time.monotonic()
        made = read_plan(g.name, {"matches": 1})
        play_chunk(made.groups[0], 0, made.groups[0].matches)
        print(f"{g.name}: ready after {time.monotonic() - began:.1f} s")


def _playing(doc: str, **how: bool) -> Callable[..., int]:
    """A command that plays a plan; run, compare and check differ in what they print and gate."""

    def command(
        target: Target,
        sets: Sets = None,
        matches: Matches = None,
        seed: Seed = None,
        seats: Seats = None,
        players: Players = None,
        rotate: Rotate = None,
        jobs: Jobs = None,
        backend: Backend = "threads",
        cluster: Cluster = None,
        out: Out = None,
        as_json: Json = False,
        quiet: Quiet = False,
    ) -> int:
        made = read_plan(target, changes(sets, matches, seed, seats, players, rotate))
        tell_doubts(made)
        style = Style(as_json=as_json, quiet=quiet, **how)
        return play_plan(target, made, workers(jobs, backend, cluster), out, style)

    command.__doc__ = doc
    return command


app.command("run")(
    _playing("Play, estimate, compare variants, write the report folder; resumes the unfinished.")
)
app.command("compare")(
    _playing("As run, printing the paired differences of the variants from the base.", compare=True)
)
app.command("check")(
    _playing("As run, then exit 3 unless every [[check]] of the config is met.", gate=True)
)


@app.command()
def report(
    folder: Annotated[str, typer.Argument(help="folder of a finished run")],
    quiet: Quiet = False,
) -> int:
    """Rebuild the report of a finished run from its counts."""
    return rebuild(folder, quiet)


@app.command()
def odds(
    game: Game,
    matches: Annotated[int, typer.Option(help="matches behind each simulated table")] = 20_000,
    seed: Seed = None,
    out: Out = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Exact dice-versus-goalkeeper tables and charts, beside simulated dots."""
    from reports.odds import run_odds
    from sim.games import game as find

    path = Path(folder_of("--out", out) or Path("out") / f"odds-{game}")
    return run_odds(find(game), matches, 1 if seed is None else seed, path, as_json, quiet)


@app.command()
def story(
    target: Target,
    match: Annotated[int, typer.Option("--match", help="index of the match")] = 0,
    scenario: Annotated[str | None, typer.Option(help="name of a scenario")] = None,
    sets: Sets = None,
    seed: Seed = None,
    seats: Seats = None,
    players: Players = None,
    rotate: Rotate = None,
    record: Annotated[bool, typer.Option("--record", help="print the match's record too")] = False,
) -> int:
    """Tell one match, event by event; it is the same match that a run counts."""
    from sim.engine.errors import nearest

    made = read_plan(target, changes(sets, None, seed, seats, players, rotate))
    tell_doubts(made)
    names = {s.name: s for s in made.scenarios}
    if scenario is not None and scenario not in names:
        raise InputError(f"--scenario {scenario}: unknown scenario{nearest(scenario, names)}")
    if not 0 <= match < 2**40:
        raise InputError(f"--match {match}: must lie in 0 to {2**40 - 1}")
    chosen = names[scenario] if scenario else made.scenarios[0]
    if match >= chosen.matches:
        beyond = f"the run has matches 0 to {chosen.matches - 1}"
        if "matches" in made.config.model_fields_set:
            raise InputError(f"--match {match}: {beyond}")
        say(f"note: {beyond}", OK)
    if "numba" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # the match is told before a compiler were ready
    from sim.replay import replay

    row, lines = replay(chosen, match)
    for line in lines:
        print(line)
    if record:
        print(json.dumps(reported(chosen, row)))
    return OK


if __name__ == "__main__":
    sys.exit(main())
