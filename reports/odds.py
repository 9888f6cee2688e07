"""`dreamodds odds`: exact odds of a game's dice, beside simulated matches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reports.document import dump
from sim.engine.contract import Game, Trial
from sim.engine.errors import InputError, thousands, usable
from sim.store import visible, write_atomically

SCHEMA = "dreamodds/odds/1"


def run_odds(game: Game, matches: int, seed: int, folder: Path, as_json: bool, quiet: bool) -> int:
    """Print the tables, write odds.csv, odds.json and figures; 5 if a simulated rate conflicts."""
    from analysis.anchors import Observation, conflicts

    module = game.odds_tables()
    if module is None:
        raise InputError(f"{game.name}: has no exact odds")
    if not 1 <= matches <= 2**30:
        raise InputError(f"matches = {matches}: must lie in 1 to {2**30}")
    if not 0 <= seed < 2**64:
        raise InputError(f"seed = {seed}: must lie in 0 to {2**64 - 1}")
    with usable(folder):
        if folder.is_file():
            raise InputError(f"{folder}: a file, not a folder")
        if visible(folder) and not (folder / "odds.json").is_file():
            raise InputError(f"{folder}: not empty and no folder of odds; choose another --out")
        folder.mkdir(parents=True, exist_ok=True)
    rows = [*_simulated(game, module, matches, seed, quiet)]
    document = dump({"schema": SCHEMA, "game": game.name, "seed": seed, "rows": rows})
    print(document if as_json else "\n".join(_text(rows, module)), flush=True)
    with usable(folder):
        _write(rows, module, game, folder, document)
    if not as_json:
        print(f"tables and figures: {folder}")
    checks = conflicts(
        [
            Observation(
                " ".join(str(row[key]) for key in (*module.READING, "n", "k")),
                row["exact"],
                row["simulated"],
                (row["exact"] * (1 - row["exact"]) / row["matches"]) ** 0.5,
                row["matches"],
            )
            for row in rows
            if row["simulated"] is not None
        ]
    )
    for check in checks:
        if check.conflict:
            print(f"dreamodds: CONFLICT: {check.metric}: {check.value}", file=sys.stderr)
    return 5 if any(check.conflict for check in checks) else 0


def _simulated(
    game: Game, module: Any, matches: int, seed: int, quiet: bool
) -> Iterator[dict[str, Any]]:
    """The exact rows with simulated rates; null where nothing was simulated.

    `matches` of a row counts the dice placements its rate rests on.
    """
    from analysis.estimate import rate_or_none

    found: dict[tuple[Any, ...], tuple[int, int]] = {}
    for trial in module.trials():
        if not quiet:
            print(f"playing {' '.join(trial.reading)}", file=sys.stderr)
        for cell, counts in _counts(game, module, trial, matches, seed).items():
            found[*trial.reading, *cell] = counts
    for row in module.rows():
        key = tuple(row[name] for name in (*module.READING, *(axis for axis, _ in module.AXES)))
        hits, trials = found.get(key, (0, 0))
        estimate = rate_or_none("", hits, trials)
        yield {
            **row,
            "simulated": estimate.value if estimate else None,
            "low": estimate.low if estimate else None,
            "high": estimate.high if estimate else None,
            "matches": trials,
        }


def _counts(
    game: Game, module: Any, trial: Trial, matches: int, seed: int
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Hits and trials of every cell of the rate."""
    from sim.build import make_plan
    from sim.config import Source, read_config
    from sim.plan import Group
    from sim.play import play_chunk
    from sim.tally import Tally

    config, _ = read_config(
        game.name,
        {"rules": dict(trial.rules), "matches": matches, "seed": seed, "seats": [trial.strategy]},
    )
    scenario = replace(make_plan(config, Source(None)).scenarios[0], components=trial.components)
    arrays = play_chunk(Group((scenario,)), 0, scenario.matches)
    tally = Tally(scenario, {name.partition("/")[2]: array for name, array in arrays.items()})
    rate = next(rate for rate in game.record.rates if rate.name == module.RATE)
    return {cell: tally.rate(rate, cell) for cell in game.record.rate_names(rate).values()}


def _text(rows: Sequence[dict[str, Any]], module: Any) -> Iterator[str]:
    """One table for all readings of equal odds: percent and fraction, then one in how many."""
    alike: dict[tuple[float, ...], list[tuple[tuple[str, ...], list[dict[str, Any]]]]] = {}
    for reading, cells in _by_reading(rows, module):
        alike.setdefault(tuple(row["exact"] for row in cells), []).append((reading, cells))
    yield f"{module.TITLE}; readings are {', '.join(module.READING)}"
    for readings in alike.values():
        yield ""
        for reading, cells in readings:
            yield f"{' '.join(reading)}: {_agreement(cells)}"
        cells = readings[0][1]
        yield from _grid(cells, "P(goal), %", module, lambda row: f"{100 * row['exact']:.2f}")
        yield from _grid(cells, "as a fraction", module, lambda row: row["fraction"] or "")
        yield from _grid(cells, "one goal in", module, one_in)


def _agreement(cells: Sequence[dict[str, Any]]) -> str:
    """How far the simulated rates are from the exact ones."""
    played = [row for row in cells if row["simulated"] is not None]
    if not played:
        return "nothing simulated"
    missed = sum(not row["low"] <= row["exact"] <= row["high"] for row in played)
    placements = sum(row["matches"] for row in played)
    return (
        f"{thousands(placements)} simulated placements; {len(played) - missed} of {len(played)} exact values "
        "inside their 95 % intervals"
    )


def one_in(row: dict[str, Any]) -> str:
    """The inverse of a probability: one in so many shots."""
    return f"{1 / row['exact']:.2f}" if row["exact"] else "never"


def _by_reading(
    rows: Sequence[dict[str, Any]], module: Any
) -> list[tuple[tuple[str, ...], list[dict[str, Any]]]]:
    found: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(tuple(row[key] for key in module.READING), []).append(row)
    return list(found.items())


def _grid(
    cells: Sequence[dict[str, Any]], title: str, module: Any, show: Callable[[Any], str]
) -> Iterator[str]:
    (first, _), (second, _) = module.AXES
    columns = sorted({row[second] for row in cells})
    width = max(8, *(len(show(row)) + 2 for row in cells))
    yield f"  {title:16}" + "".join(f"{second} = {k}".rjust(width) for k in columns)
    for n in sorted({row[first] for row in cells if row[first]}):
        inside = {row[second]: show(row) for row in cells if row[first] == n}
        yield f"  {first} = {n:<12}" + "".join(inside[k].rjust(width) for k in columns)


def _write(
    rows: Sequence[dict[str, Any]], module: Any, game: Game, folder: Path, document: str
) -> None:
    from reports.figures import save
    from reports.odds_figures import draw_odds
    from reports.tables import to_csv

    listed = [{**row, "one_in": 1 / row["exact"] if row["exact"] else None} for row in rows]
    write_atomically(folder / "odds.json", document)  # first: it says what the folder holds
    write_atomically(folder / "odds.csv", to_csv(listed))
    for reading, cells in _by_reading(rows, module):
        named = dict(zip(module.READING, reading, strict=True))
        for drawing in draw_odds(game.title, named, cells, module):
            save(drawing, folder)
