"""The engines by name, each loaded when it is first asked for.

| name | engine |
|---|---|
| ``sat`` | python-sat; any board, any rule (:mod:`satdoku.engines.sat`) |
| ``cpsat`` | OR-Tools CP-SAT; any board, any rule (:mod:`satdoku.engines.cpsat`) |
| ``native`` | the compiled bit-parallel engine; classic 9x9 and its pencil marks, if installed |
| ``auto`` | ``native`` where it applies and is installed, else ``sat`` |
| ``all`` | every engine that applies; they must agree |
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from satdoku.engines.protocol import EngineOptions
from satdoku.errors import EngineUnavailable, Unsupported

if TYPE_CHECKING:
    from satdoku.engines.protocol import Engine
    from satdoku.puzzle.puzzle import Puzzle

__all__ = ["BACKENDS", "EngineOptions", "choose", "engines_for", "get"]

BACKENDS = ("auto", "sat", "cpsat", "native", "all")
"""What ``backend=`` and ``--backend`` may name."""

# name: module, class, how to get what is missing
_ENGINES = {
    "sat": ("satdoku.engines.sat", "SatEngine", "pip install python-sat"),
    "cpsat": ("satdoku.engines.cpsat", "CpSatEngine", "pip install ortools"),
    "native": (
        "satdoku.engines.native",
        "NativeEngine",
        "install a C++ compiler (g++ or clang), then pip install --force-reinstall satdoku",
    ),
}
_OPTIONAL = {"native"}


@lru_cache(maxsize=64)
def get(name: str, options: EngineOptions | None = None) -> Engine:
    """The engine of this name.

    :raises ValueError: where no engine has this name, or its options are wrong.
    :raises EngineUnavailable: where the package it needs is not installed.
    """
    if name not in _ENGINES:
        raise ValueError(f"there is no engine {name!r}; there are {', '.join(_ENGINES)}")
    module, attribute, remedy = _ENGINES[name]
    try:
        found = getattr(import_module(module), attribute)
    except ImportError as error:
        raise EngineUnavailable(
            f"the engine {name!r} is not installed ({error}); to get it: {remedy}"
        ) from error
    return cast("Engine", found(options or EngineOptions()))


def choose(backend: str, puzzle: Puzzle, options: EngineOptions | None = None) -> Engine:
    """The one engine that a backend other than ``all`` means for this puzzle.

    :raises ValueError: where there is no such backend.
    :raises EngineUnavailable: where it was named and is not installed.
    :raises Unsupported: where it was named and cannot take this puzzle; gives the reason.
    """
    if backend == "auto":
        native = _native(options)
        if native is not None and native.why_not(puzzle) is None:
            return native
        if native is None and puzzle.geometry.is_classic and not puzzle.constraints:
            _say_once()
        backend = "sat"
    elif backend not in _ENGINES:
        raise ValueError(f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
    engine = get(backend, options)
    reason = engine.why_not(puzzle)
    if reason is not None:
        raise Unsupported(f"the engine {backend!r} cannot take this puzzle: {reason}")
    return engine


def engines_for(puzzle: Puzzle, options: EngineOptions | None = None) -> list[Engine]:
    """Every engine that applies to this puzzle (``backend="all"``).

    :raises EngineUnavailable: where one that every installation has is missing.
    :raises Unsupported: where none applies; gives the reason for each.
    """
    found, reasons = [], []
    for name in _ENGINES:
        engine = _native(options) if name in _OPTIONAL else get(name, options)
        if engine is None:
            continue
        reason = engine.why_not(puzzle)
        if reason is None:
            found.append(engine)
        else:
            reasons.append(f"{name}: {reason}")
    if not found:
        raise Unsupported("no engine can take this puzzle: " + "; ".join(reasons))
    return found


@lru_cache(maxsize=64)
def _native(options: EngineOptions | None) -> Engine | None:
    try:
        return get("native", options)
    except EngineUnavailable:
        return None


@lru_cache(maxsize=1)
def _say_once() -> None:
    """Warn, one time, that the compiled engine is missing where it would be faster."""
    warnings.warn(
        "satdoku's compiled engine is not installed, so python-sat answers instead, some fifty "
        f"times slower; to get it: {_ENGINES['native'][2]}",
        stacklevel=4,
    )
