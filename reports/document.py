"""The study as one JSON document: schema dreamodds/run/1 (DESIGN.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

import numpy as np

from analysis.balance import HETEROGENEOUS
from analysis.estimate import Estimate
from analysis.part import Part
from analysis.points import MetaStudy
from analysis.standings import explained
from analysis.study import Study

SCHEMA = "dreamodds/run/1"


def document(study: Study) -> dict[str, Any]:
    """Everything a program may want to know of a run; no NaN or infinity."""
    plain: dict[str, Any] = _plain(
        {
            "schema": SCHEMA,
            "config": study.plan.name,
            "digest": study.plan.digest,
            "margin": study.plan.config.margin,
            "scenarios": [scenario(part) for part in study.parts],
            "comparisons": [asdict(comparison) for comparison in study.comparisons],
            "checks": [
                {
                    "metric": c.metric,
                    "scenario": c.scenario,
                    "within": list(c.within),
                    **_interval(c.estimate),
                    "answer": c.answer,
                }
                for c in study.criteria
            ],
            "meta": _meta(study.meta),
            "dependence": asdict(study.dependence) if study.dependence else None,
            "conflict": study.conflict,
        }
    )
    return plain


def scenario(part: Part) -> dict[str, Any]:
    """One scenario: what was played and every column, table and estimate of it."""
    s = part.scenario
    return {
        "name": s.name,
        "game": s.game,
        "players": s.players,
        "seats": list(s.seats),
        "rules": s.rules.changed(),
        "matches": part.tally.matches,
        "unit": part.unit,
        "seed": s.seed,
        "rng": s.generator,
        "rotation": s.rotation.name.lower(),
        "block": s.block,
        "stopped_early": part.stopped_early,
        "columns": {name: _interval(estimate) for name, estimate in part.columns.items()},
        "tables": tables(part),
        "estimates": [_named(e) for e in (*part.headline, *part.rates.values())],
        "lifts": [asdict(worth) for worth in part.lifts],
        "outcomes": [_named(e) for e in part.outcomes],
        "together": [_named(e) for e in part.together],
        "balance": [asdict(balance) for balance in part.balance],
        "fair_shares": [{**asdict(f), "side": f.side} for f in part.fair_shares],
        "exact": [asdict(check) for check in part.checks],
        "homogeneity": _drift(part),
    }


def tables(part: Part) -> dict[str, Any]:
    """Count matrices (over all seats, and of each) and joint histograms, with their axes.

    Values at the ends of an axis that never occurred are left out.
    """
    s, tally = part.scenario, part.tally
    found = {}
    for matrix in s.record.matrices:
        axes: list[tuple[str, list[Any]]] = [(n, [*range(a, b + 1)]) for n, a, b in matrix.axes]
        found[matrix.name] = _table(axes, tally.matrix(matrix.name))
        for seat in range(s.players) if matrix.per_seat else ():
            found[f"{matrix.name}_seat{seat}"] = _table(axes, tally.matrix(matrix.name, seat))
    for joint in s.record.joint_names(s.players, rotated=s.rotated):
        names = joint.first, joint.second
        counts = tally.joint(*names)
        axes = [
            (n, list(_bin_labels(part, n, size)))
            for n, size in zip(names, counts.shape, strict=True)
        ]
        found[" x ".join(names)] = _table(axes, counts)
    return found


def _table(axes: Sequence[tuple[str, list[Any]]], counts: Any) -> dict[str, Any]:
    """Counts cut to what occurred, with the values of their axes."""
    used = [np.unique(places) for places in counts.nonzero()]
    cut = [slice(int(u[0]), int(u[-1]) + 1) if len(u) else slice(0) for u in used]
    named = [{"name": n, "values": values[c]} for (n, values), c in zip(axes, cut, strict=True)]
    return {"axes": named, "counts": counts[tuple(cut)].tolist()}


def _bin_labels(part: Part, name: str, size: int) -> Iterator[int | str]:
    """First value of each bin; the outer bins hold whatever lies beyond."""
    column = part.tally.columns[name]
    yield f"<{column.low}"
    for i in range(size - 2):
        yield column.low + i * column.width
    yield f">={column.low + (size - 2) * column.width}"


def _interval(e: Estimate) -> dict[str, Any]:
    return {
        "n": e.n,
        "mean": e.value,
        "se": e.se,
        "low": e.low,
        "high": e.high,
        "method": e.method,
    }


def _named(e: Estimate) -> dict[str, Any]:
    return {
        "metric": e.metric,
        "value": e.value,
        "low": e.low,
        "high": e.high,
        "n": e.n,
        "method": e.method,
        "unit": e.unit,
    }


def _drift(part: Part) -> dict[str, Any] | None:
    if part.drift is None:
        return None
    metric, test = part.drift
    return {"metric": metric, **asdict(test), "conflict": test.p < HETEROGENEOUS}


def _meta(meta: MetaStudy | None) -> dict[str, Any] | None:
    if meta is None:
        return None
    pairs = [
        {"strategy": one, "against": other, **_named(estimate), "draws": meta.draws[one, other]}
        for (one, other), estimate in meta.points.items()
    ]
    part = explained(meta)
    return {
        "strategies": list(meta.names),
        "players": meta.players,
        "points": pairs,
        "explained_variance": part and asdict(part),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def dump(value: Any) -> str:
    """The document as compact text."""
    return json.dumps(value, allow_nan=False)
