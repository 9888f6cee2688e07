"""How a run is stopped: signals are heard between tasks, and nothing that is counted is lost."""

from __future__ import annotations

import os
import signal
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sim.watch import Watch

PATIENCE = 2.0  # seconds that a stop waits for the current tasks
STOPPING = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]


class InterruptedRunError(Exception):
    """The user stopped the run; what is played is kept; exit code 130."""


@dataclass
class Stop:
    """Whether the run shall stop, and whether it has waited for the current tasks long enough."""

    asked: bool = False
    late: bool = False


@contextmanager
def interruptible(watch: Watch) -> Iterator[Stop]:
    """Ctrl-C (or a signal to end) once: no new tasks, finished ones are kept.  Twice: quit.

    Current tasks that do not end soon are given up.  A signal that is ignored (nohup) stays ignored.
    """
    stop = Stop()

    def give_up() -> None:
        stop.late = True
        interrupt_main(signal.SIGINT)

    timer = threading.Timer(PATIENCE, give_up)
    timer.daemon = True

    def handle(number: int, frame: Any) -> None:
        if stop.late:
            stop.late = False
            raise InterruptedRunError
        if stop.asked:
            os._exit(130)
        stop.asked = True
        watch.note("stopping after the current matches; press Ctrl-C again to quit at once")
        timer.start()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    heard = [n for n in STOPPING if n == signal.SIGINT or signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield stop
    finally:
        timer.cancel()
        for number, handler in before.items():
            signal.signal(number, handler)
