"""Seating the contenders of a match, compiled (sim.engine.seating says what the modes mean)."""

from itertools import permutations
from math import factorial

import numpy as np

from sim.engine.kernel import leaf
from sim.engine.rng import SEATING, below, start
from sim.engine.seating import MOST_ORDERED, Rotation

ROTATION = np.dtype(
    [("mode", "i8"), ("block", "u8"), ("players", "i8"), ("chain", "u8")], align=True
)


def _orders():
    table = np.zeros((MOST_ORDERED + 1, factorial(MOST_ORDERED), MOST_ORDERED), np.uint8)
    for players in range(1, MOST_ORDERED + 1):
        for i, order in enumerate(permutations(range(players))):
            table[players, i, :players] = order
    return table


_ORDERS = _orders()


@leaf
def around(t, place):
    """The seat at a place counted on around the table, 0 <= place < 2 * players."""
    return place - t.rotation.players if place >= t.rotation.players else place


@leaf
def seat(t, match):
    """Start the streams of a match and seat its contenders: t.contender[seat], and the inverse.

    A block plays as many deals as a chain has matches, all of them in one seating after the other.
    """
    deal, first, turn = match, match, np.int64(0)
    if t.rotation.mode != Rotation.OFF:
        inside = match % t.rotation.block
        first = match // t.rotation.block * t.rotation.chain
        deal = first + inside % t.rotation.chain
        turn = np.int64(inside // t.rotation.chain)
    players = t.rotation.players
    for place in range(players):
        if t.rotation.mode == Rotation.ALL:
            t.contender[place] = _ORDERS[players, turn, place]
        elif t.rotation.mode == Rotation.SHUFFLED:
            t.contender[place] = place
        else:
            t.contender[place] = around(t, place + turn)
    if t.rotation.mode == Rotation.SHUFFLED:
        start(t, first)
        shuffle_seats(t, turn)
    start(t, deal)
    for place in range(players):
        t.record.seat_of_contender[t.contender[place]] = place


@leaf
def shuffle_seats(t, turn):
    """The block's random order, moved on by `turn` seats."""
    players = t.rotation.players
    for place in range(players - 1, 0, -1):
        other = below(t, SEATING, place + 1)
        held = t.contender[place]
        t.contender[place] = t.contender[other]
        t.contender[other] = held
    for _ in range(turn):
        first = t.contender[0]
        for place in range(players - 1):
            t.contender[place] = t.contender[place + 1]
        t.contender[players - 1] = first
