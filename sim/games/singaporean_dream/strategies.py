"""The scripted players of The Singaporean Dream: parameters only (section 8 of RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from sim.engine.options import Parameters, Word

NEVER = 99_999.0  # of a threshold: no effect is worth as much
MOST = 1e6


class Kind(Word):
    """How a player decides."""

    RANDOM = 0
    SCRIPTED = 1


class BankMode(Word):
    """D2: which cash goes to the bank."""

    ALL = 0
    NEEDED = 1


class KnockOut(Word):
    """Effects that do nothing in a player's hands; the numbers are those of the effects, plus one."""

    NOTHING = 0
    STOP = 1
    COLLECT_CASH = 2
    STEAL_CASH_CARD = 3
    STEAL_DREAM = 4
    STEAL_HAND_CARD = 5
    DISCARD_HAND = 6
    DRAW_CARDS = 7
    SALVAGE_CASH = 8
    TAKE_TOP_DREAM = 9
    POWER = 10


def _weight(default: float, description: str) -> Any:
    return Field(default, ge=-MOST, le=MOST, description=description)


class Policy(Parameters):
    """Parameters of the utility family; `random` reads `blank` alone."""

    reads: ClassVar[Mapping[str, Sequence[str]]] = {"random": ("blank",)}

    kind: Kind = Field(Kind.SCRIPTED, description="how it decides")
    dream_worth: float = _weight(600.0, "DW: what a dream is worth, K")
    card_worth: float = _weight(100.0, "CW: what a card in hand is worth, K")
    denial: float = _weight(0.0, "part of a dream's worth to its loser that counts too")
    leader_bias: float = _weight(0.0, "what hurting the leader adds to an effect's worth")
    w_buy: float = _weight(1.0, "weight of a dream that is bought")
    w_cost: float = _weight(0.25, "weight of its price, against")
    w_bank: float = _weight(0.5, "weight of hand cash put into the bank")
    w_cash: float = _weight(1.0, "weight of cash gained")
    w_steal: float = _weight(1.0, "weight of a dream taken from a player")
    w_draw: float = _weight(1.0, "weight of cards drawn")
    w_hand: float = _weight(1.0, "weight of cards taken from a hand")
    w_discard: float = _weight(0.25, "weight of cards that others discard")
    w_protect: float = _weight(0.5, "weight of protecting each own dream")
    shield: float = _weight(0.0, "bank reserve, K")
    w_shield: float = _weight(0.0, "weight of what the bank lacks of it, against")
    stop_at: float = _weight(NEVER, "harm from which on it stops")
    stop_foreign_at: float = _weight(NEVER, "worth to others from which on it stops a dream")
    counter_at: float = _weight(NEVER, "worth of its own effect from which on it counters a stop")
    stop_keep_bonus: float = _weight(0.0, "what keeping a stop card is worth besides, K")
    bank_mode: BankMode = Field(BankMode.ALL, description="which cash it banks")
    endgame_check: bool = Field(False, description="does not end a match that it loses")
    endgame_max_deficit: float = _weight(2.0, "dreams behind beyond which it concedes")
    blank: KnockOut = Field(
        KnockOut.NOTHING,
        description="knock-out: its cards of this effect, or its power, do nothing",
    )


STRATEGIES = {
    "random": Policy(kind=Kind.RANDOM),
    "banker": Policy(
        w_buy=2.0, w_cost=0.0, w_bank=1.0, w_cash=0.5, w_steal=0.0, w_draw=0.75, w_hand=0.0,
        w_discard=0.0, w_protect=0.0, stop_at=600.0,
    ),
    "thief": Policy(
        denial=0.5, leader_bias=0.5, w_buy=0.5, w_bank=0.25, w_cash=1.5, w_steal=2.0, w_hand=1.5,
        w_discard=0.5, counter_at=300.0,
    ),
    "hoarder": Policy(
        w_draw=1.5, w_hand=1.5, stop_at=100.0, stop_foreign_at=600.0, counter_at=100.0,
        stop_keep_bonus=500.0,
    ),
    "cautious": Policy(
        w_cost=1.0, w_bank=0.0, w_steal=0.5, w_protect=2.0, stop_at=200.0,
        bank_mode=BankMode.NEEDED, endgame_check=True,
    ),
    "strong": Policy(
        denial=0.5, leader_bias=0.5, w_buy=0.5, w_bank=0.25, w_cash=1.5, w_steal=2.0, w_draw=2.0,
        w_hand=1.5, w_discard=0.5, w_protect=1.0, shield=200.0, w_shield=1.0, stop_at=300.0,
        stop_foreign_at=1200.0, counter_at=300.0, stop_keep_bonus=400.0, endgame_check=True,
    ),
}  # fmt: skip
