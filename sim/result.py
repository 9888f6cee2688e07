"""What a group of scenarios has counted so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.plan import Group
from sim.tally import Tally, carry_over


class GroupResult:
    """Tallies of one group's scenarios, paired products with the base, sampled rows.

    `cross` holds arrays of shape (2, words) by variant; `rows` has shape (rows, 1 + words): the
    index of a match and its record.
    """

    def __init__(self, group: Group) -> None:
        """Nothing is counted yet."""
        self.group = group
        self.tallies = {s.name: Tally(s) for s in group.scenarios}
        self.cross: dict[str, Any] = {}
        self.rows: Any = None
        self.stopped_early = False

    def add(self, arrays: dict[str, Any]) -> None:
        """Add the counts of the next chunk (sim.play.play_chunk)."""
        for i, scenario in enumerate(self.group.scenarios):
            prefix = f"{i}/"
            own = {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
            products, rows = own.pop("cross", None), own.pop("rows", None)
            self.tallies[scenario.name].add(own)
            if products is not None:
                held = self.cross.setdefault(scenario.name, np.zeros_like(products))
                held += products
                carry_over(held)
            if rows is not None:
                self.rows = rows if self.rows is None else np.concatenate([self.rows, rows])
