"""Other component values that the rulebook would allow: the priors of section 5 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from sim.engine.components import Components
from sim.games.bundesliga.cards import EventCard, Space, board, cup_cards, player_cards

STEP = 5_000  # DM: sums on the board and on cards are multiples
SMALL_STEP = 500  # DM: and what is paid for each player or point


def values(components: Components, rng: Random) -> Components:
    """Strengths, incomes, costs, prices and card texts drawn anew; the board's order stays."""
    return components.changed(
        {
            "board": _board(board(components), rng),
            "cup_cards": _cup(cup_cards(components), rng),
            "player_cards": _players(player_cards(components), rng),
            "event_cards": _events(components.rows["event_cards"], rng),
        }
    )


def values_and_order(components: Components, rng: Random) -> Components:
    """The same, and the spaces behind the start space in random order."""
    drawn = values(components, rng)
    start, *others = board(drawn)
    rng.shuffle(others)
    spaces = [start, *(row.model_copy(update={"space": i}) for i, row in enumerate(others, 1))]
    return drawn.changed({"board": tuple(spaces)})


PRIORS: Mapping[str, Callable[[Components, Random], Components]] = {
    "values": values,
    "values_and_order": values_and_order,
}


def _rounded(amount: float, step: int = STEP) -> int:
    """To the next multiple of a step."""
    return step * round(amount / step)


def _factors(rows: Sequence[Any], rng: Random) -> list[float]:
    """What sums of money are multiplied by: one factor for all, and one for each."""
    common = rng.uniform(0.7, 1.3)
    return [common * rng.uniform(0.85, 1.15) for _ in rows]


def _board(rows: Sequence[Space], rng: Random) -> tuple[Space, ...]:
    incomes, costs = _factors(rows, rng), _factors(rows, rng)
    drawn = []
    for row, income, cost in zip(rows, incomes, costs, strict=True):
        step = STEP if row.cost_rule == "fixed" else SMALL_STEP
        changes: dict[str, Any] = {
            "amount": _rounded(row.amount * income),
            "cost_amount": _rounded(row.cost_amount * cost, step),
        }
        if row.kind == "points_match":
            changes["opponent_strength"] = max(1, row.opponent_strength + rng.randint(-3, 3))
        drawn.append(row.model_copy(update=changes))
    return tuple(drawn)


def _cup(rows: Sequence[Any], rng: Random) -> tuple[Any, ...]:
    return tuple(
        row.model_copy(
            update={
                "opponent_strength": max(1, row.opponent_strength + rng.randint(-4, 4)),
                "income": _rounded(row.income * factor),
            }
        )
        for row, factor in zip(rows, _factors(rows, rng), strict=True)
    )


def _players(rows: Sequence[Any], rng: Random) -> tuple[Any, ...]:
    purchase, sale = rng.uniform(0.7, 1.4), rng.uniform(0.5, 1.0)
    drawn = []
    for row in rows:
        price = _rounded(row.purchase_price * purchase)
        changes = {"purchase_price": price, "sale_price": min(price, _rounded(price * sale))}
        drawn.append(row.model_copy(update=changes))
    return tuple(drawn)


def _events(rows: Sequence[EventCard], rng: Random) -> tuple[EventCard, ...]:
    """Amounts and uses; each card set aside is idle with one common chance (A35)."""
    idle = rng.random()
    return tuple(_event(row, rng, idle) for row in rows)


def _event(row: EventCard, rng: Random, idle: float) -> EventCard:
    if row.tokens and rng.random() < idle:
        changes: dict[str, Any] = {
            "effect": "money",
            "amount": 0,
            "trigger": "immediate",
            "uses": 1,
        }
        return row.model_copy(update=changes)
    amount = row.amount
    if row.effect == "strength":
        amount += rng.choice((-1, 0, 1))
    elif row.effect not in {"gain_player", "lose_player"}:
        amount = round(amount * rng.uniform(0.5, 1.5))
    uses = max(1, row.uses + rng.randint(-1, 1)) if row.tokens else row.uses
    return row.model_copy(update={"amount": amount, "uses": uses})
