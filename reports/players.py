"""Whom a column tells of: the contenders where they change seats, else the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.charts.style import MOST_SERIES
from reports.parts import seats_at
from reports.words import PLACE, capital, place, plural, scenario_title

if TYPE_CHECKING:
    from analysis.part import Part


Series = tuple[str, str]  # scenario and player


@dataclass(frozen=True)
class Told:
    """A reported column of one scenario, and whom it tells of: "" for the whole table."""

    part: Part
    scenario: str
    player: str
    metric: str
    left_out: int = 0  # scenarios with other line-ups that are not told

    @property
    def series(self) -> Series:
        """Scenario and player."""
        return self.scenario, self.player

    @property
    def whole(self) -> str:
        """Scenario and player: `base, random`."""
        return ", ".join(text for text in self.series if text)


def told(parts: Sequence[Part], name: str) -> list[Told]:
    """A column of every player of every scenario, scenario by scenario.

    Players of one strategy are not pooled, because they meet in the same matches: they are
    numbered.  Of line-ups with too many different players only the first scenario's is told.
    """
    found = [(p, metric) for p in parts for metric in p.placed([name]) if metric in p.columns]
    names = [_player(part, metric) for part, metric in found]
    left_out = 0
    if len(set(names)) > MOST_SERIES:
        first = [(p, m) for p, m in found if p.scenario.seats == found[0][0].scenario.seats]
        left_out = len({id(p) for p, _ in found} - {id(p) for p, _ in first})
        found, names = first, [_player(part, metric) for part, metric in first]
    return [
        Told(part, scenario_title(part.scenario.name), player, metric, left_out)
        for (part, metric), player in zip(found, names, strict=True)
    ]


def _player(part: Part, metric: str) -> str:
    """Name of a player: a contender by its strategy."""
    split = PLACE.fullmatch(metric)
    if split is None or not part.tally.columns[metric].per_seat:
        return ""
    s = part.scenario
    return place(split[2], int(split[3]), seats_at(s.seats, metric, s.rotated))


def players_in(items: Sequence[Told]) -> list[str]:
    """The different players, in order."""
    return list(dict.fromkeys(item.player for item in items))


def by_scenario(items: Sequence[Told]) -> Iterator[tuple[str, list[Told]]]:
    """The players of each scenario."""
    for name in dict.fromkeys(item.scenario for item in items):
        yield name, [item for item in items if item.scenario == name]


def series_names(series: Sequence[Series]) -> list[str]:
    """Names of series in one key: of players alone where there is one scenario."""
    if len({scenario for scenario, _ in series}) == 1 and all(player for _, player in series):
        return [player for _, player in series]
    return [", ".join(text for text in both if text) for both in series]


def who(items: Sequence[Told]) -> str:
    """A remark on who the players are, where their names do not say it."""
    twice = any(item.player.startswith("contender ") for item in items)
    left_out = max((item.left_out for item in items), default=0)
    others = (
        f" {capital(plural(left_out, 'scenario'))} with other players left out." if left_out else ""
    )
    return others + followed(items) + " Those of one strategy are numbered, not pooled." * twice


def followed(items: Sequence[Told]) -> str:
    """A remark where columns are those of contenders."""
    moving = any("_contender" in item.metric for item in items)
    return " Contenders are followed wherever they sit." * moving
