"""Scenes of Bundesliga: small boards, chosen cards and managers, and how to look at what happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from bundesliga_tiny import SHIPPED, neutral, table, with_rows
from bundesliga_told import match_of
from telling import INTERPRETED, Happening, Told, tell

from sim.engine.components import Components
from sim.games.bundesliga.cards import EventCard, player_cards
from sim.games.bundesliga.story import Event, Ledger
from sim.games.bundesliga.strategies import Policy
from sim.play import play_rows

FEW, MANY = (3, 12) if INTERPRETED else (20, 20_000)  # told matches, records
FAR = 1e-6  # a p value that no fixed seed meets by accident
PAIR = ("passive", "passive")
QUIET = neutral()  # the printed board and cards, but event cards do nothing
TRADES = (Event.BUY, Event.SELL)
PRICES = [card.purchase_price for card in player_cards(SHIPPED)]
SALES = [card.sale_price for card in player_cards(SHIPPED)]
MATCHES = (Event.HOME_MATCH, Event.AWAY_MATCH)
LOST, DRAWN, WON = 0, 1, 2
SAFE = {"relegation_points": 0}
ONE = {"max_turns": 1}


def manager(kind: str, **parameters: int) -> Policy:
    """A strategy with some parameters changed."""
    return Policy.read({"kind": kind, **parameters})


def row_of(text: str, number: int = 11) -> str:
    """A board whose spaces behind the start are all alike, so that no roll matters."""
    return ",".join([text] * number)


EMPTY = row_of("neutral")


def board_with(events: Sequence[EventCard], *spaces: str, cups: str = "20h10 30a20") -> Components:
    """A board that repeats some spaces, and these event cards."""
    return with_rows(table(row_of(",".join(spaces), 12 // len(spaces)), cups), event_cards=events)


def priced(components: Components | str = QUIET, **columns: Sequence[int]) -> Components:
    """Other columns of the player cards, from value 1 to 5."""
    rows = sorted(SHIPPED.rows["player_cards"], key=lambda row: row.value)
    changed = [
        row.model_copy(update={name: column[i] for name, column in columns.items()})
        for i, row in enumerate(rows)
    ]
    return with_rows(read(components), player_cards=changed)


def read(components: Components | str) -> Components:
    """Components; a text is a board without any effect of event cards."""
    return table(components) if isinstance(components, str) else components


def told(
    components: Components | str = QUIET,
    rules: dict[str, Any] | None = None,
    seats: Sequence[str | Policy] = PAIR,
    match: int = 0,
    **changes: Any,
) -> Told:
    """A match of a scene with its events."""
    return tell(match_of(rules, seats, read(components), **changes), match)


def several(
    components: Components | str = QUIET,
    rules: dict[str, Any] | None = None,
    seats: Sequence[str | Policy] = PAIR,
    number: int = FEW,
    **changes: Any,
) -> list[Told]:
    """Some matches of a scene with their events."""
    s = match_of(rules, seats, read(components), **changes)
    return [tell(s, match) for match in range(number)]


def played(
    components: Components | str = QUIET,
    rules: dict[str, Any] | None = None,
    seats: Sequence[str | Policy] = PAIR,
    number: int = MANY,
    **changes: Any,
) -> Any:
    """Records of some matches of a scene."""
    return play_rows(match_of(rules, seats, read(components), **changes), 0, number)


# What happened ------------------------------------------------------------------------------------


def of(events: Iterable[Happening], *kinds: Event) -> list[Happening]:
    """Events of some kinds."""
    return [event for event in events if event.kind in kinds]


def booked(match: Told, ledger: Ledger, seat: int = 0) -> list[int]:
    """Amounts booked for a player."""
    return [e.a for e in match.kinds(Event.BOOK) if (e.seat, e.b) == (seat, ledger)]


def numbers(match: Told, kind: Event, seat: int = 0) -> list[int]:
    """The first number of a player's events of a kind."""
    return [e.a for e in match.kinds(kind) if e.seat == seat]


def cut(match: Told, *kinds: Event) -> list[list[Happening]]:
    """Stretches of events, each beginning with one of these kinds."""
    starts = [i for i, event in enumerate(match.events) if event.kind in kinds]
    return [match.events[a:b] for a, b in pairwise([*starts, len(match.events)])]


def rolls(match: Told) -> list[list[Happening]]:
    """A stretch for each roll: move, sales after it, and what the next player trades."""
    return cut(match, Event.ROLL)


def squad(match: Told, seat: int = 0) -> list[int]:
    """Cards by value, 1 first, that a player has at the end."""
    return [int(number) for number in match.tables[0].own[seat]]


def first(
    components: Components | str,
    policy: str | Policy,
    rules: dict[str, Any] | None = None,
) -> tuple[list[int], list[int], list[int]]:
    """Values that seat 0 buys, and sells before and after the roll, on the first turn of four."""
    match = told(components, ONE | (rules or {}), [policy, "passive", *PAIR])
    at = [event.kind for event in match.events].index(Event.ROLL)
    before, after = match.events[:at], match.events[at:]
    parts = of(before, Event.BUY), of(before, Event.SELL), of(after, Event.SELL)
    bought_, sold, sold_after = ([event.a for event in part] for part in parts)
    return bought_, sold, sold_after


def bought(
    components: Components | str, policy: str | Policy, rules: dict[str, Any] | None = None
) -> list[int]:
    """Values that seat 0 buys on the first turn of four."""
    return first(components, policy, rules)[0]
