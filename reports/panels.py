"""Panels of one kind: a large one, or small ones side by side with the same axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

from reports.charts.style import WIDTH, Sheet, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE = 3  # small panels side by side
TITLE = 32  # letters of a title before it breaks, in the narrowest panel

Same = Literal["all", "none"]


@dataclass(frozen=True)
class Panel:
    """Axes with their place: the first of a line, the lowest of a column."""

    axes: Axes
    left: bool
    lowest: bool
    inches: float  # its width, about


def panels(
    around: Sheet, titles: Sequence[str], *, tall: float = 2.8, small: float = 0, wide: int = WIDE,
    same: Same = "all",
) -> tuple[Figure, list[Panel]]:  # fmt: skip
    """A sheet with a panel for each title; a single one is `tall` and shows no title.

    `small` is the height of each of several; `same` says whether they share the scale of their
    vertical axis.
    """
    across = 2 if len(titles) == 4 else min(wide, len(titles))
    lines = -(-len(titles) // across)
    each = tall if len(titles) == 1 else small or (1.75 if across == WIDE else 2.1)
    figure = sheet(around, each * lines + 0.2 * (len(titles) > 1))
    grid: Any = figure.subplots(lines, across, sharex=True, sharey=same, squeeze=False)
    found = []
    for number, axes in enumerate(grid.flat):
        if number >= len(titles):
            axes.set_visible(False)
            continue
        lowest = number >= len(titles) - across
        axes.tick_params(labelbottom=lowest)
        if len(titles) > 1:
            axes.set_title(fill(titles[number], TITLE * WIDE // across), size=7.5, pad=2)
        left = number % across == 0
        found.append(Panel(axes, left, lowest, (WIDTH - 0.6) / across))
    return figure, found
