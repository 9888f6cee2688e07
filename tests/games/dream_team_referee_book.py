"""What the referee of Dream Team writes down: cards, hands, sides, and the events of a match.

Codes name cards of both kinds: a field card by its number, a goalkeeper by KEEPER_CODE and his.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NoReturn

from dream_team_told import HOME
from telling import Happening

from sim.engine.components import Components
from sim.games.dream_team.cards import field_cards, keepers
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import KEEPER_CODE, Event

NAMES = ("home", "away")
FIRST_SPECIAL = 36
DUSEL, DETLEF, SEPP, AUGUST, BALDUIN, JAKOB = range(FIRST_SPECIAL, FIRST_SPECIAL + 6)


@dataclass
class Slot:
    """A place on the field and what its player has done in this third."""

    card: int
    attacked: bool = False
    defended: bool = False
    extra: bool = False  # made a Speed play
    gone: bool = False  # emptied


@dataclass
class Side:
    """One side of a match; cards are numbers of CSV rows."""

    seat: int
    cards: list[int]  # the squad: sorted
    keepers: list[int]
    roster: list[int]  # own field cards, whoever plays with them in this match
    special: int | None = None  # as dealt
    hand: Counter[str] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    played: int = 0
    sponsor: bool = False
    first_scorer: int | None = None
    opened: bool = False  # his goal was the first of the match
    sent_off: int = 0  # players sent off
    slots: list[Slot] = field(default_factory=list)
    keeper: int | None = None
    swaps: int = 0  # substitutions in this third

    def standing(self) -> list[Slot]:
        """Slots that are not emptied."""
        return [slot for slot in self.slots if not slot.gone]


@dataclass
class Play:
    """One play: who meets whom, what was done to them."""

    attacking: int
    slots: dict[int, Slot | None]  # duelist of each side
    speed: bool = False
    zeroed: dict[int, int] = field(default_factory=dict)  # strength instead of the value
    hurt: set[int] = field(default_factory=set)  # codes; injured when the play ends
    shooter: int = HOME  # side
    n: int = 0
    k: int = 0


@dataclass
class Threat:
    """A card that waits for an answer: what D7, D8 and D14 are asked about."""

    kind: str
    by: int  # side
    where: str  # disaster, duel, shot, keeper (his foul), chance
    code: int = -1  # card under a Disaster
    n: int = 0
    k: int = 0


Watch = Callable[[Any, str, int, Any, Any], None]


def is_special(card: int) -> bool:
    """Whether a field card is a special player."""
    return card >= FIRST_SPECIAL


def code_of(keeper: int) -> int:
    """The code of a goalkeeper."""
    return KEEPER_CODE + keeper


class Book:
    """Events still to read, the cards, the state of a match; `watch` is called at decisions.

    A decision is given as (book, id, side, legal actions, action taken).  Actions are written
    (keeper or None, cards) in D1; None, ("swap", slot, card), ("keeper", card) or ("pull", card)
    in D3; a slot in D4, D5, D18 and D19 (speed_defend); the sorted faces in D11 and D12;
    (kind, code) in D2; a code in D17; a card in D21; the words of section 7 elsewhere.
    A pass is None.  The legal actions stand in the order of section 7; in chosen_any the faces
    are too many and given as None.
    """

    def __init__(
        self,
        rules: Any,
        components: Components,
        events: Iterable[Happening],
        watch: Watch | None = None,
    ) -> None:
        self.rules = rules
        self.players: list[Any] = field_cards(components)
        self.saves = [card.save for card in keepers(components)]
        self.deck = rules.deck(components)
        self.events, self.at = list(events), 0
        self.watch = watch
        self.count: Counter[str] = Counter()
        self.matrices: Counter[tuple[Any, ...]] = Counter()  # by name, (seat,) dice, save dice
        self.scored: list[tuple[int, int]] = []  # period and side of every goal
        self.score = [0, 0]
        self.regulation = (0, 0)
        self.period = self.extra = 0
        self.sudden = self.over = False
        self.attacker: int | None = None  # attacking slot while D5 or D19 is asked
        self.giver = HOME  # whose roster D21 is about
        self.seats = self.teams = (0, 1)
        self.sides: list[Side] = []
        self.play = Play(HOME, {})
        self.threat = Threat("", HOME, "")
        # codes
        self.spells: dict[int, int] = {}  # Disaster and Energy
        self.zero_third: set[int] = set()
        self.injured: set[int] = set()
        self.sent_off: set[int] = set()
        self.boxed: set[int] = set()
        self.fouled: set[int] = set()  # goalkeepers hit by an effective Foul
        self.was_fielded: set[int] = set()

    # Reading events

    def fault(self, text: str) -> NoReturn:
        """Raise the referee's complaint about the current event."""
        now = self.events[self.at - 1] if self.at else None
        raise AssertionError(f"{text} (event {self.at - 1}: {now})")

    def require(self, holds: bool, text: str) -> None:
        """Complain unless something holds."""
        if not holds:
            self.fault(text)

    def take(self, text: str, *kinds: Event, seat: int | None = None, **numbers: int) -> Happening:
        """The next event: of one of these kinds, of that side and with those numbers if given."""
        self.require(self.at < len(self.events), f"{text}: the match has ended")
        event = self.events[self.at]
        self.at += 1
        self.require(event.kind in kinds, f"{text}: expected {' or '.join(k.name for k in kinds)}")
        self.require(seat is None or event.seat == seat, f"{text}: the wrong side")
        for name, value in numbers.items():
            self.require(getattr(event, name) == value, f"{text}: {name} should be {value}")
        return event

    def comes(self, seat: int, *kinds: Event) -> bool:
        """Whether the next event is of one of these kinds and of that side."""
        if self.at == len(self.events):
            return False
        return self.events[self.at].kind in kinds and self.events[self.at].seat == seat

    def decide(self, name: str, s: int, legal: Sequence[Any] | None, action: Any) -> None:
        """A decision: the action must be legal; with a single legal one it does not count."""
        if legal is not None:
            self.require(action in legal, f"{name}: {action} is none of {len(legal)} legal actions")
        if legal is None or len(legal) > 1:
            self.count["decisions"] += 1
            if self.watch is not None:
                self.watch(self, name, s, legal, action)

    def tally(self, name: str, s: int) -> None:
        """Count something that has a column for each side."""
        self.count[f"{name}_{NAMES[s]}"] += 1

    # Cards

    def value(self, card: int, role: str) -> int:
        """Effective `attack` or `defence` of a field card: 0 for the third, spell, printed."""
        if card in self.zero_third:
            return 0
        return self.spells.get(card, getattr(self.players[card], role))

    def save(self, keeper: int) -> int:
        """Effective save value."""
        return self.spells.get(code_of(keeper), self.saves[keeper])

    def has_symbol(self, card: int, symbol: str) -> bool:
        """R32: whether a player may use cards with this symbol."""
        return not self.rules.symbols_required or self.players[card].symbol == symbol

    def active(self, s: int, special: int) -> bool:
        """R42, A16: whether the text of a special player works for a side."""
        rule = self.rules.special_text.word
        if rule == "fielded":
            return special in [slot.card for slot in self.sides[s].standing()]
        out = special in self.injured | self.sent_off
        return rule == "owned" and special in self.sides[s].cards and not out

    def barred(self, card: int) -> bool:
        """A8: specials may not come in after the first period."""
        regular = self.rules.reselect_cards.word == "regular_only"
        return regular and self.period > 1 and is_special(card)

    def fit(self, code: int) -> bool:
        """R40, R43, R44: neither injured nor sent off nor in the penalty box."""
        return code not in self.injured | self.sent_off | self.boxed

    def reserves(self, s: int) -> list[int]:
        """Fit field cards that are on no slot, emptied ones included, specials or not."""
        side = self.sides[s]
        fielded = [slot.card for slot in side.slots]
        return [card for card in side.cards if card not in fielded and self.fit(card)]

    def may_enter(self, s: int) -> list[int]:
        """Reserves that D3 and D17 may bring in (A8)."""
        return [card for card in self.reserves(s) if not self.barred(card)]

    def fit_keepers(self, s: int) -> list[int]:
        """Goalkeepers who may play."""
        return [keeper for keeper in self.sides[s].keepers if self.fit(code_of(keeper))]

    def keeper_reserves(self, s: int) -> list[int]:
        """Fit goalkeepers who are not in goal."""
        return [keeper for keeper in self.fit_keepers(s) if keeper != self.sides[s].keeper]

    def field_size(self, s: int, keeper: bool) -> int:
        """R41, R46: how many players may be on the field."""
        most = self.rules.field_players if keeper else self.rules.field_players_no_keeper
        fit = [card for card in self.sides[s].cards if self.fit(card) and not self.barred(card)]
        return max(0, min(most - self.sides[s].sent_off, len(fit)))

    def join(self, s: int, code: int) -> None:
        """A31: a reserve of the other side joins this one for the match, in card order."""
        there, here = self.sides[1 - s], self.sides[s]
        if code >= KEEPER_CODE:
            there.keepers.remove(code - KEEPER_CODE)
            insort(here.keepers, code - KEEPER_CODE)
        else:
            there.cards.remove(code)
            insort(here.cards, code)

    def squad_order(self, s: int, codes: set[int]) -> list[int]:
        """Those of some cards that a side holds, goalkeepers last."""
        side = self.sides[s]
        return [c for c in (*side.cards, *map(code_of, side.keepers)) if c in codes]

    # Hands

    def has(self, s: int, kind: str) -> bool:
        """R33: whether a side may play a card of this kind."""
        side = self.sides[s]
        left = side.played < self.rules.max_actions_per_match
        return side.hand[kind] > 0 and left and not self.over

    def spend(self, s: int, kind: str) -> None:
        """R33: a card is played; it leaves the hand (A24: a Curse may stay)."""
        self.require(self.has(s, kind), f"R33, I6: no {kind} to play")
        side = self.sides[s]
        side.played += 1
        if not (kind == "curse" and self.rules.curse_reusable):
            side.hand[kind] -= 1
        self.tally(f"cards_played_{kind}", s)
        self.tally("cards_played", s)

    def word_of(self, event: Happening) -> str:
        """The kind of action card an event names."""
        self.require(0 <= event.a < CardKind.OMIT, "R28: no such action card")
        return CardKind(event.a).word

    # Dice

    def place(self, name: str, s: int, packed: int, dice: int) -> tuple[int, ...]:
        """D11, D12, I8: the faces placed, 0-based; legal for the dice mode (A2)."""
        faces, mode = self.shown(name, packed, dice), self.rules.dice_mode.word
        if mode == "chosen_distinct":
            self.decide(name, s, distinct(len(faces), self.rules.die_faces), faces)
        elif mode == "chosen_any":
            self.decide(name, s, None, faces)
        return faces

    def shown(self, name: str, packed: int, dice: int, thrown: bool = False) -> tuple[int, ...]:
        """I8: faces that so many dice can show, placed or thrown."""
        faces, most = unpack(packed), self.rules.die_faces
        self.require(all(face < most for face in faces), f"I8: a face above {most}: {faces}")
        different = self.rules.dice_mode.word == "chosen_distinct" and not thrown
        dice = min(dice, most) if different else dice
        self.require(len(faces) == dice, f"A2, {name}: {dice} dice, but {faces}")
        self.require(len({*faces}) == dice or not different, f"A2, {name}: {faces} repeat")
        return faces


def distinct(dice: int, most: int) -> list[tuple[int, ...]]:
    """All sets of so many different faces."""
    return [*combinations(range(most), dice)]


def unpack(packed: int) -> tuple[int, ...]:
    """Sorted 0-based faces of an event, four bits for each face."""
    return tuple(face for face in range(16) for _ in range(packed >> 4 * face & 15))


def unmatched(shot: Sequence[int], save: Sequence[int], save_match: str) -> bool:
    """R18, A3: whether a face (or, by die matching, a die) of the shot finds no match."""
    if save_match == "die":
        return bool(Counter(shot) - Counter(save))
    return bool({*shot} - {*save})
