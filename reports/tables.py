"""Estimates as text tables for the terminal and as CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from analysis.estimate import Estimate, standard_deviation
from analysis.nouns import plural_of
from analysis.part import Part
from analysis.quantile import quantile_intervals
from analysis.study import Study
from reports.words import PLACE, SPACE, label, p_value


def shown(value: float, low: float, high: float, unit: str) -> tuple[str, str]:
    """A value and its interval, with digits that follow the interval's width.

    `unit` "share" is shown in percent, "difference of shares" in percentage points.
    """
    scale, suffix = {"share": (100.0, " %"), "difference of shares": (100.0, " pp")}.get(
        unit, (1.0, "")
    )
    width = (high - low) * scale
    digits = 2 if width == 0 else min(6, max(1 if suffix else 2, _digits(width)))
    numbers = [f"{x * scale:.{digits}f}" for x in (value, low, high)]
    return numbers[0] + suffix, f"{numbers[1]} to {numbers[2]}{suffix}"


def _digits(width: float) -> int:
    digits = 0
    while width < 2 and digits < 6:
        width *= 10
        digits += 1
    return digits


def headline_table(study: Study) -> Iterator[str]:
    """The headline of every scenario as lines of text."""
    for part in study.parts:
        s = part.scenario
        seats = ", ".join(s.seats)
        early = " (stopped early)" if part.stopped_early else ""
        n = part.tally.matches
        size = f"{n:,} {part.unit if n == 1 else plural_of(part.unit)}"
        yield f"{s.name}: {seats}; {size}{early}, seed {s.seed}"
        changed = s.rules.changed()
        if changed:
            yield "  rules: " + ", ".join(f"{k} = {_word(v)}" for k, v in changed.items())
        rows = [_row(part, e) for e in part.headline]
        yield from _aligned([("metric", "value", "95 % interval", "unit", "method", "what"), *rows])
        yield ""


def _row(part: Part, e: Estimate) -> tuple[str, ...]:
    value, interval = shown(e.value, e.low, e.high, e.unit)
    s = part.scenario
    what = label(s.record, e.metric, s.seats)
    return (e.metric, value, interval, "" if e.unit == "share" else e.unit, e.method, what)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        first, *rest = row
        cells = [first.ljust(widths[0])]
        cells += [
            cell.rjust(w) if i < 2 else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(rest, widths[1:], strict=True))
        ]
        yield ("  " + "  ".join(cells)).rstrip()


def comparison_table(study: Study) -> Iterator[str]:
    """Differences from the base, with intervals and verdicts."""
    if not study.comparisons:
        return
    units = {e.metric: e.unit for part in study.parts for e in part.columns.values()}
    unit = study.parts[0].unit
    yield f"House rules against the base, paired by {unit} where streams are shared (95 % each):"
    rows: list[tuple[str, ...]] = [
        ("variant", "metric", "difference", "95 % interval", "correlation", "p (Holm)", "verdict")
    ]
    for c in study.comparisons:
        unit = units[c.metric]
        unit = "difference of shares" if unit == "share" else unit
        value, interval = shown(c.difference, c.low, c.high, unit)
        correlation = "" if c.correlation is None else f"{c.correlation:.3f}"
        p = p_value(c.p_adjusted).replace(SPACE, " ")
        rows.append((c.variant, c.metric, value, interval, correlation, p, c.verdict))
    yield from _aligned([(f"{r[0]}: {r[1]}", *r[2:]) for r in rows])
    yield ""


def verdict_lines(study: Study) -> Iterator[str]:
    """Verdicts, criteria and the self-check, one line each."""
    for part in study.parts:
        yield from (f"{part.scenario.name}: {said}" for said in _balanced(part))
    for c in study.criteria:
        value, interval = shown(c.estimate.value, c.estimate.low, c.estimate.high, c.estimate.unit)
        asked = f"{c.metric} of {c.scenario} within {c.within[0]:.12g} to {c.within[1]:.12g}"
        found = f"it is {value} ({interval})" if c.estimate.n else "it was never tried"
        yield f"check {c.answer}: {asked}; {found}"
    yield from self_check_lines(study)


def _balanced(part: Part) -> Iterator[str]:
    """Verdicts of balance; of contenders who change seats first, each with its strategy.

    Those of one strategy are equal by design.
    """
    seats, told = part.scenario.seats, {b.metric: b for b in part.balance}
    groups = sorted(part.rivals, key=lambda group: "_contender" not in group[0])
    for group in groups:
        if part.equal_by_design(group):
            stem = group[0].partition("_contender")[0]
            yield f"Equal by design: {stem} of contenders; all play one strategy and change seats."
            continue
        for metric in group:
            split = PLACE.fullmatch(metric)
            if split is None:
                who = f"{label(part.scenario.record, metric)}: "
            else:
                who = f"{seats[int(split[3])]}: " if split[2] == "contender" else ""
            yield who + told[metric].sentence


def self_check_lines(study: Study) -> Iterator[str]:
    """What the run says against exact values and against itself."""
    count = sum(len(part.checks) for part in study.parts)
    conflicts = [(part, c) for part in study.parts for c in part.checks if c.conflict]
    if count and not conflicts:
        yield f"self-check: {count} exact values reproduced"
    for part, c in conflicts:
        yield (
            f"CONFLICT: {part.scenario.name}: {c.metric} is {c.value:.6g}, exact {c.exact:.6g} "
            f"(z = {'none' if c.z is None else format(c.z, '.1f')})"
        )
    for part in study.parts:
        if part.conflict and part.drift is not None and not any(c.conflict for c in part.checks):
            yield (
                f"CONFLICT: {part.scenario.name}: {part.drift[0]} differs between ranges of "
                f"{plural_of(part.unit)} (p = {part.drift[1].p:.1g})"
            )


def write_tables(study: Study, folder: Path) -> None:
    """Write tables/*.csv: columns, rates, histograms, comparisons, exact checks, meta-game."""
    from sim.store import write_atomically

    for name, rows in _tables(study):
        listed = list(rows)
        if listed:
            write_atomically(folder / f"{name}.csv", to_csv(listed).encode())


def to_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Rows of equal keys as CSV text."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _tables(study: Study) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    parts = study.parts
    yield "columns", (_column(p, e) for p in parts for e in p.columns.values())
    yield "headline", (_estimate(p, e) for p in parts for e in p.headline)
    yield "outcomes", (_estimate(p, e) for p in parts for e in p.outcomes)
    yield "together", (_estimate(p, e) for p in parts for e in p.together)
    yield "rates", (_estimate(p, e) for p in parts for e in p.rates.values())
    yield "lifts", ({"scenario": p.scenario.name, **asdict(w)} for p in parts for w in p.lifts)
    yield "histograms", (row for p in parts for row in _histograms(p))
    yield "comparisons", (asdict(c) for c in study.comparisons)
    yield "exact", ({"scenario": p.scenario.name, **asdict(c)} for p in parts for c in p.checks)
    if study.meta is not None:
        yield (
            "meta",
            (
                {"strategy": a, "against": b, **asdict(e), "draws": study.meta.draws[a, b]}
                for (a, b), e in study.meta.points.items()
            ),
        )


def _estimate(part: Part, e: Estimate) -> dict[str, Any]:
    return {"scenario": part.scenario.name, **asdict(e)}


def _column(part: Part, e: Estimate) -> dict[str, Any]:
    """The estimate of a column with the spread and quantiles of single matches."""
    if e.metric not in part.tally.spectra:
        return _estimate(part, e)
    counts = part.spectrum(e.metric)
    points: dict[str, Any] = {}
    for q in quantile_intervals(counts, (0.1, 0.5, 0.9)):
        name = f"p{100 * q.p:.0f}"
        points |= {name: q.value, f"{name}_low": q.low, f"{name}_high": q.high}
    return {**_estimate(part, e), "sd": standard_deviation(counts), **points}


def _histograms(part: Part) -> Iterator[dict[str, Any]]:
    for name in part.tally.spectra:
        counts = part.tally.spectrum(name)
        lows = [counts.low + i * counts.width for i in range(len(counts.histogram))]
        values = ["below", *(low / counts.scale for low in lows), "above"]
        matches = [counts.under, *counts.histogram.tolist(), counts.over]
        for value, count in zip(values, matches, strict=True):
            if count:
                yield {
                    "scenario": part.scenario.name,
                    "column": name,
                    "value": value,
                    "width": counts.width / counts.scale,
                    "matches": count,
                }
