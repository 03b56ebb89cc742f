"""Close objects with threads before the interpreter ends, which would abort their threads."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

_OPEN: WeakKeyDictionary[Any, Callable[[Any], object]] = WeakKeyDictionary()


def closed_at_exit(opened: T, close: Callable[[T], object]) -> None:
    """Call ``close`` with an object that still lives when the interpreter ends."""
    _OPEN[opened] = close


@atexit.register
def _close_all() -> None:
    for opened, close in list(_OPEN.items()):
        close(opened)
