"""What the referee of goooal keeps: told events, cards, the state of a series.

R, A, D and I refer to RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from goooal_referee_sheet import Sheet

from sim.engine.components import Components
from sim.games.goooal.cards import KINDS, cards, colours, team_sizes
from sim.games.goooal.story import Event
from sim.games.goooal.strategies import Kind

LAST_EVENTS = 6  # shown with a complaint
ANY = None  # a number that `need` leaves open


class Book:
    """Told events still to follow, and the state of the series and of its match."""

    def __init__(self, rules: Any, policies: Sequence[Any], components: Components) -> None:
        self.rules, self.policies = rules, list(policies)
        self.deck = list(cards(components))
        self.colours = list(colours(components))
        self.kinds = [str(card.kind) for card in self.deck]
        self.card_hues = [self.colours.index(card.colour) for card in self.deck]
        self.team_ids = sorted(team_sizes(components))
        self.seats = list(range(len(self.policies)))
        self.ranks: Counter[tuple[str, int, int]] = Counter()  # see `took`
        self.reset(())

    def reset(self, events: Iterable[Any]) -> None:
        """Before a series: no wins, nothing laid."""
        self.events, self.at = list(events), 0
        self.teams: list[int] = []
        self.wins = [0 for _ in self.seats]
        self.reached: list[int] = []  # seats with `series_wins` wins, first one first (A29)
        self.laid: list[list[int]] = [[] for _ in self.seats]
        self.sheets: list[Sheet] = []  # of the matches, the last one may be running
        self.clear()

    def clear(self) -> None:
        """Before a match: all cards that are not laid lie in one heap."""
        self.hands: list[list[int]] = [[] for _ in self.seats]  # in order of arrival
        self.middle: list[int] = []  # the base is the last
        self.piles: list[int] = []  # their sizes
        self.claims: list[list[tuple[int, set[int]]]] = []  # see Piles
        self.colour = 0
        self.penalty = 0
        self.dir = 1
        self.bonus_seats: list[int] = []

    @property
    def sheet(self) -> Sheet:
        """What is written down about the running match."""
        return self.sheets[-1]

    @property
    def base(self) -> int:
        """The card to cover."""
        return self.middle[-1]

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
        wanted = {"seat": seat, "a": a, "b": b, "c": c}
        event = self.events[self.at] if self.at < len(self.events) else None
        fits = event is not None and event.kind == kind
        if not fits or any(v is not ANY and getattr(event, n) != v for n, v in wanted.items()):
            listed = " ".join(f"{n}={v}" for n, v in wanted.items() if v is not ANY)
            self.fault(f"{kind.name} {listed}")
        self.at += 1
        return event

    def need_card(self, kind: Event, seat: int, legal: Sequence[int], b: int | None = 0) -> Any:
        """The next event: this kind, this seat, one of these cards."""
        event = self.need(kind, seat, a=ANY, b=b)
        self.check(event.a in legal, f"{kind.name} with one of the cards {list(legal)}")
        return event

    def next_is(self, *kinds: Event) -> bool:
        """Whether the next event is of one of these kinds."""
        return self.at < len(self.events) and self.events[self.at].kind in kinds

    def decide(self, actions: int) -> None:
        """Section 7: a decision counts if there are two legal actions."""
        self.sheet.count["decisions"] += actions >= 2

    def took(self, decision: str, seat: int, actions: Sequence[Any], taken: Any) -> None:
        """Note which of its legal actions `random` took, by the rank among as many."""
        if not self.scripted(seat) and len(actions) >= 2 and taken in actions:
            self.ranks[decision, len(actions), list(actions).index(taken)] += 1

    # Cards and players

    def kind(self, card: int) -> str:
        """Kind of a card."""
        return self.kinds[card]

    def hue(self, card: int) -> int:
        """Colour of a card, by its number."""
        return self.card_hues[card]

    def hues(self, seat: int) -> Counter[int]:
        """Colours of a hand."""
        return Counter(self.hue(card) for card in self.hands[seat])

    def unseen(self) -> list[int]:
        """Cards that are in no hand, not laid and not in the middle: those of the piles (I1)."""
        out = {card for held in (*self.hands, *self.laid, self.middle) for card in held}
        return [card for card in range(len(self.deck)) if card not in out]

    def is_own(self, seat: int, card: int) -> bool:
        """Whether a card is a player of the seat's team."""
        return self.kind(card) == "player" and self.deck[card].team == self.teams[seat]

    def own(self, seat: int) -> list[int]:
        """Own-team cards of a hand, in hand order."""
        return [card for card in self.hands[seat] if self.is_own(seat, card)]

    def scripted(self, seat: int) -> bool:
        """Whether the seat decides by section 8."""
        return bool(self.policies[seat].kind == Kind.SCRIPTED)

    def works(self, seat: int, kind: str) -> bool:
        """Whether specials of a kind have an effect in a player's hands (`blank`)."""
        return kind == "player" or KINDS[int(self.policies[seat].blank)] != kind

    def after(self, seat: int, places: int) -> int:
        """The seat some places on in the direction of play."""
        return (seat + self.dir * places) % len(self.seats)


def shown(event: Any) -> str:
    """An event in a complaint."""
    return f"{Event(event.kind).name}({event.seat}: {event.a}, {event.b}, {event.c})"
