"""Cards for columns: what can be chosen, by chance or as the best assignment (section 8)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, choose, full, has, lowest, subset
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rng import below
from sim.games.nove_anni.kernel_cards import is_placeable, special_of
from sim.games.nove_anni.state import CHOICES, NO_CARD
from sim.games.nove_anni.strategies import Columns, Kind, KnockOut

NEVER = -1e18  # a sum that no assignment has
MOST = np.int64(2**32 - 1)  # ways that one draw can tell apart
ALL_LIGHTS = np.int64(0b11110000)  # bits of specials


@leaf
def policy_of(t, seat):
    """Parameters of who sits there."""
    return t.policy[t.contender[seat]]


@leaf
def is_random(t, seat):
    """Whether a player decides by chance."""
    return policy_of(t, seat).kind == Kind.RANDOM


@leaf
def is_among(t, card, specials):
    """Whether a card is one of some specials, given as bits."""
    special = special_of(t, card)
    return special >= 0 and has(specials, special)


@rule
def narrow(t, seat):
    """D1: no option is a knocked-out light if others can do, then none that a style spares."""
    p = policy_of(t, seat)
    if p.blank_column != KnockOut.NOTHING:
        spare(t, bit(np.int64(p.blank_column) - 1))
    if not is_random(t, seat) and p.columns in (Columns.KEEP_LIGHT, Columns.SHIELD):
        spare(t, ALL_LIGHTS)


@rule
def spare(t, lights):
    """Some light cards, as bits, are no options any more if others can fill the columns."""
    others = NIL
    for i in range(t.options):
        others += not is_among(t, t.option[i], lights)
    if others >= t.rules.columns:
        kept = NIL
        for i in range(t.options):
            t.option[kept] = t.option[i]
            kept += not is_among(t, t.option[i], lights)
        t.options = others


@leaf
def list_hand(t, seat):
    """D1: the placeable cards of a hand into t.option."""
    t.options = 0
    for i in range(t.held[seat]):
        card = t.hand[seat, i]
        if is_placeable(t, card):
            t.option[t.options] = card
            t.options += 1


@leaf
def drop_option(t, card):
    """A card is no option any more; the others keep their order."""
    kept = NIL
    for i in range(t.options):
        t.option[kept] = t.option[i]
        kept += t.option[i] != card
    t.options = kept


@leaf
def in_pool(t, card):
    """A16, A17: whether La Maestra may use a won card."""
    return is_placeable(t, card) and (t.rules.teacher_uses_transformed != 0 or t.marked[card] == 0)


@leaf
def pool_size(t, seat):
    """Won cards that La Maestra may use."""
    found = NIL
    for i in range(t.won[seat]):
        found += in_pool(t, t.pile[seat, i])
    return found


@leaf
def list_pool(t, seat):
    """Won cards that La Maestra may use into t.option."""
    t.options = 0
    for i in range(t.won[seat]):
        card = t.pile[seat, i]
        if in_pool(t, card):
            t.option[t.options] = card
            t.options += 1


@leaf
def ways(t, cards):
    """D1, D4: ordered choices of so many options for so many columns; MOST + 1 for more than that."""
    found = choose(np.int64(t.rules.columns), cards)
    for i in range(cards):
        found = min(found * (t.options - i), MOST + 1)
    return found


@leaf
def clear_trial(t):
    """No card for any column."""
    for column in range(t.rules.columns):
        t.trial[column] = NO_CARD


@rule
def draw_assignment(t, seat, cards):
    """D1, D4 of `random`: one of the ordered choices into t.trial, by one draw.

    Hands of hundreds of cards have too many of them: each card is drawn by itself then.
    """
    purpose, number = CHOICES + np.uint64(seat), ways(t, cards)
    at_once = number <= MOST
    rank = np.uint64(below(t, purpose, number) if at_once and number > 1 else NIL)
    sets = np.uint64(choose(np.int64(t.rules.columns), cards))
    one = np.int64(rank % sets) if at_once else below(t, purpose, sets)
    rank //= sets
    columns = subset(np.int64(t.rules.columns), cards, one)
    clear_trial(t)
    for i in range(cards):
        left = np.uint64(t.options - i)
        other = i + (np.int64(rank % left) if at_once else below(t, purpose, left))
        rank //= left
        card = t.option[other]
        t.option[other] = t.option[i]
        t.trial[lowest(columns)] = card
        columns &= columns - 1


@rule
def assign(t, cards):
    """The options with the greatest sum of t.gain in so many columns, into t.trial; the sum.

    Subsets of columns one after the other, options in their order; the first best one stays.
    """
    everything = full(np.int64(t.rules.columns))
    t.total[0] = 0.0
    for columns in range(1, everything + 1):
        t.total[columns] = NEVER
    for i in range(t.options):
        for columns in range(everything, 0, -1):
            try_option(t, i, columns)
    best = NIL
    for columns in range(everything + 1):
        if bit_count(columns) == cards and (best == 0 or t.total[columns] > t.total[best]):
            best = np.int64(columns)
    trace_back(t, best)
    return t.total[best]


@leaf
def try_option(t, i, columns):
    """Whether an option in one of these columns betters what the options before it made of them."""
    best, taken, left = t.total[columns], NIL - 1, columns
    while left != 0:
        column = lowest(left)
        left &= left - 1
        total = t.total[columns ^ bit(column)] + t.gain[i, column]
        if total > best:
            best, taken = total, column
    t.total[columns], t.taken[i, columns] = best, taken


@leaf
def trace_back(t, columns):
    """The options that fill these columns best, into t.trial."""
    clear_trial(t)
    for i in range(t.options - 1, -1, -1):
        column = np.int64(t.taken[i, columns])
        if columns != 0 and column >= 0:
            t.trial[column] = t.option[i]
            columns ^= bit(column)


@leaf
def fit(t, cards):
    """Section 8, raw fit: the greatest sum of printed values, into t.trial."""
    for i in range(t.options):
        for column in range(t.rules.columns):
            t.gain[i, column] = t.value[t.type[t.option[i]], column]
    assign(t, cards)


@leaf
def adopt(t):
    """What was tried is decided."""
    for column in range(t.rules.columns):
        t.plan[column] = t.trial[column]
