"""Closed forms of the DFB Cup (section 12 of RULES.md) at constant strength.

The stack cycles (R15), so nobody meets a card twice until the table has drawn all of them.  Until
then the cards one player draws are a random sample without replacement, whoever draws in between:
which card of a shuffled stack he gets never depends on cards still hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from sim.engine.components import Components
from sim.games.bundesliga.cards import CupCard, cup_cards
from sim.games.bundesliga.exact_board import Array, Spread, count_spread, landings_law, spread
from sim.games.bundesliga.exact_points import result
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.rules_words import CupDraw


@dataclass(frozen=True)
class Lots:
    """What the brown cards are to one strength: incomes of those that decide, number of others."""

    won: tuple[int, ...]
    lost: tuple[int, ...]
    redrawn: int

    def all_won(self, k: int) -> Fraction:
        """P(the first k Cup matches are all won) = C(won, k) / C(won + lost, k).

        Cards that are redrawn do not disturb the order of the others.
        """
        decisive = len(self.won) + len(self.lost)
        return Fraction(comb(len(self.won), k), comb(decisive, k)) if k <= decisive else Fraction(0)

    def undisturbed(self, matches: int) -> float:
        """P(so many matches are decided without a redraw), one after the other."""
        decisive = len(self.won) + len(self.lost)
        ways = comb(decisive, matches)
        return ways / comb(decisive + self.redrawn, matches) if ways else 0.0

    def fresh(self, seats: int) -> bool:
        """Whether seats of this strength (or less) never see a card again: each loses once at most.

        They draw at most all cards that do not beat them, and one card each that does.
        """
        return seats <= len(self.lost)


def lots(rules: Rules, components: Components, strength: int) -> Lots:
    """R14, R16: cards won, lost and redrawn at a strength, with the income each of them pays."""
    won, lost, redrawn = [], [], 0
    for card in cup_cards(components):
        compared = result(strength, card.opponent_strength)
        if compared == 1 and rules.cup_draw_rule == CupDraw.REDRAW:
            redrawn += 1
        elif compared == 2 or (compared == 1 and card.venue == "away"):
            won.append(_income(rules, card, compared))
        else:
            lost.append(_income(rules, card, compared))
    return Lots(tuple(won), tuple(lost), redrawn)


def _income(rules: Rules, card: CupCard, compared: int) -> int:
    """A14: a replayed draw may pay twice."""
    return card.income * (2 if compared == 1 and rules.replay_pays_income else 1)


# The run of a season ------------------------------------------------------------------------------


@dataclass(frozen=True)
class CupRun:
    """The Cup of one player in a season; `rounds[k]` is P(k rounds won).

    `redrawn` is P(some match is drawn), None where drawn matches are replayed.
    """

    landings: float
    no_landing: float
    rounds: Array
    matches: Spread
    eliminated: float
    redrawn: float | None
    income: Spread

    @property
    def rounds_spread(self) -> Spread:
        """Mean and sd of the rounds won."""
        return count_spread(self.rounds)


@dataclass(frozen=True)
class _End:
    """A way the Cup may end: its chance, rounds won, whether a match was lost."""

    chance: float
    rounds: int
    lost: bool


def _ends(rules: Rules, cards: Lots, landings: int) -> list[_End]:
    """How the Cup may end after some landings (A16: after cup_rounds_to_win it is won)."""
    last = min(landings, rules.cup_rounds_to_win or landings)
    chances = [float(cards.all_won(k)) for k in range(last + 1)]
    out = [_End(chances[k] - chances[k + 1], k, lost=True) for k in range(last)]
    return [*out, _End(chances[last], last, lost=False)]


def income_given(rules: Rules, cards: Lots, landings: int) -> tuple[float, float]:
    """E[income] and E[income^2] of the Cup after some landings, the prize included (DM, DM^2)."""
    mean = square = 0.0
    for end in _ends(rules, cards, landings):
        if end.chance > 0:
            first, second = _rewards(rules, cards, end)
            mean, square = mean + end.chance * first, square + end.chance * second
    return mean, square


def _rewards(rules: Rules, cards: Lots, end: _End) -> tuple[float, float]:
    """Mean and mean square of what a run pays: a sample of won cards, perhaps one lost, a prize."""
    first, second = _sample(cards.won, end.rounds)
    if end.lost:
        more, squared = _sample(cards.lost, 1)
    else:
        won = end.rounds > 0 and end.rounds == rules.cup_rounds_to_win
        more, squared = float(rules.cup_prize * won), float(rules.cup_prize * won) ** 2
    return first + more, second + 2 * first * more + squared


def _sample(incomes: tuple[int, ...], k: int) -> tuple[float, float]:
    """Mean and mean square of the sum of k of these, drawn without replacement."""
    if k == 0:
        return 0.0, 0.0
    n, total, squares = len(incomes), sum(incomes), sum(x * x for x in incomes)
    pairs = (total**2 - squares) / (n * (n - 1)) if n > 1 else 0.0
    return k * total / n, k * squares / n + k * (k - 1) * pairs


def cup_run(rules: Rules, components: Components, strength: int, laps: int | None = None) -> CupRun:
    """The Cup run of a season (or of its first laps) at constant strength.

    Exact while the table draws no more cards than the stack has.
    """
    cards = lots(rules, components, strength)
    laps = rules.rounds_per_season if laps is None else laps
    law = landings_law(rules, components, "dfb_cup", laps)
    rounds, matches = np.zeros(len(law)), np.zeros(len(law))
    eliminated = mean = square = 0.0
    for landings, chance in enumerate(law.tolist()):
        for end in _ends(rules, cards, landings):
            rounds[end.rounds] += chance * end.chance
            matches[end.rounds + end.lost] += chance * end.chance
            eliminated += chance * end.chance * end.lost
        first, second = income_given(rules, cards, landings)
        mean, square = mean + chance * first, square + chance * second
    calm = sum(chance * cards.undisturbed(m) for m, chance in enumerate(matches.tolist()))
    return CupRun(
        landings=count_spread(law).mean,
        no_landing=float(law[0]),
        rounds=rounds,
        matches=count_spread(matches),
        eliminated=eliminated,
        redrawn=1 - calm if rules.cup_draw_rule == CupDraw.REDRAW else None,
        income=spread(mean, square),
    )
