"""Exact values: section 12 of RULES.md as functions of options, policies and components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod

from sim.engine.components import Components
from sim.engine.contract import Anchor, Curve
from sim.games.singaporean_dream.cards import actions, cash, dreams, personalities, pile_size
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.rules_words import FirstPlayer, PersonalityAssignment
from sim.games.singaporean_dream.strategies import Policy

SOURCE = "RULES.md section 12: "


def curves(rules: Rules, components: Components) -> dict[str, Curve]:
    """Stops by the number of stop cards held at the table, where all stop by chance."""
    return {}


def anchors(
    rules: Rules, policies: Sequence[Policy], components: Components, rotated: bool = False
) -> list[Anchor]:
    """Every exact value that holds for these options, policies and components."""
    return [*_who_starts(rules, len(policies)), *_who_is_who(rules, len(policies), components)]


def _who_starts(rules: Rules, players: int) -> Iterator[Anchor]:
    """R6: every seat starts as often, or seat 0 always."""
    by_lot = rules.first_player == FirstPlayer.RANDOM
    mean = (players - 1) / 2 if by_lot else 0.0
    yield Anchor("start_seat", mean, "R6: the starter")
    for seat in range(players):
        place = (players - 1) / 2 if by_lot else float(seat)
        yield Anchor(f"turn_order_seat{seat}", place, "R6: places in the order of turns")


def _who_is_who(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """R4: personalities are dealt at random."""
    if rules.personality_assignment == PersonalityAssignment.FIXED:
        return
    n = len(personalities(components))
    for person in range(n):
        yield Anchor(f"with_personality_{person}", players / n, "R4: personalities at the table")


# The deck -----------------------------------------------------------------------------------------


def hand_law(components: Components, hand: int, of: int) -> list[float]:
    """P(k of `of` marked cards in a dealt hand), k = 0, 1, ...: hypergeometric."""
    n = pile_size(components)
    return [comb(of, k) * comb(n - of, hand - k) / comb(n, hand) for k in range(hand + 1)]


def cash_law(components: Components, hand: int) -> list[float]:
    """P(k cash cards in a dealt hand)."""
    return hand_law(components, hand, sum(note.copies for note in cash(components)))


def mean_hand_cash(components: Components, hand: int) -> float:
    """Mean cash of a dealt hand, K."""
    total = sum(note.copies * note.value_k for note in cash(components))
    return hand * total / pile_size(components)


def none_of(components: Components, hand: int, effect: str) -> float:
    """P(a dealt hand holds no card of an effect)."""
    of = sum(card.copies for card in actions(components) if card.effect == effect)
    return hand_law(components, hand, of)[0]


def none_named(components: Components, hand: int, name: str) -> float:
    """P(a dealt hand holds no copy of a card)."""
    of = sum(card.copies for card in actions(components) if card.action_id == name)
    return hand_law(components, hand, of)[0]


def first_dream_matches(components: Components, players: int) -> float:
    """P(the first dream is the bonus dream of somebody at the table)."""
    n = len(personalities(components))
    marked = sum(dream.bonus_personality != "none" for dream in dreams(components))
    return marked / len(dreams(components)) * players / n


def deposits(held: Sequence[int]) -> int:
    """D2: ways to put some of the held cash into the bank."""
    return prod(n + 1 for n in held) - 1
