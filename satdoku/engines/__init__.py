"""The engines by name, each loaded when it is first needed.

| name | engine |
|---|---|
| ``variant`` | the compiled search, if installed; any rule whose relations it supports |
| ``sat`` | CNF and python-sat; any board, any rule (:mod:`satdoku.engines.sat`) |
| ``cpsat`` | OR-Tools CP-SAT; any board, any rule (:mod:`satdoku.engines.cpsat`) |
| ``native`` | the compiled bit-parallel engine; classic 9x9 and its pencil marks, if installed |
| ``auto`` | an installed engine, chosen by the policy of :mod:`satdoku.engines.auto` |
| ``all`` | every engine that supports the puzzle; all must agree |
| at_exit.py | closes threads before the interpreter ends |
| incremental.py | a bare SAT solver under a clock, for questions that are many small searches |
| oracles.py | the only access to python-sat's solvers; it makes Ctrl-C safe |

An engine prepares a :class:`~satdoku.engines.protocol.Session` for a board and its rules. This
package caches sessions for each thread, by engine, options, board and rules; engines need no other
cache.

Begin with protocol.py.
"""

from __future__ import annotations

import threading
import warnings
from collections import OrderedDict
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, cast

from satdoku.base.errors import EngineUnavailable, Unsupported
from satdoku.engines.protocol import EngineOptions

if TYPE_CHECKING:
    from collections.abc import Hashable

    from satdoku.engines.protocol import Engine, Session
    from satdoku.puzzle.puzzle import Puzzle

__all__ = [
    "BACKENDS",
    "ENGINES",
    "Backend",
    "EngineEntry",
    "EngineOptions",
    "begin_session",
    "choose",
    "get",
    "kept_session",
    "sessions_for",
]


class EngineEntry(NamedTuple):
    """Where an engine is.

    module, attribute  its class
    remedy             how to get what it needs
    least              the least cost that it ever returns: ``auto`` does not load it where another
                       engine costs no more
    optional           whether an installation may lack it
    """

    module: str
    attribute: str
    remedy: str
    least: float
    optional: bool = False


ENGINES = {
    "sat": EngineEntry("satdoku.engines.sat", "SatEngine", "pip install python-sat", 1.0),
    "cpsat": EngineEntry("satdoku.engines.cpsat", "CpSatEngine", "pip install ortools", 3.0),
    "native": EngineEntry(
        "satdoku.engines.native",
        "NativeEngine",
        "install a C++ compiler (g++ or clang), then pip install --force-reinstall satdoku",
        0.05,
        optional=True,
    ),
    "variant": EngineEntry(
        "satdoku.engines.variant",
        "VariantEngine",
        "install a C++ compiler (g++ or clang), then pip install --force-reinstall satdoku",
        0.5,
        optional=True,
    ),
}
"""The engines that exist."""

BACKENDS = ("auto", *ENGINES, "all")
"""The values of ``backend=`` and ``--backend``."""

Backend: TypeAlias = Literal["auto", "native", "variant", "sat", "cpsat", "all"]
"""BACKENDS for type checkers."""

_MAX_SESSIONS = 8
"""For each thread: a session may hold a solver."""


class _Local(threading.local):
    def __init__(self) -> None:
        self.sessions: OrderedDict[Hashable, Session] = OrderedDict()


_LOCAL = _Local()


@lru_cache(maxsize=64)
def get(name: str, options: EngineOptions | None = None) -> Engine:
    """The engine of this name.

    :raises ValueError: where no engine has this name, or its options are wrong.
    :raises EngineUnavailable: where the package it needs is not installed.
    """
    entry = ENGINES.get(name)
    if entry is None:
        raise ValueError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")
    try:
        engine_class = getattr(import_module(entry.module), entry.attribute)
    except ImportError as error:
        raise EngineUnavailable(
            f"the engine {name!r} is not installed ({error}); to get it: {entry.remedy}"
        ) from error
    return cast("Engine", engine_class(options or EngineOptions()))


