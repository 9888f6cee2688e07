"""From a plan to a written report: play or read counts, print, write the folder."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.document import document, dump
from reports.folder import RunFolder
from reports.progress import Progress
from reports.tables import comparison_table, headline_table, verdict_lines, write_tables
from sim.plan import Plan

if TYPE_CHECKING:
    from analysis.study import Study
    from sim.result import GroupResult
    from sim.workers import Workers


@dataclass(frozen=True)
class Played:
    """Counts of a run and what they say."""

    study: Study
    results: Sequence[GroupResult]


def play(folder: RunFolder, workers: Workers, watch: Progress) -> Played:
    """Play what is missing of a run and study it."""
    from analysis.study import make_study
    from sim.run import run_plan

    results = run_plan(folder.plan, folder.store, workers, watch, _enough(folder.plan))
    return Played(make_study(folder.plan, results), results[: len(folder.plan.groups)])


def stored(folder: RunFolder) -> Played | None:
    """A finished run from its chunks, None if one is damaged; plays nothing."""
    from analysis.study import make_study

    plan, enough = folder.plan, _enough(folder.plan)
    found: list[GroupResult] = []
    for number in range(len(plan.played)):
        result = _read_group(folder, number, enough if number < len(plan.groups) else None)
        if result is None:
            return None
        found.append(result)
    return Played(make_study(plan, found), found[: len(plan.groups)])


def _enough(plan: Plan) -> Callable[[GroupResult], bool] | None:
    from analysis.stopping import stop_rule

    return stop_rule(plan.config.stop) if plan.config.stop is not None else None


def _read_group(
    folder: RunFolder, number: int, enough: Callable[[GroupResult], bool] | None
) -> GroupResult | None:
    from sim.result import GroupResult

    group = folder.plan.played[number]
    result = GroupResult(group)
    chunks = list(group.chunks())
    for index, chunk in enumerate(chunks, 1):
        arrays = folder.store.read(number, chunk)
        if arrays is None:
            return None
        result.add(arrays)
        if enough is not None and index < len(chunks) and enough(result):
            result.stopped_early = True
            break
    return result


def text(study: Study, compare: bool) -> Iterator[str]:
    """What `run` and `compare` print."""
    if compare:
        yield from comparison_table(study)
    else:
        yield from headline_table(study)
        yield from comparison_table(study)
    yield from verdict_lines(study)


def intact(folder: RunFolder, played: Played) -> bool:
    """Whether a finished run's folder holds its summary and its report."""
    try:
        summary = _numbers((folder.path / "summary.json").read_bytes())
        pages = [(folder.path / name).stat().st_size for name in ("report.html", "report.md")]
        parts = [(folder.path / name).is_dir() for name in ("tables", "figures")]
    except (OSError, ValueError, RecursionError):
        return False
    return all(pages) and all(parts) and summary == _numbers(dump(document(played.study)))


def _numbers(text: str | bytes) -> Any:
    """A document without the name of the config, which other configs of the same run share."""
    found = json.loads(text)
    return {**found, "config": ""} if isinstance(found, dict) else found


def write(folder: RunFolder, played: Played, watch: Progress) -> None:
    """Write summary, tables, rows, figures and report, and note that the run is finished."""
    began = time.monotonic()
    folder.write("summary.json", dump(document(played.study)))
    write_tables(played.study, folder.path / "tables")
    write_rows(folder, played.results)
    watch.phase("reporting")
    write_pages(folder, played.study)
    folder.finish({"reporting": time.monotonic() - began})


def write_pages(folder: RunFolder, study: Study) -> None:
    """Draw the figures and write report.html and report.md."""
    from reports.figures import draw_all, save
    from reports.page import write_report

    drawings = [save(drawing, folder.path / "figures") for drawing in draw_all(study)]
    write_report(study, drawings, folder.path, folder.manifest["command"], folder.manifest)


def write_rows(folder: RunFolder, results: Sequence[GroupResult]) -> None:
    """Write the sampled matches of each base as parquet, one row a match: who sat where is last."""
    import pandas as pd

    from sim.play import named, seating
    from sim.store import write_atomically

    for result in results:
        if result.rows is None:
            continue
        base = result.group.base
        words = result.rows[:, 1:].T
        rows = named(base, words)
        table: dict[str, Any] = {"match": result.rows[:, 0]}
        table |= {name: rows[name] for name in rows.dtype.names}
        table |= seating(base, words)
        name = "records" if len(results) == 1 else f"records-{base.name}"
        content = io.BytesIO()
        pd.DataFrame(table).to_parquet(content)
        write_atomically(folder.path / f"{name}.parquet", content.getvalue())
