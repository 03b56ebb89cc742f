"""A function over a stream, in worker processes: bounded memory, results in input order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def map_ordered(
    function: Callable[[T], R],
    items: Iterable[T],
    *,
    jobs: int = 1,
    chunk: int = 64,
    lost: Callable[[list[T]], Sequence[R]] | None = None,
) -> Iterator[R]:
    """``function(item)`` for each item, in order.

    With ``jobs`` > 1 the function and the items are pickled to worker processes, ``chunk`` items
    at a time. Leaving the iterator early (or Ctrl-C) ends the workers.

    :param lost: the results in the place of those of items whose worker died.
    :raises WorkerDied: where one dies and ``lost`` is not given.
    """
    if jobs == 1:
        # Not by map: a StopIteration of the function would look like the end of the items.
        for item in items:
            yield function(item)
        return
    from satdoku.base.workers import in_order  # loads multiprocessing

    stream = iter(items)
    pieces: Iterator[list[T]] = iter(lambda: list(islice(stream, chunk)), [])
    with closing(in_order(partial(_apply, function), pieces, jobs, lost)) as results:
        for piece in results:
            yield from piece


def _apply(function: Callable[[T], R], piece: list[T]) -> Sequence[R]:
    return [function(item) for item in piece]
