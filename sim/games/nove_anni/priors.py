"""Other values that the fighters might have: the priors of section 5 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sim.engine.components import Components
from sim.games.nove_anni.cards import CHARACTERISTICS, Card

LEAST, MOST = 1, 99  # of a fighter: a light card has 100 and is never beaten

Values = Mapping[str, int]


def profile(components: Components, rng: Random) -> Components:
    """Each value drawn by itself around the mean of its kind."""
    prior = {(row.kind, row.characteristic): row for row in components.rows["value_prior"]}

    def drawn(row: Card) -> Values:
        found = {}
        for name in CHARACTERISTICS:
            law = prior[row.kind, name]
            found[name] = min(max(round(rng.gauss(law.mean, law.sd)), law.min), law.max)
        return found

    return _changed(components, drawn)


def flat(components: Components, rng: Random) -> Components:
    """Each value as likely as any other, whatever the kind."""
    return _changed(components, lambda row: {n: rng.randint(LEAST, MOST) for n in CHARACTERISTICS})


def shuffle(components: Components, rng: Random) -> Components:
    """The values as they are, card by card, dealt anew to the cards."""
    rows = [row for row in components.rows["cards"] if _is_assumed(row)]
    found = [dict(zip(CHARACTERISTICS, row.values, strict=True)) for row in rows]
    rng.shuffle(found)
    dealt = dict(zip((row.card_id for row in rows), found, strict=True))
    return _changed(components, lambda row: dealt[row.card_id])


def _is_assumed(row: Card) -> bool:
    return row.kind != "light" and row.provenance == "assumed"


def _changed(components: Components, values: Callable[[Card], Values]) -> Components:
    """The same cards with other values, but for those that are printed."""
    rows = tuple(
        row.model_copy(update=dict(values(row))) if _is_assumed(row) else row
        for row in components.rows["cards"]
    )
    return components.changed({"cards": rows})


PRIORS: Mapping[str, Callable[[Components, Random], Components]] = {
    "profile": profile,
    "flat": flat,
    "shuffle": shuffle,
}
