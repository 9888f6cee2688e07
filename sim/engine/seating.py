"""Which contender sits where: blocks of seatings that play one deal.

A contender is an entry of the config's `seats`; a seat is a place at the table.  Match m is
seating m mod b of block m div b, b being the length of a block.

Rules may chain matches: then c matches in a row are one chain, and a block is a chain of deals
played in b seatings one after the other, b * c matches.
"""

from enum import IntEnum
from math import factorial

MOST_ORDERED = 4  # up to this many seats `all` plays every order; beyond, a random one cyclically
SEATS = 6  # the largest table


class Rotation(IntEnum):
    """How the matches of a block differ."""

    OFF = 0  # one match a block
    CYCLIC = 1  # each contender moves on by one seat
    ALL = 2  # every order of the contenders
    SHUFFLED = 3  # a fresh random order for each block, moved on seat by seat


def block_length(mode: Rotation, players: int) -> int:
    """Matches in a block."""
    if mode == Rotation.OFF:
        return 1
    return factorial(players) if mode == Rotation.ALL else players
