"""What house rules and changed players do, in one sentence each: length, and who loses most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reports.units import per
from reports.words import capital, fixed, label, listed, plural, scenario_title, shown

if TYPE_CHECKING:
    from analysis.compare import Comparison
    from analysis.part import Part
    from analysis.study import Study

MOST_TOLD = 3
LENGTH = "length"


def lengths(study: Study) -> Iterator[str]:
    """The variants that change the length most, or that none is shown to."""
    found = [c for c in study.comparisons if c.metric == LENGTH]
    if not found:
        return
    base = study.parts[0]
    column = base.tally.columns[LENGTH]
    what = f"{label(study.plan.game.record, LENGTH)}, {column.unit} a {per(base, LENGTH)}"
    largest = sorted(filter(surely, found), key=lambda c: -abs(c.difference))
    if not largest:
        yield f"{what}: no variant is shown to change it."
        return
    said = [_changed(c, column.unit) for c in largest[:MOST_TOLD]]
    rest = len(largest) - len(said)
    more = f"; {plural(rest, 'other variant')} less" if rest else ""
    yield f"{what}, changed most by {listed(said)}{more}."


def surely(c: Comparison) -> bool:
    """Whether a variant is shown to differ."""
    return not c.verdict.startswith(("no difference", "identical"))


def _changed(c: Comparison, unit: str) -> str:
    gap = shown(c.difference, c.low, c.high, unit, difference=True)
    return f"{scenario_title(c.variant)} {gap.value} ({gap.interval})"


def knocked_out(study: Study) -> list[Comparison]:
    """What each variant that changes one player alone does to that player's win share.

    The largest loss first; none where there are not two such variants.
    """
    base, found = study.parts[0], []
    for part in study.parts[1:]:
        metric = _changed_player(base, part)
        name = part.scenario.name
        found += [c for c in study.comparisons if (c.variant, c.metric) == (name, metric)]
    return sorted(found, key=lambda c: c.difference) if len(found) > 1 else []


def _changed_player(base: Part, part: Part) -> str:
    """Win share of the one player in whom two scenarios differ, "" where they differ otherwise."""
    one, other = base.scenario, part.scenario
    if (one.rules, one.components.digests, one.players, one.rotated) != (
        other.rules, other.components.digests, other.players, other.rotated,
    ):  # fmt: skip
        return ""
    pairs = zip(one.policies, other.policies, strict=True)
    changed = [i for i, (a, b) in enumerate(pairs) if a != b]
    kind = "contender" if one.rotated else "seat"
    return f"win_share_{kind}{changed[0]}" if len(changed) == 1 else ""


def changed_players(study: Study) -> Iterator[str]:
    """The variant that costs its player most."""
    found = knocked_out(study)
    if not found:
        return
    sure = sorted(filter(surely, found), key=lambda c: -abs(c.difference))
    if not sure:
        yield "No variant is shown to change how often the changed player wins."
        return
    first, last = _points(sure[:1]), _points(sure[1:])
    rest = f", then {last}" if last else ""
    yield f"{capital(first)}: the largest change of how often the changed player wins{rest}."


def _points(found: Sequence[Comparison]) -> str:
    said = []
    for c in found[:MOST_TOLD]:
        gap = shown(c.difference, c.low, c.high, "share", difference=True)
        digits = len(gap.value.partition(".")[2])
        said.append(
            f"{scenario_title(c.variant)} {fixed(100 * c.difference, digits, sign=True)} "
            f"({gap.interval}) percentage points"
        )
    return listed(said)
