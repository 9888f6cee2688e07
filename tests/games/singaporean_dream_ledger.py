"""Where all cards and dreams of a told match are, from its events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from telling import Happening, Told

from sim.games.singaporean_dream.cards import dreams, personalities, pile_cards
from sim.games.singaporean_dream.rules_words import StolenCashTo
from sim.games.singaporean_dream.story import Event
from sim.plan import Scenario

DISCARDED = (Event.PLAY, Event.STOP, Event.DISCARD)
PILE = -1


class Ledger:
    """Hands, banks, discards, dreams and protection, moved on event by event."""

    def __init__(self, s: Scenario) -> None:
        self.rules = s.rules
        self.rows = pile_cards(s.components)
        self.values = [getattr(row, "value_k", 0) for row in self.rows]
        self.prices = [row.value_k for row in dreams(s.components)]
        self.bonus = [row.bonus_personality for row in dreams(s.components)]
        self.ids = [row.personality_id for row in personalities(s.components)]
        self.seats = range(s.players)
        self.hand: list[Counter[int]] = [Counter() for _ in self.seats]
        self.bank: list[Counter[int]] = [Counter() for _ in self.seats]
        self.pile = Counter({card: row.copies for card, row in enumerate(self.rows)})
        self.discard: list[int] = []
        self.owner: dict[int, int] = {}
        self.safe: Counter[int] = Counter()
        self.person: dict[int, str] = {}
        self.left = s.rules.dreams_in_pile

    # What is where

    def effect(self, card: int) -> str:
        """Effect of an action card, "" of cash."""
        return str(getattr(self.rows[card], "effect", ""))

    def money(self, cards: Counter[int]) -> int:
        """Value of cash among cards, K."""
        return sum(self.values[card] * n for card, n in cards.items())

    def funds(self, seat: int) -> int:
        """Cash in a bank, K."""
        return self.money(self.bank[seat])

    def size(self, seat: int) -> int:
        """Cards in a hand."""
        return self.hand[seat].total()

    def dreams(self, seat: int) -> list[int]:
        """Dreams of a player."""
        return [dream for dream, place in self.owner.items() if place == seat]

    def weight(self, seat: int, dream: int) -> int:
        """R20: what a dream counts."""
        mine = self.bonus[dream] == self.person[seat]
        return int(self.rules.bonus_dream_count) if mine else 1

    def score(self, seat: int) -> int:
        """R21: dreams, bonuses counted."""
        return sum(self.weight(seat, dream) for dream in self.dreams(seat))

    # What happens

    def note(self, e: Happening) -> None:
        """One event."""
        moves: dict[Any, Any] = {
            Event.BANK: self._bank, Event.PAID: self._paid, Event.CHANGE: self._change,
            Event.TAKE_CASH: self._take_cash, Event.TAKE_CARD: self._take_card,
            Event.SALVAGE: self._salvage, Event.DREAM: self._dream,
        }  # fmt: skip
        if e.kind in moves:
            moves[e.kind](e)
        elif e.kind in (Event.DEAL, Event.DRAW):
            self._move(self.pile, self.hand[e.seat], e.a)
        elif e.kind in DISCARDED:
            self.hand[e.seat][e.a] -= 1
            self.discard.append(e.a)
        elif e.kind == Event.RESHUFFLE:
            self.pile.update(self.discard[: e.a])
            self.discard = self.discard[e.a :]
        elif e.kind == Event.EXPOSE:
            self.owner[e.a] = PILE
        elif e.kind in (Event.PROTECT, Event.TURN):
            self.safe[e.seat] = int(e.kind == Event.PROTECT)
        elif e.kind == Event.PERSONALITY:
            self.person[e.seat] = self.ids[e.a]
        self.check()

    def check(self) -> None:
        """I1-I3: nothing is lost, nothing comes from nowhere."""
        places = (self.pile, *self.hand, *self.bank, Counter(self.discard))
        for card, row in enumerate(self.rows):
            assert sum(place[card] for place in places) == row.copies, row.label
        assert min(min(place.values(), default=0) for place in places) >= 0
        assert all(not self.effect(card) for bank in self.bank for card in +bank)

    def _move(self, source: Counter[int], target: Counter[int], card: int, number: int = 1) -> None:
        source[card] -= number
        target[card] += number

    def gains(self, seat: int) -> Counter[int]:
        """R13: where cash goes that is gained."""
        to_hand = self.rules.stolen_cash_to == StolenCashTo.HAND
        return self.hand[seat] if to_hand else self.bank[seat]

    def _bank(self, e: Happening) -> None:
        self._move(self.hand[e.seat], self.bank[e.seat], e.a, e.b)

    def _paid(self, e: Happening) -> None:
        if e.c < 0:
            self.bank[e.seat][e.a] -= e.b
            self.discard += [e.a] * e.b
            return
        banked = min(e.b, self.bank[e.seat][e.a])
        self._move(self.bank[e.seat], self.gains(e.c), e.a, banked)
        self._move(self.hand[e.seat], self.gains(e.c), e.a, e.b - banked)

    def _change(self, e: Happening) -> None:
        self._move(self.bank[e.seat], self.bank[e.c], e.a, e.b)

    def _take_cash(self, e: Happening) -> None:
        self._move(self.bank[e.b], self.gains(e.seat), e.a)

    def _take_card(self, e: Happening) -> None:
        cash = not self.effect(e.a)
        self._move(self.hand[e.b], self.gains(e.seat) if cash else self.hand[e.seat], e.a)

    def _salvage(self, e: Happening) -> None:
        place = max(i for i, card in enumerate(self.discard) if card == e.a)
        del self.discard[place]
        self.gains(e.seat)[e.a] += 1

    def _dream(self, e: Happening) -> None:
        assert self.owner[e.a] == e.b
        self.owner[e.a] = e.seat
        self.left -= e.b == PILE


def steps(s: Scenario, told: Told) -> Iterator[tuple[Ledger, Happening]]:
    """The ledger as it stands before each event; the last one has seen them all."""
    ledger = Ledger(s)
    for e in told.events:
        yield ledger, e
        ledger.note(e)
