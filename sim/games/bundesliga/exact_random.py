"""First turn of a `random` manager in closed form (sections 8 and 12 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.engine.components import Components
from sim.games.bundesliga.cards import VALUES
from sim.games.bundesliga.exact_money import strength_of
from sim.games.bundesliga.exact_trade import (
    Market,
    Step,
    opening_market,
    owned,
    purchase_prices,
    sale_prices,
)
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import Policy


class RandomOpening:
    """What the first player holds after his first window before the roll.

    He answers uniformly: first among the legal intents, then among the legal values; the window
    closes after transfers_per_window of them.  All ways are followed, so keep that parameter small.
    """

    def __init__(self, rules: Rules, policy: Policy, components: Components, seats: int) -> None:
        self.rules, self.policy = rules, policy
        self.paid = purchase_prices(rules, components)
        self.got = sale_prices(rules, components)
        self.start = opening_market(rules, components, seats)
        self.law: dict[Market, Fraction] = {}
        cap = min(policy.transfers_per_window, rules.max_transfers_per_window)
        self._follow(self.start, Fraction(1), cap)

    @property
    def strength(self) -> Fraction:
        """Expected strength for the first move."""
        return self._mean({m: Fraction(strength_of(m.squad)) for m in self.law})

    @property
    def spent(self) -> Fraction:
        """Expected DM spent, less what was sold for."""
        return self._mean({m: Fraction(self.start.cash - m.cash) for m in self.law})

    @property
    def changed(self) -> Fraction:
        """P(his squad has changed)."""
        return self._mean({m: Fraction(m.squad != self.start.squad) for m in self.law})

    @property
    def sells_after(self) -> Fraction:
        """P(he sells after the roll), if no event or payment of the move changed his squad."""
        may = self.rules.sell_after_roll and self.policy.transfers_per_window > 0
        return self._mean({m: Fraction(may and self._sells(m), 2) for m in self.law})

    def _mean(self, values: dict[Market, Fraction]) -> Fraction:
        return sum((chance * values[m] for m, chance in self.law.items()), Fraction(0))

    def _follow(self, market: Market, chance: Fraction, left: int) -> None:
        """Follow every answer of the window, each with its chance."""
        intents = [list(self._purchases(market)), list(self._sales(market))]
        legal = [results for results in intents if results]
        if left == 0 or not legal:
            self.law[market] = self.law.get(market, Fraction(0)) + chance
            return
        each = chance / (1 + len(legal))
        self.law[market] = self.law.get(market, Fraction(0)) + each
        for results in legal:
            for result in results:
                self._follow(result, each / len(results), left - 1)

    def _purchases(self, market: Market) -> Iterator[Market]:
        """D2: every legal purchase."""
        rules = self.rules
        if not rules.buy_before_roll or 0 < rules.squad_max <= sum(market.squad):
            return
        for value in range(1, VALUES + 1):
            price = self.paid[value - 1]
            stocked = market.stock[value - 1] > 0 or not rules.bank_stock_limited
            capped = 0 < rules.strength_cap < strength_of(market.squad) + value
            if stocked and price <= market.cash and not capped:
                yield market.after(Step(value, 0, price))

    def _sales(self, market: Market) -> Iterator[Market]:
        """D3: every legal sale, while the squad is larger than it wants to keep."""
        if self.rules.sell_before_roll and self._sells(market):
            for value in owned(market.squad):
                yield market.without(value, self.got[value - 1])

    def _sells(self, market: Market) -> bool:
        """Section 8 (b): whether the squad exceeds keep_squad (and squad_min)."""
        keep = self.policy.keep_squad
        if self.rules.squad_max:
            keep = min(keep, self.rules.squad_max - 1)
        return sum(market.squad) > max(keep, self.rules.squad_min)
