"""A referee who watches a told match of nove_anni and plays it again by RULES.md.

Deliberately naive, and independent of the kernel.  What chance or a player decides is taken from
the told events and checked for legality, a scripted player's choice for being one that section 8
allows; everything else is worked out, and the next event must say the same.  Whatever differs is an
AssertionError.  Told events and state, worths, decisions, the three phases and the record stand in
files of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nove_anni_referee_book import ANY, NEGATIVE
from nove_anni_referee_duels import Duels
from nove_anni_referee_prepare import BY_AWAKENING, BY_CAP, BY_DECK, MatchOverError
from nove_anni_referee_record import columns

from sim.games.nove_anni.rules_words import FinalTie, StartRule
from sim.games.nove_anni.story import Event

BY_LOT, BY_RULE, AS_LOSER = range(3)  # why a seat starts
BY_POINTS, BY_TIE_BREAK, BY_NOTHING = range(3)  # what decides


class Referee(Duels):
    """Plays a match again from its events: `Referee(rules, policies, components)`."""

    def follow(
        self, events: Iterable[Any], match: int = 0, losers: Iterable[int] | None = None
    ) -> dict[str, Any]:
        """Section 6: the whole match; the record of section 9.

        `match` is its number, `losers` are those of the match before, None if that is not known.
        """
        self.reset(events)
        self.place = match % self.rules.series_length
        self.start_match(losers)
        try:
            while True:
                self.play_turn()
        except MatchOverError:
            self.need(Event.END, 0, a=self.reason, b=self.turn)
        self.finish()
        self.verify()
        self.record: dict[str, Any] = columns(self)
        return self.record

    def start_match(self, losers: Iterable[int] | None) -> None:
        """R7, A27."""
        rule = self.rules.start_rule
        why, may = BY_LOT, list(self.seats)
        if rule == StartRule.SEAT0:
            why, may = BY_RULE, [0]
        elif rule == StartRule.LOSER_OF_PREVIOUS and self.place > 0:
            why, may = AS_LOSER, may if losers is None else list(losers)
        event = self.need(Event.START, ANY, a=why, b=len(self.seats), c=len(self.pack))
        self.check(event.seat in may, f"START of one of {may}")
        if why != BY_RULE:
            self.note("start", len(may), may.index(event.seat))
        self.start = self.first = event.seat

    def play_turn(self) -> None:
        """Section 6, `loop`."""
        if self.turn == self.rules.max_turns:
            self.over(BY_CAP)
        self.turn += 1
        self.prepare()
        self.activate_all()
        self.fight()
        if self.wakened:
            self.over(BY_AWAKENING)

    # The end

    def total(self, seat: int) -> int:
        """R33, R34, R35: points at the end."""
        held = sum(self.points(card) for card in self.hand[seat])
        return self.score(seat) + (held if self.rules.hand_counts else 0)

    def finish(self) -> None:
        """A24, A27."""
        totals = [self.total(s) for s in self.seats]
        best = [s for s in self.seats if totals[s] == max(totals)]
        self.winners = self.break_final_tie(best)
        last = [s for s in self.seats if totals[s] == min(totals)]
        self.losers = [s for s in last if s not in self.winners] or last
        told = [
            (Event.STANDING, s, totals[s], len(self.won[s]), len(self.hand[s])) for s in self.seats
        ]
        list(self.need_all(told))
        stages = [BY_NOTHING]
        if len(best) == 1:
            stages = [BY_POINTS]
        elif len(self.winners) == 1:
            stages = [BY_TIE_BREAK]
        elif len(self.winners) < len(best):  # some, but not one alone
            stages = [BY_TIE_BREAK, BY_NOTHING]
        mask = sum(2**seat for seat in self.winners)
        event = self.need(Event.WINNERS, 0, a=mask, b=ANY)
        self.check(event.b in stages, f"WINNERS with b one of {stages}")
        if self.at < len(self.events):
            self.fault("nothing after the end")

    def break_final_tie(self, best: list[int]) -> list[int]:
        """A24: who wins among the best scores."""
        if self.rules.final_tie == FinalTie.MOST_WON_CARDS:
            most = max(len(self.won[s]) for s in best)
            return [s for s in best if len(self.won[s]) == most]
        if self.rules.final_tie == FinalTie.FEWEST_NEGATIVES:
            fewest = min(self.negatives(s) for s in best)
            return [s for s in best if self.negatives(s) == fewest]
        return best

    def verify(self) -> None:
        """I5, I6, I9, I12 at the end; the others are looked at on the way."""
        self.audit()
        count, rules = self.sheet.count, self.rules
        assert self.turn <= rules.max_turns, "I12"
        assert len(self.sheet.history) == self.turn - (
            self.reason == BY_AWAKENING and bool(self.used)
        )
        if self.reason == BY_DECK and "end_rule" not in rules.changed():
            short = [s for s in self.seats if len(self.placeables(s)) < len(self.columns)]
            assert self.in_deck() == 0, "I9"
            assert short, "I9"
        if self.reason == BY_AWAKENING:
            gone = [*self.used, *self.removed]
            assert any(self.special(card) == "awakening" for card in gone), "I9"
        negatives = sum(self.kind(c) in NEGATIVE for pile in self.won for c in pile)
        assert len(self.marked) <= negatives, "I3"
        if rules.changed().keys() <= {"decks", "max_turns", "players_per_deck"}:
            acted = sum(kind == Event.ACTIVATE for kind, *_ in self.events)
            undecided = count["no_winner_duels"] * len(self.seats)
            assert len(self.removed) + len(self.used) == acted + undecided, "I5, I6"
            copies = sum(self.special_of[type_] == "obedience" for type_ in self.pack)
            turns = -(-len(self.pack) // (4 * len(self.seats))) + 2
            assert self.turn <= (copies + 1) * turns, "section 13"
