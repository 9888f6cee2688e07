"""Closed forms of the dice at goal: section 12 of RULES.md, for dice of any number of faces.

n attack dice meet k save dice.  Where a side places distinct faces, more dice than faces count as
one of each face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm
from typing import Any

from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import DiceLimit, DiceMode, SaveMatch
from sim.games.dream_team.strategies import Faces, Kind, Policy

MOST = 6  # dice of a side (R1), highest save value
Shape = tuple[int, ...]  # how often each of the faces shown appears, falling
_LARGEST_DENOMINATOR = 10**5  # enough for all n, k <= 6 and up to 12 faces


class Law(Enum):
    """How both sides' faces come about, and what stops an attack die (section 12)."""

    DISTINCT = "distinct faces on both sides"
    IID_FACE = "independent faces, face matching"
    IID_DIE = "independent faces, die matching"
    RANDOM_SHOT_FACE = "independent attack faces, distinct save faces, face matching"
    RANDOM_SHOT_DIE = "independent attack faces, distinct save faces, die matching"
    RANDOM_SAVE = "distinct attack faces, independent save faces"


@cache
def p_goal(n: int, k: int, law: Law, faces: int = 6) -> Fraction:
    """P(goal) of n attack dice against k save dice (R18): 0 without a shot, 1 without a save."""
    return 1 - _SAVED[law](n, k, faces)


def _distinct(n: int, k: int, faces: int) -> Fraction:
    """A uniform n-subset lies in a k-subset: C(k,n) / C(f,n)."""
    n, k = min(n, faces), min(k, faces)
    return Fraction(comb(k, n), comb(faces, n))


def _iid_face(n: int, k: int, faces: int) -> Fraction:
    """Sum over D of P(k dice show exactly D faces) (D/f)^n."""
    ways = sum(comb(faces, d) * _onto(k, d) * d**n for d in range(min(k, faces) + 1))
    return Fraction(ways, faces ** (n + k))


def _onto(k: int, d: int) -> int:
    """Ways in which k dice show every one of d faces, by inclusion and exclusion."""
    return sum((-1) ** j * comb(d, j) * (d - j) ** k for j in range(d + 1))


def _iid_die(n: int, k: int, faces: int) -> Fraction:
    """Multisets contained: n! k! [x^n y^k] (sum_{a<=b} x^a y^b / (a! b!))^f / f^(n+k)."""
    return Fraction(_contained(n, k, faces), faces ** (n + k))


@cache
def _contained(n: int, k: int, faces: int) -> int:
    """Throws of n and k dice in which no face shows more often among the n, face by face."""
    if faces == 0:
        return int(n == k == 0)
    return sum(
        comb(n, a) * comb(k, b) * _contained(n - a, k - b, faces - 1)
        for b in range(k + 1)
        for a in range(min(n, b) + 1)
    )


def _random_shot_face(n: int, k: int, faces: int) -> Fraction:
    """Every attack die falls on one of k faces: (k/f)^n."""
    return Fraction(min(k, faces), faces) ** n


def _random_shot_die(n: int, k: int, faces: int) -> Fraction:
    """The attack dice fall on n different ones of k faces: C(k,n) n! / f^n."""
    return Fraction(perm(min(k, faces), n), faces**n)


def _random_save(n: int, k: int, faces: int) -> Fraction:
    """All n faces are among those of k dice: sum over j of (-1)^j C(n,j) (1 - j/f)^k."""
    n = min(n, faces)
    missed = sum((-1) ** j * comb(n, j) * (faces - j) ** k for j in range(n + 1))
    return Fraction(missed, faces**k)


_SAVED = {
    Law.DISTINCT: _distinct,
    Law.IID_FACE: _iid_face,
    Law.IID_DIE: _iid_die,
    Law.RANDOM_SHOT_FACE: _random_shot_face,
    Law.RANDOM_SHOT_DIE: _random_shot_die,
    Law.RANDOM_SAVE: _random_save,
}


@dataclass(frozen=True)
class _Solution:
    """Value of the dice game, exactly where it is certified, and the shooter's best mix."""

    value: float
    fraction: Fraction | None
    attack: dict[Shape, float]


def game_value(n: int, k: int, save_match: SaveMatch, faces: int = 6) -> float:
    """P(goal) when both sides place any faces, repeats allowed, and both play optimally."""
    return _solve(n, k, save_match, faces).value


def game_value_fraction(n: int, k: int, save_match: SaveMatch, faces: int = 6) -> Fraction | None:
    """The same as an exact fraction, None where neither side's mix proves it."""
    return _solve(n, k, save_match, faces).fraction


def optimal_attack(n: int, k: int, save_match: SaveMatch, faces: int = 6) -> dict[Shape, float]:
    """An optimal mix of the shooter: shape of the dice -> probability, faces uniform."""
    return dict(_solve(n, k, save_match, faces).attack)


@cache
def _solve(n: int, k: int, save_match: SaveMatch, faces: int) -> _Solution:
    """Solve the zero-sum game over shapes.

    Renaming the faces changes nothing, so each side has an optimal mix that treats all faces
    alike: it picks a shape and puts it on uniformly random faces.
    """
    shots, saves = list(shapes(n, faces)), list(shapes(k, faces))
    goal = [[1 - stopped(a, b, save_match, faces) for b in saves] for a in shots]
    value, attack, save = _linear_program(goal)
    fraction = _certified(goal, attack, save)
    mix = {a: float(p) for a, p in zip(shots, attack, strict=True)}
    return _Solution(value if fraction is None else float(fraction), fraction, mix)


