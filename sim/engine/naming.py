"""What the components of a scenario call the things that a record only numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.engine.contract import Record


@dataclass(frozen=True)
class Names:
    """Texts of columns, names of the items of lifts and contrasts, names of the values of axes."""

    columns: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    axes: Mapping[str, Sequence[str]] = field(default_factory=dict)


def up_to(last: int, first: int = 0) -> list[str]:
    """Names of the values of an axis whose last one stands for larger ones too: 0, 1, 2+."""
    return [*map(str, range(first, last)), f"{last}+"]


def renamed(record: Record, names: Names) -> Record:
    """The same record, told with these names; what they do not name stays as it is."""
    return replace(
        record,
        columns=tuple(replace(c, help=names.columns.get(c.name, c.help)) for c in record.columns),
        matrices=tuple(
            replace(m, words=tuple(tuple(names.axes.get(axis, ())) for axis, _, _ in m.axes))
            for m in record.matrices
        ),
        lifts=tuple(replace(x, labels=_of(x.items, names)) for x in record.lifts),
        contrasts=tuple(replace(x, labels=_of(x.items, names)) for x in record.contrasts),
    )


def _of(items: Sequence[str], names: Names) -> tuple[str, ...]:
    return tuple(names.items.get(item, "") for item in items)
