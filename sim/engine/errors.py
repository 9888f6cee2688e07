"""What the user did wrong, in one line."""

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

LISTED = 30  # names shown of a longer list
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})  # no mistake of the user: the run can go on later


class InputError(ValueError):
    """The user's input cannot be used; the message says what to write instead."""


@contextmanager
def usable(path: object) -> Iterator[None]:
    """Whatever the system has against a path is the user's mistake: one line that names it."""
    try:
        yield
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except OSError as error:
        if error.errno in FULL:
            raise
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (RuntimeError, ValueError) as error:  # links in a circle, a null byte in the path
        reason = str(error).partition(";")[0].splitlines()[0]
        raise InputError(f"{path}: {reason}") from None


def not_utf8(content: bytes, error: UnicodeDecodeError) -> str:
    """Line of the first byte that is no text, and what to say of it."""
    line = content.count(b"\n", 0, error.start) + 1
    return f"{line}: not UTF-8 text (byte {error.start})"


def thousands(n: int) -> str:
    """A whole number, thousands apart: `50 000`."""
    return f"{n:,}".replace(",", " ")


def nearest(name: str, known: Iterable[str], others: Iterable[str] = ()) -> str:
    """Suffix for a message about an unknown name: the nearest name, else all that are known.

    `others` are names worth suggesting but not worth listing.
    """
    names = sorted(known)
    spelled = {other.casefold(): other for other in [*others, *names]}
    close = get_close_matches(name.casefold(), spelled, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {spelled[close[0]]!r}?"
    listed = ", ".join(names) if len(names) <= LISTED else f"{', '.join(names[:LISTED])}, ..."
    return f"; known: {listed}" if names else ""
