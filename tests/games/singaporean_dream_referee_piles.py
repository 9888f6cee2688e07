"""Piles and cash of The Singaporean Dream, as the referee moves them (section 6 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence

from singaporean_dream_referee_book import ANY, PILE
from singaporean_dream_referee_worth import Worth

from sim.games.singaporean_dream.rules_words import (
    EndTiming,
    HandLimitTiming,
    ReshuffleShort,
    ReshuffleTiming,
    StolenCashTo,
)
from sim.games.singaporean_dream.story import Event, Way

WAYS = ("bought", "discount", "free", "stolen", "forfeited")
COUNTED = ("bought", "discount_bought", "free_taken", "stolen", "forfeited")


class MatchOverError(Exception):
    """The match ends at once (R19)."""


class Piles(Worth):
    """Draws, discards, cash and dreams that move."""

    # Cards

    def draw(self, seat: int, kind: Event = Event.DRAW) -> None:
        """Section 6, `draw one`."""
        if not any(self.pile):
            self.reshuffle()
        if not any(self.pile):
            self.need(Event.NO_CARD, ANY)
            self.sheet.count["failed_draws"] += 1
            return
        card = self.need(kind, seat, a=ANY).a
        self.check(card in self.types and self.pile[card] > 0, "a card of the action pile")
        self.draws.append(self.likely(self.pile, card))
        self.pile[card] -= 1
        self.hand[seat][card] += 1
        if self.rules.reshuffle_timing == ReshuffleTiming.EAGER and not any(self.pile):
            self.reshuffle()

    def reshuffle(self) -> None:
        """R18, A19: all but the top cards of the discard pile; I11."""
        keep = self.rules.reshuffle_keep_top
        if len(self.discard) <= keep:
            if self.rules.reshuffle_short == ReshuffleShort.NONE or not self.discard:
                return
            keep = 0
        under = len(self.discard) - keep
        self.need(Event.RESHUFFLE, ANY, a=under)
        for card in self.discard[:under]:
            self.pile[card] += 1
        self.discard = self.discard[under:]
        self.sheet.count["reshuffles"] += 1

    def discard_one(self, seat: int, limit: bool, at_random: bool = False) -> None:
        """D7: one card onto the discard pile."""
        cards = self.held(seat)
        event = self.need(Event.DISCARD, seat, a=ANY, b=int(limit))
        self.check(event.a in cards, f"DISCARD of one of {cards}")
        if at_random:
            self.picks.append(self.likely(self.hand[seat], event.a))
        else:
            self.decide(len(cards))
            self.took("D7", seat, cards, event.a)
            if self.scripted(seat):
                best = self.best_card(seat, cards, giver=True)
                self.check(event.a == best, f"DISCARD of {best}")
        self.hand[seat][event.a] -= 1
        self.discard.append(event.a)

    def enforce_limit(self, seat: int) -> None:
        """R24; I4."""
        while self.size(seat) > self.rules.hand_limit:
            self.discard_one(seat, limit=True)

    def limit_at_once(self, seat: int) -> None:
        """A18."""
        if self.rules.hand_limit_timing == HandLimitTiming.IMMEDIATE:
            self.enforce_limit(seat)

    # Cash

    def receive(self, seat: int, card: int, number: int) -> None:
        """R13: cash that is gained."""
        place = self.hand if self.rules.stolen_cash_to == StolenCashTo.HAND else self.bank
        place[seat][card] += number

    def passed_on(self, giver: int, taker: int, value: int) -> None:
        """Section 9: cash that goes from player to player."""
        self.sheet.seat[giver]["cash_lost"] += value
        self.sheet.seat[taker]["cash_taken"] += value

    def pay_for_dream(self, seat: int, paid: Sequence[int]) -> None:
        """R10: bank to discard pile, the smallest on top."""
        for card in reversed(self.money):
            if paid[card]:
                self.need(Event.PAID, seat, a=card, b=paid[card], c=-1)
                self.bank[seat][card] -= paid[card]
                self.discard += [card] * paid[card]
        self.sheet.seat[seat]["cash_spent"] += self.worth_of(paid)

    def pay_player(self, payer: int, taker: int, paid: Sequence[int]) -> None:
        """R12: cash to another player, bank cards before hand cards."""
        open_ = {card: number for card, number in enumerate(paid) if number}
        while open_:
            event = self.need(Event.PAID, payer, a=ANY, b=ANY, c=taker)
            self.check(open_.get(event.a) == event.b, f"PAID, type and number one of {open_}")
            number = open_.pop(event.a)
            banked = min(number, self.bank[payer][event.a])
            self.bank[payer][event.a] -= banked
            self.hand[payer][event.a] -= number - banked
            self.receive(taker, event.a, number)
            self.passed_on(payer, taker, number * self.values[event.a])

    def give_change(self, seat: int, payer: int, over: int) -> None:
        """A6: the collector gives back what it can, largest cards first."""
        back = [0 for _ in self.money]
        for card in reversed(self.money):
            while back[card] < self.bank[seat][card] and self.values[card] <= over:
                back[card] += 1
                over -= self.values[card]
        open_ = {card: number for card, number in enumerate(back) if number}
        while open_:
            event = self.need(Event.CHANGE, seat, a=ANY, b=ANY, c=payer)
            self.check(open_.get(event.a) == event.b, f"CHANGE, type and number one of {open_}")
            number = open_.pop(event.a)
            self.bank[seat][event.a] -= number
            self.bank[payer][event.a] += number
            self.passed_on(payer, seat, -number * self.values[event.a])

    # Dreams

    def comes_from(self, seat: int, dream: int, victim: int, way: Way) -> None:
        """A dream that another player loses, its event has been read."""
        self.owner[dream] = seat
        self.count_dream(seat, way)
        self.sheet.seat[victim]["dreams_lost"] += 1

    def count_dream(self, seat: int, way: Way) -> None:
        """Section 9: ways of getting a dream."""
        self.sheet.count[COUNTED[way]] += 1
        self.sheet.seat[seat][f"acq_{WAYS[way]}"] += 1

    def expose(self) -> None:
        """R2: another dream can be bought."""
        dream = self.need(Event.EXPOSE, ANY, a=ANY, b=self.left).a
        good = 0 <= dream < len(self.dreams) and dream not in self.owner
        self.check(good, "EXPOSE of a dream that has not been seen")
        self.owner[dream] = PILE
        self.market.append(dream)

    def take_from_pile(self, seat: int, dream: int, way: Way) -> None:
        """A dream leaves the pile; another one is exposed at once (R2)."""
        self.need(Event.DREAM, seat, a=dream, b=-1, c=int(way))
        self.market.remove(dream)
        self.owner[dream] = seat
        self.left -= 1
        self.count_dream(seat, way)
        sheet = self.sheet
        sheet.first_taker[dream] = sheet.last_taker = seat
        scores = sorted((self.score(s) for s in self.seats), reverse=True)
        sheet.gaps[self.rules.dreams_in_pile - self.left, scores[0] - scores[1]] += 1
        if sheet.half_leader < 0 and self.left <= self.rules.dreams_in_pile // 2:
            sheet.half_leader = max(self.turn_order(), key=self.standing)
            sheet.half_scores = [self.score(s) for s in self.seats]
        if self.left >= self.rules.dream_market_size:
            self.expose()
        if self.left == 0:
            self.need(Event.EMPTY, ANY)

    def ends_at_once(self) -> bool:
        """R19, A3."""
        return self.left == 0 and self.rules.end_timing == EndTiming.IMMEDIATE
