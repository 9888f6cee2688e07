"""The table while a match is played.  Arrays are indexed [side, ...]: home is 0, away 1."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.table import table_dtype
from sim.games.dream_team.cards import FIELD, KEEPERS, TEAMS, keepers, players
from sim.games.dream_team.exact import decision_odds
from sim.games.dream_team.record import RECORD
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import NoKeeper
from sim.games.dream_team.strategies import Policy

HOME, AWAY = np.int64(0), np.int64(1)
SIDES, SLOTS, SQUAD = 2, 8, 8  # a squad of 6 field cards; powers of two are indexed fastest
MOST_SLOTS = 7  # slots in use
PLAYERS = np.int64(FIELD)  # field cards of a squad
MOST_DICE = np.int64(6)
DICE = 7  # 0 to 6 dice
PILE = 36  # whatever is shuffled has this much room: one type, one compiled function

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
        # what scripted trainers reckon with: P(goal) [n, k]; the edge of a duel, by save values of
        # the other goal and the own one, and by attack less defence from -6 up
        ("odds", "f8", (DICE, DICE)),
        ("edge", "f8", (DICE, DICE, 16)),
        # what follows from the options
        ("field", "i8"),  # R9, R41, R46: field players beside a goalkeeper, as many as there are
        ("field_bare", "i8"),  # R25: and without one
        ("line_ups", "i8"),  # D1: ways to choose them, for each goalkeeper
        ("line_ups_bare", "i8"),  # D1, A11: without a goalkeeper, 0 where that is not allowed
        ("pull_below", "i8"),  # D3, A11: fewer players than this allow to pull the goalkeeper
        # the match
        ("player_order", "u1", PILE),  # cards as dealt to the teams
        ("keeper_order", "u1", PILE),
        ("team", "u1", PILE),  # team of a seat
        ("seat", "u1", SIDES),  # seat of a side
        ("trainer", "u1", SIDES),  # contender who plays a side
        ("random", "u1", SIDES),  # 1: the trainer plays at random
        ("faces", "u1", SIDES),  # which faces the trainer places
        ("content", "u1", SIDES),  # 1: the trainer never changes its best line-up
        ("goals", "i8", SIDES),
        ("period", "i8"),  # 1, 2, ...
        ("third", "u1"),  # 0, 1, 2, and 3 for all other periods
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
        # what the side's trainer makes of a card: D1 and D3, D4, D5 of section 8
        ("score", "f8", (SIDES, SQUAD)),
        ("best", "i8", SIDES),  # D1: the best players beside a goalkeeper, as a mask
        ("bias", "f8", (SIDES, SQUAD)),
        ("cost", "f8", (SIDES, SQUAD)),
        ("keeper_card", "i8", (SIDES, KEEPERS)),
        ("save", "i8", (SIDES, KEEPERS)),
        # the field: slots hold a place in the squad; sets of slots and squads are bit masks
        ("slot", "u1", (SIDES, SLOTS)),
        ("slots", "i8", SIDES),  # how many are in use
        ("fielded", "i8", SIDES),  # squad places on the field
        ("attackers", "i8", SIDES),  # slots that may attack (A5)
        ("defenders", "i8", SIDES),  # slots that may defend (A5)
        ("keeper", "i8", SIDES),  # keeper on the field, -1 for none
        ("guard", "u1", SIDES),  # save value in goal, 0 without a keeper
        ("swaps", "i8", SIDES),  # substitutions in this third
        ("settled", "u1", SIDES),  # 1: wants no swap in this third
        ("turn", "i8"),
        # counts that become two columns
        ("third_goals", "i8", (SIDES, 4)),
        ("attacks", "i8", SIDES),
        ("subs", "i8", SIDES),
        ("bare", "i8", SIDES),  # periods lined up without a keeper
        ("pulls", "i8", SIDES),
        # minimax: the rest of the third, solved once a line-up
        ("solved", "i8"),
        ("stage", "f8", (SIDES, SLOTS, SLOTS)),  # edge of an attack, [side, own slot, other slot]
        ("free", "f8", (SIDES, SLOTS)),  # odds of an attack without defender
        # goals to come, by unused slots of the side to move and of the other (who moves follows)
        ("worth", "f8", (1 << MOST_SLOTS, 1 << MOST_SLOTS)),
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the card values, the odds trainers reckon with, and what follows from the options."""
    t.player_attack[:] = [card.attack for card in players(components)]
    t.player_defence[:] = [card.defence for card in players(components)]
    t.keeper_save[:] = [card.save for card in keepers(components)]
    t.odds[:] = decision_odds(rules)
    for strength in range(-MOST_DICE, MOST_DICE + 1):
        gain, loss = t.odds[max(strength, 0)], t.odds[max(-strength, 0)] * rules.counterattack
        t.edge[:, :, strength + MOST_DICE] = gain[:, None] - loss
    t.field = min(rules.field_players, FIELD)
    t.field_bare = min(rules.field_players_no_keeper, FIELD)
    leave = rules.allow_no_keeper in {NoKeeper.LINEUP, NoKeeper.BOTH}
    pull = rules.allow_no_keeper in {NoKeeper.SUBSTITUTION, NoKeeper.BOTH}
    t.line_ups = comb(FIELD, t.field)
    t.line_ups_bare = comb(FIELD, t.field_bare) if leave else 0
    t.pull_below = t.field_bare if pull else 0
