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
    player_cards,
    start_squad,
    start_strength,
)
from sim.games.bundesliga.rules_words import Insolvency, RoundOrder, WinnerRule


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

    STARTER = 0  # the seat that begins, a players
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
    GAIN = 22  # a value of the player gained, 0 none, b 1: the squad is full
    LOSE = 23  # a value of the player lost, 0 none
    NO_CARD = 24  # a colour whose stack is empty
    RESHUFFLE = 25  # a colour
    BANKRUPT = 26
    RELEGATED = 27  # a table points
    CAPPED = 28  # the turn cap was hit; told to seat 0
    WINNERS = 29  # a mask of the winning seats; told to seat 0
    NO_MONEY = 30  # nothing is received or paid: a Ledger, c cash
    HOME_PLACE = 31  # a table place, b deduction, c what is left before any card applies
    BEFORE_ROLL = 32  # transfers before the roll follow
    CUP_ROUND = 33  # a rounds won in this season
    NEW_SQUADS = 34  # squads are returned and dealt anew; told to seat 0
    SEASON_OVER = 35  # a number of the season, one of several; told to seat 0
    NO_RELEGATION = 36  # nobody is relegated; told to seat 0
    EARLY_END = 37  # a mask of the seats left, no further season; told to seat 0
    FINAL = 38  # of who may win: a table points, b cash or wealth, c strength


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
POINTS, MONEY, STRENGTH = range(3)  # sums of a final position
WON_BY = {  # what decides, the first one first
    WinnerRule.POINTS: (POINTS, MONEY, STRENGTH),
    WinnerRule.CASH: (MONEY, POINTS, STRENGTH),
    WinnerRule.WEALTH: (MONEY, POINTS, STRENGTH),
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
            yield STORY[int(event.kind)].format_map(_Words(self, event))
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


class _Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(self, teller: Teller, event: Any) -> None:
        self.teller, self.event = teller, event
        self["a"], self["b"] = str(event.a), str(event.b)
        self["c"], self["seat"] = str(event.c), f"Seat {event.seat}"

    def __missing__(self, name: str) -> str:
        kind, _, letter = name.rpartition("_")
        if not kind:
            return str(getattr(self, f"_{name}")())
        return str(getattr(self, f"_{kind}")(int(self.event[letter])))

    def _dm(self, amount: int) -> str:
        return f"{amount:,} DM"

    def _received(self) -> str:
        verb = "receives" if self.event.a > 0 else "pays"
        if self._is_reset() and self.event.a < 0:
            verb = "returns"
        self["dm_a"] = self._dm(abs(int(self.event.a)))
        return f"{self['seat']} {verb}"

    def _is_reset(self) -> bool:
        """Whether a booking brings the cash of a new season to the start capital (A18)."""
        event, rules = self.event, self.teller.rules
        new = self.teller.season > 1 and not rules.carry_cash
        return bool(new and event.b == Ledger.CAPITAL and event.c == rules.start_capital)

    def _reason(self) -> str:
        event = self.event
        told = event.kind == Event.BOOK
        ledger = Ledger(int(event.b if told else event.a))
        if ledger == Ledger.COST:
            return f"in costs{self._cost()}"
        if ledger == Ledger.HOME and told and event.a < 0:
            return "for the home match, the deduction being more than its income"
        if ledger == Ledger.CAPITAL and self.teller.season > 1:
            if self._is_reset():
                return f"to begin the season with {self._dm(self.teller.rules.start_capital)}"
            return "as capital of the new season"
        if self.teller.last == Event.CUP_WON:
            return "as the Cup prize"
        return REASONS[ledger]

    def _nothing(self) -> str:
        """Whether nothing is received, or nothing paid."""
        teller, ledger = self.teller, Ledger(int(self.event.a))
        pays = ledger == Ledger.COST
        if ledger == Ledger.EUROPEAN:
            pays = teller.spaces[teller.space[int(self.event.seat)]].venue == "away"
        elif ledger == Ledger.EVENT:
            pays = self._event_card(teller.card).amount < 0
        return f"{'pays' if pays else 'receives'} nothing"

    def _waived(self) -> str:
        bankrupt = self.teller.rules.insolvency == Insolvency.BANKRUPTCY
        return "" if bankrupt else ", which are waived; cash 0 DM"

    def _home(self) -> int:
        """The printed income of the home match."""
        return int(self.teller.spaces[self.teller.space[int(self.event.seat)]].amount)

    def _left(self, mask: int) -> str:
        """Who is left of the players: one of them, or nobody."""
        if mask:
            return f"Only seat {mask.bit_length() - 1} is left"
        return "Nobody is left"

    def _deduction(self) -> str:
        """R12: the printed income, less the deduction of the table place."""
        printed, less, left = self._home(), int(self.event.b), self._dm(int(self.event.c))
        if less == 0:
            return f"nothing is deducted from {left}"
        text = f"{self._dm(printed)} less {self._dm(less)}"
        if printed - less == self.event.c:
            return f"{text} is {left}"
        return f"{text} is below 0 and counts as {left}"

    def _cost(self) -> str:
        """What the costs of a space are paid for, where not a fixed sum."""
        space = self.teller.spaces[self.teller.space[int(self.event.seat)]]
        each = {"per_player": "player", "per_strength": "point of strength"}.get(space.cost_rule)
        return f" ({self._dm(space.cost_amount)} a {each})" if each else ""

    def _squad(self) -> int:
        return self.teller.squad

    def _dealt(self) -> str:
        """The cards of a start squad, by value."""
        cards = [(card.value, card.start_per_player) for card in self.teller.players]
        return self._by_value(cards)

    def _bank(self) -> str:
        """The cards that are left in the bank."""
        if not self.teller.rules.bank_stock_limited:
            return "The bank never runs out of players."
        seats = len(self.teller.seats)
        cards = [(c.value, c.count - seats * c.start_per_player) for c in self.teller.players]
        if not any(number for _, number in cards):
            return "The bank keeps no players."
        return f"The bank keeps {self._by_value(cards)}."

    def _by_value(self, cards: list[tuple[int, int]]) -> str:
        words = [f"{number} of {self._points(value)}" for value, number in cards if number]
        return ", ".join(words)

    def _start(self) -> int:
        return self.teller.start

    def _half(self, number: int) -> str:
        return ROUND_NAMES[number] if self.teller.rules.rounds_per_season == 2 else ""

    def _set_out(self, number: int) -> str:
        """Who sets out, and in which order if that is the order of arrival (A6)."""
        teller, live = self.teller, self.teller.live()
        if len(live) == 1:
            return f"seat {live[0]} sets out alone"
        if number > 1 and teller.rules.round_order == RoundOrder.ARRIVAL:
            order = ", ".join(f"seat {seat}" for seat in teller.arrived)
            return f"all set out together, in the order of arrival: {order}"
        return "all set out together"

    def _waits(self) -> str:
        """R23: whether a seat waits for others on its way."""
        teller = self.teller
        if not teller.rules.wait_at_start or teller.lap == teller.rules.rounds_per_season:
            return ""
        away = [seat for seat in teller.live() if seat not in teller.arrived]
        return " It waits for the others." if away else ""

    def _points(self, value: int) -> str:
        return f"{value} point{'s' * (value != 1)}"

    def _table_points(self, value: int) -> str:
        return f"{value} table point{'s' * (value != 1)}"

    def _least(self) -> int:
        return int(self.teller.rules.relegation_points)

    def _money(self, amount: int) -> str:
        """Cash, or what else counts at the end."""
        wealth = self.teller.rules.winner_rule == WinnerRule.WEALTH
        return f"{self._dm(amount)} in cash{' and players' * wealth}"

    def _rounds(self, won: int) -> str:
        least = self.teller.rules.cup_rounds_to_win
        return f"{won} of {least} rounds" if least else f"{won} round{'s' * (won != 1)}"

    def _own(self) -> str:
        """Own strength in a match, and how it comes about if cards change it."""
        squad, own = self._strength(), int(self.event.b)
        if own == squad:
            return str(own)
        return f"{squad} {'+' if own > squad else '-'} {abs(own - squad)} = {own}"

    def _seller(self) -> str:
        """Who sells, and whether after the roll."""
        after = not self.teller.before_roll
        return f"After the roll {self['seat'].lower()}" if after else self["seat"]

    def _strength(self) -> int:
        return self.teller.start + self.teller.strength[int(self.event.seat)]

    def _table(self) -> str:
        return f"{self._table_points(self.teller.points[int(self.event.seat)])} so far"

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
        if teller.spaces[space].kind == "dfb_cup":
            if int(self.event.seat) in teller.cup_out:
                return ", but it is out of the Cup"
            if int(self.event.seat) in teller.cup_won:
                return ", but it has won the Cup already"
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

    def _replay(self, card: int) -> str:
        """R16: where a drawn match is replayed."""
        if self._venue(card) == "home":
            return "A home match is replayed away"
        return "An away match is replayed at home"

    def _again(self) -> str:
        return ", and the income is paid twice" if self.teller.rules.replay_pays_income else ""

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
        words = f"{f'{uses} ' * (uses > 1)}{' or '.join(names)}"
        if len(names) == 1:
            return words
        return f"{words}, {'counted together' if uses > 1 else 'whichever comes first'}"

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
        value, wanted = int(self.event.a), self._event_card(self.teller.card).amount
        if value == 0:
            if self.event.b:
                return "The squad is full: nobody joins."
            return f"The bank has no player of {self._points(wanted)} or less: nobody joins."
        other = f"The bank has no player of {self._points(wanted)}: one" if value < wanted else ""
        return f"{other or 'A player'} of {self._points(value)} joins."

    def _lose(self) -> str:
        value, wanted = int(self.event.a), self._event_card(self.teller.card).amount
        if value == 0:
            return "There is no player to lose."
        other = (
            f"{self['seat']} has no player of {self._points(wanted)}: one"
            if value != wanted
            else ""
        )
        return f"{other or 'A player'} of {self._points(value)} leaves."

    def _final(self) -> str:
        """Table points of the last season, and who is out."""
        teller = self.teller
        here = [
            seat for seat in teller.seats if teller.out.get(seat, teller.season) == teller.season
        ]
        table = sorted(here, key=lambda seat: -teller.points[seat])
        said = [f"seat {s} {teller.points[s]}{' (out)' * (s in teller.out)}" for s in table]
        gone = [f"seat {s} (out in season {n})" for s, n in teller.out.items() if s not in here]
        text = f"Table points: {', '.join(said + gone)}."
        return text if self.event.kind == Event.SEASON_OVER else f"{text} "

    def _winners(self) -> str:
        mask, teller = int(self.event.a), self.teller
        winners = [seat for seat in teller.seats if mask >> seat & 1]
        if not winners:
            return "Nobody wins: all are out."
        names = " and ".join(f"seat {seat}" for seat in winners).capitalize()
        if not teller.live():
            names = f"All are out; of those relegated last, {names.lower()}"
        if len(teller.finals) == 1:
            return f"{names} wins: nobody else is left."
        return f"{names} {self._how(winners)}."

    def _how(self, winners: list[int]) -> str:
        """The sums that decide who wins (A19)."""
        left, best = dict(self.teller.finals), self.teller.finals[winners[0]]
        equal: list[str] = []
        for place in WON_BY[self.teller.rules.winner_rule]:
            left = {seat: sums for seat, sums in left.items() if sums[place] >= best[place]}
            name, amount = self._sum(place, best[place])
            if len(left) == 1:
                least = f"the {'highest' if place == STRENGTH else 'most'} {name} ({amount})"
                ties = f": equal {' and '.join(equal)}, but" if equal else " with"
                return f"wins{ties} {least}"
            equal.append(f"{name} ({amount})")
        return f"share the win: equal {', '.join(equal[:2])} and {equal[2]}"

    def _sum(self, place: int, amount: int) -> tuple[str, str]:
        """What a final sum is called, and how much it is."""
        if place == MONEY:
            wealth = self.teller.rules.winner_rule == WinnerRule.WEALTH
            return "cash and players" if wealth else "cash", self._dm(amount)
        return "strength" if place == STRENGTH else "table points", str(amount)
