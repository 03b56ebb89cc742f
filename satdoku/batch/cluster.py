"""Blocks answered by a Dask cluster (the extra ``cluster``): many machines, or processes of this.

The coordinator sends blocks and receives parts, so that no file system is shared. Dask's scheduler
takes tasks of anyone who reaches it: docs/batch.md has the set-up with TLS.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from typing import Any, Generic, TypeVar

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import SatdokuError, WorkerDied
from satdoku.base.records import dataclass
from satdoku.base.version import __version__
from satdoku.base.workers import portable
from satdoku.batch.block_answers import GIVEN_UP, VERSION
from satdoku.batch.encoding import versions

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
"""The address that means processes of this machine."""

_CONNECT_SECONDS = 20.0
_LOOK_SECONDS = 2.0
_FETCH_SECONDS = 30.0
_CLOSE_SECONDS = 10.0
_KEEP = {"distributed.deploy.lost-worker-timeout": "1 week"}
"""A worker of this machine that dies is started again, on a loaded machine after many seconds.
Dask's local cluster gives up for good a worker that is away 15 s after any of its deaths."""
_WORKERLESS_SECONDS = 60.0
"""How long a cluster may be without any worker before the run ends."""


def versions_here(form: str) -> dict[str, object]:
    """The versions that must be the same wherever a block is answered."""
    return {
        "satdoku": __version__,
        "answers": VERSION,
        "compiled core": compiled_core() is not None,
    } | versions(form)


@dataclass(frozen=True, slots=True)
class _Call:
    """A task as the cluster carries it: bytes that are the call of :func:`_run` where they are
    unpickled, which is at the worker. Nothing else there, nor the scheduler, needs satdoku."""

    function: bytes
    task: bytes
    form: str
    expected: dict[str, object]

    def __reduce__(self) -> tuple[Any, ...]:
        return _run, (self.function, self.task, self.form, self.expected)


def _run(function: bytes, task: bytes, form: str, expected: dict[str, object]) -> bytes:
    """The error or the result, pickled: Dask cannot carry every error."""
    token = GIVEN_UP.set(_given_up())
    try:
        _require_same(versions_here(form), expected)
        return pickle.dumps((None, pickle.loads(function)(pickle.loads(task))))
    except Exception as error:  # also of a result that cannot be pickled
        return pickle.dumps((portable(error), None))
    finally:
        GIVEN_UP.reset(token)


def _require_same(here: dict[str, object], expected: dict[str, object]) -> None:
    """:raises SatdokuError: where this worker is not of the coordinator's versions."""
    for name, wanted in expected.items():
        version = here.get(name)
        if version != wanted:
            raise SatdokuError(
                f"a worker of the cluster has {name} {version}, and this machine {wanted}; "
                "install the same on both"
            )


def _given_up() -> Callable[[], bool]:
    """Whether the run of the task in this thread has gone away."""
    dask: Any = import_module("distributed.worker")
    key, tasks = dask.thread_state.key, dask.get_worker().state.tasks

    def given_up() -> bool:
        task = tasks.get(key)
        return task is None or task.state == "cancelled"

    return given_up


class Cluster(Generic[T, R]):
    """Tasks to the workers of a Dask cluster (:class:`satdoku.base.workers.Executor`).

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
        self._kept: Any = nullcontext()
        self._tasks: dict[Any, T] = {}
        self._call = partial(_Call, pickle.dumps(function), form=form, expected=versions_here(form))
        try:
            if address == LOCAL:
                self._kept = import_module("dask.config").set(_KEEP)
                self._local = address = distributed.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            self._client = distributed.Client(address, timeout=_CONNECT_SECONDS)
            self._client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except Exception as error:  # of Dask, which raises TypeError where TLS lacks its files
            self._close_local()
            reason = str(error).partition("\n")[0] or type(error).__name__
            if isinstance(error, TypeError) and address.startswith("tls:"):
                reason = (
                    "the files for TLS are not named (DASK_DISTRIBUTED__COMM__TLS__CA_FILE and so "
                    "on; docs/batch.md)"
                )
            raise SatdokuError(f"no Dask cluster answers at {address}: {reason}") from None
        self.window = self._window()

    def _window(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return 2 * sum(threads.values()) + 2

    def submit(self, task: T) -> None:
        payload = pickle.dumps(self._call(task=pickle.dumps(task)))
        with self._connected():
            self._tasks[self._client.submit(pickle.loads, payload, pure=False)] = task

    def finished(self) -> tuple[T, R | None]:
        """A task that is done, and its answer; ``None``: its worker died.

        :raises WorkerDied: where the scheduler or all workers are lost.
        """
        with self._connected():
            future, answer = self._next()
            self.window = self._window()
        task = self._tasks.pop(future)
        if answer is None:
            return task, None
        error, result = pickle.loads(answer)
        if error is not None:
            raise error
        return task, result

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """:raises WorkerDied: where the scheduler is lost."""
        try:
            yield
        except (OSError, CancelledError):
            raise WorkerDied(
                "the scheduler of the cluster was lost; the same command continues"
            ) from None

    def _next(self) -> tuple[Any, bytes | None]:
        """The next task that is done, and what :func:`_run` returned; ``None``: workers died."""
        last = time.monotonic()
        while True:
            with suppress(TimeoutError):
                finished = self._dask.wait(
                    list(self._tasks), timeout=_LOOK_SECONDS, return_when="FIRST_COMPLETED"
                )
                future = finished.done.pop()
                return future, self._answer(future)
            if self._client.nthreads():
                last = time.monotonic()
            elif time.monotonic() - last > _WORKERLESS_SECONDS:
                raise WorkerDied(
                    f"the cluster had no worker for {_WORKERLESS_SECONDS:.0f} s; "
                    "the same command continues"
                )

    def _answer(self, future: Any) -> bytes | None:
        """:raises TimeoutError: where the worker that had it is lost, too, and no other has made
        it again."""
        try:
            answer: bytes = future.result(timeout=_FETCH_SECONDS)
        except self._dask.KilledWorker:
            return None
        except ModuleNotFoundError as error:
            raise SatdokuError(f"a worker of the cluster lacks a package: {error}") from None
        except (ImportError, AttributeError) as error:
            raise SatdokuError(
                f"a worker of the cluster has another version of satdoku ({error}); install the "
                "same on both"
            ) from None
        return answer

    def close(self) -> None:
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=_CLOSE_SECONDS)
        self._close_local()

    def _close_local(self) -> None:
        # What does not end in time ends with this process.
        with self._kept, suppress(OSError, TimeoutError):
            if self._local is not None:
                self._local.close(timeout=_CLOSE_SECONDS)
