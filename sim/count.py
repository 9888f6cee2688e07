"""Counting records, compiled once for all games: a table of whole numbers in, counts out.

Integers only, so that counts add up exactly in any order.  Rows are whole blocks.
"""

import numpy as np

from sim.engine.kernel import entry, leaf, rule

_LOW32 = np.int64(0xFFFFFFFF)
_S32 = np.int64(32)
TILE = 64  # rows that fit into the nearest cache


@leaf
def _bin(value, low, width, size):
    """Bin of a value: 0 below, 1 to size within, size + 1 above."""
    above = np.int64(value) - low
    place = above // width if width > 1 and above > 0 else above
    return min(max(place + 1, 0), size + 1)


@entry
def count(values, block, players, seat_wise, used, histograms, bins, joints, cells, sums, segment):
    """Add the rows of `values`, shape (matches, words), to all counts.

    Parameters
    ----------
    block : matches in a block; columns by contender are filled in where it is more than one.
    seat_wise : shape (columns, 3): first word of a per-seat column, first word of its copy by
        contender, first word of the seating.
    used : how many words from the first on are summed.
    histograms : shape (5, columns): word, low, width, bins, first place in `bins`.  Two more bins
        than `bins` hold what lies below and above.
    joints : shape (joints, 9): twice (word, low, width, bins), then the first place in `cells`.
    sums : shape (3, words): sums; sums of squared block sums, high and low 32 bits.
    segment : shape (words,): sums of the segment these rows belong to.
    """
    if block > 1:
        seat_contenders(values, players, seat_wise)
    for first in range(0, values.shape[0], TILE):
        tile = values[first : first + TILE]
        count_histograms(tile, histograms, bins)
        count_joints(tile, joints, cells)
    before = sums[0].copy()
    if block > 1:
        add_blocks(values, block, used, sums)
    else:
        add_matches(values, used, sums)
    segment += sums[0] - before


@rule
def count_histograms(values, histograms, bins):
    """Column by column, so that what describes a column stays in registers."""
    for i in range(histograms.shape[1]):
        word, low, width = histograms[0, i], histograms[1, i], histograms[2, i]
        size, place = histograms[3, i], histograms[4, i]
        for row in range(values.shape[0]):
            bins[place + _bin(values[row, word], low, width, size)] += 1


@rule
def count_joints(values, joints, cells):
    """Pair by pair, likewise."""
    for i in range(joints.shape[0]):
        one, low, width, size = joints[i, 0], joints[i, 1], joints[i, 2], joints[i, 3]
        other, low2, width2, size2 = joints[i, 4], joints[i, 5], joints[i, 6], joints[i, 7]
        place = joints[i, 8]
        for row in range(values.shape[0]):
            first = _bin(values[row, one], low, width, size)
            second = _bin(values[row, other], low2, width2, size2)
            cells[place + first * (size2 + 2) + second] += 1


@rule
def seat_contenders(values, players, seat_wise):
    """Copy each per-seat value to the contender who sat there."""
    for row in range(values.shape[0]):
        for i in range(seat_wise.shape[0]):
            for contender in range(players):
                seat = values[row, seat_wise[i, 2] + contender]
                value = values[row, seat_wise[i, 0] + seat]
                values[row, seat_wise[i, 1] + contender] = value


@rule
def add_matches(values, used, sums):
    """Sums and squares where every match is a block of its own: one pass the compiler can widen."""
    for row in range(values.shape[0]):
        for word in range(used):
            value = np.int64(values[row, word])
            square = value * value
            sums[0, word] += value
            sums[1, word] += square >> _S32
            sums[2, word] += square & _LOW32


@rule
def add_blocks(values, block, used, sums):
    """Sums, and squares of the sums of each block."""
    of_block = np.zeros(used, np.int64)
    for first in range(0, values.shape[0], block):
        of_block[:] = 0
        for row in range(first, first + block):
            for word in range(used):
                of_block[word] += values[row, word]
        for word in range(used):
            square = of_block[word] * of_block[word]
            sums[0, word] += of_block[word]
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
