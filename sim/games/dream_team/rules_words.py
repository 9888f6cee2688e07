"""The words that the options of Dream Team choose from; A refers to RULES.md."""

from sim.engine.options import Word


class Unit(Word):
    """What is simulated."""

    MATCH = 0


class Formation(Word):
    """How a team's cards come together."""

    PRINTED = 0
    RANDOM_DEAL = 1


class Assignment(Word):
    """Which team a seat gets."""

    RANDOM = 0
    BY_SEAT = 1


class HomeRule(Word):
    """Who plays at home."""

    ROLL = 0
    SEAT0 = 1
    SEAT1 = 2


class ThirdStarts(Word):
    """Who starts the regular thirds."""

    ALTERNATE = 0
    HOME_ALWAYS = 1
    AWAY_ALWAYS = 2


class NoKeeper(Word):
    """Where a team may give up its goalkeeper freely."""

    LINEUP = 0
    SUBSTITUTION = 1
    BOTH = 2
    FORCED_ONLY = 3


class PlayRule(Word):
    """Who may attack and defend how often in a third."""

    ONE_PLAY = 0
    ATTACK_ONCE_DEFEND_FREE = 1
    ATTACK_ONCE_DEFEND_ONCE = 2


class Direction(Word):
    """Whose turn follows."""

    ALTERNATE = 0
    CONCEDER_ATTACKS = 1
    KEEP_AFTER_SAVE = 2


class Unopposed(Word):
    """What an attacker without a possible defender does."""

    FREE_ATTACK = 0
    NO_ATTACK = 1


class DiceMode(Word):
    """How dice faces come about."""

    CHOSEN_DISTINCT = 0
    CHOSEN_ANY = 1
    ROLLED = 2


class SaveMatch(Word):
    """What stops an attack die: its face among the save dice, or a save die of its own."""

    FACE = 0
    DIE = 1


class DiceLimit(Word):
    """Whether both sides share one pool of max_shot_dice dice."""

    UNLIMITED = 0
    SHARED = 1


class DrawRule(Word):
    """What happens when the score is level after the regular thirds."""

    DRAW = 0
    EXTRA_TIME = 1
    SUDDEN_DEATH = 2
    EXTRA_TIME_THEN_SUDDEN_DEATH = 3


class ExtraStarts(Word):
    """Who starts an extra period."""

    ALTERNATE = 0
    HOME = 1
    AWAY = 2
    ROLL = 3


class SubWindow(Word):
    """Who may substitute before an attack."""

    BOTH = 0
    ATTACKER = 1
    DEFENDER = 2


class SpecialText(Word):
    """When the text of a special player works."""

    FIELDED = 0
    OWNED = 1
    OFF = 2


class SpecialDeal(Word):
    """Whether the special players are dealt once or before every match of a series."""

    ONCE = 0
    EACH_MATCH = 1


class Reselect(Word):
    """What may be picked after the first period."""

    ALL = 0
    REGULAR_ONLY = 1


class CardKind(Word):
    """The kinds of action card; `unlisted_cards` names one of them, or `omit`."""

    DISASTER = 0
    SPEED = 1
    ENERGY = 2
    SPONSOR = 3
    SECOND_CHANCE = 4
    FORTUNE = 5
    MAGIC = 6
    FOUL = 7
    CURSE = 8
    BLANK = 9
    OMIT = 10


class SpellDuration(Word):
    """How long Disaster and Energy last."""

    MATCH = 0
    THIRD = 1


class SpeedCounter(Word):
    """What a Speed card does against a Speed card."""

    CANCEL = 0
    DEFEND = 1
    NONE = 2


class SpeedUnopposed(Word):
    """Whether the goalkeeper saves the shot of a Speed play."""

    KEEPER_SAVES = 0
    AUTO_GOAL = 1


class SpeedWindow(Word):
    """When Speed plays may be made."""

    END_OF_THIRD = 0
    OWN_TURN = 1


class SecondChance(Word):
    """Strength of the shot of a Second Chance."""

    SAME_DICE = 0
    FULL_VALUE = 1


class SponsorTrigger(Word):
    """Which goal a Sponsor waits for."""

    FIRST_OPPOSING_GOAL = 0
    FIRST_GOAL_OF_MATCH = 1


class InjuryReplacement(Word):
    """When an injured card is replaced."""

    END_OF_THIRD = 0
    IMMEDIATE = 1


class OrdinaryPenalty(Word):
    """What a cursed ordinary foul costs."""

    BOX = 0
    NONE = 1


class FlagrantPenalty(Word):
    """What a cursed flagrant foul costs."""

    SENT_OFF = 0
    BOX = 1


class DetlefDraw(Word):
    """What Detlef Darfdat's trainer draws."""

    ACTION_CARD = 0
    RESERVE_PLAYER = 1
    OFF = 2


class SeppScope(Word):
    """Whom Watschen Sepp fouls besides the victim."""

    FIST = 0
    ALL = 1
    DUEL_ONLY = 2


class BalduinDouble(Word):
    """How Balduin Scheibenkleister's dice show a double."""

    ROLLED = 0
    PLACED = 1
    OFF = 2


class BalduinOwnGoal(Word):
    """What decides whether Balduin's double is an own goal."""

    SWAP_DICE = 0
    SAVE_DICE = 1
    OWN_KEEPER = 2
    AUTO = 3


class JakobChoice(Word):
    """Who chooses the player exchanged for Billiger Jakob."""

    SPONSOR_PLAYER = 0
    JAKOB_OWNER = 1
