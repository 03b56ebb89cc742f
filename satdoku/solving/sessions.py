"""Shared by the questions: choosing engines, and checking that answers keep the rules and agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from satdoku.base.errors import EngineDisagreement, Unsupported
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.board.grid import Grid
from satdoku.engines import EngineOptions, begin_session, choose, kept_session, sessions_for
from satdoku.engines.protocol import FoundSolutions
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.engines.protocol import Session, Solution

DEFAULT_OPTIONS = EngineOptions()

T = TypeVar("T")


def prepared(backend: str, puzzle: Puzzle, options: EngineOptions) -> Session:
    """The session that a backend other than ``all`` means, for a puzzle without problems.

    If the session lists faults itself, ask for them again if it finds no solution.

    :raises InvalidPuzzle: where the puzzle has problems.
    """
    if backend != "auto" or not puzzle.constraints:
        puzzle.require_valid()
        return choose(backend, puzzle, options)
    session = kept_session(backend, puzzle, options)
    if session is None:
        puzzle.require_sound()
        try:
            session = begin_session(backend, puzzle, options)
        except Unsupported:
            puzzle.require_valid()
            raise
    require_for(session, puzzle)
    return session


def require_for(session: Session, puzzle: Puzzle) -> None:
    """:raises InvalidPuzzle: where a puzzle has a problem that the session does not list itself."""
    if not session.lists_faults:
        puzzle.require_valid()
    elif puzzle.pencil_marks is not None or not session.is_sound:
        puzzle.require_sound()
        session.is_sound = True


def ask(
    puzzle: Puzzle, backend: str, options: EngineOptions, question: Callable[[Session, str], T]
) -> T:
    """Put a question to the engine that a backend other than ``all`` means."""
    session = choose(backend, puzzle, options)
    return question(session, session.name)


def ask_all(
    puzzle: Puzzle, options: EngineOptions, limit: Limit, question: Callable[[Session, Clock], T]
) -> list[tuple[str, T]]:
    """Put a question to every engine that applies, in turn.

    All of them share the time; each has the whole number of nodes.
    """
    deadline = limit.start().deadline
    return [
        (session.name, question(session, Clock(limit, deadline)))
        for session in sessions_for(puzzle, options)
    ]


def checked_grid(puzzle: Puzzle, values: Solution, engine: str, clock: Clock) -> Grid:
    """An engine's solution as a Grid, after checking it against every rule.

    :raises EngineDisagreement: where it does not.
    :raises RanOut: where the clock runs out before a rule with hidden values is checked.
    """
    grid = Grid(puzzle.geometry, values)
    if not puzzle.accepts(grid, clock, getattr(values, "hidden", None)):
        raise EngineDisagreement(
            f"the engine {engine!r} gave a grid that breaks the rules: {grid.text()} "
            f"for the puzzle {puzzle.grid.text()}. This is a bug; please report it."
        )
    return grid


def checked_grids(
    puzzle: Puzzle, solutions: FoundSolutions, engine: str, clock: Clock
) -> tuple[tuple[Grid, ...], FoundSolutions]:
    """An engine's solutions after :func:`checked_grid`; none where the clock runs out."""
    try:
        grids = tuple([checked_grid(puzzle, one, engine, clock) for one in solutions.solutions])
    except RanOut as ended:
        return (), FoundSolutions([], False, ended.stop)
    return grids, solutions


def disagreement(puzzle: Puzzle, question: str, answers: Iterable[tuple[str, object]]) -> str:
    """The sentence of an EngineDisagreement: the puzzle and what each engine answered."""
    geometry = puzzle.geometry
    listing = "; ".join(f"{name}: {answer}" for name, answer in answers)
    rules = [constraint.describe(geometry) for constraint in puzzle.constraints]
    extra = f", rules: {', '.join(rules)}" if rules else ""
    marks = ", with pencil marks" if puzzle.is_sukaku else ""
    return (
        f"the engines disagree about {question} of {puzzle.grid.text()} "
        f"({geometry.describe()}{marks}{extra}): {listing}. This is a bug; please report it."
    )


def texts(grids: Sequence[Grid]) -> str:
    """A few grids in one line."""
    shown = ", ".join(grid.text() for grid in grids[:3])
    return shown + (f" and {len(grids) - 3} more" if len(grids) > 3 else "")
