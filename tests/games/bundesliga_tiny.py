"""Small tables of Bundesliga, and every match that passive managers can play at them.

Deliberately naive and independent of the closed forms: all rolls of all seats, all orders of the
brown stack, turn by turn as section 6 of RULES.md has it.  Event cards are neutral.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import lcm, prod
from typing import Any

import pytest

from sim.engine.components import Components
from sim.games.bundesliga.cards import TABLES, CupCard, EventCard, Space
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.rules_words import CupDraw, HomeIncome, PlaceTies

SHIPPED = TABLES.read()
SQUAD, STRENGTH = 11, 28  # the start squad, which the tiny tables keep
VALUE = 1_785_000  # of the start squad at sale prices: 2 x 55 + 4 x 120 + 3 x 190 + 270 + 355


DICE = [{"die_faces": 3}, {"die_faces": 2, "dice_count": 2}, {"die_faces": 2}]


def of(**changes: Any) -> Rules:
    """The printed rules with some things changed."""
    return Rules.read(changes)


def printed(value: float, digits: int) -> Any:
    """A number printed with so many digits after the point."""
    return pytest.approx(value, abs=0.5001 * 10.0**-digits)


# Components ---------------------------------------------------------------------------------------


def with_rows(components: Components = SHIPPED, **tables: Sequence[Any]) -> Components:
    """Components with some tables replaced."""
    rows = {**components.rows, **{name: tuple(found) for name, found in tables.items()}}
    return Components(components.paths, rows, frozenset(tables))


def event_card(**changes: Any) -> EventCard:
    """A blue card that does nothing, with some things changed."""
    neutral = {"card_id": "x", "colour": "blue", "label": "x", "effect": "money", "amount": 0}
    neutral |= {"trigger": "immediate", "uses": 1, "provenance": "assumed"}
    return EventCard(**neutral | changes)


def neutral(components: Components = SHIPPED) -> Components:
    """Components whose event cards do nothing."""
    cards = [event_card(card_id=c.card_id, colour=c.colour) for c in SHIPPED.rows["event_cards"]]
    return with_rows(components, event_cards=cards)


def space(number: int, text: str) -> Space:
    """A space from a few words: kind, amount (signed, European), opponent or rule of a cost."""
    kind, amount, more = (text + " 0 0").split()[:3]
    money, cost = int(amount), kind == "cost"
    return Space(
        space=number,
        kind=kind,
        label="x",
        colour="",
        opponent_strength=more if kind == "points_match" else "",
        amount=0 if cost else abs(money),
        venue="away" if money < 0 else "home",
        cost_rule=more if cost else "none",
        cost_amount=money if cost else 0,
        provenance="assumed",
    )


def cup(text: str) -> list[CupCard]:
    """Brown cards from words like 27h40: opponent, venue, income."""
    found = []
    for number, word in enumerate(text.split()):
        venue = "home" if "h" in word else "away"
        strength, income = word.split(venue[0])
        card = {"card_id": str(number), "label": "x", "venue": venue, "provenance": "assumed"}
        found.append(CupCard(**card, opponent_strength=strength, income=income))
    return found


def table(board: str, cards: str = "20h10 30a20 40h30") -> Components:
    """Neutral components with a board of some spaces after the start, and a brown stack."""
    spaces = [space(i, text) for i, text in enumerate(["start", *board.split(",")])]
    return neutral(with_rows(board=spaces, cup_cards=cup(cards)))


# Every way to play --------------------------------------------------------------------------------


def rolls(rules: Any) -> Counter[int]:
    """How many of the throws of the dice show a sum."""
    faces = range(1, rules.die_faces + 1)
    return Counter(sum(shown) for shown in product(faces, repeat=rules.dice_count))


def walks(rules: Any, size: int, here: int = 0) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """All roll sequences of a lap (lap_end = stop), with their chances."""
    if here >= size:
        yield Fraction(1), ()
        return
    law = rolls(rules)
    for pips, ways in law.items():
        for chance, rest in walks(rules, size, here + pips):
            yield Fraction(ways, law.total()) * chance, (pips, *rest)


def landed(walk: Sequence[int], size: int) -> list[int]:
    """Spaces that a walk lands on."""
    places = [sum(walk[: k + 1]) for k in range(len(walk))]
    return [place for place in places if place < size]


def seasons(rules: Any, size: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    """All roll sequences of a seat's season."""
    laps = list(walks(rules, size))
    found = []
    for several in product(laps, repeat=rules.rounds_per_season):
        chance = Fraction(1)
        for lap_chance, _ in several:
            chance *= lap_chance
        found.append((chance, tuple(pips for _, walk in several for pips in walk)))
    return found


