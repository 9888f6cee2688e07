"""Closed forms of the cards: hands, special players, Balduin's dice (section 12 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, perm, prod, sqrt

from sim.engine.components import Components
from sim.engine.contract import Anchor
from sim.games.dream_team.cards import ACTIONS, SPECIALS
from sim.games.dream_team.exact_dice import (
    MOST,
    Shape,
    p_goal,
    placed,
    shapes,
    shot_law,
    stopped,
)
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import BalduinDouble, BalduinOwnGoal, DiceMode, SaveMatch
from sim.games.dream_team.strategies import Kind, Policy

SIDES = ("home", "away")
SOURCE = "RULES.md section 12: "

# Hands and special players ------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealt:
    """What a hand holds of one kind of card: mean copies, their variance, P(at least one)."""

    mean: Fraction
    variance: Fraction
    some: Fraction


def dealt(copies: int, deck: int, hand: int) -> Dealt:
    """A hand of cards drawn from a shuffled deck (R6): hypergeometric."""
    if hand == 0:
        return Dealt(Fraction(0), Fraction(0), Fraction(0))
    part, none = Fraction(copies, deck), Fraction(comb(deck - copies, hand), comb(deck, hand))
    spread = Fraction(deck - hand, max(1, deck - 1))
    return Dealt(hand * part, hand * part * (1 - part) * spread, 1 - none)


def hands(rules: Rules, components: Components) -> dict[str, Dealt]:
    """What a side is dealt of each kind of action card, by its key."""
    deck = rules.deck(components)
    size = sum(deck)
    return {
        kind: dealt(copies, size, rules.action_hand)
        for kind, copies in zip(ACTIONS, deck, strict=True)
    }


def special_share() -> Fraction:
    """P(a given side is dealt a given special player) (R5)."""
    return Fraction(1, len(SPECIALS))


# Balduin's dice -----------------------------------------------------------------------------------


Throws = Mapping[Shape, Fraction]  # probability of each shape, whose faces are uniform


def distinct(dice: int, faces: int) -> Throws:
    """Distinct faces; of more dice than faces one of each."""
    return {(1,) * min(dice, faces): Fraction(1)}


def thrown(dice: int, faces: int) -> Throws:
    """Thrown dice: ways to share them out to the parts, times ways to lay the parts on faces."""
    found = {}
    for shape in shapes(dice, faces):
        alike = prod(factorial(shape.count(part)) for part in set(shape))
        shared = factorial(dice) // prod(map(factorial, shape))
        found[shape] = Fraction(shared * perm(faces, len(shape)) // alike, faces**dice)
    return found


def p_double(n: int, faces: int = 6) -> Fraction:
    """P(two of n thrown dice show the same face)."""
    return 1 - Fraction(perm(faces, n), faces**n)


@cache
def balduin(
    n: int,
    k: int,
    own_goal: BalduinOwnGoal,
    save_match: SaveMatch = SaveMatch.FACE,
    *,
    thrown_save: bool = False,
    own_save: int = 0,
    faces: int = 6,
) -> tuple[Fraction, Fraction]:
    """P(goal) and P(own goal) of Balduin's n thrown dice against k save dice (R51, A33, A34).

    Parameters
    ----------
    thrown_save
        Whether save faces are independent; else they are distinct, in whatever way they are chosen.
    own_save
        For own_keeper the save value of his own goalkeeper, whose faces follow the same law.
    """
    throw = thrown if thrown_save else distinct
    saves, keeper = throw(k, faces), throw(own_save, faces)
    goal = own = Fraction(0)
    for shape, chance in thrown(n, faces).items():
        shot = {shape: chance}
        if max(shape) == 1:
            goal += _unmatched(shot, saves, save_match, faces)
        elif own_goal == BalduinOwnGoal.SWAP_DICE:
            own += _unmatched(saves, shot, save_match, faces)
        elif own_goal == BalduinOwnGoal.SAVE_DICE:
            own += _unmatched(shot, saves, save_match, faces)
        elif own_goal == BalduinOwnGoal.OWN_KEEPER:
            own += _unmatched(shot, keeper, save_match, faces)
        else:
            own += chance
    return goal, own


def _unmatched(shots: Throws, saves: Throws, save_match: SaveMatch, faces: int) -> Fraction:
    """P(some face of one lot is not matched by the other)."""
    return sum(
        (
            shots[a] * saves[b] * (1 - stopped(a, b, save_match, faces))
            for a, b in product(shots, saves)
        ),
        Fraction(0),
    )


def balduin_law(
    n: int, k: int, rules: Rules, shooter: Policy, keeper: Policy
) -> tuple[Fraction | None, Fraction | None]:
    """P(goal) and P(own goal) of a placement of Balduin's trainer; None where no law is known."""
    scripted_save = keeper.kind != Kind.RANDOM
    thrown_save = rules.dice_mode == DiceMode.ROLLED or (
        rules.dice_mode == DiceMode.CHOSEN_ANY and not scripted_save
    )
    thrown_shot = rules.balduin_double == BalduinDouble.ROLLED
    if rules.balduin_double == BalduinDouble.PLACED:
        free = rules.dice_mode == DiceMode.CHOSEN_ANY and shooter.kind == Kind.RANDOM
        thrown_shot = rules.dice_mode == DiceMode.ROLLED or free
    repeats = rules.dice_mode == DiceMode.CHOSEN_ANY and (
        (scripted_save and k > rules.die_faces) or (not thrown_shot and n > rules.die_faces)
    )
    if rules.balduin_double == BalduinDouble.OFF or repeats or placed(rules, n, k) != (n, k):
        return None, None
    if not thrown_shot:  # distinct faces show no double
        law = shot_law(rules, shooter, keeper)
        return None if law is None else p_goal(n, k, law, rules.die_faces), Fraction(0)
    goal, own = balduin(
        n, k, rules.balduin_own_goal, rules.save_match,
        thrown_save=thrown_save, faces=rules.die_faces,
    )  # fmt: skip
    open_keeper = rules.balduin_own_goal == BalduinOwnGoal.OWN_KEEPER and n > 1
    return goal, None if open_keeper else own


# What a run is held against -----------------------------------------------------------------------


def card_anchors(
    rules: Rules, policies: Sequence[Policy], components: Components
) -> Iterator[Anchor]:
    """Hands, dealt special players and Balduin's dice, as far as the modules are on."""
    if rules.use_action_cards:
        for (kind, held), side in product(hands(rules, components).items(), SIDES):
            column = f"cards_dealt_{kind}_{side}"
            sd = sqrt(held.variance)
            yield Anchor(column, float(held.mean), SOURCE + "hands", sd=sd)
            yield Anchor(f"{column} > 0", float(held.some), SOURCE + "hands")
    if rules.use_special_cards:
        for place, side in product(range(len(SPECIALS)), SIDES):
            share = float(special_share())
            yield Anchor(f"special_{side} = {1 << place}", share, SOURCE + "special players")
        yield from _balduin_anchors(rules, policies)


def _balduin_anchors(rules: Rules, policies: Sequence[Policy]) -> Iterator[Anchor]:
    """Balduin's rates, which are counted over both seats: where both follow one law."""
    for n, k in product(range(1, MOST + 1), repeat=2):
        laws = {balduin_law(n, k, rules, policies[s], policies[1 - s]) for s in (0, 1)}
        if len(laws) == 1:
            for name, chance in zip(("p_balduin_goal", "p_balduin_own"), laws.pop(), strict=True):
                if chance is not None:
                    yield Anchor(f"{name}_{n},{k}", float(chance), SOURCE + "Balduin")
