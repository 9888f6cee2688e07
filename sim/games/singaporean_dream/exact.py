"""Exact values: section 12 of RULES.md as functions of options, policies and components.

Stops by chance are in exact_stops.py, the race for a single dream in exact_first.py.  A value that
does not hold for the options at hand is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, comb, prod, sqrt

from sim.engine.components import Components
from sim.engine.contract import Anchor, Curve
from sim.games.singaporean_dream.cards import (
    actions,
    cash,
    dreams,
    personalities,
    pile_cards,
    pile_size,
    played_as,
)
from sim.games.singaporean_dream.exact_first import Hand, Race, race
from sim.games.singaporean_dream.exact_stops import happens
from sim.games.singaporean_dream.record import OPENED, STOPS
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.rules_words import (
    CounterRight,
    EndTiming,
    FirstPlayer,
    HandLimitTiming,
    PersonalityAssignment,
    PurchaseOverpay,
    StopRight,
    StopScopeAll,
)
from sim.games.singaporean_dream.strategies import Kind, KnockOut, Policy

SOURCE = "RULES.md section 12: "
COPIES = range(17)  # of stop cards that the curve goes up to
HANDS = (3, 5, 7)  # dealt cards that have a line each
HELD = range(9)  # stop cards of the other player
OWN = range(4)  # of the actor


def curves(rules: Rules, components: Components) -> dict[str, Curve]:
    """What section 10 asks for beside the runs: effects by the stops held, hands without a stop."""
    others_counter = rules.counter_right == CounterRight.ANY_OTHER
    stops = {
        f"{own} of one's own": [
            (
                float(n),
                float(happens((own, n), rules.stop_chain_max, others_counter=others_counter)),
            )
            for n in HELD
        ]
        for own in OWN
    }
    others = pile_size(components) - copies_of(components, "stop")
    hands = {
        f"{hand} cards dealt": [
            (float(n), comb(others, hand) / comb(others + n, hand)) for n in COPIES
        ]
        for hand in HANDS
        if hand <= others
    }
    found = {
        "stops": Curve("stop cards of the other player", "P(the effect happens)", stops),
        "no_stop": Curve("stop cards in the deck", "P(no stop in a dealt hand)", hands),
    }
    return {name: curve for name, curve in found.items() if curve.lines}


def anchors(
    rules: Rules, policies: Sequence[Policy], components: Components, rotated: bool = False
) -> list[Anchor]:
    """Every exact value that holds for these options, policies and components."""
    players = len(policies)
    return [
        *_who_starts(rules, players),
        *_who_is_who(rules, players, components),
        *_who_wins(rules, policies),
        *_first_dream(rules, players, components),
        *_hands(rules, players, components),
        *_reactions(rules, policies, components),
        *_race(rules, policies, components),
    ]


def _who_starts(rules: Rules, players: int) -> Iterator[Anchor]:
    """R6: every seat starts as often, or seat 0 always."""
    by_lot = rules.first_player == FirstPlayer.RANDOM
    middle, spread = moments(range(players)) if by_lot else (0.0, 0.0)
    yield Anchor("start_seat", middle, "R6: the starter", sd=spread)
    for seat in range(players):
        place = middle if by_lot else float(seat)
        yield Anchor(f"turn_order_seat{seat}", place, "R6: places in the order of turns", sd=spread)


def _who_is_who(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """R4: personalities are dealt at random."""
    if rules.personality_assignment == PersonalityAssignment.FIXED:
        return
    n = len(personalities(components))
    for person in range(n):
        yield Anchor(f"with_personality_{person}", players / n, "R4: personalities at the table")


def _who_wins(rules: Rules, policies: Sequence[Policy]) -> Iterator[Anchor]:
    """I12: seats of equal players are alike where the starter and personalities are drawn."""
    by_lot = rules.first_player == FirstPlayer.RANDOM
    people = rules.personality_assignment == PersonalityAssignment.RANDOM
    if by_lot and people and all(policy == policies[0] for policy in policies):
        for seat in range(len(policies)):
            yield Anchor(f"win_share_seat{seat}", 1 / len(policies), "I12: equal seats")


def _first_dream(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """R2, R20: the first dream is any dream as likely."""
    prices = [row.value_k for row in dreams(components)]
    mean, sd = moments(prices)
    yield Anchor("top_price", mean, SOURCE + "the price of the first dream", sd=sd)
    if rules.personality_assignment == PersonalityAssignment.RANDOM:
        share = first_dream_matches(components, players)
    else:
        named = [row.bonus_personality in rules.fixed_personalities for row in dreams(components)]
        share = sum(named) / len(named)
    yield Anchor("top_matches", share, SOURCE + "the first dream is somebody's bonus")


def _hands(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """R5: dealt hands, each a random part of the action pile."""
    hand, source = rules.initial_hand, SOURCE + "the dealt hand"
    law = cash_law(components, hand)
    stop = 1 - none_of(components, hand, "stop")
    money = mean_hand_cash(components, hand)
    spread = sd_hand_cash(components, hand)
    for seat in range(players):
        yield Anchor(f"open_cash_seat{seat}", money, source, sd=spread)
        yield Anchor(f"open_stops_seat{seat} > 0", stop, source)
        for k, chance in enumerate(law):
            yield Anchor(f"open_notes_seat{seat} = {k}", chance, source)
    for kind in OPENED:
        copies = sum(card.copies for card in actions(components) if played_as(card) == kind)
        for k, chance in enumerate(holders_law(components, hand, players, copies)):
            yield Anchor(f"with_open_{kind} = {k}", chance, source)


def _reactions(
    rules: Rules, policies: Sequence[Policy], components: Components
) -> Iterator[Anchor]:
    """R14: stops by chance; of several opponents only one who has the only stop is foreseen."""
    by_chance = all(p.kind == Kind.RANDOM and p.blank == KnockOut.NOTHING for p in policies)
    if not by_chance or rules.stop_right == StopRight.TARGETS_ONLY:
        return
    if rules.own_turn_counter_costs_action:
        return
    several = len(policies) > 2
    if several and rules.stop_scope_all == StopScopeAll.SELF_ONLY:
        return
    total = copies_of(components, "stop")
    others_counter = rules.counter_right == CounterRight.ANY_OTHER
    for others in range(min(STOPS, total + 1, 2 if several else STOPS)):
        for own in range(min(STOPS, total - others + 1)):
            held = (own, others)
            chance = happens(held, rules.stop_chain_max, others_counter=others_counter)
            yield Anchor(f"p_happens_{others},{own}", float(chance), SOURCE + "stops by chance")


def _race(rules: Rules, policies: Sequence[Policy], components: Components) -> Iterator[Anchor]:
    """The mini game: who buys the only dream, and when."""
    found = mini_game(rules, policies, components)
    if found is None:
        return
    for place, chance in enumerate(found.winners):
        yield Anchor(f"win_order_{place}", chance, SOURCE + "the mini game")
    if rules.end_timing == EndTiming.END_OF_ROUND:  # A3: others still have turns
        return
    yield Anchor("length", found.turns, SOURCE + "the mini game", sd=found.spread)
    yield Anchor("length = 1", found.first_turn, SOURCE + "the mini game")


# The mini game ------------------------------------------------------------------------------------


def mini_game(rules: Rules, policies: Sequence[Policy], components: Components) -> Race | None:
    """The race for a single dream by chance, None where it is another game."""
    notes = [row for row in cash(components) if row.copies]
    powers = rules.powers_enabled and rules.power_uses_per_turn > 0
    by_chance = all(policy.kind == Kind.RANDOM for policy in policies)
    alone = len(notes) == 1 and not any(card.copies for card in actions(components))
    if not (by_chance and alone and rules.dreams_in_pile == 1) or powers or rules.stop_purchase:
        return None
    value, prices = notes[0].value_k, [row.value_k for row in dreams(components)]
    exact = rules.purchase_overpay == PurchaseOverpay.EXACT_ONLY
    if exact and any(price % value for price in prices):
        return None
    hand = Hand(
        rules.initial_hand, rules.draw_per_turn, rules.empty_hand_draw, rules.actions_per_turn,
        rules.hand_limit, rules.hand_limit_timing == HandLimitTiming.IMMEDIATE,
    )  # fmt: skip
    found = race(len(policies), [ceil(price / value) for price in prices], hand)
    turns = found.rounds * len(policies)
    drawn = turns * max(rules.draw_per_turn, rules.empty_hand_draw)
    enough = rules.initial_hand * len(policies) + drawn <= pile_size(components)
    return found if enough and turns <= rules.max_turns else None


# The deck -----------------------------------------------------------------------------------------


def moments(values: Sequence[int]) -> tuple[float, float]:
    """Mean and standard deviation of one of these values, each as likely."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def copies_of(components: Components, effect: str) -> int:
    """Cards of an effect."""
    return sum(card.copies for card in actions(components) if card.effect == effect)


