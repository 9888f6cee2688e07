"""Standard streams that outlive their readers, and what the system refuses in words."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sim.engine.errors import FULL

if TYPE_CHECKING:
    from sim.plan import Plan


class Lasting:
    """A stream whose reader may leave: what cannot be written is lost, and nothing else."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.lost: OSError | None = None
        if hasattr(stream, "reconfigure"):  # a terminal that has no sign for a character
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write what can be written."""
        try:
            self.stream.write(text)
        except OSError as error:
            self._lose(error)
        return len(text)

    def flush(self) -> None:
        """Send what is held back."""
        try:
            self.stream.flush()
        except OSError as error:
            self._lose(error)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own."""
        return getattr(self.stream, name)

    def _lose(self, error: OSError) -> None:
        self.lost = error
        with Path(os.devnull).open("wb", 0) as nothing:
            os.dup2(nothing.fileno(), self.stream.fileno())

    @property
    def failed(self) -> str:
        """Why output is lost, '' if all was written or its reader has gone."""
        return "" if self.lost is None or self.lost.errno == errno.EPIPE else in_words(self.lost)


@contextmanager
def lasting_streams() -> Iterator[Lasting]:
    """Make stdout (which is handed out) and stderr lasting ones.

    Streams that were closed by the shell lead nowhere, so that no file gets their numbers.
    """
    before = sys.stdout, sys.stderr
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number
    with Path(os.devnull).open("w", encoding="utf-8") as nothing:
        out, err = (Lasting(nothing if stream is None else stream) for stream in before)
        sys.stdout, sys.stderr = cast("Any", out), cast("Any", err)
        try:
            yield out
        finally:
            out.flush()
            err.flush()
            sys.stdout, sys.stderr = before


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """A request to end, or a terminal that is closed, interrupts as Ctrl-C does.

    Ctrl-C itself does so in every phase, also of a job in the background that began without it.
    """
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    heard = {n: signal.SIG_DFL for n in numbers if signal.getsignal(n) == signal.SIG_DFL}
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        heard[signal.SIGINT] = signal.SIG_IGN
    if threading.current_thread() is not threading.main_thread():
        heard = {}
    for number in heard:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)


def in_words(error: BaseException) -> str:
    """What the system refuses, in words: disk, memory, threads; '' for a mistake of the program."""
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "the current folder does not exist any more"
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"{place}{error.strerror or error or type(error).__name__}"
    if isinstance(error, MemoryError):
        return str(error) or "out of memory"
    if isinstance(error, ImportError):
        broken = isinstance(error, ModuleNotFoundError) or "cannot import name" in str(error)
        return "" if broken else str(error)
    return str(error) if "can't start new thread" in str(error) else ""


def passes(error: BaseException) -> bool:
    """Whether the same command may succeed later: a full disk, too little memory."""
    passing = {*FULL, errno.EFBIG, errno.EIO, None}  # None: a library that cannot be loaded
    return not isinstance(error, OSError) or error.errno in passing


def tell_doubts(plan: Plan) -> None:
    """Print what is allowed and probably not meant, a line each, on stderr."""
    for text in plan.doubts():
        say(f"note: {text}", 0)


class Told(int):
    """An exit code whose reason has been told."""


def say(text: str, code: int) -> int:
    """Print one line on stderr; the exit code that goes with it."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    print(f"dreamodds: {line}", file=sys.stderr)
    return Told(code)
