"""The everyday functions, for scripts: text (or a Puzzle) in, an answer out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

from satdoku import solving
from satdoku.engines import EngineOptions
from satdoku.formats import parse as parse_document
from satdoku.limits import UNLIMITED, Limit
from satdoku.puzzle import Grid, Puzzle
from satdoku.solving import SolveResult, UniquenessResult

__all__ = ["Backend", "Count", "check_unique", "count", "is_unique", "parse", "solutions", "solve"]

Backend = Literal["auto", "sat", "cpsat", "native", "all"]

_DEFAULT = EngineOptions()

_NATIVE = ("auto", "native")
_verdict: Callable[[str], int] | None = None
_verdicts: dict[int, bool] = {}
try:
    from satdoku import core

    _verdict = core.verdict
    _verdicts = {core.UNIQUE: True, core.MULTIPLE: False, core.NONE: False}
except ImportError:
    pass


class Count(int):
    """A number of solutions: an ``int`` that also says whether it is ``exact``.

    ``str`` gives ``>=300`` where counting stopped early; ``stopped`` says which limit ended it.
    """

    exact: bool
    stopped: str | None
    backend: str
    seconds: float

    @staticmethod
    def of(result: solving.CountResult) -> Count:
        """The number that a result holds, with what it says of itself."""
        number = Count(result.count)
        number.exact = result.exact
        number.stopped = result.stopped
        number.backend = result.backend
        number.seconds = result.seconds
        return number

    def __str__(self) -> str:
        return f"{'' if self.exact else '>='}{int(self)}"


def parse(text: str) -> Puzzle:
    """The one puzzle that a text holds, in any format that satdoku reads.

    :raises FormatError: naming line, column and reason, where the text cannot be read.

    A puzzle that breaks its own rules can still be read: see :meth:`Puzzle.problems`.
    """
    return parse_document(text).puzzle


def is_unique(
    puzzle: str | Puzzle,
    backend: Backend = "auto",
    *,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> bool:
    """Whether a puzzle has exactly one solution (``False``: several, or none).

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    :raises Undecided: where ``time_limit`` (seconds) ran out first.
    """
    if (
        _verdict is not None
        and type(puzzle) is str
        and backend in _NATIVE
        and time_limit is None
        and " " not in puzzle
    ):
        # The compiled engine reads plain text itself; whatever it will not judge goes the long way.
        answer = _verdicts.get(_verdict(puzzle))
        if answer is not None:
            return answer
    limit = Limit(seconds=time_limit)
    return solving.is_unique(_puzzle(puzzle), backend=backend, options=options, limit=limit)


def check_unique(
    puzzle: str | Puzzle,
    backend: Backend = "auto",
    *,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> UniquenessResult:
    """The verdict (unique, multiple, none, undecided) with its witnesses.

    ``witnesses`` holds the solution, or two different ones where there are several.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    limit = Limit(seconds=time_limit)
    return solving.check_unique(_puzzle(puzzle), backend=backend, options=options, limit=limit)


def solve(
    puzzle: str | Puzzle,
    backend: Backend = "auto",
    *,
    limit: int = 1,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> SolveResult:
    """Solve a puzzle: up to ``limit`` different solutions. Never raises for none or many.

    Where one solution is asked for, the verdict is ``solved``, not ``unique``: whether there are
    others is the question of :func:`is_unique`, or of ``limit=2``.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    bounds = Limit(seconds=time_limit, solutions=limit)
    return solving.solve(_puzzle(puzzle), backend=backend, options=options, limit=bounds)


def solutions(
    puzzle: str | Puzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = None,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> Iterator[Grid]:
    """Every solution, each once, as they are found; at most ``limit`` of them.

    The iterator's ``exhausted`` says at the end that these were all (false where ``limit`` ended
    it, whether there are more or not).

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    bounds = replace(UNLIMITED, seconds=time_limit, solutions=limit)
    return solving.enumerate_solutions(
        _puzzle(puzzle), backend=backend, options=options, limit=bounds
    )


def count(
    puzzle: str | Puzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = None,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> Count:
    """The number of solutions, an ``int`` whose ``exact`` is false where a limit cut the count.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    bounds = Limit(seconds=time_limit, solutions=limit)
    found = solving.count(_puzzle(puzzle), backend=backend, options=options, limit=bounds)
    return Count.of(found)


def _puzzle(puzzle: str | Puzzle) -> Puzzle:
    return parse(puzzle) if isinstance(puzzle, str) else puzzle
