"""A turn of The Singaporean Dream, as the referee plays it again (section 6 of RULES.md)."""

from __future__ import annotations

from itertools import islice
from math import prod
from typing import Any

from singaporean_dream_referee_book import ANY
from singaporean_dream_referee_effects import Effects
from singaporean_dream_referee_law import Act
from singaporean_dream_referee_pay import vectors
from singaporean_dream_referee_piles import MatchOverError

from sim.games.singaporean_dream.rules_words import HandLimitTiming
from sim.games.singaporean_dream.story import Event, Way

MAIN = (Event.PASS, Event.DEPOSIT, Event.BUY, Event.PLAY, Event.POWER)
LISTED = 2000  # ways to bank at most of which `random` is told to have taken one


class Banks(Effects):
    """D2: a bank action, and an event for each denomination, lowest first."""

    def bank_cash(self, seat: int) -> None:
        """A bank action; D2 is a decision if there are two cards."""
        self.need(Event.DEPOSIT, seat)
        self.sheet.count["banks"] += 1
        held = self.hand_cash(seat)
        self.decide(sum(held))
        wanted = self.wanted_cash(seat) if self.scripted(seat) else None  # as judged at D1
        self.spend()
        if wanted is not None:
            for card in self.money:
                if wanted[card]:
                    self.put(seat, card, wanted[card])
            return
        put = [0 for _ in self.money]
        while self.next_is(Event.BANK):
            card = self.following().a
            self.check(not any(put[card:]), "BANK of a higher denomination")
            put[card] = self.put(seat, card, ANY)
        self.check(any(put), "BANK of some cash")
        if prod(n + 1 for n in held) <= LISTED:
            self.took("D2", seat, list(islice(vectors(held), 1, None)), tuple(put))

    def put(self, seat: int, card: int, number: int | None) -> int:
        """Cash of one denomination from the hand into the bank."""
        event = self.need(Event.BANK, seat, a=card, b=number, c=ANY)
        most = self.hand[seat][card] if card in self.money else 0
        self.check(1 <= event.b <= most, f"BANK of 1 to {most} cards")
        self.hand[seat][card] -= event.b
        self.bank[seat][card] += event.b
        self.check(event.c == self.bank_of(seat), f"BANK with c={self.bank_of(seat)}")
        return int(event.b)


class Turns(Banks):
    """A whole turn."""

    def turn(self, seat: int) -> None:
        """Section 6, `turn`."""
        rules = self.rules
        self.turns += 1
        self.protected[seat], self.power_used = False, 0
        self.actions_left = rules.actions_per_turn
        self.need(Event.TURN, seat, a=self.size(seat), b=self.bank_of(seat))
        self.sheet.own_turns[seat] += 1
        if self.market:
            self.sheet.top_turns[self.market[0]] += 1
        for _ in range(rules.draw_per_turn if self.size(seat) else rules.empty_hand_draw):
            self.draw(seat)
        self.limit_at_once(seat)
        self.act(seat)
        self.enforce_limit(seat)
        assert self.size(seat) <= rules.hand_limit, "I4"

    def act(self, seat: int) -> None:
        """The actions of a turn."""
        while self.actions_left > 0:
            acts = self.main_actions(seat)
            taken = self.told_act(seat)
            if taken not in acts:
                self.fault(f"one of {acts}")
            self.decide(len(acts))
            self.took("D1", seat, acts, taken)
            if self.scripted(seat):
                best = self.best_action(seat, acts)
                if taken != best:
                    self.fault(f"{best}, the best of {self.rated(seat, acts)}")
            if taken.what == "pass":
                self.need(Event.PASS, seat, a=self.actions_left)
                self.sheet.count["passes"] += 1
                return
            self.do(seat, taken)
            if self.rules.hand_limit_timing == HandLimitTiming.IMMEDIATE:
                self.enforce_limit(seat)
            if self.ends_at_once():
                raise MatchOverError

    def rated(self, seat: int, acts: list[Act]) -> str:
        """Actions with their utilities, for a complaint."""
        return ", ".join(f"{tuple(act)}: {float(self.utility(seat, act))}" for act in acts)

    def told_act(self, seat: int) -> Act:
        """D1: what the next event says was done."""
        event = self.following()
        if event is None or event.kind not in MAIN or event.seat != seat:
            self.fault(f"a main action of seat {seat}")
        acts: dict[Any, Act] = {
            Event.PASS: Act("pass"),
            Event.DEPOSIT: Act("bank"),
            Event.BUY: Act("buy", dream=event.a),
            Event.PLAY: Act("play", event.a, event.b),
            Event.POWER: Act("power", -1, event.b, event.c),
        }
        return acts[event.kind]

    def do(self, seat: int, act: Act) -> None:
        """An action; I5."""
        if act.what == "bank":
            self.bank_cash(seat)
            return
        self.spend()
        deed, sheet = self.deed_of(seat, act), self.sheet
        if act.what == "buy":
            self.need(Event.BUY, seat, a=act.dream, b=self.price(act.dream))
            if self.rules.stop_purchase:
                self.run_effect(seat, deed)
            else:
                self.buy(seat, act.dream, self.price(act.dream), Way.BOUGHT)
        elif act.what == "play":
            self.need(Event.PLAY, seat, a=act.card, b=act.target)
            self.hand[seat][act.card] -= 1
            self.discard.append(act.card)
            sheet.count["plays"] += 1
            sheet.played[seat][act.card] += 1
            sheet.kinds[seat].add(self.kind_of(act.card))
            self.run_effect(seat, deed)
        else:
            self.need(Event.POWER, seat, a=self.person[seat], b=act.target, c=act.dream)
            sheet.count["powers"] += 1
            sheet.seat[seat]["power_uses"] += 1
            sheet.kinds[seat].add("power")
            happened = self.run_effect(seat, deed)
            self.power_used += happened or self.rules.stopped_power_counts_used
            assert self.power_used <= self.rules.power_uses_per_turn, "I5"
