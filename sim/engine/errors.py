"""What the user did wrong, in one line."""

from collections.abc import Iterable
from difflib import get_close_matches

LISTED = 30  # names shown of a longer list


class InputError(ValueError):
    """The user's input cannot be used; the message says what to write instead."""


def nearest(name: str, known: Iterable[str], others: Iterable[str] = ()) -> str:
    """Suffix for a message about an unknown name: the nearest name, else all that are known.

    `others` are names worth suggesting but not worth listing.
    """
    names = sorted(known)
    close = get_close_matches(name, [*names, *others], n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    listed = ", ".join(names) if len(names) <= LISTED else f"{', '.join(names[:LISTED])}, ..."
    return f"; known: {listed}" if names else ""
