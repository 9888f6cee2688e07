"""A referee who watches a told match of The Singaporean Dream and plays it again by RULES.md.

Deliberately naive, and independent of the kernel.  What chance or a player decides is taken from
the told events and checked for legality, a scripted player's choice for being that of section 8;
everything else is worked out, and the next event must say the same.  Whatever differs is an
AssertionError.  Told events and state, payments, laws, utilities, piles, effects, turns and the
record stand in files of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from singaporean_dream_referee_book import ANY, PILE, UNUSED
from singaporean_dream_referee_piles import MatchOverError
from singaporean_dream_referee_record import columns
from singaporean_dream_referee_turn import Turns

from sim.games.singaporean_dream.rules_words import (
    EndTiming,
    FinalTie,
    FirstPlayer,
    PersonalityAssignment,
)
from sim.games.singaporean_dream.story import Event


class Referee(Turns):
    """Plays a match again from its events: `Referee(rules, policies, components)`."""

    def follow(self, events: Iterable[Any]) -> dict[str, Any]:
        """Section 6: the whole match; the record of section 9."""
        self.reset(events)
        self.set_up()
        self.capped = False
        try:
            self.play()
        except MatchOverError:
            assert self.left == 0, "R19"
        self.finish()
        self.verify()
        self.record: dict[str, Any] = columns(self)
        return self.record

    def set_up(self) -> None:
        """Section 6, `setup`; R1 to R6."""
        rules = self.rules
        names = [row.personality_id for row in self.people]
        for seat in self.seats:
            person = self.need(Event.PERSONALITY, seat, a=ANY).a
            good = 0 <= person < len(names) and person not in self.person
            self.check(good, "PERSONALITY of nobody else")
            if rules.personality_assignment == PersonalityAssignment.FIXED:
                fixed = rules.fixed_personalities[seat]
                self.check(names[person] == fixed, f"PERSONALITY {fixed}")
            self.person.append(person)
        self.start = self.need(Event.START, ANY).seat
        random = rules.first_player == FirstPlayer.RANDOM
        self.check(self.start in (self.seats if random else [0]), "START of a seat that may start")
        for seat in self.turn_order():
            for _ in range(rules.initial_hand):
                self.draw(seat, Event.DEAL)
        self.sheet.opened = [list(hand) for hand in self.hand]
        for _ in range(min(rules.dream_market_size, self.left)):
            self.expose()
        self.sheet.first_dream = self.market[0]

    def play(self) -> None:
        """Section 6, `loop`."""
        seat = self.start
        while True:
            if self.turns == self.rules.max_turns:
                self.need(Event.CAPPED, ANY)
                self.capped = True
                return
            self.turn(seat)
            self.note_leader()
            after = (seat + 1) % len(self.seats)
            of_turn = self.rules.end_timing == EndTiming.END_OF_TURN
            if self.left == 0 and (of_turn or after == self.start):
                return
            seat = after

    def note_leader(self) -> None:
        """Section 9, lead_changes: at the end of a completed turn."""
        scores = [self.score(s) for s in self.seats]
        if scores.count(max(scores)) > 1:
            return
        leader = scores.index(max(scores))
        self.sheet.count["lead_changes"] += self.sheet.leader not in {-1, leader}
        self.sheet.leader = leader

    def finish(self) -> None:
        """Section 6, End; R21 to R23."""
        standings = [self.standing(s) for s in self.seats]
        best = max(standings)
        self.winners = [s for s in self.seats if standings[s] == best]
        stages = [sum(other[:k] == best[:k] for other in standings) for k in (1, 2, 3)]
        self.tie_stage = stages.index(1) if 1 in stages else 3
        if self.rules.final_tie == FinalTie.LATER_IN_ORDER:
            self.winners = [max(self.winners, key=self.turn_order().index)]
        for seat in self.seats:
            score, value, bank = standings[seat]
            self.need(Event.STANDING, seat, a=score, b=value, c=bank)
        mask = sum(2**seat for seat in self.winners)
        self.need(Event.WINNERS, ANY, a=mask, b=self.tie_stage)
        if self.at < len(self.events):
            self.fault("nothing after the end")

    def verify(self) -> None:
        """I6, I10 and sums at the end; the others are looked at on the way."""
        self.audit()
        count, seats = self.sheet.count, self.sheet.seat
        used = self.rules.dreams_in_pile
        taken = count["bought"] + count["discount_bought"] + count["free_taken"]
        assert taken == used - self.left == len(self.sheet.first_taker), "I6"
        assert self.capped or self.left == 0, "I6"
        assert sum(len(self.dreams_of(s)) for s in self.seats) == taken, "I10"
        assert max(self.score(s) for s in self.seats) == self.score(self.winners[0]), "I10"
        assert sum(found["dreams_lost"] for found in seats) == count["stolen"] + count["forfeited"]
        assert sum(f["cash_taken"] for f in seats) == sum(f["cash_lost"] for f in seats), "I9"
        cancelled = sum(self.sheet.stopped.values())
        cancelled += count["stopped_powers"] + count["stopped_purchases"]
        assert cancelled == count["effects_stopped"], "section 9"
        unseen = len(self.dreams) - len(self.owner)
        assert unseen == len(self.dreams) - used + self.left - len(self.market), "I2"
        places = {UNUSED, PILE, *self.seats}
        assert set(self.owner.values()) <= places, "I2"
