"""Counting, against a naive twin, and the law of merging."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import scenario

from analysis.estimate import standard_deviation
from sim.count import FEW, NARROW, count, count_pairs
from sim.engine.contract import Matrix, Rate, Record
from sim.engine.record import positions
from sim.engine.seating import SEATS
from sim.plan import SEGMENTS, Group
from sim.play import play_chunk, play_rows
from sim.tally import Tally, carry_over, whole


def counted(s, *chunks):
    """Tally of some chunks (first, matches) of a scenario."""
    tally = Tally(s)
    for first, matches in chunks:
        arrays = play_chunk(Group((s,)), first, matches)
        tally.add({n.partition("/")[2]: a for n, a in arrays.items()})
    return tally


def test_every_column_is_counted_as_numpy_would(any_game):
    s = scenario(any_game, matches=2400, seats=[next(iter(any_game.strategies))] * 2)
    tally, rows = counted(s, (0, 2400)), play_rows(s, 0, 2400)
    for name, column in tally.columns.items():
        values = rows[name].astype(np.int64)
        if column.per:
            parts, ratio = rows[tally.layout.per[name]].astype(np.int64), tally.ratio(name)
            assert (ratio.total, ratio.parts) == (values.sum(), parts.sum()), name
            sums = [(values**2).sum(), (parts**2).sum(), (values * parts).sum()]
            assert [ratio.squares, ratio.part_squares, ratio.product] == sums, name
            continue
        found = tally.column(name)
        bins = np.bincount((values - column.low) // column.width, minlength=column.bins)
        assert found.total == values.sum(), name
        assert found.block_squares == (values**2).sum(), name
        assert (found.histogram == bins[: column.bins]).all(), name
        assert found.under == found.over == 0, name


@pytest.mark.parametrize("longest", [60, 1500])
def test_parts_beyond_their_histogram_are_in_the_total_and_hide_the_squares(longest):
    """Matches of a series of goooal are counted by their turns up to 1000."""
    tally, turns = Tally(scenario("goooal", matches=2)), np.array([20, 40, longest])
    tally.arrays["matches"][:] = 2
    for name, total in (("n_matches", len(turns)), ("match_turns", turns.sum())):
        tally.arrays["sums"][0, tally.layout.place[name]] = total
    tally.matrix("matches_by_turns")[turns[turns <= 1000]] = 1
    found, over = tally.spectrum("match_turns"), int(longest > 1000)
    assert (found.matches, found.over, found.total) == (3, over, turns.sum())
    assert standard_deviation(found) == (None if over else pytest.approx(turns.std(ddof=1)))


def test_rotated_columns_are_counted_by_contender_and_by_block(any_game):
    players = len(any_game.seats)
    line_up = (list(any_game.strategies) * 6)[:players]
    s = scenario(any_game, matches=2400, seats=line_up, rotate="cyclic")
    tally, rows = counted(s, (0, s.matches)), play_rows(s, 0, s.matches)
    match = np.arange(s.matches)
    for contender in range(players):
        seat = (contender - match % s.block) % players  # each contender moves on by one seat
        shares = np.choose(seat, [rows[f"win_share_seat{i}"] for i in range(players)])
        found = tally.column(f"win_share_contender{contender}")
        assert found.total == shares.sum()
        of_block = shares.reshape(-1, s.block).sum(axis=1).astype(np.int64)
        assert found.block_squares == (of_block**2).sum()
        assert found.blocks == s.matches // s.block


def test_joint_histograms_hold_every_match(any_game):
    s = scenario(any_game, matches=2400)
    tally, rows = counted(s, (0, 2400)), play_rows(s, 0, 2400)
    for joint in s.record.joint_names(s.players):
        cells = tally.joint(joint.first, joint.second)
        assert cells.sum() == 2400
        a, b = int(rows[joint.first][5]), int(rows[joint.second][5])
        low = tally.columns[joint.first].low, tally.columns[joint.second].low
        same = (rows[joint.first] == a) & (rows[joint.second] == b)
        assert cells[a - low[0] + 1, b - low[1] + 1] == same.sum()


def test_matrices_and_segments_add_up(any_game):
    s = scenario(any_game, matches=12_000)
    tally = counted(s, (0, 6000), (6000, 6000))
    matches, sums = tally.segments("length")
    assert matches.sum() == 12_000
    assert len(matches) <= SEGMENTS
    assert sums.sum() == tally.column("length").total
    rows = play_rows(s, 0, 12_000)["length"].astype(np.int64)
    ends = np.cumsum(matches)
    assert [rows[e - m : e].sum() for e, m in zip(ends, matches, strict=True)] == sums.tolist()


@given(data=st.data())
def test_tallies_add_up_for_any_cut(data):
    s = scenario("dream_team", matches=4800, seed=data.draw(st.integers(0, 1000)))
    cut = 120 * data.draw(st.integers(1, 39))
    one, other = counted(s, (0, 4800)), counted(s, (cut, 4800 - cut), (0, cut))
    for name in one.arrays:
        assert (one.arrays[name] == other.arrays[name]).all(), name


@pytest.mark.parametrize("large", [7, 200, 5_000_000])  # products of 32 bits, of 64, and of more
@pytest.mark.parametrize("block", [1, 2, 6])
def test_counts_of_random_tables_equal_a_naive_twin(block, large):
    rng = np.random.default_rng(3)
    values = rng.integers(-5, 40, (7, 120)).astype(np.int32)
    values[4] *= large
    values[5] = rng.integers(0, FEW, 120)
    histograms = np.array([[0, 0, 1, 10, 0], [3, -5, 4, 6, 12], [5, 1, 1, 3, 20]], np.int64)
    joints = np.array([[0, 0, 1, 10, 3, -5, 4, 6, 0]], np.int64)
    bins, cells = np.zeros(25, np.int64), np.zeros(12 * 8, np.int64)
    sums, segment = np.zeros((3, 7), np.int64), np.zeros(7, np.int64)
    pairs, products = np.array([[0, 3], [4, 4]], np.int64), np.zeros((2, 2), np.int64)
    nothing, all_but_two = np.zeros((0, 3), np.int64), np.array([0, 1, 3, 4, 5])
    sums_of_blocks = np.zeros((7, 120 // block if block > 1 else 0), np.int64)
    count(
        values, np.int64(block), np.int64(2), nothing, all_but_two, histograms, bins, joints,
        cells, sums, pairs, products, segment, sums_of_blocks, np.full(7, NARROW),
    )  # fmt: skip

    def bin_of(value, low, width, size):
        return 0 if value < low else min((value - low) // width, size) + 1

    counted = {}
    for word, low, width, size, place in histograms.tolist():
        counted[word] = [bin_of(int(v), low, width, size) for v in values[word]]
        expected = np.bincount(counted[word], minlength=size + 2)
        assert bins[place : place + size + 2].tolist() == expected.tolist()
    naive = np.zeros((12, 8), np.int64)
    np.add.at(naive, (counted[0], counted[3]), 1)
    assert (cells.reshape(12, 8) == naive).all()
    of_block = values.astype(object).reshape(7, -1, block).sum(axis=2)  # of any size
    multiplied = [whole(*products[:, i]) for i in range(2)]
    assert multiplied == [(of_block[a] * of_block[b]).sum() for a, b in pairs]
    of_block[[2, 6]] = 0
    assert (sums[0] == of_block.sum(axis=1)).all()
    assert (segment == sums[0]).all()
    squares = [whole(sums[1, i], sums[2, i]) for i in range(7)]
    assert squares == (of_block**2).sum(axis=1).tolist()


@pytest.mark.parametrize("players", range(2, SEATS + 1))
def test_contenders_are_counted_in_the_seats_they_had_by_a_naive_twin(players):
    rng, nothing = np.random.default_rng(4), np.zeros((0, 9), np.int64)
    words = 3 * players  # by seat, by contender, the seat of each contender
    values = np.zeros((words, 120), np.int32)
    values[:players] = rng.integers(-5, 40, (players, 120))
    values[-players:] = rng.permuted(np.tile(np.arange(players), (120, 1)), axis=1).T
    naive = [[int(row[seat]) for seat in row[-players:]] for row in values.T]
    sums, segment = np.zeros((3, words), np.int64), np.zeros(words, np.int64)
    none, of_blocks = np.zeros(0, np.int64), np.zeros((words, 120 // players), np.int64)
    count(
        values, np.int64(players), np.int64(players), np.array([[0, players, 2 * players]]),
        np.arange(words), nothing[:, :5], none, nothing, none, sums, nothing[:, :2],
        np.zeros((2, 0), np.int64), segment, of_blocks, np.full(words, NARROW),
    )  # fmt: skip
    assert values[players:-players].T.tolist() == naive
    assert segment[players:-players].tolist() == np.sum(naive, axis=0).tolist()


def test_products_are_exact_beyond_64_bits():
    huge = np.full((1, 1200), 2**31 - 1, np.int32)
    cross, itself = np.zeros((2, 1), np.int64), np.zeros((1, 2), np.int64)
    bounds = np.full(1, NARROW)
    for _ in range(5):
        count_pairs(huge, -huge, bounds, bounds, itself, cross)
        carry_over(cross)
    assert whole(cross[0, 0], cross[1, 0]) == -6000 * (2**31 - 1) ** 2


def test_what_a_switched_off_option_leaves_out_is_neither_counted_nor_reported(any_game):
    switches = {c.when for c in (*any_game.record.columns, *any_game.record.matrices) if c.when}
    for off in switches:
        s = scenario(any_game, {name: name != off for name in switches}, matches=240)
        tally, rows = counted(s, (0, 240)), play_rows(s, 0, 2)
        gone = {c.name for c in any_game.record.columns if c.when == off}
        assert gone
        assert not gone & {*tally.columns, *rows.dtype.names}
        assert not {n for n in tally.layout.place if n in gone}
        for matrix in any_game.record.matrices:
            assert (f"matrix.{matrix.name}" in tally.arrays) == (matrix.when != off)
        for joint in any_game.record.joints:
            reported = not {joint.first, joint.second} & gone
            assert ((joint.first, joint.second) in tally.layout.cells_at) == reported
        for rate in s.record.rates:
            assert {rate.hits, rate.trials} <= {matrix.name for matrix in s.record.matrices}


def test_trials_of_a_rate_have_axes_of_its_hits(any_game):
    record = any_game.record
    for rate in record.rates:
        axes, trials = record.matrix(rate.hits).axes, record.matrix(rate.trials).axes
        assert len({name for name, _, _ in axes}) == len(axes), rate.name
        assert set(trials) <= set(axes), rate.name
        assert record.matrix(rate.hits).per_seat == record.matrix(rate.trials).per_seat


def test_hits_share_their_trials_where_these_lack_an_axis():
    axes = ("who", 0, 1), ("price", 3, 5)
    rate = Rate("p", "hits", "trials", "P")
    record = Record((), (Matrix("hits", axes, "h"), Matrix("trials", axes[1:], "t")), rates=(rate,))
    names = record.rate_names(rate)
    assert list(names) == ["p_0,3", "p_0,4", "p_0,5", "p_1,3", "p_1,4", "p_1,5"]
    assert [record.trials_at(rate, cell) for cell in names.values()] == [(0,), (1,), (2,)] * 2
    same = Rate("q", "hits", "hits", "Q")
    assert all(record.trials_at(same, cell) == cell for cell in record.rate_names(same).values())


def test_options_that_columns_depend_on_are_switches(any_game):
    for item in (*any_game.record.columns, *any_game.record.matrices):
        assert not item.when or any_game.rules.model_fields[item.when].annotation is bool


def test_every_reported_column_has_a_place(any_game):
    for rotated in (False, True):
        names = any_game.record.column_names(len(any_game.seats), rotated=rotated)
        places = positions(any_game.record, len(any_game.seats), rotated=rotated)
        assert set(names) == set(places)
        assert len(set(places.values())) == len(places)
