"""Benchmarks, collected only when named: `make bench`.  Ratios within one run; nothing is asserted.

The C twin (tests/bench) must give identical records before anything is timed.
"""

import json
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from bench.twin import Twin
from support import python, scenario

from sim.engine.rng import PURPOSES
from sim.plan import Group
from sim.play import BATCH, Player, play_chunk
from sim.table import make_rows, make_table

GAME = "dream_team"
MATCHES, ROUNDS = 65_280, 9  # whole batches
SLICE, SLICES = 4_800, 301  # what is paired lasts milliseconds: both halves meet the same noise
LINE_UPS = (["random", "random"], ["heuristic", "heuristic"], ["random", "heuristic"])
RULES = (
    {},
    {"play_rule": "attack_once_defend_free"},
    {"play_rule": "attack_once_defend_once", "direction": "conceder_attacks"},
    {"dice_mode": "rolled", "save_match": "die", "team_formation": "random_deal"},
    {"dice_mode": "chosen_any", "dice_limit": "shared", "counterattack": False},
    {"allow_no_keeper": "both", "subs_per_window": 3, "direction": "keep_after_save"},
    {"unopposed": "no_attack", "draw_rule": "extra_time_then_sudden_death", "thirds": 5},
)
BASIC = {"use_action_cards": False, "use_special_cards": False}  # what the twin plays
TRAINERS = ["random", "heuristic", "greedy", "cautious", "aggressive", "predictable"]


@pytest.fixture(scope="module")
def twin():
    if not Twin.available():
        pytest.fail("gcc is missing: the comparison with C needs it")
    with tempfile.TemporaryDirectory() as folder:
        yield Twin(GAME, Path(folder))


def seconds(call) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def batches(play_chunk, tables, out, start=0, matches=MATCHES) -> None:
    """Play matches as a run does, batch by batch into the same memory."""
    for first in range(start, start + matches, BATCH):
        play_chunk(tables, np.uint64(first), out)


def shown(title: str, **figures: object) -> None:
    print(f"\n{title}: " + ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in figures.items()))


def test_the_twin_gives_identical_records(twin):
    for rules in RULES:
        for one, other in [*pairwise(TRAINERS), ("random", "random"), ("heuristic", "random")]:
            s = scenario(GAME, BASIC | rules, [one, other], matches=1200)
            kernel, ours, theirs = s.declared.kernel(), make_table(s), make_table(s)
            a, b = (make_rows(s, 1200) for _ in range(2))
            kernel.play_chunk(ours, np.uint64(0), a)
            twin.play_chunk(theirs, 0, b)
            assert (a == b).all(), (rules, one, other)
            assert (ours[0].counts.shots_n_k == theirs[0].counts.shots_n_k).all()
            assert (ours[0].counts.goals_n_k == theirs[0].counts.goals_n_k).all()


@pytest.mark.parametrize("seats", LINE_UPS, ids="-".join)
def test_kernel_against_c(twin, seats):
    s = scenario(GAME, BASIC, seats, rotate="off", matches=MATCHES)
    kernel, tables, out = (
        s.declared.kernel(),
        make_table(s),
        make_rows(s, BATCH),
    )
    kernel.play_chunk(tables, np.uint64(0), out)
    twin.play_chunk(tables, 0, out)
    ours, theirs = [], []
    for i in range(SLICES):
        part = (tables, out, i * SLICE, SLICE)
        ours.append(seconds(lambda part=part: batches(kernel.play_chunk, *part)))
        theirs.append(seconds(lambda part=part: batches(twin.play_chunk, *part)))
    ratios = [c / numba for c, numba in zip(theirs, ours, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    shown(
        f"kernel against gcc -O3 -march=native, {' v '.join(seats)}",
        numba_ns_a_match=round(statistics.median(ours) / SLICE * 1e9),
        C_ns_a_match=round(statistics.median(theirs) / SLICE * 1e9),
        median_of_paired_speed_ratios=f"{middle:.3f}",
        middle_half=f"{low:.3f} to {high:.3f}",
    )


@pytest.mark.parametrize("seats", LINE_UPS[:2], ids="-".join)
def test_kernel_against_its_draws_alone(twin, seats):
    s = scenario(GAME, BASIC, seats, rotate="off", matches=MATCHES)
    kernel, tables, out = (
        s.declared.kernel(),
        make_table(s),
        make_rows(s, BATCH),
    )
    draws, one = 0, make_rows(s, 1)
    for match in range(500):
        kernel.play_chunk(tables, np.uint64(match), one)
        stream = tables[0].stream
        stride, base = int(stream.stride), int(stream.key) + int(stream.stride) * (match << 24)
        for purpose in range(PURPOSES):
            start = base + stride * (purpose << 20)
            inverse = pow(stride, -1, 2**64)
            draws += (int(stream.next[purpose]) - start) * inverse % 2**64
    mean = round(draws / 500)
    ours, floor = [], []
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: batches(kernel.play_chunk, tables, out)))
        floor.append(seconds(lambda: twin.draw_only(tables, MATCHES, mean)))
    ratio = statistics.median(a / b for a, b in zip(ours, floor, strict=True))
    shown(
        f"kernel against {mean} bounded draws a match alone, {' v '.join(seats)}",
        times_the_floor=f"{ratio:.1f}",
        floor_ns_a_match=round(min(floor) / MATCHES * 1e9),
    )


@pytest.mark.parametrize("seats", LINE_UPS, ids="-".join)
def test_counting_against_bare_play(seats):
    s = scenario(GAME, BASIC, seats, matches=MATCHES)
    player, group = Player(s), Group((s,))
    out = make_rows(s, BATCH)

    def bare():
        batches(player.kernel.play_chunk, player.tables, out)

    bare()
    play_chunk(group, 0, MATCHES)
    plain, counted = [], []
    for _ in range(ROUNDS):
        plain.append(seconds(bare))
        counted.append(seconds(lambda: play_chunk(group, 0, MATCHES)))
    extra = statistics.median(b / a - 1 for a, b in zip(plain, counted, strict=True))
    shown(f"all counts beside bare play, {' v '.join(seats)}", overhead=f"{extra:.1%}")


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
from sim.run import Quiet, Workers, run_plan
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
    s = scenario(GAME, BASIC, ["random", "random"], rotate="off", matches=MATCHES)
    kernel, tables, out = (
        s.declared.kernel(),
        make_table(s),
        make_rows(s, BATCH),
    )
    kernel.play_chunk(tables, np.uint64(0), out)
    fast = min(seconds(lambda: batches(kernel.play_chunk, tables, out)) for _ in range(ROUNDS))
    shown("kernel against its own source in Python", times=f"{slow / (fast / MATCHES):,.0f}")
