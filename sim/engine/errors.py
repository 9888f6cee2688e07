"""What the user did wrong, in one line."""

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """The user's input cannot be used; the message says what to write instead."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Suffix for a message about an unknown name: the nearest known one, and all that is known."""
    names = sorted(known)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    listed = ", ".join(names) if len(names) <= 12 else f"{', '.join(names[:12])}, ..."
    return f"; did you mean {close[0]!r}?" if close else f"; known: {listed}"
