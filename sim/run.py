"""Play a plan: chunks fan out over the cores, counts come back and add up in index order."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import joblib
import numpy as np

from sim.engine.errors import InputError
from sim.plan import CHUNK, Group, Plan
from sim.play import compile_all, join, play_for
from sim.store import Store
from sim.tally import Tally, carry_over

BACKENDS = ("threads", "processes", "cluster")
TASK = 1.0  # seconds that a task shall take
LATE = 1.5  # and after which it ends, wherever it is
PATIENCE = 2.0  # seconds that a stop waits for the current tasks
FIRST = 1200  # matches of a task while nothing is known of their speed: whole blocks of any length
STOPPING = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]


class Watch(Protocol):
    """Whoever shows progress."""

    def phase(self, name: str) -> None:
        """A phase begins: compiling, playing, reporting."""

    def played(self, group: Group, matches: int, result: GroupResult) -> None:
        """So many more matches of a group are counted."""

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
    compile_all(groups)
    watch.phase("playing")
    results, pace = [], _Pace()
    with _interruptible(watch) as stop:
        for number, group in enumerate(groups):
            asked = enough if number < len(plan.groups) else None
            hands = _Hands(workers, stop, pace)
            results.append(_run_group(number, group, store, hands, watch, asked))
    return results


@dataclass
class _Stop:
    """Whether the run shall stop, and whether it has waited for the current tasks long enough."""

    asked: bool = False
    late: bool = False


@dataclass
class _Pace:
    """How fast matches of one scenario are played; None before the first."""

    seconds: float | None = None  # of one match

    def learn(self, group: Group, matches: int, seconds: float) -> None:
        """The latest task tells."""
        self.seconds = max(seconds, 1e-6) / (matches * len(group.scenarios))

    def matches(self, group: Group) -> int:
        """Matches of a task: whole blocks, at least one."""
        if self.seconds is None:
            return FIRST
        wanted = int(TASK / (self.seconds * len(group.scenarios)))
        return max(1, wanted // group.block) * group.block


@dataclass
class _Hands:
    """Who plays, and how: workers, whether they shall stop, how fast they are."""

    workers: Workers
    stop: _Stop = field(default_factory=_Stop)
    pace: _Pace = field(default_factory=_Pace)


class _Left:
    """Stretches of matches that are still to be played, cut into tasks, the first ones first."""

    def __init__(self, group: Group, pace: _Pace) -> None:
        self.group, self.pace = group, pace
        self.gaps: list[tuple[int, int]] = []
        self.lock = threading.Lock()

    def put(self, first: int, matches: int) -> None:
        """These matches are not played."""
        if matches:
            with self.lock:
                self.gaps = sorted([*self.gaps, (first, matches)])

    def take(self) -> tuple[int, int] | None:
        """Matches of the next task, None if none are left."""
        with self.lock:
            if not self.gaps:
                return None
            first, matches = self.gaps.pop(0)
            size = min(matches, self.pace.matches(self.group))
            if size < matches:
                self.gaps.insert(0, (first + size, matches - size))
            return first, size


def _run_group(
    number: int,
    group: Group,
    store: Store,
    hands: _Hands,
    watch: Watch,
    enough: Enough | None,
) -> GroupResult:
    result = GroupResult(group)
    chunks = list(group.chunks(hands.workers.chunk))
    waiting: dict[int, tuple[int, dict[str, Any]]] = {}
    at = whole = 0  # matches counted; chunks that are whole
    chunk: dict[str, Any] = {}
    with _resumable(store, hands.stop):
        for first, matches, counts in _played(number, group, chunks, store, hands):
            waiting[first] = matches, counts
            while at in waiting:
                matches, arrays = waiting.pop(at)
                at += matches
                result.add(arrays)
                watch.played(group, matches, result)
                chunk = join(chunk, arrays) if chunk else arrays
                if at < sum(chunks[whole]):
                    continue
                store.gather(number, chunks[whole], chunk)
                chunk, whole = {}, whole + 1
                if enough is not None and whole < len(chunks) and enough(result):
                    result.stopped_early = True
                    return result
    for name in store.damaged:
        watch.note(f"{name}: damaged, played again")
    store.damaged.clear()
    if whole < len(chunks):
        raise InterruptedRunError
    return result


@contextmanager
def _resumable(store: Store, stop: _Stop) -> Iterator[None]:
    """Whatever ends a run early and leaves what is played."""
    try:
        yield
    except OSError as error:
        raise IncompleteError(
            f"{error.filename or store.folder}: {error.strerror or error}"
        ) from None
    except BrokenProcessPool:
        if stop.asked:
            raise InterruptedRunError from None
        raise IncompleteError("a worker process was lost") from None
    except KeyboardInterrupt:  # it reached a worker that started late
        raise InterruptedRunError from None


def _played(
    number: int, group: Group, chunks: list[tuple[int, int]], store: Store, hands: _Hands
) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Yield first match, matches and counts of all pieces: stored ones, then as they are played."""
    left = _Left(group, hands.pace)
    for chunk in chunks:
        for first, matches, counts in store.pieces(number, chunk):
            if counts is None:
                left.put(first, matches)
            else:
                yield first, matches, counts
    enough = False

    def tasks() -> Iterator[Any]:
        while not (hands.stop.asked or enough) and (task := left.take()):
            yield joblib.delayed(_task)(group, *task)

    with _parallel(hands.workers) as parallel:
        while left.gaps and not hands.stop.asked:  # what tasks leave is played in another round
            with _workers_deaf(hands.workers):
                outputs = parallel(tasks())
            try:
                for first, matches, done, seconds, arrays in outputs:
                    hands.pace.learn(group, done, seconds)
                    left.put(first + done, matches - done)
                    store.write(number, (first, done), arrays)
                    yield first, done, arrays
            except InterruptedRunError:  # the current tasks take too long: they are lost
                with warnings.catch_warnings(action="ignore"):  # of what is not used
                    outputs.close()
                raise
            finally:
                enough = True  # whoever asked for matches wants no more: let the current ones end
                for _ in outputs:
                    pass
            enough = False


