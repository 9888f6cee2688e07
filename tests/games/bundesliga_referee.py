"""A referee who watches a told match of Bundesliga and plays it again by RULES.md.

Deliberately naive, and independent of the kernel.  What chance decides is taken from the told
events and checked for legality; everything else is worked out, and the next event must say the
same.  Whatever differs is an AssertionError.  Cards and money, transfers, spaces and the record
stand in files of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from bundesliga_referee_book import DroppedOutError, TurnCapError
from bundesliga_referee_record import columns, winner_key
from bundesliga_referee_spaces import Spaces
from bundesliga_referee_table import Manager

from sim.games.bundesliga.cards import STACK
from sim.games.bundesliga.rules_words import (
    FirstPlayer,
    Insolvency,
    LapEnd,
    RoundOrder,
    SaleTiming,
    WinnerRule,
)
from sim.games.bundesliga.story import Event, Ledger


class Referee(Spaces):
    """Plays a match again from its events: `Referee(rules, policies, components)`."""

    def follow(self, events: Iterable[Any]) -> dict[str, Any]:
        """Section 6: the whole match; the record of section 9."""
        self.reset(events)
        self.set_up()
        for season in range(1, self.rules.seasons + 1):
            self.play_season(season)
            if self.capped or season == self.rules.seasons:
                break
            if len(self.live()) <= 1:
                self.expect(Event.EARLY_END, a=sum(1 << m.seat for m in self.live()))
                break
        self.name_winners()
        if self.at < len(self.events):
            self.fault("nothing after WINNERS")
        self.record: dict[str, Any] = columns(self)
        return self.record

    def set_up(self) -> None:
        """R3, R4, R7: who starts, capital, squads."""
        seats = [m.seat for m in self.managers]
        chance = self.rules.first_player == FirstPlayer.RANDOM
        self.starter = self.ask_starter(seats if chance else [0])
        self.expect(Event.STARTER, self.starter, a=len(seats))
        self.order = seats[self.starter :] + seats[: self.starter]
        for m in self.managers:
            self.book_due(m, self.rules.start_capital, Ledger.CAPITAL)
            m.low = m.cash
            self.deal(m)

    # A season

    def play_season(self, season: int) -> None:
        """A18, A31: laps, then relegation (R25)."""
        self.season = season
        self.expect(Event.SEASON, a=season)
        if season > 1:
            self.renew()
        for m in self.live():
            m.pos = m.laps = m.points = m.carried = m.cup_rounds = 0
            m.cup_out = m.cup_won = False
        try:
            if self.rules.wait_at_start:
                self.play_rounds()
            else:
                self.play_on()
        except TurnCapError:
            self.capped = True
            self.expect(Event.CAPPED)
        if self.rules.seasons > 1:
            self.expect(Event.SEASON_OVER, a=season)
        self.relegate()

    def relegate(self) -> None:
        """R25: who has too few points drops out; it is told if nobody does."""
        present = self.live()
        for m in present:
            self.note(m)
        failed = [m for m in present if m.points < self.rules.relegation_points]
        for m in failed:
            self.expect(Event.RELEGATED, m.seat, a=m.points)
            self.drop_out(m)
        if present and not failed:
            self.expect(Event.NO_RELEGATION)

    def renew(self) -> None:
        """A18: capital and squads of a later season."""
        if not self.rules.carry_squad:
            self.expect(Event.NEW_SQUADS)
        for m in self.live():
            if not self.rules.carry_cash:
                self.book(m, self.rules.start_capital - m.cash, Ledger.CAPITAL)
            self.book(m, self.rules.new_season_capital, Ledger.CAPITAL)
        if not self.rules.carry_squad:
            for m in self.live():
                self.return_squad(m)
            for m in self.live():
                self.deal(m)

    def play_rounds(self) -> None:
        """R23, R24, A6: everybody waits at the start; I12."""
        order = self.order
        for number in range(1, self.rules.rounds_per_season + 1):
            if not self.live():
                return
            self.expect(Event.ROUND, a=number)
            if number > 1:
                for m in self.live():
                    self.book(m, self.rules.round_bonus, Ledger.BONUS)
            arrived: list[int] = []
            while any(m.laps < number for m in self.live()):
                for seat in order:
                    m = self.managers[seat]
                    if m.live and m.laps < number:
                        self.turn(m)
                        if m.laps == number:
                            arrived.append(seat)
            order = arrived if self.rules.round_order == RoundOrder.ARRIVAL else self.order

    def play_on(self) -> None:
        """A7: nobody waits; the bonus comes at the end of a lap."""
        rounds = self.rules.rounds_per_season
        while any(m.laps < rounds for m in self.live()):
            for seat in self.order:
                m = self.managers[seat]
                if m.live and m.laps < rounds:
                    laps = m.laps
                    self.turn(m)
                    if m.laps > laps and m.laps < rounds:
                        self.book(m, self.rules.round_bonus, Ledger.BONUS)

    # A turn

    def turn(self, m: Manager) -> None:
        """R8, R20, R21: window, roll, move, window; then the snapshot of the first lap."""
        if self.turns == self.rules.max_turns:
            raise TurnCapError
        laps = m.laps
        try:
            self.play_turn(m)
        except DroppedOutError:
            assert not m.live
        if self.season == 1 and laps == 0 and m.laps == 1:
            m.lap1 = self.values(m)
        self.audit()

    def play_turn(self, m: Manager) -> None:
        """Section 6, `turn`."""
        self.window(m, after_roll=False)
        dice, faces = self.rules.dice_count, self.rules.die_faces
        pips = self.ask(Event.ROLL, m.seat, range(dice, dice * faces + 1))
        self.expect(Event.ROLL, m.seat, a=pips, b=m.carried)
        self.turns += 1
        m.count["turns"] += 1
        roll, m.carried = pips + m.carried, 0
        before_move = self.rules.post_roll_sale_timing == SaleTiming.BEFORE_MOVE
        if before_move:
            self.window(m, after_roll=True)
        self.move(m, roll)
        if not before_move:
            self.window(m, after_roll=True)

    def move(self, m: Manager, roll: int) -> None:
        """R8, R11, A4, A5, A28: away matches in board order, then the space reached."""
        spaces = len(self.board)
        ahead = spaces - m.pos
        if self.rules.lap_end == LapEnd.EXACT and roll > ahead:
            self.expect(Event.STAY, m.seat)
            return
        if self.rules.pass_counts:
            for space in range(m.pos + 1, min(m.pos + roll, spaces)):
                if self.is_stadium(space):
                    self.league_match(m, space, home=False)
        if roll < ahead:
            m.pos += roll
            self.land(m)
            return
        m.pos, m.laps = 0, m.laps + 1
        m.carried = roll - ahead if self.rules.lap_end == LapEnd.CARRY else 0
        self.expect(Event.ARRIVE, m.seat, a=m.laps, b=m.carried)

    # The end

    @property
    def money(self) -> str:
        """A19: which sum of money is told at the end."""
        return "wealth" if self.rules.winner_rule == WinnerRule.WEALTH else "cash"

    def name_winners(self) -> None:
        """R26, A19: the best of those never relegated; else, if allowed, of the last season."""
        fit = [m for m in self.managers if m.relegated_season == 0]
        if not fit and self.rules.relegated_can_win:
            last = [m for m in self.managers if m.relegated_season == self.season]
            fit = [m for m in last if not m.bankrupt]
        for m in fit:
            points, money, strength = (m.end[n] for n in ("points", self.money, "strength"))
            self.expect(Event.FINAL, m.seat, a=points, b=money, c=strength)
        best = max((winner_key(self.rules, m) for m in fit), default=None)
        winners = [m.seat for m in fit if winner_key(self.rules, m) == best]
        self.mask = sum(1 << seat for seat in winners)
        self.expect(Event.WINNERS, a=self.mask)

    # Invariants

    def audit(self) -> None:
        """I1-I5, I8 after every turn."""
        for value, card in self.player_cards.items():
            out = sum(m.squad[value] for m in self.managers)
            assert self.bank[value] + out == card.count, "I1"
            assert self.bank[value] >= 0 or not self.rules.bank_stock_limited, "I1"
        held = Counter(code // STACK for m in self.managers for code, _ in m.held)
        for colour, stack in enumerate(self.stacks):
            cards = [code for code in self.event_cards if code // STACK == colour]
            assert len(stack.cards) + len(stack.discard) + held[colour] == len(cards), "I4"
        assert len(self.cup_stack.cards) == len(self.cup_cards), "I5"
        for m in self.managers:
            assert min(m.squad.values(), default=0) >= 0, "I1"
            assert m.cash == m.ledger.total(), "I2"
            assert m.cash >= 0 or self.rules.insolvency == Insolvency.DEBT, "I3"
            assert 0 <= m.pos < len(self.board), "I8"
            for code, uses in m.held:
                assert 1 <= uses <= self.event_cards[code].uses, "I4"
