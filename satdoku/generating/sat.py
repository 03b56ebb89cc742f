"""Making puzzles on any board and under any rules, by one SAT solver a puzzle.

A solver that served other puzzles before would find other models, so that a puzzle would depend
on its neighbours: each puzzle has a solver of its own. Searches are cut into slices of a fixed
number of conflicts, never by time, for the same reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from satdoku.base.errors import Undecided
from satdoku.base.limits import Clock, RanOut
from satdoku.engines import EngineOptions
from satdoku.engines.sat import LoadedSolver, SatEngine
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle

_SLICE_CONFLICTS = 2000


class Cut(Undecided):
    """A limit ran out before a puzzle was made."""


class _TooHard(Exception):
    """The effort allowed to one search did not do."""


class SatBoard:
    """A board and its rules in a solver of its own; the board's givens are always assumed.

    The solver is loaded when it is first needed.

    :raises Cut: from every method, where the clock runs out before the solver is loaded.
    """

    def __init__(self, board: Puzzle, clock: Clock) -> None:
        self.board = board
        self.clock = clock
        self.digits = board.geometry.digits

    @cached_property
    def _opened(self) -> tuple[LoadedSolver | None, list[int]]:
        board = replace(self.board, givens=(None,) * self.board.geometry.cell_count)
        try:
            opened = SatEngine(EngineOptions()).prepare(board.model).open(board, self.clock)
        except RanOut as error:
            raise Cut(f"the limit on {error.stop} ran out") from None
        return opened or (None, [])

    @property
    def session(self) -> LoadedSolver | None:
        """The solver; ``None`` where the rules leave no solution."""
        return self._opened[0]

    @property
    def marks(self) -> list[int]:
        """The literals that are always assumed: pencil marks, where a solver serves all boards."""
        return self._opened[1]

    def literal(self, cell: int, digit: int) -> int:
        """The literal of a candidate (0 where the rules alone exclude it)."""
        assert self.session is not None
        return self.session.variables.table[cell][self.digits.index(digit)]

    def literals(self, cells: Iterable[int], values: Sequence[int]) -> list[int]:
        """The literals of these cells and their digits."""
        return [self.literal(cell, values[cell]) for cell in cells]

    def find(self, assumptions: list[int], effort: int | None = None) -> tuple[int, ...] | None:
        """A solution, or ``None`` where there is none.

        :raises Cut: where the clock runs out.
        :raises _TooHard: where ``effort`` conflicts do not decide it.
        """
        session = self.session
        if session is None or 0 in assumptions:
            return None
        budget = _SLICE_CONFLICTS
        spent = 0
        while True:
            stop = self.clock.stopped()
            if stop is not None:
                raise Cut(f"the limit on {stop} ran out")
            if effort is not None:
                if spent >= effort:
                    raise _TooHard
                budget = min(budget, effort - spent)
            session.conf_budget(budget)
            answer = session.solve_limited([*self.marks, *assumptions])
            if answer is False:
                return None
            if answer is True:
                count = session.count
                model = session.get_model()
                return session.values([literal for literal in model[:count] if literal > 0])
            spent += budget
            budget += budget // 2

    def activation(self, values: Sequence[int]) -> int:
        """A literal that, assumed, forbids this one grid."""
        assert self.session is not None
        switch = self.session.activate()
        every = range(len(values))
        self.session.block([-switch, *[-x for x in self.literals(every, values)]])
        return switch

    def list(self, assumptions: list[int], cap: int) -> list[tuple[int, ...]] | None:
        """All solutions, or ``None`` where there are more than ``cap``."""
        solutions: list[tuple[int, ...]] = []
        session = self.session
        if session is None:
            return solutions
        switch = session.activate()
        known = set(assumptions)
        assumed = [*assumptions, switch]
        try:
            while (values := self.find(assumed)) is not None:
                if len(solutions) == cap:
                    return None
                solutions.append(values)
                every = self.literals(range(len(values)), values)
                session.block([-switch, *[-x for x in every if x not in known]])
            return solutions
        finally:
            session.retire(switch)

    def random_grid(self, stream: Stream) -> tuple[int, ...] | None:
        """A full grid: cells in random order get a random digit that can stand with the others.

        The last cells of a large board are left to the solver, which follows random phases.
        """
        geometry = self.board.geometry
        givens = self.board.givens
        assumed = [
            self.literal(cell, given)
            for cell, given in enumerate(givens)
            if given is not None and self.session is not None
        ]
        if self.session is None:
            return None
        phases = []
        for cell in range(geometry.cell_count):
            chosen = stream.below(len(self.digits))
            for i, literal in enumerate(self.session.variables.table[cell]):
                if literal:
                    phases.append(literal if i == chosen else -literal)
        self.session.inner.set_phases(phases)
        values = self.find(assumed)
        if values is None:
            return None
        free = [cell for cell in range(geometry.cell_count) if givens[cell] is None]
        probes = len(free) if geometry.cell_count <= 100 else 3 * geometry.size
        for cell in stream.shuffled(free)[:probes]:
            for digit in stream.shuffled(self.digits):
                literal = self.literal(cell, digit)
                if not literal:
                    continue
                other = values if values[cell] == digit else self.find([*assumed, literal])
                if other is not None:
                    values = other
                    assumed.append(literal)
                    break
        return values

    def forget_preferences(self) -> None:
        """Reset the preferences of the solver's guesses.

        The digits that a random grid was drawn with make other grids harder to find.
        """
        if self.session is not None:
            table = self.session.variables.table
            self.session.inner.set_phases([x for row in table for x in row if x])

    def reduce(
        self,
        solution: Sequence[int],
        orbits: Iterable[tuple[int, ...]],
        keep: Collection[int],
        floor: int,
        stream: Stream,
        cells: Collection[int] | None = None,
        effort: int | None = None,
    ) -> set[int]:
        """The cells left when orbits are taken away in random order.

        The solution stays the only one, the cells to keep stay, and so do ``floor`` givens.
        A given that ``effort`` conflicts do not prove redundant stays too.
        """
        given = set(range(len(solution)) if cells is None else cells)
        switch = self.activation(solution)
        must_stay = set(keep)
        # Sets of cells in which another grid differs from the solution: each needs a given.
        differences: list[set[int]] = []
        for orbit in stream.shuffled(list(orbits)):
            removed = given.intersection(orbit)
            if not removed or must_stay & removed or len(given) - len(removed) < floor:
                continue
            rest = given - removed
            if any(rest.isdisjoint(difference) for difference in differences):
                continue
            assumed = [*self.literals(sorted(rest), solution), switch]
            try:
                other = self.find(assumed, effort)
            except _TooHard:
                continue
            if other is None:
                given = rest
            else:
                differences.append(
                    {c for c, (a, b) in enumerate(zip(solution, other, strict=True)) if a != b}
                )
        assert self.session is not None
        self.session.retire(switch)
        return given

    def is_only(self, solution: Sequence[int], cells: Iterable[int]) -> bool:
        """Whether no other grid has the solution's digits in these cells."""
        switch = self.activation(solution)
        try:
            return self.find([*self.literals(sorted(cells), solution), switch]) is None
        finally:
            assert self.session is not None
            self.session.retire(switch)

    def is_minimal(self, solution: Sequence[int], cells: Collection[int]) -> bool:
        """Whether each of these givens is needed."""
        given = set(cells)
        singles = [(cell,) for cell in sorted(given)]
        return self.reduce(solution, singles, (), 0, Stream(0), given) == given
