"""From a config to a plan: every mistake is named by file, line and key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import isqrt, prod
from pathlib import Path
from random import Random
from typing import Any

from sim.config import Changes, Config, Seat, Source
from sim.engine.components import Components
from sim.engine.contract import Preset
from sim.engine.errors import InputError, nearest, thousands
from sim.engine.seating import MOST_ORDERED, Rotation, block_length
from sim.games import game
from sim.plan import Group, Plan, Scenario


def make_plan(config: Config, source: Source, name: str | None = None) -> Plan:
    """The scenarios of a config; the plan is named by the file, or by the game.

    Raises
    ------
    InputError
        An unknown option, strategy, metric or component table, or a combination nobody can play.
    """
    stem = source.path.stem if source.path is not None else config.game
    if config.grid and config.variant:
        raise InputError(f"{source.place('grid')}grid: not together with [variant] in one file")
    builder = _Builder(config, source)
    if config.grid:
        groups = [Group((s,), config.records) for s in builder.grid()]
        _check_names([group.base.name for group in groups], source)
    else:
        groups = [Group(tuple(builder.variants()), config.records)]
    meta_seats, meta = builder.meta()
    draws = list(builder.resampled(groups[0].base))
    plan = Plan(name or stem, config, tuple(groups), tuple(meta), tuple(meta_seats), tuple(draws))
    _check_metrics(plan, source)
    return plan


LONGEST_NAME = 60  # characters in the name of a variant
SURE = 50  # draws that change nothing: none will; one may shuffle a few rows to where they were
TRIES = 1000  # draws of a prior until one can be played
MOST_SCENARIOS = 10_000  # cells of a grid, pairs of a meta-game


class _Builder:
    """Turns the changes of a config into scenarios."""

    def __init__(self, config: Config, source: Source) -> None:
        self.config, self.source, self.game = config, source, game(config.game)
        self.read_components: dict[tuple[tuple[str, str], ...], Components] = {}

    def variants(self) -> Iterator[Scenario]:
        """The base scenario and one more for each variant."""
        yield self.scenario("base", [("", self.config)])
        for name, changes in self.config.variant.items():
            place = self.source.place(f"variant.{name}")
            if name == "base":
                raise InputError(f"{place}variant.base: 'base' is the scenario compared with")
            if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
                allowed = f"1 to {LONGEST_NAME} printable characters"
                raise InputError(f"{place}variant: a name must have {allowed}")
            yield self.scenario(name, [("", self.config), (f"variant.{name}.", changes)])

    def grid(self) -> Iterator[Scenario]:
        """One scenario for each combination of the listed values."""
        axes = [*self._axes()]
        cells = prod(len(values) for _, values in axes)
        if cells > MOST_SCENARIOS:
            limit = f"at most {thousands(MOST_SCENARIOS)} can be played"
            raise InputError(f"{self.source.place('grid')}grid: {thousands(cells)} cells; {limit}")
        for values in product(*(values for _, values in axes)):
            cell: dict[str, Any] = {"rules": {}}
            names = []
            for (key, _), value in zip(axes, values, strict=True):
                if key == "seats":
                    cell["seats"] = value
                    names.append("seats=" + "/".join(_label(seat) for seat in value))
                else:
                    cell["rules"][key] = value
                    names.append(f"{key}={str(value).lower()}")
            changes = Changes.model_construct(
                rules=cell["rules"], seats=cell.get("seats"), preset=None, components={}
            )
            yield self.scenario(", ".join(names), [("", self.config), ("grid.", changes)])

    def _axes(self) -> Iterator[tuple[str, list[Any]]]:
        for key, value in sorted(self.config.grid.items()):  # rules first, however it is written
            entries = {"seats": value} if key == "seats" else value
            if key not in {"rules", "seats"}:
                hint = nearest(key, ["rules", "seats"])
                raise InputError(f"{self.source.place(f'grid.{key}')}grid.{key}: unknown key{hint}")
            if not isinstance(entries, dict):
                raise InputError(f"{self.source.place('grid.rules')}grid.rules: must be a table")
            for name, values in entries.items():
                full = "grid.seats" if key == "seats" else f"grid.rules.{name}"
                if not isinstance(values, list) or not values:
                    raise InputError(f"{self.source.place(full)}{full}: must be a list of values")
                if key == "seats" and not all(_is_line_up(line_up) for line_up in values):
                    raise InputError(
                        f"{self.source.place(full)}{full}: must be a list of lists of strategies"
                    )
                yield ("seats" if key == "seats" else name), values

    def meta(self) -> tuple[list[str], list[Group]]:
        """Every pair of strategies: the first of the pair against a table of the second."""
        if self.config.meta is None:
            return [], []
        asked = self.config.meta.strategies
        seats: Sequence[Seat] = list(self.game.strategies) if asked == "all" else asked
        for i, seat in enumerate(seats):
            self.policy(seat, f"meta.strategies.{i}")
        labels = [_label(seat) for seat in seats]
        place = self.source.place("meta.strategies")
        twice = _twice(labels)
        if twice is not None:
            raise InputError(f"{place}meta.strategies: {twice!r} is there twice")
        if len(labels) ** 2 > MOST_SCENARIOS:
            limit = f"at most {isqrt(MOST_SCENARIOS)} can be compared"
            raise InputError(
                f"{place}meta.strategies: {thousands(len(labels))} strategies; {limit}"
            )
        players = len(self.seats(self.config, ""))
        groups = []
        for i, one in enumerate(seats):
            for j, other in enumerate(seats):
                if i < j or (players > 2 and i != j):
                    line_up = Changes.model_construct(
                        seats=[one, *[other] * (players - 1)], rules={}, preset=None, components={}
                    )
                    name = f"{labels[i]} against {labels[j]}"
                    layers = [("", self.config), ("meta.", line_up)]
                    scenario = self.scenario(name, layers, self.config.meta.matches)
                    groups.append(Group((scenario,)))
        return labels, groups

    def resampled(self, base: Scenario) -> Iterator[Group]:
        """The base scenario with other component values, drawn from the game's prior.

        Each draw has a seed of its own: shared luck would hide in the scatter of the draws.
        """
        asked = self.config.resample
        if asked is None:
            return
        try:
            prior = self.game.prior(asked.prior)
        except InputError as error:
            text = str(error)
            key, dot = ("resample.prior", ".") if text.startswith("prior ") else ("resample", ": ")
            raise InputError(f"{self.source.place(key)}resample{dot}{text}") from None
        first = (prior(base.components, Random(i)).digests for i in range(SURE))
        if all(digests == base.components.digests for digests in first):
            place = self.source.place("resample")
            raise InputError(
                f"{place}resample: no component value is assumed, so none is drawn anew"
            )
        matches = -(-asked.matches // base.block) * base.block
        for i in range(1, asked.draws + 1):
            components = self._playable(base, prior, Random(f"{base.seed} {i}"))
            drawn = replace(base, name=f"draw {i}", components=components, matches=matches)
            seed = Random(f"{base.seed} {i} matches").getrandbits(64)
            yield Group((replace(drawn, seed=seed),))

    def _playable(
        self, base: Scenario, prior: Callable[[Components, Random], Components], rng: Random
    ) -> Components:
        """A draw of the prior that the base's table can be played with; others are drawn anew."""
        refused = ""
        for _ in range(TRIES):
            components = prior(base.components, rng)
            try:
                self.game.check(base.rules, base.policies, components)
            except InputError as error:
                refused = str(error)
            else:
                return components
        place = self.source.place("resample")
        raise InputError(f"{place}resample: no draw of {thousands(TRIES)} can be played: {refused}")

    def scenario(
        self, name: str, layers: Sequence[tuple[str, Changes]], matches: int | None = None
    ) -> Scenario:
        """One scenario: the printed rules, changed layer by layer."""
        rules = self.game.rules()
        files: dict[str, tuple[str, str]] = {}
        for prefix, layer in layers:
            preset = self.preset(layer, prefix).rules
            for key, table in (("preset", preset), ("rules", layer.rules)):
                rules = self.read(self.game.rules, table, rules, f"{prefix}{key}")
            files |= {name: (prefix, file) for name, file in layer.components.items()}
        prefix, line_up = next(
            ((p, layer) for p, layer in reversed(layers) if self.line_up(layer, p) is not None),
            layers[0],
        )
        seats = self.seats(line_up, prefix)
        policies = [self.policy(seat, f"{prefix}seats.{i}") for i, seat in enumerate(seats)]
        components = self.components(files)
        try:
            self.game.check(rules, policies, components)
        except InputError as error:
            raise InputError(self._blamed(str(error), layers, files, f"{prefix}seats")) from None
        mode = self.rotation(policies)
        block = block_length(mode, len(policies)) * self.game.chain_of(rules)
        wanted = matches or self.config.matches
        return Scenario(
            name=name,
            game=self.game.name,
            rules=rules,
            seats=tuple(_label(seat) for seat in seats),
            policies=tuple(policies),
            components=components,
            matches=-(-wanted // block) * block,
            seed=self.config.seed,
            rotation=mode,
            generator=self.config.rng,
        )

    def _blamed(
        self,
        text: str,
        layers: Sequence[tuple[str, Changes]],
        files: Mapping[str, tuple[str, str]],
        seats: str,
    ) -> str:
        """What no table can play, with its place: the option, file or seats that it speaks of."""
        name = text.partition(":")[0].partition(" ")[0]
        for prefix, layer in reversed(layers):
            if name in layer.rules:
                return f"{self.source.place(f'{prefix}rules.{name}')}{prefix}rules.{text}"
        if name in files:
            prefix = f"{files[name][0]}components."
            return f"{self.source.place(f'{prefix}{name}')}{prefix}{text}"
        if files and name in self.game.rules.model_fields:  # nobody has set it: the files are new
            key = f"{files[min(files)][0]}components"
            return f"{self.source.place(key)}{key}: {text}"
        return f"{self.source.place(seats)}{text}"

    def components(self, files: Mapping[str, tuple[str, str]]) -> Components:
        """Component tables: by name the prefix of the layer that sets one, and its file."""
        chosen = tuple(sorted((name, file) for name, (_, file) in files.items()))
        if chosen in self.read_components:
            return self.read_components[chosen]
        try:
            found = self.game.components.read({name: Path(file) for name, file in chosen})
        except InputError as error:
            text = str(error)
            for name, (prefix, file) in files.items():
                if text.startswith((file, f"components.{name}:")):
                    key = f"{prefix}components.{name}"
                    shown = text if text.startswith(file) else text.partition(": ")[2]
                    raise InputError(f"{self.source.place(key)}{key}: {shown}") from None
            raise InputError(self._of_several(text, files)) from None
        self.read_components[chosen] = found
        return found

    def _of_several(self, text: str, files: Mapping[str, tuple[str, str]]) -> str:
        """A mistake that several files make together, with the place of one's own among them."""
        own = [name for name, (_, file) in files.items() if file in text] or [*files]
        if not own:
            return text
        key = f"{files[own[0]][0]}components{f'.{own[0]}' if len(own) == 1 else ''}"
        return f"{self.source.place(key)}{key}: {text.removeprefix('components: ')}"

    def preset(self, layer: Changes, prefix: str) -> Preset:
        """The named preset of a layer."""
        if layer.preset is None:
            return Preset({})
        if layer.preset not in self.game.presets:
            place = self.source.place(f"{prefix}preset")
            hint = nearest(layer.preset, self.game.presets)
            hint = hint or f"; {self.game.name} has none"
            raise InputError(f"{place}{prefix}preset = {layer.preset!r}: unknown preset{hint}")
        return self.game.presets[layer.preset]

    def read(self, model: Any, table: Mapping[str, Any], base: Any, prefix: str) -> Any:
        """Options with a table of changes made, its mistakes named by file and line."""
        try:
            return model.read(table, base)
        except InputError as error:
            key = f"{prefix}.{str(error).partition(':')[0].partition(' ')[0]}"
            raise InputError(f"{self.source.place(key)}{prefix}.{error}") from None

    def line_up(self, layer: Changes, prefix: str) -> list[Seat] | None:
        """The strategies a layer names, itself or by its preset."""
        if layer.seats is not None:
            return layer.seats
        return list(self.preset(layer, prefix).seats) or None

    def seats(self, layer: Changes, prefix: str) -> list[Seat]:
        """The strategies of a layer; one for all where only one is named."""
        low, high = self.game.players
        players = self.config.players
        if players is not None and not low <= players <= high:
            count = str(low) if low == high else f"{low} to {high}"
            place = self.source.place("players")
            raise InputError(f"{place}players = {players}: {self.game.name} is played by {count}")
        named = self.line_up(layer, prefix)
        if named is None:
            default = self.game.seats
            return list(default if players is None else [default[0]] * players)
        if not named:
            place = self.source.place(f"{prefix}seats")
            raise InputError(f"{place}{prefix}seats: empty; name a strategy for each seat")
        if len(named) == 1:
            return named * (players or len(self.game.seats))
        if players is not None and players != len(named):
            place = self.source.place("players")
            raise InputError(f"{place}players = {players}: {len(named)} seats are given")
        return list(named)

    def policy(self, seat: Seat, key: str) -> Any:
        """Policy of a strategy by name, or by name with some parameters changed."""
        place = self.source.place(key)
        if isinstance(seat, str):
            seat = {"strategy": seat}
        changes = dict(seat)
        name = changes.pop("strategy", None)
        if not isinstance(name, str):
            raise InputError(f'{place}{key}: write {{strategy = "NAME", ...}}')
        if name not in self.game.strategies:
            hint = nearest(name, self.game.strategies)
            raise InputError(f"{place}{key} = {name!r}: unknown strategy{hint}")
        if "kind" in changes:
            raise InputError(f"{place}{key}.kind: follows from the strategy; leave it out")
        return self.read(self.game.policy, changes, self.game.strategies[name], key)

    def rotation(self, policies: Sequence[Any]) -> Rotation:
        """How seats rotate: as asked, else not at all for equal seats, every order for a few.

        One among equals has no more orders than seats.
        """
        asked, players = self.config.rotate, len(policies)
        most = max(sum(p == q for q in policies) for p in policies)
        if asked == "off" or (asked is None and most == players):
            return Rotation.OFF
        if asked == "cyclic" or most == players - 1:
            return Rotation.CYCLIC
        return Rotation.ALL if players <= MOST_ORDERED else Rotation.SHUFFLED


def _label(seat: Seat) -> str:
    if isinstance(seat, str):
        return seat
    parameters = ", ".join(f"{k}={v}" for k, v in seat.items() if k != "strategy")
    name = seat.get("strategy", "?")
    return f"{name} ({parameters})" if parameters else str(name)


def _is_line_up(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(seat, str | dict) for seat in value)


def _twice(names: Sequence[str]) -> str | None:
    """The first name that stands there again."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _check_names(names: Sequence[str], source: Source) -> None:
    twice = _twice(names)
    if twice is not None:
        raise InputError(f"{source.place('grid')}grid: the cell {twice!r} is there twice")


def _check_metrics(plan: Plan, source: Source) -> None:
    """Refuse checks and stop rules of unknown metrics or scenarios."""
    names = [scenario.name for scenario in plan.scenarios]
    for i, check in enumerate(plan.config.check):
        key = f"check.{i}"
        place = source.place(f"{key}.scenario")
        if check.scenario not in names:
            if check.scenario == "base" and plan.config.grid:
                raise InputError(f"{place}{key}.scenario: missing; known: {', '.join(names[:12])}")
            hint = nearest(check.scenario, names)
            raise InputError(f"{place}{key}.scenario = {check.scenario!r}: unknown scenario{hint}")
        scenario = plan.scenarios[names.index(check.scenario)]
        _check_metric(scenario, check.metric, f"{key}.metric", source, rates=True)
        if not check.within[0] < check.within[1]:
            place = source.place(f"{key}.within")
            raise InputError(
                f"{place}{key}.within = {check.within}: must be [low, high], low first"
            )
        if _is_share(scenario, check.metric) and (check.within[0] > 1 or check.within[1] < 0):
            place = source.place(f"{key}.within")
            raise InputError(
                f"{place}{key}.within = {check.within}: {check.metric} lies in 0 to 1; 0.5 is 50 %"
            )
    if plan.config.stop is not None:
        _check_metric(plan.scenarios[0], plan.config.stop.metric, "stop.metric", source)


def _is_share(scenario: Scenario, metric: str) -> bool:
    """Whether a known metric is a share or a rate: it lies in 0 to 1."""
    columns = scenario.record.column_names(scenario.players, rotated=scenario.rotated)
    return metric not in columns or columns[metric].unit == "share"


def _check_metric(
    scenario: Scenario, metric: str, key: str, source: Source, *, rates: bool = False
) -> None:
    record = scenario.record
    columns = record.column_names(scenario.players, rotated=scenario.rotated)
    known = [name for name, column in columns.items() if rates or not column.per]
    if rates:
        known += [name for rate in record.rates for name in record.rate_names(rate)]
    if metric not in known:
        hint = nearest(metric, known)
        raise InputError(f"{source.place(key)}{key} = {metric!r}: unknown metric{hint}")
