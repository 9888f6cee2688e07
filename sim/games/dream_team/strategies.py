"""The scripted trainers of Dream Team: parameters only; the decisions are in decisions.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import Field

from sim.engine.options import Parameters, Word


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


class Policy(Parameters):
    """Parameters of a trainer; section 8 of RULES.md gives the rules they drive."""

    reads: ClassVar[Mapping[str, Sequence[str]]] = {"random": ()}

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
    special_bonus: float = Field(0.0, ge=-10, le=10, description="D1, D3: liking for specials")
    disaster_min: float = Field(4.0, ge=0, le=99, description="D2: least value of a Disaster")
    energy_min: float = Field(3.0, ge=0, le=99, description="D2: least value of an Energy")
    speed_min: float = Field(0.5, ge=0, le=9, description="D18, D19: least odds of a Speed play")
    second_chance_min: float = Field(0.15, ge=0, le=9, description="D13: least odds")
    zero_min: float = Field(0.6, ge=0, le=9, description="D6: least gain of Fortune or Magic")
    foul_min: float = Field(0.6, ge=0, le=9, description="D6: least gain of a Foul")
    flagrant_bonus: float = Field(0.15, ge=-9, le=9, description="D6: liking for flagrant fouls")
    unstop_min: float = Field(0.45, ge=0, le=9, description="D9: least gain at the shot")
    keeper_foul_min: float = Field(0.45, ge=0, le=9, description="D10: least odds to foul")
    counter_min: float = Field(0.5, ge=0, le=9, description="D7, D8: least gain to answer")
    curse_foul_bonus: float = Field(0.3, ge=-9, le=9, description="D7: liking to curse a Foul")
    curse_shot_min: float = Field(0.4, ge=0, le=9, description="D7, D14: least gain to curse")
    curse_goal_max_lead: int = Field(9, ge=-99, le=99, description="D15: curse up to this lead")
    sponsor: bool = Field(True, description="D20: play a Sponsor")

    later: ClassVar[Mapping[str, str]] = dict.fromkeys(
        [
            "buy",
            "buy_min_cash",
            "sell_below",
            "sell_roster_over",
            "offer_min_gain",
            "offer_raise",
            "keep_max_fee",
        ],
        "the economic game",
    )


STRATEGIES: dict[str, Policy] = {
    "random": Policy(kind=Kind.RANDOM),
    "heuristic": Policy(),
    "greedy": Policy(
        w_def=0.0,
        attack_rule=AttackRule.MAX_ATTACK,
        defend_rule=DefendRule.MAX_DEFENCE,
        sub_min_gain=99.0,
        disaster_min=0.0,
        energy_min=0.0,
        speed_min=0.0,
        second_chance_min=0.0,
        zero_min=0.01,
        foul_min=0.01,
        unstop_min=0.01,
        keeper_foul_min=0.01,
        counter_min=0.01,
        curse_shot_min=0.01,
    ),
    "cautious": Policy(
        w_att=0.5,
        w_def=1.5,
        attack_rule=AttackRule.MIN_DEFENCE,
        defend_rule=DefendRule.CHEAPEST_STOP,
        zero_min=9.0,
        foul_min=9.0,
        unstop_min=0.8,
        keeper_foul_min=0.6,
        counter_min=0.3,
        curse_shot_min=0.3,
    ),
    "aggressive": Policy(
        w_att=1.5,
        w_def=0.5,
        attack_rule=AttackRule.MAX_ATTACK,
        no_keeper=NoKeeperPlan.TRAILING,
        pull=Pull.TRAILING,
        zero_min=0.2,
        foul_min=0.2,
        flagrant_bonus=0.5,
        unstop_min=0.2,
        curse_goal_max_lead=0,
    ),
    "predictable": Policy(faces=Faces.LOW),
    "minimax": Policy(attack_rule=AttackRule.MINIMAX, defend_rule=DefendRule.MINIMAX),
}
