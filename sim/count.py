"""Counting records, compiled once for all games: a table of whole numbers in, counts out.

Integers only, so that counts add up exactly in any order.  Rows are whole blocks.
"""

import numpy as np

from sim.engine.kernel import entry, leaf

_LOW32 = np.int64(0xFFFFFFFF)
_S32 = np.int64(32)


@leaf
def _bin(value, low, width, size):
    """Bin of a value: 0 below, 1 to size within, size + 1 above."""
    if value < low:
        return np.int64(0)
    return min((value - low) // width if width > 1 else value - low, size) + 1


@entry
def count(values, block, players, seat_wise, by_contender, histograms, bins, joints, cells, sums, segment):
    """Add the rows of `values`, shape (matches, words), to all counts.

    Parameters
    ----------
    block : matches in a block.
    seat_wise : shape (columns, 3): first word of a per-seat column, first word of its copy by
        contender, first word of the seating.  Empty without rotation.
    histograms : shape (columns, 5): word, low, width, bins, first place in `bins`.  Two more bins
        than `bins` hold what lies below and above.
    joints : shape (joints, 9): twice (word, low, width, bins), then the first place in `cells`.
    sums : shape (3, words): sums; sums of squared block sums, high and low 32 bits.
    segment : shape (words,): sums of the segment these rows belong to.
    """
    rows, words = values.shape
    if by_contender:
        for row in range(rows):
            for i in range(seat_wise.shape[0]):
                for contender in range(players):
                    seat = values[row, seat_wise[i, 2] + contender]
                    value = values[row, seat_wise[i, 0] + seat]
                    values[row, seat_wise[i, 1] + contender] = value
    for row in range(rows):
        for i in range(histograms.shape[0]):
            word, low, width, size, place = histograms[i]
            bins[place + _bin(values[row, word], low, width, size)] += 1
        for i in range(joints.shape[0]):
            word, low, width, size = joints[i, 0], joints[i, 1], joints[i, 2], joints[i, 3]
            first = _bin(values[row, word], low, width, size)
            word, low, width, size = joints[i, 4], joints[i, 5], joints[i, 6], joints[i, 7]
            second = _bin(values[row, word], low, width, size)
            cells[joints[i, 8] + first * (size + 2) + second] += 1
    of_block = np.zeros(words, np.int64)
    for first in range(0, rows, block):
        of_block[:] = 0
        for row in range(first, first + block):
            for word in range(words):
                of_block[word] += values[row, word]
        for word in range(words):
            square = of_block[word] * of_block[word]
            sums[0, word] += of_block[word]
            segment[word] += of_block[word]
            sums[1, word] += square >> _S32
            sums[2, word] += square & _LOW32


@entry
def count_pairs(base, variant, block, cross):
    """Add products of block sums of the same block in two scenarios to `cross`.

    `base` and `variant` have shape (matches, words); `cross` has shape (2, words): high and low
    32 bits.
    """
    rows, words = base.shape
    one, other = np.zeros(words, np.int64), np.zeros(words, np.int64)
    for first in range(0, rows, block):
        one[:] = 0
        other[:] = 0
        for row in range(first, first + block):
            for word in range(words):
                one[word] += base[row, word]
                other[word] += variant[row, word]
        for word in range(words):
            product = one[word] * other[word]
            cross[0, word] += product >> _S32
            cross[1, word] += product & _LOW32

