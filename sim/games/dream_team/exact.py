"""Exact values of the basic game: section 12 of RULES.md as functions of options and policies.

The dice are in exact_dice.py, whose names are offered here too.  Everything is computed from the
options and components at hand; a value that does not hold for them is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from typing import NamedTuple, TypeVar

from sim.engine.components import Components
from sim.engine.contract import Anchor
from sim.games.dream_team.cards import FIELD, TEAMS
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
    reckoned_odds,
    shot_law,
)
from sim.games.dream_team.rules import (
    Assignment,
    DiceMode,
    Direction,
    DrawRule,
    Formation,
    HomeRule,
    NoKeeper,
    PlayRule,
    Rules,
    ThirdStarts,
    Unopposed,
)
from sim.games.dream_team.strategies import STRATEGIES, Kind, Policy

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

THIRDS = 3  # thirds that have columns of their own
TOTALS = ("attack_goals", "counter_goals", "ties", "counters", "shots", "dice_shots")

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
    if law is not None and _uniform_duels(rules, policies):
        values = _random_match(rules, law, components)
        source += "basic game of random trainers"
    elif _minimax_mirror(rules, policies):
        values = _minimax_match(rules, policies[0], components)
        source += "minimax value of a third"
    return [
        *_dice_anchors(rules, policies, rotated),
        *(Anchor(metric, float(value), source) for metric, value in values.items()),
    ]


# Dice ---------------------------------------------------------------------------------------------


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


# Teams and line-ups -------------------------------------------------------------------------------


def _squads(components: Components) -> list[Squad]:
    """The printed teams (R4)."""
    players, keepers = components.rows["players"], components.rows["keepers"]
    return [
        Squad(
            tuple(Card(p.attack, p.defence) for p in players if p.team == team),
            tuple(k.save for k in keepers if k.team == team),
        )
        for team in range(TEAMS)
    ]


def _pairings(rules: Rules) -> list[Pair]:
    """Equally likely teams of home and away (R4, R7)."""
    if rules.team_assignment == Assignment.RANDOM:
        return list(permutations(range(TEAMS), 2))
    homes = {HomeRule.ROLL: (0, 1), HomeRule.SEAT0: (0,), HomeRule.SEAT1: (1,)}
    return [(home, 1 - home) for home in homes[rules.home_rule]]


def _fielded(rules: Rules) -> int:
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
    pairs = permutations(_squads(components), 2)
    return dict(sorted(_mean(_gaps(product(a.players, b.players)) for a, b in pairs).items()))


def _gaps(duels: Iterable[tuple[Card, Card]]) -> dict[int, Fraction]:
    """Attack minus defence over equally likely duels."""
    return _mean({x.attack - y.defence: Fraction(1)} for x, y in duels)


def _mean(tables: Iterable[Mapping[Key, Fraction]]) -> dict[Key, Fraction]:
    """Mean of tables, an absent entry being 0."""
    every = list(tables)
    return {key: total / len(every) for key, total in _sum((1, t) for t in every).items()}


def _sum(tables: Iterable[tuple[int, Mapping[Key, Fraction]]]) -> dict[Key, Fraction]:
    """Weighted sum of tables, an absent entry being 0."""
    total: defaultdict[Key, Fraction] = defaultdict(Fraction)
    for weight, table in tables:
        for key, value in table.items():
            total[key] += weight * value
    return total


# The thirds ---------------------------------------------------------------------------------------


def _home_starts(rules: Rules) -> list[bool]:
    """Whether home starts, third by third (R8)."""
    if rules.third_starts == ThirdStarts.ALTERNATE:
        return [third % 2 == 0 for third in range(rules.thirds)]
    return [rules.third_starts == ThirdStarts.HOME_ALWAYS] * rules.thirds


def _attacks(rules: Rules) -> list[Pair]:
    """Attacks of home and away, third by third; the direction alternates, both field alike."""
    field = _fielded(rules)
    if rules.play_rule != PlayRule.ONE_PLAY:
        return [(field, field)] * rules.thirds
    first = (field + 1) // 2
    starts = _home_starts(rules)
    return [(first, field - first) if home else (field - first, first) for home in starts]


def _third_values(third: int, home: Fraction, away: Fraction) -> dict[str, Fraction]:
    """Metrics of one third's goals, thirds counted from 0."""
    name = f"goals_third{third + 1}"
    if third >= THIRDS:
        return {}
    return {f"{name}_home": home, f"{name}_away": away} | _lead(name, home - away)


