"""What the commands of cli.py do: read a plan, play or read a run, print, say how it ended.

Heavy imports stay inside the functions, so that help, show and validate answer at once.
"""

from __future__ import annotations

import shlex
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.engine.errors import InputError

if TYPE_CHECKING:
    from reports.folder import RunFolder
    from reports.progress import Progress
    from reports.results import Played
    from sim.plan import Plan
    from sim.run import Workers

OK, USAGE, FAILED, INCOMPLETE, CONFLICT, INTERRUPTED = 0, 2, 3, 4, 5, 130


@dataclass(frozen=True)
class Style:
    """What a playing command prints, and whether unmet criteria fail it."""

    as_json: bool = False
    quiet: bool = False
    compare: bool = False
    gate: bool = False


def say(text: str, code: int) -> int:
    """Print one line on stderr; the exit code that goes with it."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    print(f"dreamodds: {line}", file=sys.stderr)
    return code


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
    from sim.run import BACKENDS, Workers, usable_cores

    if jobs is not None and not 1 <= jobs <= 4096:
        raise InputError(f"--jobs {jobs}: must lie in 1 to 4096")
    if backend not in BACKENDS[:2]:
        raise InputError(f"--backend {backend}: must be one of threads, processes")
    if cluster is not None:
        backend = "cluster"
    return Workers(jobs or usable_cores(), backend, cluster or "")


def command_line() -> str:
    """The command line as the user would type it again."""
    return shlex.join(["dreamodds", *sys.argv[1:]])


def play_plan(target: str, plan: Plan, hands: Workers, out: str | None, style: Style) -> int:
    """Play a plan or read its finished run, print and write it; the exit code."""
    from reports.folder import RunFolder
    from reports.progress import Progress
    from sim.run import IncompleteError, InterruptedRunError

    if style.compare and len(plan.groups[0].scenarios) < 2:
        raise InputError(f"{target}: nothing to compare; add a [variant.NAME] to a config file")
    if style.gate and not plan.config.check:
        raise InputError(f"{target}: nothing to check; add a [[check]] with metric and within")
    folder = RunFolder(plan, out, command_line())
    watch = Progress(plan, quiet=style.quiet)
    try:
        played = _finished(folder, watch, style) or _play(folder, hands, watch, style)
    except InterruptedRunError:
        return say(f"stopped; resume with: {folder.resume_command()}", INTERRUPTED)
    except IncompleteError as error:
        return say(f"{error}; resume with: {folder.resume_command()}", INCOMPLETE)
    finally:
        watch.close()
    if played.study.conflict:
        return CONFLICT
    unmet = any(criterion.answer != "met" for criterion in played.study.criteria)
    return FAILED if style.gate and unmet else OK


def _finished(folder: RunFolder, watch: Progress, style: Style) -> Played | None:
    """The stored result of a finished run, printed; None if there is something to play."""
    from reports.results import stored

    played = stored(folder) if folder.finished else None
    if played is not None:
        watch.note(f"{folder.path}: finished before; its stored result, nothing played")
        _print(played, style)
    return played


def _play(folder: RunFolder, hands: Workers, watch: Progress, style: Style) -> Played:
    from reports.results import play, write

    if folder.begun:
        watch.note(f"{folder.path}: resuming")
    began = time.monotonic()
    played = play(folder, hands, watch)
    watch.close()
    _print(played, style)
    write(folder, played, time.monotonic() - began, watch)
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
