"""How the numbers came about: streams, blocks, intervals, checks, limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.balance import HETEROGENEOUS
from analysis.nouns import plural_of
from analysis.standings import ALPHA, RESAMPLES, SURE_LEAD
from reports.method_names import explained
from reports.page_tables import MOST_SCENARIOS, Table
from reports.units import counted, each_of
from reports.words import (
    count,
    fixed,
    label,
    listed,
    p_value,
    percent,
    plural,
    scenario_title,
)

if TYPE_CHECKING:
    from analysis.part import Part
    from analysis.study import Study

MOST_CHECKS = 48


def paragraphs(study: Study) -> Iterator[str]:
    """What a sceptic wants to know, one paragraph each."""
    base, several = study.parts[0].scenario, counted(study.parts)
    yield (
        f"Seed {base.seed}. Every random number is a function of the seed, the {each_of(p.unit for p in study.parts)}, the purpose "
        f"(deal, dice, decisions of each seat, ...) and a counter ({base.generator} generator). "
        "Results do not depend on workers or chunks, any of them can be told alone, and scenarios "
        "share deals and dice as far as their rules let them."
    )
    yield from _blocks(study)
    yield (
        f"Intervals are at 95 %, each for itself unless said otherwise. Methods used: {'; '.join(explained(methods_used(study)))}. "
        f"n counts {several}, or what a column is per, or trials for events within {several}."
    )
    yield (
        f"Balance is an equivalence test (two one-sided tests at 5 %, so by the 90 % interval) "
        f"against a margin stated beforehand: {percent(study.plan.config.margin)[:-2]} percentage "
        "points. Balanced: the interval lies within the margin; unbalanced: outside; undecided: "
        "across its edge."
    )
    if len(study.parts) > 1:
        balances = sum(len(part.balance) for part in study.parts)
        yield (
            f"The {balances} verdicts of balance of {len(study.parts)} scenarios are each for "
            "itself, without adjustment: of twenty that lie just outside the margin one is called "
            "balanced by chance. Play the one you pick again with another seed."
        )
    if study.comparisons:
        yield (
            f"The p-values of all {len(study.comparisons)} comparisons form one family, adjusted "
            f"by Holm. Correlation is between paired {several}, between paired blocks where seats "
            f"are rotated; variance saved is how many times more {several} an unpaired comparison "
            "would need."
        )
    if study.meta is not None:
        yield (
            "Ranges of mixes, ratings and alpha-rank hold the middle 95 % of "
            f"{RESAMPLES} resampled results, drawn for all pairs together, because pairs share "
            f"deals; alpha = {ALPHA:g}. A strategy is called first if it is in "
            f"{percent(SURE_LEAD)} of them. Mean points are over the other strategies, and their "
            "interval averages those of the pairs. A reply is called better, and a strategy surely "
            "better, only by intervals that hold for all "
            f"{len(study.meta.points)} pairs together (95 %, Bonferroni)."
        )
    yield from _stop(study)


def _blocks(study: Study) -> Iterator[str]:
    """Which scenarios rotate seats, and how."""
    kinds: dict[tuple[str, int, int], list[Part]] = {}
    for part in study.parts:
        s = part.scenario
        kinds.setdefault((s.rotation.name.lower(), s.block // s.chain, s.chain), []).append(part)
    for (rotation, block, chain), parts in kinds.items():
        where = "" if len(kinds) == 1 else f" in {_named(parts)}"
        each, several = each_of(p.unit for p in parts), counted(parts)
        if block == 1:
            yield f"Seats are not rotated{where}: every {each} has a deal of its own."
        else:
            yield (
                f"Seats are rotated{where} ({rotation}): each deal is played {block} times, in "
                f"different seatings on the same streams; these {several} form a block. _seat "
                "columns belong to the place at the table, contenders are followed wherever they "
                "sit."
            )
        if chain > 1:
            yield (
                f"Each {chain} {several} in a row{where} depend on one another, and are one sample "
                "in every interval."
            )


def _named(parts: Sequence[Part]) -> str:
    """The scenarios by name, the first of many."""
    names = [scenario_title(part.scenario.name) for part in parts]
    more = [f"{len(names) - MOST_SCENARIOS} others"] if len(names) > MOST_SCENARIOS else []
    return listed([*names[:MOST_SCENARIOS], *more])


def methods_used(study: Study) -> set[str]:
    """Methods of all numbers of a study."""
    used = {e.method for p in study.parts for e in (*p.columns.values(), *p.rates.values())}
    used |= {e.method for p in study.parts for e in p.outcomes}
    used |= {w.method for p in study.parts for w in p.lifts}
    used |= {c.method for c in study.comparisons} | {c.estimate.method for c in study.criteria}
    used |= {e.method for e in study.meta.points.values()} if study.meta else set()
    if study.dependence is not None:
        found = study.dependence.conclusions
        used |= {e.method for c in found for e in (c.same, c.decided) if e is not None}
    return used


def _stop(study: Study) -> Iterator[str]:
    stop = study.plan.config.stop
    if stop is not None:
        unit = study.parts[0].unit
        early = any(part.stopped_early for part in study.parts)
        yield (
            f"Stop rule: play until the confidence sequence of {stop.metric} is no wider than "
            f"{stop.half_width:g} on each side, at least {plural(stop.min_matches, unit)}; "
            f"it {'stopped' if early else 'did not stop'} the run early. Its interval holds at every "
            "look; the other intervals of this page, and the verdict of balance on "
            f"{stop.metric} too, are computed as if the number of {plural_of(unit)} had been fixed."
        )


def exact(study: Study) -> Table:
    """Simulated values beside exact ones; of many those that deviate most."""
    all_checks = [(part, c) for part in study.parts for c in part.checks]
    found = all_checks
    if len(found) > MOST_CHECKS:
        found = sorted(found, key=lambda f: (not f[1].conflict, -abs(f[1].z or 0.0)))[:MOST_CHECKS]
    rows = []
    for part, c in found:
        metric, _, seat = c.metric.partition(" seat ")
        what = label(part.scenario.declared.record, metric) if " - " not in metric else metric
        rows.append(
            (
                scenario_title(part.scenario.name), f"{what}, seat {seat}" if seat else what,
                f"{c.exact:.6g}", f"{c.value:.6g}",
                "no chance" if c.z is None else fixed(c.z, 2),
                f"{p_value(c.p_adjusted)}{' CONFLICT' if c.conflict else ''}",
                _source(part, c.metric),
            )
        )  # fmt: skip
    return Table(
        ("scenario", "metric", "exact", "simulated", "z", "p (Holm)", "source"),
        tuple(rows), frozenset({2, 3, 4, 5}),
        "" if len(rows) == len(all_checks) else f"The {len(rows)} that deviate most",
    )  # fmt: skip


def _source(part: Part, metric: str) -> str:
    plain = metric.partition(" seat ")[0]
    return next((a.source for a in part.anchors if a.metric == plain), "")


def homogeneity(study: Study) -> Table:
    """Whether early and late matches agree: the headline column that agrees least."""
    rows = []
    for part in study.parts[: 4 * MOST_SCENARIOS]:
        if part.drift is None:
            rows.append((scenario_title(part.scenario.name), "nothing varies", "", "", "agrees"))
            continue
        name, test = part.drift
        bad = test.p < HETEROGENEOUS
        rows.append(
            (
                scenario_title(part.scenario.name), label(part.scenario.declared.record, name),
                p_value(test.p), fixed(test.worst, 2), "CONFLICT" if bad else "agrees" if test.pools > 1 else "too few to compare",
            )
        )  # fmt: skip
    return Table(
        ("scenario", "least even column", "p (adjusted)", "largest residual", "verdict"),
        tuple(rows), frozenset({2, 3}),
    )  # fmt: skip


def beyond(study: Study) -> Table:
    """Columns with values outside their histogram; sums and means are exact all the same."""
    rows = []
    for part in study.parts:
        for name in part.tally.spectra:
            c = part.tally.spectrum(name)
            if c.under or c.over:
                top = (c.low + len(c.histogram) * c.width - 1) / c.scale
                rows.append(
                    (
                        scenario_title(part.scenario.name), label(part.scenario.declared.record, name),
                        f"{c.low / c.scale:g} to {top:g}", count(c.under), count(c.over),
                    )
                )  # fmt: skip
    return Table(
        ("scenario", "column", "histogram", "below", "above"), tuple(rows[:MOST_CHECKS]),
        frozenset({3, 4}),
    )  # fmt: skip
