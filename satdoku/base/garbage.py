"""When the garbage collector of Python runs.

It looks for cycles each time that some hundred objects more are alive than before, and walks all
objects at every hundredth time or so. What takes a second makes many objects and few cycles.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_MAX_NEW_OBJECTS = 50_000
"""New objects, some 5 MB, after which the collector looks for cycles again."""

_lock = Lock()
_inside = 0
_before = gc.get_threshold()


@contextmanager
def no_gc() -> Iterator[None]:
    """Suspend the garbage collector: it would walk millions of fresh lists, none of them cyclic."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def seldom_gc() -> Iterator[None]:
    """Let the garbage collector run seldom; threads that overlap share this.

    Never yield inside: a generator that is left suspended keeps it so for the whole process.
    """
    global _inside, _before
    with _lock:
        if not _inside:
            _before = gc.get_threshold()
            if 0 < _before[0] < _MAX_NEW_OBJECTS:
                gc.set_threshold(_MAX_NEW_OBJECTS, *_before[1:])
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                gc.set_threshold(*_before)
