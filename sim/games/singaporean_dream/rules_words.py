"""The words that the options of The Singaporean Dream choose from; R and A refer to RULES.md."""

from sim.engine.options import Word


class FirstPlayer(Word):
    """R6, A2: who starts."""

    RANDOM = 0
    SEAT0 = 1


class PersonalityAssignment(Word):
    """R4: how personalities are dealt."""

    RANDOM = 0
    FIXED = 1


class HandLimitTiming(Word):
    """A18: when the hand limit is checked."""

    END_OF_TURN = 0
    IMMEDIATE = 1


class ReshuffleTiming(Word):
    """A20: when an empty action pile is renewed."""

    LAZY = 0
    EAGER = 1


class ReshuffleShort(Word):
    """A19: a discard pile that is no larger than what is left lying."""

    NONE = 0
    ALL = 1


class PaymentPolicy(Word):
    """A4: which cash cards are handed over."""

    MIN_OVERPAY = 0
    LARGEST_FIRST = 1
    SMALLEST_FIRST = 2


class PurchaseOverpay(Word):
    """A5: whether a dream may be bought for too much."""

    ALLOWED = 0
    EXACT_ONLY = 1


class InsufficientMode(Word):
    """A7: what is lost if the bank is too small."""

    DREAM_ONLY = 0
    CASH_AND_DREAM = 1
    CASH_ONLY = 2


class NoDreamMode(Word):
    """A8: what is lost if there is no dream either."""

    PAY_ALL_CASH = 0
    NOTHING = 1


class ForfeitChooser(Word):
    """A9: who picks a forfeited dream."""

    COLLECTOR = 0
    PAYER = 1


class EmptyBankTheft(Word):
    """A33: stealing a cash card from an empty bank."""

    NONE = 0
    DREAM = 1


class StolenCashTo(Word):
    """R13: where cash goes that is gained from players."""

    BANK = 0
    HAND = 1


class StealDreamChooser(Word):
    """R17, A31: who picks a stolen dream."""

    THIEF = 0
    OWNER = 1


class HandStealMode(Word):
    """A11: who picks a card stolen from a hand."""

    THIEF_CHOOSES = 0
    RANDOM_CARD = 1
    OWNER_CHOOSES = 2


class DiscardHandMode(Word):
    """A30: who picks what discard_hand discards."""

    OWNER_CHOOSES = 0
    RANDOM_CARD = 1


class StopRight(Word):
    """A12: who may stop."""

    ANY_OPPONENT = 0
    TARGETS_ONLY = 1


class CounterRight(Word):
    """A13: who may stop a stop."""

    ANY_OTHER = 0
    ACTOR_ONLY = 1


class StopScopeAll(Word):
    """A15: what a stop against an effect on all cancels."""

    WHOLE = 0
    SELF_ONLY = 1


class EndTiming(Word):
    """R19, A3: when the match ends once the dream pile is empty."""

    IMMEDIATE = 0
    END_OF_TURN = 1
    END_OF_ROUND = 2


class FinalTie(Word):
    """R23: who wins a full tie."""

    SHARED = 0
    LATER_IN_ORDER = 1