def _task(group: Group, first: int, matches: int) -> tuple[int, int, int, float, dict[str, Any]]:
    began = time.monotonic()
    done, arrays = play_for(LATE, group, first, matches)
    return first, matches, done, time.monotonic() - began, arrays


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
    """Workers with one task each and none waiting, so that a stop need not wait for it.

    One worker is a thread of its own: this one hears signals.
    """
    backend = {"threads": "threading", "processes": "loky", "cluster": "dask"}[workers.backend]
    how: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
    if workers.backend == "cluster":
        with _client(workers.cluster), joblib.parallel_config(backend=backend):
            yield joblib.Parallel(pre_dispatch="n_jobs", **how)
    elif workers.jobs == 1:
        yield joblib.Parallel(2, backend="threading", pre_dispatch=1, **how)
    else:
        yield joblib.Parallel(workers.jobs, backend=backend, pre_dispatch=workers.jobs, **how)


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
def _interruptible(watch: Watch) -> Iterator[_Stop]:
    """Ctrl-C (or a signal to end) once: no new tasks, finished ones are kept.  Twice: quit.

    Current tasks that do not end soon are given up.  A signal that is ignored (nohup) stays ignored.
    """
    stop = _Stop()

    def give_up() -> None:
        stop.late = True
        interrupt_main(signal.SIGINT)

    timer = threading.Timer(PATIENCE, give_up)
    timer.daemon = True

    def handle(number: int, frame: Any) -> None:
        if stop.late:
            stop.late = False
            raise InterruptedRunError
        if stop.asked:
            os._exit(130)
        stop.asked = True
        watch.note("stopping after the current matches; press Ctrl-C again to quit at once")
        timer.start()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    heard = [n for n in STOPPING if n == signal.SIGINT or signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield stop
    finally:
        timer.cancel()
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
