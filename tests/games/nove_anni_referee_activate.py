"""The second phase of a turn of nove_anni, as the referee plays it again (section 6 of RULES.md)."""

from __future__ import annotations

from itertools import combinations
from math import comb, perm

from nove_anni_referee_book import ANY, NEGATIVE
from nove_anni_referee_prepare import BY_AWAKENING, Preparation

from sim.games.nove_anni.rules_words import (
    AwakeningTiming,
    LordTargets,
    PadreScope,
    PadreWho,
    TeacherMode,
    TeacherOldCards,
)
from sim.games.nove_anni.story import Event


class Activation(Preparation):
    """P2."""

    def activate_all(self) -> None:
        """R25, R26, A29: one pass in draw order."""
        self.filters: list[str] = []  # of this turn
        self.science = self.wakened = False
        self.fathered: set[int] = set()
        activated, asked = 0, set[int]()
        for seat in self.draw_order():
            if activated == self.rules.activations_per_turn:
                break
            if not self.activable(seat):
                continue
            asked.add(seat)
            activated += self.ask(seat)
        self.sheet.count["turns_with_activation"] += activated > 0
        assert activated == len(self.used) <= self.rules.activations_per_turn, "I4"
        for seat in self.seats:
            denied = seat not in asked and self.activable(seat)
            denied &= activated == self.rules.activations_per_turn
            self.sheet.seat[seat]["denied_turns"] += denied

    def activable(self, seat: int) -> bool:
        """Section 6, Activable."""
        card, rules = self.slot[seat], self.rules
        if card < 0:
            return False
        special, now = self.special(card), self.slot_turn[seat] == self.turn
        if now and not rules.activate_same_turn:
            return False
        if special == "awakening":
            return bool(self.turn >= rules.awakening_min_turn)
        if special == "teacher":
            least = rules.teacher_cards if rules.teacher_mode == TeacherMode.EXACT else 1
            return len(self.pool(seat)) >= least
        return special != "giovannino" or now or not rules.giovannino_same_turn_only

    def ask(self, seat: int) -> bool:
        """D3: whether the card in the slot is activated."""
        card = self.slot[seat]
        self.decide(2)
        yes = self.next_is(Event.ACTIVATE)
        allowed = self.activates(seat, card) if self.scripted(seat) else {True, False}
        self.took("D3", seat, (False, True), yes)
        if yes not in allowed:
            self.fault(f"seat {seat} to activate {card}: {allowed}")
        if not yes:
            self.need(Event.DECLINE, seat, a=card)
            return False
        special = self.special(card)
        self.need(Event.ACTIVATE, seat, a=card, b=self.pack_special(card))
        self.sheet.masks[seat]["activated"] |= self.bit(card)
        self.sheet.acted[seat].setdefault(special, (self.turn, self.lead(seat)))
        self.slot[seat] = -1
        self.used.append(card)
        effect = getattr(self, f"do_{special}", None)
        if effect is not None:
            effect(seat)
        elif special == "science":
            self.science = True  # R15
        else:
            self.filters.append(special)  # R17, R19
        return True

    def pack_special(self, card: int) -> int:
        """The number of a special's bit."""
        return self.bit(card).bit_length() - 1

    # Effects

    def do_awakening(self, seat: int) -> None:
        """R18, A21."""
        sheet = self.sheet
        if sheet.waker < 0:
            sheet.waker, sheet.wake_lead = seat, self.lead(seat)
            sheet.wake_first = seat == self.first
        self.wakened = True
        if self.rules.awakening_timing == AwakeningTiming.IMMEDIATE:
            self.sheet.count["turns_with_activation"] += 1
            self.over(BY_AWAKENING)

    def do_obedience(self, seat: int) -> None:
        """R16, A20."""
        kept = set() if self.rules.obedience_returns_transformed else self.marked
        back = {c: s for s in self.seats for c in self.won[s] if c not in kept}
        told = [(Event.RETURN, s, c, int(c in self.marked), 0) for c, s in back.items()]
        for event in self.need_all(told):
            self.won[event.seat].remove(event.a)
            self.marked.discard(event.a)
            self.deck.add(event.a)
            self.sheet.count["obedience_cards"] += 1
        self.deck |= {*self.bottom}
        self.bottom = []
        self.need(Event.SHUFFLE, 0, a=self.in_deck())

    def do_lord(self, seat: int) -> None:
        """R21, A26; D5."""
        others = [s for s in self.seats if s != seat]
        has = {s: [c for c in self.won[s] if self.kind(c) == "friend"] for s in others}
        victims = others
        if self.rules.lord_targets == LordTargets.ONE:
            self.decide(len(others))
            victims = [self.told_victim(seat, has)]
        told = [(Event.TAKE, seat, c, s, 0) for s in victims for c in has[s]]
        for event in self.need_all(told):
            self.won[event.b].remove(event.a)
            self.won[seat].append(event.a)
            self.sheet.count["lord_cards"] += 1

    def told_victim(self, seat: int, has: dict[int, list[int]]) -> int:
        """D5: from whom the next event takes; without one, anybody who has no friend."""
        event = self.following()
        empty = [s for s in has if not has[s]]
        victim = empty[0] if empty else -1
        if event is not None and event.kind == Event.TAKE:
            victim = event.b
        if victim not in has:
            self.fault(f"TAKE from one of {[*has]}")
        if self.scripted(seat):
            best = self.victim(seat)
            if has[best] and victim != best:
                self.fault(f"TAKE from {best}")
        elif not empty:
            order = [s for s in self.draw_order() if s != seat]
            self.took("D5", seat, order, victim)
        return victim

    def do_padre(self, seat: int) -> None:
        """R22, A19."""
        everybody = self.rules.padre_who == PadreWho.ALL
        whose = {*self.seats} if everybody else {seat}
        self.transform(whose, 0)
        if self.rules.padre_scope == PadreScope.THROUGH_TURN:
            self.fathered |= whose

    def transform(self, whose: set[int], later: int) -> None:
        """R22: the negative cards in these won piles are marked."""
        told = [
            (Event.TRANSFORM, s, c, later, 0)
            for s in whose
            for c in self.won[s]
            if self.kind(c) in NEGATIVE and c not in self.marked
        ]
        for event in self.need_all(told):
            self.marked.add(event.a)
            self.sheet.count["padre_cards"] += 1

    def do_teacher(self, seat: int) -> None:
        """R20, A16, A17; D4."""
        pool = self.pool(seat)
        number = min(self.rules.teacher_cards, len(pool))
        start, laid = self.at, dict[int, int]()
        told = [e for e in self.events[start : start + 2 * number] if e.kind == Event.SWAP]
        for event in told[:number]:
            laid[event.b] = event.a
        fits = len(laid) == number == len({*laid.values()})
        fits &= {*laid} <= {*self.columns} and {*laid.values()} <= {*pool}
        if not fits:
            self.fault(f"SWAP of {number} of {pool}")
        actions = perm(len(pool), number) * comb(len(self.columns), number)
        self.decide(actions)
        if self.scripted(seat):
            assert self.swap_fits(seat, laid), f"D4: {laid} of seat {seat}"
        else:
            self.note_swap(seat, pool, laid)
        moves = 2 * number - sum(column not in self.grid[seat] for column in laid)
        for _ in range(moves):
            self.swap(seat)
        assert not self.lifted, "D4: all replaced cards go somewhere"
        assert all(self.grid[seat].get(j) == card for j, card in laid.items()), "D4"

    def swap(self, seat: int) -> None:
        """One card into a column, or one that lay there away from it."""
        if self.next_is(Event.SWAP):
            event = self.need(Event.SWAP, seat, a=ANY, b=ANY, c=ANY)
            old = self.grid[seat].get(event.b, -1)
            fits = event.a in self.won[seat] and event.b in self.columns and event.c == old
            self.check(fits, f"SWAP of a card won for card {old}")
            self.won[seat].remove(event.a)
            self.marked.discard(event.a)
            self.grid[seat][event.b] = event.a
            self.lifted += [old] if old >= 0 else []
            return
        event = self.need(Event.OLD, seat, a=ANY, b=int(self.rules.teacher_old_cards))
        self.check(event.a in self.lifted, f"OLD with one of {self.lifted}")
        places = {
            TeacherOldCards.WON_PILE: self.won[seat],
            TeacherOldCards.HAND: self.hand[seat],
            TeacherOldCards.REMOVED: self.removed,
        }
        self.lifted.remove(event.a)
        places[self.rules.teacher_old_cards].append(event.a)

    def note_swap(self, seat: int, pool: list[int], laid: dict[int, int]) -> None:
        """Which cards and columns `random` took."""
        sets = list(combinations(self.columns, len(laid)))
        self.took("D4 columns", seat, sets, tuple(sorted(laid)))
        left = list(pool)
        for _, card in sorted(laid.items()):
            self.took("D4", seat, left, card)
            left.remove(card)
