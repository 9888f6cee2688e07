"""The scripted players of goooal: parameters only; the decisions are in decisions.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from sim.engine.options import Parameters, Word

MOST = 10_000  # of a weight: far below what a win scores


class Kind(Word):
    """How a player decides (section 8 of RULES.md)."""

    RANDOM = 0
    SCRIPTED = 1


class Blank(Word):
    """Specials that have no effect in a player's hands; the numbers are those of the kinds."""

    NOTHING = 0
    ARBITRE = 1
    GOOOAL = 2
    GARDIEN = 3
    AGENT = 4
    COUPE = 5


def _weight(default: int, description: str) -> Any:
    return Field(default, ge=-MOST, le=MOST, description=description)


class Policy(Parameters):
    """Weights of a scripted player; `random` reads `blank` alone."""

    reads: ClassVar[Mapping[str, Sequence[str]]] = {"random": ("blank",)}

    kind: Kind = Field(Kind.SCRIPTED, description="how it decides")
    w_card: int = _weight(10, "each card of a play or lay")
    w_lay: int = _weight(0, "each card laid, besides")
    w_complete: int = _weight(0, "completing the collection while the bonus is open")
    w_own: int = _weight(0, "each own-team card played to the middle, against")
    w_mob: int = _weight(0, "each card left that fits the new base")
    w_block: int = _weight(0, "each card of the new colour in the next hand, against")
    w_draw: int = _weight(0, "drawing")
    w_pass: int = _weight(0, "passing after a draw")
    w_arbitre: int = _weight(0, "each ARBITRE played")
    w_goooal: int = _weight(0, "each GOOOAL played")
    w_gardien: int = _weight(0, "each GARDIEN played")
    w_agent: int = _weight(0, "each AGENT played")
    w_coupe: int = _weight(0, "each COUPE played")
    w_rush: int = _weight(0, "each GOOOAL or ARBITRE while the neighbour has few cards")
    danger_hand: int = Field(0, ge=0, le=256, description="w_rush: cards that are few")
    resp_gardien: int = _weight(1, "answering a GOOOAL with a GARDIEN")
    resp_coupe: int = _weight(0, "answering a GOOOAL with a COUPE")
    resp_goooal: int = _weight(2, "answering a GOOOAL with a GOOOAL")
    resp_cost: int = _weight(10, "each card of an accepted draw, against")
    g_stop: int = _weight(0, "giving no card")
    g_own: int = _weight(0, "giving an own-team card, against")
    g_feed: int = _weight(0, "giving a card of the recipient's team, against")
    g_small: int = _weight(0, "each card in the recipient's hand, against")
    g_visible: bool = Field(False, description="gives face up")
    use_piles: bool = Field(True, description="draws by the colours of the piles")
    dir_leader: bool = Field(
        False, description="lets the leader's neighbour be oneself, by direction"
    )
    blank: Blank = Field(
        Blank.NOTHING, description="knock-out: its specials of this kind do nothing"
    )


STRATEGIES = {
    "random": Policy(kind=Kind.RANDOM),
    "dumper": Policy(),
    "collector": Policy(w_lay=30, w_complete=60, w_own=50, g_stop=-25, g_own=60, g_feed=30),
    "attacker": Policy(
        w_lay=2, w_arbitre=25, w_goooal=40, w_gardien=5, w_coupe=5, w_agent=30, g_stop=-100,
        g_small=3,
    ),
    "keeper": Policy(
        w_lay=2, w_mob=1, w_goooal=-5, w_gardien=-30, w_coupe=-30, resp_cost=20, g_stop=-100
    ),
    "strong": Policy(
        w_lay=1, w_complete=60, w_own=4, w_mob=3, w_block=1, w_arbitre=20, w_goooal=25,
        w_gardien=-2, w_coupe=-6, w_agent=25, w_rush=10, danger_hand=2, g_stop=-60, g_own=5,
        g_feed=5, g_small=2, dir_leader=True,
    ),
}  # fmt: skip