def shapes(dice: int, faces: int, most: int | None = None) -> Iterator[Shape]:
    """Partitions of `dice` into at most `faces` parts, none above `most`."""
    if dice == 0:
        yield ()
    elif faces > 0:
        for part in range(min(dice, most or dice), 0, -1):
            for rest in shapes(dice - part, faces - 1, part):
                yield (part, *rest)


def stopped(shot: Shape, save: Shape, save_match: SaveMatch, faces: int) -> Fraction:
    """P(every attack die is matched) when the shot's shape falls on uniformly random faces.

    The largest part goes first: of the save faces that can take it, i are taken already.
    """
    ways = 1
    for i, part in enumerate(shot):
        needed = part if save_match == SaveMatch.DIE else 1
        ways *= max(0, sum(have >= needed for have in save) - i)
    return Fraction(ways, perm(faces, len(shot)))


def _linear_program(
    goal: Sequence[Sequence[Fraction]],
) -> tuple[float, list[Fraction], list[Fraction]]:
    """Value and both optimal mixes of a matrix game: the keeper's mix is the dual solution."""
    import numpy as np
    from scipy.optimize import linprog

    rows, columns = len(goal), len(goal[0])
    against = np.array([[-float(p) for p in row] for row in goal]).T
    found: Any = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([against, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -float(found.fun), _rational(found.x[:-1]), _rational(-found.ineqlin.marginals)


def _rational(mix: Iterable[float]) -> list[Fraction]:
    """The nearest simple fractions."""
    return [Fraction(float(p)).limit_denominator(_LARGEST_DENOMINATOR) for p in mix]


def _certified(
    goal: Sequence[Sequence[Fraction]], attack: Sequence[Fraction], save: Sequence[Fraction]
) -> Fraction | None:
    """The value, if both are mixes and guarantee the same to their sides; else None."""
    if any(min(mix) < 0 or sum(mix) != 1 for mix in (attack, save)):
        return None
    least = min(_dot(column, attack) for column in zip(*goal, strict=True))
    most = max(_dot(row, save) for row in goal)
    return least if least == most else None


def _dot(row: Sequence[Fraction], mix: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(row, mix, strict=True)), Fraction(0))


# Which law holds ----------------------------------------------------------------------------------


def shot_law(rules: Rules, shooter: Policy, keeper: Policy) -> Law | None:
    """The law of a dice placement (table of section 12), None where the faces are no chance."""
    if rules.dice_mode == DiceMode.ROLLED:
        return independent(rules.save_match)
    shot_free, save_free = (p.kind == Kind.RANDOM for p in (shooter, keeper))
    if rules.dice_mode == DiceMode.CHOSEN_ANY and (shot_free or save_free):
        if shot_free and save_free:
            return independent(rules.save_match)
        if save_free:
            return Law.RANDOM_SAVE
        die = rules.save_match == SaveMatch.DIE
        return Law.RANDOM_SHOT_DIE if die else Law.RANDOM_SHOT_FACE
    uniform = Faces.UNIFORM in (shooter.faces, keeper.faces)
    return Law.DISTINCT if shot_free or save_free or uniform else None


def independent(save_match: SaveMatch) -> Law:
    """The law of faces that are thrown, or placed die by die."""
    return Law.IID_DIE if save_match == SaveMatch.DIE else Law.IID_FACE


def decision_odds(rules: Rules) -> list[list[float]]:
    """g(n, k) of section 8, the goal chances scripted strategies reckon with; row n, column k."""
    return [[float(p) for p in row] for row in reckoned_odds(rules)]


def reckoned_odds(rules: Rules) -> list[list[Fraction]]:
    """g(n, k): both chosen modes use the chosen table, by the dice that are really placed."""
    rolled = rules.dice_mode == DiceMode.ROLLED
    law = independent(rules.save_match) if rolled else Law.DISTINCT
    numbers = range(MOST + 1)
    return [[p_goal(*placed(rules, n, k), law, rules.die_faces) for k in numbers] for n in numbers]


def placed(rules: Rules, n: int, k: int) -> tuple[int, int]:
    """Attack and save dice after `max_shot_dice` and `dice_limit` (R1, A4)."""
    n = min(n, rules.max_shot_dice)
    if rules.dice_limit == DiceLimit.SHARED:
        k = min(k, rules.max_shot_dice - n)
    return n, k


def odds_rows() -> list[dict[str, Any]]:
    """P(goal) for all readings of the dice (A2, A3) and n, k up to 6, with six faces."""
    return [
        {
            "dice_mode": mode.word,
            "save_match": save_match.word,
            "choice": choice,
            "n": n,
            "k": k,
            "exact": exact,
            "fraction": None if fraction is None else str(fraction),
        }
        for mode, save_match in product(DiceMode, SaveMatch)
        for choice in ("uniform", "optimal")[: 1 if mode == DiceMode.ROLLED else 2]
        for n, k in product(range(MOST + 1), repeat=2)
        for exact, fraction in [_odds(mode, save_match, choice, n, k)]
    ]


def _odds(
    mode: DiceMode, save_match: SaveMatch, choice: str, n: int, k: int
) -> tuple[float, Fraction | None]:
    """P(goal) where all faces are equally likely, or where both sides play optimally."""
    if mode == DiceMode.CHOSEN_ANY and choice == "optimal":
        return game_value(n, k, save_match), game_value_fraction(n, k, save_match)
    distinct = mode == DiceMode.CHOSEN_DISTINCT
    chance = p_goal(n, k, Law.DISTINCT if distinct else independent(save_match))
    return float(chance), chance
