"""Transfers as the referee of Bundesliga sees them: D1 to D4, and the managers of section 8."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bundesliga_referee_plans import Plans, Step
from bundesliga_referee_table import Manager

from sim.games.bundesliga.rules_words import SaleTiming, WinnerRule
from sim.games.bundesliga.story import Event, Ledger
from sim.games.bundesliga.strategies import Kind

PASS, BUY, SELL = "pass", "buy", "sell"
ORDERS = {BUY: Event.BUY, SELL: Event.SELL}


class Trade(Plans):
    """Windows of transfers."""

    # Legal actions (section 7)

    def may_buy(self, m: Manager) -> list[int]:
        """D2: R20, R22, A11, A22."""
        rules = self.rules
        full = 0 < rules.squad_max <= m.size
        if full or self.after_roll or not rules.buy_before_roll:
            return []
        return [
            value
            for value in sorted(self.player_cards)
            if self.in_stock(value)
            and m.cash >= self.price(value)
            and self.fits(m.strength + value)
        ]

    def may_sell(self, m: Manager) -> list[int]:
        """D3: R21, A10."""
        rules = self.rules
        allowed = rules.sell_after_roll if self.after_roll else rules.sell_before_roll
        return m.owned if allowed and m.size > rules.squad_min else []

    def intents(self, m: Manager) -> list[str]:
        """D1, or D4 after the roll."""
        buys, sells = self.may_buy(m), self.may_sell(m)
        return [PASS, *([BUY] if buys else []), *([SELL] if sells else [])]

    # A window

    def cap(self, m: Manager) -> int:
        """R20: most transfers in a window; fewer for `random` (section 8)."""
        cap: int = self.rules.max_transfers_per_window
        return min(cap, m.policy.transfers_per_window) if m.policy.kind == Kind.RANDOM else cap

    def window(self, m: Manager, after_roll: bool) -> None:
        """D1 before the roll, D4 after it: transfers, then the pass unless the cap is used up."""
        self.after_roll, self.transfers = after_roll, 0
        if m.policy.kind == Kind.RANDOM:
            self.trade_at_random(m)
        elif after_roll:
            self.sell_after_roll(m)
        else:
            self.buy_before_roll(m)
        if self.transfers < self.cap(m):
            self.question(self.intents(m))

    def trade(self, m: Manager, intent: str, value: int) -> None:
        """A transfer: one D1 or D4 question and one D2 or D3 question."""
        legal = self.may_buy(m) if intent == BUY else self.may_sell(m)
        assert value in legal, f"event {self.at}: the referee wants to {intent} {value}: {legal}"
        assert self.transfers < self.cap(m), f"event {self.at}: the window is used up"
        self.question(self.intents(m))
        self.question(legal)
        if not self.after_roll and self.transfers == 0:
            self.expect(Event.BEFORE_ROLL, m.seat)
        self.transfers += 1
        if intent == BUY:
            price = self.price(value)
            self.hand_out(m, value)
            m.cash -= price
            m.ledger[Ledger.BUY] -= price
            m.count["buys"] += 1
            m.count["points_bought"] += value
        else:
            price = self.sale(value)
            self.take_back(m, value)
            m.cash += price
            m.ledger[Ledger.SELL] += price
            m.count["sells"] += 1
        m.low = min(m.low, m.cash)
        self.expect(ORDERS[intent], m.seat, a=value, b=price, c=m.cash)

    # The random manager

    def trade_at_random(self, m: Manager) -> None:
        """Section 8: told transfers, if they are among those that `random` may make."""
        while self.transfers < self.cap(m):
            intent = self.random_intent(m, self.random_intents(m))
            if intent == PASS:
                return
            legal = self.may_buy(m) if intent == BUY else self.may_sell(m)
            self.trade(m, intent, self.ask(ORDERS[intent], m.seat, legal, self.header()))

    def random_intents(self, m: Manager) -> list[str]:
        """Section 8 (b): sales only above `keep_squad`, or below `squad_max`."""
        keep = m.policy.keep_squad
        if self.rules.squad_max > 0:
            keep = min(keep, self.rules.squad_max - 1)
        return [intent for intent in self.intents(m) if intent != SELL or m.size > keep]

    def random_intent(self, m: Manager, legal: Sequence[str]) -> str:
        """What the next event says; anything but a legal transfer closes the window."""
        if self.header() and not self.next_is(Event.BEFORE_ROLL, m.seat):
            return PASS
        trades = [intent for intent in legal if intent != PASS]
        told = [i for i in trades if self.next_is(ORDERS[i], m.seat, self.header())]
        return told[0] if told else PASS

    def header(self) -> int:
        """How many events come before a transfer: one, if it opens a window before the roll."""
        return int(not self.after_roll and self.transfers == 0)

    # Scripted managers

    def buy_before_roll(self, m: Manager) -> None:
        """Section 8, column D1-D3."""
        scripts: dict[Kind, Callable[[Manager], None]] = {
            Kind.THRIFTY: self.play_thrifty,
            Kind.EARLY_INVESTOR: self.play_early_investor,
            Kind.THRESHOLD_SEEKER: self.play_threshold_seeker,
            Kind.FLIP_TRADER: self.play_flip_trader,
            Kind.PLANNER: self.play_planner,
        }
        if m.policy.kind in scripts:
            scripts[m.policy.kind](m)

    def play_thrifty(self, m: Manager) -> None:
        """One step towards the target."""
        if m.strength < m.policy.target:
            self.execute(m, self.steps(m, m.cash - m.policy.cash_floor)[:1])

    def play_early_investor(self, m: Manager) -> None:
        """Stars in the first lap; with a full squad the lowest card is swapped."""
        while m.laps == 0:
            step = self.best_star(m)
            if step is None or not self.execute(m, [step]):
                return

    def best_star(self, m: Manager) -> Step | None:
        """The highest value that leaves the reserve."""
        free = m.cash - m.policy.reserve
        fitting = [s for s in self.upgrades(m, m.squad, self.bank) if s.cost <= free]
        lowest = [s for s in fitting if s.given in (0, m.owned[0] if m.owned else 0)]
        return max(lowest, key=lambda s: s.value, default=None)

    def play_threshold_seeker(self, m: Manager) -> None:
        """Beats the stadiums of the next spaces."""
        ahead = self.window_list(m, m.policy.lookahead)
        self.execute(m, self.best_prefix(m, m.cash - m.policy.reserve, ahead))

    def play_flip_trader(self, m: Manager) -> None:
        """As threshold_seeker, with reserve 0."""
        ahead = self.window_list(m, m.policy.lookahead)
        self.execute(m, self.best_prefix(m, m.cash, ahead))

    def play_planner(self, m: Manager) -> None:
        """The best plan for the season, once it pays within the look-ahead."""
        plan = self.best_prefix(m, m.cash - m.policy.reserve, self.season_list(m))
        ahead = self.window_list(m, m.policy.lookahead)
        after = m.strength + sum(step.gain for step in plan)
        pays = self.table_points(after, ahead) > self.table_points(m.strength, ahead)
        if pays or m.policy.lookahead == 0:
            self.execute(m, plan)

    def sell_after_roll(self, m: Manager) -> None:
        """Section 8, column D4, and the cash-out."""
        if self.rules.post_roll_sale_timing != SaleTiming.AFTER_RESOLUTION:
            return
        base = None
        if self.is_cash_out(m):
            base = 0
        elif m.policy.kind == Kind.FLIP_TRADER:
            base = m.policy.base
        while base is not None and self.transfers < self.cap(m):
            values = [value for value in self.may_sell(m) if m.strength - value >= base]
            if not values:
                return
            self.trade(m, SELL, max(values))

    def is_cash_out(self, m: Manager) -> bool:
        """Section 8: the last arrival of the match, where cash decides."""
        last = self.season == self.rules.seasons and m.laps == self.rules.rounds_per_season
        return bool(
            last and self.rules.winner_rule == WinnerRule.CASH and m.policy.kind != Kind.PASSIVE
        )

    # Plans

    def execute(self, m: Manager, plan: Sequence[Step]) -> bool:
        """Carry out a plan, up to the step that exceeds the cap; whether all of it was done."""
        for step in plan:
            if self.transfers + step.transfers > self.cap(m):
                return False
            if step.given:
                self.trade(m, SELL, step.given)
            self.trade(m, BUY, step.value)
        return True
