"""Random house rules, components and players of nove_anni."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from nove_anni_told import SHIPPED, deck, fighter

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Word
from sim.games.nove_anni.cards import SPECIALS
from sim.games.nove_anni.priors import PRIORS
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.strategies import STRATEGIES, KnockOut, Policy

SHARES = (0.0, 0.1, 0.3, 0.6)  # of the options or parameters that are changed
CHAIN = {"start_rule": "loser_of_previous", "series_length": 3}
FEW_VALUES: dict[str, Sequence[int]] = {
    "decks": (0, 1, 2, 3),
    "players_per_deck": (1, 2, 3),
    "draw_first": (4, 6, 8, 12),
    "draw_next": (0, 2, 4, 4, 6),
    "columns": (1, 2, 3, 4),
    "special_slots": (0, 1),
    "light_value": (0, 50, 100, 200),
    "activations_per_turn": (0, 1, 2, 6),
    "science_top_k": (1, 2, 3, 4),
    "awakening_min_turn": (1, 3, 1001),
    "teacher_cards": (1, 2, 3, 4),
    "points_transformed": (0, 1, 3),
}


def random_match(rng: random.Random) -> tuple[Rules, list[Policy], Components]:
    """A match that can be played: rules, a policy for each of 2 to 6 seats, components."""
    while True:
        players, components = rng.choice((2, 2, 3, 3, 4, 5, 6)), random_components(rng)
        try:
            rules = Rules.read(random_rules(rng))
            rules.check_table(players, components)
        except InputError:
            continue
        return rules, random_policies(rng, players), components


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Some options changed, and a cap that keeps a match short."""
    share = rng.choice(SHARES)
    special = {"max_turns", "start_rule", "series_length"}
    names = [n for n in Rules.model_fields if n not in special and rng.random() < share]
    values = {name: any_value(rng, name, Rules.model_fields[name].annotation) for name in names}
    values |= rng.choice(({}, {}, {"start_rule": "seat0"}, CHAIN))
    return values | {"max_turns": rng.choice((1, 3, 12, 30, 30))}


def any_value(rng: random.Random, name: str, kind: Any) -> Any:
    """A value of an option that makes a difference."""
    if kind is bool:
        return rng.random() < 0.5
    if isinstance(kind, type) and issubclass(kind, Word):
        return rng.choice(kind.words())
    if name.startswith("points") and name not in FEW_VALUES:
        low = 0 if name in ("points_friend", "points_tame") else -2
        return rng.randint(low, 3)
    return rng.choice(FEW_VALUES[name])


def random_policies(rng: random.Random, players: int) -> list[Policy]:
    """A strategy for each seat; sometimes the same for all."""
    policies = [random_policy(rng) for _ in range(players)]
    return policies[:1] * players if rng.random() < 0.2 else policies


def random_policy(rng: random.Random) -> Policy:
    """A named strategy, or one with some parameters changed; sometimes with a knock-out."""
    base, share = STRATEGIES[rng.choice(list(STRATEGIES))], rng.choice(SHARES)
    values: dict[str, Any] = {}
    for name, field in Policy.model_fields.items():
        if name in {"kind", "blank", "blank_column"} or rng.random() >= share:
            continue
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Word):
            values[name] = rng.choice(kind.words())
        elif name.startswith("rank_"):
            values[name] = rng.randint(1, 8)
        elif kind is int:
            values[name] = rng.randint(0, 4)
        else:
            values[name] = rng.choice((0.0, 0.1, 0.5, 1.0, 2.0, 3.0))
    if rng.random() < 0.2:
        values["blank"] = rng.choice(KnockOut.words())
        values["blank_column"] = rng.choice(KnockOut.words())
    return Policy.read(values, base)


def random_components(rng: random.Random) -> Components:
    """The shipped files, some of a prior, or odd ones: few values, many specials."""
    chance = rng.random()
    if chance < 0.4:
        return SHIPPED
    if chance < 0.6:
        return PRIORS[rng.choice(list(PRIORS))](SHIPPED, rng)
    high = rng.choice((1, 3, 10, 100, 999))
    kinds = ("rascal", "friend", "fierce", "tame")
    rows = [
        fighter(f"{kind}_{i}", kind, [rng.randint(0, high) for _ in range(4)], rng.choice((0, 1, 1, 2, 3)))
        for kind in kinds
        for i in range(rng.choice((1, 4, 10)))
    ]  # fmt: skip
    copies = {name: rng.choice((0, 1, 1, 2, 4)) for name in SPECIALS}
    if not any(row.copies_per_deck for row in rows):
        return random_components(rng)
    return deck(rows, copies)
