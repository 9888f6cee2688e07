"""One draw per decision: legal actions as a bit mask or a counted list, one draw picks among equals.

The tables are constants: numba copies them into the compiled code.
"""

from math import comb

import numpy as np

from sim.engine.kernel import leaf
from sim.engine.rng import below

MOST = 12  # subsets are tabled for up to this many elements

_ONE = np.int64(1)
_BYTE = np.int64(255)


def _tables():
    """Build the tables of `subset`, `bit_count` and `nth_bit`."""
    offsets = np.zeros((MOST + 1, MOST + 1), np.int64)
    counts = np.zeros((MOST + 1, MOST + 1), np.int64)
    masks = []
    for n in range(MOST + 1):
        by_size = [[m for m in range(1 << n) if m.bit_count() == k] for k in range(n + 1)]
        for k, group in enumerate(by_size):
            offsets[n, k], counts[n, k] = len(masks), comb(n, k)
            masks.extend(group)
    nth = np.zeros((256, 8), np.int64)
    for mask in range(256):
        for rank, bit in enumerate(b for b in range(8) if mask >> b & 1):
            nth[mask, rank] = bit
    ones = np.array([mask.bit_count() for mask in range(256)], np.int64)
    return offsets, counts, np.array(masks, np.int64), nth, ones


_OFFSETS, _COUNTS, _SUBSETS, _NTH, _ONES = _tables()


@leaf
def bit_count(mask):
    """Number of bits set, mask < 2**16."""
    return _ONES[mask & _BYTE] + _ONES[mask >> 8 & _BYTE]


@leaf
def nth_bit(mask, rank):
    """Position of the set bit with `rank` lower ones below it, mask < 2**16."""
    low = _ONES[mask & _BYTE]
    if rank < low:
        return _NTH[mask & _BYTE, rank]
    return _NTH[mask >> 8 & _BYTE, rank - low] + 8


@leaf
def choose(n, k):
    """C(n, k) for 0 <= k, 0 <= n <= MOST; 0 where k > n."""
    return _COUNTS[n, k] if k <= n else 0


@leaf
def subset(n, k, rank):
    """The rank-th subset of k of n elements, as a mask."""
    return _SUBSETS[_OFFSETS[n, k] + rank]


@leaf
def pick(t, purpose, mask):
    """A uniformly drawn set bit of a non-empty mask < 2**16; a single bit costs no draw."""
    n = bit_count(mask)
    if n == 1:
        return nth_bit(mask, np.int64(0))
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
