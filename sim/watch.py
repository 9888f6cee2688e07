"""Whoever is told how a run goes on."""

from __future__ import annotations

import sys
from typing import Protocol

from sim.plan import Group
from sim.result import GroupResult


class Watch(Protocol):
    """Whoever shows progress."""

    def phase(self, name: str) -> None:
        """A phase begins: compiling, playing, reporting."""

    def played(self, group: Group, matches: int, result: GroupResult) -> None:
        """So many more matches of a group are counted."""

    def note(self, text: str) -> None:
        """Something the user should know."""


class Quiet:
    """A watch that shows nothing."""

    def phase(self, name: str) -> None:
        """Ignore the phase."""

    def played(self, group: Group, matches: int, result: GroupResult) -> None:
        """Ignore the progress."""

    def note(self, text: str) -> None:
        """Print notes: they are warnings."""
        print(f"dreamodds: {text}", file=sys.stderr)
