"""Runs: the same counts for any workers, chunks, backend, interruption and resume."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest
from support import ROOT, plan_of, scenario

from sim.engine.errors import InputError
from sim.games import game, names
from sim.plan import Group
from sim.play import Player, join, play_chunk, play_for, play_rows
from sim.result import GroupResult
from sim.run import AHEAD, IncompleteError, _Hands, _run_group, run_plan
from sim.stop import InterruptedRunError, interruptible
from sim.store import Store, write_atomically
from sim.tally import whole
from sim.tasks import FIRST, Left, Pace, play_task
from sim.watch import Quiet
from sim.workers import Workers, deaf

MATCHES = 6000


def digest(results: list[GroupResult]) -> str:
    """Digest of every count of a run."""
    found = blake2b()
    for result in results:
        for name, tally in sorted(result.tallies.items()):
            for key, array in sorted(tally.arrays.items()):
                found.update(f"{name}/{key}".encode() + np.ascontiguousarray(array).tobytes())
        for name, products in sorted(result.cross.items()):
            found.update(name.encode() + products.tobytes())
        if result.rows is not None:
            found.update(result.rows.tobytes())
    return found.hexdigest()


def varied_plan(game, **changes):
    """A rotated base, two variants and sampled rows."""
    first = next(iter(game.strategies))
    others = [name for name in game.strategies if name != first]
    line_up = [others[i % len(others)] if i else first for i in range(len(game.seats))]
    keys = {
        "matches": MATCHES,
        "seed": 11,
        "seats": line_up,
        "records": 50,
        "variant": {"same": {}, "other": {"seats": [first] * len(line_up)}},
        **changes,
    }
    return plan_of(game.name, **keys)


def played(plan, folder, **workers):
    return run_plan(plan, Store(folder), Workers(**{"jobs": 1, **workers}), Quiet())


def test_workers_chunks_and_backends_do_not_matter(any_game, tmp_path):
    plan = varied_plan(any_game)
    wanted = digest(played(plan, tmp_path / "reference"))
    for jobs in (2, 3):
        assert digest(played(plan, tmp_path / f"jobs{jobs}", jobs=jobs, chunk=500)) == wanted
    for chunk in (120, 1000, 4096):
        assert digest(played(plan, tmp_path / f"chunk{chunk}", chunk=chunk)) == wanted
    other = played(plan, tmp_path / "processes", jobs=2, chunk=1000, backend="processes")
    assert digest(other) == wanted


class Deadly(Group):
    """A group that kills the worker it is sent to."""

    def __reduce__(self):  # noqa: D105
        return os._exit, (9,)


def test_a_lost_worker_leaves_a_run_that_can_be_resumed(any_game, tmp_path):
    plan = varied_plan(any_game)
    deadly = Deadly(plan.groups[0].scenarios)
    fatal = replace(plan, groups=(deadly,))
    with pytest.raises(IncompleteError, match="a worker process was lost"):
        played(fatal, tmp_path, jobs=2, chunk=1000, backend="processes")
    wanted = digest(played(plan, tmp_path / "whole", chunk=1000))
    assert digest(played(plan, tmp_path, chunk=1000)) == wanted


@pytest.mark.parametrize(
    ("error", "stopped", "wanted"),
    [
        (BrokenProcessPool(), False, IncompleteError),
        (BrokenProcessPool(), True, InterruptedRunError),
        (KeyboardInterrupt(), True, InterruptedRunError),
    ],
)
def test_workers_that_are_stopped_too_end_the_run_in_order(
    error, stopped, wanted, tmp_path, monkeypatch
):
    hands = _Hands(Workers(2, "processes"))

    def broken(*_):
        hands.stop.asked = stopped
        raise error

    monkeypatch.setattr("sim.run.parallel", lambda _: nullcontext(broken))
    group = varied_plan(game(names()[0]), matches=120).groups[0]
    with pytest.raises(wanted):
        _run_group(0, group, Store(tmp_path), hands, Quiet(), None)


@pytest.fixture
def heard():
    """Signals that a job in the background ignores from its start (nohup, a shell's &)."""
    default = {signal.SIGINT: signal.default_int_handler, signal.SIGHUP: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in default.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(("backend", "ignored"), [("processes", True), ("threads", False)])
def test_worker_processes_start_deaf_to_ctrl_c(backend, ignored):
    before = signal.getsignal(signal.SIGINT)
    with deaf(Workers(2, backend)):
        assert (signal.getsignal(signal.SIGINT) == signal.SIG_IGN) == ignored
    assert signal.getsignal(signal.SIGINT) is before


def test_a_dask_cluster_counts_the_same(any_game, tmp_path):
    from distributed import LocalCluster

    plan = varied_plan(any_game)
    wanted = digest(played(plan, tmp_path / "reference"))
    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        other = played(plan, tmp_path / "x", chunk=1000, backend="cluster", cluster=address)
    assert digest(other) == wanted


def test_a_cluster_out_of_reach_is_the_users_mistake(tmp_path):
    plan = varied_plan(game(names()[0]), matches=120)
    with pytest.raises(InputError, match="--cluster nonsense://x: cannot be reached"):
        played(plan, tmp_path, backend="cluster", cluster="nonsense://x")


def test_a_cluster_without_dask_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    plan = varied_plan(game(names()[0]), matches=120)
    with pytest.raises(InputError, match=r"needs dask and distributed \(pip install 'dreamodds"):
        played(plan, tmp_path, backend="cluster", cluster="tcp://x:1")


def test_a_variant_that_changes_nothing_is_the_base(any_game, tmp_path):
    result = played(varied_plan(any_game, seats=[next(iter(any_game.strategies))]), tmp_path)[0]
    base, same = result.tallies["base"], result.tallies["same"]
    for name in base.arrays:
        assert (base.arrays[name] == same.arrays[name]).all(), name
    cross = result.cross["same"]
    for name in base.columns:
        products = [whole(*cross[:, place]) for place in base.layout.cross_at(name)]
        if name in base.layout.per:
            r = base.ratio(name)
            assert products == [r.squares, r.product, r.product, r.part_squares], name
        else:
            assert products == [base.column(name).block_squares], name


def test_a_resumed_run_is_the_uninterrupted_one(any_game, tmp_path):
    plan = varied_plan(any_game)
    wanted = digest(played(plan, tmp_path / "whole", chunk=480))
    store = Store(tmp_path / "parts")
    chunks = list(plan.groups[0].chunks(480))
    for first, matches in chunks[::3]:
        store.write(0, (first, matches), play_chunk(plan.groups[0], first, matches))
    assert digest(played(plan, tmp_path / "parts", chunk=480)) == wanted


def test_a_damaged_chunk_is_played_again_with_a_note(any_game, tmp_path, capsys):
    plan = varied_plan(any_game)
    wanted = digest(played(plan, tmp_path, chunk=960))
    files = sorted(tmp_path.glob("*.npz"))
    files[1].write_bytes(files[1].read_bytes()[:-7] + b"garbage")
    assert digest(played(plan, tmp_path, chunk=960)) == wanted
    assert files[1].name in capsys.readouterr().err


def test_a_stop_rule_stops_at_the_same_chunk_for_any_workers(any_game, tmp_path):
    plan = varied_plan(any_game)

    def enough(result):
        return result.tallies["base"].matches >= 2000

    found = [
        run_plan(plan, Store(tmp_path / str(jobs)), Workers(jobs, chunk=480), Quiet(), enough)
        for jobs in (1, 3)
    ]
    assert digest(found[0]) == digest(found[1])
    assert found[0][0].stopped_early
    assert found[0][0].tallies["base"].matches == 2400


def test_sampled_rows_are_the_matches_they_name(any_game, tmp_path):
    plan = varied_plan(any_game)
    rows = played(plan, tmp_path, chunk=720)[0].rows
    base = plan.groups[0].base
    assert len(rows) == 50
    assert (np.diff(rows[:, 0]) > 0).all()
    from sim.play import named

    for match, record in zip(rows[:, 0], named(base, rows[:, 1:].T), strict=True):
        assert record == play_rows(base, int(match), 1)[0]


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupting_keeps_what_was_played(number, any_game, tmp_path):
    plan = varied_plan(any_game)

    class Impatient(Quiet):
        asked = False

        def played(self, group, matches, result):
            if not self.asked:  # current tasks are still counted
                self.asked = True
                os.kill(os.getpid(), number)

        def note(self, text):
            pass

    store = Store(tmp_path / "stopped")
    try:
        run_plan(plan, store, Workers(1, chunk=480), Impatient())
    except InterruptedRunError:
        pass
    else:
        pytest.fail("the run was not interrupted")
    assert store.names()
    wanted = digest(played(plan, tmp_path / "whole", chunk=480))
    assert digest(played(plan, tmp_path / "stopped", chunk=480)) == wanted


def test_interrupting_twice_quits_at_once(any_game, tmp_path, monkeypatch):
    class Insistent(Quiet):
        def played(self, group, matches, result):
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

        def note(self, text):
            assert "press Ctrl-C again to quit at once" in text

    monkeypatch.setattr(os, "_exit", sys.exit)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(SystemExit) as end:
        run_plan(varied_plan(any_game), Store(tmp_path), Workers(1, chunk=480), Insistent())
    assert end.value.code == 130
    assert signal.getsignal(signal.SIGINT) is before


def test_a_run_may_be_started_from_any_thread(any_game, tmp_path):
    plan = varied_plan(any_game, matches=480)
    with ThreadPoolExecutor(1) as thread:
        other = thread.submit(played, plan, tmp_path / "thread").result()
    assert digest(other) == digest(played(plan, tmp_path / "main"))


@pytest.mark.parametrize("moment", [0.3, 0.8, 1.5])
def test_kill_loses_at_most_the_current_chunks(tmp_path, moment):
    code = f"""
from test_run import varied_plan
from sim.games import game, names
from sim.run import run_plan
from sim.watch import Quiet
from sim.workers import Workers
from sim.store import Store
from pathlib import Path
plan = varied_plan(game(names()[0]), matches=600_000)
print("ready", flush=True)
run_plan(plan, Store(Path({str(tmp_path)!r})), Workers(2, chunk=6000), Quiet())
"""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    child = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", code],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    deadline = time.monotonic() + 300
    while not list(Path(tmp_path).glob("*.npz")) and time.monotonic() < deadline:
        child.poll()
    deadline = time.monotonic() + moment
    while time.monotonic() < deadline:
        child.poll()
    child.kill()
    child.wait()
    child.stdout.close()
    plan = varied_plan(game(names()[0]), matches=600_000)
    store = Store(tmp_path)
    chunks = plan.groups[0].chunks(6000)
    found = [piece for chunk in chunks for piece in store.pieces(0, chunk)]
    assert not store.damaged
    kept = [i for i, (_, _, counts) in enumerate(found) if counts is not None]
    assert kept
    for i in (kept[0], kept[-1]):
        first, matches, counts = found[i]
        same(counts, play_chunk(plan.groups[0], first, matches))
    assert max(kept) - len(kept) < 4  # two workers: no more than their current tasks are missing


def test_an_ignored_signal_stays_ignored(tmp_path):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with interruptible(Quiet()) as stop:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stop.asked
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("trouble", ["folder", "unreadable", "read-only"])
def test_a_chunk_that_cannot_be_read_is_played_again(trouble, tmp_path, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    store = Store(tmp_path)
    store.write(0, (0, 120), {"a": np.arange(5)})
    path = tmp_path / store.names()[0]
    if trouble == "folder":
        path.unlink()
        path.mkdir()
    elif trouble == "unreadable":
        monkeypatch.setattr(Path, "read_bytes", refused)
    else:
        path.write_bytes(b"x")
        monkeypatch.setattr(Path, "unlink", refused)
    assert store.read(0, (0, 120)) is None
    assert store.damaged == [path.name]


def test_the_store_writes_whole_files_only(tmp_path):
    store = Store(tmp_path)
    store.write(3, (120, 240), {"a": np.arange(5)})
    assert (store.read(3, (120, 240))["a"] == np.arange(5)).all()
    assert store.read(3, (120, 241)) is None
    assert not list(tmp_path.glob(".*"))
    write_atomically(tmp_path / "text", "\xe9\udcff")
    assert (tmp_path / "text").read_bytes() == b"\xc3\xa9\\udcff"


def test_a_file_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left") as error:
        write_atomically(tmp_path / "x", b"")
    assert error.value.filename == tmp_path / "x"


def test_chunks_cover_every_match_once():
    for matches in (1, 119, 120, 121, 65_537, 1_000_003):
        group = Group((scenario("dream_team", matches=matches),))
        for size in (1, 120, 5000, 65_536):
            chunks = list(group.chunks(size))
            ends = [0, *(first + count for first, count in chunks)]
            assert [first for first, _ in chunks] == ends[:-1]
            assert ends[-1] == group.matches
            assert len(chunks) <= 1025


@pytest.fixture
def slow(monkeypatch):
    """Matches that last: seconds of each, and an event that ends the wait."""
    over = threading.Event()

    def make(seconds):
        play = Player.play

        def late(player, first, matches):
            over.wait(seconds * matches)
            return play(player, first, matches)

        monkeypatch.setattr(Player, "play", late)
        return over

    yield make
    over.set()


def same(one, other):
    assert one.keys() == other.keys()
    for name in one:
        assert (one[name] == other[name]).all(), name


def test_a_task_ends_in_time_and_is_a_part_of_its_chunk(any_game, slow):
    group = varied_plan(any_game).groups[0]
    over = slow(0.0002)
    done, counts = play_for(0.1, group, 0, MATCHES)
    assert 0 < done < MATCHES
    assert done % group.block == 0
    over.set()
    rest = play_chunk(group, done, MATCHES - done)
    same(join(counts, rest), play_chunk(group, 0, MATCHES))


def test_slow_matches_are_played_in_short_tasks_and_kept_by_chunk(tmp_path, slow, monkeypatch):
    monkeypatch.setattr("sim.tasks.TASK", 0.05)
    monkeypatch.setattr("sim.tasks.LATE", 0.08)
    plan = varied_plan(game(names()[0]), matches=2400)
    wanted = digest(played(plan, tmp_path / "fast"))

    class Counting(Quiet):
        pieces = 0

        def played(self, group, matches, result):
            self.pieces += 1

    slow(0.0001)
    for jobs in (1, 2):
        store, watch = Store(tmp_path / str(jobs)), Counting()
        assert digest(run_plan(plan, store, Workers(jobs, chunk=1200), watch)) == wanted
        assert watch.pieces > 4
        assert [name.split("-")[1:3] for name in store.names()] == [
            ["0000000000000", "1200"],
            ["0000000001200", "1200"],
        ]


def test_counts_that_are_kept_slowly_do_not_pile_up(tmp_path, monkeypatch):
    monkeypatch.setattr("sim.tasks.TASK", 0.0)  # a block a task
    begun, waiting = [], []

    def counted(*task):
        begun.append(task)
        return play_task(*task)

    class Slow(Store):
        kept = 0

        def write(self, *what):
            waiting.append(len(begun) - self.kept)
            time.sleep(0.01)
            super().write(*what)
            self.kept += 1

    monkeypatch.setattr("sim.run.play_task", counted)
    plan = varied_plan(game(names()[0]), matches=1200)
    block = plan.groups[0].block
    monkeypatch.setattr("sim.tasks.FIRST", block)
    wanted = digest(played(plan, tmp_path / "reference"))
    begun.clear()
    assert digest(run_plan(plan, Slow(tmp_path / "slow"), Workers(2), Quiet())) == wanted
    assert len(begun) == 1200 // block
    assert max(waiting) <= 2 * AHEAD


def test_pieces_of_any_length_are_found_again(any_game, tmp_path):
    plan = varied_plan(any_game)
    group, wanted = plan.groups[0], digest(played(plan, tmp_path / "whole"))
    store = Store(tmp_path / "pieces")
    for first, matches in ((0, 240), (0, 120), (120, 360), (600, 1200), (1200, 120), (4800, 1200)):
        store.write(0, (first, matches), play_chunk(group, first, matches))
    found = [(first, n, a is not None) for first, n, a in store.pieces(0, (0, MATCHES))]
    assert found == [
        (0, 240, True), (240, 360, False), (600, 1200, True), (1800, 3000, False), (4800, 1200, True),
    ]  # fmt: skip
    assert digest(played(plan, tmp_path / "pieces")) == wanted
    assert len(store.names()) == 1


def test_tasks_follow_the_speed_in_whole_blocks():
    group, pace = varied_plan(game("dream_team")).groups[0], Pace()
    assert pace.matches(group) == FIRST
    pace.learn(group, 100, 0.1)
    assert pace.matches(group) == 1000 // group.block * group.block
    pace.learn(group, 2, 100.0)
    assert pace.matches(group) == group.block
    left = Left(group, pace)
    left.put(1200, 5)
    left.put(0, 3 * group.block)
    assert left.take() == (0, group.block)
    left.put(0, group.block)
    assert [left.take(), left.take()] == [(0, group.block), (group.block, group.block)]


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stop_does_not_wait_for_endless_matches(jobs, tmp_path, slow, monkeypatch):
    monkeypatch.setattr("sim.stop.PATIENCE", 0.3)
    plan = varied_plan(game(names()[0]))
    played(varied_plan(game(names()[0]), matches=120), tmp_path / "compiled")
    slow(100)
    began = time.monotonic()
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
    with pytest.raises(InterruptedRunError):
        played(plan, tmp_path / "x", jobs=jobs)
    assert time.monotonic() - began < 20
