"""The kernel under test: satdoku.core, or a stand-alone build in the folder SATDOKU_SE_DEV."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from tests.shared import DATA

RATING = DATA / "rating"
SPEED = DATA / "speed"


def load() -> Any:
    """The module with ``se_rate`` and its companions, or None."""
    folder = os.environ.get("SATDOKU_SE_DEV")
    if folder:
        sys.path.insert(0, folder)
        try:
            return importlib.import_module("_se_dev")
        finally:
            sys.path.remove(folder)
    try:
        core = importlib.import_module("satdoku.core")
    except ImportError:
        return None
    return core if hasattr(core, "se_rate") else None
