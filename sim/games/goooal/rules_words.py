"""The words that the options of goooal choose from; R and A refer to RULES.md."""

from sim.engine.options import Word


class Unit(Word):
    """Section 9: what one simulated match of a run is."""

    SERIES = 0
    MATCH = 1


class FirstDealer(Word):
    """A4: who deals the first match of a series."""

    RANDOM = 0
    SEAT0 = 1


class NextDealer(Word):
    """R4: who deals the next match."""

    WINNER = 0
    ROTATE = 1
    LOSER = 2


class Starter(Word):
    """R7: who acts first."""

    DEALER = 0
    NEXT = 1


class DirectionMode(Word):
    """R5: the direction of play."""

    DEALER_CHOICE = 0
    FIXED = 1


class TeamChoice(Word):
    """A3: how teams are chosen."""

    RANDOM = 0
    SEAT = 1


class FirstCard(Word):
    """A6: what a special as first card does."""

    ARBITRE_ONLY = 0
    APPLY = 1
    NO_EFFECT = 2
    REDRAW = 3


class ComboRule(Word):
    """A7: what cards of one combination share."""

    UNIFORM = 0
    CHAIN = 1
    SINGLE = 2


class AfterDraw(Word):
    """A8: what may be played after drawing."""

    DRAWN_ONLY = 0
    DRAWN_COMBO = 1
    ANY = 2
    NONE = 3


class LayMode(Word):
    """A10: whether laying is the play of the turn."""

    REPLACES = 0
    ADDS = 1


class BonusScope(Word):
    """A11: who gets a bonus in a match."""

    FIRST_ONLY = 0
    EVERY_PLAYER = 1


class BonusAtTarget(Word):
    """A12: a bonus that reaches the wins of the series."""

    IMMEDIATE = 0
    FINISH_MATCH = 1


class GoalAftermath(Word):
    """A15: the turn after the draw for a GOOOAL."""

    NORMAL_TURN = 0
    LOSE_TURN = 1


class GardienCancels(Word):
    """A17: what one GARDIEN cancels."""

    ALL = 0
    ONE = 1


class SkipMode(Word):
    """A18: whether lost turns run through the player himself."""

    CYCLIC = 0
    OTHERS_ONLY = 1


class AgentFace(Word):
    """A31: how an AGENT gift is given."""

    CHOICE = 0
    HIDDEN = 1
    VISIBLE = 2


class FinishSpecials(Word):
    """A14: specials as the card that empties the hand."""

    ALL = 0
    COUPE_ONLY = 1
    NONE = 2


class CoupeColour(Word):
    """A20: the colour after a COUPE."""

    PRINTED = 0
    CHOSEN = 1


class Reshuffle(Word):
    """A16: empty draw piles."""

    BOTH_EMPTY = 0
    NEVER = 1
