"""Benchmarks, collected only when named: `make bench`.  Ratios within one run; nothing is asserted.

A game's C twin (tests/bench) must give identical records before anything is timed.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.games import GAMES
from bench.twin import Twin
from support import python, scenario

from sim.engine.rng import PURPOSES
from sim.games import game as find
from sim.plan import Group
from sim.play import batch_of, named, play_chunk
from sim.table import make_rows, make_table

ROUNDS = 9
SLICES = 301  # what is paired lasts milliseconds: both halves meet the same noise
MATCHES = 600  # of a chunk that the twin plays too
INSIDE = np.uint64(602)  # where a second one begins: inside any series (nove_anni, R7)
RUN = 1_000_000  # matches of the run that what is played belongs to
LINE_UPS = [
    pytest.param(game, seats, id="-".join([game, *seats]))
    for game, bench in GAMES.items()
    for seats in bench.line_ups
]
FORMS = [
    pytest.param(game, form, seats, id="-".join([game, *seats, form]))
    for game, bench in GAMES.items()
    for form in (("basic", "full") if bench.basic else ("full",))
    for seats in bench.line_ups
]
COMPILE = """
import sys
from sim.play import play_rows
from support import scenario
play_rows(scenario(sys.argv[1]), 0, 1)
"""


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """What is timed is loaded from numba's cache: in the process that compiles it runs slower."""
    for game in GAMES:
        assert python(COMPILE, game).returncode == 0


@pytest.fixture(scope="module")
def twin_of(tmp_path_factory):
    """The twin of a game, compiled once."""
    if not Twin.available():
        pytest.fail("gcc is missing: the comparison with C needs it")
    return cache(lambda game: Twin(game, tmp_path_factory.mktemp(game)))


def tables(game: str) -> list[list[str]]:
    """The line-ups, and neighbours among the managers, of every size of table."""
    low, high = find(game).players
    names = GAMES[game].managers
    sizes = [low + i % (high - low + 1) for i in range(len(names))]
    return [*GAMES[game].line_ups, *((names * 2)[i : i + n] for i, n in enumerate(sizes))]


def ready(game: str, seats: Sequence[str], options: dict[str, Any], **changes: Any) -> Any:
    """A compiled kernel, its table, and room for a batch."""
    s = scenario(game, options, seats, matches=RUN, **changes)
    kernel, table, out = s.declared.kernel(), make_table(s), make_rows(s, batch_of(Group((s,))))
    kernel.play_chunk(table, np.uint64(0), out)
    return kernel, table, out


def seconds(call, *arguments) -> float:
    began = time.process_time()
    call(*arguments)
    return time.process_time() - began


def some(game: str, out) -> int:
    """Matches that last some milliseconds: whole batches."""
    return max(1, GAMES[game].few // out.shape[1]) * out.shape[1]


def batches(play_chunk, table, out, start, matches) -> None:
    """Play matches as a run does, batch by batch into the same memory."""
    for first in range(start, start + matches, out.shape[1]):
        play_chunk(table, np.uint64(first), out)


def shown(title: str, **figures: object) -> None:
    print(f"\n{title}: " + ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in figures.items()))


@pytest.mark.parametrize("game", GAMES)
def test_the_twin_gives_identical_records(twin_of, game):
    for seats in tables(game):
        for rules in GAMES[game].rules_for(len(seats)):
            s = scenario(game, GAMES[game].basic | rules, seats, matches=2 * MATCHES)
            kernel, ours, theirs = s.declared.kernel(), make_table(s), make_table(s)
            a, b = (make_rows(s, MATCHES) for _ in range(2))
            for first in (np.uint64(0), INSIDE):
                kernel.play_chunk(ours, first, a)
                twin_of(game).play_chunk(theirs, first, b)
                assert (a == b).all(), (rules, seats, first)
            for matrix in s.declared.record.matrices:
                same = ours["counts"][matrix.name] == theirs["counts"][matrix.name]
                assert same.all(), (rules, seats, matrix.name)


