"""Told matches of The Singaporean Dream, and small decks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from telling import INTERPRETED, Happening, Told, tell

from sim.engine.components import Components
from sim.engine.seating import Rotation
from sim.games import game
from sim.games.singaporean_dream.cards import TABLES, Action, Cash, Dream, Personality
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.story import Event
from sim.games.singaporean_dream.strategies import STRATEGIES, Policy
from sim.plan import Scenario

GAME = game("singaporean_dream")
SHIPPED = TABLES.read()
FEW = 2 if INTERPRETED else 8  # told matches of a rule test
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
        "base", GAME.name, read, labels, policies, components, 2**40, seed, Rotation.OFF, "splitmix"
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


def player(**weights: Any) -> Policy:
    """A scripted player of these weights."""
    return Policy.read(weights)


def of(events: Iterable[Happening], *kinds: Event) -> list[Happening]:
    """Events of some kinds."""
    return [event for event in events if event.kind in kinds]


# Components ---------------------------------------------------------------------------------------


def cash_row(value: int, copies: int) -> Cash:
    """A denomination."""
    return Cash.model_validate(
        {
            "cash_id": f"cash_{value}", "label": f"{value}K", "value_k": value, "copies": copies,
            "provenance_value": "assumed", "provenance_copies": "assumed", "provenance": "assumed",
        }
    )  # fmt: skip


def action_row(
    name: str, effect: str, scope: str, amount: int, copies: int, keep: int = 100
) -> Action:
    """A kind of action card."""
    return Action.model_validate(
        {
            "action_id": name, "label": name, "effect": effect, "scope": scope, "amount": amount,
            "copies": copies, "keep_value": keep, "provenance_label": "assumed",
            "provenance_effect": "assumed", "provenance_copies": "assumed", "provenance": "assumed",
        }
    )  # fmt: skip


def dream_row(name: str, price: int, bonus: str = "none") -> Dream:
    """A dream."""
    return Dream.model_validate(
        {
            "dream_id": name, "label": name, "value_k": price, "bonus_personality": bonus,
            "provenance_label": "assumed", "provenance_value": "assumed", "provenance": "assumed",
        }
    )  # fmt: skip


def person_row(name: str, effect: str, scope: str = "none", amount: int = 0) -> Personality:
    """A personality with its power."""
    return Personality.model_validate(
        {
            "personality_id": name, "label": name, "power_effect": effect, "power_scope": scope,
            "power_amount": amount, "provenance_label": "assumed", "provenance_power": "assumed",
            "provenance": "assumed",
        }
    )  # fmt: skip


def made_of(
    cash: Sequence[Cash] | None = None,
    actions: Sequence[Action] | None = None,
    dreams: Sequence[Dream] | None = None,
    people: Sequence[Personality] | None = None,
) -> Components:
    """The shipped components with some tables replaced, checked as a user's files would be."""
    given = {
        "cash_cards": cash,
        "action_cards": actions,
        "dream_cards": dreams,
        "personalities": people,
    }
    rows = {name: tuple(table) for name, table in given.items() if table is not None}
    components = SHIPPED.changed(rows)
    for name in rows:
        complaint = TABLES.tables[name].check(components.rows[name])
        assert not complaint, complaint
    complaint = TABLES.check(components.rows, components.paths)
    assert not complaint, complaint
    return components


# What happened ------------------------------------------------------------------------------------


def cut(events: Sequence[Happening], *kinds: Event) -> list[list[Happening]]:
    """Stretches of events, each beginning with one of these kinds."""
    starts = [i for i, event in enumerate(events) if event.kind in kinds]
    return [list(events[a:b]) for a, b in pairwise([*starts, len(events)])]


def turns(told: Told) -> list[list[Happening]]:
    """Events of every turn."""
    return cut(told.events, Event.TURN)


# Decks of a few kinds -----------------------------------------------------------------------------

HUNDREDS = (cash_row(100, 60),)
CHEAP = tuple(dream_row(f"cheap_{i}", 100) for i in range(18))


def with_cards(*rows: Action, cash: Sequence[Cash] = HUNDREDS, **more: Any) -> Components:
    """A deck of hundreds and some kinds of action cards, dreams at 100K."""
    return made_of(cash, rows, more.get("dreams", CHEAP), more.get("people"))


WEDDING = action_row("wedding", "collect_cash", "all", 100, 20)
FINE = action_row("fine", "collect_cash", "one", 200, 20)
SABO = action_row("sabo", "steal_dream", "one", 1, 20)
CHOPE = action_row("chope", "steal_cash_card", "one", 1, 20)
KAYPOH = action_row("kaypoh", "steal_hand_card", "one", 1, 20)
TRAIN = action_row("train", "discard_hand", "one", 2, 20)
STOP = action_row("no", "stop", "none", 0, 30)
QUEUE = action_row("queue", "draw_cards", "none", 2, 20)
VOUCHER = action_row("voucher", "salvage_cash", "none", 200, 20)
TOTO = action_row("toto", "take_top_dream", "none", 1, 20)

# The mini game of section 12: who buys the only dream
MINI = made_of((cash_row(100, 200),), (), (dream_row("only", 100),))
MINI_RULES = {"powers_enabled": False, "dreams_in_pile": 1}
