"""How many solutions a puzzle has."""

from __future__ import annotations

import time

from satdoku.base.errors import EngineDisagreement
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.engines import EngineOptions
from satdoku.engines.protocol import Counted
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.sessions import DEFAULT_OPTIONS, ask_all, disagreement, prepared


@dataclass(frozen=True, slots=True)
class CountResult:
    """A number of solutions: exact, or "at least ``count``" where ``exact`` is false.

    A count that reaches ``limit.solutions`` ends there and is never exact. ``stopped`` is what
    ended the count early; ``seconds`` is wall-clock time.
    """

    count: int
    exact: bool
    stopped: Stop | None
    backend: str
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether the count is exact or reached ``limit.solutions``."""
        return self.exact or self.stopped == "solutions"

    def __str__(self) -> str:
        return str(self.count) if self.exact else f">={self.count}"


@dataclass(frozen=True, slots=True)
class Published:
    """A published number of solutions and its source."""

    count: int
    source: str


def published(puzzle: Puzzle) -> Published | None:
    """The published number of solutions of a well-known empty board.

    It is reported beside a count or in place of one that did not end, but never as a count.
    """
    if puzzle.is_classic and not puzzle.clues:
        return Published(6_670_903_752_021_072_936_960, "Felgenhauer and Jarvis 2005")
    return None


def count(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
) -> CountResult:
    """The number of solutions, up to ``limit``.

    ``backend="auto"`` lists the first solutions. If there are more, it counts by the frontier
    programme (docs/counting.md) if that is estimated to be faster; the ``backend`` of the result
    is then ``frontier``.

    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    started = time.perf_counter()
    wanted = limit.solutions
    try:
        with under(limit.start()) as clock:
            counted, name = _counted(puzzle, backend, options, limit, clock)
    except RanOut as ended:  # before an engine was asked
        counted, name = Counted(0, False, ended.stop), backend
    exact, stopped = counted.exhausted, counted.stopped
    if counted.count == wanted:
        # An engine may or may not have noticed that these were all.
        exact, stopped = False, "solutions"
    return CountResult(counted.count, exact, stopped, name, time.perf_counter() - started)


def _counted(
    puzzle: Puzzle, backend: str, options: EngineOptions, limit: Limit, clock: Clock
) -> tuple[Counted, str]:
    """The number of solutions, and the engine that found it."""
    wanted = limit.solutions
    if backend == "all":
        puzzle.require_valid()
        return _counted_by_all(puzzle, options, limit), "all"
    session = prepared(backend, puzzle, options)
    if backend != "auto":
        return session.count(puzzle, clock, wanted), session.name
    few = _FIRST_SOLUTIONS.get(session.name, _OTHERS_FIRST_SOLUTIONS)
    few = few if wanted is None else min(few, wanted)
    counted = session.count(puzzle, clock, few)
    if not counted.count:
        puzzle.require_valid()
    if not counted.exhausted and counted.count == few and few != wanted:
        by_frontier = _by_frontier(puzzle, clock, wanted)
        if by_frontier is not None:
            return by_frontier, "frontier"
        counted = _more(counted, session.count(puzzle, clock, wanted))
    return counted, session.name


def _counted_by_all(puzzle: Puzzle, options: EngineOptions, limit: Limit) -> Counted:
    answers = ask_all(
        puzzle, options, limit, lambda session, clock: session.count(puzzle, clock, limit.solutions)
    )
    whole = {answer.count for _, answer in answers if answer.exhausted}
    least = max(answer.count for _, answer in answers)
    if len(whole) > 1 or (whole and least > min(whole)):
        results = [(name, f"{'' if a.exhausted else '>='}{a.count}") for name, a in answers]
        raise EngineDisagreement(disagreement(puzzle, "the number of solutions", results))
    return max((a for _, a in answers), key=lambda a: (a.exhausted, a.count))


_FIRST_SOLUTIONS = {"native": 1_000_000, "sat": 2_000, "variant": 2_000}
_OTHERS_FIRST_SOLUTIONS = 200
"""Solutions to list before the frontier programme is considered: some 0.3 s."""


def _by_frontier(puzzle: Puzzle, clock: Clock, wanted: int | None) -> Counted | None:
    """The count by the frontier programme, or ``None`` where it is not the way."""
    # Most puzzles have few solutions and never come here.
    from satdoku.solving.frontier import count_by_frontier, prefer_frontier

    if not prefer_frontier(puzzle):
        return None
    # Half of the time is kept for listing, which at least gives a lower bound. Both count nodes of
    # their own.
    remaining = clock.remaining()
    deadline = None if remaining is None else time.monotonic() + remaining / 2
    counted = count_by_frontier(puzzle, Clock(clock.limit, deadline))
    if counted is None or not counted.exact:
        return None
    if wanted is not None and counted.count > wanted:
        return Counted(wanted, False, "solutions")
    return Counted(counted.count, True, None)


def _more(first: Counted, second: Counted) -> Counted:
    """The second count, unless it was stopped below the first."""
    if second.exhausted or second.count >= first.count:
        return second
    return Counted(first.count, False, second.stopped)
