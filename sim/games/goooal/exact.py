"""Exact values: section 12 of RULES.md as functions of options, policies and components.

Series as a chain are in exact_series.py.  A value that does not hold for the options at hand is
left out: cards in front of players are missing from later deals, so that what is dealt follows
from the deck alone where nothing is laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

from sim.engine.components import Components
from sim.engine.contract import Anchor, Curve
from sim.games.goooal.cards import KINDS, SPECIALS, Card, cards, team_sizes
from sim.games.goooal.exact_series import series
from sim.games.goooal.rules import Rules
from sim.games.goooal.rules_words import (
    DirectionMode,
    FirstDealer,
    NextDealer,
    TeamChoice,
    Unit,
)
from sim.games.goooal.strategies import Kind, Policy

SOURCE = "RULES.md section 12: "
COPIES = range(13)  # of a special that the curves go up to
SOME = (0, 2, 4, 8, 12)  # copies of another that have a line each
DEALER_WINS = (50, 52, 55, 60)  # percent of the matches, as in section 12


def curves(rules: Rules, components: Components) -> dict[str, Curve]:
    """What section 10 asks for beside the runs: answers to a GOOOAL, and series by the chain."""
    found = {
        "answers": _by_copies(
            rules, components, "share of dealt hands with an answer", "coupe", answered
        ),
        "unanswered": _by_copies(
            rules, components, "share of pairs of dealt hands", "goooal", unanswered
        ),
    }
    if rules.unit == Unit.SERIES:
        stays = rules.next_dealer == NextDealer.WINNER  # else who deals is no matter of who wins
        lines = {}
        for percent in DEALER_WINS if stays else DEALER_WINS[:1]:
            law = series(percent / 100, rules.series_wins).matches
            lines[f"dealer wins {percent} %"] = [(float(n), law[n]) for n in sorted(law)]
        found["series_length"] = Curve("matches", "share of the series", lines)
    return {name: curve for name, curve in found.items() if curve.lines}


def _by_copies(
    rules: Rules, components: Components, y: str, other: str, chance: Callable[..., float]
) -> Curve:
    """A chance over the copies of GARDIEN, a line for each number of copies of another special.

    Decks that are too small for two hands, and lines that are zero throughout, are left out.
    """
    lines = {}
    for n in SOME:
        decks = [{"gardien": d, other: n} for d in COPIES]
        points = [
            (float(deck["gardien"]), chance(rules, components, deck))
            for deck in decks
            if with_copies(components, deck).total() > 2 * rules.hand_size
        ]
        if any(y > 0 for _, y in points):
            lines[f"{n} {other.upper()}"] = points
    return Curve("copies of GARDIEN in the deck", y, lines)


def anchors(
    rules: Rules, policies: Sequence[Policy], components: Components, rotated: bool = False
) -> list[Anchor]:
    """Every exact value that holds for these options, policies and components."""
    found = [*_who_deals(rules, policies)]
    if not rules.team_collection or rules.unit == Unit.MATCH:
        found += _what_is_dealt(rules, len(policies), components)
    return found


def _who_deals(rules: Rules, policies: Sequence[Policy]) -> Iterator[Anchor]:
    """A4, R5: the first dealer, and the direction that players choose by chance."""
    players = len(policies)
    for seat in range(players):
        by_lot = rules.first_dealer == FirstDealer.RANDOM
        share = 1 / players if by_lot else float(seat == 0)
        yield Anchor(f"first_dealer_seat{seat}", share, "A4: the first dealer")
    if rules.direction_mode == DirectionMode.FIXED or players == 2:
        yield Anchor("match_dir", 1.0, "R5: one direction")
    elif all(p.kind == Kind.RANDOM or not p.dir_leader for p in policies):
        yield Anchor("match_dir", 0.5, "R5: either direction")


def _what_is_dealt(rules: Rules, players: int, components: Components) -> Iterator[Anchor]:
    """First cards and dealt hands of a whole deck: each card is as likely as any other.

    A match is played or not by what came before it, so that sums over matches have this mean, too.
    """
    deck = cards(components)
    copies = Counter(card.kind for card in deck)
    for k, kind in enumerate(KINDS):
        yield Anchor(f"match_first_kind_{k}", copies[kind] / len(deck), SOURCE + "the first card")
    for seat in range(players):
        for kind in SPECIALS:
            mean = rules.hand_size * copies[kind] / len(deck)
            yield Anchor(f"match_open_{kind}_seat{seat}", mean, SOURCE + "cards in a dealt hand")
        own = own_team_mean(rules, components, seat)
        yield Anchor(f"match_open_own_seat{seat}", own, SOURCE + "own-team cards in a hand")


def own_team_mean(rules: Rules, components: Components, seat: int) -> float:
    """Mean number of own-team cards in a dealt hand (A3)."""
    sizes = team_sizes(components)
    ordered = [sizes[team] for team in sorted(sizes)]
    by_seat = rules.team_choice == TeamChoice.SEAT
    size = ordered[seat] if by_seat else sum(ordered) / len(ordered)
    return rules.hand_size * size / len(cards(components))


# The deck -----------------------------------------------------------------------------------------


def covers(card: Card, base: Card) -> bool:
    """R8, R14-R19: whether a card covers a base with its printed colour."""
    if card.kind == "coupe" or card.colour == base.colour:
        return True
    if card.kind == base.kind == "player":
        return card.team == base.team or card.number == base.number
    return card.kind == base.kind != "player"


def covering(components: Components, base: int) -> int:
    """Cards among the others that cover a base."""
    deck = cards(components)
    return sum(covers(card, deck[base]) for card in deck if card.card_id != base)


def covering_share(components: Components) -> Fraction:
    """P(a random other card covers a random base)."""
    n = len(cards(components))
    return Fraction(sum(covering(components, base) for base in range(n)), n * (n - 1))


def stuck(components: Components, hand: int, bases: Sequence[int]) -> float:
    """P(no card of a dealt hand covers a random one of these bases)."""
    others = len(cards(components)) - 1
    chances = [
        comb(others - covering(components, base), hand) / comb(others, hand) for base in bases
    ]
    return sum(chances) / len(chances)


def at_least_one(components: Components, kinds: Sequence[str], hand: int) -> float:
    """P(a dealt hand holds at least one card of these kinds)."""
    deck = cards(components)
    without = sum(card.kind not in kinds for card in deck)
    return 1 - comb(without, hand) / comb(len(deck), hand)


def own_team_law(components: Components, team: int, hand: int) -> list[float]:
    """P(v own-team cards in a dealt hand), v = 0, 1, ...: hypergeometric."""
    n, size = len(cards(components)), team_sizes(components)[team]
    most = min(size, hand)
    return [comb(size, v) * comb(n - size, hand - v) / comb(n, hand) for v in range(most + 1)]


def answer_kinds(rules: Rules) -> set[str]:
    """R16, R18, A13: the specials that answer a pending GOOOAL."""
    allowed = {
        "gardien": rules.gardien_cancel,
        "coupe": rules.coupe_cancel,
        "goooal": rules.goal_response,
    }
    return {kind for kind, on in allowed.items() if on}


def with_copies(components: Components, copies: Mapping[str, int]) -> Counter[str]:
    """How many cards of each kind a deck has with so many copies of some specials."""
    deck = Counter[str](card.kind for card in cards(components))
    return Counter({**deck, **copies})


def answered(rules: Rules, components: Components, copies: Mapping[str, int]) -> float:
    """P(a dealt hand answers a GOOOAL), the deck with so many copies of some specials."""
    deck, hand = with_copies(components, copies), rules.hand_size
    n, answers = deck.total(), sum(deck[kind] for kind in answer_kinds(rules))
    return 1 - comb(n - answers, hand) / comb(n, hand)


def unanswered(rules: Rules, components: Components, copies: Mapping[str, int]) -> float:
    """P(one dealt hand holds a GOOOAL, and another has no answer to it), copies as above.

    Given how many GOOOALs the hand holds that has no answer, the other one is dealt the rest.
    """
    deck, hand = with_copies(components, copies), rules.hand_size
    n, goals, kinds = deck.total(), deck["goooal"], answer_kinds(rules)
    others = n - goals - sum(deck[kind] for kind in kinds - {"goooal"})  # neither one nor an answer
    most = 0 if "goooal" in kinds else min(goals, hand)
    found = 0.0
    for held in range(most + 1):
        first = comb(goals, held) * comb(others, hand - held) / comb(n, hand)
        without = comb(n - hand - (goals - held), hand) / comb(n - hand, hand)
        found += first * (1 - without)
    return found
