"""Random house rules, components and managers of Bundesliga."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Word
from sim.games.bundesliga.cards import (
    COLOURS,
    IMMEDIATE,
    MONEY_TOKENS,
    STRENGTH_TOKENS,
    TABLES,
    board,
    start_squad,
    start_strength,
)
from sim.games.bundesliga.rules import COVERS, Rules
from sim.games.bundesliga.strategies import Kind, Policy

EVENTS = 14_000  # that a log holds, with some room
SHARES = (0.1, 0.3, 0.6)  # of the options, rows or cards that are changed
MONEY = {  # DM that matter, by option
    "start_capital": (0, 200_000, 700_000, 1_500_000),
    "round_bonus": (0, 150_000, 300_000),
    "new_season_capital": (0, 100_000, 700_000),
    "cup_prize": (0, 250_000),
}
PERCENT = (0, 10, 50, 75, 100, 130, 200)


def random_match(rng: random.Random) -> tuple[Rules, list[Policy], Components]:
    """A match that can be played: rules, a policy for each of 2 to 4 seats, components."""
    players, components = rng.randint(2, 4), TABLES.read()
    if rng.random() < 0.6:
        components = random_components(rng, components)
    rules = Rules.read(random_rules(rng, players, components))
    return rules, random_policies(rng, players), components


# Rules


def random_rules(
    rng: random.Random, players: int = 4, components: Components | None = None
) -> dict[str, Any]:
    """Some options changed, such that this table can play with these components."""
    components = components or TABLES.read()
    while True:
        values = any_rules(rng, components)
        try:
            rules = Rules.read(values)
            rules.check_table(players, components)
        except InputError:
            continue
        bought = rules.max_transfers_per_window if rules.purchase_price_pct < 50 else 5
        most = EVENTS // (10 + min(2 * bought, 200))
        capped = rng.randint(1, most) if rng.random() < 0.1 else rng.randint(most // 2, most)
        return values | {"max_turns": capped}


def any_rules(rng: random.Random, components: Components) -> dict[str, Any]:
    """Some options changed, valid or not; `max_turns` is chosen by what comes out."""
    share, names = rng.choice(SHARES), [n for n in Rules.model_fields if n != "max_turns"]
    chosen = [name for name in names if rng.random() < share]
    values = {n: any_value(rng, n, Rules.model_fields[n].annotation, components) for n in chosen}
    if rng.random() < 0.3:
        values |= {"start_capital": rng.choice((0, 50_000, 200_000)), "round_bonus": 0}
        values |= {"insolvency": rng.choice(["bankruptcy", "bankruptcy", "debt", "forced_sale"])}
        values |= {"sale_price_pct": rng.choice((0, 10, 50))}
    return values


def any_value(rng: random.Random, name: str, kind: Any, components: Components) -> Any:
    """A value of an option that makes a difference."""
    if kind is bool:
        return rng.random() < 0.5
    if isinstance(kind, type) and issubclass(kind, Word):
        return rng.choice(kind.words())
    if name in MONEY:
        return rng.choice([*MONEY[name], 5_000 * rng.randint(0, 200)])
    if name.startswith("place_deduction"):
        return rng.choice([0, 50_000, 150_000, 1_000 * rng.randint(0, 300)])
    squad, strength = start_squad(components), start_strength(components)
    choices: dict[str, Sequence[Any]] = {
        "die_faces": (2, 3, 6, 8, 12, 20),
        "dice_count": (1, 2, 3),
        "rounds_per_season": (1, 2, 3, 4),
        "seasons": (1, 2, 3, 10),
        "points_win": (2, 3, 3, 5, 30),
        "points_draw": (0, 1, 2),
        "points_loss": (0, 0, 1),
        "relegation_points": (0, 5, 15, 20, 30, 200),
        "cup_rounds_to_win": (0, 1, 2, 3),
        "squad_min": (0, 1, squad // 2, squad),
        "squad_max": (0, squad, squad + 1, squad + 5, squad + 30),
        "strength_cap": (0, strength, strength + 4, strength + 20),
        "purchase_price_pct": PERCENT,
        "sale_price_pct": PERCENT,
        "max_transfers_per_window": (1, 2, 3, 5, 40, 200),
        "covered_stadiums": (covered(rng, components),),
    }
    return rng.choice(choices[name])


def covered(rng: random.Random, components: Components) -> tuple[int, ...]:
    """Up to three stadiums under red stickers."""
    spaces = [space.space for space in board(components) if space.kind == "points_match"]
    return tuple(rng.sample(spaces, min(len(spaces), rng.randint(0, COVERS))))


# Managers


def random_policies(rng: random.Random, players: int) -> list[Policy]:
    """A strategy with some parameters changed for each seat; sometimes the same for all."""
    policies = [random_policy(rng) for _ in range(players)]
    return policies[:1] * players if rng.random() < 0.1 else policies


def random_policy(rng: random.Random) -> Policy:
    """A strategy with some parameters changed."""
    choices: dict[str, Sequence[int]] = {
        "keep_squad": (0, 5, 10, 12, 20),
        "transfers_per_window": (0, 1, 2, 5, 200),
        "target": (0, 28, 30, 40, 60, 2000),
        "cash_floor": (0, 100_000, 600_000, 5_000 * rng.randint(0, 200)),
        "reserve": (0, 50_000, 200_000, 5_000 * rng.randint(0, 200)),
        "lookahead": (0, 1, 3, 12, 30, 256),
        "base": (0, 20, 26, 30, 40, 2000),
    }
    share = rng.choice((0.0, *SHARES))
    values = {name: rng.choice(c) for name, c in choices.items() if rng.random() < share}
    kinds = [*Kind, Kind.RANDOM, Kind.RANDOM]
    return Policy.read({"kind": rng.choice(kinds), **values})


# Components


def random_components(rng: random.Random, components: Components) -> Components:
    """Some tables changed as the priors of section 5 do, and beyond; still valid."""
    changes = {
        "board": any_board,
        "player_cards": any_player_cards,
        "event_cards": any_event_cards,
        "cup_cards": any_cup_cards,
    }
    rows, own = dict(components.rows), set(components.own)
    for name, change in changes.items():
        if rng.random() < 0.5:
            table = TABLES.tables[name]
            changed = [table.row.model_validate(row) for row in change(rng, rows[name])]
            complaint = table.check(changed)
            assert not complaint, complaint
            rows[name] = tuple(changed)
            own.add(name)
    return Components(components.paths, rows, frozenset(own))


def scaled(rng: random.Random, amount: int, low: float, high: float) -> int:
    """An amount times a random factor, in steps of 5,000 DM."""
    return 5_000 * round(amount * rng.uniform(low, high) / 5_000)


def any_board(rng: random.Random, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Opponents, sums and costs changed; sometimes shuffled, shorter, or with neutral spaces."""
    start, *others = [row.model_dump() for row in rows]
    if rng.random() < 0.4:
        rng.shuffle(others)
    if rng.random() < 0.2:
        del others[rng.randint(24, len(others)) :]
    neutral, costs = rng.choice((0, 0, 0.05, 0.3)), rng.choice((1, 1, 3, 10))
    for row in others:
        row["amount"] = scaled(rng, row["amount"], 0.6, 1.5)
        row["cost_amount"] = round(row["cost_amount"] * costs * rng.uniform(0.6, 1.5))
        if row["kind"] == "points_match":
            row["opponent_strength"] = max(1, row["opponent_strength"] + rng.randint(-3, 3))
        elif row["kind"] == "cost" and rng.random() < 0.2:
            row["cost_rule"] = rng.choice(["fixed", "per_player", "per_strength"])
        if rng.random() < neutral:
            row |= {"kind": "neutral", "opponent_strength": 0, "amount": 0}
            row |= {"venue": "none", "cost_rule": "none", "cost_amount": 0}
    return [row | {"space": space} for space, row in enumerate([start, *others])]


