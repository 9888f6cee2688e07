"""What happens on the spaces of Bundesliga, as the referee sees it: matches, money, event cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bundesliga_referee_plans import result
from bundesliga_referee_table import Manager
from bundesliga_referee_trade import Trade

from sim.games.bundesliga.cards import STACK
from sim.games.bundesliga.rules_words import CupDraw, HomeIncome, PlaceTies
from sim.games.bundesliga.story import Event, Ledger

LOST, DRAWN, WON = 0, 1, 2
LETTERS = "ldw"
YELLOW, BLUE = 0, 1


class Spaces(Trade):
    """Points matches, Cup, money spaces, event spaces."""

    def land(self, m: Manager) -> None:
        """R10, R14, R18, R19: the effect of the space landed on; A21, A30: neutral ones have none."""
        space = self.board[m.pos]
        kind = "neutral" if m.pos in self.rules.covered_stadiums else space.kind
        self.expect(Event.LAND, m.seat, a=m.pos)
        m.count[f"landings_{kind}"] += 1
        if kind == "points_match":
            self.league_match(m, m.pos, home=True)
        elif kind == "dfb_cup":
            self.cup_match(m)
        elif kind == "private_match":
            self.settle(m, "private", space.amount, +1, Ledger.PRIVATE)
        elif kind == "european_cup":
            sign = 1 if space.venue == "home" else -1
            self.settle(m, "european", space.amount, sign, Ledger.EUROPEAN)
        elif kind == "cost":
            self.settle(m, "cost", self.cost(m, space), -1, Ledger.COST)
        elif kind == "event_yellow":
            self.event_space(m, YELLOW)
        elif kind == "event_blue":
            self.event_space(m, BLUE)

    # Set-aside cards

    def use(self, m: Manager, token: str) -> tuple[int, list[int], int]:
        """R19: every held card naming the event applies; strength added, factors, bonus.

        A card without uses left goes back at once (section 5).
        """
        delta, factors, bonus = 0, [], 0
        for entry in list(m.held):
            card = self.event_cards[entry[0]]
            if token not in card.tokens:
                continue
            entry[1] -= 1
            self.expect(Event.USED, m.seat, a=entry[0], b=entry[1])
            if card.effect == "strength":
                delta += card.amount
            elif card.effect == "factor":
                factors.append(card.amount)
            else:
                bonus += card.amount
            if entry[1] == 0:
                m.held.remove(entry)
                self.return_card(entry[0])
        return delta, factors, bonus

    # Points matches

    def league_match(self, m: Manager, space: int, home: bool) -> None:
        """R9-R12: strengths are compared; a home match also pays."""
        delta, factors, bonus = self.use(m, "league_home" if home else "league_away")
        place = self.place(m)
        strength = max(0, m.strength + delta)
        outcome = result(strength, self.board[space].opponent_strength)
        m.points += self.points_of(outcome)
        m.count[f"{'home' if home else 'away'}_{LETTERS[outcome]}"] += 1
        kind = Event.HOME_MATCH if home else Event.AWAY_MATCH
        self.expect(kind, m.seat, a=space, b=strength, c=outcome)
        if home:
            amount = self.home_income(m, space, place)
            self.book_due(m, multiplied(amount, factors) if amount > 0 else amount, Ledger.HOME)
            self.book(m, bonus, Ledger.EVENT)

    def home_income(self, m: Manager, space: int, place: int) -> int:
        """R12, A13: the printed amount, less the deduction for the table place, which is told."""
        rules, amount = self.rules, int(self.board[space].amount)
        if rules.home_income_mode == HomeIncome.BY_PLACE:
            less = getattr(rules, f"place_deduction_{place}")
            amount -= less
            if amount < 0 and not rules.home_income_negative:
                amount = 0
            self.expect(Event.HOME_PLACE, m.seat, a=place, b=less, c=amount)
        return amount

    def place(self, m: Manager) -> int:
        """R12, A12: the place in the table of those who have not dropped out."""
        rivals, rule = self.live(), self.rules.place_ties
        if rule == PlaceTies.BEST:
            return 1 + sum(r.points > m.points for r in rivals)
        if rule == PlaceTies.WORST:
            return sum(r.points >= m.points for r in rivals)
        table = sorted(rivals, key=lambda r: (-r.points, -r.cash, r.seat))
        return 1 + table.index(m)

    # The Cup

    def cup_match(self, m: Manager) -> None:
        """R14-R17, A14-A16, A27: the cards of one landing."""
        if m.cup_out or m.cup_won:
            return
        m.count["cup_matches"] += 1
        delta, factors, bonus = self.use(m, "cup")
        strength = max(0, m.strength + delta)
        outcome, income = DRAWN, 0
        for _ in self.cup_cards:
            outcome, income = self.cup_card(m, strength)
            if outcome != DRAWN:
                break
        if outcome == DRAWN:
            self.expect(Event.CUP_UNDECIDED, m.seat)
        elif outcome == LOST:
            m.cup_out = True
            self.expect(Event.CUP_OUT, m.seat)
        else:
            m.cup_rounds += 1
            self.expect(Event.CUP_ROUND, m.seat, a=m.cup_rounds)
        self.book_due(m, multiplied(income, factors), Ledger.CUP)
        self.book(m, bonus, Ledger.EVENT)
        if outcome == WON and m.cup_rounds == self.rules.cup_rounds_to_win:
            m.cup_won = True
            self.expect(Event.CUP_WON, m.seat)
            self.book(m, self.rules.cup_prize, Ledger.CUP)

    def cup_card(self, m: Manager, strength: int) -> tuple[int, int]:
        """R15, R16: one card: the result, after a replay if there is one, and the income."""
        code = self.ask(Event.CUP_MATCH, m.seat, self.cup_stack.possible())
        self.cup_stack.draw(code)
        self.cup_stack.put_under(code)
        card = self.cup_cards[code]
        outcome, income = result(strength, card.opponent_strength), card.income
        self.expect(Event.CUP_MATCH, m.seat, a=code, b=strength, c=outcome)
        if outcome == DRAWN:
            m.count["cup_draws"] += 1
            if self.rules.cup_draw_rule == CupDraw.REPLAY:
                outcome = LOST if card.venue == "home" else WON
                self.expect(Event.CUP_REPLAY, m.seat, a=code, c=outcome)
                income *= 2 if self.rules.replay_pays_income else 1
        return outcome, income

    # Money spaces

    def settle(self, m: Manager, token: str, amount: int, sign: int, ledger: Ledger) -> None:
        """R18: receive or pay a sum; factors act on it, a bonus follows."""
        _, factors, bonus = self.use(m, token)
        self.book_due(m, sign * multiplied(amount, factors), ledger)
        self.book(m, bonus, Ledger.EVENT)

    def cost(self, m: Manager, space: Any) -> int:
        """R18, section 5: a fixed sum, or one for every player or point of strength."""
        times = {"fixed": 1, "per_player": m.size, "per_strength": m.strength}
        return int(space.cost_amount * times[space.cost_rule])

    # Event spaces

    def event_space(self, m: Manager, colour: int) -> None:
        """R19, A17: draw a card and carry it out, or set it aside."""
        stack = self.stacks[colour]
        if not stack.cards and stack.discard:
            self.expect(Event.RESHUFFLE, m.seat, a=colour)
            stack.reshuffle()
        if not stack.cards:
            self.expect(Event.NO_CARD, m.seat, a=colour)
            return
        code = self.ask(Event.DRAW, m.seat, stack.possible())
        stack.draw(code)
        m.count["events"] += 1
        self.expect(Event.DRAW, m.seat, a=code)
        assert code // STACK == colour
        card = self.event_cards[code]
        if card.tokens:
            m.held.append([code, card.uses])
            self.expect(Event.SET_ASIDE, m.seat, a=code, b=card.uses)
        else:
            self.return_card(code)
            self.carry_out(m, card)

    def carry_out(self, m: Manager, card: Any) -> None:
        """R19, section 5: an immediate effect."""
        if card.effect == "money":
            self.book_due(m, card.amount, Ledger.EVENT)
        elif card.effect == "money_per_player":
            self.book_due(m, card.amount * m.size, Ledger.EVENT)
        elif card.effect == "money_per_point":
            self.book_due(m, card.amount * m.points, Ledger.EVENT)
        elif card.effect == "gain_player":
            size, value = m.size, self.gained(m, card.amount)
            if value:
                self.hand_out(m, value)
            self.expect(Event.GAIN, m.seat, a=value, b=0 < self.rules.squad_max <= size)
        else:
            value = self.lost(m, card.amount)
            if value:
                self.take_back(m, value)
            self.expect(Event.LOSE, m.seat, a=value)

    def gained(self, m: Manager, value: int) -> int:
        """A33, A11: that value, else the next lower in stock; 0 if none, or if the squad is full."""
        if 0 < self.rules.squad_max <= m.size:
            return 0
        while value > 0 and not self.in_stock(value):
            value -= 1
        return value

    def lost(self, m: Manager, value: int) -> int:
        """A33: that value, else the next lower owned, else the next higher owned, else 0."""
        lower = [v for v in m.owned if v <= value]
        higher = [v for v in m.owned if v > value]
        return max(lower) if lower else min(higher, default=0)


def multiplied(amount: int, factors: Sequence[int]) -> int:
    """Section 5: factors in percent, one after the other, rounded down each time."""
    for factor in factors:
        amount = amount * factor // 100
    return amount
