"""Random trainers of the basic game in closed form (section 12 of RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

from sim.engine.components import Components
from sim.games.dream_team.exact_dice import (
    Law,
    p_goal,
    placed,
)
from sim.games.dream_team.exact_teams import (
    Squad,
    attacks,
    average,
    duel_gaps,
    fielded,
    home_lead,
    pairings,
    teams_of,
    third_values,
    weighted,
)
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import (
    DiceMode,
    Direction,
    DrawRule,
    Formation,
    NoKeeper,
    PlayRule,
)
from sim.games.dream_team.strategies import Kind, Policy

TOTALS = ("attack_goals", "counter_goals", "ties", "counters", "shots", "dice_shots")


def uniform_duels(rules: Rules, policies: Sequence[Policy]) -> bool:
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


def random_match(rules: Rules, law: Law, components: Components) -> dict[str, Fraction]:
    """Expected goals of every third; of the whole match where it ends with them."""
    home, away = _attack_events(rules, law, components)
    values: dict[str, Fraction] = {}
    goals = [Fraction(0), Fraction(0)]
    for third, (ours, theirs) in enumerate(attacks(rules)):
        scored = ours * home["attack_goals"] + theirs * away["counter_goals"]
        conceded = theirs * away["attack_goals"] + ours * home["counter_goals"]
        values |= third_values(third, scored, conceded)
        goals = [goals[0] + scored, goals[1] + conceded]
    total = goals[0] + goals[1]
    values["reg_goals_total"] = total
    if rules.draw_rule == DrawRule.DRAW:
        values |= {"goals_home": goals[0], "goals_away": goals[1], "goals_total": total}
        values |= home_lead("goals", goals[0] - goals[1]) | _counts(rules, home, away)
    return values


def _counts(
    rules: Rules, home: Mapping[str, Fraction], away: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """Expected numbers of plays and what becomes of them, without extra periods."""
    ours, theirs = (sum(side) for side in zip(*attacks(rules), strict=True))
    events = weighted([(ours, home), (theirs, away)])
    values = {name: events[name] for name in TOTALS}
    values |= {"attacks_home": Fraction(ours), "attacks_away": Fraction(theirs)}
    values["plays"] = Fraction(ours + theirs)
    if rules.subs_per_window == 0 and rules.dice_mode != DiceMode.CHOSEN_ANY:
        values["decisions"] = rules.thirds * _choices(rules) + events["dice_choices"]
    return values


def _choices(rules: Rules) -> int:
    """Decisions of a third before the dice: line-ups and all picks among at least two players."""
    field = fielded(rules)
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
    squads = teams_of(components)
    if rules.team_formation == Formation.RANDOM_DEAL:
        cards = [card for squad in squads for card in squad.players]
        saves = [save for squad in squads for save in squad.saves]
        dealt = _play(rules, law, duel_gaps(permutations(cards, 2)), saves, saves)
        return dealt, dealt
    pairs = pairings(rules)
    home = average(_attack(rules, law, squads[h], squads[a]) for h, a in pairs)
    away = average(_attack(rules, law, squads[a], squads[h]) for h, a in pairs)
    return home, away


def _attack(rules: Rules, law: Law, attacker: Squad, defender: Squad) -> dict[str, Fraction]:
    """Expected events when a uniform card of one squad attacks one of another."""
    gaps = duel_gaps(product(attacker.players, defender.players))
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
    return weighted((1, event) for event in events)


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
