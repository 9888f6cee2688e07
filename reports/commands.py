"""What the commands of cli.py do: read a plan, play or read a run, print, say how it ended.

Heavy imports stay inside the functions, so that help, show and validate answer at once.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.console import in_words, say
from sim.engine.errors import InputError, usable

if TYPE_CHECKING:
    from reports.folder import RunFolder
    from reports.progress import Progress
    from reports.results import Played
    from sim.plan import Plan, Scenario
    from sim.workers import Workers

OK, USAGE, FAILED, INCOMPLETE, CONFLICT, INTERRUPTED = 0, 2, 3, 4, 5, 130


@dataclass(frozen=True)
class Style:
    """What a playing command prints, and whether unmet criteria fail it."""

    as_json: bool = False
    quiet: bool = False
    compare: bool = False
    gate: bool = False


def changes(
    sets: list[str] | None = None,
    matches: int | None = None,
    seed: int | None = None,
    seats: str | None = None,
    players: int | None = None,
    rotate: str | None = None,
) -> dict[str, Any]:
    """What the command line changes of a config, by dotted key."""
    from sim.config import parse_seats, parse_setting

    given = {
        "matches": matches,
        "seed": seed,
        "seats": parse_seats(seats) if seats is not None else None,
        "players": players,
        "rotate": rotate,
    }
    changes = dict(parse_setting(text) for text in sets or ())
    return changes | {key: value for key, value in given.items() if value is not None}


def read_plan(target: str, changes: dict[str, Any], name: str | None = None) -> Plan:
    """The plan of a config file or a game's name, with changes made to it."""
    from sim.build import make_plan
    from sim.config import read_config

    config, source = read_config(target, changes)
    return make_plan(config, source, name)


def workers(jobs: int | None, backend: str, cluster: str | None) -> Workers:
    """How chunks fan out, from what the command line says."""
    from sim.workers import BACKENDS, Workers, usable_cores

    if jobs is not None and not 1 <= jobs <= 4096:
        raise InputError(f"--jobs {jobs}: must lie in 1 to 4096")
    if backend not in BACKENDS[:2]:
        raise InputError(f"--backend {backend}: must be one of threads, processes")
    if cluster is not None:
        backend = "cluster"
    cores = usable_cores()
    return Workers(jobs or cores, backend, cluster or "")


def command_line() -> str:
    """The command line as the user would type it again."""
    return shlex.join(["dreamodds", *sys.argv[1:]])


def folder_of(option: str, text: str | None) -> str | None:
    """A folder the command line names; an empty name is no folder."""
    if text is not None and not text.strip():
        raise InputError(f"{option} {text!r}: name a folder")
    return text


def play_plan(target: str, plan: Plan, hands: Workers, out: str | None, style: Style) -> int:
    """Play a plan or read its finished run, print and write it; the exit code."""
    from reports.folder import RunFolder
    from reports.progress import Progress
    from sim.workers import reach

    if style.compare and len(plan.groups[0].scenarios) < 2:
        raise InputError(f"{target}: nothing to compare; add a [variant.NAME] to a config file")
    if style.gate and not plan.config.check:
        raise InputError(f"{target}: nothing to check; add a [[check]] with metric and within")
    folder_of("--out", out)

    def playing() -> int:
        if hands.backend == "cluster":
            reach(hands.cluster)
        with closing(Progress(plan, quiet=style.quiet)) as watch:
            folder = RunFolder(plan, out, command_line())
            played = _finished(folder, watch, style) or _play(folder, hands, watch, style)
        if played.study.conflict:
            return CONFLICT
        unmet = any(criterion.answer != "met" for criterion in played.study.criteria)
        return FAILED if style.gate and unmet else OK

    return resumable(playing, f"resume with: {command_line()}")


def reported(scenario: Scenario, row: Any) -> dict[str, float | None]:
    """What one match adds to each reported column; a mean over parts of none is none."""
    found: dict[str, float | None] = {}
    for name, column in scenario.record.column_names(scenario.players).items():
        parts = int(row[scenario.record.per(name)]) if column.per else 1
        value = int(row[name])
        whole = parts == column.scale == 1 and not column.per
        found[name] = value if whole else value / (parts * column.scale) if parts else None
    return found


def resumable(work: Callable[[], int], hint: str) -> int:
    """Exit code of work that can go on later, from where it is stopped; a line says how."""
    from sim.run import IncompleteError
    from sim.stop import InterruptedRunError

    try:
        return work()
    except (InterruptedRunError, KeyboardInterrupt) as error:
        kept = "" if not error.args else f"{error.args[0]}; "
        return say(f"stopped; {kept}{hint}", INTERRUPTED)
    except IncompleteError as error:
        return say(f"{error}; {hint}", INCOMPLETE)
    except (OSError, MemoryError, ImportError, RuntimeError) as error:
        reason = in_words(error)
        if not reason:
            raise
        return say(f"{reason}; {hint}", INCOMPLETE)


def rebuild(path: str, quiet: bool) -> int:
    """Rebuild the report of a finished run from its counts."""
    from reports.folder import RunFolder
    from reports.progress import Progress
    from reports.results import stored, write_pages

    folder = Path(folder_of("FOLDER", path) or "")
    config = folder / "config.effective.toml"
    with usable(folder):
        if not config.is_file():
            raise InputError(f"{folder}: not the folder of a run")
    made = read_plan(str(config), {}, name=folder.name)
    made = replace(made, name=folder.name.removesuffix(f"-{made.digest[:8]}"))
    again = shlex.join(["dreamodds", "run", str(config), "--out", str(folder)])

    def rebuilding() -> int:
        opened = RunFolder(made, str(folder), again)
        if not opened.finished:
            raise InputError(f"{folder}: not finished; resume it with: {again}")
        with closing(Progress(made, quiet=quiet)) as watch:
            watch.phase("reporting")
            played = stored(opened)
            if played is None:
                raise InputError(f"{folder}: a chunk is damaged; play it again with: {again}")
            write_pages(opened, played.study)
        print(opened.path / "report.html")
        return OK

    return resumable(rebuilding, f"run again: {command_line()}")


def _finished(folder: RunFolder, watch: Progress, style: Style) -> Played | None:
    """The stored result of a finished run, printed; None if there is something to play.

    What has been lost of its report is written again.
    """
    from reports.results import intact, stored, write

    played = stored(folder) if folder.finished else None
    if played is not None:
        watch.note(f"{folder.path}: finished before; its stored result, nothing played")
        _print(played, style)
        if not intact(folder, played):
            watch.note(f"{folder.path}: its report is not intact and is written again")
            write(folder, played, watch)
    return played


def _play(folder: RunFolder, hands: Workers, watch: Progress, style: Style) -> Played:
    from reports.results import play, write
    from sim.stop import InterruptedRunError

    if folder.begun:
        watch.note(f"{folder.path}: resuming")
    began = time.monotonic()
    played = play(folder, hands, watch)
    seconds = time.monotonic() - began
    watch.close()
    _print(played, style)
    folder.note_timings({"playing": seconds})
    try:
        write(folder, played, watch)
    except KeyboardInterrupt:
        kept = "all matches are played and kept, and the report can be built by the same command"
        raise InterruptedRunError(kept) from None
    watch.close()
    if not style.as_json:
        print(f"report: {folder.path / 'report.html'}")
    return played


def _print(played: Played, style: Style) -> None:
    from reports.document import document, dump
    from reports.results import text

    lines = [dump(document(played.study))] if style.as_json else text(played.study, style.compare)
    for line in lines:
        print(line)
    sys.stdout.flush()