def any_player_cards(rng: random.Random, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Prices changed; sometimes all equal, or other numbers of cards."""
    common, ratio = rng.uniform(0.4, 1.4), rng.uniform(0.3, 1.0)
    alike, counts, found = rng.random() < 0.2, rng.random() < 0.3, []
    for row in rows:
        card = row.model_dump()
        price = 80_000 * card["value"] if alike else scaled(rng, card["purchase_price"], 0.9, 1.1)
        card["purchase_price"] = round(price * common)
        card["sale_price"] = int(card["purchase_price"] * ratio)
        if counts:
            card["start_per_player"] = max(0, card["start_per_player"] + rng.randint(-2, 1))
            card["count"] = 4 * card["start_per_player"] + rng.choice((0, 1, 4, 10))
        found.append(card)
    if not any(card["start_per_player"] for card in found):
        found[0] |= {"start_per_player": 1, "count": 8}
    return found


def any_event_cards(rng: random.Random, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Amounts and uses changed; sometimes other effects, fewer set aside, or tiny stacks."""
    cards, share = [row.model_dump() for row in rows], rng.choice(SHARES)
    plain = rng.random() if rng.random() < 0.3 else 0.0
    for card in cards:
        if card["effect"].startswith(("money", "bonus")):
            card["amount"] = round(card["amount"] * rng.uniform(0.5, 3))
        elif card["effect"] == "strength":
            card["amount"] += rng.randint(-1, 1)
        card["uses"] = max(1, card["uses"] + rng.randint(-1, 1))
        if rng.random() < share * 0.5:
            card |= any_effect(rng)
        if card["trigger"] != "immediate" and rng.random() < plain:
            card |= {"effect": "money", "amount": 0, "trigger": "immediate"}
    if rng.random() < 0.3:
        cards = rng.sample(cards, len(cards))
        small = {colour: rng.choice((0, 1, 2, 4)) for colour in COLOURS}
        stacks = [[card for card in cards if card["colour"] == colour] for colour in COLOURS]
        cards = [
            c for colour, stack in zip(COLOURS, stacks, strict=True) for c in stack[: small[colour]]
        ]
    return cards


def any_effect(rng: random.Random) -> dict[str, Any]:
    """An effect with an amount and follow-up events that go with it."""
    effect = rng.choice([*IMMEDIATE, "strength", "factor", "bonus"])
    amounts: dict[str, Sequence[int]] = {
        "money": (-400_000, -75_000, 0, 120_000),
        "money_per_player": (-20_000, 4_000),
        "money_per_point": (-9_000, 5_000),
        "gain_player": (1, 2, 3, 4, 5),
        "lose_player": (1, 2, 3, 4, 5),
        "strength": (-99, -5, 2, 10),
        "factor": (0, 33, 150, 333),
        "bonus": (-300_000, -15_000, 25_000),
    }
    tokens = STRENGTH_TOKENS if effect == "strength" else MONEY_TOKENS
    chosen = rng.sample(tokens, rng.randint(1, len(tokens)))
    trigger = "immediate" if effect in IMMEDIATE else "+".join(chosen)
    return {"effect": effect, "amount": rng.choice(amounts[effect]), "trigger": trigger}


def any_cup_cards(rng: random.Random, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Strengths and incomes changed; sometimes few cards, or all equal to the start squad."""
    cards = [row.model_dump() for row in rows]
    for card in cards:
        card["opponent_strength"] = max(0, card["opponent_strength"] + rng.randint(-4, 4))
        card["income"] = scaled(rng, card["income"], 0.6, 1.5)
        if rng.random() < 0.2:
            card["venue"] = rng.choice(["home", "away"])
    if rng.random() < 0.4:
        cards = rng.sample(cards, rng.choice((1, 2, 3)))
    if rng.random() < 0.4:
        cards = [card | {"opponent_strength": 28} for card in cards]
    return cards
