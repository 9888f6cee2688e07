"""Who plays: threads, processes or a cluster, by way of joblib."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import joblib

from sim.engine.errors import InputError
from sim.plan import CHUNK

BACKENDS = ("threads", "processes", "cluster")


@dataclass(frozen=True)
class Workers:
    """How chunks fan out."""

    jobs: int
    backend: str = "threads"
    cluster: str = ""  # address of a dask scheduler
    chunk: int = CHUNK


@contextmanager
def deaf(workers: Workers) -> Iterator[None]:
    """Start processes that ignore Ctrl-C: a terminal sends it to them too, but this one decides."""
    if workers.backend != "processes" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def parallel(workers: Workers) -> Iterator[Any]:
    """Workers with one task each and none waiting, so that a stop need not wait for it.

    One worker is a thread of its own: this one hears signals.
    """
    backend = {"threads": "threading", "processes": "loky", "cluster": "dask"}[workers.backend]
    how: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
    if workers.backend == "cluster":
        with _client(workers.cluster), joblib.parallel_config(backend=backend):
            yield joblib.Parallel(pre_dispatch="n_jobs", **how)
    elif workers.jobs == 1:
        yield joblib.Parallel(2, backend="threading", pre_dispatch=1, **how)
    else:
        yield joblib.Parallel(workers.jobs, backend=backend, pre_dispatch=workers.jobs, **how)


def crew(workers: Workers) -> int:
    """How many tasks are played at a time; within `parallel`, which knows the cluster."""
    return int(joblib.effective_n_jobs(-1)) if workers.backend == "cluster" else workers.jobs


def reach(address: str) -> None:
    """Refuse the address of a cluster that cannot be reached."""
    with _client(address):
        pass


def _client(address: str) -> Any:
    """A connection to a dask scheduler."""
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'dreamodds[cluster]'"
        raise InputError(f"--cluster {address}: needs dask and distributed ({hint})") from None
    try:
        return Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError(f"--cluster {address}: cannot be reached ({reason})") from None


def usable_cores() -> int:
    """Cores this process may use: affinity and container limits count."""
    try:
        return int(joblib.cpu_count())
    except ValueError:
        limit = os.environ.get("LOKY_MAX_CPU_COUNT")
        raise InputError(f"LOKY_MAX_CPU_COUNT = {limit!r}: must be a whole number") from None
