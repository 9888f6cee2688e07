"""Who meets whom in the closed forms: squads, line-ups, duels, attacks of a third."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import NamedTuple, TypeVar

from sim.engine.components import Components
from sim.games.dream_team.cards import FIELD, TEAMS
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import Assignment, HomeRule, NoKeeper, PlayRule, ThirdStarts

THIRDS = 3  # thirds that have columns of their own

Pair = tuple[int, int]
Key = TypeVar("Key")


class Card(NamedTuple):
    """The two values of a player card (R3)."""

    attack: int
    defence: int


class Squad(NamedTuple):
    """Player cards and save values of a team, in file order."""

    players: tuple[Card, ...]
    saves: tuple[int, ...]


def teams_of(components: Components) -> list[Squad]:
    """The printed teams (R4)."""
    players, keepers = components.rows["players"], components.rows["keepers"]
    return [
        Squad(
            tuple(Card(p.attack, p.defence) for p in players if p.team == team),
            tuple(k.save for k in keepers if k.team == team),
        )
        for team in range(TEAMS)
    ]


def pairings(rules: Rules) -> list[Pair]:
    """Equally likely teams of home and away (R4, R7)."""
    if rules.team_assignment == Assignment.RANDOM:
        return list(permutations(range(TEAMS), 2))
    homes = {HomeRule.ROLL: (0, 1), HomeRule.SEAT0: (0,), HomeRule.SEAT1: (1,)}
    return [(home, 1 - home) for home in homes[rules.home_rule]]


def fielded(rules: Rules) -> int:
    """Field players beside a goalkeeper, nobody missing (R41)."""
    return min(rules.field_players, FIELD)


def legal_lineups(field_cards: int, keepers: int, rules: Rules) -> int:
    """D1: legal line-ups at the start of a period, nobody missing."""
    guarded = keepers * comb(field_cards, min(rules.field_players, field_cards))
    if keepers and rules.allow_no_keeper not in (NoKeeper.LINEUP, NoKeeper.BOTH):
        return guarded
    return guarded + comb(field_cards, min(rules.field_players_no_keeper, field_cards))


def duel_distribution(components: Components) -> dict[int, Fraction]:
    """Attack minus defence of independent uniform cards, over all ordered pairs of teams."""
    pairs = permutations(teams_of(components), 2)
    return dict(sorted(average(duel_gaps(product(a.players, b.players)) for a, b in pairs).items()))


def duel_gaps(duels: Iterable[tuple[Card, Card]]) -> dict[int, Fraction]:
    """Attack minus defence over equally likely duels."""
    return average({x.attack - y.defence: Fraction(1)} for x, y in duels)


def average(tables: Iterable[Mapping[Key, Fraction]]) -> dict[Key, Fraction]:
    """Mean of tables, an absent entry being 0."""
    every = list(tables)
    return {key: total / len(every) for key, total in weighted((1, t) for t in every).items()}


def weighted(tables: Iterable[tuple[int, Mapping[Key, Fraction]]]) -> dict[Key, Fraction]:
    """Weighted sum of tables, an absent entry being 0."""
    total: defaultdict[Key, Fraction] = defaultdict(Fraction)
    for weight, table in tables:
        for key, value in table.items():
            total[key] += weight * value
    return total


def home_starts(rules: Rules) -> list[bool]:
    """Whether home starts, third by third (R8)."""
    if rules.third_starts == ThirdStarts.ALTERNATE:
        return [third % 2 == 0 for third in range(rules.thirds)]
    return [rules.third_starts == ThirdStarts.HOME_ALWAYS] * rules.thirds


def attacks(rules: Rules) -> list[Pair]:
    """Attacks of home and away, third by third; the direction alternates, both field alike."""
    field = fielded(rules)
    if rules.play_rule != PlayRule.ONE_PLAY:
        return [(field, field)] * rules.thirds
    first = (field + 1) // 2
    starts = home_starts(rules)
    return [(first, field - first) if home else (field - first, first) for home in starts]


def third_values(third: int, home: Fraction, away: Fraction) -> dict[str, Fraction]:
    """Metrics of one third's goals, thirds counted from 0."""
    name = f"goals_third{third + 1}"
    if third >= THIRDS:
        return {}
    return {f"{name}_home": home, f"{name}_away": away} | home_lead(name, home - away)


def home_lead(name: str, value: Fraction) -> dict[str, Fraction]:
    """The metric home minus away."""
    return {f"{name}_home - {name}_away": value}
