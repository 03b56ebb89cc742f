"""The compiled core, for callers that have another way without it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

__all__ = ["core_with"]


def core_with(name: str) -> ModuleType | None:
    """The compiled core; ``None`` where it is not installed, or is of a build without ``name``."""
    try:
        core = import_module("satdoku.core")
    except ImportError:
        return None
    return core if hasattr(core, name) else None
