"""Sentences about one scenario: who wins how often, whether that is balanced, what is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.balance import SEVERITY, more_matches
from reports.parts import line_up
from reports.words import (
    PLACE,
    capital,
    label,
    listed,
    percent,
    place,
    plain,
    plural,
    shown,
    shown_estimate,
)

if TYPE_CHECKING:
    from analysis.balance import Balance
    from analysis.part import Part

MENTIONED = 0.05  # share of matches that nobody wins from which it is said


def main_groups(part: Part) -> list[list[str]]:
    """The groups of columns that the verdict turns on, the first one first.

    Where different strategies meet that is how strong they are, else rivals, contenders, seats.
    """
    groups = [*reversed(part.rivals)]
    groups.sort(key=part.equal_by_design)
    if len(set(part.scenario.seats)) > 1:
        groups.sort(key=lambda names: not names[0].startswith("win_share_contender"))
    return groups


def main_group(part: Part) -> list[str]:
    """The first of them."""
    return main_groups(part)[0]


def outcome(part: Part, group: Sequence[str]) -> str:
    """The worst verdict in a group."""
    return max((b.verdict for b in _balance(part, group)), key=SEVERITY.index)


def _balance(part: Part, group: Sequence[str]) -> list[Balance]:
    return [b for b in part.balance if b.metric in group]


def _more(part: Part, group: Sequence[str]) -> str:
    """How many more matches the undecided of a group need."""
    found = [b for b in _balance(part, group) if b.verdict == "undecided"]
    known = [b.needed for b in found if b.needed is not None]
    needed = max(known) if len(known) == len(found) else None
    early = any(b.early for b in found)
    return more_matches(needed, part.tally.matches, early=early, unit=part.unit)


def group_sentence(part: Part, group: Sequence[str]) -> str:
    """How often each of a group wins, and whether that is balanced."""
    if part.equal_by_design(group):
        stem = of_players(part, group[0])
        what = f"{stem[:1].lower()}{stem[1:]} of contenders is" if stem else "contenders are"
        return capital(f"{what} equal by design: all play the same strategy and change seats.")
    shares = []
    for i, name in enumerate(group):
        e = shown_estimate(part.columns[name])
        interval = f"95 % interval {e.interval}" if i == 0 else e.interval
        shares.append(f"{winner(part, name, first=i == 0)} {e.point} ({interval})")
    nobody = part.columns["no_winner"]
    if group[0].startswith("win_share") and nobody.value > MENTIONED:
        shares.append(f"nobody {shown_estimate(nobody).whole}")
    what = of_players(part, group[0])
    said = f"{capital(what)}: {listed(shares)}" if what else capital(listed(shares))
    return f"{said}{';' if what else ':'} {judged(part, group)}."


def of_players(part: Part, metric: str) -> str:
    """What a per-seat column other than the win share says, "" for all other columns."""
    split = PLACE.fullmatch(metric)
    if split is None or split[1] == "win_share":
        return ""
    return label(part.scenario.declared.record, split[1])


def winner(part: Part, metric: str, *, first: bool) -> str:
    """`seat 0 wins`, `heuristic wins`; only who of another per-seat column; else what it says."""
    s = part.scenario
    split = PLACE.fullmatch(metric)
    if split is not None:
        who = place(split[2], int(split[3]), s.seats if split[2] == "contender" else ())
        return f"{who} wins" if first and split[1] == "win_share" else who
    text = label(s.declared.record, metric)
    return text[:1].lower() + text[1:]


def judged(part: Part, group: Sequence[str]) -> str:
    """The verdict on a group of columns, with the margin it is held against."""
    worst = outcome(part, group)
    if worst == "nobody wins":
        return "nobody ever wins, so there is no share to compare"
    fair = percent(round(part.par(group), 4))
    margin = f"{percent(part.margin)[:-2]} percentage points"
    contest = "_contender" in group[0] and len(set(part.scenario.seats)) > 1
    if contest and worst == "unbalanced":
        wins = group[0].startswith("win_share")
        return f"the strategies are not {'equally strong' if wins else 'alike'}"
    if worst == "balanced":
        return f"balanced, within {margin} of an equal share ({fair})"
    if worst == "different but negligible":
        return f"not quite equal, but less than {margin} from an equal share ({fair})"
    if worst == "unbalanced":
        far = sum(b.verdict == worst for b in _balance(part, group))
        some = f"{far} of {len(group)} " if far < len(group) else ""
        return f"unbalanced, {some}more than {margin} from an equal share ({fair})"
    return f"undecided whether that is within {margin} of an equal share ({fair}); {_more(part, group)}"


def fair_sentences(part: Part) -> Iterator[str]:
    """How far shares other than those of rivals lie from an equal part of what somebody wins."""
    record = part.scenario.declared.record
    told = {name for group in part.rivals for name in group}
    for f in part.fair_shares:
        if f.metric not in told and PLACE.fullmatch(f.metric) is None:
            e = shown_estimate(part.columns[f.metric])
            gap = shown(f.value - f.fair, f.low - f.fair, f.high - f.fair, "share", difference=True)
            fair = f"its fair share of {percent(round(f.fair, 4))}"
            side = f"{f.side} {fair}" if f.side else f"not shown to differ from {fair}"
            yield f"{label(record, f.metric)}: {e.whole}, {side} ({gap.interval} percentage points)."


def changed_rules(part: Part) -> str:
    """House rules that differ from the printed ones: `thirds = 4`."""
    changed = part.scenario.rules.changed()
    return ", ".join(f"{name} = {plain(value)}" for name, value in changed.items())


def differs_in(base: Part, part: Part) -> str:
    """What a scenario changes of the base: options, seats, component files."""
    ours, theirs = part.scenario.rules.model_dump(), base.scenario.rules.model_dump()
    said = [f"{k} = {plain(v)}" for k, v in ours.items() if v != theirs[k]]
    if part.scenario.players != base.scenario.players:
        said.append(plural(part.scenario.players, "player"))
    if part.scenario.policies != base.scenario.policies:
        said.append(line_up(part))
    if part.scenario.components.digests != base.scenario.components.digests:
        said.append("other components")
    return ", ".join(said)
