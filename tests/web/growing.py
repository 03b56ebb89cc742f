"""A question that takes memory, in a module that a worker imports without growing by much."""

from __future__ import annotations

import os
from typing import Any


def grown(item: int, context: Any) -> int | None:
    """The worker that took this many bytes."""
    taken = b"x" * item
    return os.getpid() if taken else None
