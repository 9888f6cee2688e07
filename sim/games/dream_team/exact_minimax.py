"""Minimax trainers of the basic game in closed form (section 12 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from sim.engine.components import Components
from sim.games.dream_team.exact_dice import (
    MOST,
    reckoned_odds,
)
from sim.games.dream_team.exact_teams import (
    THIRDS,
    Card,
    Pair,
    Squad,
    fielded,
    home_lead,
    home_starts,
    pairings,
    teams_of,
)
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import (
    DiceMode,
    Direction,
    DrawRule,
    Formation,
    PlayRule,
    Unopposed,
)
from sim.games.dream_team.strategies import STRATEGIES, Policy


def minimax_mirror(rules: Rules, policies: Sequence[Policy]) -> bool:
    """Whether both sides play a third of the kind `minimax` solves, by the odds it reckons with.

    Its line-up is its best one and stands: no reserve scores higher, no keeper is given up.
    """
    return (
        all(policy == STRATEGIES["minimax"] for policy in policies)
        and rules.team_formation == Formation.PRINTED
        and rules.play_rule == PlayRule.ONE_PLAY
        and rules.direction == Direction.ALTERNATE
        and (rules.dice_mode != DiceMode.CHOSEN_ANY or rules.die_faces >= MOST)
    )


def minimax_match(rules: Rules, policy: Policy, components: Components) -> dict[str, Fraction]:
    """Expected home minus away goals of every third, and of a match that ends with them."""
    home, away = (_starter_value(rules, policy, components, who) for who in (True, False))
    leads = [home if starts else -away for starts in home_starts(rules)]
    values: dict[str, Fraction] = {}
    for third, lead in enumerate(leads[:THIRDS]):
        values |= home_lead(f"goals_third{third + 1}", lead)
    if rules.draw_rule == DrawRule.DRAW:
        values |= home_lead("goals", sum(leads, Fraction(0)))
    return values


def _starter_value(
    rules: Rules, policy: Policy, components: Components, home_starts: bool
) -> Fraction:
    """Value of a third for the side that starts it, over the equally likely pairs of teams."""
    squads, size = teams_of(components), fielded(rules)

    def third(own: Squad, other: Squad) -> Fraction:
        ours, theirs = (_best_lineup(squad, policy, size) for squad in (own, other))
        return minimax_third_value(ours, theirs, rules, max(own.saves), max(other.saves))

    pairs = [pair if home_starts else pair[::-1] for pair in pairings(rules)]
    return sum((third(squads[own], squads[other]) for own, other in pairs), Fraction(0)) / len(
        pairs
    )


def _best_lineup(squad: Squad, policy: Policy, size: int) -> list[Card]:
    """D1 of scripted strategies: the highest weighted sum, the first cards on ties."""

    def score(card: Card) -> float:
        return policy.w_att * card.attack + policy.w_def * card.defence

    return sorted(squad.players, key=score, reverse=True)[:size]


def minimax_third_value(
    own: Iterable[Pair],
    other: Iterable[Pair],
    rules: Rules,
    save: int,
    other_save: int | None = None,
) -> Fraction:
    """Expected goal difference of a third for its starter when both sides play it perfectly.

    Backward induction over the cards left, one_play with alternating attacks (section 8, minimax).

    Parameters
    ----------
    own, other
        Attack and defence of the starter's fielded players, and of the other side's.
    save, other_save
        Save values of the starter's goalkeeper and the other side's, the same if not given.
    """
    saves = save, save if other_save is None else other_save
    return _third_value(tuple(sorted(own)), tuple(sorted(other)), saves, rules)


@cache
def _third_value(
    own: tuple[Pair, ...], other: tuple[Pair, ...], saves: Pair, rules: Rules
) -> Fraction:
    """The same; in all that follows the side to attack comes first."""
    odds = reckoned_odds(rules)

    @cache
    def home_lead(
        attackers: tuple[Pair, ...], defenders: tuple[Pair, ...], saves: Pair
    ) -> Fraction:
        if not attackers or not defenders:
            return free(attackers, saves[1]) - free(defenders, saves[0])
        return max(
            min(after(attackers, x, defenders, y, saves) for y in defenders) for x in attackers
        )

    def after(
        attackers: tuple[Pair, ...], x: Pair, defenders: tuple[Pair, ...], y: Pair, saves: Pair
    ) -> Fraction:
        rest = home_lead(_without(defenders, y), _without(attackers, x), saves[::-1])
        return _edge(rules, odds, x[0] - y[1], saves) - rest

    def free(cards: tuple[Pair, ...], save: int) -> Fraction:
        shots = cards if rules.unopposed == Unopposed.FREE_ATTACK else ()
        return sum((odds[attack][save] for attack, _ in shots), Fraction(0))

    return home_lead(own, other, saves)


def _edge(rules: Rules, odds: Sequence[Sequence[Fraction]], gap: int, saves: Pair) -> Fraction:
    """Expected lead from one duel won by `gap`, lost if negative (section 8, edge)."""
    if gap >= 0:
        return odds[gap][saves[1]]
    return -odds[-gap][saves[0]] if rules.counterattack else Fraction(0)


def _without(cards: tuple[Pair, ...], card: Pair) -> tuple[Pair, ...]:
    """The cards left when one is used."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
