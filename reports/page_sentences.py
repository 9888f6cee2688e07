"""Sentences about one scenario: who wins how often, whether that is balanced, what is changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.parts import line_up, rival_groups
from reports.words import capital, count, label, listed, percent, place, plain, shown_estimate

if TYPE_CHECKING:
    from analysis.balance import Balance
    from analysis.part import Part

SEVERITY = ("balanced", "different but negligible", "undecided", "unbalanced")


def main_group(part: Part) -> list[str]:
    """The group of columns that the verdict turns on: rivals, else contenders, else seats."""
    return rival_groups(part)[-1]


def outcome(part: Part, group: Sequence[str]) -> tuple[str, int | None]:
    """The worst verdict in a group, and how many more matches an undecided one needs."""
    found: list[Balance] = [b for b in part.balance if b.metric in group]
    worst = max((b.verdict for b in found), key=SEVERITY.index)
    needs = [b.needed for b in found if b.verdict == "undecided"]
    known = [n for n in needs if n is not None]
    return worst, max(known) if known and len(known) == len(needs) else None


def group_sentence(part: Part, group: Sequence[str]) -> str:
    """How often each of a group wins, and whether that is balanced."""
    shares = []
    for i, name in enumerate(group):
        e = shown_estimate(part.columns[name])
        interval = f"95 % interval {e.interval}" if i == 0 else e.interval
        shares.append(f"{winner(part, name, first=i == 0)} {e.point} ({interval})")
    return f"{capital(listed(shares))}: {judged(part, group)}."


def winner(part: Part, metric: str, *, first: bool) -> str:
    """`seat 0 wins`, `heuristic wins`, or what the column says."""
    s = part.scenario
    for kind in ("seat", "contender"):
        prefix = f"win_share_{kind}"
        if metric.startswith(prefix):
            seats = s.seats if kind == "contender" else ()
            who = place(kind, int(metric.removeprefix(prefix)), seats)
            return f"{who} wins" if first else who
    text = label(s.declared.record, metric)
    return text[:1].lower() + text[1:]


def judged(part: Part, group: Sequence[str]) -> str:
    """The verdict on a group of columns, with the margin it is held against."""
    worst, needed = outcome(part, group)
    fair = percent(round(sum(part.columns[name].value for name in group) / len(group), 4))
    margin = f"{percent(part.margin)[:-2]} percentage points"
    contest = group[0].startswith("win_share_contender") and len(set(part.scenario.seats)) > 1
    if contest and worst == "unbalanced":
        return "the strategies are not equally strong"
    if worst == "balanced":
        return f"balanced, within {margin} of an equal share ({fair})"
    if worst == "different but negligible":
        return f"not quite equal, but less than {margin} from an equal share ({fair})"
    if worst == "unbalanced":
        return f"unbalanced, more than {margin} from an equal share ({fair})"
    return f"undecided whether that is within {margin} of an equal share ({fair}); {_more(needed)}"


def _more(needed: int | None) -> str:
    if needed is None:
        return "no affordable number of matches would tell"
    return f"about {count(round(needed, 2 - len(str(needed))))} more matches would tell"


def changed_rules(part: Part) -> str:
    """House rules that differ from the printed ones: `thirds = 4`."""
    changed = part.scenario.rules.changed()
    return ", ".join(f"{name} = {plain(value)}" for name, value in changed.items())


def differs_in(base: Part, part: Part) -> str:
    """What a scenario changes of the base: options, seats, component files."""
    ours, theirs = part.scenario.rules.model_dump(), base.scenario.rules.model_dump()
    said = [f"{k} = {plain(v)}" for k, v in ours.items() if v != theirs[k]]
    if part.scenario.policies != base.scenario.policies:
        said.append(line_up(part))
    if part.scenario.components.digests != base.scenario.components.digests:
        said.append("other components")
    return ", ".join(said)
