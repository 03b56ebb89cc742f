"""The one door to the compiled core, ``satdoku.core``."""

from __future__ import annotations

from importlib import import_module
from sys import modules
from types import ModuleType

from satdoku.base.errors import EngineUnavailable


def compiled_core(name: str | None = None) -> ModuleType | None:
    """The compiled core, for callers that have another way without it.

    ``None`` where it is not installed, or is of a build without ``name``.
    """
    try:
        # The first look is the cheaper one; it is asked for at every search.
        core = modules.get("satdoku.core") or import_module("satdoku.core")
    except ImportError:
        return None
    return core if name is None or hasattr(core, name) else None


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
