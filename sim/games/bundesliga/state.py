"""The table while a match is played.  Arrays of players are indexed [seat, ...]."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.engine.components import Components
from sim.engine.record import record_dtype
from sim.engine.table import table_dtype
from sim.games.bundesliga.cards import (
    COLOURS,
    COST_RULES,
    EFFECTS,
    SPACE_KINDS,
    SPACES,
    STACK,
    TOKENS,
    VALUES,
    board,
    cup_cards,
    event_cards,
    player_cards,
)
from sim.games.bundesliga.record import RECORD
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Ledger
from sim.games.bundesliga.strategies import Policy

SEATS, ROUNDS = 4, 4
START, STADIUM, CUP, PRIVATE, EUROPEAN, COST, YELLOW, BLUE, NEUTRAL = (
    np.int64(kind) for kind in range(len(SPACE_KINDS))
)
_, FIXED, PER_PLAYER, PER_STRENGTH = (np.int64(rule) for rule in range(len(COST_RULES)))
MONEY, MONEY_PER_PLAYER, MONEY_PER_POINT, GAIN_PLAYER, LOSE_PLAYER, STRENGTH, FACTOR, BONUS = (
    np.int64(effect) for effect in range(len(EFFECTS))
)
LEAGUE_HOME, LEAGUE_AWAY, IN_CUP, IN_PRIVATE, IN_EUROPEAN, IN_COST = (
    np.int64(1 << token) for token in range(len(TOKENS))
)
# what a booking is for
FOR_HOME, FOR_CUP, FOR_PRIVATE, FOR_EUROPEAN, FOR_COST, FOR_EVENT = (np.int64(i) for i in range(6))
FOR_BONUS, FOR_BUY, FOR_SELL, FOR_WRITEOFF, FOR_CAPITAL = (np.int64(i) for i in range(6, 11))
LOST, DRAWN, WON = np.int64(0), np.int64(1), np.int64(2)
NOTHING = np.int64(-1)
CARD = np.int64(STACK)  # a card code is CARD * colour + place in the file
PERCENT = np.int64(100)
HELD = len(COLOURS) * STACK  # the most cards a player can hold

# purposes of the random streams (sim.engine.rng); those by colour or seat are followed by the others
STACKS, CUP_STACK, FIRST = np.uint64(0), np.uint64(2), np.uint64(3)
RESHUFFLES, DICE, CHOICES = np.uint64(4), np.uint64(6), np.uint64(10)

_PLACES = record_dtype(RECORD).fields
assert _PLACES is not None
# words of the record: six further on is the next money column, or the next kind of space
MONEY_AT = np.int64(_PLACES["money_home"][1] // 4)
LANDINGS_AT = np.int64(_PLACES["landings_points_match"][1] // 4)
WORDS_A_COLUMN = np.int64(_PLACES["money_cup"][1] // 4 - _PLACES["money_home"][1] // 4)

TABLE = table_dtype(
    RECORD,
    Rules,
    Policy,
    [
        # components
        ("spaces", "i8"),
        ("kind", "u1", SPACES),  # covered stadiums are neutral
        ("opponent", "i8", SPACES),  # strength of a stadium's team
        ("amount", "i8", SPACES),  # DM; European away games are negative
        ("cost_rule", "u1", SPACES),
        ("stadiums", "i8"),
        ("stadium", "u1", SPACES),  # where the stadiums are, in board order
        ("rival", "i8", SPACES),  # their opponents
        ("ahead", "u1", SPACES),  # stadiums up to and including a space
        ("count", "i8", VALUES),  # player cards by value, 1 first
        ("start_cards", "i8", VALUES),
        ("price", "i8", VALUES),  # DM, after the options' percentages
        ("sale", "i8", VALUES),
        ("cards", "i8", len(COLOURS)),  # event cards of a colour
        ("effect", "u1", (len(COLOURS), STACK)),
        ("worth", "i8", (len(COLOURS), STACK)),  # amount of a card
        ("trigger", "u1", (len(COLOURS), STACK)),  # mask of follow-up events
        ("uses", "i8", (len(COLOURS), STACK)),
        ("cup_cards", "i8"),
        ("cup_opponent", "i8", STACK),
        ("cup_income", "i8", STACK),
        ("cup_home", "u1", STACK),
        # the match
        ("season", "i8"),
        ("round", "i8"),
        ("capped", "i8"),
        ("starter", "i8"),
        ("order", "u1", SEATS),  # seats in the order of their turns
        ("ordered", "i8"),  # how many they are
        ("arrived", "i8"),  # players at the start space, in this round
        ("arrival", "u1", SEATS * ROUNDS),  # who they are
        ("live", "i8"),  # seats still in the match, as a mask
        ("entered", "i8"),  # seats that began the present season
        ("bankrupt", "i8"),
        ("lapped", "i8"),  # seats that completed the first lap of the first season
        ("out_season", "i8", SEATS),  # season of relegation or bankruptcy, 0 never
        # the bank's cards
        ("stock", "i8", VALUES),
        # players
        ("own", "i8", (SEATS, VALUES)),
        ("squad", "i8", SEATS),
        ("strength", "i8", SEATS),
        ("cash", "i8", SEATS),
        ("low", "i8", SEATS),  # lowest balance after a booking
        ("position", "i8", SEATS),
        ("pips", "i8", SEATS),  # carried over the start space
        ("laps", "i8", SEATS),  # completed in this season
        ("points", "i8", SEATS),  # table points of this season
        ("last_cash", "i8", SEATS),  # when a player dropped out, or at the end
        ("last_strength", "i8", SEATS),
        ("last_squad", "i8", SEATS),
        ("last_wealth", "i8", SEATS),
        ("last_points", "i8", SEATS),
        ("transfers", "i8"),  # made in the present window
        ("ledger", "i8", (len(Ledger), SEATS)),  # DM by what it was booked for
        # the Cup
        ("in_cup", "i8"),  # seats that are neither eliminated nor winners, as a mask
        ("cup_out", "i8"),  # seats that are eliminated
        ("cup_won", "i8", SEATS),  # rounds won in this season
        ("cup_order", "u1", STACK),
        ("cup_top", "i8"),
        # event cards: rings of one colour, the top at `top`
        ("stack", "u1", (len(COLOURS), STACK)),
        ("top", "i8", len(COLOURS)),
        ("left", "i8", len(COLOURS)),
        ("discard", "u1", (len(COLOURS), STACK)),
        ("discards", "i8", len(COLOURS)),
        ("held", "u1", (SEATS, HELD)),  # card codes, oldest first
        ("held_uses", "i8", (SEATS, HELD)),
        ("helds", "i8", SEATS),
        ("waits_for", "i8", SEATS),  # events that cards set aside wait for, as a mask
        # what applies to the present event
        ("plus", "i8"),  # strength
        ("extra", "i8"),  # DM
        ("factors", "i8"),
        ("factor", "i8", HELD),  # percent, oldest first
        # a plan of transfers
        ("steps", "i8"),
        ("step", "u1", 256),  # value bought, 0 first
        ("step_from", "i8", 256),  # value sold for it, -1 none
        ("plan_own", "i8", VALUES),  # cards of the squad and of the bank after the steps
        ("plan_stock", "i8", VALUES),
    ],
)


def set_components(t: Any, rules: Rules, components: Components) -> None:
    """Write the board, the cards and what follows from the options."""
    _set_board(t, rules, components)
    for i, card in enumerate(player_cards(components)):
        t.count[i], t.start_cards[i] = card.count, card.start_per_player
        t.price[i] = rules.purchase_price(card.purchase_price)
        t.sale[i] = rules.sale_price(card.sale_price)
    for colour, name in enumerate(COLOURS):
        cards = event_cards(components, name)
        t.cards[colour] = len(cards)
        for i, event in enumerate(cards):
            t.effect[colour, i] = EFFECTS.index(event.effect)
            t.worth[colour, i], t.uses[colour, i] = event.amount, event.uses
            t.trigger[colour, i] = sum(1 << TOKENS.index(token) for token in event.tokens)
    cup = cup_cards(components)
    t.cup_cards = len(cup)
    for i, opponent in enumerate(cup):
        t.cup_opponent[i], t.cup_income[i] = opponent.opponent_strength, opponent.income
        t.cup_home[i] = opponent.venue == "home"


def _set_board(t: Any, rules: Rules, components: Components) -> None:
    """Write the spaces; R27: stickers make stadiums neutral."""
    spaces = board(components)
    t.spaces = len(spaces)
    for i, space in enumerate(spaces):
        covered = i in rules.covered_stadiums
        t.kind[i] = NEUTRAL if covered else SPACE_KINDS.index(space.kind)
        t.opponent[i] = space.opponent_strength
        t.cost_rule[i] = COST_RULES.index(space.cost_rule)
        pays = space.kind == "european_cup" and space.venue == "away"
        t.amount[i] = -space.amount if pays else space.amount
        if space.kind == "cost":
            t.amount[i] = -space.cost_amount
    stadiums = np.flatnonzero(t.kind == STADIUM)
    t.stadiums = len(stadiums)
    t.stadium[: len(stadiums)] = stadiums
    t.rival[: len(stadiums)] = t.opponent[stadiums]
    t.ahead[:] = np.cumsum(t.kind == STADIUM)
