"""The words of one event: names of spaces, cards and players, sums, and what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.games.bundesliga.cards import COLOURS, STACK, EventCard
from sim.games.bundesliga.rules_words import Insolvency, RoundOrder, WinnerRule
from sim.games.bundesliga.story_events import Event, Ledger

if TYPE_CHECKING:
    from sim.games.bundesliga.story import Teller

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


class Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(self, teller: Teller, event: Any) -> None:
        self.teller, self.event = teller, event
        self["a"], self["b"] = str(event.a), str(event.b)
        self["c"], self["seat"] = str(event.c), f"Seat {event.seat}"

    def __missing__(self, name: str) -> str:
        """The word `name`, or `name_a` of the event's number a."""
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
