"""Blocks answered by a Dask cluster (the extra ``cluster``): many machines, or processes of this.

The coordinator sends blocks and receives parts, so that no file system is shared. Dask's scheduler
takes tasks of anyone who reaches it: docs/batch.md has the set-up with TLS.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import Any, Generic, TypeVar

import satdoku
from satdoku.batch.answering import VERSION
from satdoku.batch.encoding import versions
from satdoku.batch.plain import compiled_core
from satdoku.errors import SatdokuError, WorkerDied

__all__ = ["LOCAL", "Cluster", "versions_here"]

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
"""The address that means processes of this machine."""

_CONNECT_SECONDS = 20.0
_LOOK_SECONDS = 2.0
_CLOSE_SECONDS = 10.0
_WORKERLESS_SECONDS = 60.0
"""How long a cluster may be without any worker before the run ends."""


def versions_here(form: str) -> dict[str, object]:
    """What must be the same wherever a block is answered."""
    return {
        "satdoku": satdoku.__version__,
        "answers": VERSION,
        "compiled core": compiled_core() is not None,
    } | versions(form)


def _checked(function: Callable[[T], R], form: str, expected: dict[str, object], task: T) -> R:
    """:raises SatdokuError: where this worker is not of the coordinator's versions."""
    for name, wanted in expected.items():
        found = versions_here(form).get(name)
        if found != wanted:
            raise SatdokuError(
                f"a worker of the cluster has {name} {found}, and this machine {wanted}; "
                "install the same on both"
            )
    return function(task)


class Cluster(Generic[T, R]):
    """See :class:`satdoku.workers.Executor`.

    :param address: of the scheduler, or :data:`LOCAL`.
    :param form: how parts are written.
    :param jobs: processes of a local cluster.
    :raises SatdokuError: where Dask is not installed, or no scheduler answers.
    """

    def __init__(self, function: Callable[[T], R], address: str, form: str, jobs: int) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise SatdokuError(
                "--cluster needs Dask, which is not installed: pip install 'satdoku[cluster]'"
            ) from None
        for name in list(logging.root.manager.loggerDict):
            if name.startswith("distributed"):  # what it logs is reported by errors
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self._dask = distributed
        self._local: Any = None
        self._tasks: dict[Any, T] = {}
        self._function = partial(_checked, function, form, versions_here(form))
        try:
            if address == LOCAL:
                self._local = address = distributed.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            self._client = distributed.Client(address, timeout=_CONNECT_SECONDS)
            self._client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except (OSError, ValueError, RuntimeError, TimeoutError) as error:
            self._close_local()
            raise SatdokuError(
                f"no Dask cluster answers at {address}: {str(error).partition(chr(10))[0]}"
            ) from None
        self.window = self._window()

    def _window(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return 2 * sum(threads.values()) + 2

    def submit(self, task: T) -> None:
        """See :class:`satdoku.workers.Executor`."""
        with self._connected():
            self._tasks[self._client.submit(self._function, task, pure=False)] = task

    def finished(self) -> tuple[T, R | None]:
        """See :class:`satdoku.workers.Executor`.

        :raises WorkerDied: where the scheduler or all workers are lost.
        """
        with self._connected():
            future = self._next()
            self.window = self._window()
            error = future.exception()
            result = None if error is not None else future.result()
        task = self._tasks.pop(future)
        if error is None or isinstance(error, self._dask.KilledWorker):
            return task, result
        if isinstance(error, ModuleNotFoundError):
            raise SatdokuError(f"a worker of the cluster lacks a package: {error}") from None
        raise error

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """:raises WorkerDied: where the scheduler is lost."""
        try:
            yield
        except (OSError, CancelledError):
            raise WorkerDied(
                "the scheduler of the cluster was lost; the same command goes on"
            ) from None

    def _next(self) -> Any:
        """The next task that is done."""
        last = time.monotonic()
        while True:
            with suppress(TimeoutError):
                found = self._dask.wait(
                    list(self._tasks), timeout=_LOOK_SECONDS, return_when="FIRST_COMPLETED"
                )
                return found.done.pop()
            if self._client.nthreads():
                last = time.monotonic()
            elif time.monotonic() - last > _WORKERLESS_SECONDS:
                raise WorkerDied(
                    f"the cluster had no worker for {_WORKERLESS_SECONDS:.0f} s; "
                    "the same command goes on"
                )

    def close(self) -> None:
        """See :class:`satdoku.workers.Executor`."""
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=_CLOSE_SECONDS)
        self._close_local()

    def _close_local(self) -> None:
        if self._local is not None:
            # What does not end in time ends with this process.
            with suppress(OSError, TimeoutError):
                self._local.close(timeout=_CLOSE_SECONDS)
