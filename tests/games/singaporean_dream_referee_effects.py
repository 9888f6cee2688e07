"""Effects of The Singaporean Dream and reactions to them, as the referee plays them (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from singaporean_dream_referee_book import ANY, Deed
from singaporean_dream_referee_pay import payment
from singaporean_dream_referee_piles import Piles

from sim.games.singaporean_dream.rules_words import (
    DiscardHandMode,
    ForfeitChooser,
    HandStealMode,
    InsufficientMode,
    NoDreamMode,
    PaymentPolicy,
    PurchaseOverpay,
    StealDreamChooser,
    StopScopeAll,
)
from sim.games.singaporean_dream.story import Event, Way

MOST_STOPS = 12  # counted one by one
MOST_BANKED = 20  # steps of 50 K


class Effects(Piles):
    """run_effect, reaction, collect and the rest."""

    def run_effect(self, actor: int, deed: Deed) -> bool:
        """Whether anything of an effect went through."""
        targets = self.targets(actor, deed)
        if deed.scope == "all" and self.rules.stop_scope_all == StopScopeAll.SELF_ONLY:
            happened = False
            for target in targets:
                if self.reaction(actor, deed, target):
                    happened = True
                    self.apply(actor, deed, target)
            return happened
        if not self.reaction(actor, deed, -1):
            return False
        for target in targets:
            self.apply(actor, deed, target)
        if not targets:
            self.apply_untargeted(actor, deed)
        return True

    # Reactions

    def reaction(self, actor: int, deed: Deed, solo: int) -> bool:
        """Whether an effect happens."""
        n, last = 0, actor
        held = [sum(self.hand[s][k] for k in self.stops(s)) for s in self.seats]
        place = min(sum(held) - held[actor], MOST_STOPS), min(held[actor], MOST_STOPS)
        self.sheet.reactions[place] += 1
        if deed.source == "card":
            self.sheet.tried[deed.card] += 1
        self.sheet.count["power_effects"] += deed.source == "power"
        while n < self.rules.stop_chain_max:
            stopper = self.window(actor, deed, solo, n, last)
            if stopper < 0:
                break
            card = self.stops(stopper)[0]
            self.need(Event.STOP, stopper, a=card, b=n)
            assert stopper != last, "I7"
            self.hand[stopper][card] -= 1
            self.discard.append(card)
            self.note_stop(stopper, card, n)
            if stopper == actor and self.rules.own_turn_counter_costs_action:
                self.spend()
            n, last = n + 1, stopper
        if n % 2 == 0:
            self.sheet.happened[place] += 1
            return True
        self.need(Event.CANCELLED, actor, b=solo)
        count = self.sheet.count
        count["effects_stopped"] += 1
        count["stopped_powers"] += deed.source == "power"
        count["stopped_purchases"] += deed.source == "purchase"
        if deed.source == "card":
            self.sheet.stopped[deed.card] += 1
        return False

    def window(self, actor: int, deed: Deed, solo: int, n: int, last: int) -> int:
        """Ask everybody who may react; who stops, -1 for nobody."""
        asked = self.may_react(actor, deed, solo, n, last)
        costs = self.rules.own_turn_counter_costs_action
        if costs and self.actions_left < 1:
            asked = [seat for seat in asked if seat != actor]
        event = self.following()
        told = event is not None and event.kind == Event.STOP and event.b == n
        stopper = event.seat if told and event.seat in asked else -1
        for seat in asked:
            stops = seat == stopper
            self.decide(2)
            self.took("D3", seat, [False, True], stops)
            if self.scripted(seat):
                wanted = self.stops_it(seat, actor, deed, solo, n)
                if wanted != stops:
                    word = "a stop" if wanted else "no stop"
                    self.fault(f"{word} by seat {seat} against {deed}, {n} stops before")
            if stops:
                break
        return stopper

    def note_stop(self, seat: int, card: int, n: int) -> None:
        """Section 9: a stop card is played."""
        self.sheet.count["stops"] += 1
        self.sheet.count["counters"] += n % 2
        self.sheet.seat[seat]["stops_played"] += 1
        self.sheet.played[seat][card] += 1
        self.sheet.kinds[seat].add("stop")

    # Effects on a player

    def apply(self, actor: int, deed: Deed, target: int) -> None:
        """An effect on one target; it fizzles where nothing is left to do."""
        if deed.effect == "collect_cash":
            self.collect(actor, target, deed.amount)
        elif deed.effect == "steal_cash_card":
            self.steal_cash(actor, target, deed.amount)
        elif deed.effect == "steal_dream":
            self.steal_dreams(actor, target, deed.amount)
        elif deed.effect == "steal_hand_card":
            self.steal_cards(actor, target, deed.amount)
        else:
            assert deed.effect == "discard_hand"
            random = self.rules.discard_hand_mode == DiscardHandMode.RANDOM_CARD
            for _ in range(min(deed.amount, self.size(target))):
                self.discard_one(target, limit=False, at_random=random)

    def collect(self, actor: int, target: int, amount: int) -> None:
        """Section 6, `collect`."""
        rules, bank = self.rules, min(self.bank_of(target) // 50, MOST_BANKED)
        self.sheet.demands[bank] += 1
        pool = list(self.bank[target])
        if rules.pay_from_hand:
            pool = [n + held for n, held in zip(pool, self.hand_cash(target), strict=True)]
        if self.worth_of(pool) >= amount:
            paid = payment(rules.payment_policy, pool, self.values, amount)
            self.pay_player(target, actor, paid)
            if rules.change_given:
                self.give_change(actor, target, self.worth_of(paid) - amount)
            return
        self.need(Event.UNPAID, target, a=amount, b=actor, c=self.bank_of(target))
        self.sheet.count["unpaid"] += 1
        if rules.insufficient_mode == InsufficientMode.CASH_ONLY:
            self.pay_player(target, actor, pool)
        elif self.takeable(target):
            self.sheet.count["forfeit_bank"] += self.bank_of(target)
            self.sheet.demands_lost[bank] += 1
            if rules.insufficient_mode == InsufficientMode.CASH_AND_DREAM:
                self.pay_player(target, actor, pool)
            self.forfeit(actor, target)
        elif rules.no_dream_mode == NoDreamMode.PAY_ALL_CASH:
            self.pay_player(target, actor, pool)

    def forfeit(self, actor: int, target: int) -> None:
        """R16: D9."""
        self.sheet.count["forfeit_demands"] += 1
        payer_picks = self.rules.forfeit_chooser == ForfeitChooser.PAYER
        assert not (self.protected[target] and self.rules.protect_covers_forfeit), "I8"
        for _ in range(min(self.rules.forfeit_dreams, len(self.dreams_of(target)))):
            self.take_dream(actor, target, payer_picks, "D9", Way.FORFEITED)

    def take_dream(self, actor: int, target: int, gives: bool, point: str, way: Way) -> None:
        """D4, D9: one dream of a player goes to another."""
        dreams = self.dreams_of(target)
        dream = self.need(Event.DREAM, actor, a=ANY, b=target, c=int(way)).a
        self.check(dream in dreams, f"DREAM, one of {dreams}")
        self.decide(len(dreams))
        chooser, other = (target, actor) if gives else (actor, target)
        self.took(point, chooser, dreams, dream)
        if self.scripted(chooser):
            best = self.best_dream(chooser, other, dreams, gives)
            self.check(dream == best, f"DREAM {best}, chosen by seat {chooser}")
        self.comes_from(actor, dream, target, way)

    def steal_dreams(self, actor: int, target: int, amount: int) -> None:
        """R17: D4."""
        owner_picks = self.rules.steal_dream_chooser == StealDreamChooser.OWNER
        for _ in range(amount):
            if not self.dreams_of(target) or self.protected[target]:
                break
            self.take_dream(actor, target, owner_picks, "D4", Way.STOLEN)

    def steal_cash(self, actor: int, target: int, amount: int) -> None:
        """D5, A33."""
        for _ in range(amount):
            if self.theft_costs_dream(target):
                self.sheet.count["unpaid"] += 1  # no sum is due that could be told
                self.forfeit(actor, target)
                continue  # section 5: "that many times", A33 each time that the bank is empty
            cards = [k for k in self.money if self.bank[target][k] > 0]
            if not cards:
                break
            card = self.need(Event.TAKE_CASH, actor, a=ANY, b=target).a
            self.check(card in cards, f"TAKE_CASH of one of {cards}")
            self.decide(len(cards))
            self.took("D5", actor, cards, card)
            if self.scripted(actor):
                self.check(card == cards[-1], f"TAKE_CASH of {cards[-1]}")
            self.bank[target][card] -= 1
            self.receive(actor, card, 1)
            self.passed_on(target, actor, self.values[card])

    def steal_cards(self, actor: int, target: int, amount: int) -> None:
        """D6, A11."""
        mode = self.rules.hand_steal_mode
        for _ in range(min(amount, self.size(target))):
            cards = self.held(target)
            card = self.need(Event.TAKE_CARD, actor, a=ANY, b=target).a
            self.check(card in cards, f"TAKE_CARD, one of {cards}")
            if mode == HandStealMode.RANDOM_CARD:
                self.picks.append(self.likely(self.hand[target], card))
            else:
                self.pick_card(actor, target, card, cards)
            self.hand[target][card] -= 1
            if card in self.money:
                self.receive(actor, card, 1)
                self.passed_on(target, actor, self.values[card])
            else:
                self.hand[actor][card] += 1

    def pick_card(self, actor: int, target: int, card: int, cards: Sequence[int]) -> None:
        """D6 by the thief or the owner."""
        owner_picks = self.rules.hand_steal_mode == HandStealMode.OWNER_CHOOSES
        chooser = target if owner_picks else actor
        self.decide(len(cards))
        self.took("D6", chooser, cards, card)
        if self.scripted(chooser):
            best = self.best_card(chooser, cards, owner_picks)
            self.check(card == best, f"TAKE_CARD {best}, chosen by seat {chooser}")

    # Effects without a target

    def apply_untargeted(self, actor: int, deed: Deed) -> None:
        """An effect on nobody else."""
        if deed.effect == "draw_cards":
            for _ in range(deed.amount):
                self.draw(actor)
        elif deed.effect == "salvage_cash":
            self.salvage(actor, deed.amount)
        elif deed.effect == "take_top_dream":
            self.take_from_pile(actor, self.market[0], Way.FREE)
        elif deed.effect == "protect_dreams":
            self.need(Event.PROTECT, actor)
            self.protected[actor] = True
        elif deed.effect == "discount_buy":
            due = self.reduced(deed.dream, deed.amount)
            self.need(Event.BUY, actor, a=deed.dream, b=due, c=1)
            self.buy(actor, deed.dream, due, Way.DISCOUNT)
        else:
            assert deed.effect == "purchase"
            self.buy(actor, deed.dream, self.price(deed.dream), Way.BOUGHT)

    def salvage(self, actor: int, amount: int) -> None:
        """D8: the copy nearest to the top."""
        cards = self.salvageable(amount)
        if not cards:
            return
        card = self.need(Event.SALVAGE, actor, a=ANY).a
        self.check(card in cards, f"SALVAGE of one of {cards}")
        self.decide(len(cards))
        self.took("D8", actor, cards, card)
        if self.scripted(actor):
            self.check(card == cards[-1], f"SALVAGE of {cards[-1]}")
        place = max(i for i, other in enumerate(self.discard) if other == card)
        del self.discard[place]
        self.receive(actor, card, 1)

    def buy(self, seat: int, dream: int, due: int, way: Way) -> None:
        """R10: pay, take; I9."""
        exact = self.rules.purchase_overpay == PurchaseOverpay.EXACT_ONLY
        policy = PaymentPolicy.MIN_OVERPAY if exact else self.rules.payment_policy
        paid = payment(policy, self.bank[seat], self.values, due)
        total = self.worth_of(paid)
        assert total >= due, "I9"
        assert all(total - self.values[k] < due for k in self.money if paid[k]), "I9"
        self.pay_for_dream(seat, paid)
        self.take_from_pile(seat, dream, way)
