"""A worker that dies of one puzzle; in a module of its own, which starts quickly."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from satdoku.batch.running import Task

__all__ = ["DEADLY", "deadly"]

DEADLY = "53**7****6**195****98****6*8***6***34**8*3**17***2***6*6****28****419**5****8**79"


def deadly(function: Callable[[Task], Any], task: Task) -> Any:
    """The function, but for the puzzle."""
    if DEADLY.encode() in task.block.data:
        os.kill(os.getpid(), signal.SIGKILL)
    return function(task)
