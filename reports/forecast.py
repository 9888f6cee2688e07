"""What a plan will cost and how precise it will be, before it is run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import sqrt
from statistics import NormalDist

from sim.engine.errors import thousands
from sim.plan import CHUNK, Group, Plan

TRIAL = 12_000  # matches of a group played at most to measure the speed
SECONDS = 1.0  # that the trials of all groups take together, if no batch is longer
CORE_MEMORY = 250  # MiB of Python and compiled code, measured on Linux


def forecast(plan: Plan, jobs: int) -> Iterator[str]:
    """Lines: the scenarios, the time on so many workers, memory, half-widths."""
    from sim.play import compile_all
    from sim.tally import Tally

    compile_all(plan.played)
    yield f"{plan.name}: {plan.game.title}"
    total = 0.0
    for group in plan.played:
        seconds = _seconds_a_match(group, SECONDS / len(plan.played)) * group.matches
        total += seconds
        for scenario in group.scenarios if group in plan.groups else ():
            half = NormalDist().inv_cdf(0.975) * sqrt(0.25 / scenario.matches)
            yield (
                f"  {scenario.name}: {', '.join(scenario.seats)}; {thousands(scenario.matches)} matches in "
                f"blocks of {scenario.block}; a share of one half to about +-{half:.2%}"
            )
    if plan.meta:
        matches = sum(group.matches for group in plan.meta)
        yield f"  meta-game: {len(plan.meta)} pairs of strategies, {thousands(matches)} matches"
    if plan.draws:
        matches = sum(group.matches for group in plan.draws)
        yield f"  resampling: {len(plan.draws)} draws of component values, {thousands(matches)} matches"
    tallies = [Tally(s) for g in plan.played for s in g.scenarios]
    megabytes = sum(sum(a.nbytes for a in t.arrays.values()) for t in tallies) / 2**20
    chunks = sum(len(list(group.chunks(CHUNK))) for group in plan.played)
    yield f"  about {_duration(total / jobs)} on {jobs} workers, {chunks} chunks"
    yield f"  about {thousands(round(CORE_MEMORY + megabytes * (2 + jobs)))} MiB of memory, whatever the matches"


def _seconds_a_match(group: Group, seconds: float) -> float:
    """Seconds for one match of every scenario of a group, measured in about so many seconds.

    A thread of its own plays, so that this one hears signals.
    """
    import joblib

    from sim.play import play_for

    def play() -> float:
        began = time.perf_counter()
        done, _ = play_for(seconds, group, 0, min(TRIAL, group.matches))
        return (time.perf_counter() - began) / done

    aside = joblib.Parallel(2, backend="threading", pre_dispatch=1, return_as="generator")
    return float(next(aside([joblib.delayed(play)()])))


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.1f} h"
