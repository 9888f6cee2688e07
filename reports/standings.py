"""What can be said of strategies against each other: who is shown to be best, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.meta import series_lengths, transitive_share
from analysis.nouns import plural_of
from analysis.standings import Range, Ranking, Standing, Standings, explained, rank
from reports.words import capital, count, listed, percent, plural, shown, shown_estimate

if TYPE_CHECKING:
    from analysis.estimate import Estimate
    from analysis.points import MetaStudy

IN_SUPPORT = 0.01  # of the mix
BASELINE = "random"  # every game has it: legal choices, all alike


@dataclass(frozen=True)
class Table:
    """All strategies by mean points, the best first, and what can be said of them together."""

    rows: tuple[Standing, ...]
    remarks: tuple[str, ...]


def standings(meta: MetaStudy, unit: str = "match") -> Table:
    """Rank the strategies of a meta-game, whose pairs played so many of a `unit`, in several ways."""
    ranked = rank(meta)
    return Table(ranked.rows, tuple(_remarks(meta, ranked, unit)))


def _remarks(meta: MetaStudy, ranked: Standings, unit: str) -> list[str]:
    return [
        _leaders(ranked.rankings),
        *_cycles(ranked),
        *_equilibrium(ranked.rows),
        *skill(meta, ranked.rows, unit),
        *_variance(explained(meta), unit),
    ]


def _leaders(rankings: Sequence[Ranking]) -> str:
    """Whether the rankings show a best strategy, and the same one."""
    leaders: dict[str, list[str]] = {}
    for ranking in rankings:
        if ranking.leader is not None:
            leaders.setdefault(ranking.leader, []).append(ranking.title)
    open_still = [_unsure(ranking) for ranking in rankings if ranking.leader is None]
    if not leaders:
        return f"No strategy is shown to be best: {listed(open_still)}."
    if len(leaders) == 1 and not open_still:
        least = percent(round(min(ranking.leads for ranking in rankings), 3))
        name = next(iter(leaders))
        return (
            f"All rankings agree: {name} is the best of these strategies, first in at least "
            f"{least} of resampled results."
        )
    said = [
        f"{capital(listed(titles))} put{'s' if len(titles) == 1 else ''} {name} first"
        for name, titles in leaders.items()
    ]
    said += [f"Not shown: {listed(open_still)}"] if open_still else []
    text = f"{'The rankings disagree. ' * (len(leaders) > 1)}{'. '.join(said)}."
    if len(leaders) > 1:
        text += (
            " A high mean can come from beating weak strategies; the mix and alpha-rank ask what "
            "holds against the best answers."
        )
    return text


def _unsure(ranking: Ranking) -> str:
    """How a ranking leaves the first place open."""
    if len(ranking.first) > 1:
        return f"by {ranking.title} {listed(ranking.first)} tie"
    share = percent(round(ranking.leads, 2))
    return (
        f"by {ranking.title} {ranking.first[0]} is first, but only in {share} of resampled results"
    )


def _cycles(ranked: Standings) -> list[str]:
    part = transitive_share(ranked.payoff)
    if part is None:
        return ["All strategies do equally well against each other."]
    text = (
        f"One rating for each strategy explains {percent(round(part, 3))} of the (squared) "
        "differences; the rest is strategies beating each other in a circle, and chance."
    )
    return [text]


def _equilibrium(rows: Sequence[Standing]) -> list[str]:
    """The mix with its ranges, and who may be in it besides."""
    mixed = [(r.name, r.mix) for r in rows if r.mix is not None and r.mix.high >= IN_SUPPORT]
    if not mixed:
        return []
    mixed.sort(key=lambda item: -item[1].value)
    said = [f"{name} {shown(m.value, m.low, m.high, 'share').whole}" for name, m in mixed]
    text = (
        f"Nash equilibrium among these strategies, with ranges of resampled results: "
        f"{listed(said)}. A strategy that is not in the list may do better, so what it can be "
        "exploited for is a lower bound."
    )
    return [text]


def skill(meta: MetaStudy, rows: Sequence[Standing], unit: str = "match") -> list[str]:
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
        text += _series(e, meta.draws[best.name, BASELINE], unit)
    return [text]


def _variance(part: Range | None, unit: str) -> list[str]:
    """Skill against luck, as parts of what makes results differ."""
    if part is None:
        return []
    share = shown(part.value, part.low, part.high, "share").whole
    text = f"Which two of these strategies meet, evenly drawn, makes {share} of the variance of a"
    return [f"{text} {unit}'s points; deals, dice and seats make the rest."]


def _series(e: Estimate, drawn: float, unit: str) -> str:
    """Length of a series that shows the better strategy, and what the points' interval allows."""
    value, fewest, most = series_lengths(e, drawn)
    several, row = plural_of(unit), "series" if unit == "match" else "row"
    ends = "" if fewest == most else f" ({_length(fewest)} to {_length(most)})"
    if value is None:
        return (
            f" No {row} of up to 10 001 {several} shows which is better in 95 % of cases"
            f"{f'; the interval allows {_length(fewest)} or more' if ends else ''}."
        )
    if value == 1:
        return f" One {unit} shows it in 95 % of cases{ends}."
    return (
        f" It wins more {several} than it loses in 95 % of {plural_of(row)} of "
        f"{plural(value, unit)}{ends}."
    )


def _length(n: int | None) -> str:
    return "more than 10 001" if n is None else count(n)
