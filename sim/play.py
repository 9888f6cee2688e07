"""One task: play a chunk of matches of all scenarios of a group and count them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from math import inf, lcm
from typing import Any

import numpy as np

from sim.count import NARROW, count, count_pairs
from sim.engine.record import positions, record_dtype
from sim.plan import SEGMENTS, Group, Scenario
from sim.table import make_rows, make_table
from sim.tally import Tally, carry_over, layout_of

ROOM = 72_000  # counted words of records that stay near the processor from playing to counting
WIDE = 32  # matches that the compiler's widest loops count at a time
SHORT = 0.2  # seconds that a batch of slow matches takes at most, if more than one block does
GROWTH = 8  # times as many matches as the last batch, while nothing is known of their speed


def batch_of(group: Group) -> int:
    """Matches played before they are counted: as many whole blocks as there is room for.

    An odd multiple of what is counted at a time: columns a power of two apart would push one
    another out of the processor's cache.
    """
    room = ROOM // max(len(layout_of(scenario).summed) for scenario in group.scenarios)
    step = lcm(group.block, WIDE)
    if step > room:
        step = group.block
    steps = max(1, room // step)
    return step * (steps - 1 + steps % 2)


class Player:
    """Plays one scenario, batch by batch of at most so many matches, into its tally."""

    def __init__(self, scenario: Scenario, batch: int) -> None:
        self.scenario = scenario
        self.kernel = scenario.declared.kernel()
        self.tables = make_table(scenario)
        self.tally = Tally(scenario)
        layout = self.tally.layout
        self.parts = (
            layout.seat_wise,
            layout.summed,
            layout.histograms,
            layout.joints,
            layout.pairs,
        )
        self.room = make_rows(scenario, batch).ravel()
        blocks = batch // scenario.block if scenario.block > 1 else 0
        self.room_of_blocks = np.zeros(layout.words * blocks, np.int64)
        self.bounds = np.full(layout.words, NARROW)
        self.matches = 0  # of the last batch

    def inside(self, first: int, matches: int) -> int:
        """How many of so many matches from `first` on the scenario has."""
        return min(matches, max(0, self.scenario.matches - first))

    def compile(self) -> None:
        """Compile what plays and counts, on no match at all."""
        rows, of_blocks = self._lay(0)
        self.kernel.play_chunk(self.tables, np.uint64(0), rows)
        self._count(rows, of_blocks, 0)

    def play(self, first: int, matches: int) -> Any:
        """Play at most a batch from `first` on, all of one segment; count and return the records.

        Block sums of the records are left in `sums`, and what bounds them in `bounds`.
        """
        rows, of_blocks = self._lay(matches)
        self.sums = of_blocks if self.scenario.block > 1 else rows
        if matches:
            self.kernel.play_chunk(self.tables, np.uint64(first), rows)
            self._count(rows, of_blocks, first)
        return rows

    def _lay(self, matches: int) -> tuple[Any, Any]:
        """Room for so many records and for their block sums; words that nobody writes are 0."""
        words, scenario = self.tally.layout.words, self.scenario
        blocks = matches // scenario.block if scenario.block > 1 else 0
        if matches != self.matches:
            self.room[:], self.room_of_blocks[:], self.matches = 0, 0, matches
        rows = self.room[: words * matches].reshape(words, matches)
        return rows, self.room_of_blocks[: words * blocks].reshape(words, blocks)

    def _count(self, rows: Any, of_blocks: Any, first: int) -> None:
        arrays, scenario, matches = self.tally.arrays, self.scenario, rows.shape[1]
        seat_wise, summed, histograms, joints, pairs = self.parts
        segment = min(first // scenario.segment, SEGMENTS - 1)  # beyond only where none is played
        count(
            rows,
            np.int64(scenario.block),
            np.int64(scenario.players),
            seat_wise,
            summed,
            histograms,
            arrays["bins"],
            joints,
            arrays["cells"],
            arrays["sums"],
            pairs,
            arrays["products"],
            arrays["segments"][segment],
            of_blocks,
            self.bounds,
        )
        arrays["matches"] += matches
        arrays["segment_matches"][segment] += matches

    def finish(self) -> dict[str, Any]:
        """The counts, with the matrices that the table has summed."""
        arrays = self.tally.arrays
        counts = self.tables[0]["counts"]
        for matrix in self.scenario.record.matrices:
            arrays[f"matrix.{matrix.name}"] += counts[matrix.name]
        carry_over(arrays["sums"])
        carry_over(arrays["products"])
        return arrays


def compile_all(groups: Iterable[Group]) -> None:
    """Compile whatever a run needs, so that no task has to."""
    scenarios = {s.game: s for group in groups for s in group.scenarios}
    for scenario in scenarios.values():
        Player(scenario, 0).compile()
    for group in {g.base.block > 1: g for g in groups if len(g.scenarios) > 1}.values():
        player = Player(group.base, 0)
        player.play(0, 0)
        _pair(player, player, np.zeros((2, len(player.tally.layout.cross_pairs)), np.int64))


def play_chunk(group: Group, first: int, matches: int) -> dict[str, Any]:
    """Counts of a chunk of a group as plain arrays, named `<place of the scenario>/<array>`.

    A variant paired with the base has products of block sums as `cross`; the base has `rows`, the
    sampled matches, where the group asks for some.
    """
    return play_for(inf, group, first, matches)[1]


def play_for(seconds: float, group: Group, first: int, matches: int) -> tuple[int, dict[str, Any]]:
    """Play a chunk for about so many seconds: whole blocks, at least one.

    How many matches that were, and their counts as those of `play_chunk`.
    """
    began = time.monotonic()
    most = batch_of(group)
    players = [Player(scenario, most) for scenario in group.scenarios]
    base = players[0]
    paired = [i for i in range(1, len(players)) if group.paired(players[i].scenario)]
    cross = {i: np.zeros((2, len(base.tally.layout.cross_pairs)), np.int64) for i in paired}
    sample = _sampled(group, first, matches)
    kept = []
    done, end = 0, first + matches
    batch = group.block
    while done < matches and (done == 0 or time.monotonic() - began < seconds):
        start = first + done
        size = _inside_segments(group, start, min(batch, end - start))
        started = time.monotonic()
        rows = [player.play(start, player.inside(start, size)) for player in players]
        for i in paired:
            _pair(base, players[i], cross[i])
        if group.records:
            here = sample[(sample >= start) & (sample < start + rows[0].shape[1])]
            kept.append(np.column_stack([here, rows[0].T[here - start].astype(np.int64)]))
        done += size
        batch = _next_batch(group, size, time.monotonic() - started, most)
    arrays: dict[str, Any] = {}
    for i, player in enumerate(players):
        arrays |= {f"{i}/{name}": array for name, array in player.finish().items()}
    for i, products in cross.items():
        carry_over(products)
        arrays[f"{i}/cross"] = products
    if group.records:
        arrays["0/rows"] = np.concatenate(kept)
    return done, arrays


def _pair(base: Player, variant: Player, products: Any) -> None:
    """Add products of the block sums of the last batch of both."""
    pairs = base.tally.layout.cross_pairs
    count_pairs(base.sums, variant.sums, base.bounds, variant.bounds, pairs, products)


def join(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Counts of two chunks that follow one another, as those of the one chunk they are."""
    both = {}
    for name, array in one.items():
        if name.endswith("/rows"):
            both[name] = np.concatenate([array, other[name]])
        else:
            both[name] = array + other[name]
            if name.endswith(("/sums", "/products", "/cross")):
                carry_over(both[name])
    return both


