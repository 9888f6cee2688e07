"""Closed forms of the table (section 12 of RULES.md): points at constant strength, places."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from sim.engine.components import Components
from sim.games.bundesliga.cards import board, player_cards
from sim.games.bundesliga.exact_board import Array, kinds, season_sums
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.rules_words import HomeIncome, PlaceTies

# Constant strength --------------------------------------------------------------------------------


def opponents(rules: Rules, components: Components) -> list[int]:
    """Opponent strengths of the stadiums, in board order, without the covered ones (R27)."""
    spaces = zip(board(components), kinds(rules, components), strict=True)
    return [space.opponent_strength for space, kind in spaces if kind == "points_match"]


def result(strength: int, opponent: int) -> int:
    """R9: 2 won, 1 drawn, 0 lost."""
    return 1 + (strength > opponent) - (strength < opponent)


def match_points(rules: Rules, strength: int, opponent: int) -> int:
    """R9: table points of a match."""
    return (rules.points_loss, rules.points_draw, rules.points_win)[result(strength, opponent)]


def points_against(rules: Rules, strength: int, opponents: Sequence[int]) -> int:
    """Table points against some opponents; `points` of section 8."""
    return sum(match_points(rules, strength, opponent) for opponent in opponents)


def lap_points(rules: Rules, components: Components, strength: int) -> int:
    """V(s): table points of a lap at constant strength, where away matches count (R11)."""
    return points_against(rules, strength, opponents(rules, components))


def season_points(rules: Rules, components: Components, strength: int) -> int:
    """Table points of a season at constant strength, where away matches count (R13)."""
    return rules.rounds_per_season * lap_points(rules, components, strength)


def marginal_points(rules: Rules, components: Components, strength: int) -> int:
    """V(s + 1) - V(s): what a point of strength adds to a lap."""
    here, above = (lap_points(rules, components, strength + gain) for gain in (0, 1))
    return above - here


def price_of_table_point(
    rules: Rules, components: Components, strength: int, value: int
) -> Fraction | None:
    """DM for one table point of a season, at the price per point of a card; None if it adds none.

    Price / value is divided by rounds x (V(s + 1) - V(s)), as section 12 does for its break-even.
    """
    gain = rules.rounds_per_season * marginal_points(rules, components, strength)
    price = rules.purchase_price(player_cards(components)[value - 1].purchase_price)
    return Fraction(price, value * gain) if gain else None


def least_safe_strength(rules: Rules, components: Components) -> int | None:
    """The least strength that is never relegated (R25) where away matches count; None if none is."""
    beyond = max(opponents(rules, components), default=0) + 1
    safe = (
        strength
        for strength in range(beyond + 1)
        if season_points(rules, components, strength) >= rules.relegation_points
    )
    return next(safe, None)


def home_points(rules: Rules, components: Components, strength: int) -> list[int]:
    """Table points that landing on each space brings at constant strength."""
    return [
        match_points(rules, strength, space.opponent_strength) if kind == "points_match" else 0
        for space, kind in zip(board(components), kinds(rules, components), strict=True)
    ]


def points_law(rules: Rules, components: Components, strength: int, laps: int) -> Array:
    """P(v table points in some laps at constant strength), v = 0, 1, ...

    One value where away matches count; else the home matches alone decide (A25).
    """
    if rules.pass_counts:
        law = np.zeros(laps * lap_points(rules, components, strength) + 1)
        law[-1] = 1.0
        return law
    tokens = home_points(rules, components, strength)
    found: Array = season_sums(rules, [0.0] * len(tokens), tokens, laps)[0]
    return found


def relegation_chance(rules: Rules, components: Components, strength: int) -> float:
    """P(fewer than relegation_points in a season at constant strength) (R25); 0 or 1 exactly."""
    law = points_law(rules, components, strength, rules.rounds_per_season)
    if law[rules.relegation_points :].sum() == 0:
        return 1.0
    return float(law[: rules.relegation_points].sum())


# Income by place ----------------------------------------------------------------------------------


def table_place(rules: Rules, points: Sequence[int], seat: int, cash: Sequence[int] = ()) -> int:
    """R12, A12: place of a seat, 1 first; `cash` of all seats is needed for place_ties = money."""
    if rules.place_ties == PlaceTies.BEST:
        return 1 + sum(other > points[seat] for other in points)
    if rules.place_ties == PlaceTies.WORST:
        return sum(other >= points[seat] for other in points)
    keys = [(-points[s], -cash[s], s) for s in range(len(points))]
    return 1 + sorted(keys).index(keys[seat])


def deductions(rules: Rules) -> tuple[int, ...]:
    """R12: what is taken off the printed income for each table place, the first one first."""
    if rules.home_income_mode == HomeIncome.FULL:
        return (0, 0, 0, 0)
    return (
        rules.place_deduction_1,
        rules.place_deduction_2,
        rules.place_deduction_3,
        rules.place_deduction_4,
    )


def home_income(rules: Rules, printed: int, place: int) -> int:
    """R12, A13: what a home match pays at a table place, without set-aside cards."""
    amount = printed - deductions(rules)[place - 1]
    return amount if rules.home_income_negative else max(0, amount)


def marginal_steps(rules: Rules, components: Components) -> list[tuple[int, int]]:
    """Where the marginal value of strength changes: (from this strength on, points per lap)."""
    top = max(opponents(rules, components), default=0) + 1
    marginal = [marginal_points(rules, components, strength) for strength in range(top + 1)]
    changes = [s + 1 for s, (one, next_one) in enumerate(pairwise(marginal)) if one != next_one]
    return [(s, marginal[s]) for s in (0, *changes)]
