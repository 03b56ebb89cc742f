"""Some or all solutions of a puzzle."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from satdoku.base.errors import EngineDisagreement
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.board.grid import Grid
from satdoku.engines import EngineOptions, choose
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.sessions import (
    DEFAULT_OPTIONS,
    ask_all,
    checked_grid,
    checked_grids,
    disagreement,
    prepared,
    texts,
)

if TYPE_CHECKING:
    from satdoku.engines.protocol import Session

_ONE = Limit(solutions=1)

SolveVerdict = Literal["solved", "unique", "multiple", "none", "undecided"]


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The result of a search for solutions.

    verdict    ``none``: proved to have no solution; ``unique``: exactly one, proved;
               ``multiple``: two or more are known; ``solved``: one is known, and whether there
               are others was not asked (``limit.solutions`` is 1) or not settled in the limit;
               ``undecided``: none found in the limit
    solutions  all different
    complete   the run did all it was asked (reaching ``limit.solutions`` included)
    exhausted  ``solutions`` are all there are; false where ``limit.solutions`` was reached, which
               ends a search whether there are more or not
    stopped    why the search ended early: ``solutions``, ``seconds``, ``nodes``, ``cancelled``
    seconds    wall-clock time
    """

    verdict: SolveVerdict
    solutions: tuple[Grid, ...]
    complete: bool
    exhausted: bool
    stopped: Stop | None
    backend: str
    seconds: float

    @property
    def solution(self) -> Grid | None:
        """The first solution found, or ``None``."""
        return self.solutions[0] if self.solutions else None


def solve(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = _ONE,
) -> SolveResult:
    """Solutions of the puzzle: one, or as many as ``limit.solutions`` allows (``None``: all).

    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`. No solution, or several, is an answer, not an error.
    """
    started = time.perf_counter()
    try:
        with under(limit.start()) as clock:
            if backend != "all":
                return _solve(prepared(backend, puzzle, options), puzzle, clock, started)
            puzzle.require_valid()
            answers = ask_all(
                puzzle,
                options,
                limit,
                lambda session, clock: _solve(session, puzzle, clock, time.perf_counter()),
            )
            return _agreed(puzzle, answers, started)
    except RanOut as ended:  # before an engine was asked
        seconds = time.perf_counter() - started
        return SolveResult("undecided", (), False, False, ended.stop, backend, seconds)


def _solve(session: Session, puzzle: Puzzle, clock: Clock, started: float) -> SolveResult:
    wanted = clock.limit.solutions
    if wanted is None or wanted > 2:
        run = Solutions(session, puzzle, clock)
        grids = tuple(run)
        exhausted, stopped = run.exhausted, run.stopped
    else:
        answer = session.first(puzzle, clock, wanted)
        grids, answer = checked_grids(puzzle, answer, session.name, clock)
        exhausted, stopped = answer.exhausted, answer.stopped
        if len(grids) == wanted:
            # An engine may or may not have noticed that these were all.
            exhausted, stopped = False, "solutions"
    if not grids:
        puzzle.require_valid()
    verdict: SolveVerdict
    if len(grids) > 1:
        verdict = "multiple"
    elif grids:
        verdict = "unique" if exhausted else "solved"
    else:
        verdict = "none" if exhausted else "undecided"
    return SolveResult(
        verdict,
        grids,
        exhausted or stopped == "solutions",
        exhausted,
        stopped,
        session.name,
        time.perf_counter() - started,
    )


def _agreed(puzzle: Puzzle, answers: list[tuple[str, SolveResult]], started: float) -> SolveResult:
    whole = [result for _, result in answers if result.exhausted]
    for result in whole:
        everything = set(result.solutions)
        for _, other in answers:
            own = set(other.solutions)
            if not own <= everything or (other.exhausted and own != everything):
                results = [
                    (
                        name,
                        f"{r.verdict}, {'all' if r.exhausted else 'some'} of its solutions: "
                        f"{texts(r.solutions) or 'none'}",
                    )
                    for name, r in answers
                ]
                raise EngineDisagreement(disagreement(puzzle, "the solutions", results))
    best = max(
        (result for _, result in answers), key=lambda r: (r.exhausted, r.complete, len(r.solutions))
    )
    return SolveResult(
        best.verdict,
        best.solutions,
        best.complete,
        best.exhausted,
        best.stopped,
        "all",
        time.perf_counter() - started,
    )


class Solutions(Iterator[Grid]):
    """Different solutions, one at a time; every one is checked against the rules.

    When the iteration has ended, ``exhausted`` means that these were all, ``complete`` that the
    run did all it was asked, and ``stopped`` what ended it early (reaching ``limit.solutions``
    does, whether there are more or not). ``close`` ends it before that.
    """

    def __init__(self, session: Session, puzzle: Puzzle, clock: Clock) -> None:
        self._session = session
        self.stopped: Stop | None = None
        self.exhausted = False
        self.found = 0
        self._puzzle = puzzle
        self._clock = clock
        self._limit = clock.limit
        self._search = session.search(puzzle, clock, clock.limit.solutions)

    @property
    def backend(self) -> str:
        """The engine that answers."""
        return self._session.name

    @property
    def complete(self) -> bool:
        """Whether all solutions were given, or as many as ``limit.solutions``."""
        return self.exhausted or self.stopped == "solutions"

    def __next__(self) -> Grid:
        if self.exhausted or self.stopped is not None:
            raise StopIteration
        if self.found == self._limit.solutions:
            self.stopped = "solutions"
            self._search.close()
            raise StopIteration
        try:
            with under(self._clock):
                values = next(self._search)
                grid = checked_grid(self._puzzle, values, self.backend, self._clock)
        except StopIteration:
            self.exhausted = self._search.exhausted
            self.stopped = self._search.stopped
            raise
        except RanOut as ended:
            self.stopped = ended.stop
            self._search.close()
            raise StopIteration from None
        self.found += 1
        progress = self._limit.progress
        if progress is not None and self.found % 64 == 0:
            progress(self.found)
        return grid

    def close(self) -> None:
        """End the search and free what it holds."""
        self._search.close()
        if not self.exhausted and self.stopped is None:
            self.stopped = "cancelled"


class _AllSolutions(Solutions):
    """Every engine's solutions, compared before the first is handed out."""

    backend = "all"

    def __init__(self, result: SolveResult) -> None:
        self.exhausted = False
        self.stopped = None
        self.found = 0
        self._result = result

    def __next__(self) -> Grid:
        if self.exhausted or self.stopped is not None:
            raise StopIteration
        if self.found == len(self._result.solutions):
            self.exhausted, self.stopped = self._result.exhausted, self._result.stopped
            raise StopIteration
        self.found += 1
        return self._result.solutions[self.found - 1]

    def close(self) -> None:
        """End the iteration."""
        if not self.exhausted and self.stopped is None:
            self.stopped = "cancelled"


def enumerate_solutions(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
) -> Solutions:
    """An iterator over different solutions, up to ``limit``; the clock starts now.

    ``backend="all"`` finds and compares every engine's solutions before it gives the first.

    :raises Undecided: where the limit runs out before the search begins.
    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    with under(limit.start()) as clock:
        puzzle.require_valid()
        if backend == "all":
            return _AllSolutions(solve(puzzle, backend=backend, options=options, limit=limit))
        return Solutions(choose(backend, puzzle, options), puzzle, clock)
