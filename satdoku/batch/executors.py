"""Who answers the blocks: threads of this process, worker processes, a cluster.

All keep one small protocol: tasks go in, and come out in any order with what became of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Generic, Protocol, TypeVar

from satdoku.workers import Workers

__all__ = ["Executor", "Processes", "Threads"]

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol[T]):
    """Where a function runs.

    ``window`` is how many tasks it is worth having in it at a time.
    """

    window: int

    def submit(self, task: T) -> None:
        """Take a task."""

    def finished(self) -> tuple[T, Any]:
        """Wait for a task: it and its result, ``None`` where its worker died.

        :raises Exception: what the function raised.
        """

    def close(self) -> None:
        """End at once; tasks inside are given up."""


class Threads(Generic[T, R]):
    """Threads of this process, for a function that leaves Python to the compiled core."""

    def __init__(self, function: Callable[[T], R], jobs: int) -> None:
        self.window = jobs + 1
        self._function = function
        self._pool = ThreadPoolExecutor(jobs)
        self._tasks: dict[Future[R], T] = {}

    def submit(self, task: T) -> None:
        """See :class:`Executor`."""
        self._tasks[self._pool.submit(self._function, task)] = task

    def finished(self) -> tuple[T, R | None]:
        """See :class:`Executor`."""
        done, _ = wait(self._tasks, return_when=FIRST_COMPLETED)
        future = done.pop()
        return self._tasks.pop(future), future.result()

    def close(self) -> None:
        """See :class:`Executor`."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Processes(Generic[T, R]):
    """Worker processes; a worker that dies loses the task that it was at, and nothing else."""

    def __init__(self, function: Callable[[T], R], jobs: int) -> None:
        self.window = 2 * jobs
        self._queue: deque[T] = deque()
        self._done: deque[tuple[T, tuple[Exception | None, Any] | None]] = deque()
        self._workers = Workers(function)
        try:
            for _ in range(jobs):
                self._workers.start()
        except BaseException:
            self._workers.end()
            raise

    def submit(self, task: T) -> None:
        """See :class:`Executor`."""
        self._queue.append(task)
        self._give()

    def _give(self) -> None:
        while self._queue and self._workers.idle:
            self._workers.give(0, self._queue.popleft())

    def finished(self) -> tuple[T, R | None]:
        """See :class:`Executor`."""
        while not self._done:
            self._done.extend((task, answer) for _, task, answer in self._workers.results())
            self._give()
        task, answer = self._done.popleft()
        if answer is None:
            return task, None
        error, result = answer
        if error is not None:
            raise error
        return task, result

    def close(self) -> None:
        """See :class:`Executor`."""
        self._workers.end()
