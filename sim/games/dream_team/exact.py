"""Exact values: section 12 of RULES.md as functions of options and policies.

The dice are in exact_dice.py, the cards in exact_cards.py, random and minimax trainers of the basic
game in files of their own; the names that callers need are offered here.  Everything is computed from the options and components at hand; a
value that does not hold for them is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from sim.engine.components import Components
from sim.engine.contract import Anchor
from sim.games.dream_team.exact_cards import card_anchors
from sim.games.dream_team.exact_dice import (
    MOST,
    Law,
    decision_odds,
    game_value,
    game_value_fraction,
    odds_rows,
    optimal_attack,
    p_goal,
    placed,
    shot_law,
)
from sim.games.dream_team.exact_minimax import minimax_match, minimax_mirror, minimax_third_value
from sim.games.dream_team.exact_random import random_match, uniform_duels
from sim.games.dream_team.exact_teams import (
    duel_distribution,
    legal_lineups,
)
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import DiceMode
from sim.games.dream_team.strategies import Policy

__all__ = [  # what callers find here, the dice included
    "Law",
    "anchors",
    "decision_odds",
    "duel_distribution",
    "game_value",
    "game_value_fraction",
    "legal_lineups",
    "minimax_third_value",
    "odds_rows",
    "optimal_attack",
    "p_goal",
    "shot_law",
]


def anchors(
    rules: Rules, policies: Sequence[Policy], components: Components, rotated: bool = False
) -> list[Anchor]:
    """Every exact value of section 12 that holds for these options, policies and components.

    Parameters
    ----------
    policies
        One for each seat, in the order of the unrotated seating.
    rotated
        Whether the policies change seats: only what holds in every seating is given.
    """
    values: dict[str, Fraction] = {}
    source = "RULES.md section 12: "
    law = shot_law(rules, policies[0], policies[1])
    basic = not (rules.use_action_cards or rules.use_special_cards)
    if basic and law is not None and uniform_duels(rules, policies):
        values = random_match(rules, law, components)
        source += "basic game of random trainers"
    elif basic and minimax_mirror(rules, policies):
        values = minimax_match(rules, policies[0], components)
        source += "minimax value of a third"
    return [
        *_dice_anchors(rules, policies, rotated),
        *card_anchors(rules, policies, components),
        *(Anchor(metric, float(value), source) for metric, value in values.items()),
    ]


def _dice_anchors(rules: Rules, policies: Sequence[Policy], rotated: bool) -> Iterator[Anchor]:
    """P(goal) by dice; seat None where both seats shoot by the same law."""
    laws = [shot_law(rules, policies[s], policies[1 - s]) for s in (0, 1)]
    seats: tuple[int | None, ...] = (0, 1)
    if laws[0] == laws[1]:
        seats = (None,)
    elif rotated:
        return
    for seat, law in zip(seats, laws, strict=False):
        for n, k in product(range(1, MOST + 1), repeat=2):
            if law is not None and _occurs(rules, law, n, k):
                value = float(p_goal(n, k, law, rules.die_faces))
                yield Anchor(f"p_goal_{n},{k}", value, f"RULES.md section 12: {law.value}", seat)


def _occurs(rules: Rules, law: Law, n: int, k: int) -> bool:
    """Whether n dice meet k under these rules, and by this law.

    A scripted trainer with more dice than faces repeats some in chosen_any: no law covers that.
    """
    repeats = rules.dice_mode == DiceMode.CHOSEN_ANY and max(n, k) > rules.die_faces
    if repeats and law not in (Law.IID_FACE, Law.IID_DIE):
        return False
    return placed(rules, n, k) == (n, k)
