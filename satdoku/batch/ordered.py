"""A function over a stream, in worker processes: bounded memory, results in input order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

__all__ = ["map_ordered"]

T = TypeVar("T")
R = TypeVar("R")

_WINDOW = 4
"""Chunks under way for each worker: enough that none waits, few enough that memory is bounded."""


def map_ordered(
    function: Callable[[T], R], items: Iterable[T], *, jobs: int = 1, chunk: int = 64
) -> Iterator[R]:
    """``function(item)`` for each item, in order.

    With ``jobs`` > 1 the function and the items are pickled to worker processes, ``chunk`` items
    at a time. Leaving the iterator early (or Ctrl-C) ends the workers.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    # Workers must not inherit threads (a progress bar's, a solver's), so no plain fork.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    waiting: deque[Future[list[R]]] = deque()
    stream = iter(items)
    try:
        while True:
            while len(waiting) < jobs * _WINDOW and (piece := list(islice(stream, chunk))):
                waiting.append(pool.submit(_apply, function, piece))
            if not waiting:
                return
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is the parent's to handle; workers end when it ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _apply(function: Callable[[T], R], piece: list[T]) -> list[R]:
    return [function(item) for item in piece]
