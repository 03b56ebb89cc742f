"""Whether a puzzle has exactly one solution."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import EngineDisagreement, Undecided
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.board.grid import Grid
from satdoku.engines import EngineOptions
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.sessions import (
    DEFAULT_OPTIONS,
    ask_all,
    checked_grids,
    disagreement,
    prepared,
    texts,
)

if TYPE_CHECKING:
    from satdoku.engines.protocol import Session

UniquenessVerdict = Literal["unique", "multiple", "none", "undecided"]


def _at_once(puzzle: Any, /) -> bool | None:
    return None


at_once = getattr(compiled_core("is_unique"), "is_unique", _at_once)
"""Whether a classic 9x9 in text or in a list of its cells has exactly one solution, in a
microsecond; ``None`` for all other puzzles, and without the compiled core."""


def is_of_core(backend: str, limit: Limit) -> bool:
    """Whether :func:`at_once` may answer: the compiled engine is meant, and nothing bounds it."""
    return backend in ("auto", "native") and limit == UNLIMITED


@dataclass(frozen=True, slots=True)
class UniquenessResult:
    """Whether there is exactly one solution.

    verdict    ``unique`` and ``none`` are proved; ``multiple`` is shown by two witnesses;
               ``undecided``: a limit ran out
    witnesses  two different solutions where ``multiple``, the one where ``unique``; none or one
               where ``undecided``
    stopped    which limit ran out: ``seconds``, ``nodes`` or ``cancelled``
    seconds    wall-clock time
    """

    verdict: UniquenessVerdict
    witnesses: tuple[Grid, ...]
    stopped: Stop | None
    backend: str
    seconds: float


def check_unique(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
) -> UniquenessResult:
    """Whether the puzzle has exactly one solution. ``limit.solutions`` is ignored.

    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    started = time.perf_counter()
    try:
        with under(limit.start()) as clock:
            if backend != "all":
                return check_with(prepared(backend, puzzle, options), puzzle, clock, started)
            puzzle.require_valid()
            return _check_all(puzzle, options, limit, started)
    except RanOut as ended:  # before an engine was asked
        seconds = time.perf_counter() - started
        return UniquenessResult("undecided", (), ended.stop, backend, seconds)


def _check_all(
    puzzle: Puzzle, options: EngineOptions, limit: Limit, started: float
) -> UniquenessResult:
    answers = ask_all(
        puzzle,
        options,
        limit,
        lambda session, clock: check_with(session, puzzle, clock, time.perf_counter()),
    )
    decided = [result for _, result in answers if result.verdict != "undecided"]
    seen = {grid for _, result in answers for grid in result.witnesses}
    verdicts = {result.verdict for result in decided}
    if (
        len(verdicts) > 1
        or ("none" in verdicts and seen)
        or ("unique" in verdicts and len(seen) > 1)
    ):
        shown = [(name, f"{r.verdict} ({texts(r.witnesses) or 'no grid'})") for name, r in answers]
        raise EngineDisagreement(disagreement(puzzle, "the uniqueness", shown))
    best = decided[0] if decided else max((r for _, r in answers), key=lambda r: len(r.witnesses))
    if not decided and len(seen) > 1:
        # Two engines ran out of time after one solution each, and not the same one.
        pair = tuple(sorted(seen, key=lambda grid: grid.text())[:2])
        return UniquenessResult("multiple", pair, None, "all", time.perf_counter() - started)
    return UniquenessResult(
        best.verdict, best.witnesses, best.stopped, "all", time.perf_counter() - started
    )


def is_unique(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
) -> bool:
    """Whether the puzzle has exactly one solution, without witnesses (faster for some engines).

    :raises Undecided: where a limit runs out first.
    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    if backend == "all":
        result = check_unique(puzzle, backend=backend, options=options, limit=limit)
        if result.verdict == "undecided":
            raise Undecided("not decided within the limit on {stop}", stop=str(result.stopped))
        return result.verdict == "unique"
    if puzzle.is_classic and is_of_core(backend, limit):
        answer = at_once(puzzle.givens)
        if answer is not None:
            return bool(answer)
    with under(limit.start()) as clock:
        return decide_with(prepared(backend, puzzle, options), puzzle, clock)


def decide_with(session: Session, puzzle: Puzzle, clock: Clock) -> bool:
    """Whether a puzzle that the session takes has exactly one solution.

    :raises Undecided: where a limit runs out first.
    :raises InvalidPuzzle: where there is none, as the puzzle has a problem.
    """
    counted = session.count(puzzle, clock, 2)
    if not counted.count:
        puzzle.require_valid()
    if counted.count < 2 and not counted.exhausted:
        raise Undecided("not decided within the limit on {stop}", stop=str(counted.stopped))
    return counted.count == 1


def check_with(session: Session, puzzle: Puzzle, clock: Clock, started: float) -> UniquenessResult:
    """One engine's answer about a puzzle that the session takes.

    :raises InvalidPuzzle: where there is no solution, as the puzzle has a problem.
    """
    given = session.first(puzzle, clock, 2)
    if not given.solutions:
        puzzle.require_valid()
    name = session.name
    witnesses, answer = checked_grids(puzzle, given, name, clock)
    verdict: UniquenessVerdict
    if len(witnesses) == 2:
        if witnesses[0] == witnesses[1]:
            raise EngineDisagreement(
                f"the engine {name!r} gave the same solution of {puzzle.grid.text()} twice. "
                "This is a bug; please report it."
            )
        verdict = "multiple"
    elif not answer.exhausted:
        verdict = "undecided"
    else:
        verdict = "unique" if witnesses else "none"
    stopped = answer.stopped if verdict == "undecided" else None
    return UniquenessResult(verdict, witnesses, stopped, name, time.perf_counter() - started)
