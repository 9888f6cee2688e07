"""One draw per decision: legal actions as a bit mask or a counted list, one draw picks among equals.

The tables are constants: numba copies them into the compiled code.
"""

from math import comb

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.rng import below

MOST = 12  # subsets are tabled for up to this many elements
_ROWS = 16  # and counted for fewer than this many

_ONE = np.int64(1)
_BYTE = np.int64(255)
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS, _QUADS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_OCTETS, _EACH_BYTE = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


def _tables():
    """Build the tables of `subset` and `nth_bit`."""
    offsets = np.zeros((MOST + 1, 16), np.uint16)
    counts = np.array([[comb(n, k) for k in range(16)] for n in range(_ROWS)], np.uint16)
    masks = []
    for n in range(MOST + 1):
        by_size = [[m for m in range(1 << n) if m.bit_count() == k] for k in range(n + 1)]
        for k, group in enumerate(by_size):
            offsets[n, k] = len(masks)
            masks.extend(group)
    nth = np.zeros((256, 8), np.uint8)
    for mask in range(256):
        for rank, bit in enumerate(b for b in range(8) if mask >> b & 1):
            nth[mask, rank] = bit
    return offsets, counts, np.array(masks, np.uint16), nth


_OFFSETS, _COUNTS, _SUBSETS, _NTH = _tables()


@leaf
def bit_count(mask):
    """Number of bits set: the usual sums of neighbours, which LLVM knows as one instruction."""
    x = np.uint64(mask)
    x -= (x >> _S1) & _PAIRS
    x = (x & _QUADS) + ((x >> _S2) & _QUADS)
    x = (x + (x >> _S4)) & _OCTETS
    return np.int64((x * _EACH_BYTE) >> _S56)


@leaf
def lowest(mask):
    """Position of the lowest set bit of a mask that has one."""
    return bit_count(~mask & (mask - _ONE))


@leaf
def nth_bit(mask, rank):
    """Position of the set bit with `rank` lower ones below it, mask < 2**16."""
    low = bit_count(mask & _BYTE)
    if rank < low:
        return nth_of_few(mask & _BYTE, rank)
    return nth_of_few(mask >> 8 & _BYTE, rank - low) + 8


@leaf
def nth_of_few(mask, rank):
    """The same for a mask < 2**8."""
    return np.int64(_NTH[mask, rank])


@leaf
def choose(n, k):
    """C(n, k) for n and k from 0 to 15; 0 where k > n."""
    return np.int64(_COUNTS[n, k])


@leaf
def subset(n, k, rank):
    """The rank-th subset of k of n elements, n < 16, as a mask."""
    if n > MOST:
        return subset_of_many(n, k, rank)
    first = np.int64(_OFFSETS[n, k])
    return np.int64(_SUBSETS[first + rank])


@rule
def subset_of_many(n, k, rank):
    """The same beyond the table: element by element, first the subsets that hold it."""
    mask, left = np.int64(0), k
    for i in range(n):
        with_it = choose(n - i - 1, left - 1) if left > 0 else np.int64(0)
        if rank < with_it:
            mask |= _ONE << i
            left -= 1
        else:
            rank -= with_it
    return mask


@rule
def subset_of(mask, k, rank):
    """The rank-th subset of k of the set bits of `mask` < 2**15."""
    n = bit_count(mask)
    ranks = subset(n, k, rank)
    if mask == full(n):
        return ranks
    chosen = np.int64(0)
    while ranks != 0:
        chosen |= bit(nth_bit(mask, lowest(ranks)))
        ranks &= ranks - 1
    return chosen


@leaf
def pick(t, purpose, mask):
    """A uniformly drawn set bit of a non-empty mask < 2**16; a single bit costs no draw."""
    n = bit_count(mask)
    if n == 1:
        return lowest(mask)
    return nth_bit(mask, below(t, purpose, n))


@leaf
def has(mask, bit):
    """Whether `bit` is set in `mask`."""
    return mask >> bit & _ONE == 1


@leaf
def bit(i):
    """The mask of one bit."""
    return _ONE << i


@leaf
def full(n):
    """The mask of the n lowest bits."""
    return (_ONE << n) - _ONE
