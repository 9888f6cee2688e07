"""Where all cards of a told match are, from its events alone: its own bookkeeping of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from telling import Happening, Told

from sim.games.nove_anni.cards import cards, pack_of, special_of
from sim.games.nove_anni.rules_words import TeacherOldCards
from sim.games.nove_anni.story import Event
from sim.plan import Scenario

EMPTY = -1
POSITIVE, NEGATIVE = ("friend", "tame"), ("rascal", "fierce")


class Ledger:
    """Deck, hands, columns, slots, won piles, pot, cards in use and out, moved on event by event."""

    def __init__(self, s: Scenario) -> None:
        self.rules, self.players = s.rules, s.players
        rows = cards(s.components)
        pack = pack_of(s.rules, s.players, s.components)
        self.rows = [rows[card] if card < len(rows) else None for card in pack]
        self.kind = [row.kind if row else "dream" for row in self.rows]
        self.special = [
            special_of(row.card_id) if row else card - len(rows)
            for card, row in zip(pack, self.rows, strict=True)
        ]
        self.seats = range(s.players)
        self.deck = set(range(len(pack)))
        self.hand: list[list[int]] = [[] for _ in self.seats]
        self.grid = [[EMPTY] * s.rules.columns for _ in self.seats]
        self.slot = [EMPTY for _ in self.seats]
        self.placed_in = [0 for _ in self.seats]  # turn in which the slot was filled
        self.pile: list[list[int]] = [[] for _ in self.seats]
        self.marked: set[int] = set()
        self.pot: list[int] = []
        self.using: list[int] = []
        self.out: list[int] = []
        self.turn = self.first = 0

    # What is where

    def value(self, card: int, column: int) -> int:
        """R11, R12: a characteristic of a card."""
        row = self.rows[card]
        assert row is not None
        return int(self.rules.light_value if row.kind == "light" else row.values[column])

    def best(self, card: int) -> int:
        """R15: the sum of the highest characteristics."""
        values = sorted(self.value(card, j) for j in range(4))
        return sum(values[-self.rules.science_top_k :])

    def placeable(self, card: int) -> bool:
        """R9: whether a card may lie in a column."""
        kind = self.kind[card]
        return kind != "dream" and (kind != "light" or self.rules.light_in_columns)

    def points(self, card: int) -> int:
        """R34, R35: points of a won card."""
        if card in self.marked:
            return int(self.rules.points_transformed)
        return int(getattr(self.rules, f"points_{self.kind[card]}"))

    def score(self, seat: int) -> int:
        """Points of a won pile."""
        return sum(self.points(card) for card in self.pile[seat])

    def lead(self, seat: int) -> int:
        """Points ahead of the best other player."""
        return self.score(seat) - max(self.score(s) for s in self.seats if s != seat)

    def column(self, column: int) -> dict[int, int]:
        """Cards of a column by seat."""
        return {s: self.grid[s][column] for s in self.seats if self.grid[s][column] != EMPTY}

    def order(self) -> list[int]:
        """Seats in draw order."""
        return [(self.first + step) % self.players for step in self.seats]

    # What happens

    def note(self, e: Happening) -> None:
        """One event, and I1-I3 after it."""
        move = getattr(self, f"_{e.kind.name.lower()}", None)
        if move is not None:
            move(e)
        self.check(settled=e.kind in (Event.TURN, Event.DRAW, Event.PLACE, Event.SCORE, Event.END))

    def check(self, *, settled: bool) -> None:
        """I1-I3: every card is in one place, and in no place where it must not be."""
        lists = [*self.hand, *self.grid, self.slot, *self.pile, self.pot, self.using, self.out]
        found = [card for cards_ in lists for card in cards_ if card != EMPTY]
        assert len({*found}) == len(found)
        assert not self.deck & {*found}
        if settled:
            assert len(found) + len(self.deck) == len(self.kind)
        for places in (*self.grid, *self.pile, self.pot):
            assert all(self.kind[card] != "dream" for card in places if card != EMPTY)
        assert all(self.special[card] >= 0 for card in self.slot if card != EMPTY)
        won = {card for pile in self.pile for card in pile}
        assert self.marked <= won
        assert all(self.kind[card] in NEGATIVE for card in self.marked)

    def _turn(self, e: Happening) -> None:
        assert e.b == len(self.deck)
        self.turn, self.first = e.a, e.seat

    def _draw(self, e: Happening) -> None:
        self.deck.remove(e.a)
        self.hand[e.seat].append(e.a)
        assert e.b == len(self.deck)

    def _place(self, e: Happening) -> None:
        assert self.placeable(e.a)
        assert self.grid[e.seat][e.b] == EMPTY
        self.hand[e.seat].remove(e.a)
        self.grid[e.seat][e.b] = e.a

    def _slot(self, e: Happening) -> None:
        assert self.slot[e.seat] == e.b
        self.hand[e.seat].remove(e.a)
        if e.b != EMPTY:
            self.hand[e.seat].append(e.b)
        self.slot[e.seat], self.placed_in[e.seat] = e.a, self.turn

    def _activate(self, e: Happening) -> None:
        assert self.slot[e.seat] == e.a
        assert self.special[e.a] == e.b
        self.slot[e.seat] = EMPTY
        self.using.append(e.a)

    def _return(self, e: Happening) -> None:
        assert (e.a in self.marked) == bool(e.b)
        self.pile[e.seat].remove(e.a)
        self.marked.discard(e.a)
        self.deck.add(e.a)

    def _shuffle(self, e: Happening) -> None:
        assert e.a == len(self.deck)

    def _swap(self, e: Happening) -> None:
        assert self.grid[e.seat][e.b] == e.c
        self.pile[e.seat].remove(e.a)
        self.marked.discard(e.a)
        self.grid[e.seat][e.b] = e.a

    def _old(self, e: Happening) -> None:
        places = {
            TeacherOldCards.WON_PILE: self.pile[e.seat],
            TeacherOldCards.HAND: self.hand[e.seat],
            TeacherOldCards.REMOVED: self.out,
        }
        assert e.b == self.rules.teacher_old_cards
        places[self.rules.teacher_old_cards].append(e.a)

    def _take(self, e: Happening) -> None:
        self.pile[e.b].remove(e.a)
        self.pile[e.seat].append(e.a)

    def _transform(self, e: Happening) -> None:
        assert e.a in self.pile[e.seat]
        assert e.a not in self.marked
        self.marked.add(e.a)

    def _lift(self, card: int) -> None:
        """Out of the column it lies in, or the pot."""
        for row in self.grid:
            if card in row:
                row[row.index(card)] = EMPTY
                return
        self.pot.remove(card)

    def _won(self, e: Happening) -> None:
        assert (e.b == EMPTY) == (e.a in self.pot)
        self._lift(e.a)
        self.pile[e.seat].append(e.a)

    def _removed(self, e: Happening) -> None:
        self._lift(e.a)
        self.out.append(e.a)

    def _back(self, e: Happening) -> None:
        assert e.a in self.grid[e.seat]
        self._lift(e.a)
        self.hand[e.seat].append(e.a)

    def _under(self, e: Happening) -> None:
        self._lift(e.a)
        self.deck.add(e.a)

    def _pot(self, e: Happening) -> None:
        assert e.a in self.grid[e.seat]
        self._lift(e.a)
        self.pot.append(e.a)

    def _used(self, e: Happening) -> None:
        self.using.remove(e.a)
        self.out.append(e.a)

    def _score(self, e: Happening) -> None:
        marks = sum(card in self.marked for card in self.pile[e.seat])
        assert (e.a, e.b, e.c) == (self.score(e.seat), len(self.pile[e.seat]), marks)


def steps(s: Scenario, told: Told) -> Iterator[tuple[Ledger, Happening]]:
    """The ledger as it stands before each event."""
    ledger = Ledger(s)
    for e in told.events:
        yield ledger, e
        ledger.note(e)


def final(s: Scenario, told: Told) -> Ledger:
    """The ledger after all events."""
    ledger = Ledger(s)
    for e in told.events:
        ledger.note(e)
    return ledger


def zones(t: Any, ledger: Ledger) -> None:
    """What the kernel's table says is what the ledger says."""
    for seat in ledger.seats:
        assert t.hand[seat, : t.held[seat]].tolist() == ledger.hand[seat]
        assert sorted(t.pile[seat, : t.won[seat]].tolist()) == sorted(ledger.pile[seat])
        assert t.slot[seat] == ledger.slot[seat]
    ring = [int(t.deck[(t.top + i) % t.cards]) for i in range(t.left)]
    assert {*ring} == ledger.deck
    assert {i for i in range(t.cards) if t.marked[i]} == ledger.marked
