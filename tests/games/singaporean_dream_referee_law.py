"""What is legal in The Singaporean Dream, as the referee reads section 7 of RULES.md."""

from __future__ import annotations

from typing import NamedTuple

from singaporean_dream_referee_book import Book, Deed
from singaporean_dream_referee_pay import exact

from sim.games.singaporean_dream.rules_words import (
    CounterRight,
    EmptyBankTheft,
    InsufficientMode,
    PurchaseOverpay,
    StopRight,
)
from sim.games.singaporean_dream.strategies import KnockOut


class Act(NamedTuple):
    """A main action."""

    what: str  # "pass", "bank", "buy", "play", "power"
    card: int = -1
    target: int = -1
    dream: int = -1


class Law(Book):
    """Legal actions."""

    def takeable(self, seat: int) -> bool:
        """Whether a player has a dream that an unpaid demand may cost."""
        safe = self.protected[seat] and self.rules.protect_covers_forfeit
        return bool(self.dreams_of(seat)) and not safe

    def theft_costs_dream(self, seat: int) -> bool:
        """A33: an empty bank from which a cash card is stolen."""
        rule = self.rules.empty_bank_theft == EmptyBankTheft.DREAM
        return rule and self.bank_of(seat) == 0 and self.takeable(seat)

    def can_pay(self, seat: int, due: int) -> bool:
        """R10, A5: whether a player can buy at this price."""
        if self.rules.purchase_overpay == PurchaseOverpay.EXACT_ONLY:
            return exact(self.bank[seat], self.values, due)
        return self.bank_of(seat) >= due

    def hits(self, effect: str, seat: int) -> bool:
        """Whether an effect would do something to a player, as far as the others can see."""
        rules = self.rules
        if effect == "collect_cash":
            dream = self.takeable(seat) and rules.insufficient_mode != InsufficientMode.CASH_ONLY
            hand = rules.pay_from_hand and self.size(seat) > 0
            return bool(self.bank_of(seat) > 0 or dream or hand)
        if effect == "steal_cash_card":
            return self.bank_of(seat) > 0 or self.theft_costs_dream(seat)
        if effect == "steal_dream":
            return bool(self.dreams_of(seat)) and not self.protected[seat]
        assert effect in {"steal_hand_card", "discard_hand"}
        return self.size(seat) > 0

    def salvageable(self, amount: int) -> list[int]:
        """D8: denominations in the discard pile that are not too large."""
        return [k for k in self.money if self.values[k] <= amount and k in self.discard]

    def does_something(self, seat: int, effect: str, amount: int) -> bool:
        """Whether an effect without a target is legal."""
        if effect == "draw_cards":
            return True
        if effect == "salvage_cash":
            return bool(self.salvageable(amount))
        if effect == "take_top_dream":
            return self.left > 0
        assert effect == "protect_dreams"
        return bool(self.dreams_of(seat)) and not self.protected[seat]

    def aims(self, seat: int, effect: str, scope: str, amount: int) -> list[tuple[int, int]]:
        """Ways to have an effect: (target, dream)."""
        if effect == "discount_buy":
            return [(-1, d) for d in self.market if self.can_pay(seat, self.reduced(d, amount))]
        others = self.clockwise(seat)
        if scope == "one":
            return [(t, -1) for t in others if self.hits(effect, t)]
        if scope == "all":
            return [(-1, -1)] if any(self.hits(effect, t) for t in others) else []
        return [(-1, -1)] if self.does_something(seat, effect, amount) else []

    def reduced(self, dream: int, amount: int) -> int:
        """Price with a discount."""
        return max(0, self.price(dream) - amount)

    def main_actions(self, seat: int) -> list[Act]:
        """D1."""
        found = [Act("pass")]
        if any(self.hand_cash(seat)):
            found.append(Act("bank"))
        found += [Act("buy", dream=d) for d in self.market if self.can_pay(seat, self.price(d))]
        for card in self.held(seat):
            if card in self.money or self.is_stop(card) or not self.works(seat, card):
                continue
            row = self.name(card)
            aims = self.aims(seat, row.effect, row.scope, row.amount)
            found += [Act("play", card, target, dream) for target, dream in aims]
        return found + self.power_actions(seat)

    def power_actions(self, seat: int) -> list[Act]:
        """D1 (5)."""
        blank = self.policies[seat].blank == KnockOut.POWER
        spent = self.power_used >= self.rules.power_uses_per_turn
        if blank or spent or not self.rules.powers_enabled:
            return []
        row = self.people[self.person[seat]]
        aims = self.aims(seat, row.power_effect, row.power_scope, row.power_amount)
        return [Act("power", -1, target, dream) for target, dream in aims]

    def deed_of(self, seat: int, act: Act) -> Deed:
        """The effect of an action card, a power or a purchase."""
        if act.what == "play":
            row = self.name(act.card)
            return Deed(row.effect, row.scope, row.amount, "card", act.card, act.target)
        if act.what == "power":
            row = self.people[self.person[seat]]
            return Deed(row.power_effect, row.power_scope, row.power_amount, "power", -1, *act[2:])
        return Deed("purchase", "none", 0, "purchase", -1, -1, act.dream)

    def targets(self, actor: int, deed: Deed) -> list[int]:
        """Section 6, run_effect."""
        if deed.scope == "one":
            return [deed.target]
        return self.clockwise(actor) if deed.scope == "all" else []

    def may_react(self, actor: int, deed: Deed, solo: int, n: int, last: int) -> list[int]:
        """D3: who is asked, in this order; the actor's actions are looked at elsewhere."""
        found = [s for s in self.clockwise(last) if self.stops(s)]
        if n % 2 == 1:
            only_actor = self.rules.counter_right == CounterRight.ACTOR_ONLY
            return [s for s in found if s == actor or not only_actor]
        found = [s for s in found if s != actor]
        if solo >= 0:
            return [s for s in found if s == solo]
        if self.rules.stop_right == StopRight.TARGETS_ONLY:
            return [s for s in found if s in self.targets(actor, deed)]
        return found
