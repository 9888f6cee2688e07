"""Random house rules, components and players of The Singaporean Dream."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from singaporean_dream_told import SHIPPED, action_row, cash_row, dream_row, made_of, person_row

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Word
from sim.games.singaporean_dream.cards import PILE, TYPES
from sim.games.singaporean_dream.priors import PRIORS
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.rules_words import PersonalityAssignment
from sim.games.singaporean_dream.strategies import NEVER, STRATEGIES, KnockOut, Policy

TURNS = 250  # of a match at most: a log of 65 536 events has room for 260 in each
SHARES = (0.0, 0.1, 0.3, 0.6)  # of the options or weights that are changed
SOMETIMES = 0.3
ON_PLAYERS = ("collect_cash", "discard_hand")  # effects of scope one or all
ON_ONE = ("steal_cash_card", "steal_dream", "steal_hand_card")
ON_NOBODY = ("draw_cards", "salvage_cash", "take_top_dream")
MONEY = (50, 100, 100, 150, 200, 300, 500, 2000)
CARDS = (1, 1, 1, 2, 2, 3, 5)


def random_match(rng: random.Random) -> tuple[Rules, list[Policy], Components]:
    """A match that can be played: rules, a policy for each of 2 to 6 seats, components."""
    while True:
        players = rng.choice((2, 2, 3, 3, 4, 4, 5, 6))
        components = random_components(rng)
        values = random_rules(rng, players, components)
        try:
            rules = Rules.read(values)
            rules.check_table(players, components)
        except InputError:
            continue
        return rules, random_policies(rng, players), components


# Rules


def random_rules(rng: random.Random, players: int, components: Components) -> dict[str, Any]:
    """Some options changed, and a cap that keeps a match short."""
    share = rng.choice(SHARES)
    special = {"max_turns", "fixed_personalities", "personality_assignment", "dreams_in_pile"}
    names = [n for n in Rules.model_fields if n not in special and rng.random() < share]
    values = {name: any_value(rng, name, Rules.model_fields[name].annotation) for name in names}
    values["max_turns"] = rng.choice((rng.randint(1, 20), 40, 40, 80, TURNS))
    dreams = len(components.rows["dream_cards"])
    if dreams < 18 or rng.random() < SOMETIMES:
        values["dreams_in_pile"] = rng.randint(1, dreams)
    people = [row.personality_id for row in components.rows["personalities"]]
    if rng.random() < share and len(people) >= players:
        values["personality_assignment"] = PersonalityAssignment.FIXED.word
        values["fixed_personalities"] = "+".join(rng.sample(people, players))
    return values


def any_value(rng: random.Random, name: str, kind: Any) -> Any:
    """A value of an option that makes a difference."""
    if kind is bool:
        return rng.random() < 0.5
    if isinstance(kind, type) and issubclass(kind, Word):
        return rng.choice(kind.words())
    choices: dict[str, Sequence[int]] = {
        "initial_hand": (0, 0, 1, 3, 5, 8, 20),
        "draw_per_turn": (1, 2, 3, 5, 10),
        "empty_hand_draw": (1, 2, 4, 10),
        "actions_per_turn": (1, 1, 2, 3, 4, 6, 10),
        "power_uses_per_turn": (0, 1, 2, 3, 10),
        "hand_limit": (1, 2, 4, 6, 12, 99),
        "reshuffle_keep_top": (0, 0, 1, 3, 20, 200),
        "bonus_dream_count": (1, 2, 3, 5),
        "forfeit_dreams": (1, 2, 3, 18),
        "dream_market_size": (1, 2, 3, 5, 18),
        "stop_chain_max": (0, 1, 2, 3, 99),
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
    """A named strategy, or one with some weights changed; sometimes an effect is knocked out."""
    base, share = STRATEGIES[rng.choice(list(STRATEGIES))], rng.choice(SHARES)
    values: dict[str, Any] = {}
    for name, field in Policy.model_fields.items():
        kind = field.annotation
        if name in {"kind", "blank"} or rng.random() >= share:
            continue
        if kind is bool:
            values[name] = rng.random() < 0.5
        elif isinstance(kind, type) and issubclass(kind, Word):
            values[name] = rng.choice(kind.words())
        else:
            values[name] = any_weight(rng, name)
    if rng.random() < 0.2:
        values["blank"] = rng.choice(KnockOut.words())
    return Policy.read(values, base)


def any_weight(rng: random.Random, name: str) -> float:
    """A multiple of 0.25; thresholds and worths are of the size of sums of money."""
    if name in {"stop_at", "stop_foreign_at", "counter_at"}:
        return rng.choice((0.0, 50.0, 100.0, 200.0, 300.0, 600.0, 1200.0, -1.0, NEVER))
    if name in {"dream_worth", "card_worth", "shield", "stop_keep_bonus"}:
        return rng.choice((0.0, 50.0, 100.0, 200.0, 300.0, 600.0, rng.randint(-40, 4000) / 4))
    if name == "endgame_max_deficit":
        return rng.choice((-1.0, 0.0, 1.0, 2.0, 3.0, 100.0))
    return rng.choice((0.0, 0.25, 0.5, 1.0, 2.0, rng.randint(-4, 12) / 4, rng.randint(-4, 12) / 4))


# Components


def random_components(rng: random.Random) -> Components:
    """The shipped files, some of the prior, or odd ones."""
    chance = rng.random()
    if chance < SOMETIMES:
        return SHIPPED
    if chance < 0.5:
        return PRIORS["cards"](SHIPPED, rng)
    people = some_people(rng) if rng.random() < 0.7 else None
    known = people or SHIPPED.rows["personalities"]
    return made_of(
        *some_cards(rng),
        some_dreams(rng, [row.personality_id for row in known]),
        people,
    )


def some_cards(rng: random.Random) -> tuple[list[Any], list[Any]]:
    """Cash of one to eight denominations in any order, and action cards of any effect."""
    denominations = rng.choice((1, 2, 2, 3, 4, 4, 6, 8))
    values = rng.sample(range(50, 1050, 50), denominations)
    if rng.random() < 0.5:  # small ones, with many sums
        values = rng.sample(range(50, 50 * (denominations + 3), 50), denominations)
    many = rng.choice(((0, 1, 2), (1, 2, 4), (4, 8, 12), (10, 14, 20)))
    cash = [cash_row(value, rng.choice(many)) for value in values]
    kinds = rng.choice((0, 1, 3, 8, 14, 20, TYPES - denominations))
    few = rng.choice(((0, 1), (1, 2), (1, 2, 4), (4, 6)))
    actions = [some_action(rng, i, rng.choice(few)) for i in range(kinds)]
    if rng.random() < 0.5:  # many stops: long chains
        actions.insert(rng.randint(0, kinds), action_row("many_stops", "stop", "none", 0, 12, 200))
        actions = actions[: TYPES - denominations]
    if not 1 <= sum(row.copies for row in (*cash, *actions)) <= PILE:
        return some_cards(rng)
    return cash, actions


def some_action(rng: random.Random, number: int, copies: int) -> Any:
    """An action card of any effect."""
    effect = rng.choice(("stop", *ON_PLAYERS, *ON_ONE, *ON_NOBODY))
    keep = rng.choice((0, 50, 100, 200, 250, 600))
    return action_row(f"card_{number}", effect, *scope_and_amount(rng, effect), copies, keep)


def scope_and_amount(rng: random.Random, effect: str) -> tuple[str, int]:
    """What goes with an effect (section 5)."""
    scope = "none"
    if effect in ON_PLAYERS:
        scope = rng.choice(("one", "all"))
    elif effect in ON_ONE:
        scope = "one"
    if effect in {"stop", "protect_dreams"}:
        return scope, 0
    if effect == "take_top_dream":
        return scope, 1
    money = effect in {"collect_cash", "salvage_cash", "discount_buy"}
    return scope, rng.choice(MONEY if money else CARDS)


def some_dreams(rng: random.Random, people: Sequence[str]) -> list[Any]:
    """Few or many dreams, of equal or different prices, with few or many bonuses."""
    number = rng.choice((1, 2, 3, 6, 6, 12, 18, 18, 30, 64))
    prices = rng.choice(((50, 100), (100,), (100, 200, 300), range(50, 1050, 50), (500, 2000)))
    share = rng.choice((0.0, 0.5, 1.0))
    return [
        dream_row(
            f"dream_{i}", rng.choice(prices), rng.choice(people) if rng.random() < share else "none"
        )
        for i in range(number)
    ]


def some_people(rng: random.Random) -> list[Any]:
    """Two to eight personalities with any powers."""
    effects = (*ON_PLAYERS, *ON_ONE, *ON_NOBODY, "protect_dreams", "discount_buy")
    found = []
    for i in range(rng.choice((2, 3, 4, 6, 6, 7, 8, 8))):
        effect = rng.choice(effects)
        found.append(person_row(f"person_{i}", effect, *scope_and_amount(rng, effect)))
    return found
