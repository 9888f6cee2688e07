"""How strategies stand in the game of choosing one: several rankings, and where they disagree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.meta import (
    alpha_rank,
    bradley_terry,
    dominance,
    matches_to_be_sure,
    nash,
    payoffs,
    transitive_share,
)
from reports.words import capital, count, listed, percent, plural, shown, shown_estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analysis.estimate import Estimate
    from analysis.points import MetaStudy

    Matrix = NDArray[np.float64]

ALPHA = 100.0  # intensity of selection
RESAMPLES = 200
IN_SUPPORT = 0.01  # of the mix
BASELINE = "random"  # every game has it: legal choices, all alike


@dataclass(frozen=True)
class Range:
    """A number with the middle 95 % of what resampled results give."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """One strategy: mean points, best reply, share of the mix, rating and long-run share."""

    name: str
    points: Range
    best_reply: str
    reply_points: Estimate | None  # of the best reply against this strategy
    dominates: tuple[str, ...]
    alpha: Range
    mix: Range | None  # two seats only, as the next
    rating: Range | None


@dataclass(frozen=True)
class Table:
    """All strategies by mean points, the best first, and what can be said of them together."""

    rows: tuple[Standing, ...]
    remarks: tuple[str, ...]


def standings(meta: MetaStudy) -> Table:
    """Rank the strategies of a meta-game in several ways."""
    names, par = meta.names, 1 / meta.players
    base = payoffs(names, meta.points, par)
    draws = _resampled(meta)
    replies = {reply.strategy: reply for reply in dominance(names, meta.points, par)}
    alphas = _ranges(lambda a: alpha_rank(a, ALPHA), base, draws)
    two = meta.players == 2
    mixes = _ranges(nash, base, draws) if two else [None] * len(names)
    games = min(e.n for e in meta.points.values())
    ratings = (
        _ranges(lambda a: bradley_terry((a + par) * games), base, draws)
        if two
        else [None] * len(names)
    )
    rows = []
    for i, name in enumerate(names):
        reply = replies[name]
        answer = meta.points.get((reply.best_reply, name))
        rows.append(
            Standing(
                name, mean_points(meta, name), reply.best_reply, answer, reply.dominates,
                alphas[i], mixes[i], ratings[i],
            )
        )  # fmt: skip
    rows.sort(key=lambda row: row.points.value, reverse=True)
    return Table(tuple(rows), tuple(_remarks(meta, rows, base)))


def mean_points(meta: MetaStudy, name: str) -> Range:
    """Mean points against all others; pairs share their deals, so half-widths are just averaged."""
    against = [meta.points[name, other] for other in meta.names if other != name]
    value, low, high = (
        float(np.mean([getattr(e, field) for e in against])) for field in ("value", "low", "high")
    )
    return Range(value, low, high)


def _resampled(meta: MetaStudy) -> list[Matrix]:
    """Payoffs that other matches might have given: every pair by a normal law of its error."""
    rng = np.random.default_rng(1)
    names, par, size = meta.names, 1 / meta.players, len(meta.names)
    base = payoffs(names, meta.points, par)
    error = np.zeros_like(base)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if a != b:
                e = meta.points[a, b]
                error[i, j] = max(e.se, (e.high - e.low) / 4)
    found = []
    for _ in range(RESAMPLES):
        noise = rng.standard_normal((size, size)) * error
        if meta.players == 2:
            noise = np.triu(noise) - np.triu(noise).T
        found.append(np.clip(base + noise, -par, 1 - par))
    return found


def _ranges(
    function: Callable[[Matrix], Matrix], base: Matrix, draws: Sequence[Matrix]
) -> list[Range]:
    values = function(base)
    low, high = np.quantile([function(draw) for draw in draws], [0.025, 0.975], axis=0)
    return [
        Range(float(v), float(min(v, a)), float(max(v, b)))
        for v, a, b in zip(values, low, high, strict=True)
    ]


def _remarks(meta: MetaStudy, rows: Sequence[Standing], base: Matrix) -> list[str]:
    return [*_leaders(rows), *_cycles(base), *_equilibrium(rows), *skill(meta, rows)]


def _leaders(rows: Sequence[Standing]) -> list[str]:
    """Whether the rankings name the same best strategy."""
    leaders = {rows[0].name: ["mean points"]}
    for title, numbers in (
        ("Bradley-Terry rating", [r.rating for r in rows]),
        ("alpha-rank", [r.alpha for r in rows]),
        ("the equilibrium mix", [r.mix for r in rows]),
    ):
        known = [(r.value, -i) for i, r in enumerate(numbers) if r is not None]
        if known:
            leaders.setdefault(rows[-max(known)[1]].name, []).append(title)
    if len(leaders) == 1:
        return [f"All rankings agree: {rows[0].name} is the best of these strategies."]
    said = [
        f"{capital(listed(titles))} put{'s' if len(titles) == 1 else ''} {name} first"
        for name, titles in leaders.items()
    ]
    text = (
        f"The rankings disagree. {'. '.join(said)}. A high mean can come from beating weak "
        "strategies; the mix and alpha-rank ask what holds against the best answers."
    )
    return [text]


def _cycles(base: Matrix) -> list[str]:
    part = transitive_share(base)
    if part is None:
        return ["All strategies do equally well against each other."]
    text = (
        f"One rating for each strategy explains {percent(round(part, 3))} of the (squared) "
        "differences; the rest is strategies beating each other in a circle, and chance."
    )
    return [text]


def _equilibrium(rows: Sequence[Standing]) -> list[str]:
    mixed = [r for r in rows if r.mix is not None and r.mix.value >= IN_SUPPORT]
    if not mixed:
        return []
    said = [f"{r.name} {percent(round(r.mix.value, 3))}" for r in mixed if r.mix]
    text = (
        f"Nash equilibrium among these strategies: {listed(said)}. A strategy that is not in the "
        "list may do better, so what it can be exploited for is a lower bound."
    )
    return [text]


def skill(meta: MetaStudy, rows: Sequence[Standing]) -> list[str]:
    """Skill against luck: the best scripted strategy against the random one."""
    scripted = [r for r in rows if r.name != BASELINE]
    if BASELINE not in meta.names or not scripted:
        return []
    best = max(scripted, key=lambda r: meta.points[r.name, BASELINE].value)
    e = meta.points[best.name, BASELINE]
    par = 1 / meta.players
    value, low, high = ((x - par) / (1 - par) for x in (e.value, e.low, e.high))
    edge = shown(value, low, high, "share").whole
    text = (
        f"Skill against luck: {best.name} scores {shown_estimate(e).whole} against {BASELINE}, "
        f"{edge} of the way from an equal share to certain victory."
    )
    if meta.players == 2:
        text += _series(e, meta.draws[best.name, BASELINE])
    return [text]


def _series(e: Estimate, drawn: float) -> str:
    """Length of a series that shows the better strategy."""
    lengths = [
        matches_to_be_sure(points - drawn / 2, drawn, 1 - points - drawn / 2)
        for points in (e.value, e.high, e.low)
    ]
    value, low, high = lengths
    if value is None:
        return " No series of up to 10 001 matches shows which is better in 95 % of cases."
    if value == 1:
        return " One match shows it in 95 % of cases."
    ends = (
        "" if low == high else f" ({low} to {'more than 10 001' if high is None else count(high)})"
    )
    return (
        f" It wins more matches than it loses in 95 % of series of {plural(value, 'match')}{ends}."
    )
