"""Tables of The Singaporean Dream laid by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from singaporean_dream_told import match_of
from telling import tell

from sim.games.singaporean_dream.kernel_stops import run_effect
from sim.games.singaporean_dream.state import NOBODY
from sim.games.singaporean_dream.strategies import Policy

NONE = (0, 0, 0, 0)  # of the shipped denominations
STOP = 4  # type of the first stop card


class Player(NamedTuple):
    """What a player has: cash by denomination, dreams by their rows, stop cards of the first type."""

    bank: tuple[int, ...] = NONE
    hand: tuple[int, ...] = NONE
    dreams: tuple[int, ...] = ()
    stops: int = 0


def laid(
    rules: Mapping[str, Any],
    players: Sequence[Player],
    seats: Sequence[str | Policy] = (),
    safe: Sequence[int] = (),
) -> Any:
    """A table, shape (1,), at which nothing but this lies; thieves unless others are named."""
    s = match_of({"max_turns": 1} | dict(rules), seats or ("thief",) * len(players))
    tables = tell(s).tables
    t = tables[0]
    t.owner[: t.dreams] = -1
    t.record_words[:] = 0
    t.next_dream, t.left = 0, s.rules.actions_per_turn
    for seat, has in enumerate(players):
        t.hand[seat], t.bank[seat] = 0, 0
        t.hand[seat, :4], t.bank[seat, :4] = has.hand, has.bank
        t.hand[seat, STOP] = has.stops
        count_hand(t, seat)
        t.funds[seat] = sum(n * v for n, v in zip(has.bank, t.value.tolist(), strict=False))
        t.safe[seat] = seat in safe
        t.owned[seat] = t.score[seat] = len(has.dreams)
        t.worth[seat] = sum(t.price[dream] for dream in has.dreams)
        t.dreams_of[seat] = sum(1 << dream for dream in has.dreams)
        for dream in has.dreams:
            t.owner[dream] = seat
    return tables


def count_hand(t: Any, seat: int) -> None:
    """What the table says of a hand besides its cards."""
    cards = {card: int(n) for card, n in enumerate(t.hand[seat]) if n}
    t.held[seat] = sum(cards.values())
    t.kinds[seat] = sum(1 << card for card in cards)
    t.purse[seat] = sum(
        n * int(t.value[card]) for card, n in cards.items() if card < t.denominations
    )
    t.stopping[seat] = sum(n for card, n in cards.items() if int(t.stops) >> card & 1)


def lies(tables: Any, seat: int) -> Player:
    """What a player has now."""
    t = tables[0]
    dreams = tuple(d for d in range(t.dreams) if t.owner[d] == seat)
    bank, hand = (tuple(cards[seat, :4].tolist()) for cards in (t.bank, t.hand))
    return Player(bank, hand, dreams, int(t.hand[seat, STOP]))


@njit
def _happens(tables, effect, scope, amount, target):
    return run_effect(tables[0], np.int64(0), effect, scope, amount, target, NOBODY, None)


def happens(tables: Any, effect: np.int64, scope: np.int64, amount: int, target: int = -1) -> bool:
    """Seat 0 has an effect; whether it happened."""
    return bool(_happens(tables, effect, scope, np.int64(amount), np.int64(target)))