def _inside_segments(group: Group, start: int, size: int) -> int:
    """So many matches, or as many as lie within one segment of every scenario."""
    borders = [(start // s.segment + 1) * s.segment for s in group.scenarios]
    return min(size, *(border - start for border in borders))


def _next_batch(group: Group, size: int, seconds: float, most: int) -> int:
    """Matches of the next batch: whole blocks, short where the last one has shown to be slow."""
    wanted = min(most, size * GROWTH, int(size * SHORT / max(seconds, 1e-9)))
    return max(1, wanted // group.block) * group.block


def _sampled(group: Group, first: int, matches: int) -> Any:
    """Indices of the sampled matches of the base that lie in a chunk.

    The j-th of N samples is drawn from the j-th N-th part of the run, by a hash of (seed, j): the
    sample depends on nothing but the scenario.
    """
    base = group.base
    wanted = min(group.records, base.matches)
    if wanted == 0:
        return np.zeros(0, np.int64)
    low = first * wanted // base.matches
    high = min(wanted, (first + matches) * wanted // base.matches + 1)
    bounds = [
        (j * base.matches // wanted, (j + 1) * base.matches // wanted) for j in range(low, high)
    ]
    picks = [
        a + int(np.random.default_rng([base.seed, j]).integers(b - a))
        for j, (a, b) in enumerate(bounds, low)
    ]
    return np.array([p for p in picks if first <= p < first + matches], np.int64)


def play_rows(scenario: Scenario, first: int, matches: int) -> Any:
    """Records of consecutive matches by column: a structured array of shape (matches,)."""
    kernel = scenario.declared.kernel()
    out = make_rows(scenario, matches)
    kernel.play_chunk(make_table(scenario), np.uint64(first), out)
    return named(scenario, out)


def named(scenario: Scenario, out: Any) -> Any:
    """Records as whole numbers, shape (words, matches), with the names of the reported columns."""
    places = positions(scenario.declared.record, scenario.players, rotated=False)
    reported = scenario.record.column_names(scenario.players)
    names = [name for name in places if name in reported]
    rows = np.zeros(out.shape[1], [(name, "i4") for name in names])
    for name in names:
        rows[name] = out[places[name]]
    return rows


def seating(scenario: Scenario, out: Any) -> dict[str, Any]:
    """The seat of each contender in every match of `out`, shape (words, matches)."""
    fields = record_dtype(scenario.declared.record).fields
    assert fields is not None
    first = fields["seat_of_contender"][1] // 4
    return {f"seat_of_contender{c}": out[first + c] for c in range(scenario.players)}
