"""A function over consecutive pieces of work in worker processes, results in order.

Like :func:`satdoku.batch.ordered.map_ordered`, but a piece may take many seconds here: leaving
early ends the workers at once instead of waiting for what they are at.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

__all__ = ["in_order"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 2


def in_order(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """``function(item)`` for each item, in order."""
    if jobs == 1:
        yield from map(function, items)
        return
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    waiting: deque[Future[R]] = deque()
    stream = iter(items)
    try:
        while True:
            for item in islice(stream, jobs * _AHEAD - len(waiting)):
                waiting.append(pool.submit(function, item))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def _ignore_interrupts() -> None:
    """Ctrl-C is the parent's to handle; workers end when it ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