def _lead(name: str, value: Fraction) -> dict[str, Fraction]:
    """The metric home minus away."""
    return {f"{name}_home - {name}_away": value}


# Random trainers ----------------------------------------------------------------------------------


def _uniform_duels(rules: Rules, policies: Sequence[Policy]) -> bool:
    """Whether every play is a duel of independent uniform cards before uniform goalkeepers.

    `random` treats a squad's cards alike, so renaming them changes nothing: who meets is uniform,
    substitutions included, if no value of a card bears on whose turn it is (alternate direction)
    and both teams always field equally many and a goalkeeper (forced_only).
    """
    return (
        all(policy.kind == Kind.RANDOM for policy in policies)
        and rules.allow_no_keeper == NoKeeper.FORCED_ONLY
        and rules.direction == Direction.ALTERNATE
    )


def _random_match(rules: Rules, law: Law, components: Components) -> dict[str, Fraction]:
    """Expected goals of every third; of the whole match where it ends with them."""
    home, away = _attack_events(rules, law, components)
    values: dict[str, Fraction] = {}
    goals = [Fraction(0), Fraction(0)]
    for third, (ours, theirs) in enumerate(_attacks(rules)):
        scored = ours * home["attack_goals"] + theirs * away["counter_goals"]
        conceded = theirs * away["attack_goals"] + ours * home["counter_goals"]
        values |= _third_values(third, scored, conceded)
        goals = [goals[0] + scored, goals[1] + conceded]
    total = goals[0] + goals[1]
    values["reg_goals_total"] = total
    if rules.draw_rule == DrawRule.DRAW:
        values |= {"goals_home": goals[0], "goals_away": goals[1], "goals_total": total}
        values |= _lead("goals", goals[0] - goals[1]) | _counts(rules, home, away)
    return values


