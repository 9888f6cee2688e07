"""Counting records, compiled once for all games: a table of whole numbers in, counts out.

Integers only, so that counts add up exactly in any order.  `values` has shape (words, matches):
a column lies in one piece, which the compiler reads many matches at a time.  Matches are whole
blocks.
"""

import numpy as np

from sim.engine.kernel import entry, leaf, rule

_LOW32 = np.int64(0xFFFFFFFF)
_S32 = np.int64(32)
_PAIR = np.int64(2)
FEW = np.int64(6)  # a column of so few different values is counted value by value


@leaf
def _bin(value, low, width, size):
    """Bin of a value: 0 below, 1 to size within, size + 1 above."""
    above = np.int64(value) - low
    place = above // width if width > 1 and above > 0 else above
    return min(max(place + 1, 0), size + 1)


@entry
def count(
    values, block, players, seat_wise, summed, histograms, bins, joints, cells, sums, pairs,
    products, segment,
):  # fmt: skip
    """Add the matches of `values` to all counts.

    Parameters
    ----------
    block : matches in a block; columns by contender are filled in where it is more than one.
    seat_wise : shape (columns, 3): first word of a per-seat column, first word of its copy by
        contender, first word of the seating.
    summed : words that are summed.
    histograms : shape (columns, 5): word, low, width, bins, first place in `bins`.  Two more bins
        than `bins` hold what lies below and above.
    joints : shape (joints, 9): twice (word, low, width, bins), then the first place in `cells`.
    sums : shape (3, words): sums; sums of squared block sums, high and low 32 bits.
    pairs, products : words whose block sums are multiplied (`count_pairs`).
    segment : shape (words,): sums of the segment these matches belong to.
    """
    if block > 1:
        seat_contenders(values, players, seat_wise)
    for i in range(histograms.shape[0]):
        count_column(values[histograms[i, 0]], histograms[i], bins)
    for i in range(joints.shape[0]):
        count_joint(values[joints[i, 0]], values[joints[i, 4]], joints[i], cells)
    for word in summed:
        total, high, low = add_blocks(values[word], block)
        sums[0, word] += total
        sums[1, word] += high
        sums[2, word] += low
        segment[word] += total
    add_products(values, values, block, values.shape[1], pairs, products)


@rule
def count_column(column, histogram, bins):
    """One column into its histogram; few values take one wide pass each."""
    low, width, size, place = histogram[1], histogram[2], histogram[3], histogram[4]
    least = most = column[0]
    for i in range(column.shape[0]):
        least, most = min(least, column[i]), max(most, column[i])
    if most - least < FEW:
        rest = column.shape[0]
        for value in range(least + 1, most + 1):
            found = count_equal(column, value)
            bins[place + _bin(value, low, width, size)] += found
            rest -= found
        bins[place + _bin(least, low, width, size)] += rest
    elif width == 1:
        for i in range(column.shape[0]):
            bins[np.uint64(place + min(max(column[i] - low + 1, 0), size + 1))] += 1
    else:
        for i in range(column.shape[0]):
            bins[np.uint64(place + _bin(column[i], low, width, size))] += 1


@rule
def count_equal(column, value):
    """How often a value occurs."""
    wanted, found = np.int32(value), np.int64(0)
    for i in range(column.shape[0]):
        found += column[i] == wanted
    return found


@rule
def count_joint(one, other, joint, cells):
    """Two columns into their joint histogram."""
    low, width, size = joint[1], joint[2], joint[3]
    low2, width2, size2, place = joint[5], joint[6], joint[7], joint[8]
    for i in range(one.shape[0]):
        first = _bin(one[i], low, width, size)
        second = _bin(other[i], low2, width2, size2)
        cells[np.uint64(place + first * (size2 + 2) + second)] += 1


@rule
def seat_contenders(values, players, seat_wise):
    """Copy each per-seat value to the contender who sat there."""
    for i in range(seat_wise.shape[0]):
        for contender in range(players):
            seat, copy = values[seat_wise[i, 2] + contender], values[seat_wise[i, 1] + contender]
            for match in range(values.shape[1]):
                copy[match] = values[seat_wise[i, 0] + seat[match], match]


@rule
def add_blocks(column, block):
    """Sum of a column, and of its squared block sums as two parts of 32 bits."""
    total = high = low = np.int64(0)
    if block == 1:  # written out for one and two, so that the compiler can widen the loops
        for i in range(column.shape[0]):
            square = np.int64(column[i]) * np.int64(column[i])
            total += column[i]
            high += square >> _S32
            low += square & _LOW32
    elif block == _PAIR:
        for i in range(column.shape[0] // _PAIR):
            of_pair = np.int64(column[_PAIR * i]) + np.int64(column[_PAIR * i + 1])
            total += of_pair
            high += of_pair * of_pair >> _S32
            low += of_pair * of_pair & _LOW32
    else:
        for first in range(0, column.shape[0], block):
            of_block = np.int64(0)
            for i in range(first, first + block):
                of_block += column[i]
            total += of_block
            high += of_block * of_block >> _S32
            low += of_block * of_block & _LOW32
    return total, high, low


@entry
def count_pairs(base, variant, block, matches, pairs, products):
    """Add products of block sums of the same block in two scenarios to `products`.

    `base` and `variant` have shape (words, matches or more); `pairs` names a word of each, shape
    (pairs, 2); `products` has shape (2, pairs): high and low 32 bits.
    """
    add_products(base, variant, block, matches, pairs, products)


@rule
def add_products(base, variant, block, matches, pairs, products):
    """The products of `count_pairs`."""
    for pair in range(pairs.shape[0]):
        one, other = base[pairs[pair, 0]], variant[pairs[pair, 1]]
        for first in range(0, matches, block):
            ours = theirs = np.int64(0)
            for i in range(first, first + block):
                ours += one[i]
                theirs += other[i]
            product = ours * theirs
            products[0, pair] += product >> _S32
            products[1, pair] += product & _LOW32
