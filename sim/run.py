"""Play a plan: chunks fan out over the cores, counts come back and add up in index order."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import joblib

from sim.plan import Group, Plan
from sim.play import compile_all, join
from sim.result import GroupResult
from sim.stop import InterruptedRunError, Stop, interruptible
from sim.store import Store
from sim.tasks import Left, Pace, play_task
from sim.watch import Watch
from sim.workers import Workers, crew, deaf, parallel

AHEAD = 4  # tasks of each worker whose counts may wait to be kept

Enough = Callable[[GroupResult], bool]


class IncompleteError(Exception):
    """The run could not be finished but can be resumed; exit code 4."""


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
    results, pace = [], Pace()
    with interruptible(watch) as stop:
        for number, group in enumerate(groups):
            asked = enough if number < len(plan.groups) else None
            hands = _Hands(workers, stop, pace)
            results.append(_run_group(number, group, store, hands, watch, asked))
    return results


@dataclass
class _Hands:
    """Who plays, and how: workers, whether they shall stop, how fast they are."""

    workers: Workers
    stop: Stop = field(default_factory=Stop)
    pace: Pace = field(default_factory=Pace)


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
def _resumable(store: Store, stop: Stop) -> Iterator[None]:
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
    left = Left(group, hands.pace)
    for chunk in chunks:
        for first, matches, counts in store.pieces(number, chunk):
            if counts is None:
                left.put(first, matches)
            else:
                yield first, matches, counts
    enough, sent, kept = False, 0, 0

    def tasks() -> Iterator[Any]:
        nonlocal sent
        while not (hands.stop.asked or enough) and sent - kept < most and (task := left.take()):
            sent += 1
            yield joblib.delayed(play_task)(group, *task)

    with parallel(hands.workers) as play:
        most = AHEAD * crew(hands.workers)
        while left.gaps and not hands.stop.asked:  # what tasks leave is played in another round
            with deaf(hands.workers):
                outputs = play(tasks())
            try:
                for first, matches, done, seconds, arrays in outputs:
                    hands.pace.learn(group, done, seconds)
                    left.put(first + done, matches - done)
                    store.write(number, (first, done), arrays)
                    yield first, done, arrays
                    kept += 1
            except InterruptedRunError:  # the current tasks take too long: they are lost
                with warnings.catch_warnings(action="ignore"):  # of what is not used
                    outputs.close()
                raise
            finally:
                enough = True  # whoever asked for matches wants no more: let the current ones end
                for _ in outputs:
                    pass
            enough = False
