"""A turn of goooal, as the referee plays it again (section 6 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goooal_referee_effects import Effects
from goooal_referee_plans import Plan

from sim.games.goooal.rules_words import GardienCancels, GoalAftermath, LayMode
from sim.games.goooal.story import Event


class Turns(Effects):
    """Steps 1 to 6 of a turn."""

    def turn(self, seat: int) -> int:
        """A whole turn; the turns that others lose by it."""
        self.need(Event.TURN, seat, a=self.penalty, b=len(self.hands[seat]))
        assert self.hands[seat], "I4: an empty hand at the start of a turn"
        self.sheet.turns += 1
        self.sheet.seat[seat]["turns_taken"] += 1
        paid = self.penalty > 0
        if paid:
            self.sheet.count["goals_faced"] += 1
            if self.respond(seat) or self.rules.goal_aftermath == GoalAftermath.LOSE_TURN:
                return 0
        if self.rules.lay_mode == LayMode.ADDS and self.rules.team_collection:
            self.pre_lay(seat)
        return self.act(seat, paid)

    def play(
        self, seat: int, legal: Sequence[int], best: list[Plan] | None, extension: bool
    ) -> int:
        """Step 6: a turn ended by playing; the turns that others lose by it."""
        card = self.need_card(Event.PLAY, seat, legal).a
        placed = self.place(seat, card, extension)
        self.check_best(Plan("play", tuple(placed)), best, "turn")
        return self.effects(seat, placed)

    # Step 1

    def respond(self, seat: int) -> bool:
        """D3: whether the pending GOOOAL is answered; if not, the cards are drawn."""
        cards, count = self.responses(seat), self.sheet.count
        self.decide(1 + len(cards))
        best = self.best_responses(seat, cards) if self.scripted(seat) and cards else None
        if cards and self.next_is(Event.RESPOND):
            card = self.need_card(Event.RESPOND, seat, cards).a
            self.took("D3", seat, [None, *cards], card)
            count[f"resp_{self.kind(card)}"] += 1
            placed = self.place(seat, card, extension=True)
            self.check_best(tuple(placed), best, "answer")
            self.answered(seat, placed)
            return True
        penalty, self.penalty = self.penalty, 0
        self.need(Event.ACCEPT, seat, a=penalty, b=len(cards))
        self.took("D3", seat, [None, *cards], None)
        self.check_best((), best, "answer")
        self.sheet.seat[seat]["goals_suffered"] += 1
        self.draw(seat, penalty, "penalty")
        return False

    def answered(self, seat: int, placed: Sequence[int]) -> None:
        """R16, R18, A13, A17: effect of an answer; the rest of a penalty is drawn."""
        due = 0
        if self.kind(placed[0]) != "goooal":
            one = self.rules.gardien_cancels == GardienCancels.ONE
            if self.kind(placed[0]) == "gardien" and one:
                due = max(0, self.penalty - len(placed) * self.rules.goal_draw)
            self.need(Event.CANCEL, seat, a=due, b=self.penalty)
            self.penalty = 0
            self.sheet.seat[seat]["goals_cancelled"] += 1
        self.effects(seat, placed)
        self.draw(seat, due, "penalty")

    # Steps 2 to 6

    def pre_lay(self, seat: int) -> None:
        """Step 2, A10: lay before the play."""
        policy, own = self.policies[seat], self.own(seat)
        before = len(self.laid[seat])
        self.extend_lay(seat)
        laid = len(self.laid[seat]) - before
        if self.scripted(seat):
            wanted = len(own) if policy.w_card + policy.w_lay > 0 else 0
            self.check(laid == wanted, f"{wanted} of {own} laid by a scripted player")
        if laid:
            self.laid_down(seat)

    def act(self, seat: int, paid: bool) -> int:
        """Step 3: D4."""
        hand = self.hands[seat]
        plays, lays = self.plays(seat, hand), self.turn_lays(seat)
        draw = self.rules.voluntary_draw or not (plays or lays)
        actions = [*(("play", c) for c in plays), *(("lay", c) for c in lays), *["draw"] * draw]
        self.decide(len(actions))
        self.took("D4", seat, actions, self.next_action("draw"))
        best = self.best(seat, self.turn_plans(seat, draw)) if self.scripted(seat) else None
        if self.next_is(Event.PLAY):
            return self.play(seat, plays, best, extension=True)
        if self.next_is(Event.LAY):
            self.lay_turn(seat, lays, best, more=True)
            return 0
        if not draw or not self.next_is(Event.INSTEAD):
            self.fault(f"seat {seat} plays one of {plays}, lays one of {lays}, draw: {draw}")
        self.check_best(Plan("draw"), best, "turn", back=0)
        self.sheet.count["voluntary_draws"] += bool(plays or lays)
        return self.draw_turn(seat, paid, len(plays) + len(lays))

    def draw_turn(self, seat: int, paid: bool, others: int) -> int:
        """Step 4: draw, then D8; so many other actions were legal."""
        number = self.rules.goal_extra_draw if paid else self.rules.draw_count
        self.need(Event.INSTEAD, seat, a=number, b=others)
        self.sheet.count["draw_turns"] += 1
        among = self.playable_after(seat, self.draw(seat, number, "normal"))
        plays, lays = self.plays(seat, among), self.lays(seat, among)
        actions = [*(("play", c) for c in plays), *(("lay", c) for c in lays), "pass"]
        self.decide(len(actions))
        self.took("D8", seat, actions, self.next_action("pass"))
        best = self.best(seat, self.drawn_plans(seat, among)) if self.scripted(seat) else None
        if self.next_is(Event.PLAY):
            return self.play(seat, plays, best, self.draw_extends)
        if self.next_is(Event.LAY):
            self.lay_turn(seat, lays, best, self.draw_extends)
            return 0
        self.need(Event.PASS, seat)
        self.check_best(Plan("pass"), best, "turn after a draw")
        self.sheet.count["passes"] += 1
        return 0

    def next_action(self, otherwise: str) -> Any:
        """D4, D8: what the next event tells was done."""
        words = {Event.PLAY: "play", Event.LAY: "lay"}
        event = self.events[self.at] if self.at < len(self.events) else None
        if event is None or event.kind not in words:
            return otherwise
        return words[event.kind], event.a

    def lay_turn(
        self, seat: int, legal: Sequence[int], best: list[Plan] | None, more: bool
    ) -> None:
        """Step 5: a turn ended by laying."""
        before, plans = len(self.laid[seat]), None
        self.sheet.count["lay_turns"] += 1
        self.lay(seat, legal)
        if more:
            self.extend_lay(seat)
        if best is not None:  # section 8 asks for no order
            plans = [set(plan.cards) for plan in best if plan.what == "lay"]
        self.check_best(set(self.laid[seat][before:]), plans, "turn")
        self.laid_down(seat)

    def extend_lay(self, seat: int) -> None:
        """D6: lay more, or stop."""
        while self.own(seat):
            self.decide(1 + len(self.own(seat)))
            actions = [None, *self.own(seat)]
            if not self.next_is(Event.LAY):
                self.took("D6", seat, actions, None)
                break
            self.took("D6", seat, actions, self.events[self.at].a)
            self.lay(seat, self.own(seat))
