"""What scripted players want in The Singaporean Dream, as section 8 of RULES.md has it.

Numbers are exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from singaporean_dream_referee_book import Deed
from singaporean_dream_referee_law import Act, Law
from singaporean_dream_referee_pay import best_fit

from sim.games.singaporean_dream.rules_words import InsufficientMode, NoDreamMode
from sim.games.singaporean_dream.strategies import BankMode

FOREIGN = ("take_top_dream", "discount_buy", "purchase")  # they bring the actor a dream


class Worth(Law):
    """Utilities, and what follows from them."""

    def weigh(self, seat: int, name: str) -> Fraction:
        """A weight of a player."""
        return Fraction(getattr(self.policies[seat], name))

    def swing(self, me: int, other: int, dream: int, judge: int | None = None) -> Fraction:
        """What it is worth to `me` to have a dream and not the other, by the weights of a judge."""
        judge = me if judge is None else judge
        lost = self.weigh(judge, "denial") * self.weight(other, dream)
        return self.weigh(judge, "dream_worth") * (self.weight(me, dream) + lost)

    def leader(self, me: int) -> int:
        """The opponent with the greatest standing, of equal ones the nearest clockwise."""
        return max(self.clockwise(me), key=self.standing)  # the first of equal ones

    # Dreams

    def dream_u(self, me: int, dream: int, due: int, bank_after: int) -> Fraction:
        """`dream_u(d, due, bank_after)`."""
        if self.loses(me, dream, bank_after):
            return Fraction(-1)
        lacking = max(Fraction(0), self.weigh(me, "shield") - max(0, bank_after))
        worth = self.weigh(me, "dream_worth") * self.weight(me, dream)
        gain = self.weigh(me, "w_buy") * worth - self.weigh(me, "w_cost") * due
        return gain - self.weigh(me, "w_shield") * lacking

    def loses(self, me: int, dream: int, bank_after: int) -> bool:
        """endgame_check: taking the last dream would end a match that is not won."""
        if not self.policies[me].endgame_check or self.left != 1:
            return False
        score, value, _ = self.standing(me)
        score += self.weight(me, dream)
        mine = (score, value + self.counted_price(me, dream), bank_after)
        others = [self.standing(t) for t in self.clockwise(me)]
        deficit = max(other[0] for other in others) - score
        beaten = any(other > mine for other in others)
        return beaten and deficit <= self.weigh(me, "endgame_max_deficit")

    # Effects

    def gain(self, me: int, deed: Deed, target: int) -> Fraction:
        """What a target adds to a utility, with the bias against the leader."""
        bias = self.weigh(me, "leader_bias") if target == self.leader(me) else 0
        return self.plain_gain(me, deed, target) * (1 + bias)

    def plain_gain(self, me: int, deed: Deed, target: int) -> Fraction:
        """The `g` of a target."""
        rules, effect = self.rules, deed.effect
        best = max((self.swing(me, target, d) for d in self.dreams_of(target)), default=0)
        stolen = self.weigh(me, "w_steal") * best
        cash_only = rules.insufficient_mode == InsufficientMode.CASH_ONLY
        if effect == "collect_cash":
            bank = self.bank_of(target)
            if bank >= deed.amount:
                return self.weigh(me, "w_cash") * deed.amount
            if self.takeable(target) and not cash_only:
                return stolen
            nothing = rules.no_dream_mode == NoDreamMode.NOTHING and not cash_only
            return Fraction(0) if nothing else self.weigh(me, "w_cash") * bank
        if effect == "steal_cash_card":
            if self.bank_of(target) > 0:
                return self.weigh(me, "w_cash") * self.largest(target)
            return stolen if self.theft_costs_dream(target) else Fraction(0)
        if effect == "steal_dream":
            return Fraction(0) if self.protected[target] else stolen
        assert effect in {"steal_hand_card", "discard_hand"}
        weight = "w_hand" if effect == "steal_hand_card" else "w_discard"
        cards = min(deed.amount, self.size(target))
        return self.weigh(me, weight) * self.weigh(me, "card_worth") * cards

    def largest(self, seat: int) -> int:
        """Largest denomination in a bank, K."""
        return max((v for n, v in zip(self.bank[seat], self.values, strict=True) if n), default=0)

    def utility_of(self, me: int, deed: Deed, solo: int = -1) -> Fraction:
        """Utility of an effect; of one target alone with `solo`."""
        targets = self.targets(me, deed)
        if targets:
            return sum((self.gain(me, deed, t) for t in targets if solo in {-1, t}), Fraction(0))
        bank, card = self.bank_of(me), self.weigh(me, "card_worth")
        if deed.effect == "purchase":
            due = self.price(deed.dream)
            return self.dream_u(me, deed.dream, due, bank - due)
        if deed.effect == "discount_buy":
            due = self.reduced(deed.dream, deed.amount)
            return self.dream_u(me, deed.dream, due, bank - due)
        if deed.effect == "take_top_dream":
            return self.dream_u(me, self.market[0], 0, bank)
        if deed.effect == "draw_cards":
            return self.weigh(me, "w_draw") * card * deed.amount
        if deed.effect == "protect_dreams":
            return self.weigh(me, "w_protect") * card * len(self.dreams_of(me))
        assert deed.effect == "salvage_cash"
        best = max((self.values[k] for k in self.salvageable(deed.amount)), default=0)
        return self.weigh(me, "w_cash") * best

    # D1, D2

    def enabled(self, me: int) -> tuple[int, Fraction] | None:
        """The dream that banking all cash lets one buy next, with its utility."""
        hand, bank = self.worth_of(self.hand_cash(me)), self.bank_of(me)
        wanted = []
        for k, dream in enumerate(self.market):
            price = self.price(dream)
            utility = self.dream_u(me, dream, price, bank + hand - price)
            if utility > 0:
                wanted.append((price, k, dream, utility))
        if not wanted:
            return None
        price, _, dream, utility = min(wanted)
        enough = bank < price <= bank + hand and self.actions_left >= 2
        return (dream, utility) if enough else None

    def bank_u(self, me: int) -> Fraction:
        """Utility of banking."""
        enabled = self.enabled(me)
        if enabled:
            return enabled[1]
        hand, bank = self.worth_of(self.hand_cash(me)), self.bank_of(me)
        shield = self.weigh(me, "shield")
        covered = min(shield, Fraction(bank + hand)) - min(shield, Fraction(bank))
        return self.weigh(me, "w_bank") * hand + self.weigh(me, "w_shield") * covered

    def utility(self, me: int, act: Act) -> Fraction:
        """Utility of a main action."""
        if act.what == "pass":
            return Fraction(0)
        return self.bank_u(me) if act.what == "bank" else self.utility_of(me, self.deed_of(me, act))

    def best_action(self, me: int, acts: Sequence[Act]) -> Act:
        """D1: the first of the best; `pass` is the first of all and has 0."""
        values = [self.utility(me, act) for act in acts]
        return acts[values.index(max(values))]

    def wanted_cash(self, me: int) -> tuple[int, ...]:
        """D2."""
        hand, enabled = tuple(self.hand_cash(me)), self.enabled(me)
        if self.policies[me].bank_mode == BankMode.NEEDED and enabled:
            short = self.price(enabled[0]) - self.bank_of(me)
            return best_fit(hand, tuple(self.values), short)
        return hand

    # D3

    def stops_it(self, me: int, actor: int, deed: Deed, solo: int, n: int) -> bool:
        """D3 of a scripted player."""
        if n % 2 == 1:
            if me != actor:
                return False
            return self.utility_of(me, deed, solo) >= self.weigh(me, "counter_at")
        target = me == solo if solo >= 0 else me in self.targets(actor, deed)
        if target:
            return self.harm(me, deed) >= self.weigh(me, "stop_at")
        if deed.effect not in FOREIGN:
            return False
        dream = self.market[0] if deed.effect == "take_top_dream" else deed.dream
        worth = self.weigh(me, "dream_worth") * self.weight(actor, dream)
        return worth >= self.weigh(me, "stop_foreign_at")

    def harm(self, me: int, deed: Deed) -> Fraction:
        """What an effect would cost its target."""
        rules = self.rules
        best = max((Fraction(self.weight(me, d)) for d in self.dreams_of(me)), default=Fraction(0))
        lost = self.weigh(me, "dream_worth") * best
        cash_only = rules.insufficient_mode == InsufficientMode.CASH_ONLY
        if deed.effect == "collect_cash":
            own = self.worth_of(self.hand_cash(me)) if rules.pay_from_hand else 0
            pool = self.bank_of(me) + own
            if pool >= deed.amount:
                return Fraction(deed.amount)
            if self.takeable(me) and not cash_only:
                return lost
            nothing = rules.no_dream_mode == NoDreamMode.NOTHING and not cash_only
            return Fraction(0 if nothing else pool)
        if deed.effect == "steal_cash_card":
            return lost if self.theft_costs_dream(me) else Fraction(self.largest(me))
        if deed.effect == "steal_dream":
            return Fraction(0) if self.protected[me] else lost
        assert deed.effect in {"steal_hand_card", "discard_hand"}
        return self.weigh(me, "card_worth") * min(deed.amount, self.size(me))

    # D4 to D9

    def keep(self, me: int, card: int) -> Fraction:
        """What holding a card is worth."""
        if card in self.money:
            return Fraction(self.values[card])
        bonus = self.weigh(me, "stop_keep_bonus") if self.is_stop(card) else 0
        return Fraction(self.name(card).keep_value) + bonus

    def best_card(self, me: int, cards: Sequence[int], giver: bool) -> int:
        """D6, D7: the thief takes the best, the owner gives the worst; of equal ones the first."""
        sign = 1 if giver else -1
        return min(cards, key=lambda card: (sign * self.keep(me, card), card))

    def best_dream(self, me: int, other: int, dreams: Sequence[int], giver: bool) -> int:
        """D4, D9: the same with dreams; both roles are judged by the weights of `me`."""

        def order(dream: int) -> Any:
            sign = 1 if giver else -1
            return sign * self.swing(me, other, dream), sign * self.price(dream), dream

        return min(dreams, key=order)
