"""Exact values: section 12 of RULES.md as functions of options, policies and components.

What Il risveglio does in turn 1 is in exact_first.py.  A value that does not hold for the options at
hand is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from sim.engine.components import Components
from sim.engine.contract import Anchor, Curve
from sim.games.nove_anni.cards import (
    CHARACTERISTICS,
    SPECIALS,
    Card,
    cards,
    pack_of,
    special_of,
)
from sim.games.nove_anni.exact_first import first_awakening
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.rules_words import (
    DealMode,
    DrawMode,
    EndRule,
    FirstDrawerRule,
    OwnCard,
    ShortHandRule,
    StartRule,
    TieRule,
)
from sim.games.nove_anni.strategies import Kind, Policy

SOURCE = "RULES.md section 12: "
HANDS = range(1, 17)  # sizes of an opening hand that the curve goes up to
FIGHTERS = ("rascal", "friend", "fierce", "tame")


def curves(rules: Rules, components: Components) -> dict[str, Curve]:
    """What section 10 asks for beside the runs: kinds against kinds, specials in opening hands."""
    kinds = {
        f"{one} against {other}": [
            (float(j), pair(components, one, other, j)) for j in range(rules.columns)
        ]
        for one, other in combinations(FIGHTERS, 2)
    }
    pack = pack_of(rules, 2, components)
    rows = len(cards(components))
    marked = {
        "a dream card": sum(card >= rows for card in pack),
        "a light card": sum(
            card < rows and cards(components)[card].kind == "light" for card in pack
        ),
    }
    marked["any special"] = sum(marked.values())
    opening = {
        name: [(float(n), 1 - none_of(len(pack), copies, n)) for n in HANDS if n <= len(pack)]
        for name, copies in marked.items()
    }
    return {
        "kinds": Curve(
            "characteristic", "P(the first kind wins)", kinds, CHARACTERISTICS[: rules.columns]
        ),
        "opening": Curve("cards of an opening hand", "P(at least one)", opening),
    }


def anchors(
    rules: Rules, policies: Sequence[Policy], components: Components, rotated: bool = False
) -> list[Anchor]:
    """Every exact value that holds for these options, policies and components."""
    return [
        *_who_wins(rules, policies),
        *_opening_hands(rules, len(policies), components),
        *_first_turn(rules, policies, components),
        *_plain_game(rules, len(policies), components),
        *_chance_duels(rules, policies, components),
    ]


def _who_wins(rules: Rules, policies: Sequence[Policy]) -> Iterator[Anchor]:
    """R7, I10: seats of equal players are alike where who draws first is drawn."""
    players = len(policies)
    if rules.start_rule == StartRule.SEAT0:
        yield Anchor("start_seat", 0.0, "R7: seat 0 draws first")
    elif all(policy == policies[0] for policy in policies):
        for seat in range(players):
            yield Anchor(f"win_share_seat{seat}", 1 / players, "I10: equal seats")
            yield Anchor(f"position_seat{seat}", (players - 1) / 2, "I10: equal seats")


def _opening_hands(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """R23: what is drawn in turn 1, unless cards are drawn to fill columns (A6)."""
    pack = pack_of(rules, players, components)
    rows, names = cards(components), [*SPECIALS]
    unplaceable = sum(not _is_placeable(rules, rows, card) for card in pack)
    extra = rules.short_hand_rule == ShortHandRule.DRAW_EXTRA
    if extra and unplaceable > rules.draw_first - rules.columns:
        return
    for special, name in enumerate(names):
        copies = sum(_special(rows, card) == special for card in pack)
        holders = players * (1 - none_of(len(pack), copies, rules.draw_first))
        yield Anchor(f"with_opening_{name}", holders, SOURCE + "opening hands")
    marked = sum(_special(rows, card) >= 0 for card in pack)
    for seat in range(players) if marked else ():
        none = none_of(len(pack), marked, rules.draw_first)
        yield Anchor(f"opening_mask_seat{seat} = 0", none, SOURCE + "opening hands")


def _first_turn(
    rules: Rules, policies: Sequence[Policy], components: Components
) -> Iterator[Anchor]:
    """Il risveglio in turn 1, two players who decide by chance."""
    if len(policies) == 2 and all(policy == Policy(kind=Kind.RANDOM) for policy in policies):
        chances = first_awakening(rules, components)
        if chances is not None and rules.start_rule != StartRule.SEAT0:
            for seat in range(2):
                metric = f"act_turn_awakening_seat{seat} = 1"
                yield Anchor(metric, sum(chances) / 2, SOURCE + "Il risveglio in turn 1")


def _plain_game(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """Without specials turns, and cards left in hands, are the same whatever the players do."""
    end = plain_end(rules, players, len(pack_of(rules, players, components)))
    if end is None:
        return
    turns, hands = end
    yield Anchor("length", float(turns), SOURCE + "turns without specials")
    by_lot = rules.start_rule == StartRule.RANDOM
    if rules.first_drawer_rule == FirstDrawerRule.FIXED and rules.series_length == 1:
        for seat, hand in enumerate(hands):
            left = sum(hands) / players if by_lot else float(hand)
            yield Anchor(f"hand_left_seat{seat}", left, SOURCE + "cards left without specials")


def _chance_duels(
    rules: Rules, policies: Sequence[Policy], components: Components
) -> Iterator[Anchor]:
    """Two players who decide by chance, without specials: each duel is a random pair of cards."""
    pack = pack_of(rules, 2, components)
    end = plain_end(rules, len(policies), len(pack))
    by_chance = all(policy.kind == Kind.RANDOM for policy in policies)
    if end is None or len(policies) != 2 or not by_chance or rules.tie_rule != TieRule.REMOVED:
        return
    turns = end[0]
    rows = [cards(components)[card] for card in pack]
    ties = sum(tie(rows, j) for j in range(rules.columns))
    yield Anchor("no_winner_duels", turns * ties, SOURCE + "undecided duels")
    yield Anchor("tie_duels", turns * ties, SOURCE + "undecided duels")
    if not rules.hand_counts:
        yield from _chance_scores(rules, turns * points(rules, rows))
    for card in {*pack}:
        for j in range(rules.columns):
            chance = beats(cards(components)[card], rows, j)
            yield Anchor(f"p_duel_{card},{j}", chance, SOURCE + "a random pair of cards")


def _chance_scores(rules: Rules, total: float) -> Iterator[Anchor]:
    """I11: the place of drawing has no influence, unless the cards it leaves in hand score."""
    yield Anchor("score_total", total, SOURCE + "expected total score")
    for seat in range(2):
        yield Anchor(f"score_seat{seat}", total / 2, SOURCE + "expected total score")
    if rules.first_drawer_rule == FirstDrawerRule.FIXED:
        yield Anchor("win_position_0", 0.5, "I11: two equal players without specials")


# The deck -----------------------------------------------------------------------------------------


def none_of(pack: int, marked: int, hand: int) -> float:
    """P(a dealt hand holds no marked card): hypergeometric."""
    return comb(pack - marked, hand) / comb(pack, hand)


def _special(rows: Sequence[Card], card: int) -> int:
    """Special of a card type, -1 of a fighter."""
    return special_of(rows[card].card_id) if card < len(rows) else card - len(rows)


def _is_placeable(rules: Rules, rows: Sequence[Card], card: int) -> bool:
    """R9: whether a card type may lie in a column."""
    return card < len(rows) and (rows[card].kind != "light" or rules.light_in_columns)


def plain_end(rules: Rules, players: int, pack: int) -> tuple[int, list[int]] | None:
    """Turns of a match without specials in which no card comes back, and the cards left in hands.

    The hands are in the order of drawing, if that stays.  None where the match is another one.
    """
    comes_back = rules.own_card in (OwnCard.HAND, OwnCard.DECK_BOTTOM)
    if rules.use_dream or rules.use_light or comes_back or rules.tie_rule == TieRule.HAND:
        return None
    if rules.short_hand_rule == ShortHandRule.EMPTY_COLUMNS:
        return None
    left, hands, turns = pack, [0] * players, 0
    while turns < rules.max_turns:
        if turns and _ends_early(rules, left, players):
            break
        left = _draw(rules, left, hands, turns)
        if min(hands) < rules.columns:
            break
        hands = [hand - rules.columns for hand in hands]
        turns += 1
    return turns, hands


def _ends_early(rules: Rules, left: int, players: int) -> bool:
    """A7: endings before cards are drawn."""
    if rules.end_rule == EndRule.DECK_EMPTY:
        return left == 0
    return rules.end_rule == EndRule.NO_FULL_DRAW and left < players * rules.draw_next


def _draw(rules: Rules, left: int, hands: list[int], turns: int) -> int:
    """A5, A6, A8: hands after drawing; cards left."""
    refill = rules.draw_mode == DrawMode.REFILL_TO_FIRST
    due = [rules.draw_first if turns == 0 else rules.draw_next for _ in hands]
    if turns and refill:
        due = [max(0, rules.draw_first - hand) for hand in hands]
    if rules.deal_mode == DealMode.ONE_BY_ONE:
        rounds = range(max(due))
        order = [seat for i in rounds for seat in range(len(hands)) if due[seat] > i]
    else:
        order = [seat for seat in range(len(hands)) for _ in range(due[seat])]
    for seat in order[:left]:
        hands[seat] += 1
    left -= min(left, len(order))
    if rules.short_hand_rule == ShortHandRule.DRAW_EXTRA:
        for seat, hand in enumerate(hands):
            more = min(left, max(0, rules.columns - hand))
            hands[seat] += more
            left -= more
    return left


# Duels of a random pair ---------------------------------------------------------------------------


def tie(rows: Sequence[Card], column: int) -> float:
    """P(two random cards are level)."""
    values = [row.values[column] for row in rows]
    level = sum(a == b for a, b in combinations(values, 2))
    return level / comb(len(values), 2)


def science_tie(rows: Sequence[Card], best: int = 2) -> float:
    """The same under La Scienza."""
    sums = [sum(sorted(row.values)[-best:]) for row in rows]
    return sum(a == b for a, b in combinations(sums, 2)) / comb(len(sums), 2)


def beats(card: Card, rows: Sequence[Card], column: int) -> float:
    """P(a card wins against a random other one)."""
    lower = sum(row.values[column] < card.values[column] for row in rows)
    return lower / (len(rows) - 1)


def points(rules: Rules, rows: Sequence[Card]) -> float:
    """Expected points of all duels of a turn of two random cards each."""
    worth = {kind: getattr(rules, f"points_{kind}") for kind in FIGHTERS}
    total, own = 0.0, rules.own_card == OwnCard.WON_PILE
    for j in range(rules.columns):
        for one, other in combinations(rows, 2):
            if one.values[j] != other.values[j]:
                winner, loser = sorted((one, other), key=lambda row: -row.values[j])
                total += worth[loser.kind] + (worth[winner.kind] if own else 0)
    return total / comb(len(rows), 2)


def pair(components: Components, one: str, other: str, column: int) -> float:
    """P(a random card of one kind wins against one of another kind), ties half."""
    ours, theirs = (
        [row.values[column] for row in cards(components) if row.kind == kind]
        for kind in (one, other)
    )
    won = sum((a > b) + (a == b) / 2 for a in ours for b in theirs)
    return won / (len(ours) * len(theirs)) if ours and theirs else 0.5


def inactive(rows: Sequence[Card], kinds: Sequence[str]) -> float:
    """P(a duel of two random fighters has no card of these kinds): Il silenzio, Giovannino."""
    others = sum(row.kind not in kinds for row in rows)
    return comb(others, 2) / comb(len(rows), 2)
