"""Play a plan: chunks fan out over the cores, counts come back and add up in index order."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import joblib
import numpy as np

from sim.engine.errors import InputError
from sim.plan import CHUNK, Group, Plan
from sim.play import Player, play_chunk
from sim.store import Store
from sim.tally import Tally, carry_over

BACKENDS = ("threads", "processes", "cluster")
STOPPING = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]


class Watch(Protocol):
    """Whoever shows progress."""

    def phase(self, name: str) -> None:
        """A phase begins: compiling, playing, reporting."""

    def played(self, group: Group, matches: int, result: GroupResult) -> None:
        """That many more matches of a group are counted."""

    def note(self, text: str) -> None:
        """Something the user should know."""


class IncompleteError(Exception):
    """The run could not be finished but can be resumed; exit code 4."""


class InterruptedRunError(Exception):
    """The user stopped the run; what is played is kept; exit code 130."""


class GroupResult:
    """Tallies of one group's scenarios, paired products with the base, sampled rows.

    `cross` holds arrays of shape (2, words) by variant; `rows` has shape (rows, 1 + words): the
    index of a match and its record.
    """

    def __init__(self, group: Group) -> None:
        """Nothing is counted yet."""
        self.group = group
        self.tallies = {s.name: Tally(s) for s in group.scenarios}
        self.cross: dict[str, Any] = {}
        self.rows: Any = None
        self.stopped_early = False

    def add(self, arrays: dict[str, Any]) -> None:
        """Add the counts of the next chunk (sim.play.play_chunk)."""
        for i, scenario in enumerate(self.group.scenarios):
            prefix = f"{i}/"
            own = {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
            products, rows = own.pop("cross", None), own.pop("rows", None)
            self.tallies[scenario.name].add(own)
            if products is not None:
                held = self.cross.setdefault(scenario.name, np.zeros_like(products))
                held += products
                carry_over(held)
            if rows is not None:
                self.rows = rows if self.rows is None else np.concatenate([self.rows, rows])


@dataclass(frozen=True)
class Workers:
    """How chunks fan out."""

    jobs: int
    backend: str = "threads"
    cluster: str = ""  # address of a dask scheduler
    chunk: int = CHUNK


Enough = Callable[[GroupResult], bool]


def run_plan(
    plan: Plan, store: Store, workers: Workers, watch: Watch, enough: Enough | None = None
) -> list[GroupResult]:
    """Play all groups of a plan; counts of finished chunks come from the store.

    `enough` may end a group early; it is asked after each chunk in index order, so the result
    does not depend on workers.

    Raises
    ------
    InterruptedRunError
        Ctrl-C; everything played is in the store.
    IncompleteError
        A chunk could not be written or a worker was lost.
    """
    groups = plan.played
    watch.phase("compiling")
    for scenario in {s.game: s for g in groups for s in g.scenarios}.values():
        Player(scenario).play(0, scenario.block)  # a block of its own, which is not counted
    watch.phase("playing")
    results = []
    with _interruptible(watch) as stop:
        for number, group in enumerate(groups):
            asked = enough if number < len(plan.groups) else None
            results.append(_run_group(number, group, store, workers, watch, asked, stop))
    return results


def _run_group(
    number: int,
    group: Group,
    store: Store,
    workers: Workers,
    watch: Watch,
    enough: Enough | None,
    stop: list[bool],
) -> GroupResult:
    result = GroupResult(group)
    chunks = list(group.chunks(workers.chunk))
    waiting: dict[int, dict[str, Any]] = {}
    following = 0
    for index, arrays in _played(number, group, chunks, store, workers, stop):
        waiting[index] = arrays
        while following in waiting:
            result.add(waiting.pop(following))
            watch.played(group, chunks[following][1], result)
            following += 1
            if enough is not None and following < len(chunks) and enough(result):
                result.stopped_early = True
                return result
    for name in store.damaged:
        watch.note(f"{name}: damaged, played again")
    store.damaged.clear()
    if following < len(chunks):
        raise InterruptedRunError
    return result


def _played(
    number: int,
    group: Group,
    chunks: list[tuple[int, int]],
    store: Store,
    workers: Workers,
    stop: list[bool],
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (index, counts) of every chunk: the stored ones first, then as they are played."""
    missing = []
    for index, (first, matches) in enumerate(chunks):
        arrays = store.read(number, (first, matches))
        if arrays is None:
            missing.append(index)
        else:
            yield index, arrays

    enough = False

    def tasks() -> Iterator[Any]:
        for index in missing:
            if stop[0] or enough:
                return
            yield joblib.delayed(_task)(group, index, *chunks[index])

    try:
        with _parallel(workers) as parallel:
            with _workers_deaf(workers):
                outputs = parallel(tasks())
            try:
                for index, arrays in outputs:
                    store.write(number, chunks[index], arrays)
                    yield index, arrays
            finally:
                enough = True  # whoever asked for chunks wants no more: let the current ones end
                for _ in outputs:
                    pass
    except OSError as error:
        raise IncompleteError(
            f"{error.filename or store.folder}: {error.strerror or error}"
        ) from None
    except BrokenProcessPool:
        if stop[0]:
            raise InterruptedRunError from None
        raise IncompleteError("a worker process was lost") from None
    except KeyboardInterrupt:  # it reached a worker that started late
        raise InterruptedRunError from None


