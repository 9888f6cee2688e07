"""Other cards that the rulebook would allow: the priors of section 5 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from sim.engine.components import Components
from sim.games.singaporean_dream.cards import Action, Dream, Personality

PRINTED = {"wedding_invitation"}  # its amount is
POWER_AMOUNTS, COLLECTED = (50, 100, 150, 200), (100, 200, 300)
PRICE_STEPS, LEAST_PRICE, MOST_PRICE = (-200, -100, 0, 100, 200), 100, 2000
SPREAD = (0.7, 1.3)  # of the copies of cash


def cards(components: Components, rng: Random) -> Components:
    """Powers, prices, bonuses, copies and amounts drawn anew."""
    return piles(prices(powers(components, rng), rng), rng)


def powers(components: Components, rng: Random) -> Components:
    """Amounts of powers drawn anew."""
    rows = components.rows["personalities"]
    return components.changed({"personalities": tuple(_power(row, rng) for row in rows)})


def prices(components: Components, rng: Random) -> Components:
    """Prices and bonuses of dreams drawn anew."""
    return components.changed({"dream_cards": _dreams(components.rows["dream_cards"], rng)})


def piles(components: Components, rng: Random) -> Components:
    """Copies of cash and action cards, and amounts to be paid, drawn anew."""
    rows = components.rows
    notes = tuple(
        row.model_copy(update={"copies": max(1, round(row.copies * rng.uniform(*SPREAD)))})
        for row in rows["cash_cards"]
    )
    changed = {
        "cash_cards": notes,
        "action_cards": tuple(_action(r, rng) for r in rows["action_cards"]),
    }
    return components.changed(changed)


def _power(row: Personality, rng: Random) -> Personality:
    if row.power_effect in {"collect_cash", "salvage_cash", "discount_buy"}:
        return row.model_copy(update={"power_amount": rng.choice(POWER_AMOUNTS)})
    if row.power_effect == "draw_cards":
        return row.model_copy(update={"power_amount": rng.randint(1, 2)})
    return row


def _dreams(rows: Sequence[Dream], rng: Random) -> tuple[Dream, ...]:
    """Prices moved; one or two bonus dreams for each personality, the same number for all."""
    each, seen, found = rng.randint(1, 2), dict[str, int](), []
    for row in rows:
        price = min(max(row.value_k + rng.choice(PRICE_STEPS), LEAST_PRICE), MOST_PRICE)
        bonus = row.bonus_personality
        seen[bonus] = seen.get(bonus, 0) + 1
        kept = bonus if seen[bonus] <= each else "none"
        found.append(row.model_copy(update={"value_k": price, "bonus_personality": kept}))
    return tuple(found)


def _action(row: Action, rng: Random) -> Action:
    least = 1 if row.effect == "stop" else 0
    changes = {"copies": max(least, row.copies + rng.randint(-2, 2))}
    if row.effect == "collect_cash" and row.action_id not in PRINTED:
        changes["amount"] = rng.choice(COLLECTED)
    return row.model_copy(update=changes)


PRIORS: Mapping[str, Callable[[Components, Random], Components]] = {
    "cards": cards,
    "powers": powers,
    "prices": prices,
    "piles": piles,
}
