"""The policy of ``auto``: which engine is asked about a board with its rules, and why.

| board and rules | asked | measured reason (docs/BENCHMARKS.md, docs/encodings.md) |
|---|---|---|
| the classic 9x9 and its pencil marks | ``native`` | some fifty times as fast as any other |
| up to 15,625 candidates (25x25) | ``variant`` and ``sat`` in turns | below |
| larger, or a solver or encoding is named | ``sat`` | learning decides large boards |
| a rule with too many clauses | ``cpsat`` | the only one that is left |

In turns: the compiled search settles most puzzles in less time than it takes to write them as
clauses, so it goes first: for some 30 ms, or 10 ms on boards above 16x16, as a solver that learns
decides sooner what takes longer; for some 2 s where there are sums, which clauses carry badly; and
where regions are to be found, for about as long as their clauses take to be written and read (0.4 s
on a 9x9, 0.1 s on a 6x6).
python-sat is imported where that does not settle a puzzle. A quick SAT solver then has few
conflicts, with what propagation left. The compiled search tries single values and goes on where
cells are the only variables. A SAT solver without a bound has the last word. A board of which
several puzzles were not settled by the compiled search keeps a solver with all its clauses, and is
put to it first where the compiled search settles less than half. True candidates are searched in
the same order.

Which puzzles were asked before changes who answers, and never what: the solver that is kept answers
only where there is one solution or none.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast

from satdoku.base.limits import Clock, RanOut
from satdoku.encodings.digit_sets import why_not
from satdoku.encodings.program import Narrowing
from satdoku.engines.protocol import (
    SMALL_BOARD,
    Counted,
    Ending,
    EngineOptions,
    Occurrences,
    Search,
    SeenReport,
    Session,
    Solution,
)
from satdoku.engines.variant import SLICE, VariantSession, narrowed, occurrences
from satdoku.model import Model
from satdoku.puzzle.puzzle import Puzzle
from satdoku.relations import Linear, Regions

if TYPE_CHECKING:
    from satdoku.engines.sat import SatSession

_MAX_SOLUTIONS = 2
"""Solutions that the compiled search looks for; the solver lists more of them sooner."""
_MAX_CANDIDATES = 25**3
"""Candidates of a board on which the compiled search goes first."""
_FIRST_WORK = 3 * SLICE
_REGIONS_WORK = 12_200
"""Work for each pair of cells; the clauses of unknown regions grow with the pairs too."""
_SUMS_WORK = 200 * SLICE
_MORE_WORK = 20 * SLICE
_CANDIDATES_WORK = 5 * SLICE
_PROBE_WORK = 10_000_000
"""Work of trying single values, so that the solver begins with fewer."""


def _first_work(model: Model) -> int:
    if model.geometry.cell_count * model.geometry.size > SMALL_BOARD:
        return SLICE
    kinds = {*map(type, model.whole.others), *map(type, model.connected)}
    if Regions in kinds:
        return _REGIONS_WORK * model.geometry.grid_count**2
    return _SUMS_WORK if model.whole.sums or Linear in kinds else _FIRST_WORK


def takes_turns(model: Model, options: EngineOptions) -> bool:
    """Whether ``auto`` uses :class:`InTurns` on a board with rules."""
    literals = model.geometry.cell_count * model.geometry.size
    return literals <= _MAX_CANDIDATES and options.chooses_clauses and why_not(model) is None


class InTurns(Session):
    """The compiled search and a SAT solver in turns; ``name`` is the one that answered last.

    ``begin`` makes the session of the engine ``sat``, when it is needed first.
    """

    name = "variant"
    lists_faults = True

    def __init__(self, model: Model, begin: Callable[[], Session]) -> None:
        self._begin = begin
        self.variant = VariantSession(model)
        self.work = _first_work(model)
        """How long the compiled search goes first."""
        self.misses = 0
        """Puzzles that the compiled search did not settle at first, less those that it did."""

    @cached_property
    def sat(self) -> SatSession:
        """The session of the engine ``sat``."""
        return cast("SatSession", self._begin())

    def solver_first(self) -> bool:
        """Whether a solver is kept that settles puzzles of this board more often."""
        return self.misses > 0 and not self.sat.is_new()

    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        if clock.limit.nodes is not None:
            puzzle.require_valid()
            self.name = "sat"
            return self.sat.search(puzzle, clock, wanted)
        return Search(partial(_solutions, self, puzzle, clock))

    def count(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Counted:
        """The number of solutions; a shared solver decides whether it is 0, 1 or more."""
        if clock.limit.nodes is None and not self.solver_first():
            return super().count(puzzle, clock, wanted)
        puzzle.require_valid()
        self.name = "sat"
        return self.sat.count(puzzle, clock, wanted)

    def candidates(
        self,
        puzzle: Puzzle,
        clock: Clock,
        cap: int,
        known: Sequence[Solution] = (),
        report: SeenReport | None = None,
    ) -> Occurrences:
        if clock.limit.nodes is None:
            result = Occurrences([{} for _ in puzzle.givens], stopped=clock.stopped())
            with self.variant.begun(puzzle) as narrowing:
                if result.stopped is None and narrowing is not None and narrowing.is_whole:
                    self.name = "variant"
                    bound = _CANDIDATES_WORK
                    occurrences(narrowing, puzzle, clock, cap, result, known, report, bound)
            if result.exhausted or result.stopped is not None:
                return result
            known = list(dict.fromkeys((*known, *result.seen)))
        if not known:
            puzzle.require_valid()
        self.name = "sat"
        return self.sat.candidates(puzzle, clock, cap, known, report)


def _solutions(
    session: InTurns, puzzle: Puzzle, clock: Clock, ending: Ending
) -> Generator[Solution, None, None]:
    # The stages of the module docstring, cheapest first. Each may end the search, so that splitting
    # them would only pass the state of the search around.
    ending.stopped = clock.stopped()
    known = list[Solution]()
    if ending.over:
        return
    try:
        solver_first = session.solver_first()
        if solver_first:
            puzzle.require_valid()
            session.name = "sat"
            yield from session.sat.settled(puzzle, clock, ending)
            if ending.over:
                return
        with session.variant.begun(puzzle) as narrowing:
            left = None
            if narrowing is not None:
                session.name = "variant"
                yield from _tried(narrowing, clock, ending, known, session.work)
                session.misses += -1 if ending.exhausted or len(known) >= _MAX_SOLUTIONS else 1
                if ending.over:
                    return
                left = narrowing.left
            if not known:
                puzzle.require_valid()
            sat = session.sat
            session.name = "sat"
            if not solver_first and len(known) < _MAX_SOLUTIONS:
                for values in sat.settled(puzzle, clock, ending):
                    if values not in known:
                        yield values
                if ending.over:
                    return
            yield from sat.quickly(puzzle, clock, ending, known, left)
            if ending.over:
                return
            if narrowing is not None and len(known) < _MAX_SOLUTIONS:
                session.name = "variant"
                remaining = clock.remaining()
                share = 1.0 if remaining is None else min(1.0, remaining)
                narrowing.probe(int(share * _PROBE_WORK))
                ending.exhausted = narrowing.exhausted
                # Where other variables are guessed too a solver that learns takes less (measured).
                if not (ending.exhausted or sat.model.auxiliary):
                    yield from _tried(narrowing, clock, ending, known, _MORE_WORK)
                if ending.over:
                    return
                session.name = "sat"
                left = narrowing.left
        yield from sat.to_the_end(puzzle, clock, ending, known, left)
    except RanOut as error:
        ending.stopped = error.stop


def _tried(
    narrowing: Narrowing, clock: Clock, ending: Ending, known: list[Solution], work: int
) -> Generator[Solution, None, None]:
    """The new solutions that the compiled search finds in ``work``; they are added to ``known``."""
    for values in narrowed(narrowing, clock, ending, wanted=_MAX_SOLUTIONS, work=work):
        if values not in known:
            known.append(values)
            yield values
