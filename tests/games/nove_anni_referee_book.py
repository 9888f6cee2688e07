"""What the referee of nove_anni keeps: told events, cards, the state of a match.

R, A, D and I refer to RULES.md.  A card is its place in the pack, see Event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from nove_anni_referee_sheet import Sheet

from sim.engine.components import Components
from sim.games.nove_anni.story import Event
from sim.games.nove_anni.strategies import Kind, KnockOut

CHARACTERISTICS = ("intelligence", "strength", "feeling", "courage")
NEGATIVE, POSITIVE = ("rascal", "fierce"), ("friend", "tame")
IDS = {
    "dream_science": "science",
    "dream_obedience": "obedience",
    "dream_silence": "silence",
    "dream_awakening": "awakening",
    "light_giovannino": "giovannino",
    "light_teacher": "teacher",
    "light_lord": "lord",
    "light_giovanni_padre": "padre",
}
SPECIALS = tuple(IDS.values())  # in the order of bits
LAST_EVENTS = 8  # shown with a complaint
MANY = 8  # options that are told apart
ANY = None  # a number that `need` leaves open


class Book:
    """Told events still to follow, and the state of the match."""

    def __init__(self, rules: Any, policies: Sequence[Any], components: Components) -> None:
        self.rules, self.policies = rules, list(policies)
        self.seats = list(range(len(self.policies)))
        self.columns = list(range(rules.columns))
        dreams = {row.card_id: row for row in components.rows["specials"] if row.kind == "dream"}
        rows = [*components.rows["cards"], *(dreams[card] for card in IDS if card in dreams)]
        self.types = list(range(len(rows)))
        self.kind_of = [row.kind for row in rows]
        self.special_of = [IDS.get(row.card_id, "") for row in rows]
        self.values = [self.printed(row) for row in rows]
        decks = rules.decks or -(-len(self.seats) // rules.players_per_deck)
        self.pack = [t for t in self.types for _ in range(self.copies(rows[t], decks))]
        self.ranks: Counter[Any] = Counter()  # see `took`
        self.reset(())

    def printed(self, row: Any) -> list[int]:
        """Four values of a card; R12 and `light_value`; dream cards have none."""
        if row.kind == "light":
            return [self.rules.light_value for _ in CHARACTERISTICS]
        return [getattr(row, name, 0) for name in CHARACTERISTICS]

    def copies(self, row: Any, decks: int) -> int:
        """R1, R2, A25: copies of a kind of card in the match."""
        rules, one = self.rules, row.copies_per_deck
        if row.kind == "light":
            return rules.use_light * (one if rules.dedupe_light else one * decks)
        if row.kind == "dream":
            return rules.use_dream * (one if rules.dedupe_dream else one * decks)
        return int(one * decks)

    def reset(self, events: Iterable[Any]) -> None:
        """Before a match: all cards are in the deck."""
        self.events, self.at = list(events), 0
        self.sheet = Sheet(len(self.seats))
        self.deck = set(range(len(self.pack)))  # in an order that is hidden
        self.bottom: list[int] = []  # under them, in this order
        self.hand: list[list[int]] = [[] for _ in self.seats]  # in order of arrival
        self.grid: list[dict[int, int]] = [{} for _ in self.seats]  # by column
        self.slot = [-1 for _ in self.seats]
        self.slot_turn = [0 for _ in self.seats]
        self.won: list[list[int]] = [[] for _ in self.seats]
        self.marked: set[int] = set()
        self.used: list[int] = []
        self.removed: list[int] = []
        self.pot: list[int] = []
        self.lifted: list[int] = []  # replaced on a grid, not yet put elsewhere
        self.turn, self.first, self.start = 0, -1, -1
        self.reason = -1

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

    def need_all(self, wanted: Iterable[tuple[int, ...]]) -> Iterator[Any]:
        """The next events: all of these, in any order; each is yielded when it has been told."""
        left = Counter(wanted)
        while left:
            self.audit()
            event = self.following()
            if event is None or left[tuple(event)] == 0:
                self.fault(f"one of {[shown(e) for e in +left]}")
            self.at += 1
            left[tuple(event)] -= 1
            left = +left
            yield event

    def following(self) -> Any:
        """The next event, None after the last."""
        return self.events[self.at] if self.at < len(self.events) else None

    def next_is(self, *kinds: Event) -> bool:
        """Whether the next event is of one of these kinds."""
        return self.at < len(self.events) and self.events[self.at].kind in kinds

    def decide(self, actions: int) -> None:
        """Section 9: a decision counts if there are two legal actions."""
        self.sheet.count["decisions"] += actions >= 2

    def took(self, what: str, seat: int, options: Sequence[Any], taken: Any) -> None:
        """Note which of some equally likely options `random` took, by its place among them."""
        if not self.scripted(seat) and taken in options:
            self.note(what, len(options), list(options).index(taken))

    def note(self, what: str, options: int, rank: int) -> None:
        """Note the place of a random choice; one among many by the quarter it lies in."""
        if options > MANY and options % 4 == 0:
            options, rank = 4, rank // (options // 4)
        if 2 <= options <= MANY:
            self.ranks[what, options, rank] += 1

    def audit(self) -> None:
        """I1 to I4, before every event."""
        grids = [card for grid in self.grid for card in grid.values()]
        slots = [card for card in self.slot if card >= 0]
        piles = [card for pile in self.won for card in pile]
        hands = [card for hand in self.hand for card in hand]
        rest = [*self.used, *self.removed, *self.pot, *self.lifted]
        everywhere = [*self.deck, *self.bottom, *hands, *grids, *slots, *piles, *rest]
        assert len({*everywhere}) == len(everywhere) == len(self.pack), "I1"
        assert all(self.placeable(card) for card in grids), "I2"
        assert not any(self.kind(card) == "dream" for card in (*piles, *self.pot)), "I2"
        assert all(self.special(card) for card in slots), "I2"
        assert self.marked <= set(piles), "I3"
        assert all(self.kind(card) in NEGATIVE for card in self.marked), "I3"
        assert len(self.used) <= self.rules.activations_per_turn, "I4"

    # Cards

    def kind(self, card: int) -> str:
        """Kind of a card."""
        return str(self.kind_of[self.pack[card]])

    def special(self, card: int) -> str:
        """Which special a card is, '' of a fighter."""
        return self.special_of[self.pack[card]]

    def bit(self, card: int) -> int:
        """The bit of a special, as a mask."""
        return 1 << SPECIALS.index(self.special(card))

    def placeable(self, card: int) -> bool:
        """Section 1, and `light_in_columns`."""
        kind = self.kind(card)
        return kind != "dream" and (kind != "light" or self.rules.light_in_columns)

    def placeables(self, seat: int) -> list[int]:
        """What a player could put into columns."""
        return [card for card in self.hand[seat] if self.placeable(card)]

    def specials(self, seat: int) -> list[int]:
        """What a player could put into the slot."""
        return [card for card in self.hand[seat] if self.special(card)]

    def pool(self, seat: int) -> list[int]:
        """A16, A17: what La Maestra may put into the columns."""
        marked = self.rules.teacher_uses_transformed
        return [
            card
            for card in self.won[seat]
            if self.placeable(card) and (marked or card not in self.marked)
        ]

    def in_deck(self) -> int:
        """Cards left in the deck."""
        return len(self.deck) + len(self.bottom)

    # Points and players

    def points(self, card: int) -> int:
        """Points of a card that is not transformed; dream cards have none."""
        kind = self.kind(card)
        return 0 if kind == "dream" else int(getattr(self.rules, f"points_{kind}"))

    def worth(self, card: int) -> int:
        """R34, R35: points of a won card."""
        return int(self.rules.points_transformed) if card in self.marked else self.points(card)

    def score(self, seat: int) -> int:
        """Points of the cards won."""
        return sum(self.worth(card) for card in self.won[seat])

    def lead(self, seat: int) -> int:
        """Section 8."""
        return self.score(seat) - max(self.score(s) for s in self.seats if s != seat)

    def scripted(self, seat: int) -> bool:
        """Whether the seat decides by section 8."""
        return bool(self.policies[seat].kind == Kind.SCRIPTED)

    def blank(self, seat: int, card: int, where: str = "blank") -> bool:
        """Whether a special is knocked out in a player's hand: see Policy."""
        special = self.special(card)
        known = bool(special) and KnockOut[special.upper()]
        return bool(special) and getattr(self.policies[seat], where) == known

    def draw_order(self) -> list[int]:
        """All seats from the first drawer on."""
        return [(self.first + k) % len(self.seats) for k in self.seats]


def shown(event: Any) -> str:
    """An event in a complaint."""
    kind, seat, a, b, c = event
    return f"{Event(kind).name}({seat}: {a}, {b}, {c})"
