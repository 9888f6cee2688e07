"""The scripted players of nove_anni: parameters only (section 8 of RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from sim.engine.options import Parameters, Word
from sim.games.nove_anni.cards import SPECIALS

MOST = 1000.0


class Kind(Word):
    """How a player decides."""

    RANDOM = 0
    SCRIPTED = 1


class Columns(Word):
    """D1: which cards go to the columns."""

    RAW_FIT = 0
    KEEP_LIGHT = 1
    VALUE = 2
    SHIELD = 3


class Slot(Word):
    """D2: which special goes to the slot."""

    NONE = 0
    FIRST = 1
    LISTED = 2
    READY = 3


class Activate(Word):
    """D3: when the special in the slot is activated."""

    ALWAYS = 0
    LEADING = 1
    READY = 2
    BLOCKING = 3


class Judge(Word):
    """D3: how `ready` judges La Scienza, Il silenzio, Giovannino and La Maestra."""

    COUNT = 0
    VALUE = 1


class KnockOut(Word):
    """Specials that do nothing in a player's hands; the numbers are those of the bits, plus one."""

    NOTHING = 0
    SCIENCE = 1
    OBEDIENCE = 2
    SILENCE = 3
    AWAKENING = 4
    GIOVANNINO = 5
    TEACHER = 6
    LORD = 7
    PADRE = 8


class Unplaced(Word):
    """Light cards that a player keeps out of columns; the numbers are those of `KnockOut`."""

    NOTHING = 0
    GIOVANNINO = 5
    TEACHER = 6
    LORD = 7
    PADRE = 8


def _weight(default: float, description: str) -> Any:
    return Field(default, ge=0.0, le=MOST, description=description)


def _rank(default: int, name: str) -> Any:
    return Field(default, ge=1, le=8, description=f"D2: place of {name} in its list of specials")


class Policy(Parameters):
    """Parameters of a scripted player; `random` reads the two knock-outs alone."""

    reads: ClassVar[Mapping[str, Sequence[str]]] = {"random": ("blank", "blank_column")}

    kind: Kind = Field(Kind.SCRIPTED, description="how it decides")
    columns: Columns = Field(Columns.RAW_FIT, description="D1: how it fills the columns")
    slot: Slot = Field(Slot.LISTED, description="D2: how it fills the slot")
    activate: Activate = Field(Activate.ALWAYS, description="D3: when it activates")
    judge: Judge = Field(Judge.COUNT, description="D3: how it judges effects on the grid")
    rank_science: int = _rank(1, "La Scienza")
    rank_obedience: int = _rank(2, "L'Obbedienza")
    rank_silence: int = _rank(3, "Il silenzio")
    rank_awakening: int = _rank(4, "Il risveglio")
    rank_giovannino: int = _rank(5, "Giovannino")
    rank_teacher: int = _rank(6, "La Maestra")
    rank_lord: int = _rank(7, "Il Signore")
    rank_padre: int = _rank(8, "Giovanni padre")
    wake_lead: int = Field(1, ge=-999, le=999, description="lead from which on it ends the match")
    padre_min: int = Field(5, ge=0, le=1024, description="negatives from which on it transforms")
    lord_min: int = Field(4, ge=0, le=1024, description="friends from which on it takes them")
    obedience_deficit: int = Field(
        4, ge=-999, le=999, description="points behind from which on all cards go back"
    )
    filter_min_active: int = Field(
        3, ge=0, le=4, description="own active cards from which on it uses a filter"
    )
    late_turns: float = _weight(1.0, "turns' worth of cards in the deck: fewer are late")
    opp_sel: float = _weight(3.0, "how well an opponent is thought to choose his card")
    neg_value: float = _weight(0.1, "what a negative card is worth besides its points")
    shield_win: float = Field(
        0.5, ge=0.0, le=1.0, description="chance to win from which on a shielder risks a point"
    )
    hold_weight: float = _weight(0.5, "price of a good card spent now")
    light_hold: float = _weight(1.0, "price of a light card spent now")
    mode_gain_min: float = _weight(0.8, "gain from which on an effect on the grid is used")
    blank: KnockOut = Field(
        KnockOut.NOTHING, description="knock-out: a special that it never puts into the slot"
    )
    blank_column: Unplaced = Field(
        Unplaced.NOTHING,
        description="D1, knock-out: a light card that it puts into a column only in need",
    )


def _ranks(*names: str) -> dict[str, Any]:
    """A list of specials as places."""
    assert {*names} == {*SPECIALS}
    return {f"rank_{name}": place for place, name in enumerate(names, 1)}


STRATEGIES = {
    "random": Policy(kind=Kind.RANDOM),
    "plain": Policy(slot=Slot.NONE),
    "best_fit": Policy(slot=Slot.FIRST),
    "keep_light": Policy(
        columns=Columns.KEEP_LIGHT, activate=Activate.READY,
        **_ranks("padre", "lord", "teacher", "giovannino", "awakening", "science", "silence",
                 "obedience"),
    ),
    "early_wake": Policy(
        activate=Activate.LEADING,
        **_ranks("awakening", "padre", "lord", "teacher", "science", "silence", "giovannino",
                 "obedience"),
    ),
    "strategist": Policy(
        columns=Columns.VALUE, slot=Slot.READY, activate=Activate.READY,
        judge=Judge.VALUE,
        **_ranks("awakening", "padre", "lord", "teacher", "silence", "science", "giovannino",
                 "obedience"),
    ),
    "shielder": Policy(
        columns=Columns.SHIELD, activate=Activate.READY,
        **_ranks("padre", "lord", "teacher", "giovannino", "awakening", "science", "silence",
                 "obedience"),
    ),
    "saboteur": Policy(slot=Slot.FIRST, activate=Activate.BLOCKING),
}  # fmt: skip