def laws(rules: Any, components: Components, seats: int) -> dict[str, Counter[int]]:
    """All matches of passive managers: in how many equally likely ways a column has a value."""
    walks_of_seat = seasons(rules, len(components.rows["board"]))
    equal = lcm(*(chance.denominator for chance, _ in walks_of_seat))
    found: dict[str, Counter[int]] = {}
    for several in product(walks_of_seat, repeat=seats):
        ways = int(prod(chance * equal for chance, _ in several))
        for order in permutations(components.rows["cup_cards"]):
            record = Match(rules, components, [walk for _, walk in several], order).play()
            for column, value in record.items():
                found.setdefault(column, Counter())[value] += ways
    return found


class Match:
    """One match, all chance known."""

    def __init__(self, rules: Any, components: Components, walks: Any, stack: Any) -> None:
        self.rules, self.board = rules, components.rows["board"]
        self.dice = [list(walk) for walk in walks]
        self.stack = list(stack)
        self.seats = [Counter(cash=rules.start_capital, cash_min=0) for _ in walks]

    def play(self) -> dict[str, int]:
        """Section 6 for one season: rounds with waiting, relegation, winners."""
        for number in range(1, self.rules.rounds_per_season + 1):
            if number > 1:
                for seat in self.seats:
                    seat["cash"] += self.rules.round_bonus
            while any(seat["laps"] < number for seat in self.seats):
                for seat, dice in zip(self.seats, self.dice, strict=True):
                    if seat["laps"] < number:
                        self.turn(seat, dice.pop(0))
        return self.record()

    def turn(self, seat: Counter[str], roll: int) -> None:
        """R8-R11: away matches on the way, then the space reached."""
        seat["turns"] += 1
        for number in range(seat["pos"] + 1, min(seat["pos"] + roll, len(self.board))):
            if self.board[number].kind == "points_match" and self.rules.pass_counts:
                self.league_match(seat, self.board[number], "away")
        seat["pos"] += roll
        if seat["pos"] < len(self.board):
            self.land(seat, self.board[seat["pos"]])
            return
        seat["pos"], seat["laps"] = 0, seat["laps"] + 1
        if seat["laps"] == 1:
            seat["cash_lap1"], seat["points_lap1"] = seat["cash"], seat["points"]

    def land(self, seat: Counter[str], space: Space) -> None:
        """R10-R19: what a space does."""
        seat[f"landings_{space.kind}"] += 1
        seat[f"landed_{space.space}"] += 1
        if space.kind == "points_match":
            self.book(seat, "home", self.home_income(seat, space))
            self.league_match(seat, space, "home")
        elif space.kind == "dfb_cup":
            self.cup_match(seat)
        elif space.kind == "cost":
            factor = {"fixed": 1, "per_player": SQUAD, "per_strength": STRENGTH}
            self.book(seat, "cost", -space.cost_amount * factor[space.cost_rule])
        elif space.kind == "private_match":
            self.book(seat, "private", space.amount)
        elif space.kind == "european_cup":
            self.book(seat, "european", space.amount if space.venue == "home" else -space.amount)

    def book(self, seat: Counter[str], ledger: str, amount: int) -> None:
        """R2: money from or to the bank; debts are allowed here."""
        seat["cash"] += amount
        seat[f"money_{ledger}"] += amount
        seat["cash_min"] = min(seat["cash_min"], seat["cash"])

    def home_income(self, seat: Counter[str], space: Space) -> int:
        """R12, A12, A13: by the place before this match."""
        if self.rules.home_income_mode == HomeIncome.FULL:
            return space.amount
        if self.rules.place_ties == PlaceTies.BEST:
            place = 1 + sum(other["points"] > seat["points"] for other in self.seats)
        else:
            place = sum(other["points"] >= seat["points"] for other in self.seats)
        amount = space.amount - getattr(self.rules, f"place_deduction_{place}")
        return amount if self.rules.home_income_negative else max(0, amount)

    def league_match(self, seat: Counter[str], space: Space, venue: str) -> None:
        """R9: win, draw or loss."""
        won, drawn = space.opponent_strength < STRENGTH, space.opponent_strength == STRENGTH
        letter = "w" if won else "d" if drawn else "l"
        points = {"w": "points_win", "d": "points_draw", "l": "points_loss"}[letter]
        seat["points"] += getattr(self.rules, points)
        seat[f"{venue}_{letter}"] += 1

    def cup_match(self, seat: Counter[str]) -> None:
        """R14-R17, A14, A16."""
        if seat["cup_eliminated"] or seat["cup_won"]:
            return
        seat["cup_matches"] += 1
        while True:
            card = self.stack.pop(0)
            self.stack.append(card)
            income, won = card.income, card.opponent_strength < STRENGTH
            if card.opponent_strength != STRENGTH:
                break
            seat["cup_draws"] += 1
            if self.rules.cup_draw_rule == CupDraw.REPLAY:
                won = card.venue == "away"
                income *= 2 if self.rules.replay_pays_income else 1
                break
        seat["cup_rounds"] += won
        seat["cup_eliminated"] = int(not won)
        self.book(seat, "cup", income)
        if won and seat["cup_rounds"] == self.rules.cup_rounds_to_win:
            seat["cup_won"] = 1
            self.book(seat, "cup", self.rules.cup_prize)

    def record(self) -> dict[str, int]:
        """Section 9, as far as closed forms go; shares of a win in 60ths."""
        found: dict[str, int] = {"length": sum(seat["turns"] for seat in self.seats), "capped": 0}
        found["decisions"] = 2 * found["length"]
        for number, seat in enumerate(self.seats):
            seat["relegated"] = int(seat["points"] < self.rules.relegation_points)
            seat["cash_end"], seat["wealth_end"] = seat["cash"], seat["cash"] + VALUE
            seat["points_lap2"] = seat["points"] - seat["points_lap1"]
            seat["home_matches"] = seat["landings_points_match"]
            seat["events"] = seat["landings_event_blue"] + seat["landings_event_yellow"]
            seat["money_bonus"] = self.rules.round_bonus * (self.rules.rounds_per_season - 1)
            found |= {f"{column}_seat{number}": value for column, value in seat.items()}
        found["n_relegated"] = sum(seat["relegated"] for seat in self.seats)
        found["all_relegated"] = int(found["n_relegated"] == len(self.seats))
        return found | self.winners()

    def winners(self) -> dict[str, int]:
        """R26, A19: most points of those not relegated, then cash."""
        fit = [seat for seat in self.seats if not seat["relegated"]]
        if not fit and self.rules.relegated_can_win:
            fit = self.seats
        best = max(((seat["points"], seat["cash"]) for seat in fit), default=None)
        won = [seat for seat in fit if (seat["points"], seat["cash"]) == best]
        shares = {
            f"win_share_seat{number}": 60 // len(won) if any(seat is w for w in won) else 0
            for number, seat in enumerate(self.seats)
        }
        return shares | {"no_winner": int(not fit)}
