"""Il risveglio in turn 1, two players who decide by chance: section 12 of RULES.md.

Enumeration over opening hands.  A hand is (dreams besides Il risveglio, lights besides La Maestra,
La Maestra or not, Il risveglio or not); the rest are fighters.  La Maestra cannot be activated in
turn 1, as nothing is won yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb

from sim.engine.components import Components
from sim.games.nove_anni.cards import DREAMS, LIGHTS, cards, pack_of
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.rules_words import AwakeningTiming

Hand = tuple[int, int, int, int]  # dreams, lights, La Maestra, Il risveglio
EACH: Hand = (3, 3, 1, 1)  # in the deck


def first_awakening(rules: Rules, components: Components) -> tuple[float, float] | None:
    """P(the first, the second to draw activates Il risveglio in turn 1); None in another game."""
    pack = pack_of(rules, 2, components)
    rows, counts = len(cards(components)), Counter(pack)
    dreams = [counts[card] for card in range(rows, rows + len(DREAMS))]
    lights = [counts[i] for i, row in enumerate(cards(components)) if row.kind == "light"]
    once = dreams == [1] * len(DREAMS) and lights == [1] * len(LIGHTS)
    usual = (
        rules.special_slots == 1
        and rules.light_in_columns
        and rules.activate_same_turn
        and rules.activations_per_turn == 1
        and rules.awakening_min_turn == 1
        and rules.awakening_timing == AwakeningTiming.IMMEDIATE
        and rules.draw_first >= rules.columns + len(DREAMS)  # nobody draws more cards
    )
    if not once or not usual:
        return None
    size, columns = rules.draw_first, rules.columns
    first = second = 0.0
    for hand, chance in hands(EACH, len(pack), size):
        acts = activates(hand, size, columns)
        if hand[3]:
            first += chance * awakens(hand, size, columns)
            continue
        rest: Hand = (EACH[0] - hand[0], EACH[1] - hand[1], EACH[2] - hand[2], 1)
        for other, given in hands(rest, len(pack) - size, size):
            if other[3]:
                second += chance * given * (1 - acts) * awakens(other, size, columns)
    return first, second


def hands(deck: Hand, cards_left: int, size: int) -> Iterator[tuple[Hand, float]]:
    """Opening hands with their chances: several kinds of marked cards, hypergeometric."""
    fighters = cards_left - sum(deck)
    for hand in product(*(range(n + 1) for n in deck)):
        others = size - sum(hand)
        if 0 <= others <= fighters:
            ways = comb(fighters, others)
            for held, there in zip(hand, deck, strict=True):
                ways *= comb(there, held)
            yield (hand[0], hand[1], hand[2], hand[3]), ways / comb(cards_left, size)


def left_over(hand: Hand, size: int, columns: int) -> Iterator[tuple[int, int, float]]:
    """Lights, and La Maestra, that a random choice of columns leaves in hand, with the chance."""
    dreams, lights, teacher, waking = hand
    fighters = size - sum(hand)
    placeable = size - dreams - waking
    for placed in range(min(lights, columns) + 1):
        for taught in range(teacher + 1):
            rest = columns - placed - taught
            if 0 <= rest <= fighters:
                ways = comb(lights, placed) * comb(fighters, rest)
                yield lights - placed, teacher - taught, ways / comb(placeable, columns)


def awakens(hand: Hand, size: int, columns: int) -> float:
    """P(Il risveglio goes to the slot and is activated), of a hand that holds it."""
    found = 0.0
    for lights, teacher, chance in left_over(hand, size, columns):
        found += chance / (hand[0] + lights + teacher + 2) / 2
    return found


def activates(hand: Hand, size: int, columns: int) -> float:
    """P(any special is activated)."""
    found = 0.0
    for lights, teacher, chance in left_over(hand, size, columns):
        active = hand[0] + hand[3] + lights
        found += chance * active / (active + teacher + 1) / 2
    return found
