"""Random streams as counters: word = mix(key + G * (match << 24 | purpose << 20 | i)).

The key is a hash of the seed, `match` the index of the match (of the block, with rotation), and
`i` counts the words a purpose has used in it.  So nothing needs seeding, results do not depend on
chunks or cores, any match replays alone, and a rule that throws more dice never shifts a shuffle.
The layout holds 2**40 matches, 16 purposes and 2**20 words for each.

mix is the finalizer of SplitMix64 [Steele, Lea & Flood 2014]; `squares` is the counter-based
squares64 [Widynski 2020] as a second generator: a conclusion must survive changing it.
"""

from enum import IntEnum

import numpy as np

from sim.engine.kernel import leaf, rare

PURPOSES = 16
SEATING = np.uint64(15)  # the engine's own purpose: random seatings (sim.engine.rotation)

STREAM = np.dtype(
    [
        ("key", "u8"),  # hash of the seed
        ("generator", "i8"),
        ("stride", "u8"),  # what the generator multiplies a counter by
        ("next", "u8", PURPOSES),  # by purpose: where its next word comes from
    ],
    align=True,
)

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_LOW32 = np.uint64(0xFFFFFFFF)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_S11, _S20, _S24, _S27 = np.uint64(11), np.uint64(20), np.uint64(24), np.uint64(27)
_S30, _S31, _S32 = np.uint64(30), np.uint64(31), np.uint64(32)


class Generator(IntEnum):
    """Which function turns a counter into a word."""

    SPLITMIX = 0
    SQUARES = 1


@leaf
def mix(z):
    """Finalizer of SplitMix64: uint64 -> uint64."""
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@rare
def squares(y, key):
    """squares64 of y = counter * key, key being odd [Widynski 2020, arXiv:2004.06278]."""
    z = y + key
    x = y * y + y
    x = (x >> _S32) | (x << _S32)
    x = x * x + z
    x = (x >> _S32) | (x << _S32)
    x = x * x + y
    x = (x >> _S32) | (x << _S32)
    x = x * x + z
    last = x
    x = (x >> _S32) | (x << _S32)
    return last ^ ((x * x + y) >> _S32)


def key_of(seed: int) -> int:
    """Odd 64-bit key of a seed, by plain arithmetic: neighbouring seeds get unrelated keys."""
    key = seed
    for _ in range(2):
        key = (key + int(_GAMMA)) % 2**64
        for shift, factor in ((30, int(_MIX1)), (27, int(_MIX2))):
            key = (key ^ key >> shift) * factor % 2**64
        key ^= key >> 31
    return key | 1


@leaf
def bits(t, purpose):
    """Next 64 random bits of this match and purpose.

    Both generators begin by multiplying the counter; a stream keeps the product and adds up.
    """
    product = t.stream.next[purpose]
    t.stream.next[purpose] = product + t.stream.stride
    if t.stream.generator == Generator.SQUARES:
        return squares(product, t.stream.key)
    return mix(product)


@leaf
def below(t, purpose, n):
    """Uniform integer in [0, n), 1 <= n < 2**32, by Lemire's exact rejection [Lemire 2019]."""
    bound = np.uint64(n)
    product = (bits(t, purpose) >> _S32) * bound
    if product & _LOW32 < bound:
        product = redraw(t, purpose, bound, product)
    return np.int64(product >> _S32)


@rare
def redraw(t, purpose, bound, product):
    """Draw again while the low half is among the surplus values."""
    surplus = (_LOW32 + _ONE - bound) % bound
    while product & _LOW32 < surplus:
        product = (bits(t, purpose) >> _S32) * bound
    return product


@leaf
def start(t, match):
    """Put every stream at the beginning of match (or block) `match`."""
    squared = t.stream.generator == Generator.SQUARES
    stride = t.stream.key if squared else _GAMMA
    product = stride * (match << _S24) + (_ZERO if squared else t.stream.key)
    t.stream.stride = stride
    for purpose in range(PURPOSES):
        t.stream.next[purpose] = product
        product += stride << _S20
