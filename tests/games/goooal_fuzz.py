"""Random house rules, decks and players of goooal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Word
from sim.games.goooal.cards import KINDS, SPECIALS, TABLES, Card, Team
from sim.games.goooal.priors import CORE, deck
from sim.games.goooal.rules import Rules
from sim.games.goooal.strategies import STRATEGIES, Blank, Policy

TURNS = 1200  # of a unit at most: a log of 65536 events has room for 50 in each
SHARES = (0.0, 0.1, 0.3, 0.6)  # of the options or weights that are changed
PRINTED = TABLES.read()


def random_match(rng: random.Random) -> tuple[Rules, list[Policy], Components]:
    """A unit that can be played: rules, a policy for each of 2 to 6 seats, components."""
    while True:
        players = rng.choice((2, 2, 2, 3, 3, 4, 5, 6))
        components = random_components(rng, players)
        rules = Rules.read(random_rules(rng))
        try:
            rules.check_table(players, components)
        except InputError:
            continue
        return rules, random_policies(rng, players), components


# Rules


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Some options changed, and caps that keep a unit short."""
    share = rng.choice(SHARES)
    capped = {"max_turns", "max_matches"}
    names = [n for n in Rules.model_fields if n not in capped and rng.random() < share]
    values = {name: any_value(rng, name, Rules.model_fields[name].annotation) for name in names}
    if "unit" in values and rng.random() < 0.5:
        del values["unit"]
    values["max_matches"] = rng.choice((1, 2, 3, 5, 8, 12, 60))
    most = max(1, TURNS // values["max_matches"])
    values["max_turns"] = min(most, rng.choice((rng.randint(1, 20), 40, 100, 100, most)))
    if rng.random() < 0.5:
        values["series_wins"] = rng.choice((1, 2, 2, 3))
    if rng.random() < 0.3:  # collections that are complete soon
        values["collect_size"] = rng.choice((1, 2, 2, 3))
    return values


def any_value(rng: random.Random, name: str, kind: Any) -> Any:
    """A value of an option that makes a difference."""
    if kind is bool:
        return rng.random() < 0.5
    if isinstance(kind, type) and issubclass(kind, Word):
        return rng.choice(kind.words())
    choices: dict[str, Sequence[int]] = {
        "hand_size": (1, 2, 2, 3, 4, 5, 7, 8, 12),
        "n_piles": (1, 2, 3, 4),
        "series_wins": (1, 2, 3, 4, 5, 10),
        "collect_size": (1, 2, 3, 4, 5, 7),
        "bonus_wins": (0, 1, 2, 3),
        "draw_count": (1, 2, 3, 5),
        "goal_draw": (0, 1, 2, 3, 5, 10),
        "goal_extra_draw": (0, 1, 2, 5),
        "arbitre_skip": (0, 1, 2, 3),
        "agent_gifts": (0, 1, 2, 3),
    }
    return rng.choice(choices[name])


# Players


def random_policies(rng: random.Random, players: int) -> list[Policy]:
    """A strategy for each seat; sometimes the same for all, or all random."""
    if rng.random() < 0.15:
        return [STRATEGIES["random"]] * players
    policies = [random_policy(rng) for _ in range(players)]
    return policies[:1] * players if rng.random() < 0.1 else policies


def random_policy(rng: random.Random) -> Policy:
    """A named strategy, or one with some weights changed; sometimes a kind of special is blank."""
    base, share = STRATEGIES[rng.choice(list(STRATEGIES))], rng.choice(SHARES)
    values: dict[str, Any] = {}
    for name, field in Policy.model_fields.items():
        if name in {"kind", "blank"} or rng.random() >= share:
            continue
        if field.annotation is bool:
            values[name] = rng.random() < 0.5
        elif name == "danger_hand":
            values[name] = rng.choice((0, 1, 2, 3, 5, 256))
        else:
            values[name] = any_weight(rng)
    if rng.random() < 0.2:
        values["blank"] = rng.choice(Blank.words())
    return Policy.read(values, base)


def any_weight(rng: random.Random) -> int:
    """A weight: small ones tie often, large ones rule out all else."""
    return rng.choice((0, 1, -1, rng.randint(-5, 5), rng.randint(-60, 60), rng.choice((-999, 999))))


# Components


def random_components(rng: random.Random, players: int) -> Components:
    """The shipped deck, one of the prior, or an odd one."""
    chance = rng.random()
    if chance < 0.3:
        return PRINTED
    return deck(PRINTED, rng) if chance < 0.5 else odd_deck(rng, players)


def odd_deck(rng: random.Random, players: int) -> Components:
    """Few colours, teams of different sizes, numbers repeated, few or many specials, any order."""
    hues = rng.choice((1, 2, 2, 3, 4, 4, 6, 8))
    colours = [CORE[hue] if hue < len(CORE) else f"colour {hue + 1}" for hue in range(hues)]
    numbers = rng.choice(((1,), (1, 2), (1, 2, 3), (0, 4, 7, 9, 99), range(1, 12)))
    ids = sorted(rng.sample(range(32), rng.randint(players, min(32, players + 5))))
    rows = [row for team in ids for row in some_players(rng, team, numbers)]
    for kind in SPECIALS:
        rows += [(kind, None, None)] * rng.choice((0, 0, 1, 2, 4, 4, 8, 14))
    most = 100
    if rng.random() < 0.6:
        rng.shuffle(rows)
        most = rng.choice((12, 20, 30, 40, 60, 100))
    made = [some_card(rng, i, row, colours) for i, row in enumerate(rows[:most])]
    present = {card.team for card in made}
    named = [
        Team(team=team, name=f"Team {team}", players_to_collect=5, provenance="assumed")
        for team in ids
        if team in present
    ]
    rng.shuffle(named)
    changed = PRINTED.changed({"cards": tuple(made), "teams": tuple(named)})
    for name in ("cards", "teams"):
        complaint = TABLES.tables[name].check(changed.rows[name])
        assert not complaint, complaint
    assert TABLES.check(changed.rows, changed.paths) is None
    return changed


def some_players(
    rng: random.Random, team: int, numbers: Sequence[int]
) -> list[tuple[str, int | None, int | None]]:
    """Players of a team: kind, team, number."""
    size = rng.choice((1, 2, 3, 4, 5, 5, 7, 11))
    return [(KINDS[0], team, rng.choice(numbers)) for _ in range(size)]


def some_card(
    rng: random.Random,
    card: int,
    row: tuple[str, int | None, int | None],
    colours: Sequence[str],
) -> Card:
    """A card of any of the colours."""
    kind, team, number = row
    values = {"kind": kind, "colour": rng.choice(colours), "label": f"{kind} {card}"}
    text = {name: "" if n is None else str(n) for name, n in (("team", team), ("number", number))}
    return Card.model_validate({"card_id": card, **values, **text, "provenance": "assumed"})
