"""Plans of the scripted managers of Bundesliga, as the referee makes them (section 8 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from bundesliga_referee_book import Book
from bundesliga_referee_table import Manager


class Step(NamedTuple):
    """Section 8, `steps`: an upgrade: a card bought, in exchange for `given` unless it is 0."""

    given: int
    value: int
    cost: int

    @property
    def gain(self) -> int:
        """Points of strength."""
        return self.value - self.given

    @property
    def order(self) -> tuple[Fraction, int, int]:
        """Cheapest per point first; ties: larger gain, lower card given up."""
        return Fraction(self.cost, self.gain), -self.gain, self.given

    @property
    def transfers(self) -> int:
        """A swap is two transfers."""
        return 2 if self.given else 1


class Plans(Book):
    """The shared helpers of section 8."""

    def fits(self, strength: int) -> bool:
        """A22: whether a purchase may lead to this strength."""
        return self.rules.strength_cap == 0 or strength <= self.rules.strength_cap

    def upgrades(self, m: Manager, squad: dict[int, int], bank: dict[int, int]) -> list[Step]:
        """Section 8: purchases, or swaps where the squad is full, with these cards."""
        rules, values = self.rules, sorted(self.player_cards)
        size, strength = sum(squad.values()), sum(v * n for v, n in squad.items())
        if not rules.buy_before_roll:
            return []
        if 0 < rules.squad_max <= size:
            if not rules.sell_before_roll:
                return []
            owned = [value for value in values if squad.get(value, 0) > 0]
            pairs = [(u, v) for u in owned for v in values if v > u]
        else:
            pairs = [(0, v) for v in values]
        steps = [Step(u, v, self.price(v) - (self.sale(u) if u else 0)) for u, v in pairs]
        return [
            step
            for step in steps
            if (bank[step.value] > 0 or not rules.bank_stock_limited)
            and self.fits(strength + step.gain)
        ]

    def steps(self, m: Manager, budget: int) -> list[Step]:
        """Section 8: the sequence of cheapest upgrades, on copies of squad and stock."""
        squad, bank, found = dict(m.squad), dict(self.bank), []
        while len(found) < self.rules.max_transfers_per_window:
            fitting = [s for s in self.upgrades(m, squad, bank) if s.cost <= budget]
            if not fitting:
                break
            step = min(fitting, key=lambda s: s.order)
            found.append(step)
            budget -= step.cost
            bank[step.value] -= 1
            squad[step.value] = squad.get(step.value, 0) + 1
            if step.given:
                bank[step.given] += 1
                squad[step.given] -= 1
        return found

    def best_prefix(self, m: Manager, budget: int, opponents: Sequence[int]) -> list[Step]:
        """Section 8: the shortest prefix of `steps` with the most table points."""
        plan = self.steps(m, budget)
        reached = [m.strength + sum(s.gain for s in plan[:k]) for k in range(len(plan) + 1)]
        points = [self.table_points(strength, opponents) for strength in reached]
        return plan[: points.index(max(points))]

    def table_points(self, strength: int, opponents: Sequence[int]) -> int:
        """Section 8, `points(s, list)`."""
        return sum(self.points_of(result(strength, opponent)) for opponent in opponents)

    def points_of(self, outcome: int) -> int:
        """R9: table points of a lost, drawn, won match."""
        rules = self.rules
        return (rules.points_loss, rules.points_draw, rules.points_win)[outcome]

    def is_stadium(self, space: int) -> bool:
        """R27, A21: whether a points match is played on a space."""
        is_match = self.board[space].kind == "points_match"
        return is_match and space not in self.rules.covered_stadiums

    def stadiums(self, after: int, last: int) -> list[int]:
        """Opponents on the spaces after one up to another, of this lap."""
        spaces = range(after + 1, min(last, len(self.board) - 1) + 1)
        return [self.board[s].opponent_strength for s in spaces if self.is_stadium(s)]

    def window_list(self, m: Manager, spaces: int) -> list[int]:
        """Section 8: stadiums among the next spaces of this lap."""
        return self.stadiums(m.pos, m.pos + spaces)

    def season_list(self, m: Manager) -> list[int]:
        """Section 8: stadiums ahead on this lap, and those of the laps still to come."""
        laps = self.rules.rounds_per_season - m.laps - 1
        end = len(self.board) - 1
        return self.stadiums(m.pos, end) + laps * self.stadiums(0, end)


def result(strength: int, opponent: int) -> int:
    """R9, R14: 0 lost, 1 drawn, 2 won."""
    return 0 if strength < opponent else 1 if strength == opponent else 2
