"""When closed forms hold: what must be true of options, policies and cards (section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sim.engine.components import Components
from sim.games.bundesliga.cards import (
    COLOURS,
    EventCard,
    board,
    event_cards,
    start_squad,
    start_strength,
)
from sim.games.bundesliga.exact_board import capped_chance, kinds, landing_chances
from sim.games.bundesliga.exact_cup import CupRun, Lots, cup_run, lots
from sim.games.bundesliga.exact_money import ruin_chance
from sim.games.bundesliga.exact_points import deductions
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.rules_words import Insolvency, LapEnd
from sim.games.bundesliga.strategies import Kind, Policy

NEVER = 1e-12  # chances in a match that no run will ever see
SELDOM = 1e-4  # chances in a match that move no mean by a standard error
OFTEN = 0.2  # of a count in a match, else it is no normal number in a small run either
RARE = 0.02  # chances of landing that make a count no normal number in a small run


@dataclass(frozen=True)
class Case:
    """Options, policies (one a seat) and components, and what holds for them."""

    rules: Rules
    policies: Sequence[Policy]
    components: Components
    rotated: bool

    @cached_property
    def seats(self) -> range:
        """The seats of the table."""
        return range(len(self.policies))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """What each space is."""
        return kinds(self.rules, self.components)

    # Laps -----------------------------------------------------------------------------------------

    @cached_property
    def one_season(self) -> bool:
        """Whether every seat plays all laps of one season, unless the turn cap stops it.

        No surplus pips shift a lap, and nobody goes bankrupt.
        """
        bankrupt = self.rules.insolvency == Insolvency.BANKRUPTCY
        stays = not bankrupt or (self.all_steady and self.ruin < NEVER)
        return self.rules.seasons == 1 and self.rules.lap_end != LapEnd.CARRY and stays

    @cached_property
    def capped(self) -> float:
        """P(the turn cap stops the season)."""
        return capped_chance(self.rules, len(self.kinds), len(self.policies))

    @cached_property
    def whole_season(self) -> bool:
        """Whether every seat plays all laps of one season."""
        return self.one_season and self.capped < NEVER

    def usual(self, weights: Sequence[float]) -> bool:
        """Whether what landings add up to is about normal even in small runs.

        Spaces that are hardly ever landed on must not carry much of the weight.
        """
        chances = landing_chances(self.rules, len(weights))
        parts = [(float(p), w * w * float(p)) for p, w in zip(chances, weights, strict=True)]
        return sum(w for p, w in parts if p < RARE) <= 0.1 * sum(w for _, w in parts)

    # Events ---------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> list[EventCard]:
        """Event cards of the colours that the board has."""
        return [
            card
            for colour in COLOURS
            if f"event_{colour}" in self.kinds
            for card in event_cards(self.components, colour)
        ]

    @cached_property
    def calm(self) -> bool:
        """Whether all events are neutral: no card does anything."""
        return all(map(_idle, self.cards))

    def unscaled(self, token: str) -> bool:
        """Whether no card changes the amount of an event (bonus cards book elsewhere)."""
        return all(
            _idle(card) for card in self.cards if card.effect == "factor" and token in card.tokens
        )

    def always_drawn(self, colour: str) -> bool:
        """Whether a stack never runs out: some card is never set aside."""
        return any(not card.tokens for card in event_cards(self.components, colour))

    # Squads and cash ------------------------------------------------------------------------------

    @cached_property
    def steady(self) -> list[bool]:
        """Whether each seat keeps the start squad for certain, unless a sale is forced on it.

        In a rotated run every manager sits everywhere.
        """
        found = [self.calm and _never_trades(self.rules, policy) for policy in self.policies]
        return [all(found)] * len(found) if self.rotated else found

    @cached_property
    def all_steady(self) -> bool:
        """Whether all seats keep the start squad."""
        return all(self.steady)

    @cached_property
    def ruin(self) -> float:
        """Upper bound of P(a forced sale or worse) of a table of steady seats."""
        if self.rules.insolvency == Insolvency.DEBT:
            return 0.0
        return len(self.policies) * ruin_chance(self.rules, self.components)

    @cached_property
    def printed_income(self) -> bool:
        """Whether home matches pay the printed amounts at every table place."""
        return not any(deductions(self.rules))

    @cached_property
    def fixed_costs(self) -> bool:
        """Whether no cost depends on the squad."""
        spaces = board(self.components)
        return all(s.cost_rule == "fixed" for s in spaces if s.kind == "cost")

    @cached_property
    def lots(self) -> Lots:
        """The brown cards at the strength of the start squad."""
        return lots(self.rules, self.components, start_strength(self.components))

    @cached_property
    def cup(self) -> bool:
        """Whether the Cup runs are known: steady seats that never draw a card again."""
        return self.all_steady and self.lots.fresh(len(self.policies)) and self.ruin < SELDOM

    @cached_property
    def run(self) -> CupRun:
        """The Cup run of a steady seat."""
        return cup_run(self.rules, self.components, start_strength(self.components))

    @cached_property
    def usual_prize(self) -> bool:
        """Whether the Cup is won often enough for its prize, if any, to be about normal."""
        won = self.run.rounds[self.rules.cup_rounds_to_win :][:1].sum()
        return self.rules.cup_prize == 0 or bool(won > OFTEN)

    @cached_property
    def questions_a_turn(self) -> int | None:
        """Decisions of a turn at a table of passive managers (section 9); None if it varies."""
        if not self.all_steady or any(p.kind != Kind.PASSIVE for p in self.policies):
            return None
        sells = start_squad(self.components) > self.rules.squad_min
        before, after = (
            sells and on for on in (self.rules.sell_before_roll, self.rules.sell_after_roll)
        )
        if not before and self.rules.buy_before_roll:  # asked while he can afford a card
            return None
        return before + after


def _idle(card: EventCard) -> bool:
    """Whether a card changes nothing; players gained or lost are worth 1 at least."""
    return card.amount == (100 if card.effect == "factor" else 0)


def _never_trades(rules: Rules, policy: Policy) -> bool:
    """Whether a manager makes no voluntary transfer."""
    closed = not (rules.buy_before_roll or rules.sell_before_roll or rules.sell_after_roll)
    idle = policy.kind == Kind.RANDOM and policy.transfers_per_window == 0
    return closed or idle or policy.kind == Kind.PASSIVE
