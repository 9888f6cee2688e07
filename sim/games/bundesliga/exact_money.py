"""Closed forms of the money (section 12 of RULES.md): what a lap pays, and who stays solvent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.engine.components import Components
from sim.games.bundesliga.cards import Space, board, player_cards, start_strength
from sim.games.bundesliga.exact_board import (
    Array,
    Spread,
    kinds,
    lap_spread,
    leaps,
    money_spread,
    season_sums,
    spread,
)
from sim.games.bundesliga.exact_cup import income_given, lots
from sim.games.bundesliga.exact_points import deductions, home_income
from sim.games.bundesliga.rules import Rules

Squad = tuple[int, ...]  # cards of value 1, 2, ...

LEDGERS = {
    "home": "points_match",
    "private": "private_match",
    "european": "european_cup",
    "cost": "cost",
}  # money columns of section 9 that a landing books, and the kind of space
LEVELS = 20_000  # steps of cash that tell whether a player may run out of it


def start_cards(components: Components) -> Squad:
    """R4: cards of each value in the start squad."""
    return tuple(card.start_per_player for card in player_cards(components))


def strength_of(squad: Sequence[int]) -> int:
    """Squad strength: the sum of the values of the cards."""
    return sum(value * cards for value, cards in enumerate(squad, start=1))


# What landings pay --------------------------------------------------------------------------------


def paid(
    rules: Rules, components: Components, ledger: str, squad: Squad | None = None
) -> list[int]:
    """DM that landing on each space books in a ledger, without events and at table place 1.

    Parameters
    ----------
    ledger
        home, private, european or cost.
    squad
        Cards of each value, which some costs count; default: the start squad.
    """
    squad = start_cards(components) if squad is None else squad
    spaces = zip(board(components), kinds(rules, components), strict=True)
    return [
        _booked(rules, space, squad) if kind == LEDGERS[ledger] else 0 for space, kind in spaces
    ]


def _booked(rules: Rules, space: Space, squad: Squad) -> int:
    """R10, R18: signed DM of landing on a space."""
    if space.kind == "cost":
        count = {"fixed": 1, "per_player": sum(squad), "per_strength": strength_of(squad)}
        return -space.cost_amount * count[space.cost_rule]
    if space.kind == "european_cup" and space.venue == "away":
        return -space.amount
    return home_income(rules, space.amount, 1) if space.kind == "points_match" else space.amount


def lap_money(
    rules: Rules, components: Components, ledger: str, squad: Squad | None = None
) -> Spread:
    """Mean and sd of what a lap books in a ledger (DM), without events and with full home income."""
    return lap_spread(rules, paid(rules, components, ledger, squad))


def all_paid(rules: Rules, components: Components) -> list[int]:
    """DM that landing on each space pays a constant start squad, without events and the Cup."""
    ledgers = [paid(rules, components, ledger) for ledger in LEDGERS]
    return [sum(amounts) for amounts in zip(*ledgers, strict=True)]


# A passive season ---------------------------------------------------------------------------------


def passive_cash(rules: Rules, components: Components, laps: int | None = None) -> Spread:
    """Mean and sd of the cash of a constant start squad after some laps (default: the season).

    Neutral events, full home income, no forced sale; exact while the table draws no more Cup cards
    than there are.  Cup and other money are joined by the number of Cup landings.  The round bonus
    follows each lap but the last of those counted.
    """
    laps = rules.rounds_per_season if laps is None else laps
    tokens = [int(kind == "dfb_cup") for kind in kinds(rules, components)]
    sums = season_sums(rules, all_paid(rules, components), tokens, laps)
    cards = lots(rules, components, start_strength(components))
    cup = np.array([income_given(rules, cards, n) for n in range(sums.shape[1])]).T
    mean = money_spread(sums).mean + float(sums[0] @ cup[0])
    square = float(sums[2].sum() + 2 * sums[1] @ cup[0] + sums[0] @ cup[1])
    fixed = rules.start_capital + (laps - 1) * rules.round_bonus
    return Spread(fixed + mean, spread(mean, square).sd)


def squad_value(rules: Rules, components: Components, squad: Squad) -> int:
    """DM that the bank pays for a squad (R22)."""
    cards = player_cards(components)
    prices = [rules.sale_price(card.sale_price) for card in cards]
    return sum(cards * price for cards, price in zip(squad, prices, strict=True))


# Solvency -----------------------------------------------------------------------------------------


def ruin_chance(rules: Rules, components: Components) -> float:
    """An upper bound of P(cash falls below 0 in a season of a constant start squad), no events.

    The Cup pays nothing and every home match as at the worst table place; amounts are rounded
    against the player to steps of cash.  Cash above all costs of the season is safe.
    """
    pays = _at_worst(rules, components)
    costs = -rules.rounds_per_season * sum(min(pay, 0) for pay in pays)
    if not costs:
        return 0.0
    step = max(1, costs // LEVELS)
    moves = [pay // step for pay in pays]
    top = 1 - rules.rounds_per_season * sum(min(move, 0) for move in moves)
    cash = np.zeros(top)
    cash[rules.start_capital // step : rules.start_capital // step + 1] = 1.0
    ruined = 0.0
    for _ in range(rules.rounds_per_season):
        cash, lost = _lap_of_cash(rules, moves, cash)
        cash, ruined = _moved(cash, rules.round_bonus // step)[0], ruined + lost
    return ruined


def _at_worst(rules: Rules, components: Components) -> list[int]:
    """The least that landing on each space may pay, by table place."""
    places = range(1, 1 + len(deductions(rules)))
    return [
        min(home_income(rules, space.amount, place) for place in places)
        if kind == "points_match"
        else pay
        for space, kind, pay in zip(
            board(components), kinds(rules, components), all_paid(rules, components), strict=True
        )
    ]


def _lap_of_cash(rules: Rules, moves: Sequence[int], cash: Array) -> tuple[Array, float]:
    """Distribution of cash after a lap among those still solvent, and P(ruined on the way)."""
    at = np.zeros((len(moves) + 1, len(cash)))
    at[0] = cash
    ruined = 0.0
    for here, steps in enumerate(leaps(rules, len(moves))):
        at[here], lost = _moved(at[here], moves[here])
        ruined += lost
        for there, chance in steps:
            at[there] += float(chance) * at[here]
    return at[len(moves)], ruined


def _moved(cash: Array, by: int) -> tuple[Array, float]:
    """Shift a distribution of cash; what leaves it above is safe, what leaves it below is ruined."""
    moved = np.zeros_like(cash)
    if by >= 0:
        moved[by:] = cash[: max(0, len(cash) - by)]
        return moved, 0.0
    moved[:by] = cash[-by:]
    return moved, float(cash[:-by].sum())
