"""The scripted managers of Bundesliga: parameters only; the decisions are in decisions.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import Field

from sim.engine.options import Parameters, Word
from sim.games.bundesliga.cards import MOST_MONEY


class Kind(Word):
    """How a manager trades (section 8 of RULES.md)."""

    RANDOM = 0
    PASSIVE = 1
    THRIFTY = 2
    EARLY_INVESTOR = 3
    THRESHOLD_SEEKER = 4
    FLIP_TRADER = 5
    PLANNER = 6


class Policy(Parameters):
    """Parameters of a manager; each names the strategies that read it."""

    reads: ClassVar[Mapping[str, Sequence[str]]] = {
        "random": ("keep_squad", "transfers_per_window"),
        "passive": (),
        "thrifty": ("target", "cash_floor"),
        "early_investor": ("reserve",),
        "threshold_seeker": ("reserve", "lookahead"),
        "flip_trader": ("lookahead", "base"),
        "planner": ("reserve", "lookahead"),
    }

    kind: Kind = Field(Kind.PASSIVE, description="how it trades")
    keep_squad: int = Field(11, ge=0, le=400, description="random: cards below which it keeps all")
    transfers_per_window: int = Field(1, ge=0, le=200, description="random: most in one window")
    target: int = Field(32, ge=0, le=2000, description="thrifty: strength it wants")
    cash_floor: int = Field(300_000, ge=0, le=MOST_MONEY, description="thrifty: DM it keeps")
    reserve: int = Field(
        0,
        ge=0,
        le=MOST_MONEY,
        description="early_investor, threshold_seeker, planner: DM it keeps",
    )
    lookahead: int = Field(
        6, ge=0, le=256, description="threshold_seeker, flip_trader, planner: spaces ahead"
    )
    base: int = Field(28, ge=0, le=2000, description="flip_trader: strength it never sells below")


STRATEGIES = {kind.word: Policy(kind=kind) for kind in Kind}
