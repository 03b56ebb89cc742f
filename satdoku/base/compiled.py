"""The one door to the compiled core, ``satdoku.core``."""

from __future__ import annotations

from importlib import import_module
from sys import modules
from types import ModuleType

from satdoku.base.errors import EngineUnavailable

INTERFACE = 1
"""The version of what Python and the core exchange; native/common/interface.inc has the core's."""

_matching: ModuleType | None = None
"""The core whose version was compared."""


def compiled_core(name: str | None = None) -> ModuleType | None:
    """The compiled core, for callers that have another way without it.

    ``None`` where it is not installed, or is of a build without ``name``. A core that says that it
    is partial (docs/browser/core.py) is there only for those who name what they need.

    :raises EngineUnavailable: where it was built from sources of another version.
    """
    global _matching
    core = modules.get("satdoku.core")
    if core is None or core is not _matching:
        try:
            core = import_module("satdoku.core")
        except ImportError:
            return None
        built = getattr(core, "INTERFACE", 0)
        if built != INTERFACE:
            raise EngineUnavailable(
                f"satdoku's compiled core was built from other sources (interface {built}, and "
                f"this Python code needs {INTERFACE}); build it again: pip install --editable . "
                "in a checkout, pip install --force-reinstall satdoku elsewhere"
            )
        _matching = core
    there = not getattr(core, "IS_PARTIAL", False) if name is None else hasattr(core, name)
    return core if there else None


def required_core(purpose: str) -> ModuleType:
    """The compiled core, for callers that have no other way.

    :raises EngineUnavailable: where it is not installed; explains how to get it.
    """
    core = compiled_core()
    if core is None:
        raise EngineUnavailable(
            f"{purpose} needs satdoku's compiled core, which is not installed; install a C++ "
            "compiler (g++ or clang), then pip install --force-reinstall satdoku"
        )
    return core
