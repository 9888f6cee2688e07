"""What can happen in a match."""

from enum import IntEnum


class Ledger(IntEnum):
    """What a booking is for: the money columns of section 9, and capital."""

    HOME = 0
    CUP = 1
    PRIVATE = 2
    EUROPEAN = 3
    COST = 4
    EVENT = 5
    BONUS = 6  # the round bonus
    BUY = 7
    SELL = 8
    WRITEOFF = 9
    CAPITAL = 10  # start capital, that of a new season, cash that is not carried over


class Event(IntEnum):
    """Events the kernel emits, with their numbers a, b, c; `seat` is the player.

    A card code is 64 * colour + place in the file; colours are 0 yellow, 1 blue.  Results are 0
    lost, 1 drawn, 2 won.
    """

    STARTER = 0  # the seat that begins, a players
    SEASON = 1  # a number of the season; told to seat 0
    ROUND = 2  # a number of the round; told to seat 0
    BOOK = 3  # a amount, b Ledger, c cash afterwards, before any forced sale
    BUY = 4  # a value, b price, c cash afterwards
    SELL = 5  # a value, b price, c cash afterwards
    FORCED_SALE = 6  # a value, b price, c cash afterwards
    WRITEOFF = 7  # a shortfall waived
    ROLL = 8  # a sum of the dice, b pips carried over
    STAY = 9  # the roll is too high (lap_end = exact)
    LAND = 10  # a space
    ARRIVE = 11  # at the start space: a laps completed in this season, b surplus pips carried
    AWAY_MATCH = 12  # a space, b own strength in this match, c result
    HOME_MATCH = 13  # a space, b own strength in this match, c result
    CUP_MATCH = 14  # a card, b own strength in this match, c result as compared
    CUP_REPLAY = 15  # a card, c 0 lost, 2 won
    CUP_UNDECIDED = 16  # every card of the stack was a draw (A15)
    CUP_OUT = 17  # the player is eliminated
    CUP_WON = 18  # the player has won the Cup
    DRAW = 19  # a card code
    SET_ASIDE = 20  # a card code, b uses
    USED = 21  # a card code, b uses left, 0: it goes back to its colour
    GAIN = 22  # a value of the player gained, 0 none, b 1: the squad is full
    LOSE = 23  # a value of the player lost, 0 none
    NO_CARD = 24  # a colour whose stack is empty
    RESHUFFLE = 25  # a colour
    BANKRUPT = 26
    RELEGATED = 27  # a table points
    CAPPED = 28  # the turn cap was hit; told to seat 0
    WINNERS = 29  # a mask of the winning seats; told to seat 0
    NO_MONEY = 30  # nothing is received or paid: a Ledger, c cash
    HOME_PLACE = 31  # a table place, b deduction, c what is left before any card applies
    BEFORE_ROLL = 32  # transfers before the roll follow
    CUP_ROUND = 33  # a rounds won in this season
    NEW_SQUADS = 34  # squads are returned and dealt anew; told to seat 0
    SEASON_OVER = 35  # a number of the season, one of several; told to seat 0
    NO_RELEGATION = 36  # nobody is relegated; told to seat 0
    EARLY_END = 37  # a mask of the seats left, no further season; told to seat 0
    FINAL = 38  # of who may win: a table points, b cash or wealth, c strength
