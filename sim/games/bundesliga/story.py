"""What can happen in a match, and how to tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from sim.engine.components import Components
from sim.games.bundesliga.cards import (
    COLOURS,
    STACK,
    EventCard,
    board,
    cup_cards,
    event_cards,
    start_squad,
    start_strength,
)
from sim.games.bundesliga.rules_words import WinnerRule


class Ledger(IntEnum):
    """What a booking is for: the money columns of section 9, and capital."""

    HOME = 0
    CUP = 1
    PRIVATE = 2
    EUROPEAN = 3
    COST = 4
    EVENT = 5
    BONUS = 6  # the round bonus
    BUY = 7
    SELL = 8
    WRITEOFF = 9
    CAPITAL = 10  # start capital, that of a new season, cash that is not carried over


class Event(IntEnum):
    """Events the kernel emits, with their numbers a, b, c; `seat` is the player.

    A card code is 64 * colour + place in the file; colours are 0 yellow, 1 blue.  Results are 0
    lost, 1 drawn, 2 won.
    """

    STARTER = 0  # the seat that begins
    SEASON = 1  # a number of the season; told to seat 0
    ROUND = 2  # a number of the round; told to seat 0
    BOOK = 3  # a amount, b Ledger, c cash afterwards, before any forced sale
    BUY = 4  # a value, b price, c cash afterwards
    SELL = 5  # a value, b price, c cash afterwards
    FORCED_SALE = 6  # a value, b price, c cash afterwards
    WRITEOFF = 7  # a shortfall waived
    ROLL = 8  # a sum of the dice, b pips carried over
    STAY = 9  # the roll is too high (lap_end = exact)
    LAND = 10  # a space
    ARRIVE = 11  # at the start space: a laps completed in this season, b surplus pips carried
    AWAY_MATCH = 12  # a space, b own strength in this match, c result
    HOME_MATCH = 13  # a space, b own strength in this match, c result
    CUP_MATCH = 14  # a card, b own strength in this match, c result as compared
    CUP_REPLAY = 15  # a card, c 0 lost, 2 won
    CUP_UNDECIDED = 16  # every card of the stack was a draw (A15)
    CUP_OUT = 17  # the player is eliminated
    CUP_WON = 18  # the player has won the Cup
    DRAW = 19  # a card code
    SET_ASIDE = 20  # a card code, b uses
    USED = 21  # a card code, b uses left, 0: it goes back to its colour
    GAIN = 22  # a value of the player gained, 0 none
    LOSE = 23  # a value of the player lost, 0 none
    NO_CARD = 24  # a colour whose stack is empty
    RESHUFFLE = 25  # a colour
    BANKRUPT = 26
    RELEGATED = 27  # a table points
    CAPPED = 28  # the turn cap was hit; told to seat 0
    WINNERS = 29  # a mask of the winning seats; told to seat 0


STORY: dict[int, str] = {
    Event.STARTER: "Everybody has a squad of {squad} players, strength {start}. {seat} begins.",
    Event.SEASON: "Season {a}.",
    Event.ROUND: "Round {a}{half_a}: all set out together.",
    Event.BOOK: "    {received} {dm_a} {reason}; cash {dm_c}.",
    Event.BUY: "  {seat} buys a player of {points_a} for {dm_b}; strength {strength}, cash {dm_c}.",
    Event.SELL: "  {seat} sells a player of {points_a} for {dm_b}; strength {strength}, cash {dm_c}.",
    Event.FORCED_SALE: "    {seat} must sell a player of {points_a} for {dm_b} to pay; strength {strength}, cash {dm_c}.",
    Event.WRITEOFF: "    {dm_a} cannot be paid and are waived.",
    Event.ROLL: "{seat} rolls {a}{carried}.",
    Event.STAY: "  Too high for the start space: the piece stays.",
    Event.LAND: "  {seat} lands on space {a}: {space_a}{neutral}.",
    Event.ARRIVE: "  {seat} reaches the start space: lap {a} is complete, {table}.{surplus}",
    Event.AWAY_MATCH: "  Away at {space_a}: {b} against {opponent_a}, {result}; {table}.",
    Event.HOME_MATCH: "    Home match: {b} against {opponent_a}, {result}; {table}.",
    Event.CUP_MATCH: "    DFB Cup against {cup_a} ({venue_a}): {b} against {cup_strength_a}, {result}.",
    Event.CUP_REPLAY: "    The replay is {result}.",
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
    Event.BANKRUPT: "    {seat} is bankrupt and leaves the game.",
    Event.RELEGATED: "{seat} has {a} table points: relegated.",
    Event.CAPPED: "The most turns are played: the match ends here.",
    Event.WINNERS: "{final}{winners}",
}
RESULTS = ("lost", "drawn", "won")
FOLLOW_UPS = {
    "league_home": ("home match", "home matches"),
    "league_away": ("away match", "away matches"),
    "cup": ("Cup match", "Cup matches"),
    "private": ("private match", "private matches"),
    "european": ("European Cup match", "European Cup matches"),
    "cost": ("cost space", "cost spaces"),
}
ROUND_NAMES = {1: " (preliminary round)", 2: " (return round)"}
WON_BY = {
    WinnerRule.POINTS: "the most table points",
    WinnerRule.CASH: "the most cash",
    WinnerRule.WEALTH: "the most cash and players",
}
REASONS = {
    Ledger.HOME: "from the home match",
    Ledger.CUP: "from the Cup",
    Ledger.PRIVATE: "from the private match",
    Ledger.EUROPEAN: "in the European Cup",
    Ledger.EVENT: "by the card",
    Ledger.BONUS: "for the new round",
    Ledger.CAPITAL: "as capital",
}


class Teller:
    """Tells events with the names of spaces and cards."""

    def __init__(self, rules: Any, components: Components) -> None:
        self.rules = rules
        self.spaces = board(components)
        self.cup = cup_cards(components)
        self.cards = [event_cards(components, colour) for colour in COLOURS]
        self.start, self.squad = start_strength(components), start_squad(components)
        self.space: dict[int, int] = {}  # where a seat has landed
        self.out: set[int] = set()  # seats that are relegated or bankrupt
        self.strength: Counter[int] = Counter()  # of a seat's squad, more or less than at the start
        self.points: Counter[int] = Counter()  # table points of a seat in this season
        self.done: set[int] = set()  # seats that are out of the Cup, or have won it

    def tell(self, events: Any) -> Iterator[str]:
        """Yield readable lines; events of shape (events,)."""
        self.strength.clear()
        self.points.clear()
        self.out.clear()
        for event in events:
            self._follow(event)
            yield STORY[int(event.kind)].format_map(_Words(self, event))

    def _follow(self, event: Any) -> None:
        """Note what changes strength and table points."""
        kind, seat = int(event.kind), int(event.seat)
        if kind in {Event.BUY, Event.GAIN}:
            self.strength[seat] += int(event.a)
        elif kind in {Event.SELL, Event.FORCED_SALE, Event.LOSE}:
            self.strength[seat] -= int(event.a)
        elif kind in {Event.AWAY_MATCH, Event.HOME_MATCH}:
            rules = self.rules
            gained = (rules.points_loss, rules.points_draw, rules.points_win)
            self.points[seat] += gained[int(event.c)]
        elif kind in {Event.CUP_OUT, Event.CUP_WON}:
            self.done.add(seat)
        elif kind == Event.LAND:
            self.space[seat] = int(event.a)
        elif kind in {Event.RELEGATED, Event.BANKRUPT}:
            self.out.add(seat)
        elif kind == Event.SEASON:
            self.points.clear()
            self.done.clear()
            if event.a > 1 and not self.rules.carry_squad:
                self.strength.clear()


class _Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(self, teller: Teller, event: Any) -> None:
        self.teller, self.event = teller, event
        self["a"], self["b"] = str(event.a), str(event.b)
        self["seat"] = f"Seat {event.seat}"

    def __missing__(self, name: str) -> str:
        kind, _, letter = name.rpartition("_")
        if not kind:
            return str(getattr(self, f"_{name}")())
        return str(getattr(self, f"_{kind}")(int(self.event[letter])))

    def _dm(self, amount: int) -> str:
        return f"{amount:,} DM"

    def _received(self) -> str:
        verb = "receives" if self.event.a > 0 else "pays"
        if self.event.b == Ledger.CAPITAL and self.event.a < 0:
            verb = "returns"
        self["dm_a"] = self._dm(abs(int(self.event.a)))
        return f"{self['seat']} {verb}"

    def _reason(self) -> str:
        ledger, paid = Ledger(int(self.event.b)), self.event.a < 0
        if ledger == Ledger.COST:
            return f"in costs{self._cost()}"
        if ledger == Ledger.HOME and paid:
            return "for the home match, the deduction being more than its income"
        if ledger == Ledger.CAPITAL and paid:
            return "to the bank before the new season"
        return REASONS[ledger]

    def _cost(self) -> str:
        """What the costs of a space are paid for, where not a fixed sum."""
        space = self.teller.spaces[self.teller.space[int(self.event.seat)]]
        each = {"per_player": "player", "per_strength": "point of strength"}.get(space.cost_rule)
        return f" ({self._dm(space.cost_amount)} a {each})" if each else ""

    def _squad(self) -> int:
        return self.teller.squad

    def _start(self) -> int:
        return self.teller.start

    def _half(self, number: int) -> str:
        return ROUND_NAMES[number] if self.teller.rules.rounds_per_season == 2 else ""

    def _points(self, value: int) -> str:
        return f"{value} point{'s' * (value != 1)}"

    def _strength(self) -> int:
        return self.teller.start + self.teller.strength[int(self.event.seat)]

    def _table(self) -> str:
        points = self.teller.points[int(self.event.seat)]
        return f"{points} table point{'s' * (points != 1)} so far"

    def _carried(self) -> str:
        return f", and {self.event.b} carried over" if self.event.b else ""

    def _surplus(self) -> str:
        on = self.event.b and self.event.a < self.teller.rules.rounds_per_season
        return f" Pips carried over: {self.event.b}." if on else ""

    def _space(self, space: int) -> str:
        return str(self.teller.spaces[space].label)

    def _neutral(self) -> str:
        teller, space = self.teller, int(self.event.a)
        if space in teller.rules.covered_stadiums:
            return " (covered by a sticker)"
        if teller.spaces[space].kind == "dfb_cup" and int(self.event.seat) in teller.done:
            return ", which no longer concerns it"
        return ""

    def _opponent(self, space: int) -> int:
        return int(self.teller.spaces[space].opponent_strength)

    def _result(self) -> str:
        return RESULTS[int(self.event.c)]

    def _cup(self, card: int) -> str:
        return str(self.teller.cup[card].label)

    def _cup_strength(self, card: int) -> int:
        return int(self.teller.cup[card].opponent_strength)

    def _venue(self, card: int) -> str:
        return str(self.teller.cup[card].venue)

    def _stack(self, colour: int) -> str:
        return str(COLOURS[colour])

    def _colour(self, code: int) -> str:
        return str(COLOURS[code // STACK])

    def _event_card(self, code: int) -> EventCard:
        return self.teller.cards[code // STACK][code % STACK]

    def _card(self, code: int) -> str:
        return self._event_card(code).label

    def _follow(self, code: int) -> str:
        uses = int(self.event.b)
        names = [FOLLOW_UPS[token][uses > 1] for token in self._event_card(code).tokens]
        return f"{f'{uses} ' * (uses > 1)}{' or '.join(names)}"

    def _effect(self, code: int) -> str:
        card = self._event_card(code)
        signed = f"{card.amount:+,}"
        return {
            "money": f"{signed} DM",
            "money_per_player": f"{signed} DM a player",
            "money_per_point": f"{signed} DM a table point",
            "gain_player": f"a player of {self._points(card.amount)} joins",
            "lose_player": f"a player of {self._points(card.amount)} leaves",
            "strength": f"strength {signed}",
            "factor": f"{card.amount} % of the amount",
            "bonus": f"{signed} DM extra",
        }[card.effect]

    def _uses(self) -> str:
        left = int(self.event.b)
        return f"{left} use{'s' * (left != 1)} left" if left else "it goes back to its stack"

    def _gain(self) -> str:
        if self.event.a == 0:
            return "No such player can join."
        return f"A player of {self._points(int(self.event.a))} joins."

    def _lose(self) -> str:
        if self.event.a == 0:
            return "There is no player to lose."
        return f"A player of {self._points(int(self.event.a))} leaves."

    def _final(self) -> str:
        """Table points of the last season, and who is out."""
        teller = self.teller
        table = sorted(teller.points.items(), key=lambda item: -item[1])
        said = [f"seat {s} {points}{' (out)' * (s in teller.out)}" for s, points in table]
        return f"Table points: {', '.join(said)}. " if said else ""

    def _winners(self) -> str:
        mask = int(self.event.a)
        how = f"with {WON_BY[self.teller.rules.winner_rule]}"
        seats = [f"seat {seat}" for seat in range(mask.bit_length()) if mask >> seat & 1]
        if not seats:
            return "Nobody wins."
        if len(seats) == 1:
            return f"{seats[0].capitalize()} wins {how}."
        return f"{' and '.join(seats).capitalize()} share the win {how}."
