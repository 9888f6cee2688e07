"""Counting records, compiled once for all games: a table of whole numbers in, counts out.

Integers only, so that counts add up exactly in any order.  `values` has shape (words, matches):
a column lies in one piece, which the compiler reads many matches at a time.  Columns go by their
word: handing on a piece of an array would count references.  Matches are whole blocks.
"""

import numpy as np

from sim.engine.kernel import entry, leaf, rule

_LOW32 = np.int64(0xFFFFFFFF)
_S32 = np.int64(32)
_PAIR = np.int64(2)
FEW = np.int64(16)  # a column of so few different values is counted value by value
SMALL = np.int64(2**15)  # products of smaller numbers, and sums of a few, fit in 32 bits
NARROW = np.int64(2**31)  # products of numbers whose sums are below this fit in 64 bits


@leaf
def _bin(value, low, width, size):
    """Bin of a value: 0 below, 1 to size within, size + 1 above."""
    above = np.int64(value) - low
    place = above // width if width > 1 and above > 0 else above
    return min(max(place + 1, 0), size + 1)


@entry
def count(
    values, block, players, seat_wise, summed, histograms, bins, joints, cells, sums, pairs,
    products, segment, of_blocks, bounds,
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
    of_blocks : shape (words, blocks): block sums of the summed words are written here; no blocks
        where a block is one match, as `values` says it all.
    bounds : shape (words,): the largest of the block sums, whatever its sign, is written here.
    """
    if values.shape[1] == 0:
        return
    if block > 1:
        seat_contenders(values, players, seat_wise)
        for word in summed:
            sum_blocks(values, word, block, of_blocks)
        add_squares(of_blocks, summed, sums, segment, bounds)
        add_products(of_blocks, of_blocks, bounds, bounds, pairs, products)
    else:
        add_squares(values, summed, sums, segment, bounds)
        add_products(values, values, bounds, bounds, pairs, products)
    for i in range(histograms.shape[0]):
        count_column(values, histograms[i], bins)
    for i in range(joints.shape[0]):
        count_joint(values, joints[i], cells)


@rule
def sum_blocks(values, word, block, of_blocks):
    """Sum of every block of a column."""
    if block == _PAIR:  # written out, so that the compiler can widen the loop
        for i in range(of_blocks.shape[1]):
            one, other = values[word, _PAIR * i], values[word, _PAIR * i + 1]
            of_blocks[word, i] = np.int64(one) + np.int64(other)
    else:
        for i in range(of_blocks.shape[1]):
            total = np.int64(0)
            for match in range(i * block, (i + 1) * block):
                total += values[word, match]
            of_blocks[word, i] = total


@rule
def add_squares(of_blocks, summed, sums, segment, bounds):
    """Sums of words, and of their squared block sums."""
    for word in summed:
        least, most = span(of_blocks, word)
        bounds[word] = max(-np.int64(least), np.int64(most))
        total, high, low = multiply(of_blocks, word, of_blocks, word, bounds[word])
        sums[0, word] += total
        sums[1, word] += high
        sums[2, word] += low
        segment[word] += total


@rule
def span(values, word):
    """The smallest and the largest number of a column."""
    least = most = values[word, 0]
    for i in range(values.shape[1]):
        least, most = min(least, values[word, i]), max(most, values[word, i])
    return least, most


@rule
def count_column(values, histogram, bins):
    """One column into its histogram; few values take one wide pass each."""
    word, low, width, size = histogram[0], histogram[1], histogram[2], histogram[3]
    place = histogram[4]
    least, most = span(values, word)
    if np.int64(most) - np.int64(least) < FEW:
        rest = values.shape[1]
        for value in range(least + 1, most + 1):
            found = count_equal(values, word, value)
            bins[place + _bin(value, low, width, size)] += found
            rest -= found
        bins[place + _bin(least, low, width, size)] += rest
    elif width == 1:
        for i in range(values.shape[1]):
            bins[place + min(max(values[word, i] - low + 1, 0), size + 1)] += 1
    else:
        for i in range(values.shape[1]):
            bins[place + _bin(values[word, i], low, width, size)] += 1


@rule
def count_equal(values, word, value):
    """How often a value occurs in a column."""
    wanted, found = np.int32(value), np.int32(0)
    for i in range(values.shape[1]):
        found = np.int32(found + (values[word, i] == wanted))
    return np.int64(found)


@rule
def count_joint(values, joint, cells):
    """Two columns into their joint histogram."""
    low, width, size = joint[1], joint[2], joint[3]
    low2, width2, size2, place = joint[5], joint[6], joint[7], joint[8]
    for i in range(values.shape[1]):
        first = _bin(values[joint[0], i], low, width, size)
        second = _bin(values[joint[4], i], low2, width2, size2)
        cells[place + first * (size2 + 2) + second] += 1


@rule
def seat_contenders(values, players, seat_wise):
    """Copy each per-seat value to the contender who sat there.

    Values of all seats are read and one is taken: looking one up would be done match by match.
    """
    last = players - 1
    for i in range(seat_wise.shape[0]):
        word = seat_wise[i, 0]
        seat0, seat1, seat2 = values[word], values[word + min(1, last)], values[word + min(2, last)]
        seat3, seat4 = values[word + min(3, last)], values[word + min(4, last)]
        seat5 = values[word + min(5, last)]
        for contender in range(players):
            at, copy = values[seat_wise[i, 2] + contender], values[seat_wise[i, 1] + contender]
            for match in range(copy.shape[0]):
                a, b, c = seat0[match], seat1[match], seat2[match]
                d, e, f = seat3[match], seat4[match], seat5[match]
                copy[match] = take(at[match], a, b, c, d, e, f)


@leaf
def take(place, a, b, c, d, e, f):
    """The value in a place, 0 to 5."""
    first = b if place == 1 else a
    second = d if place == 3 else c
    third = f if place == 5 else e
    lower = second if place > 1 else first
    return third if place > 3 else lower


@rule
def multiply(base, word, variant, other, bound):
    """Sum of one column, and of the products of both as two parts, which count 2**32 and 1.

    `bound` is the largest number of either.
    """
    total = high = low = product = np.int64(0)
    blocks = min(base.shape[1], variant.shape[1])
    if bound < SMALL and bound * bound * np.int64(blocks) < NARROW:
        few = short = np.int32(0)
        for i in range(blocks):
            one, another = np.int32(base[word, i]), np.int32(variant[other, i])
            few = np.int32(few + one)
            short = np.int32(short + one * another)
        return np.int64(few), np.int64(short) >> _S32, np.int64(short) & _LOW32
    if bound * np.int64(blocks) < NARROW:
        for i in range(blocks):
            ours, theirs = np.int64(np.int32(base[word, i])), np.int64(np.int32(variant[other, i]))
            total += ours
            product += ours * theirs
        return total, product >> _S32, product & _LOW32
    for i in range(blocks):
        product = np.int64(base[word, i]) * np.int64(variant[other, i])
        total += base[word, i]
        high += product >> _S32
        low += product & _LOW32
    return total, high, low


@entry
def count_pairs(base, variant, bounds, others, pairs, products):
    """Add products of block sums of the same block in two scenarios to `products`.

    `base` and `variant` have shape (words, blocks), and `bounds` and `others` are what `count`
    wrote of them; `pairs` names a word of each, shape (pairs, 2); `products` has shape (2, pairs):
    high and low 32 bits.
    """
    add_products(base, variant, bounds, others, pairs, products)


@rule
def add_products(base, variant, bounds, others, pairs, products):
    """The products of `count_pairs`, of as many blocks as both have."""
    for pair in range(pairs.shape[0]):
        word, other = pairs[pair, 0], pairs[pair, 1]
        most = max(bounds[word], others[other])
        _, high, low = multiply(base, word, variant, other, most)
        products[0, pair] += high
        products[1, pair] += low
