"""What the referee of The Singaporean Dream keeps: told events, cards, the state of a match.

R, A, D and I refer to RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from singaporean_dream_referee_sheet import Sheet

from sim.engine.components import Components
from sim.games.singaporean_dream.story import Event
from sim.games.singaporean_dream.strategies import Kind, KnockOut

BITS = {"collect_cash": "collect", "discard_hand": "discard"}  # kinds of cards by scope
LAST_EVENTS = 8  # shown with a complaint
ANY = None  # a number that `need` leaves open
PILE, UNUSED = -1, -2  # where a dream can be but with a player


class Deed(NamedTuple):
    """An effect that a player is about to have."""

    effect: str
    scope: str
    amount: int
    source: str  # "card", "power" or "purchase"
    card: int = -1  # its type
    target: int = -1
    dream: int = -1


class Book:
    """Told events still to follow, and the state of the match."""

    def __init__(self, rules: Any, policies: Sequence[Any], components: Components) -> None:
        self.rules, self.policies = rules, list(policies)
        self.seats = list(range(len(self.policies)))
        rows = components.rows
        self.cash = sorted(rows["cash_cards"], key=lambda row: row.value_k)
        self.values = [row.value_k for row in self.cash]
        self.actions = list(rows["action_cards"])
        self.money = list(range(len(self.cash)))  # types that are cash
        self.types = list(range(len(self.cash) + len(self.actions)))
        self.copies = [row.copies for row in (*self.cash, *self.actions)]
        self.people, self.dreams = list(rows["personalities"]), list(rows["dream_cards"])
        self.ranks: Counter[tuple[str, int, int]] = Counter()  # see `took`
        self.picks: list[tuple[bool, float]] = []  # random cards of hands, see `likely`
        self.draws: list[tuple[bool, float]] = []  # cards of the action pile
        self.reset(())

    def reset(self, events: Iterable[Any]) -> None:
        """Before a match: all cards lie in the action pile."""
        self.events, self.at = list(events), 0
        self.sheet = Sheet(len(self.seats))
        self.hand = [[0 for _ in self.types] for _ in self.seats]
        self.bank = [[0 for _ in self.money] for _ in self.seats]
        self.pile = list(self.copies)  # its order is hidden
        self.discard: list[int] = []  # the top is the last
        self.owner: dict[int, int] = {}  # dreams that have been seen: their place
        self.market: list[int] = []  # dreams that can be bought, the top first
        self.left = self.rules.dreams_in_pile  # dreams in the pile
        self.person: list[int] = []
        self.protected = [False for _ in self.seats]
        self.start = -1
        self.turns = 0
        self.power_used = 0
        self.actions_left = 0

    # Told events

    def fault(self, wanted: str) -> NoReturn:
        """Complain: what was expected, what was told, what went before."""
        told = shown(self.events[self.at]) if self.at < len(self.events) else "nothing more"
        before = [shown(event) for event in self.events[max(0, self.at - LAST_EVENTS) : self.at]]
        raise AssertionError(
            f"event {self.at}: expected {wanted}; told {told}; before it: {', '.join(before)}"
        )

    def check(self, holds: bool, complaint: str) -> None:
        """Complain about what has just been told unless something holds."""
        if not holds:
            self.at -= 1
            self.fault(complaint)

    def need(
        self,
        kind: Event,
        seat: int | None,
        a: int | None = 0,
        b: int | None = 0,
        c: int | None = 0,
    ) -> Any:
        """The next event, with this kind and these numbers where they are not ANY."""
        self.audit()
        wanted = {"seat": seat, "a": a, "b": b, "c": c}
        event = self.following()
        fits = event is not None and event.kind == kind
        if not fits or any(v is not ANY and getattr(event, n) != v for n, v in wanted.items()):
            listed = " ".join(f"{n}={v}" for n, v in wanted.items() if v is not ANY)
            self.fault(f"{kind.name} {listed}")
        self.at += 1
        return event

    def following(self) -> Any:
        """The next event, None after the last."""
        return self.events[self.at] if self.at < len(self.events) else None

    def next_is(self, *kinds: Event) -> bool:
        """Whether the next event is of one of these kinds."""
        return self.at < len(self.events) and self.events[self.at].kind in kinds

    def decide(self, actions: int) -> None:
        """Section 9: a decision counts if there are two legal actions."""
        self.sheet.count["decisions"] += actions >= 2

    def took(self, decision: str, seat: int, actions: Sequence[Any], taken: Any) -> None:
        """Note which of its legal actions `random` took, by the rank among as many."""
        if not self.scripted(seat) and len(actions) >= 2 and taken in actions:
            self.ranks[decision, len(actions), list(actions).index(taken)] += 1

    def likely(self, cards: Sequence[int], card: int) -> tuple[bool, float]:
        """Whether a random card is of the commonest type, and how likely that was."""
        most = max(self.types, key=lambda k: cards[k])
        return card == most, cards[most] / sum(cards)

    def audit(self) -> None:
        """I1 to I3, before every event."""
        for k in self.types:
            found = self.pile[k] + self.discard.count(k) + sum(hand[k] for hand in self.hand)
            found += sum(bank[k] for bank in self.bank) if k in self.money else 0
            assert found == self.copies[k], f"I1: {found} cards of type {k}"
        for counts in (self.pile, *self.hand, *self.bank):
            assert min(counts, default=0) >= 0, "I3"
        assert self.left >= len(self.market), "I2"
        assert all(self.owner[d] == PILE for d in self.market), "I2"
        taken = sum(place >= 0 for place in self.owner.values())
        assert taken + self.left == self.rules.dreams_in_pile, "I2"

    # Actions of the turn

    def spend(self) -> None:
        """An action is used."""
        if self.actions_left < 1:
            self.fault("no more actions than there are")
        self.actions_left -= 1

    # Cards

    def name(self, card: int) -> Any:
        """The row of an action card."""
        return self.actions[card - len(self.money)]

    def kind_of(self, card: int) -> str:
        """Kind of an action card: see PLAYED of the record."""
        row = self.name(card)
        return f"{BITS[row.effect]}_{row.scope}" if row.effect in BITS else str(row.effect)

    def is_stop(self, card: int) -> bool:
        """Whether a type of card is a stop."""
        return card not in self.money and self.name(card).effect == "stop"

    def works(self, seat: int, card: int) -> bool:
        """Whether a player may use an action card (`blank`)."""
        return bool(self.policies[seat].blank != KnockOut[self.name(card).effect.upper()])

    def held(self, seat: int) -> list[int]:
        """Types of the cards in a hand."""
        return [k for k in self.types if self.hand[seat][k] > 0]

    def size(self, seat: int) -> int:
        """Cards in a hand."""
        return sum(self.hand[seat])

    def worth_of(self, counts: Sequence[int]) -> int:
        """Value of cash cards, K."""
        return sum(n * value for n, value in zip(counts, self.values, strict=False))

    def bank_of(self, seat: int) -> int:
        """Cash in a bank, K."""
        return self.worth_of(self.bank[seat])

    def hand_cash(self, seat: int) -> list[int]:
        """Cash cards of a hand by denomination."""
        return [self.hand[seat][k] for k in self.money]

    def stops(self, seat: int) -> list[int]:
        """Types of the stop cards that a player can use."""
        return [k for k in self.held(seat) if self.is_stop(k) and self.works(seat, k)]

    # Dreams and players

    def dreams_of(self, seat: int) -> list[int]:
        """Dreams of a player in file order."""
        return [d for d in range(len(self.dreams)) if self.owner.get(d, UNUSED) == seat]

    def price(self, dream: int) -> int:
        """Price of a dream, K."""
        return int(self.dreams[dream].value_k)

    def weight(self, seat: int, dream: int) -> int:
        """R20: what a dream counts."""
        mine = self.people[self.person[seat]].personality_id
        bonus = self.dreams[dream].bonus_personality == mine
        return int(self.rules.bonus_dream_count) if bonus else 1

    def counted_price(self, seat: int, dream: int) -> int:
        """R22, A21: what a dream is worth in the tie-break."""
        times = self.weight(seat, dream) if self.rules.bonus_doubles_value else 1
        return times * self.price(dream)

    def score(self, seat: int) -> int:
        """R20, R21."""
        return sum(self.weight(seat, d) for d in self.dreams_of(seat))

    def standing(self, seat: int) -> tuple[int, int, int]:
        """Section 6, End."""
        value = sum(self.counted_price(seat, d) for d in self.dreams_of(seat))
        return self.score(seat), value, self.bank_of(seat)

    def scripted(self, seat: int) -> bool:
        """Whether the seat decides by section 8."""
        return bool(self.policies[seat].kind == Kind.SCRIPTED)

    def clockwise(self, seat: int) -> list[int]:
        """All other seats in the order of play."""
        return [(seat + k) % len(self.seats) for k in range(1, len(self.seats))]

    def turn_order(self) -> list[int]:
        """All seats from the starter on."""
        return [self.start, *self.clockwise(self.start)]


def shown(event: Any) -> str:
    """An event in a complaint."""
    return f"{Event(event.kind).name}({event.seat}: {event.a}, {event.b}, {event.c})"
