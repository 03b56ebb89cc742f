"""Threads that answer blocks; :mod:`satdoku.base.workers` has processes, ``cluster`` machines."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Threads(Generic[T, R]):
    """Threads of this process, for a function that leaves Python to the compiled core."""

    def __init__(self, function: Callable[[T], R], jobs: int) -> None:
        self.window = jobs + 2  # one waits while another is read
        self._function = function
        self._pool = ThreadPoolExecutor(jobs)
        self._tasks: dict[Future[R], T] = {}

    def submit(self, task: T) -> None:
        self._tasks[self._pool.submit(self._function, task)] = task

    def finished(self) -> tuple[T, R | None]:
        done, _ = wait(self._tasks, return_when=FIRST_COMPLETED)
        future = done.pop()
        return self._tasks.pop(future), future.result()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