def hand_law(components: Components, hand: int, of: int) -> list[float]:
    """P(k of `of` marked cards in a dealt hand), k = 0, 1, ...: hypergeometric."""
    n = pile_size(components)
    return [comb(of, k) * comb(n - of, hand - k) / comb(n, hand) for k in range(hand + 1)]


def holders_law(components: Components, hand: int, players: int, of: int) -> list[float]:
    """P(k players are dealt some of `of` marked cards), k = 0, 1, ...: inclusion and exclusion."""
    n, unmarked = pile_size(components), pile_size(components) - of
    dealt = [hand * some for some in range(players + 1)]
    none = [Fraction(comb(unmarked, cards), comb(n, cards)) for cards in dealt]  # to some of them
    return [
        float(
            comb(players, k)
            * sum((-1) ** i * comb(k, i) * none[players - k + i] for i in range(k + 1))
        )
        for k in range(players + 1)
    ]


def cash_law(components: Components, hand: int) -> list[float]:
    """P(k cash cards in a dealt hand)."""
    return hand_law(components, hand, sum(note.copies for note in cash(components)))


def _worths(components: Components) -> list[int]:
    """What each card of the action pile is worth as cash."""
    return [getattr(row, "value_k", 0) for row in pile_cards(components) for _ in range(row.copies)]


def mean_hand_cash(components: Components, hand: int) -> float:
    """Mean cash of a dealt hand, K."""
    return hand * moments(_worths(components))[0]


def sd_hand_cash(components: Components, hand: int) -> float:
    """Standard deviation of the cash of a dealt hand, K: drawn without replacement."""
    n = pile_size(components)
    left = (n - hand) / max(1, n - 1)
    return sqrt(hand * left) * moments(_worths(components))[1]


def none_of(components: Components, hand: int, effect: str) -> float:
    """P(a dealt hand holds no card of an effect)."""
    return hand_law(components, hand, copies_of(components, effect))[0]


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
