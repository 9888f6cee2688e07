"""Random house rules, components and players of nove_anni."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from nove_anni_told import SHIPPED, deck, fighter

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Word
from sim.games.nove_anni.cards import ROWS, SPECIALS
from sim.games.nove_anni.priors import PRIORS
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.strategies import STRATEGIES, KnockOut, Policy, Unplaced

SHARES = (0.0, 0.1, 0.3, 0.6)  # of the options or weights that are changed
SOMETIMES = 0.3
TURNS = 200  # of a match at most: a log of 65 536 events has room for 320 in each
LIGHTS = 4  # kinds of light cards
FIGHTERS = ("rascal", "friend", "fierce", "tame")


def random_match(rng: random.Random) -> tuple[Rules, list[Policy], Components]:
    """A match that can be played: rules, a policy for each of 2 to 6 seats, components."""
    while True:
        players = rng.choice((2, 2, 3, 3, 4, 5, 6))
        components = random_components(rng)
        try:
            rules = Rules.read(random_rules(rng))
            rules.check_table(players, components)
        except InputError:
            continue
        return rules, random_policies(rng, players), components


# Rules


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Some options changed, and a cap that keeps a match short."""
    share = rng.choice(SHARES)
    special = {"max_turns", "start_rule", "series_length"}
    names = [n for n in Rules.model_fields if n not in special and rng.random() < share]
    values = {name: any_value(rng, name, Rules.model_fields[name].annotation) for name in names}
    columns = values.get("columns", 4)
    values["teacher_cards"] = min(values.get("teacher_cards", 4), columns)
    values["max_turns"] = rng.choice((rng.randint(1, 8), 8, 12, 12, 25, rng.choice((40, TURNS))))
    if rng.random() < share:
        values["start_rule"] = rng.choice(("seat0", "loser_of_previous"))
        if values["start_rule"] == "loser_of_previous":
            values["series_length"] = rng.choice((2, 3, 5))
    if rng.random() < SOMETIMES * share:  # many specials in one turn
        values |= {"activations_per_turn": 6, "slot_replace": "to_hand"}
    return values


def any_value(rng: random.Random, name: str, kind: Any) -> Any:
    """A value of an option that makes a difference."""
    if kind is bool:
        return rng.random() < 0.5
    if isinstance(kind, type) and issubclass(kind, Word):
        return rng.choice(kind.words())
    if name.startswith("points_"):
        low = 0 if name in {"points_friend", "points_tame", "points_transformed"} else -10
        return rng.choice((low, rng.randint(low, 10), 0, 1, 2))
    choices: dict[str, Sequence[int]] = {
        "decks": (0, 1, 1, 2, 3),
        "players_per_deck": (1, 2, 3, 6),
        "draw_first": (1, 2, 4, 4, 5, 6, 8, 8, 12, rng.choice((8, 20))),
        "draw_next": (0, 1, 2, 3, 4, 4, 6, 20),
        "columns": (1, 2, 3, 4),
        "special_slots": (0, 1, 1, 1),
        "light_value": (0, 5, 50, 99, 999),
        "activations_per_turn": (0, 1, 2, 3, 6),
        "science_top_k": (1, 2, 3, 4),
        "awakening_min_turn": (1, 2, 4, 6, 1001),
        "teacher_cards": (1, 2, 3, 4),
    }
    return rng.choice(choices[name])


# Players


def random_policies(rng: random.Random, players: int) -> list[Policy]:
    """A strategy for each seat; sometimes the same for all, or all random."""
    if rng.random() < 0.1:
        return [STRATEGIES["random"]] * players
    policies = [random_policy(rng) for _ in range(players)]
    return policies[:1] * players if rng.random() < 0.1 else policies


def random_policy(rng: random.Random) -> Policy:
    """A named strategy, or one with some weights changed; sometimes specials are knocked out."""
    base, share = STRATEGIES[rng.choice(list(STRATEGIES))], rng.choice(SHARES)
    values: dict[str, Any] = {}
    for name, field in Policy.model_fields.items():
        kind = field.annotation
        if name in {"kind", "blank", "blank_column"} or rng.random() >= share:
            continue
        if isinstance(kind, type) and issubclass(kind, Word):
            values[name] = rng.choice(kind.words())
        elif name.startswith("rank_"):
            values[name] = rng.randint(1, 8)
        else:
            values[name] = any_weight(rng, name)
    if rng.random() < 0.5:  # a list without ties
        ranks = rng.sample(range(1, 9), 8)
        values |= {f"rank_{name}": ranks[i] for i, name in enumerate(SPECIALS)}
    for name, knocked_out in (("blank", KnockOut), ("blank_column", Unplaced)):
        if rng.random() < 0.15:
            values[name] = rng.choice(knocked_out.words())
    return Policy.read(values, base)


def any_weight(rng: random.Random, name: str) -> float:
    """A threshold of the size of scores, or a multiple of 0.25."""
    if name in {"wake_lead", "obedience_deficit"}:
        return rng.choice((-999, -3, -1, 0, 1, 2, 4, 8, 999))
    if name in {"padre_min", "lord_min"}:
        return rng.choice((0, 0, 1, 2, 3, 5, 8, 1024))
    if name == "filter_min_active":
        return rng.choice((0, 1, 2, 3, 4))
    if name == "shield_win":
        return rng.choice((0.0, 0.1, 0.3, 0.5, 0.9, 1.0))
    if name == "late_turns":
        return rng.choice((0.0, 0.5, 1.0, 2.0, 5.0, 100.0))
    return rng.choice((0.0, 0.25, 0.5, 1.0, 3.0, rng.randint(0, 32) / 4, 25.0))


# Components


def random_components(rng: random.Random) -> Components:
    """The shipped files, values of a prior, other fighters, other numbers of specials."""
    if rng.random() < SOMETIMES:
        return SHIPPED
    if rng.random() < SOMETIMES:
        return PRIORS[rng.choice(list(PRIORS))](SHIPPED, rng)
    fighters = some_fighters(rng) if rng.random() < 0.7 else None
    many = rng.choice(((1,), (0, 1), (0, 1, 2), (1, 2, 3), (2, 5, 9)))
    copies = {name: rng.choice(many) for name in SPECIALS}
    if rng.random() < SOMETIMES:  # one special again and again
        copies[rng.choice(list(copies))] = 9
    components = deck(fighters, copies)
    if rng.random() < 0.5:
        return components
    rows = list(components.rows["cards"])
    rng.shuffle(rows)  # light cards among the fighters
    return components.changed({"cards": tuple(rows)})


def some_fighters(rng: random.Random) -> list[Any]:
    """Few or many fighters, with few or many equal values."""
    top = rng.choice((1, 3, 10, 99, 150, 999))
    kinds = rng.choice((FIGHTERS, FIGHTERS, FIGHTERS, ("friend", "rascal"), ("tame", "fierce")))
    many = rng.choice(((1,), (0, 1, 2), (1, 2, 3), (2, 4, 9)))
    number = rng.choice((1, 8, 20, 40, 55, 55, ROWS - LIGHTS))
    found = []
    for i in range(number):
        kind, values = rng.choice(kinds), [rng.randint(0, top) for _ in range(4)]
        copies = rng.choice(many) if i else 9
        found.append(fighter(f"{kind}_{i}", kind, values, copies))
    return found