@pytest.mark.parametrize(("game", "seats"), LINE_UPS)
def test_kernel_against_c(twin_of, game, seats):
    twin = twin_of(game)
    kernel, table, out = ready(game, seats, GAMES[game].basic, rotate="off")
    size = some(game, out)
    twin.play_chunk(table, 0, out)
    ours, theirs = [], []
    for i in range(SLICES):
        part = (table, out, i * size, size)
        ours.append(seconds(batches, kernel.play_chunk, *part))
        theirs.append(seconds(batches, twin.play_chunk, *part))
    ratios = [c / numba for c, numba in zip(theirs, ours, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    shown(
        f"{game}, kernel against gcc -O3 -march=native, {' v '.join(seats)}",
        numba_ns_a_match=round(statistics.median(ours) / size * 1e9),
        C_ns_a_match=round(statistics.median(theirs) / size * 1e9),
        median_of_paired_speed_ratios=f"{middle:.3f}",
        middle_half=f"{low:.3f} to {high:.3f}",
    )


@pytest.mark.parametrize(("game", "seats"), LINE_UPS)
def test_kernel_against_its_draws_alone(twin_of, game, seats):
    kernel, table, out = ready(game, seats, GAMES[game].basic, rotate="off")
    draws, one = 0, out[:, :1].copy()
    for match in range(500):
        kernel.play_chunk(table, np.uint64(match), one)
        stream = table[0].stream
        stride, base = int(stream.stride), int(stream.key) + int(stream.stride) * (match << 24)
        for purpose in range(PURPOSES):
            start = base + stride * (purpose << 20)
            inverse = pow(stride, -1, 2**64)
            draws += (int(stream.next[purpose]) - start) * inverse % 2**64
    mean, matches = round(draws / 500), 10 * some(game, out)
    ours, floor = [], []
    for _ in range(ROUNDS):
        ours.append(seconds(batches, kernel.play_chunk, table, out, 0, matches))
        floor.append(seconds(twin_of(game).draw_only, table, matches, mean))
    ratio = statistics.median(a / b for a, b in zip(ours, floor, strict=True))
    shown(
        f"{game}, kernel against {mean} bounded draws a match alone, {' v '.join(seats)}",
        times_the_floor=f"{ratio:.1f}",
        floor_ns_a_match=round(min(floor) / matches * 1e9),
    )


@pytest.mark.parametrize(("game", "form", "seats"), FORMS)
def test_cost_of_play_and_of_counting(game, form, seats):
    options = GAMES[game].basic if form == "basic" else {}
    s = scenario(game, options, seats, matches=RUN)
    kernel, table, out = ready(game, seats, options)
    matches = 50 * some(game, out)
    decisions = named(s, out)["decisions"].mean()
    group = Group((s,))
    play_chunk(group, 0, batch_of(group))
    plain, counted = [], []
    for _ in range(ROUNDS):
        plain.append(seconds(batches, kernel.play_chunk, table, out, 0, matches))
        counted.append(seconds(play_chunk, group, 0, matches))
    extra = statistics.median(b / a - 1 for a, b in zip(plain, counted, strict=True))
    bare, whole = (statistics.median(times) / matches * 1e9 for times in (plain, counted))
    shown(
        f"{game}, {form}, all counts beside bare play, {' v '.join(seats)}",
        overhead=f"{extra:.1%}",
        bare_ns_a_match=round(bare),
        ns_a_match_with_counts=round(whole),
        decisions_a_match=f"{decisions:.1f}",
        ns_a_decision_with_counts=f"{whole / decisions:.1f}",
    )


def test_cost_of_a_decision_beside_other_simulators(tmp_path):
    """RLCard's UNO and OpenSpiel's crazy eights, installed into an environment of their own."""
    created = subprocess.run(
        f"{sys.executable} -m venv peers && peers/bin/python -m pip install -q rlcard open_spiel",
        shell=True, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if created.returncode != 0:
        pytest.skip(f"RLCard and OpenSpiel cannot be installed: {created.stderr.strip()[-200:]}")
    peers = [tmp_path / "peers/bin/python", Path(__file__).parent / "bench" / "peers.py"]
    theirs = json.loads(subprocess.run(peers, capture_output=True, text=True, check=True).stdout)
    kernel, table, out = ready("goooal", ["random", "random"], {}, rotate="off")
    s = scenario("goooal", {}, ["random", "random"], matches=RUN)
    decisions = named(s, out)["decisions"].sum()
    ours = min(seconds(kernel.play_chunk, table, np.uint64(0), out) for _ in range(ROUNDS))
    ours *= 1e9 / decisions
    shown("ns a decision, goooal between random players", kernel=f"{ours:.1f}")
    for peer, cost in theirs.items():
        shown(peer, ns_a_decision=f"{cost:,.0f}", times_the_kernel=f"{cost / ours:,.0f}")


HEADLINE = """
import sys, time
import reports.results as results
def stop(*_):
    print(time.process_time(), file=sys.stderr)
    raise SystemExit(0)
results.write = stop
from reports.cli import main
main(["run", "dream_team", "--matches", "100000", "--quiet", "--out", sys.argv[1]])
"""


def test_first_result_cold_and_warm(tmp_path):
    home = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    cold = [python(HEADLINE, str(tmp_path / "cold"), **home).stderr]
    warm = [python(HEADLINE, str(tmp_path / f"warm{i}"), **home).stderr for i in range(5)]
    figures = [[float(text.split()[-1]) for text in texts] for texts in (cold, warm)]
    shown(
        "CPU seconds to the headline of 100 000 heuristic matches",
        cold=f"{figures[0][0]:.1f}",
        warm=f"{statistics.median(figures[1]):.2f}",
    )


MEMORY = """
import json, resource, sys
from pathlib import Path
from sim.run import run_plan
from sim.watch import Quiet
from sim.workers import Workers
from sim.store import Store
from support import plan_of
plan = plan_of("dream_team", matches=int(sys.argv[1]), seats=["random"])
run_plan(plan, Store(Path(sys.argv[2])), Workers(2), Quiet())
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
"""


def test_memory_does_not_grow_with_matches(tmp_path):
    peaks = [
        json.loads(python(MEMORY, str(n), str(tmp_path / str(n))).stdout)
        for n in (100_000, 10_000_000)
    ]
    shown("peak memory, MiB", at_1e5=f"{peaks[0]:.0f}", at_1e7=f"{peaks[1]:.0f}")


INTERPRETED = """
import time
from sim.play import play_rows
from support import scenario
s = scenario("dream_team", seats=["random", "random"], matches=40)
began = time.process_time()
play_rows(s, 0, 40)
print((time.process_time() - began) / 40)
"""


def test_kernel_against_the_same_rules_interpreted():
    slow = float(python(INTERPRETED, NUMBA_DISABLE_JIT="1").stdout)
    kernel, table, out = ready("dream_team", ["random", "random"], {}, rotate="off")
    matches = 10 * some("dream_team", out)
    part = (table, out, 0, matches)
    fast = min(seconds(batches, kernel.play_chunk, *part) for _ in range(ROUNDS))
    shown("kernel against its own source in Python", times=f"{slow / (fast / matches):,.0f}")
