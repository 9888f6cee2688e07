"""The table while a match is played.  Arrays are indexed [side, ...]: home is 0, away 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.record import record_dtype
from sim.engine.table import table_dtype
from sim.games.dream_team.cards import (
    ACTIONS,
    FIELD,
    KEEPERS,
    SPECIALS,
    SYMBOLS,
    TEAMS,
    field_cards,
    keepers,
)
from sim.games.dream_team.exact import decision_odds
from sim.games.dream_team.record import RECORD
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import NoKeeper
from sim.games.dream_team.story import KEEPER_CODE
from sim.games.dream_team.strategies import Policy

HOME, AWAY = np.int64(0), np.int64(1)
SIDES, SLOTS, SQUAD = 2, 8, 16  # a squad is 6 to 14 field cards; powers of two are indexed fastest
GOALIES = 4  # a squad is 2 to 4 goalkeepers
CARDS = TEAMS * FIELD + len(SPECIALS)  # cards that can stand on the field
KINDS = len(ACTIONS)  # kinds of action card, which these numbers name
DISASTER, SPEED, ENERGY, SPONSOR, SECOND_CHANCE = (np.int64(kind) for kind in range(5))
FORTUNE, MAGIC, FOUL, CURSE = (np.int64(kind) for kind in range(5, 9))
NOBODY = np.int64(-1)
KEEPER = np.int64(KEEPER_CODE)  # a target from here on is a goalkeeper, below a squad place
MOST_DICE = np.int64(6)
DICE = 7  # 0 to 6 dice
PILE = 36  # whatever is shuffled has this much room: one type, one compiled function

# purposes of the random streams (sim.engine.rng); those by side are followed by the away side's
DEAL, HOME_ROLL, EXTRA_ROLL, THROW = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
LINE_UP, PLAY, FACES = np.uint64(4), np.uint64(6), np.uint64(8)
HAND, REACT, CHANCE = np.uint64(10), np.uint64(11), np.uint64(13)

_PLACES = record_dtype(RECORD).fields
assert _PLACES is not None
# words of the record: [2 * kind + side] further on is the column of a kind and side
DEALT = np.int64(_PLACES["cards_dealt_disaster_home"][1] // 4)
PLAYED = np.int64(_PLACES["cards_played_disaster_home"][1] // 4)

TABLE = table_dtype(
    RECORD,
    Rules,
    Policy,
    [
        # components
        ("card_attack", "i8", CARDS),  # players, then special players
        ("card_defence", "i8", CARDS),
        ("card_symbol", "i8", CARDS),
        ("keeper_save", "i8", TEAMS * KEEPERS),
        ("deck", "i8", KINDS),  # action cards of each kind
        # what scripted trainers reckon with: P(goal) [n, k]; the edge of a duel, by save values of
        # the other goal and the own one, and by attack less defence from -6 up
        ("odds", "f8", (DICE, DICE)),
        ("edge", "f8", (DICE, DICE, 16)),
        # what follows from the options
        ("may_leave", "i8"),  # D1, A11: 1 where a line-up may leave the goal empty
        ("may_pull", "i8"),  # D3, A11: 1 where a goalkeeper may be pulled
        # the match
        ("player_order", "u1", PILE),  # cards as dealt to the teams
        ("keeper_order", "u1", PILE),
        ("special_order", "u1", PILE),
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
        # squads: places are field cards in card order; sets of places are bit masks
        ("squad", "i8", SIDES),  # how many places are in use
        ("card", "i8", (SIDES, SQUAD)),  # card number
        ("attack", "i8", (SIDES, SQUAD)),  # effective values
        ("defence", "i8", (SIDES, SQUAD)),
        ("spell", "i8", (SIDES, SQUAD)),  # 1 + the value under Disaster or Energy, 0 without
        ("zero", "i8", SIDES),  # places whose value is 0 for the period
        ("injured", "i8", SIDES),
        ("sent_off", "i8", SIDES),
        ("boxed", "i8", SIDES),
        ("lent", "i8", SIDES),  # drawn by the other side's Detlef for this match
        ("joined", "i8", SIDES),  # drawn from the other side
        ("unfit", "i8", SIDES),  # all that may not come in
        ("off", "i8", SIDES),  # R44: players fewer for the rest of the match
        ("hurt", "i8", SIDES),  # injured when the play ends
        ("special_at", "i8", (SIDES, len(SPECIALS))),  # 1 + place of a special player, 0 without
        ("changed", "i8", SIDES),  # 1: values or cards are not those of the start
        # what the side's trainer makes of a card: D1 and D3, D4, D5 of section 8
        ("score", "f8", (SIDES, SQUAD)),
        ("best", "i8", SIDES),  # D1: the best players beside a goalkeeper, as a mask
        ("bias", "f8", (SIDES, SQUAD)),
        ("cost", "f8", (SIDES, SQUAD)),
        ("goalies", "i8", SIDES),  # how many goalkeepers
        ("keeper_card", "i8", (SIDES, GOALIES)),
        ("save", "i8", (SIDES, GOALIES)),  # effective
        ("keeper_spell", "i8", (SIDES, GOALIES)),
        ("keeper_injured", "i8", SIDES),  # these are masks of goalkeepers
        ("keeper_boxed", "i8", SIDES),
        ("keeper_lent", "i8", SIDES),
        ("keeper_unfit", "i8", SIDES),
        ("keeper_hurt", "i8", SIDES),
        ("keeper_fouled", "i8", SIDES),  # R45: hit by an effective foul in this match
        # action cards
        ("left", "i8", KINDS),  # in the draw pile
        ("hand", "i8", (SIDES, KINDS)),
        ("played", "i8", SIDES),
        ("armed", "i8", SIDES),  # cards in hand, 0 when no more may be played
        ("sponsor", "i8", SIDES),  # 1: played a Sponsor
        ("scorer", "i8", SIDES),  # 1 + card of the side's first scorer, 0 before
        ("opened", "i8", SIDES),  # 1: and his goal was the first of the match
        ("jakob", "i8"),  # 1: Billiger Jakob was on the field
        ("strength", "i8", SIDES),  # of the duelists in this play
        # the field: slots hold a place in the squad; sets of slots and squads are bit masks
        ("slot", "u1", (SIDES, SLOTS)),
        ("slots", "i8", SIDES),  # how many are in use
        ("fielded", "i8", SIDES),  # squad places on the field
        ("live", "i8", SIDES),  # slots that were not emptied
        ("emptied", "i8", SIDES),  # squad places on emptied slots
        ("sped", "i8", SIDES),  # slots that made a Speed play
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
        ("special_periods", "i8", SIDES),  # periods that a special player started
        ("injuries", "i8", SIDES),
        ("boxes", "i8", SIDES),
        ("sendoffs", "i8", SIDES),
        ("bare", "i8", SIDES),  # periods lined up without a keeper
        ("pulls", "i8", SIDES),
        # minimax: the rest of the third, solved once a line-up
        ("solved", "i8"),
        ("stage", "f8", (SIDES, SLOTS, SLOTS)),  # edge of an attack, [side, own slot, other slot]
        ("free", "f8", (SIDES, SLOTS)),  # odds of an attack without defender
        # goals to come, by unused slots of the side to move and of the other (who moves follows)
        ("worth", "f8", (1 << SLOTS, 1 << SLOTS)),
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the card values, the odds trainers reckon with, and what follows from the options."""
    cards = field_cards(components)
    t.card_attack[:] = [card.attack for card in cards]
    t.card_defence[:] = [card.defence for card in cards]
    t.card_symbol[:] = [SYMBOLS.index(card.symbol) for card in cards]
    t.keeper_save[:] = [card.save for card in keepers(components)]
    t.deck[:] = rules.deck(components)
    t.odds[:] = decision_odds(rules)
    for strength in range(-MOST_DICE, MOST_DICE + 1):
        gain, loss = t.odds[max(strength, 0)], t.odds[max(-strength, 0)] * rules.counterattack
        t.edge[:, :, strength + MOST_DICE] = gain[:, None] - loss
    t.may_leave = rules.allow_no_keeper in {NoKeeper.LINEUP, NoKeeper.BOTH}
    t.may_pull = rules.allow_no_keeper in {NoKeeper.SUBSTITUTION, NoKeeper.BOTH}
