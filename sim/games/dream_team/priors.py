"""Other component values that the rulebook would allow: the priors of section 5 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sim.engine.components import Components
from sim.games.dream_team.cards import TEAMS, keepers, players, specials


def free(components: Components, rng: Random) -> Components:
    """Every card drawn by itself, so that teams may differ; symbols are dealt out anew."""
    return _drawn(components, rng, mirrored=False)


def mirrored(components: Components, rng: Random) -> Components:
    """One team drawn, and all teams alike."""
    return _drawn(components, rng, mirrored=True)


PRIORS: Mapping[str, Callable[[Components, Random], Components]] = {
    "free": free,
    "mirrored": mirrored,
}


def _drawn(components: Components, rng: Random, *, mirrored: bool) -> Components:
    field, goal, extra = players(components), keepers(components), specials(components)
    team, pair = len(field) // TEAMS, len(goal) // TEAMS
    symbols = [card.symbol for card in field]
    rng.shuffle(symbols)
    values = [(rng.randint(1, 5), rng.randint(1, 5)) for _ in field]
    saves = [rng.randint(2, 5) for _ in goal]
    if mirrored:
        values, saves, symbols = values[:team] * TEAMS, saves[:pair] * TEAMS, symbols[:team] * TEAMS
    return components.changed(
        {
            "players": tuple(
                card.model_copy(update={"attack": a, "defence": d, "symbol": symbol})
                for card, (a, d), symbol in zip(field, values, symbols, strict=True)
            ),
            "keepers": tuple(
                card.model_copy(update={"save": save})
                for card, save in zip(goal, saves, strict=True)
            ),
            "specials": tuple(
                card.model_copy(update={"attack": rng.randint(1, 5), "defence": rng.randint(1, 5)})
                for card in extra
            ),
        }
    )
