"""The words that the options of Bundesliga choose from; R and A refer to RULES.md."""

from sim.engine.options import Word


class FirstPlayer(Word):
    """A2: who is the youngest."""

    SEAT0 = 0
    RANDOM = 1


class HomeIncome(Word):
    """R12: what a home match pays."""

    FULL = 0
    BY_PLACE = 1


class PlaceTies(Word):
    """A12: the table place of equal points."""

    BEST = 0
    WORST = 1
    MONEY = 2


class CupDraw(Word):
    """R16: what follows a drawn Cup match."""

    REDRAW = 0
    REPLAY = 1


class Insolvency(Word):
    """A9: a payment that exceeds the cash."""

    FORCED_SALE = 0
    DEBT = 1
    BANKRUPTCY = 2


class SaleTiming(Word):
    """A8: when the window after the roll is."""

    AFTER_RESOLUTION = 0
    BEFORE_MOVE = 1


class LapEnd(Word):
    """A4: how a lap ends at the start space."""

    STOP = 0
    EXACT = 1
    CARRY = 2


class RoundOrder(Word):
    """A6: who rolls first in the return round."""

    SEAT = 0
    ARRIVAL = 1


class CardReturn(Word):
    """A17: where used event cards go."""

    BOTTOM = 0
    RESHUFFLE = 1


class WinnerRule(Word):
    """A19: who wins."""

    POINTS = 0
    CASH = 1
    WEALTH = 2
