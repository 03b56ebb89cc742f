"""A function over consecutive pieces of work in worker processes, results in order.

A piece may take many seconds: leaving early ends the workers at once instead of waiting for what
they are at. Each worker has a pipe of its own and the parent no thread, so that ending one at any
moment can leave no lock behind (as ending a ProcessPoolExecutor's can).
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

__all__ = ["in_order"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 16
"""Results that may wait for an earlier one, for each worker."""


def in_order(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """``function(item)`` for each item, in order.

    :raises RuntimeError: where a worker dies.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    # Workers must not inherit threads (a progress bar's, a solver's), so no plain fork.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = cast(Any, multiprocessing.get_context(method))
    workers: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(jobs):
            mine, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, function), daemon=True)
            process.start()
            theirs.close()
            workers[mine] = process
        yield from _ordered(list(workers), iter(items))
    finally:
        for process in workers.values():
            process.terminate()
        for pipe, process in workers.items():
            process.join()
            pipe.close()


def _ordered(pipes: list[Connection], stream: Iterator[Any]) -> Iterator[Any]:
    idle, busy = pipes, dict[Connection, int]()
    done: dict[int, Any] = {}
    given = shown = 0
    ended = False
    while True:
        while idle and not ended and given - shown < len(pipes) * _AHEAD:
            try:
                item = next(stream)
            except StopIteration:
                ended = True
                break
            pipe = idle.pop()
            _send(pipe, item)
            busy[pipe] = given
            given += 1
        while shown in done:
            error, result = done.pop(shown)
            shown += 1
            if error is not None:
                raise error
            yield result
            if idle and not ended:
                break
        else:
            if not busy and (ended or not idle):
                return
            for ready in wait(list(busy)) if busy else ():
                pipe = cast(Connection, ready)
                try:
                    done[busy.pop(pipe)] = pipe.recv()
                except (EOFError, OSError):
                    raise RuntimeError("a worker process died") from None
                idle.append(pipe)


def _send(pipe: Connection, item: object) -> None:
    try:
        pipe.send(item)
    except OSError:
        raise RuntimeError("a worker process died") from None


def _serve(pipe: Connection, function: Callable[[Any], Any]) -> None:
    # Ctrl-C is the parent's to handle; workers end when it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        answer: tuple[Exception | None, Any]
        try:
            answer = (None, function(item))
        except Exception as error:
            answer = (error, None)
        try:
            pipe.send(answer)
        except OSError:
            return
