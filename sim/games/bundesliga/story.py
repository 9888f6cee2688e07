"""How what can happen in a match is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sim.engine.components import Components
from sim.games.bundesliga.cards import (
    COLOURS,
    board,
    cup_cards,
    event_cards,
    player_cards,
    start_squad,
    start_strength,
)
from sim.games.bundesliga.story_events import Event, Ledger
from sim.games.bundesliga.story_words import Words

__all__ = ["STORY", "Event", "Ledger", "Teller"]

STORY: dict[int, str] = {
    Event.STARTER: "Everybody has a squad of {squad} players, strength {start}: {dealt}. {bank} {seat} begins.",
    Event.SEASON: "Season {a}.",
    Event.ROUND: "Round {a}{half_a}: {set_out_a}.",
    Event.BOOK: "    {received} {dm_a} {reason}; cash {dm_c}.",
    Event.BUY: "  {seat} buys a player of {points_a} for {dm_b}; strength {strength}, cash {dm_c}.",
    Event.SELL: "  {seller} sells a player of {points_a} for {dm_b}; strength {strength}, cash {dm_c}.",
    Event.FORCED_SALE: "    {seat} must sell a player of {points_a} for {dm_b} to pay; strength {strength}, cash {dm_c}.",
    Event.WRITEOFF: "    {seat} cannot pay {dm_a}{waived}.",
    Event.ROLL: "{seat} rolls {a}{carried}.",
    Event.STAY: "  Too high for the start space: the piece stays.",
    Event.LAND: "  {seat} lands on space {a}: {space_a}{neutral}.",
    Event.ARRIVE: "  {seat} reaches the start space: lap {a} is complete, {table}.{surplus}{waits}",
    Event.AWAY_MATCH: "  Away at {space_a}: {own} against {opponent_a}, {result}; {table}.",
    Event.HOME_MATCH: "    Home match: {own} against {opponent_a}, {result}; {table}.",
    Event.CUP_MATCH: "    DFB Cup against {cup_a} ({venue_a}): {own} against {cup_strength_a}, {result}.",
    Event.CUP_REPLAY: "    {replay_a}: {result}{again}.",
    Event.CUP_UNDECIDED: "    No card decides it: {seat} stays in the Cup.",
    Event.CUP_OUT: "    {seat} is out of the Cup.",
    Event.CUP_WON: "    {seat} wins the Cup!",
    Event.DRAW: '    The {colour_a} card says: "{card_a}" ({effect_a}).',
    Event.SET_ASIDE: "    It is set aside for the next {follow_a}.",
    Event.USED: '    "{card_a}" applies ({effect_a}); {uses}.',
    Event.GAIN: "    {gain} Strength {strength}.",
    Event.LOSE: "    {lose} Strength {strength}.",
    Event.NO_CARD: "    No {stack_a} card is left.",
    Event.RESHUFFLE: "    The {stack_a} cards are shuffled anew.",
    Event.BANKRUPT: "    {seat} is bankrupt and leaves the game: its players go back to the bank; cash 0 DM.",
    Event.RELEGATED: "{seat} has {table_points_a}, fewer than {least}: relegated.",
    Event.CAPPED: "The most turns are played: the match ends here.",
    Event.WINNERS: "{final}{winners}",
    Event.NO_MONEY: "    {seat} {nothing} {reason}; cash {dm_c}.",
    Event.HOME_PLACE: "    Table place {a} before this match: {deduction}.",
    Event.BEFORE_ROLL: "{seat}, before the roll:",
    Event.CUP_ROUND: "    {seat} has won {rounds_a} of the Cup.",
    Event.NEW_SQUADS: "    All squads go back to the bank. Everybody gets the start squad of {squad} players, strength {start}.",
    Event.SEASON_OVER: "Season {a} is over. {final}",
    Event.NO_RELEGATION: "Nobody is relegated.",
    Event.EARLY_END: "{left_a}: there is no further season.",
    Event.FINAL: "{seat} ends with {table_points_a}, strength {c} and {money_b}.",
}


class Teller:
    """Tells events with the names of spaces and cards."""

    def __init__(self, rules: Any, components: Components) -> None:
        self.rules = rules
        self.spaces = board(components)
        self.cup = cup_cards(components)
        self.cards = [event_cards(components, colour) for colour in COLOURS]
        self.players = player_cards(components)
        self.start, self.squad = start_strength(components), start_squad(components)
        self._reset()

    def _reset(self) -> None:
        """Forget the match told before."""
        self.seats: range = range(0)
        self.season, self.lap = 1, 1
        self.space: dict[int, int] = {}  # where a seat has landed
        self.out: dict[int, int] = {}  # the season in which a seat was relegated or bankrupt
        self.strength: Counter[int] = Counter()  # of a seat's squad, more or less than at the start
        self.points: Counter[int] = Counter()  # table points of a seat in this season
        self.cup_out: set[int] = set()
        self.cup_won: set[int] = set()
        self.arrived: list[int] = []  # seats at the start space, in this round
        self.before_roll = False  # transfers are before the roll
        self.card = 0  # code of the event card drawn last
        self.last = -1  # kind of the event before
        self.finals: dict[int, tuple[int, int, int]] = {}  # points, money, strength at the end

    def tell(self, events: Any) -> Iterator[str]:
        """Yield readable lines; events of shape (events,)."""
        self._reset()
        for event in events:
            self._follow(event)
            yield STORY[int(event.kind)].format_map(Words(self, event))
            self._turn_page(event)

    def live(self) -> list[int]:
        """Seats that are still in the match."""
        return [seat for seat in self.seats if seat not in self.out]

    def _follow(self, event: Any) -> None:
        """Note what changes with an event, before it is told."""
        kind, seat = int(event.kind), int(event.seat)
        if kind in {Event.BUY, Event.GAIN}:
            self.strength[seat] += int(event.a)
        elif kind in {Event.SELL, Event.FORCED_SALE, Event.LOSE}:
            self.strength[seat] -= int(event.a)
        elif kind in {Event.AWAY_MATCH, Event.HOME_MATCH}:
            rules = self.rules
            gained = (rules.points_loss, rules.points_draw, rules.points_win)
            self.points[seat] += gained[int(event.c)]
        elif kind == Event.LAND:
            self.space[seat] = int(event.a)
        elif kind == Event.DRAW:
            self.card = int(event.a)
        elif kind in {Event.BEFORE_ROLL, Event.ROLL}:
            self.before_roll = kind == Event.BEFORE_ROLL
        elif kind == Event.ARRIVE:
            self.arrived.append(seat)
        else:
            self._follow_table(event, kind, seat)

    def _follow_table(self, event: Any, kind: int, seat: int) -> None:
        """Note who is still in, and where a season begins."""
        if kind == Event.STARTER:
            self.seats = range(int(event.a))
        elif kind == Event.CUP_OUT:
            self.cup_out.add(seat)
        elif kind == Event.CUP_WON:
            self.cup_won.add(seat)
        elif kind in {Event.RELEGATED, Event.BANKRUPT}:
            self.out[seat] = self.season
        elif kind == Event.FINAL:
            self.finals[seat] = int(event.a), int(event.b), int(event.c)
        elif kind == Event.SEASON:
            self.season = int(event.a)
            self.points.clear()
            self.cup_out.clear()
            self.cup_won.clear()
        elif kind == Event.NEW_SQUADS:
            self.strength.clear()
        elif kind == Event.ROUND:
            self.lap = int(event.a)

    def _turn_page(self, event: Any) -> None:
        """Note what follows from an event, once it is told."""
        self.last = int(event.kind)
        if self.last == Event.ROUND:
            self.arrived.clear()
