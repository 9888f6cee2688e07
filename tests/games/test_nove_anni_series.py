"""Series of nove_anni (R7, A27): chains of matches, in chunks, replays and rotated blocks."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from nove_anni_told import SHIPPED, match_of
from scipy.stats import chisquare
from support import plan_of
from telling import INTERPRETED, tell

from sim.engine.seating import Rotation
from sim.games.nove_anni.story import Event
from sim.play import play_rows

LENGTH = 3
SERIES = {"start_rule": "loser_of_previous", "series_length": LENGTH, "max_turns": 4}
MATCHES = 6 if INTERPRETED else 60
ROTATIONS = [Rotation.OFF, Rotation.CYCLIC, Rotation.ALL]


def of_series(players=2, rotation=Rotation.OFF, rules=None):
    """A scenario of series."""
    seats = ("plain", "random", "best_fit")[:players]
    return match_of(SERIES | (rules or {}), seats, SHIPPED, rotation=rotation)


@pytest.mark.parametrize("players", [2, 3])
def test_r7_a27_the_loser_of_the_match_before_draws_first(players):
    s, lots = of_series(players), Counter()
    rows = play_rows(s, 0, MATCHES)
    for match, row in enumerate(rows):
        assert row["series_index"] == match % LENGTH
        if match % LENGTH:
            before = [rows[match - 1][f"score_seat{i}"] for i in range(players)]
            assert before[row["start_seat"]] == min(before)
        told = tell(s, match)
        assert told.kinds(Event.START)[0].a == (2 if match % LENGTH else 0)
        assert told.row == {name: int(row[name]) for name in row.dtype.names}
        lots[int(row["start_seat"])] += match % LENGTH == 0
    assert len(lots) > 1 or INTERPRETED


def test_a27_a_lot_decides_among_several_losers():
    """Cards are worth nothing, so that all players lose."""
    nothing = {"points_friend": 0, "points_tame": 0, "max_turns": 1, "series_length": 4}
    rows = play_rows(of_series(3, rules=nothing), 0, 60 if INTERPRETED else 3000)
    starts = Counter(rows["start_seat"][rows["series_index"] > 0].tolist())
    assert chisquare([starts[seat] for seat in range(3)]).pvalue > 1e-4


def test_r7_a24_who_wins_by_a_tie_break_has_not_lost():
    """Level players: the other one starts the next match."""
    level = {"points_friend": 0, "points_tame": 0, "final_tie": "most_won_cards"}
    rows, settled = play_rows(of_series(2, rules=level), 0, 2 * MATCHES), 0
    for before, row in pairwise(rows):
        if row["series_index"] and before["n_winners"] == 1:
            assert before[f"win_share_seat{row['start_seat']}"] == 0
            settled += before["rank_seat0"] == before["rank_seat1"]
    assert settled > 0


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_matches_do_not_depend_on_where_a_chunk_begins(rotation):
    s = of_series(3, rotation)
    whole = play_rows(s, 0, MATCHES)
    for first in (1, 2, 5):
        assert (play_rows(s, first, MATCHES - first) == whole[first:]).all()


@pytest.mark.parametrize("rotation", ROTATIONS[1:])
def test_a_block_is_the_same_deals_in_every_seating(rotation):
    """Equal players: the series of a block are the same series; I10."""
    s = match_of(SERIES, ("plain",) * 3, rotation=rotation)
    assert (s.chain, s.block, s.rotated) == (LENGTH, LENGTH * (3 if rotation == Rotation.CYCLIC else 6), True)  # fmt: skip
    rows = play_rows(s, 0, 2 * s.block)
    for block in (rows[: s.block], rows[s.block :]):
        for first in range(0, s.block, LENGTH):
            assert (block[first : first + LENGTH] == block[:LENGTH]).all()
    assert (rows[:LENGTH] != rows[s.block : s.block + LENGTH]).any()


def test_seatings_stay_for_a_whole_series():
    from sim.table import make_rows, make_table

    s = match_of(SERIES, ("plain", "random", "best_fit"), rotation=Rotation.CYCLIC)
    for mode in (Rotation.CYCLIC, Rotation.SHUFFLED):
        tables, out, seatings = make_table(s), make_rows(s, 1), []
        tables[0].rotation = (mode, 3 * LENGTH, 3, LENGTH)
        for match in range(2 * 3 * LENGTH):
            s.declared.kernel().play_chunk(tables, np.uint64(match), out)
            seatings.append(tuple(tables[0].contender[:3].tolist()))
        for first in range(0, len(seatings), LENGTH):
            assert len({*seatings[first : first + LENGTH]}) == 1
        assert len({*seatings[::LENGTH][:3]}) == 3


def test_a_series_is_one_sample():
    """Matches are whole series, and so are chunks and segments."""
    plan = plan_of(
        "nove_anni", matches=100_000, seats=["plain", "random"], rotate="cyclic",
        rules={"start_rule": "loser_of_previous", "series_length": 7},
    )  # fmt: skip
    (s,) = plan.scenarios
    assert (s.block, s.matches % 14, s.segment % 14) == (14, 0, 0)
    chunks = [*plan.groups[0].chunks()]
    assert len(chunks) > 1
    assert all(first % 14 == 0 for first, _ in chunks)
    assert sum(matches for _, matches in chunks) == s.matches


@pytest.mark.parametrize("rotation", ROTATIONS[:2])
def test_counts_of_series_are_those_of_their_matches(rotation):
    """A series is one block, in one seating or in all; so is one of a variant paired with it."""
    from sim.plan import Group
    from sim.play import play_chunk
    from sim.tally import Tally

    length = 2 if INTERPRETED else 100
    s = of_series(3, rotation, {"series_length": length})
    variant = of_series(3, rotation, {"series_length": length, "own_card": "removed"})
    block, blocks = s.block, 3
    assert block == length * (3 if s.rotated else 1)
    arrays = play_chunk(Group((s, variant)), 0, blocks * block)
    counts = {n.partition("/")[2]: a for n, a in arrays.items() if n.startswith("0/")}
    tally, totals = Tally(s, counts), []
    for one in (s, variant):
        points = play_rows(one, 0, blocks * block)["score_total"]
        totals.append(points.reshape(blocks, block).sum(axis=1))
    assert (tally.matches, tally.blocks) == (blocks * block, blocks)
    column = tally.column("score_total")
    assert (column.total, column.block_squares) == (totals[0].sum(), (totals[0] ** 2).sum())
    layout, (high, low) = tally.layout, arrays["1/cross"].tolist()
    at = layout.place["score_total"]
    pair = layout.cross_pairs.tolist().index([at, at])
    assert high[pair] * 2**32 + low[pair] == (totals[0] * totals[1]).sum()
