"""The table while a match is played.  Arrays are indexed [side, ...]: home is 0, away 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.table import table_dtype
from sim.games.dream_team.cards import FIELD, KEEPERS, TEAMS, keepers, players
from sim.games.dream_team.exact import decision_odds
from sim.games.dream_team.record import RECORD
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.strategies import Policy

HOME, AWAY = np.int64(0), np.int64(1)
SIDES, SLOTS, SQUAD = 2, 8, 7  # a squad of 6 field cards, and room for one more
DICE = 7  # 0 to 6 dice

# purposes of the random streams (sim.engine.rng); those by side are followed by the away side's
DEAL, HOME_ROLL, EXTRA_ROLL, THROW = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
LINE_UP, PLAY, FACES = np.uint64(4), np.uint64(6), np.uint64(8)

TABLE = table_dtype(
    RECORD,
    Rules,
    Policy,
    [
        # components
        ("player_attack", "i8", TEAMS * FIELD),
        ("player_defence", "i8", TEAMS * FIELD),
        ("keeper_save", "i8", TEAMS * KEEPERS),
        ("odds", "f8", (DICE, DICE)),  # P(goal) that scripted trainers reckon with, [n, k]
        # the match
        ("player_order", "i8", TEAMS * FIELD),  # cards as dealt to the teams
        ("keeper_order", "i8", TEAMS * KEEPERS),
        ("team", "i8", TEAMS),  # team of a seat
        ("seat", "i8", SIDES),  # seat of a side
        ("goals", "i8", SIDES),
        ("period", "i8"),  # 1, 2, ...
        ("extra", "i8"),  # extra periods so far
        ("sudden", "i8"),  # 1: the first goal ends the match
        ("over", "i8"),
        ("leader", "i8"),  # last side to lead, -1 before any
        ("first", "i8"),  # side of the first goal, -1 before any
        ("deficit", "i8", SIDES),  # most goals a side was behind
        # squads
        ("card", "i8", (SIDES, SQUAD)),  # player card, in CSV order
        ("attack", "i8", (SIDES, SQUAD)),
        ("defence", "i8", (SIDES, SQUAD)),
        ("keeper_card", "i8", (SIDES, KEEPERS)),
        ("save", "i8", (SIDES, KEEPERS)),
        # the field: slots hold a place in the squad; sets of slots and squads are bit masks
        ("slot", "i8", (SIDES, SLOTS)),
        ("slots", "i8", SIDES),  # how many are in use
        ("fielded", "i8", SIDES),  # squad places on the field
        ("attacked", "i8", SIDES),
        ("defended", "i8", SIDES),
        ("keeper", "i8", SIDES),  # keeper on the field, -1 for none
        ("swaps", "i8", SIDES),  # substitutions in this third
        ("turn", "i8"),
        # counts that become two columns
        ("third_goals", "i8", (SIDES, 3)),
        ("attacks", "i8", SIDES),
        ("subs", "i8", SIDES),
        ("bare", "i8", SIDES),  # periods lined up without a keeper
        ("pulls", "i8", SIDES),
        # minimax: the rest of the third, solved once a line-up
        ("solved", "i8"),
        ("place", "i8", (SIDES, SLOTS)),  # place of a slot among the unused ones
        ("unused", "i8", (SIDES, SQUAD)),  # slots in those places
        ("stage", "f8", (SIDES, SQUAD, SQUAD)),  # edge of an attack, [side, own, other]
        ("worth", "f8", (1 << SQUAD, 1 << SQUAD)),  # home minus away goals, by unused slots
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the card values and the odds that scripted trainers reckon with."""
    t.player_attack[:] = [card.attack for card in players(components)]
    t.player_defence[:] = [card.defence for card in players(components)]
    t.keeper_save[:] = [card.save for card in keepers(components)]
    t.odds[:] = decision_odds(rules)