def kept_session(
    backend: str, puzzle: Puzzle, options: EngineOptions | None = None
) -> Session | None:
    """The session of this thread that :func:`choose` has made for the same board and rules."""
    sessions = _LOCAL.sessions
    key = backend, options, puzzle.geometry, puzzle.constraints
    session = sessions.get(key)
    if session is not None and session is not next(reversed(sessions.values())):
        sessions.move_to_end(key)
    return session


def choose(backend: str, puzzle: Puzzle, options: EngineOptions | None = None) -> Session:
    """The session, kept or new, of the engine that a backend other than ``all`` means.

    :raises ValueError: where there is no such backend.
    :raises EngineUnavailable: where it was named and is not installed.
    :raises Unsupported: where it was named and cannot take this puzzle; gives the reason.
    """
    return kept_session(backend, puzzle, options) or begin_session(backend, puzzle, options)


def begin_session(backend: str, puzzle: Puzzle, options: EngineOptions | None = None) -> Session:
    """:func:`choose` where no session is kept."""
    if backend == "auto":
        session = _by_policy(puzzle, options)
    elif backend in ENGINES:
        engine = get(backend, options)
        reason = engine.supports(puzzle.model)
        if isinstance(reason, str):
            raise Unsupported(f"the engine {backend!r} cannot take this puzzle: {reason}")
        session = engine.prepare(puzzle.model)
    else:
        raise ValueError(f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
    sessions = _LOCAL.sessions
    sessions[backend, options, puzzle.geometry, puzzle.constraints] = session
    if len(sessions) > _MAX_SESSIONS:
        sessions.popitem(last=False)
    return session


def _by_policy(puzzle: Puzzle, options: EngineOptions | None) -> Session:
    """The session of ``auto``; :mod:`satdoku.engines.auto` has the reasons."""
    if puzzle.constraints or not puzzle.geometry.is_classic:
        from satdoku.engines.auto import InTurns, takes_turns

        model = puzzle.model
        if takes_turns(model, options or EngineOptions()):
            return InTurns(model, lambda: get("sat", options).prepare(model))
    return _cheapest(puzzle, options).prepare(puzzle.model)


def _cheapest(puzzle: Puzzle, options: EngineOptions | None) -> Engine:
    best: Engine | None = None
    least = float("inf")
    reasons = []
    for name, entry in sorted(ENGINES.items(), key=lambda item: item[1].least):
        if least <= entry.least:
            break
        if name == "variant":
            continue  # alone it has no bound where a solver that learns would end
        engine = _installed(name, options)
        if engine is None:
            if puzzle.geometry.is_classic and not puzzle.constraints:
                _say_once(name)
            continue
        cost = engine.supports(puzzle.model)
        if isinstance(cost, str):
            reasons.append(f"{name}: {cost}")
        elif cost < least:
            best, least = engine, cost
    if best is None:
        raise Unsupported("no engine can take this puzzle: " + "; ".join(reasons))
    return best


def sessions_for(puzzle: Puzzle, options: EngineOptions | None = None) -> list[Session]:
    """A session of every engine that applies to this puzzle (``backend="all"``).

    :raises EngineUnavailable: where one that every installation has is missing.
    :raises Unsupported: where none applies; gives the reason for each.
    """
    sessions, reasons = [], []
    for name in ENGINES:
        if _installed(name, options) is None:
            continue
        try:
            sessions.append(choose(name, puzzle, options))
        except Unsupported as error:
            reasons.append(str(error))
    if not sessions:
        raise Unsupported("; ".join(reasons))
    return sessions


@lru_cache(maxsize=64)
def _installed(name: str, options: EngineOptions | None) -> Engine | None:
    try:
        return get(name, options)
    except EngineUnavailable:
        if not ENGINES[name].optional:
            raise
        return None


@lru_cache(maxsize=1)
def _say_once(name: str) -> None:
    """Warn, one time, that the compiled engine is missing where it would be faster."""
    warnings.warn(
        "satdoku's compiled engine is not installed, so python-sat answers instead, some fifty "
        f"times slower; to get it: {ENGINES[name].remedy}",
        stacklevel=5,
    )
