"""Told units of goooal, and how to look at what happens in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from telling import INTERPRETED, Happening, Told, tell

from sim.engine.components import Components
from sim.engine.seating import Rotation
from sim.games import game
from sim.games.goooal.cards import TABLES, Card, Team, cards
from sim.games.goooal.rules import Rules
from sim.games.goooal.story import Event
from sim.games.goooal.strategies import STRATEGIES, Policy
from sim.plan import Scenario

GAME = game("goooal")
SHIPPED = TABLES.read()
DECK = cards(SHIPPED)
FEW = 2 if INTERPRETED else 60  # told units of a rule test
PAIR = ("random", "random")


def match_of(
    rules: Mapping[str, Any] | Rules | None = None,
    seats: Sequence[str | Policy] = PAIR,
    components: Components = SHIPPED,
    seed: int = 1,
) -> Scenario:
    """A scenario, checked as a config's would be."""
    policies = tuple(STRATEGIES[s] if isinstance(s, str) else s for s in seats)
    read = rules if isinstance(rules, Rules) else Rules.read(rules or {})
    GAME.check(read, policies, components)
    labels = tuple(s if isinstance(s, str) else "custom" for s in seats)
    return Scenario(
        "base", "goooal", read, labels, policies, components, 2**40, seed, Rotation.OFF, "splitmix"
    )


def several(
    rules: Mapping[str, Any] | None = None,
    seats: Sequence[str | Policy] = PAIR,
    components: Components = SHIPPED,
    number: int = FEW,
    seed: int = 1,
) -> list[Told]:
    """Some units with their events."""
    s = match_of(rules, seats, components, seed)
    return [tell(s, match) for match in range(number)]


def player(**weights: Any) -> Policy:
    """A scripted player of these weights."""
    return Policy.read(weights)


def deck_of(*rows: str, teams: int = 6) -> Components:
    """A small deck from a few words for each card: `player red 2 5`, `agent blue`, `3x coupe red`."""
    made: list[Card] = []
    for row in rows:
        words = row.split()
        copies = int(words.pop(0)[:-1]) if words[0][0].isdigit() else 1
        kind, colour, team, number = (*words, None, None)[:4]
        for _ in range(copies):
            made.append(
                Card(
                    card_id=len(made), kind=kind, colour=colour, team=team, number=number,
                    label=row, provenance="assumed",
                )
            )  # fmt: skip
    used = {c.team for c in made if c.team is not None}
    spare = [t for t in range(32) if t not in used][: max(0, teams - len(used))]
    for team in spare:  # every team needs a card
        made.append(
            Card(card_id=len(made), kind="player", colour="grey", team=str(team), number="99",
                 label="spare", provenance="assumed")
        )  # fmt: skip
    named = [
        Team(team=t, name=f"T{t}", players_to_collect=5, provenance="assumed")
        for t in sorted({*used, *spare})
    ]
    return SHIPPED.changed({"cards": tuple(made), "teams": tuple(named)})


# What happened ------------------------------------------------------------------------------------


def matches(unit: Told) -> list[list[Happening]]:
    """Events of every match."""
    return cut(unit.events, Event.MATCH)


def turns(events: Sequence[Happening]) -> list[list[Happening]]:
    """Events of every turn; what follows the last of a match belongs to it."""
    return cut(events, Event.TURN, Event.MATCH)


def cut(events: Sequence[Happening], *kinds: Event) -> list[list[Happening]]:
    """Stretches of events, each beginning with one of these kinds."""
    starts = [i for i, event in enumerate(events) if event.kind in kinds]
    return [list(events[a:b]) for a, b in pairwise([*starts, len(events)])]


def of(events: Iterable[Happening], *kinds: Event) -> list[Happening]:
    """Events of some kinds."""
    return [event for event in events if event.kind in kinds]


def kind_of(card: int) -> str:
    """Kind of a card of the shipped deck."""
    return DECK[card].kind


def plays(events: Sequence[Happening]) -> Iterator[list[int]]:
    """Cards of every play or answer, in their order."""
    for part in cut(events, Event.PLAY, Event.RESPOND):
        cards_ = [part[0].a]
        for event in part[1:]:
            if event.kind != Event.ADD:
                break
            cards_.append(event.a)
        yield cards_
