"""The words that the options of nove_anni choose from; R and A refer to RULES.md."""

from sim.engine.options import Word


class DrawMode(Word):
    """A8: how many cards are drawn from turn 2 on."""

    FIXED = 0
    REFILL_TO_FIRST = 1


class DealMode(Word):
    """A5: the order of drawing."""

    BLOCK = 0
    ONE_BY_ONE = 1


class StartRule(Word):
    """R7: who draws first in turn 1."""

    RANDOM = 0
    SEAT0 = 1
    LOSER_OF_PREVIOUS = 2


class FirstDrawerRule(Word):
    """A3: who draws first from turn 2 on."""

    FIXED = 0
    ROTATE = 1
    TURN_LOSER = 2
    TURN_WINNER = 3


class ShortHandRule(Word):
    """A6: a hand that cannot fill the columns while the deck has cards."""

    DRAW_EXTRA = 0
    END_MATCH = 1
    EMPTY_COLUMNS = 2


class EndRule(Word):
    """A7: when the deck ends the match."""

    DECK_EMPTY_AND_STUCK = 0
    DECK_EMPTY = 1
    NO_FULL_DRAW = 2


class SlotReplace(Word):
    """A9: whether a new special may send the old one back to the hand."""

    NEVER = 0
    TO_HAND = 1


class OwnCard(Word):
    """A1: where the own card of a duel's winner goes."""

    WON_PILE = 0
    REMOVED = 1
    HAND = 2
    DECK_BOTTOM = 3


class TieRule(Word):
    """A2: several cards with the highest value."""

    REMOVED = 0
    HAND = 1
    OWN_PILE = 2
    CARRY = 3
    FIRST_DRAWER = 4
    SUM = 5


class AllInactiveTo(Word):
    """A13: where the cards of a duel without an active card go."""

    REMOVED = 0
    HAND = 1
    OWN_PILE = 2


class AutoLostTo(Word):
    """A12: where the inactive cards of a decided duel go."""

    WINNER = 0
    REMOVED = 1


class AwakeningTiming(Word):
    """A21: when Il risveglio ends the match."""

    IMMEDIATE = 0
    END_OF_TURN = 1


class TeacherMode(Word):
    """A16: La Maestra with few won cards."""

    EXACT = 0
    UP_TO = 1


class TeacherOldCards(Word):
    """A16: where the replaced cards of the grid go."""

    WON_PILE = 0
    HAND = 1
    REMOVED = 2


class LordTargets(Word):
    """A26: from whom Il Signore takes."""

    ONE = 0
    ALL = 1


class PadreScope(Word):
    """A18: whether Giovanni padre transforms what is won in his own turn too."""

    THROUGH_TURN = 0
    BEFORE_TURN = 1


class PadreWho(Word):
    """A19: whose cards Giovanni padre transforms."""

    ACTIVATOR = 0
    ALL = 1


class FinalTie(Word):
    """A24: who wins among the best scores."""

    SHARED = 0
    MOST_WON_CARDS = 1
    FEWEST_NEGATIVES = 2
