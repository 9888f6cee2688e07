"""Streams: counters hashed to words, exact bounded draws, uniform choices."""

from itertools import pairwise

import numpy as np
import pytest
from numba import njit
from scipy.stats import chisquare, kstest

from sim.engine.choice import MOST, bit_count, choose, nth_bit, pick, subset
from sim.engine.rng import STREAM, below, bits, key_of, mix, start

# the first field keeps numba from taking a game's table for a subtype of this one
TABLE = np.dtype((np.record, np.dtype([("own", "i8"), ("stream", STREAM)], align=True)))
ROUNDS = 20_000


@njit
def words(tables, match, purpose, count):
    t = tables[0]
    start(t, match)
    found = np.zeros(count, np.uint64)
    for i in range(count):
        found[i] = bits(t, purpose)
    return found


@njit
def draws(tables, match, purpose, bound, count):
    t = tables[0]
    start(t, match)
    found = np.zeros(count, np.int64)
    for i in range(count):
        found[i] = below(t, purpose, bound)
    return found


@njit
def firsts(tables, purpose, bound, count):
    """First draw of each of `count` neighbouring matches."""
    t = tables[0]
    found = np.zeros(count, np.int64)
    for i in range(count):
        start(t, np.uint64(i))
        found[i] = below(t, purpose, bound)
    return found


@njit
def picks(tables, mask, count):
    t = tables[0]
    start(t, np.uint64(0))
    found = np.zeros(count, np.int64)
    for i in range(count):
        found[i] = pick(t, np.uint64(1), mask)
    return found


def tables(seed=2026, generator=0):
    found = np.zeros(1, TABLE)
    found[0].stream.key = key_of(seed)
    found[0].stream.generator = generator
    return found


def uniform(values, size):
    return chisquare(np.bincount(values, minlength=size)).pvalue


@pytest.mark.parametrize("generator", [0, 1])
@pytest.mark.parametrize("bound", [2, 3, 6, 7, 49, 1000])
def test_bounded_draws_are_uniform(bound, generator):
    values = draws(tables(generator=generator), np.uint64(5), np.uint64(3), np.int64(bound), ROUNDS)
    assert values.min() >= 0
    assert uniform(values, bound) > 1e-6


@pytest.mark.parametrize("bound", [3 * 2**30, 2**32 - 1, 2**31 + 1])
def test_rejection_keeps_huge_bounds_uniform(bound):
    values = draws(tables(), np.uint64(0), np.uint64(0), np.int64(bound), ROUNDS)
    assert kstest(values / bound, "uniform").pvalue > 1e-6


@pytest.mark.parametrize("generator", [0, 1])
def test_neighbouring_matches_are_independent(generator):
    values = firsts(tables(generator=generator), np.uint64(2), np.int64(6), ROUNDS)
    pairs = np.array([6 * a + b for a, b in pairwise(values.tolist())])
    assert uniform(values, 6) > 1e-6
    assert uniform(pairs[::2], 36) > 1e-6


@pytest.mark.parametrize("generator", [0, 1])
def test_neighbouring_seeds_share_no_pattern(generator):
    of_seed = [
        draws(tables(seed, generator), np.uint64(0), np.uint64(0), np.int64(6), 200)
        for seed in range(100)
    ]
    pairs = np.concatenate([6 * a + b for a, b in pairwise(of_seed)])
    assert uniform(pairs, 36) > 1e-6


def test_neighbouring_purposes_are_independent():
    one, other = (draws(tables(), np.uint64(9), np.uint64(p), np.int64(6), ROUNDS) for p in (4, 5))
    assert uniform(6 * one + other, 36) > 1e-6


@pytest.mark.parametrize("generator", [0, 1])
def test_half_of_all_bits_are_set(generator):
    found = words(tables(generator=generator), np.uint64(1), np.uint64(1), ROUNDS)
    set_bits = sum(int(word).bit_count() for word in found)
    n = 64 * ROUNDS
    assert abs(set_bits - n / 2) < 5 * (n / 4) ** 0.5


def test_words_above_the_signed_range_are_mixed_as_unsigned():
    def by_hand(z):
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    @njit
    def mixed(z):
        return mix(z)

    for z in (1, 2**63 - 1, 2**63, 2**63 + 12345, 2**64 - 1):
        assert int(mixed(np.uint64(z))) == by_hand(z)


def test_the_word_is_a_hash_of_key_match_purpose_and_place():
    golden = 0x9E3779B97F4A7C15
    found = words(tables(7), np.uint64(2**39 + 3), np.uint64(11), 4)

    def by_hand(i):
        z = (key_of(7) + golden * ((2**39 + 3) << 24 | 11 << 20 | i)) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    assert [int(word) for word in found] == [by_hand(i) for i in range(4)]


def test_squares_is_the_published_function():
    # first words of squares64 by its definition, in plain integers [Widynski 2020]
    def by_hand(counter, key):
        mask = 2**64 - 1
        y = counter * key & mask
        z = y + key & mask
        x = y
        for k in (y, z, y):
            x = x * x + k & mask
            x = x >> 32 | x << 32 & mask
        x = x * x + z & mask
        last = x
        x = x >> 32 | x << 32 & mask
        return last ^ (x * x + y & mask) >> 32

    found = words(tables(7, generator=1), np.uint64(3), np.uint64(2), 3)
    expected = [by_hand(3 << 24 | 2 << 20 | i, key_of(7)) for i in range(3)]
    assert [int(word) for word in found] == expected


@pytest.mark.parametrize("mask", [0b1, 0b101, 0b11111, 0b10110100, 0b1010000000010])
def test_pick_is_uniform_over_the_set_bits(mask):
    members = [i for i in range(16) if mask >> i & 1]
    values = picks(tables(), np.int64(mask), ROUNDS)
    counts = np.bincount(values, minlength=16)
    assert counts.sum() == counts[members].sum()
    if len(members) > 1:
        assert chisquare(counts[members]).pvalue > 1e-6


def test_bit_tables_agree_with_python():
    @njit
    def count(mask):
        return bit_count(mask)

    @njit
    def nth(mask, rank):
        return nth_bit(mask, rank)

    for mask in [*range(1, 300), 0xFFFF, 0x8000, 0x8421]:
        members = [i for i in range(16) if mask >> i & 1]
        assert count(np.int64(mask)) == len(members)
        assert [nth(np.int64(mask), np.int64(r)) for r in range(len(members))] == members


def test_subsets_are_all_there_once():
    @njit
    def of(n, k, rank):
        return subset(n, k, rank)

    @njit
    def how_many(n, k):
        return choose(n, k)

    for n in range(MOST + 1):
        for k in range(n + 1):
            size = how_many(np.int64(n), np.int64(k))
            found = {int(of(np.int64(n), np.int64(k), np.int64(r))) for r in range(size)}
            assert found == {m for m in range(1 << n) if m.bit_count() == k}
        assert how_many(np.int64(n), np.int64(n + 1)) == 0
