"""Other decks that the rulebook would allow: the priors of section 5 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sim.engine.components import Components
from sim.games.goooal.cards import SPECIALS, Card, Kind, Parameter, Team

CORE = ("red", "blue", "green", "yellow")


def deck(components: Components, rng: Random) -> Components:
    """Parameters of the deck drawn within their bounds, and a deck made from them."""
    rows = {row.parameter: row for row in components.rows["deck_model"]}
    drawn = {name: rng.randint(row.low, row.high) for name, row in rows.items()}
    made = _deck(drawn, rng)
    named = tuple(
        Team(
            team=t,
            name=f"Team {t + 1}",
            players_to_collect=drawn["players_per_team"],
            provenance="assumed",
        )
        for t in range(drawn["n_teams"])
    )
    model = tuple(_changed(row, drawn[row.parameter]) for row in components.rows["deck_model"])
    return components.changed({"cards": tuple(made), "teams": named, "deck_model": model})


def _changed(row: Parameter, value: int) -> Parameter:
    return row.model_copy(update={"value": value})


def _deck(drawn: Mapping[str, int], rng: Random) -> list[Card]:
    """Players with colours as equally often as possible, then the specials colour by colour."""
    n, size = drawn["n_teams"], drawn["players_per_team"]
    names = [CORE[c] if c < len(CORE) else f"colour {c + 1}" for c in range(drawn["n_colours"])]
    shuffled = [names[i % len(names)] for i in range(n * size)]
    rng.shuffle(shuffled)
    made: list[Card] = []
    for team in range(n):
        for number in sorted(rng.sample(range(1, drawn["max_number"] + 1), size)):
            label = f"Team {team + 1} no. {number}"
            made.append(_card(len(made), "player", shuffled[len(made)], label, team, number))
    for kind in SPECIALS:
        for colour in names:
            for _ in range(drawn[f"{kind}_per_colour"]):
                made.append(_card(len(made), kind, colour, f"{kind.upper()} {colour}"))
    return made


def _card(
    card: int,
    kind: Kind,
    colour: str,
    label: str,
    team: int | None = None,
    number: int | None = None,
) -> Card:
    return Card.model_construct(
        card_id=card, kind=kind, colour=colour, team=team, number=number, label=label,
        provenance="assumed",
    )  # fmt: skip


PRIORS: Mapping[str, Callable[[Components, Random], Components]] = {"deck": deck}
