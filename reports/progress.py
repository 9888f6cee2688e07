"""Progress on stderr: phase, matches done, rate, time left, precision of the headline."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from analysis.nouns import plural_of
from sim.engine.errors import thousands

if TYPE_CHECKING:
    from sim.plan import Group, Plan
    from sim.result import GroupResult

PAUSE = 0.2  # seconds between two updates of a terminal line
PAUSE_PLAIN = 10.0  # and between two plain lines


class Progress:
    """Shows a run's progress: one changing line on a terminal, plain lines elsewhere."""

    def __init__(self, plan: Plan, *, quiet: bool) -> None:
        self.quiet = quiet
        self.terminal = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        groups = plan.played
        self.total = sum(g.matches * len(g.scenarios) for g in groups)
        units = [plan.game.unit_of(s.rules) for g in groups for s in g.scenarios]
        self.unit = " and ".join(plural_of(unit) for unit in dict.fromkeys(units))
        self.done = 0
        self.name = ""
        self.began = self.shown = time.monotonic()

    def phase(self, name: str) -> None:
        """A phase begins."""
        self.name = name
        self.began = time.monotonic()
        if name == "playing":
            self._show(f"playing {thousands(self.total)} {self.unit}")
        else:
            self._show(name)

    def played(self, group: Group, matches: int, result: GroupResult) -> None:
        """That many more matches of every scenario of a group are counted."""
        self.done += matches * len(group.scenarios)
        pause = PAUSE if self.terminal else PAUSE_PLAIN
        finished = self.done >= self.total
        if self.quiet or (time.monotonic() - self.shown < pause and not finished):
            return
        seconds = max(1e-9, time.monotonic() - self.began)
        rate = self.done / seconds
        left = (self.total - self.done) / rate
        self._show(
            f"{thousands(self.done)} of {thousands(self.total)} {self.unit} "
            f"({self.done / self.total:.0%}), {thousands(round(rate))}/s, "
            f"{thousands(round(left))} s left, {_precision(result)}",
        )

    def note(self, text: str) -> None:
        """A line that stays."""
        end = "\r\033[K" if self.terminal and not self.quiet else ""
        print(f"{end}dreamodds: {text}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Leave the terminal line."""
        if self.terminal and not self.quiet:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        if self.quiet:
            return
        self.shown = time.monotonic()
        if self.terminal:
            print(f"\r\033[K{text[: _columns() - 1]}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)


def _columns() -> int:
    """Width of the terminal on stderr: a longer line would wrap and stay."""
    try:
        return min(101, os.get_terminal_size(sys.stderr.fileno()).columns or 80)
    except (OSError, ValueError):
        return 101


def _precision(result: GroupResult) -> str:
    """Half-width of the base's first win share, at this n only."""
    from analysis.estimate import of_column

    tally = result.tallies[result.group.base.name]
    estimate = of_column(tally.column("win_share_seat0"))
    return f"win share +-{(estimate.high - estimate.low) / 2:.2%} at this n"