def _task(group: Group, index: int, first: int, matches: int) -> tuple[int, dict[str, Any]]:
    return index, play_chunk(group, first, matches)


@contextmanager
def _workers_deaf(workers: Workers) -> Iterator[None]:
    """Start processes that ignore Ctrl-C: a terminal sends it to them too, but this one decides."""
    if workers.backend != "processes" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _parallel(workers: Workers) -> Iterator[Any]:
    backend = {"threads": "threading", "processes": "loky", "cluster": "dask"}[workers.backend]
    if workers.backend == "cluster":
        with _client(workers.cluster), joblib.parallel_config(backend=backend):
            yield joblib.Parallel(return_as="generator_unordered")
    else:
        yield joblib.Parallel(workers.jobs, backend=backend, return_as="generator_unordered")


def reach(address: str) -> None:
    """Refuse the address of a cluster that cannot be reached."""
    with _client(address):
        pass


def _client(address: str) -> Any:
    """A connection to a dask scheduler."""
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'dreamodds[cluster]'"
        raise InputError(f"--cluster {address}: needs dask and distributed ({hint})") from None
    try:
        return Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError(f"--cluster {address}: cannot be reached ({reason})") from None


@contextmanager
def _interruptible(watch: Watch) -> Iterator[list[bool]]:
    """Ctrl-C (or a signal to end) once: no new chunks, finished ones are kept.  Twice: quit.

    A signal that is ignored (nohup) stays ignored.
    """
    stop = [False]

    def handle(number: int, frame: Any) -> None:
        if stop[0]:
            os._exit(130)
        stop[0] = True
        watch.note("stopping after the current chunks; press Ctrl-C again to quit at once")

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    heard = [n for n in STOPPING if n == signal.SIGINT or signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def usable_cores() -> int:
    """Cores this process may use: affinity and container limits count."""
    try:
        return int(joblib.cpu_count())
    except ValueError:
        limit = os.environ.get("LOKY_MAX_CPU_COUNT")
        raise InputError(f"LOKY_MAX_CPU_COUNT = {limit!r}: must be a whole number") from None


class Quiet:
    """A watch that shows nothing."""

    def phase(self, name: str) -> None:
        """Ignore the phase."""

    def played(self, group: Group, matches: int, result: GroupResult) -> None:
        """Ignore the progress."""

    def note(self, text: str) -> None:
        """Print notes: they are warnings."""
        print(f"dreamodds: {text}", file=sys.stderr)
