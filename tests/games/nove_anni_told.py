"""Told matches of nove_anni, and small decks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from telling import INTERPRETED, Happening, Told, tell

from sim.engine.components import Components
from sim.engine.seating import Rotation
from sim.games import game
from sim.games.nove_anni.cards import LIGHTS, SPECIALS, TABLES, Card
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.story import Event
from sim.games.nove_anni.strategies import STRATEGIES, Policy
from sim.plan import Scenario

GAME = game("nove_anni")
SHIPPED = TABLES.read()
FEW = 2 if INTERPRETED else 14  # told matches of a rule test
PAIR = ("random", "random")
BITS = {name: bit for bit, name in enumerate(SPECIALS)}


def match_of(
    rules: Mapping[str, Any] | Rules | None = None,
    seats: Sequence[str | Policy] = PAIR,
    components: Components = SHIPPED,
    seed: int = 1,
    rotation: Rotation = Rotation.OFF,
) -> Scenario:
    """A scenario, checked as a config's would be."""
    policies = tuple(STRATEGIES[s] if isinstance(s, str) else s for s in seats)
    read = rules if isinstance(rules, Rules) else Rules.read(rules or {})
    GAME.check(read, policies, components)
    labels = tuple(s if isinstance(s, str) else "custom" for s in seats)
    return Scenario(
        "base", GAME.name, read, labels, policies, components, 2**40, seed, rotation, "splitmix"
    )


def several(
    rules: Mapping[str, Any] | None = None,
    seats: Sequence[str | Policy] = PAIR,
    components: Components = SHIPPED,
    number: int = FEW,
    seed: int = 1,
) -> list[Told]:
    """Some matches with their events."""
    s = match_of(rules, seats, components, seed)
    return [tell(s, match) for match in range(number)]


def player(base: str = "best_fit", **changes: Any) -> Policy:
    """A strategy with some parameters changed."""
    return Policy.read(changes, STRATEGIES[base])


def of(events: Iterable[Happening], *kinds: Event) -> list[Happening]:
    """Events of some kinds."""
    return [event for event in events if event.kind in kinds]


def turns(told: Told) -> list[list[Happening]]:
    """Events of every turn, an aborted last one too."""
    starts = [i for i, event in enumerate(told.events) if event.kind == Event.TURN]
    ends = [i for i, event in enumerate(told.events) if event.kind == Event.END]
    return [told.events[a:b] for a, b in pairwise([*starts, *ends])]


# Decks --------------------------------------------------------------------------------------------


def fighter(name: str, kind: str, values: Sequence[int], copies: int = 1) -> Card:
    """A fighter of these values."""
    polarity = "positive" if kind in ("friend", "tame") else "negative"
    return Card.model_validate(
        {
            "card_id": name, "label": name, "kind": kind, "kind_label": kind,
            "polarity": polarity, "copies_per_deck": copies, "intelligence": values[0],
            "strength": values[1], "feeling": values[2], "courage": values[3],
            "provenance": "assumed",
        }
    )  # fmt: skip


def deck(
    fighters: Sequence[Card] | None = None, specials: Mapping[str, int] | None = None
) -> Components:
    """The shipped cards with other fighters, and so many copies of each special (default: 1)."""
    copies = {SPECIALS[name][0]: n for name, n in (specials or {}).items()}
    shipped = SHIPPED.rows["cards"]
    rows = (
        tuple(fighters) if fighters is not None else tuple(r for r in shipped if r.kind != "light")
    )
    rows += tuple(row for row in shipped if row.kind == "light")
    rows = tuple(
        row.model_copy(update={"copies_per_deck": copies.get(row.card_id, row.copies_per_deck)})
        for row in rows
    )
    special_rows = tuple(
        row.model_copy(update={"copies_per_deck": copies.get(row.card_id, row.copies_per_deck)})
        for row in SHIPPED.rows["specials"]
    )
    components = SHIPPED.changed({"cards": rows, "specials": special_rows})
    for name in ("cards", "specials"):
        complaint = TABLES.tables[name].check(components.rows[name])
        assert not complaint, complaint
    complaint = TABLES.check(components.rows, components.paths)
    assert not complaint, complaint
    return components


def only(**specials: int) -> Components:
    """The shipped fighters and so many copies of these specials, none of the others."""
    return deck(specials=dict.fromkeys(SPECIALS, 0) | specials)


def is_light(special: int) -> bool:
    """Whether a special is a light card."""
    return list(SPECIALS)[special] in LIGHTS
