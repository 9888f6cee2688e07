"""The scripted trainers of Dream Team: parameters only; the decisions are in decisions.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from sim.engine.options import Options, Word


class Kind(Word):
    """Whether a trainer thinks at all."""

    RANDOM = 0
    SCRIPTED = 1


class AttackRule(Word):
    """D4: who attacks."""

    MAX_ATTACK = 0
    MIN_DEFENCE = 1
    WORST_CASE = 2
    MINIMAX = 3


class DefendRule(Word):
    """D5: who defends."""

    MAX_DEFENCE = 0
    CHEAPEST_STOP = 1
    MARGIN = 2
    MINIMAX = 3


class NoKeeperPlan(Word):
    """D1: whether to field six players and no goalkeeper."""

    NEVER = 0
    TRAILING = 1


class Pull(Word):
    """D3: when to pull the goalkeeper."""

    NEVER = 0
    TRAILING = 1
    LAST_DUEL = 2


class Faces(Word):
    """D11, D12: which faces to place."""

    UNIFORM = 0
    LOW = 1
    HIGH = 2


_ACTIONS = "the action cards"
_SPECIALS = "the special players"
_ECONOMY = "the economic game"


class Policy(Options):
    """Parameters of a trainer; section 8 of RULES.md gives the rules they drive."""

    kind: Kind = Field(Kind.SCRIPTED, description="random: uniform over the legal actions")
    w_att: float = Field(1.0, ge=-10, le=10, description="D1, D3: weight of a card's attack")
    w_def: float = Field(1.0, ge=-10, le=10, description="D1, D3: weight of a card's defence")
    attack_rule: AttackRule = Field(AttackRule.WORST_CASE, description="D4: who attacks")
    defend_rule: DefendRule = Field(DefendRule.MARGIN, description="D5: who defends")
    no_keeper: NoKeeperPlan = Field(NoKeeperPlan.NEVER, description="D1: field no keeper")
    no_keeper_deficit: int = Field(1, ge=1, le=20, description="D1: goals behind for that")
    pull: Pull = Field(Pull.NEVER, description="D3: when to pull the keeper")
    attack_bias: float = Field(0.15, ge=-10, le=10, description="D4: liking for attack - defence")
    c_att: float = Field(0.06, ge=-10, le=10, description="D5: cost of using up attack")
    c_def: float = Field(0.0, ge=-10, le=10, description="D5: cost of using up defence")
    faces: Faces = Field(Faces.UNIFORM, description="D11, D12: which faces to place")
    sub_min_gain: float = Field(2.0, ge=0, le=99, description="D3: least gain of a swap")
    keeper_weight: float = Field(2.0, ge=0, le=99, description="D3: worth of a save point")

    later: ClassVar[Mapping[str, str]] = {
        "special_bonus": _SPECIALS,
        **dict.fromkeys(
            [
                "disaster_min",
                "energy_min",
                "speed_min",
                "second_chance_min",
                "zero_min",
                "foul_min",
                "flagrant_bonus",
                "unstop_min",
                "keeper_foul_min",
                "counter_min",
                "curse_foul_bonus",
                "curse_shot_min",
                "curse_goal_max_lead",
                "sponsor",
            ],
            _ACTIONS,
        ),
        **dict.fromkeys(
            [
                "buy",
                "buy_min_cash",
                "sell_below",
                "sell_roster_over",
                "offer_min_gain",
                "offer_raise",
                "keep_max_fee",
            ],
            _ECONOMY,
        ),
    }


STRATEGIES: dict[str, Policy] = {
    "random": Policy(kind=Kind.RANDOM),
    "heuristic": Policy(),
    "greedy": Policy(
        w_def=0.0,
        attack_rule=AttackRule.MAX_ATTACK,
        defend_rule=DefendRule.MAX_DEFENCE,
        sub_min_gain=99.0,
    ),
    "cautious": Policy(
        w_att=0.5,
        w_def=1.5,
        attack_rule=AttackRule.MIN_DEFENCE,
        defend_rule=DefendRule.CHEAPEST_STOP,
    ),
    "aggressive": Policy(
        w_att=1.5,
        w_def=0.5,
        attack_rule=AttackRule.MAX_ATTACK,
        no_keeper=NoKeeperPlan.TRAILING,
        pull=Pull.TRAILING,
    ),
    "predictable": Policy(faces=Faces.LOW),
    "minimax": Policy(attack_rule=AttackRule.MINIMAX, defend_rule=DefendRule.MINIMAX),
}
