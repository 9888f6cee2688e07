"""How the numbers came about: streams, blocks, intervals, checks, limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.balance import HETEROGENEOUS
from analysis.standings import ALPHA, RESAMPLES, SURE_LEAD
from reports.page_tables import MOST_SCENARIOS, Table
from reports.words import (
    count,
    fixed,
    label,
    p_value,
    percent,
    plural,
    scenario_title,
)

if TYPE_CHECKING:
    from analysis.part import Part
    from analysis.study import Study

MOST_CHECKS = 48
METHODS = {
    "wilson": "the Wilson score interval of a plain rate",
    "wilson, blocks": "that of a share which is rare, each block as one trial",
    "clopper-pearson": "the Clopper-Pearson interval, where all matches (or blocks) agree",
    "clopper-pearson, bonferroni": "that of exclusive outcomes of which one is rare, each at 1 - "
    "0.05/k, so that all k hold together",
    "one trial in": "a rate within matches of rotated seats: the b matches of a block share their "
    "luck, so every b-th trial counts",
    "mean, t": "the mean of independent matches, Student's t",
    "block means, t": "the mean of whole blocks, Student's t: the block is the unit, not the match",
    "goodman": "Goodman's intervals of exclusive outcomes, which hold together",
    "confidence sequence": "an interval that holds however often somebody looks and may stop",
    "constant": "the same number in every match (or block)",
    "one block": "no standard error at all, so the interval is the declared range",
    "paired, Agresti-Min": "the difference of two rates that few matches change: half a match is "
    "added to each of the four cells",
    "paired": "the mean difference of matches (or blocks) that share deal and dice",
    "Newcombe": "the difference of two independent rates, hybrid score interval",
    "Welch": "the difference of two independent means",
}


def paragraphs(study: Study) -> Iterator[str]:
    """What a sceptic wants to know, one paragraph each."""
    base = study.parts[0].scenario
    yield (
        f"Seed {base.seed}. Every random number is a function of the seed, the match, the purpose "
        f"(deal, dice, decisions of each seat, ...) and a counter ({base.generator} generator). "
        "Results do not depend on workers or chunks, any match can be told alone, and scenarios "
        "share deals and dice as far as their rules let them."
    )
    yield from _blocks(study)
    yield (
        f"Intervals are at 95 %, each for itself unless said otherwise. Methods used: {'; '.join(_methods(study))}. "
        "n counts matches, or trials for events within matches."
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
            "by Holm. Correlation is between paired matches, between paired blocks where seats are "
            "rotated; variance saved is how many times more matches an unpaired comparison would "
            "need."
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
    kinds = dict.fromkeys((p.scenario.rotation.name.lower(), p.scenario.block) for p in study.parts)
    for rotation, block in kinds:
        if block == 1:
            yield "Seats are not rotated: every match has a deal of its own."
        else:
            yield (
                f"Seats are rotated ({rotation}): each deal is played {block} times, in different "
                "seatings on the same streams; these matches form a block. _seat columns belong to "
                "the place at the table, contenders are followed wherever they sit."
            )


def _methods(study: Study) -> Iterator[str]:
    used = {e.method for p in study.parts for e in p.columns.values()}
    used |= {e.method for p in study.parts for e in p.rates.values()}
    used |= {e.method for p in study.parts for e in p.outcomes}
    used |= {c.method for c in study.comparisons}
    used |= {e.method for e in study.meta.points.values()} if study.meta else set()
    for words, meaning in METHODS.items():
        if any(words in method for method in used):
            yield f"\u201c{words}\u201d is {meaning}"


def _stop(study: Study) -> Iterator[str]:
    stop = study.plan.config.stop
    if stop is not None:
        early = any(part.stopped_early for part in study.parts)
        yield (
            f"Stop rule: play until the confidence sequence of {stop.metric} is no wider than "
            f"{stop.half_width:g} on each side, at least {plural(stop.min_matches, 'match')}; "
            f"it {'stopped' if early else 'did not stop'} the run early. Its interval holds at every "
            "look; the other intervals of this page, and the verdict of balance on "
            f"{stop.metric} too, are computed as if the number of matches had been fixed."
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
