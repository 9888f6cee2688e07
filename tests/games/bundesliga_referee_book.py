"""What the referee of Bundesliga keeps: told events, cards, money.

R, A, D and I refer to RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from bundesliga_referee_table import Manager, Stack

from sim.engine.components import Components
from sim.games.bundesliga.cards import COLOURS, STACK, board, cup_cards, event_cards, player_cards
from sim.games.bundesliga.rules_words import CardReturn, Insolvency
from sim.games.bundesliga.story import Event, Ledger
from sim.games.bundesliga.strategies import Kind

LAST_EVENTS = 6  # shown with a complaint


class DroppedOutError(Exception):
    """A9: the player whose turn it is has gone bankrupt; the rest of the turn is skipped."""


class TurnCapError(Exception):
    """Section 13: `max_turns` is reached before a turn."""


class Book:
    """Told events still to follow, and the state of the match."""

    def __init__(self, rules: Any, policies: Sequence[Any], components: Components) -> None:
        self.rules, self.policies = rules, list(policies)
        self.board = list(board(components))
        self.player_cards = {card.value: card for card in player_cards(components)}
        self.event_cards = {
            STACK * colour + place: card
            for colour, name in enumerate(COLOURS)
            for place, card in enumerate(event_cards(components, name))
        }
        self.cup_cards = list(cup_cards(components))
        self.reset(())

    def reset(self, events: Iterable[Any]) -> None:
        """Before a match: everybody without cards and cash, stacks in unknown order."""
        self.events, self.at = list(events), 0
        self.managers = [Manager(seat, policy) for seat, policy in enumerate(self.policies)]
        self.bank = Counter({value: card.count for value, card in self.player_cards.items()})
        self.stacks = [
            Stack(code for code in self.event_cards if code // STACK == colour)
            for colour in range(len(COLOURS))
        ]
        self.cup_stack = Stack(range(len(self.cup_cards)))
        self.starter, self.season, self.turns = 0, 0, 0
        self.order: list[int] = []
        self.capped = False
        self.mask = 0
        self.decisions = 0
        self.after_roll = False  # the window that is open
        self.transfers = 0  # in it

    # Told events

    def fault(self, wanted: str) -> NoReturn:
        """Complain: what was expected, what was told, what went before."""
        told = shown(self.events[self.at]) if self.at < len(self.events) else "nothing more"
        before = [shown(event) for event in self.events[max(0, self.at - LAST_EVENTS) : self.at]]
        raise AssertionError(
            f"event {self.at}: expected {wanted}; told {told}; before it: {', '.join(before)}"
        )

    def expect(self, kind: Event, seat: int = 0, **numbers: int) -> None:
        """The next event: this kind, this seat, these numbers."""
        wanted = {"kind": int(kind), "seat": seat} | {n: int(v) for n, v in numbers.items()}
        event = self.events[self.at] if self.at < len(self.events) else None
        if event is None or any(getattr(event, name) != value for name, value in wanted.items()):
            listed = "".join(f" {name}={int(value)}" for name, value in numbers.items())
            self.fault(f"{kind.name} seat={seat}{listed}")
        self.at += 1

    def ask(self, kind: Event, seat: int, legal: Iterable[int], after: int = 0) -> int:
        """The number a of the next event, or one after it, taken by chance among the legal ones."""
        allowed, at = list(legal), self.at + after
        event = self.events[at] if at < len(self.events) else None
        if event is None or (event.kind, event.seat) != (kind, seat) or event.a not in allowed:
            self.fault(f"{kind.name} seat={seat} a in {allowed}")
        return int(event.a)

    def ask_starter(self, legal: Sequence[int]) -> int:
        """R7, A2: the seat that begins, which chance has taken among the legal ones."""
        event = self.events[self.at] if self.at < len(self.events) else None
        if event is None or event.kind != Event.STARTER or event.seat not in legal:
            self.fault(f"STARTER seat in {list(legal)}")
        return int(event.seat)

    def next_is(self, kind: Event, seat: int, after: int = 0) -> bool:
        """Whether the next event, or one after it, is of this kind and seat."""
        if self.at + after >= len(self.events):
            return False
        event = self.events[self.at + after]
        return bool(event.kind == kind and event.seat == seat)

    # Players and prices

    def live(self) -> list[Manager]:
        """Players who have not dropped out, in seat order."""
        return [m for m in self.managers if m.live]

    def price(self, value: int) -> int:
        """R22: what a card costs."""
        return self.player_cards[value].purchase_price * self.rules.purchase_price_pct // 100

    def sale(self, value: int) -> int:
        """R22: what the bank pays for a card."""
        return self.player_cards[value].sale_price * self.rules.sale_price_pct // 100

    def in_stock(self, value: int) -> bool:
        """R22: whether the bank can hand out a card."""
        return not self.rules.bank_stock_limited or self.bank[value] > 0

    def hand_out(self, m: Manager, value: int) -> None:
        """R22: a card goes from the bank to a player."""
        self.bank[value] -= 1
        m.squad[value] += 1

    def take_back(self, m: Manager, value: int) -> None:
        """R22: a card goes back to the bank."""
        self.bank[value] += 1
        m.squad[value] -= 1

    def deal(self, m: Manager) -> None:
        """R4: the start squad."""
        for value, card in self.player_cards.items():
            for _ in range(card.start_per_player):
                self.hand_out(m, value)

    def return_squad(self, m: Manager) -> None:
        """All cards go back to the bank."""
        for value in m.owned:
            while m.squad[value] > 0:
                self.take_back(m, value)

    def return_card(self, code: int) -> None:
        """A17: a used event card goes under its stack, or to the discards."""
        stack = self.stacks[code // STACK]
        if self.rules.event_card_return == CardReturn.BOTTOM:
            stack.put_under(code)
        else:
            stack.discard.append(code)

    # Money

    def book(self, m: Manager, amount: int, ledger: Ledger) -> None:
        """Section 6, `book`: R2, A9; I3: told unless the amount is 0."""
        if amount == 0:
            return
        m.cash += amount
        m.ledger[ledger] += amount
        self.expect(Event.BOOK, m.seat, a=amount, b=ledger, c=m.cash)
        if m.cash < 0 and self.rules.insolvency != Insolvency.DEBT:
            self.raise_money(m)
        m.low = min(m.low, m.cash)

    def book_due(self, m: Manager, amount: int, ledger: Ledger) -> None:
        """A booking that is told even where the sum is 0."""
        if amount == 0:
            self.expect(Event.NO_MONEY, m.seat, a=ledger, c=m.cash)
        self.book(m, amount, ledger)

    def raise_money(self, m: Manager) -> None:
        """A9: sell cards until the cash suffices; then waive the shortfall, or go bankrupt."""
        while m.cash < 0 and m.owned:
            self.question(m.owned)
            self.sell_forced(m, self.forced_value(m))
        if m.cash >= 0:
            return
        shortfall = -m.cash
        m.ledger[Ledger.WRITEOFF] += shortfall
        m.cash = 0
        self.expect(Event.WRITEOFF, m.seat, a=shortfall)
        if self.rules.insolvency == Insolvency.BANKRUPTCY:
            m.low = min(m.low, m.cash)
            m.bankrupt = True
            self.expect(Event.BANKRUPT, m.seat)
            self.drop_out(m)
            raise DroppedOutError

    def forced_value(self, m: Manager) -> int:
        """D5: the lowest value that covers the shortfall, else the highest owned (section 8)."""
        if m.policy.kind == Kind.RANDOM:
            return self.ask(Event.FORCED_SALE, m.seat, m.owned)
        enough = [value for value in m.owned if self.sale(value) >= -m.cash]
        return min(enough) if enough else max(m.owned)

    def sell_forced(self, m: Manager, value: int) -> None:
        """A9: one forced sale; `squad_min` is ignored (A10)."""
        self.take_back(m, value)
        m.cash += self.sale(value)
        m.ledger[Ledger.SELL] += self.sale(value)
        m.count["sells"] += 1
        m.count["forced_sales"] += 1
        self.expect(Event.FORCED_SALE, m.seat, a=value, b=self.sale(value), c=m.cash)

    def question(self, legal: Sequence[Any]) -> None:
        """Section 9: a question counts if at least two actions are legal by section 7."""
        self.decisions += len(legal) >= 2

    # Leaving

    def drop_out(self, m: Manager) -> None:
        """R25, A9: a player leaves; squad, then set-aside cards, oldest first, go back."""
        self.note(m)
        m.live = False
        m.relegated_season = self.season
        self.return_squad(m)
        for code, _ in m.held:
            self.return_card(code)
        m.held.clear()

    def note(self, m: Manager) -> None:
        """Section 9: values of a season's end or of dropping out, before cards are returned."""
        m.end = self.values(m)
        if self.season == 1:
            m.first = {
                "points": m.points,
                "cup_rounds": m.cup_rounds,
                "cup_eliminated": int(m.cup_out),
            }
            m.lap1 = m.lap1 or self.values(m)

    def values(self, m: Manager) -> dict[str, int]:
        """What the record keeps of a moment."""
        wealth = m.cash + sum(self.sale(value) * number for value, number in m.squad.items())
        found = {"points": m.points, "cash": m.cash, "strength": m.strength}
        return found | {"squad": m.size, "wealth": wealth}


def shown(event: Any) -> str:
    """An event as a complaint shows it."""
    kind = int(event.kind)
    name = Event(kind).name if kind in {*Event} else f"event {kind}"
    return f"{name}({event.seat}: {event.a}, {event.b}, {event.c})"
