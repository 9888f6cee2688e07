"""What a plan will cost and how precise it will be, before it is run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from statistics import NormalDist

from sim.plan import CHUNK, Group, Plan

TRIAL = 1200  # matches played to measure the speed: whole blocks of any length
CORE_MEMORY = 250  # MiB of Python and compiled code, measured on Linux


def forecast(plan: Plan, jobs: int) -> Iterator[str]:
    """Lines: the scenarios, the time on so many workers, memory, half-widths."""
    from sim.tally import Tally

    yield f"{plan.name}: {plan.game.title}"
    total = 0.0
    for group in plan.played:
        seconds = _seconds_a_match(group) * group.matches
        total += seconds
        for scenario in group.scenarios if group in plan.groups else ():
            half = NormalDist().inv_cdf(0.975) * sqrt(0.25 / scenario.matches)
            yield (
                f"  {scenario.name}: {', '.join(scenario.seats)}; {scenario.matches:,} matches in "
                f"blocks of {scenario.block}; a share of one half to about +-{half:.2%}"
            )
    if plan.meta:
        matches = sum(group.matches for group in plan.meta)
        yield f"  meta-game: {len(plan.meta)} pairs of strategies, {matches:,} matches"
    if plan.draws:
        matches = sum(group.matches for group in plan.draws)
        yield f"  resampling: {len(plan.draws)} draws of component values, {matches:,} matches"
    tallies = [Tally(s) for g in plan.played for s in g.scenarios]
    megabytes = sum(sum(a.nbytes for a in t.arrays.values()) for t in tallies) / 2**20
    chunks = sum(len(list(group.chunks(CHUNK))) for group in plan.played)
    yield f"  about {_duration(total / jobs)} on {jobs} workers, {chunks} chunks"
    yield f"  about {CORE_MEMORY + megabytes * (2 + jobs):,.0f} MiB of memory, whatever the matches"


def _seconds_a_match(group: Group) -> float:
    """Seconds for one match of every scenario of a group, measured on a short trial."""
    from sim.play import play_chunk

    short = Group(tuple(replace(s, matches=TRIAL) for s in group.scenarios))
    play_chunk(short, 0, 120)  # compiles
    began = time.perf_counter()
    play_chunk(short, 0, TRIAL)
    return (time.perf_counter() - began) / TRIAL


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.1f} h"
