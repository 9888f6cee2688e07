"""A referee who watches a told series of goooal and plays it again by RULES.md.

Deliberately naive, and independent of the kernel.  What chance or a player decides is taken from
the told events and checked for legality, a scripted player's choice for being one of the best of
section 8; everything else is worked out, and the next event must say the same.  Whatever differs is
an AssertionError.  Told events and state, laws, piles, plans, effects, turns and the record stand
in files of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from goooal_referee_book import ANY
from goooal_referee_effects import MatchOverError
from goooal_referee_record import columns
from goooal_referee_sheet import Sheet
from goooal_referee_turn import Turns
from goooal_referee_verify import verify_match, verify_series

from sim.games.goooal.cards import SPECIALS
from sim.games.goooal.rules_words import (
    BonusAtTarget,
    DirectionMode,
    FirstCard,
    FirstDealer,
    NextDealer,
    Starter,
    TeamChoice,
    Unit,
)
from sim.games.goooal.story import Event


class Referee(Turns):
    """Plays a series again from its events: `Referee(rules, policies, components)`."""

    def follow(self, events: Iterable[Any]) -> dict[str, Any]:
        """Section 6: the whole series, or the only match; the record of section 9."""
        self.reset(events)
        self.choose_teams()
        self.champion = -1
        one_match = self.rules.unit == Unit.MATCH
        dealers = self.seats if self.rules.first_dealer == FirstDealer.RANDOM else [0]
        for number in range(1, 2 if one_match else self.rules.max_matches + 1):
            dealer = self.need(Event.MATCH, ANY, a=number).seat
            self.check(dealer in dealers, f"MATCH with a dealer in {dealers}")
            self.play_match(dealer)
            self.clear_table()
            if one_match:
                self.champion = self.sheet.winner
            elif self.reached:
                self.champion = self.name_champion()
                break
            dealers = self.next_dealers()
        if not one_match:
            kind = Event.CHAMPION if self.champion >= 0 else Event.NO_CHAMPION
            self.need(kind, max(0, self.champion))
        if self.at < len(self.events):
            self.fault("nothing after the end")
        verify_series(self)
        self.record: dict[str, Any] = columns(self)
        return self.record

    def choose_teams(self) -> None:
        """R1, A3: a team of the deck for each seat, all different."""
        for seat in self.seats:
            fixed = self.rules.team_choice == TeamChoice.SEAT
            legal = self.team_ids[seat : seat + 1] if fixed else self.team_ids
            team = self.need(Event.TEAM, seat, a=ANY).a
            self.check(team in legal and team not in self.teams, f"another team of {legal}")
            self.teams.append(team)

    # A match

    def play_match(self, dealer: int) -> None:
        """Section 6, `play_match`."""
        self.clear()
        self.sheets.append(Sheet(dealer, list(self.wins)))
        self.check_start()
        self.choose_direction(dealer)
        self.deal()
        self.flip(dealer)
        seat = self.first_seat(dealer)
        self.audit()
        try:
            for _ in range(self.rules.max_turns):
                skips = self.turn(seat)
                self.lose_turns(seat, 1, self.losses(skips))
                seat = self.advance(seat, skips)
                self.audit()
            self.need(Event.CAPPED, 0)
            self.sheet.end_reason = 1
        except MatchOverError:
            self.audit()
        self.check_claims()
        self.sheet.left = [len(hand) for hand in self.hands]
        self.sheet.laid_end = [len(laid) for laid in self.laid]
        self.sheet.bonus_by = list(self.bonus_seats)
        verify_match(self)

    def check_start(self) -> None:
        """I2, I8 at the start of a match."""
        assert all(len(laid) < self.rules.collect_size for laid in self.laid), "I2"
        assert self.rules.keep_laid or not any(self.laid), "laid cards stay"
        earlier = self.sheets[:-1]
        if earlier and earlier[-1].bonus_by:
            assert not any(self.laid), "I8"

    def choose_direction(self, dealer: int) -> None:
        """R5, D1."""
        chosen = self.rules.direction_mode == DirectionMode.DEALER_CHOICE
        if chosen and len(self.seats) >= 3:
            self.decide(2)
            down = self.need(Event.DIRECTION, dealer, a=ANY).a
            self.check(down in {0, 1}, "DIRECTION with a 0 or 1")
            self.took("D1", dealer, [0, 1], down)
            self.dir = -1 if down else 1
            best = self.best_directions(dealer) if self.scripted(dealer) else None
            self.check_best(self.dir, best, "direction")
        self.sheet.dir = self.dir

    def deal(self) -> None:
        """R6, R12: hands from the cards that are not laid, then the piles."""
        for seat, hand in enumerate(self.hands):
            for _ in range(self.rules.hand_size):
                hand.append(self.need_card(Event.DEAL, seat, self.unseen()).a)
            self.note_opening(seat, hand)
        self.form_piles()
        self.need(Event.PILES, 0, a=sum(self.piles))

    def note_opening(self, seat: int, hand: Sequence[int]) -> None:
        """What the dealt hand holds."""
        found = self.sheet.seat[seat]
        self.sheet.see_hand(seat, len(hand))
        for kind in SPECIALS:
            found[f"open_{kind}"] = sum(self.kind(c) == kind for c in hand)
            found[f"got_{kind}"] = found[f"open_{kind}"]
        found["open_own"] = len(self.own(seat))

    def first_seat(self, dealer: int) -> int:
        """R7, R14, A6: who acts first, after the effect of the first card."""
        rules = self.rules
        starter = dealer if rules.starter == Starter.DEALER else self.after(dealer, 1)
        self.sheet.starter = starter
        applied = rules.first_card in {FirstCard.ARBITRE_ONLY, FirstCard.APPLY}
        if applied and self.kind(self.base) == "arbitre":
            lost = self.losses(rules.arbitre_skip)
            self.lose_turns(starter, 0, lost)
            return self.after(starter, lost)
        if rules.first_card == FirstCard.APPLY and self.kind(self.base) == "goooal":
            self.penalty = rules.goal_draw
        return starter

    def lose_turns(self, seat: int, first: int, turns: int) -> None:
        """R14, A18: seats that lose a turn, from the one `first` places on."""
        for place in range(first, first + turns):
            loser = self.after(seat, place)
            self.need(Event.SKIP, loser)
            self.sheet.count["skips"] += 1
            self.sheet.seat[loser]["skipped"] += 1

    # Between matches

    def clear_table(self) -> None:
        """R12, R13: laid cards return after a bonus, or always without `keep_laid`."""
        if self.bonus_seats or not self.rules.keep_laid:
            if any(self.laid):
                self.need(Event.RETURNED, 0)
            self.laid = [[] for _ in self.seats]

    def name_champion(self) -> int:
        """R3, A29: most wins, then who reached the target first."""
        best = max(self.wins)
        return next(seat for seat in self.reached if self.wins[seat] == best)

    def next_dealers(self) -> list[int]:
        """R4, A28: who may deal the next match."""
        sheet, rule = self.sheet, self.rules.next_dealer
        if sheet.winner < 0:
            return [sheet.dealer]
        if rule == NextDealer.WINNER:
            return [sheet.winner]
        if rule == NextDealer.ROTATE:
            return [(sheet.dealer + 1) % len(self.seats)]
        return [seat for seat in self.seats if sheet.left[seat] == max(sheet.left)]

    # Invariants

    def audit(self) -> None:
        """I1-I3, I5, and wins, after every turn."""
        places = [card for held in (*self.hands, *self.laid, self.middle) for card in held]
        assert len(places) == len(set(places)), "I1: a card in two places"
        assert len(places) + sum(self.piles) == len(self.deck), "I1"
        assert self.middle, "I3"
        for seat, laid in enumerate(self.laid):
            assert all(self.is_own(seat, card) for card in laid), "I2"
            assert self.rules.team_collection or not laid, "I2"
        if self.penalty:
            assert self.kind(self.base) == "goooal", "I5"
            assert self.penalty % self.rules.goal_draw == 0, "I5"
        late = self.rules.bonus_at_target == BonusAtTarget.FINISH_MATCH
        assert late or len(self.reached) <= 1, "two seats with enough wins"
