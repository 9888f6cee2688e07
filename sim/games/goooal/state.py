"""The table while a series is played.  Arrays of players are indexed [seat, ...]."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.record import record_dtype
from sim.engine.seating import SEATS
from sim.engine.table import table_dtype
from sim.games.goooal.cards import DECK, KINDS, TEAMS, cards, colours, teams
from sim.games.goooal.record import RECORD
from sim.games.goooal.rules import Rules
from sim.games.goooal.strategies import Policy

PILES = 4
PLAYER, ARBITRE, GOOOAL, GARDIEN, AGENT, COUPE = (np.int64(kind) for kind in range(len(KINDS)))
LAID, GIVEN = np.int64(len(KINDS)), np.int64(len(KINDS) + 1)  # what else may empty a hand
NOBODY = np.int64(-1)
SYMBOL = TEAMS + 96  # added to a special's kind where players have team and number: no team is it
# how a turn ends
GOING, WON, OVER = np.int64(0), np.int64(1), np.int64(2)
# end_reason of a match
EMPTY, CAP, BONUS = np.int64(0), np.int64(1), np.int64(2)

# purposes of the random streams (sim.engine.rng); CHOICES is followed by those of the other seats
SHUFFLES, RESHUFFLES, DEALERS, TEAM_DRAWS = (np.uint64(i) for i in range(4))
CHOICES = np.uint64(4)

_PLACES = record_dtype(RECORD).fields
assert _PLACES is not None
AT = {name: np.int64(place[1] // 4) for name, place in _PLACES.items()}  # words of the record

TABLE = table_dtype(
    RECORD,
    Rules,
    Policy,
    [
        # components
        ("cards", "i8"),
        ("kind", "u1", DECK),
        ("colour", "u1", DECK),
        ("team", "u1", DECK),  # of a special its symbol: specials share it where symbols match
        ("number", "u1", DECK),
        ("colours", "i8"),
        ("teams", "i8"),
        ("team_ids", "u1", TEAMS),
        # the series
        ("own", "u1", SEATS),  # R1: team of a player
        ("wins", "i8", SEATS),
        ("reached", "i8", SEATS),  # A29: when a player had the wins that end the series, 0 not yet
        ("laid", "i8", SEATS),  # cards in front of a player
        ("is_laid", "u1", DECK),
        ("dealer", "i8"),
        ("first_dealer", "i8"),
        ("number_of", "i8"),  # of the match, from 1
        ("seen", "u1", (1000, SEATS, 2)),  # score of each player at the start of each match
        ("dealt", "u1", 1000),  # who dealt it
        # the match
        ("hand", "u1", (SEATS, DECK)),  # in order of arrival
        ("held", "i8", SEATS),  # cards in a hand
        ("deck", "u1", DECK),
        ("pile", "u1", (PILES, DECK)),  # top last
        ("height", "i8", PILES),
        ("middle", "u1", DECK),  # base last
        ("top", "i8"),
        ("below", "i8"),  # cards of the middle, the base among them
        ("active", "i8"),  # colour to be followed
        ("penalty", "i8"),  # cards to be drawn for GOOOALs
        ("dir", "i8"),
        ("turn", "i8"),
        ("bonus_seats", "i8"),  # mask
        ("first_bonus", "i8"),  # turn of the first bonus
        ("last_kind", "i8"),  # of the card that left a hand last; LAID, GIVEN
        ("opened", "u1", (SEATS, len(KINDS))),  # dealt cards by kind; players of the own team alone
        ("got", "i8", (SEATS, len(KINDS))),  # dealt and drawn cards by kind
        ("most", "i8", SEATS),  # largest hand
        # a play
        ("share_team", "i8"),  # whether all its cards share the team or symbol
        ("share_number", "i8"),
        ("shown", "i8"),  # colours in it, as a mask
        ("plan", "u1", DECK),  # cards of the plan that is followed
        ("planned", "i8"),
        ("follows", "i8"),  # how many of them are placed
        ("best", "i8"),  # score of the best plans
        ("ties", "i8"),  # how many they are
        ("tie", "u4", 2 * DECK * DECK),  # section 14: and which
        ("inside", "u1", DECK),  # whether a plan that is scored takes a card of the hand
        # sums over the matches of a series
        ("played", "i8", len(KINDS)),
        ("first_kinds", "i8", len(KINDS)),
        ("finishes", "i8", len(KINDS) + 2),
        ("ends", "i8", 3),
        ("relative", "i8", SEATS),  # wins by place after the dealer
        ("open_cards", "i8", (SEATS, len(KINDS))),
        ("got_cards", "i8", (SEATS, len(KINDS))),
        # by item: with and without it, and those of them who won
        ("open_held", "i8", (len(KINDS), 4)),
        ("got_held", "i8", (len(KINDS), 4)),
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the deck and the teams."""
    deck, names = cards(components), colours(components)
    t.cards, t.colours = len(deck), len(names)
    for i, card in enumerate(deck):
        kind = KINDS.index(card.kind)
        t.kind[i], t.colour[i] = kind, names.index(card.colour)
        t.team[i] = SYMBOL + kind if card.team is None else card.team
        t.number[i] = SYMBOL + kind if card.number is None else card.number
    found = teams(components)
    t.teams = len(found)
    t.team_ids[: len(found)] = [team.team for team in found]
