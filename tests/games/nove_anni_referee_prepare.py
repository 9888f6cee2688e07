"""The first phase of a turn of nove_anni, as the referee plays it again (section 6 of RULES.md)."""

from __future__ import annotations

from math import perm

from nove_anni_referee_book import ANY
from nove_anni_referee_mind import Mind

from sim.games.nove_anni.rules_words import (
    DealMode,
    DrawMode,
    EndRule,
    ShortHandRule,
    SlotReplace,
)
from sim.games.nove_anni.story import Event

BY_DECK, BY_AWAKENING, BY_CAP, BY_SHORT_HAND = range(4)  # reasons of END


class MatchOverError(Exception):
    """The match has ended."""


class Preparation(Mind):
    """P1."""

    def over(self, reason: int) -> None:
        """The match ends."""
        self.reason = reason
        raise MatchOverError

    def prepare(self) -> None:
        """Section 6, P1: turn has just been counted up."""
        rules, seats = self.rules, len(self.seats)
        self.need(Event.TURN, self.first, a=self.turn, b=self.in_deck())
        dry = rules.end_rule == EndRule.DECK_EMPTY and self.in_deck() == 0
        dry |= rules.end_rule == EndRule.NO_FULL_DRAW and self.in_deck() < seats * rules.draw_next
        if self.turn > 1 and dry:
            self.turn -= 1
            self.over(BY_DECK)
        self.draw_all()
        stuck = [s for s in self.seats if len(self.placeables(s)) < len(self.columns)]
        told = [(Event.STUCK, s, len(self.placeables(s)), 0, 0) for s in stuck]
        list(self.need_all(told))
        if stuck and (self.in_deck() == 0 or rules.short_hand_rule == ShortHandRule.END_MATCH):
            self.turn -= 1
            self.over(BY_SHORT_HAND if self.in_deck() else BY_DECK)
        self.lay()
        for seat in self.draw_order():
            self.fill_slot(seat)

    # R23, A5, A6, A8

    def draw_all(self) -> None:
        """All cards of the turn."""
        order, rules = self.draw_order(), self.rules
        need = [self.share(seat) for seat in self.seats]
        if rules.deal_mode == DealMode.BLOCK:
            deal = [seat for seat in order for _ in range(need[seat])]
        else:
            rounds = range(max(need))
            deal = [seat for k in rounds for seat in order if k < need[seat]]
        for seat in deal[: self.in_deck()]:
            self.draw(seat, 0)
        if rules.short_hand_rule != ShortHandRule.DRAW_EXTRA:
            return
        for seat in order:
            while len(self.placeables(seat)) < len(self.columns) and self.in_deck():
                self.draw(seat, 1)
                self.sheet.count["extra_draws"] += 1

    def share(self, seat: int) -> int:
        """What a player draws if there is enough."""
        rules = self.rules
        if self.turn == 1:
            return int(rules.draw_first)
        if rules.draw_mode == DrawMode.REFILL_TO_FIRST:
            return max(0, rules.draw_first - len(self.hand[seat]))
        return int(rules.draw_next)

    def draw(self, seat: int, extra: int) -> None:
        """One card: any of those in hidden order, or the next of those put under them (A1)."""
        event = self.need(Event.DRAW, seat, a=ANY, b=self.in_deck() - 1, c=extra)
        card = event.a
        if self.deck:
            self.check(card in self.deck, "DRAW of a card of the deck")
            self.note("draw", len(self.deck), sorted(self.deck).index(card))
            self.deck.remove(card)
        else:
            self.check(card == self.bottom[0], f"DRAW of card {self.bottom[0]}, next of the bottom")
            self.bottom.pop(0)
        self.hand[seat].append(card)
        masks = self.sheet.masks[seat]
        if self.special(card):
            masks["drawn"] |= self.bit(card)
        if self.turn == 1:
            self.sheet.opened[seat].add(self.pack[card])
            masks["opening"] |= self.bit(card) if self.special(card) else 0

    # D1

    def lay(self) -> None:
        """D1: all decide before anybody's cards are moved."""
        laid = self.told_columns()
        for seat in self.seats:
            self.judge_columns(seat, laid[seat])
        for seat in self.seats:
            for column, card in laid[seat].items():
                self.hand[seat].remove(card)
                self.grid[seat][column] = card
                if self.kind(card) == "light":
                    self.sheet.seat[seat]["light_in_columns"] += 1
                    self.sheet.in_columns[seat].add(self.special(card))
            specials, slot = bool(self.specials(seat)), self.slot[seat] >= 0
            blocked = specials and slot and self.rules.slot_replace == SlotReplace.NEVER
            self.sheet.seat[seat]["no_slot_option_turns"] += blocked

    def told_columns(self) -> list[dict[int, int]]:
        """Cards that the next events lay, by seat and column."""
        laid: list[dict[int, int]] = [{} for _ in self.seats]
        while self.next_is(Event.PLACE):
            event = self.need(Event.PLACE, ANY, a=ANY, b=ANY)
            self.check(event.seat in self.seats, "PLACE by a player")
            mine = laid[event.seat]
            fresh = event.b in self.columns and event.b not in mine
            self.check(fresh and event.a not in mine.values(), "PLACE into another free column")
            self.check(event.a in self.placeables(event.seat), "PLACE of a card of the hand")
            mine[event.b] = event.a
        return laid

    def judge_columns(self, seat: int, laid: dict[int, int]) -> None:
        """Sections 7 and 8, D1."""
        cards, columns = self.placeables(seat), self.columns
        number = min(len(cards), len(columns))
        assert len(laid) == number, f"D1: seat {seat} lays {len(laid)} cards, not {number}"
        self.decide(perm(max(len(cards), len(columns)), number))
        if self.scripted(seat):
            assert self.columns_fit(seat, laid), f"D1: {laid} of seat {seat} {self.shown(seat)}"
            return
        options = self.willing(seat)
        assert {*laid.values()} <= {*options}, f"D1: {laid}, blank_column of seat {seat}"
        left = list(options)
        for column, card in sorted(laid.items()) if number == len(columns) else ():
            self.took(f"D1 column {column}", seat, left, card)
            left.remove(card)
        if number < len(columns):
            free = list(columns)
            for card in cards:
                column = next(j for j in laid if laid[j] == card)
                self.took("D1 column", seat, free, column)
                free.remove(column)

    def shown(self, seat: int) -> str:
        """What a player has, for a complaint."""
        held = [(card, self.kind(card), self.values[self.pack[card]]) for card in self.hand[seat]]
        plans = [(plan.more, plan.options) for plan in self.plans(seat)]
        return f"hand {held}, slot {self.slot[seat]}, candidates {plans}"

    # D2

    def fill_slot(self, seat: int) -> None:
        """D2."""
        specials, slot = self.specials(seat), self.slot[seat]
        may = slot < 0 or self.rules.slot_replace == SlotReplace.TO_HAND
        if not (self.rules.special_slots and specials and may):
            return
        self.decide(1 + len(specials))
        taken = -1
        event = self.following()
        if event is not None and event.kind == Event.SLOT and event.seat == seat:
            self.need(Event.SLOT, seat, a=ANY, b=slot)
            taken = event.a
            self.check(taken in specials, f"SLOT with one of {specials}")
        self.judge_slot(seat, specials, taken)
        if taken < 0:
            return
        self.hand[seat].remove(taken)
        if slot >= 0:
            self.hand[seat].append(slot)
        self.slot[seat], self.slot_turn[seat] = taken, self.turn
        self.sheet.masks[seat]["placed"] |= self.bit(taken)

    def judge_slot(self, seat: int, specials: list[int], taken: int) -> None:
        """Section 8, D2."""
        options = [-1, *(card for card in specials if not self.blank(seat, card))]
        assert taken in options, f"D2: {taken}, blank of seat {seat}"
        self.took("D2", seat, options, taken)
        if self.scripted(seat):
            choices = self.slot_choices(seat)
            name = self.special(taken) if taken >= 0 else ""
            assert name in choices, f"D2: {name!r} of seat {seat}, not one of {choices}"
