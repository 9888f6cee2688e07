"""Stops played by chance: section 12 of RULES.md, 5.

Whoever is asked and can play a stop does so with probability one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

HALF = Fraction(1, 2)


def happens(held: Sequence[int], longest: int = 99, *, others_counter: bool = True) -> Fraction:
    """P(an effect happens), by the stop cards held clockwise from the actor on.

    All opponents may stop it; `longest` chain, and whether others than the actor stop stops (A13).
    """

    @cache
    def going(left: tuple[int, ...], played: int, last: int) -> Fraction:
        """The same after some stops, the last one by `last`."""
        if played >= longest:
            return Fraction(played % 2 == 0)
        found, unasked = Fraction(0), Fraction(1)
        for step in range(1, len(left)):  # all but `last`
            seat = (last + step) % len(left)
            may = seat == 0 or others_counter if played % 2 else seat != 0
            if may and left[seat]:
                after = (*left[:seat], left[seat] - 1, *left[seat + 1 :])
                found += unasked * HALF * going(after, played + 1, seat)
                unasked *= HALF
        return found + unasked * (played % 2 == 0)

    return going(tuple(held), 0, 0)


def alone(holders: int) -> Fraction:
    """P(an effect happens) where nobody stops a stop, by the opponents who hold any."""
    return HALF**holders