def _counts(
    rules: Rules, home: Mapping[str, Fraction], away: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """Expected numbers of plays and what becomes of them, without extra periods."""
    ours, theirs = (sum(side) for side in zip(*_attacks(rules), strict=True))
    events = _sum([(ours, home), (theirs, away)])
    values = {name: events[name] for name in TOTALS}
    values |= {"attacks_home": Fraction(ours), "attacks_away": Fraction(theirs)}
    values["plays"] = Fraction(ours + theirs)
    if rules.subs_per_window == 0 and rules.dice_mode != DiceMode.CHOSEN_ANY:
        values["decisions"] = rules.thirds * _choices(rules) + events["dice_choices"]
    return values


def _choices(rules: Rules) -> int:
    """Decisions of a third before the dice: line-ups and all picks among at least two players."""
    field = _fielded(rules)
    lineups, picks = 2, field - 1  # a side's last player is no choice
    if rules.play_rule == PlayRule.ONE_PLAY:
        return lineups + 2 * picks
    if rules.play_rule == PlayRule.ATTACK_ONCE_DEFEND_ONCE:
        return lineups + 4 * picks
    return lineups + 2 * picks + (2 * field if picks else 0)


def _attack_events(
    rules: Rules, law: Law, components: Components
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """What one attack of home, and one of away, leads to: expected numbers over all teams."""
    squads = _squads(components)
    if rules.team_formation == Formation.RANDOM_DEAL:
        cards = [card for squad in squads for card in squad.players]
        saves = [save for squad in squads for save in squad.saves]
        dealt = _play(rules, law, _gaps(permutations(cards, 2)), saves, saves)
        return dealt, dealt
    pairs = _pairings(rules)
    home = _mean(_attack(rules, law, squads[h], squads[a]) for h, a in pairs)
    away = _mean(_attack(rules, law, squads[a], squads[h]) for h, a in pairs)
    return home, away


def _attack(rules: Rules, law: Law, attacker: Squad, defender: Squad) -> dict[str, Fraction]:
    """Expected events when a uniform card of one squad attacks one of another."""
    gaps = _gaps(product(attacker.players, defender.players))
    return _play(rules, law, gaps, attacker.saves, defender.saves)


def _play(
    rules: Rules,
    law: Law,
    gaps: Mapping[int, Fraction],
    own_saves: Sequence[int],
    other_saves: Sequence[int],
) -> dict[str, Fraction]:
    """Expected events of PLAY (section 6), `gaps` being attack minus defence."""
    events: list[dict[str, Fraction]] = []
    for gap, weight in gaps.items():
        saves = other_saves if gap > 0 else own_saves
        for save in saves:
            chance = weight / len(saves)
            event = _shot(rules, law, gap, save)
            events.append({name: chance * value for name, value in event.items()})
    return _sum((1, event) for event in events)


def _shot(rules: Rules, law: Law, gap: int, save: int) -> dict[str, Fraction]:
    """Expected events of a duel won by `gap` (lost, if negative) before a save value (R12-R18)."""
    n, k = placed(rules, abs(gap), save)
    if gap < 0 and not rules.counterattack:
        n = 0
    goal = p_goal(n, k, law, rules.die_faces)
    diced = n > 0 and k > 0
    chosen = diced and rules.dice_mode != DiceMode.ROLLED
    return {
        "attack_goals": goal if gap > 0 else Fraction(0),
        "counter_goals": goal if gap < 0 else Fraction(0),
        "ties": Fraction(n == 0),
        "counters": Fraction(n > 0 > gap),
        "shots": Fraction(n > 0),
        "dice_shots": Fraction(diced),
        "dice_choices": Fraction(chosen * ((n < rules.die_faces) + (k < rules.die_faces))),
    }


# Minimax trainers ---------------------------------------------------------------------------------


def _minimax_mirror(rules: Rules, policies: Sequence[Policy]) -> bool:
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


def _minimax_match(rules: Rules, policy: Policy, components: Components) -> dict[str, Fraction]:
    """Expected home minus away goals of every third, and of a match that ends with them."""
    home, away = (_starter_value(rules, policy, components, who) for who in (True, False))
    leads = [home if starts else -away for starts in _home_starts(rules)]
    values: dict[str, Fraction] = {}
    for third, lead in enumerate(leads[:THIRDS]):
        values |= _lead(f"goals_third{third + 1}", lead)
    if rules.draw_rule == DrawRule.DRAW:
        values |= _lead("goals", sum(leads, Fraction(0)))
    return values


def _starter_value(
    rules: Rules, policy: Policy, components: Components, home_starts: bool
) -> Fraction:
    """Value of a third for the side that starts it, over the equally likely pairs of teams."""
    squads, size = _squads(components), _fielded(rules)

    def third(own: Squad, other: Squad) -> Fraction:
        ours, theirs = (_best_lineup(squad, policy, size) for squad in (own, other))
        return minimax_third_value(ours, theirs, rules, max(own.saves), max(other.saves))

    pairs = [pair if home_starts else pair[::-1] for pair in _pairings(rules)]
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
    def lead(attackers: tuple[Pair, ...], defenders: tuple[Pair, ...], saves: Pair) -> Fraction:
        if not attackers or not defenders:
            return free(attackers, saves[1]) - free(defenders, saves[0])
        return max(
            min(after(attackers, x, defenders, y, saves) for y in defenders) for x in attackers
        )

    def after(
        attackers: tuple[Pair, ...], x: Pair, defenders: tuple[Pair, ...], y: Pair, saves: Pair
    ) -> Fraction:
        rest = lead(_without(defenders, y), _without(attackers, x), saves[::-1])
        return _edge(rules, odds, x[0] - y[1], saves) - rest

    def free(cards: tuple[Pair, ...], save: int) -> Fraction:
        shots = cards if rules.unopposed == Unopposed.FREE_ATTACK else ()
        return sum((odds[attack][save] for attack, _ in shots), Fraction(0))

    return lead(own, other, saves)


def _edge(rules: Rules, odds: Sequence[Sequence[Fraction]], gap: int, saves: Pair) -> Fraction:
    """Expected lead from one duel won by `gap`, lost if negative (section 8, edge)."""
    if gap >= 0:
        return odds[gap][saves[1]]
    return -odds[-gap][saves[0]] if rules.counterattack else Fraction(0)


def _without(cards: tuple[Pair, ...], card: Pair) -> tuple[Pair, ...]:
    """The cards left when one is used."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
