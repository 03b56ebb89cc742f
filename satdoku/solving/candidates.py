"""Which candidates occur in some solution, and in how many."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from satdoku.base.errors import EngineDisagreement, Undecided
from satdoku.base.limits import UNLIMITED, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.board.grid import Grid
from satdoku.engines import EngineOptions
from satdoku.engines.protocol import Occurrences, SeenReport, Solution
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.sessions import DEFAULT_OPTIONS, ask_all, disagreement, prepared

_MAX_BOARDS = 4
"""Boards that are remembered: the last, and some that undoing leads back to."""


@dataclass(frozen=True, slots=True)
class CandidatesResult:
    """The candidates that occur in some solution.

    candidates  for each cell, digit -> number of solutions it occurs in, up to the cap. A digit
                that is absent occurs in none (where ``complete``) or was not seen (where not)
    complete    every number is exact or has reached the cap
    settled     no other candidate occurs, whatever the numbers
    stopped     what ran out, where not complete
    seconds     wall-clock time
    solutions   the solutions found, where the engine keeps them
    """

    candidates: tuple[Mapping[int, int], ...]
    complete: bool
    settled: bool
    stopped: Stop | None
    backend: str
    seconds: float
    solutions: tuple[Solution, ...] = field(default=(), repr=False)


def true_candidates(
    puzzle: Puzzle,
    *,
    cap: int | None = None,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
    report: SeenReport | None = None,
) -> CandidatesResult:
    """The candidates that occur in some solution; with ``cap`` also in how many, up to it.

    ``limit.solutions`` is ignored.

    :param report: called with the intermediate results of engines that have some.

    :raises ValueError: where ``cap`` is less than 1.
    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    return _true_candidates(puzzle, cap, backend, options, limit, (), report)


def _true_candidates(
    puzzle: Puzzle,
    cap: int | None,
    backend: str,
    options: EngineOptions,
    limit: Limit,
    known: Sequence[Solution],
    report: SeenReport | None,
) -> CandidatesResult:
    """:func:`true_candidates` with further parameters.

    :param known: different solutions of the puzzle, which an engine need not find again.
    """
    if cap is not None and cap < 1:
        raise ValueError(f"a cap is a number >= 1, not {cap}")
    started = time.perf_counter()
    bound = cap or 1
    try:
        with under(limit.start()) as clock:
            if backend != "all":
                session = prepared(backend, puzzle, options)
                occurrences = session.candidates(puzzle, clock, bound, known, report)
                name = session.name
                if not any(occurrences.counts):
                    puzzle.require_valid()
            else:
                puzzle.require_valid()
                answers = ask_all(
                    puzzle,
                    options,
                    limit,
                    lambda session, clock: session.candidates(puzzle, clock, bound),
                )
                occurrences, name = _agreed(puzzle, answers), "all"
    except RanOut as ended:  # before an engine was asked
        occurrences, name = Occurrences([{} for _ in puzzle.givens], stopped=ended.stop), backend
    return CandidatesResult(
        tuple(dict(sorted(cell.items())) for cell in occurrences.counts),
        occurrences.exhausted,
        occurrences.settled or occurrences.exhausted,
        None if occurrences.exhausted else occurrences.stopped,
        name,
        time.perf_counter() - started,
        tuple(occurrences.seen),
    )


class CandidateMemory:
    """True candidates of boards that follow one another, as while a puzzle is set.

    A solution of an earlier board that the new board accepts need not be found again, and a board
    that only adds to an earlier one has no candidate that the earlier one has not. The answers are
    those of :func:`true_candidates`. For one thread.
    """

    def __init__(self) -> None:
        self._earlier: deque[tuple[Puzzle, CandidatesResult]] = deque(maxlen=_MAX_BOARDS)

    def true_candidates(
        self,
        puzzle: Puzzle,
        *,
        cap: int | None = None,
        limit: Limit = UNLIMITED,
        report: SeenReport | None = None,
    ) -> CandidatesResult:
        """:func:`true_candidates`; the solutions of a search that ran out are kept as well."""
        started = time.perf_counter()
        with under(limit.start()):
            puzzle.require_valid()
        left = [puzzle.domain(cell) for cell in range(puzzle.geometry.cell_count)]
        known: list[Solution] = []
        tried: set[Solution] = set()
        for earlier, past in reversed(self._earlier):
            if earlier.geometry != puzzle.geometry:
                continue
            if past.settled and _adds(puzzle, earlier):
                left = [a & b.keys() for a, b in zip(left, past.candidates, strict=True)]
            fresh = [one for one in past.solutions if one not in tried]
            known += _accepted(puzzle, earlier, fresh)
            tried.update(fresh)
        if all(left):
            reduced = replace(puzzle, pencil_marks=tuple(left)) if self._earlier else puzzle
            result = _true_candidates(reduced, cap, "auto", DEFAULT_OPTIONS, limit, known, report)
        else:
            seconds = time.perf_counter() - started
            result = CandidatesResult(({},) * len(left), True, True, None, "auto", seconds)
        self._earlier.append((puzzle, result))
        return result


def _adds(puzzle: Puzzle, earlier: Puzzle) -> bool:
    """Whether each solution of a puzzle surely is one of an earlier puzzle on the same board."""
    cells = range(puzzle.geometry.cell_count)
    return {*puzzle.constraints}.issuperset(earlier.constraints) and all(
        puzzle.domain(cell) <= earlier.domain(cell) for cell in cells
    )


def _accepted(puzzle: Puzzle, earlier: Puzzle, solutions: Sequence[Solution]) -> Iterator[Solution]:
    """Which solutions of an earlier puzzle on the same board are solutions of this one."""
    geometry = puzzle.geometry
    every = frozenset(geometry.digits)
    domains = [
        (cell, domain)
        for cell in range(geometry.cell_count)
        if (domain := puzzle.domain(cell)) != every
    ]
    known = {*earlier.constraints}
    new = [rule for rule in puzzle.constraints if rule not in known]
    for solution in solutions:
        if all(solution[cell] in domain for cell, domain in domains):
            grid = Grid(geometry, solution)
            try:
                holds = all(rule.holds(grid) for rule in new)
            except Undecided:
                return  # finding solutions anew takes less
            if holds:
                yield solution


def _agreed(puzzle: Puzzle, answers: list[tuple[str, Occurrences]]) -> Occurrences:
    best = next((answer for _, answer in answers if answer.exhausted), None)
    if best is None:
        return max(
            (answer for _, answer in answers),
            key=lambda a: sum(sum(cell.values()) for cell in a.counts),
        )
    for _, other in answers:
        for cell, (mine, theirs) in enumerate(zip(best.counts, other.counts, strict=True)):
            more = any(number > mine.get(digit, 0) for digit, number in theirs.items())
            if more or (other.exhausted and mine != theirs):
                results = [
                    (
                        name,
                        f"{dict(sorted(a.counts[cell].items()))}"
                        + ("" if a.exhausted else " so far"),
                    )
                    for name, a in answers
                ]
                where = f"the true candidates in {puzzle.geometry.name(cell)}"
                raise EngineDisagreement(disagreement(puzzle, where, results))
    return best
