"""What one worker plays at a time: matches of about a second, whatever a match lasts."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

from sim.plan import Group
from sim.play import play_for

TASK = 1.0  # seconds that a task shall take
LATE = 1.5  # and after which it ends, wherever it is
FIRST = 1200  # matches of a task while nothing is known of their speed


@dataclass
class Pace:
    """How fast matches of one scenario are played; None before the first."""

    seconds: float | None = None  # of one match

    def learn(self, group: Group, matches: int, seconds: float) -> None:
        """The latest task tells."""
        self.seconds = max(seconds, 1e-6) / (matches * len(group.scenarios))

    def matches(self, group: Group) -> int:
        """Matches of a task: whole blocks, at least one."""
        wanted = FIRST
        if self.seconds is not None:
            wanted = int(TASK / (self.seconds * len(group.scenarios)))
        return max(1, wanted // group.block) * group.block


class Left:
    """Stretches of matches that are still to be played, cut into tasks, the first ones first."""

    def __init__(self, group: Group, pace: Pace) -> None:
        self.group, self.pace = group, pace
        self.gaps: list[tuple[int, int]] = []
        self.lock = threading.Lock()

    def put(self, first: int, matches: int) -> None:
        """These matches are not played."""
        if matches:
            with self.lock:
                self.gaps = sorted([*self.gaps, (first, matches)])

    def take(self) -> tuple[int, int] | None:
        """Matches of the next task, None if none are left."""
        with self.lock:
            if not self.gaps:
                return None
            first, matches = self.gaps.pop(0)
            size = min(matches, self.pace.matches(self.group))
            if size < matches:
                self.gaps.insert(0, (first + size, matches - size))
            return first, size


def play_task(
    group: Group, first: int, matches: int
) -> tuple[int, int, int, float, dict[str, Any]]:
    """First match, matches asked for and done, seconds, counts."""
    began = time.monotonic()
    done, arrays = play_for(LATE, group, first, matches)
    return first, matches, done, time.monotonic() - began, arrays
