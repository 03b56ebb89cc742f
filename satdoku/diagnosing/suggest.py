"""Suggestions: further clues of a wished kind that leave the fewest solutions, and spare rules.

Solutions are listed with random phases, so that where there are too many to list them all those
found differ as much as the solver lets them. Clues that one of them keeps are drawn at random and
judged by how many of the others they exclude. Where all solutions are known the numbers are exact;
otherwise those left by the best clues are counted by the solver.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from satdoku.base.errors import Unsupported
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Grid
from satdoku.constraints import Contain
from satdoku.encodings.variables import given_literals
from satdoku.engines.incremental import SwitchedRules
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.generating.randomness import Stream
from satdoku.model import Model
from satdoku.puzzle import Puzzle

_MAX_LISTED = 300
"""Solutions that are listed."""

_MAX_DRAWN = 400
"""Clues that are drawn and judged."""

_MAX_DRAWS_IN_VAIN = 20
"""Draws in a row without another clue that end the drawing."""

_MAX_COUNTED = 100
"""Solutions left by a clue that are counted, where not all of the puzzle's are known."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """A clue, or several together, and the number of solutions that they leave (at least that many
    where ``exact`` is false). A given is written as a rule: the cell contains the digit."""

    clues: tuple[Constraint, ...]
    left: int
    exact: bool

    @property
    def clue(self) -> Constraint:
        """The only one, or the first."""
        return self.clues[0]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions for a puzzle.

    solutions  the number of its solutions, at least where ``complete`` is false
    clues      the best ones found, first the one that leaves the fewest
    spare      positions in ``puzzle.constraints`` of rules that can go, one at a time, without
               another solution; known only where ``complete`` is true
    stopped    the limit that ran out meanwhile
    """

    puzzle: Puzzle
    solutions: int
    complete: bool
    clues: tuple[Suggested, ...]
    spare: tuple[int, ...]
    stopped: Stop | None
    seconds: float


def suggest(
    puzzle: Puzzle,
    wishes: Sequence[ClueWish],
    *,
    givens: bool = False,
    count: int = 5,
    pairs: bool = False,
    solution: Grid | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
) -> Suggestions:
    """Clues of wished kinds that leave the fewest solutions, ``count`` of them at most; with
    ``givens`` also further givens, of which every one that is in a listed solution is judged.

    With ``pairs`` two clues at a time, which leave fewer than either does alone; no clue is in two
    pairs. With ``solution`` each clue is kept by it. The same seed gives the same clues.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises ImpossibleWish: where clues of a kind cannot be placed.
    :raises ValueError: where ``solution`` is none of the puzzle.
    :raises RanOut: where the limit runs out before there is a solution to judge by.
    :raises Unsupported: where a rule cannot be written as clauses.
    """
    started = time.perf_counter()
    puzzle.require_valid()
    kinds = [ClueKind(wish, puzzle.geometry) for wish in wishes]
    clock = limit.start()
    if solution is not None and not puzzle.accepts(solution, clock):
        raise ValueError("the solution does not keep the puzzle")
    search = _Search(puzzle, clock, Stream(seed))
    try:
        if solution is not None:
            search.note(solution)
        complete = search.gather(_MAX_LISTED)
        spare = search.spare() if complete and search.found else ()
        clues: tuple[Suggested, ...] = ()
        if len(search.found) > 1:
            if givens:
                search.judge_givens(solution)
            clues = tuple(search.clues(kinds, count, pairs, solution, complete))
    finally:
        search.close()
    seconds = time.perf_counter() - started
    known = len(search.found)
    return Suggestions(puzzle, known, complete, clues, spare, clock.stopped(), seconds)


Ranked = list[tuple[int, tuple[Constraint, ...]]]
"""Clues, each after the number of solutions that they leave."""


class _Search:
    def __init__(self, puzzle: Puzzle, clock: Clock, stream: Stream) -> None:
        self.puzzle = puzzle
        self.geometry = puzzle.geometry
        self.clock = clock
        self.stream = stream
        self.rules = SwitchedRules(puzzle.geometry, clock.check)
        self.switches = [self.rules.add(part) for part in puzzle.model.parts]
        self.given = given_literals(puzzle, self.rules.variables)
        self.away = self.rules.fresh()
        self.found: list[Grid] = []
        self.drawn: dict[Constraint, int] = {}  # by the listed solutions that keep the clue
        self.kinds: dict[Constraint, ClueKind] = {}  # of those that are no givens

    def close(self) -> None:
        self.rules.close()

    def note(self, grid: Grid) -> None:
        """Add a solution to those known."""
        self.found.append(grid)
        assert None not in grid.values
        self.rules.forbid([value for value in grid.values if value is not None], self.away)

    def another(self, switches: Sequence[int]) -> Grid | None:
        """A grid that keeps these rules and is not among those known."""
        candidates = [c for row in self.rules.variables.table for c in row]
        chosen = self.stream.shuffled(candidates)[: self.geometry.cell_count]
        self.rules.solver.prefer(chosen)
        if not self.rules.solver.solve([*self.given, *switches, self.away], self.clock):
            return None
        return Grid(self.geometry, self.rules.values())

    def gather(self, most: int) -> bool:
        """List solutions, and return whether they are all.

        :raises RanOut: where the clock runs out before there is one.
        """
        try:
            while len(self.found) < most:
                grid = self.another(self.switches)
                if grid is None:
                    return True
                self.note(grid)
        except RanOut:
            if not self.found:
                raise
        return False

    def spare(self) -> tuple[int, ...]:
        """The rules that exclude no other solution by themselves, where all are known."""
        spare = []
        try:
            for i in range(len(self.switches)):
                if self.another(self.switches[:i] + self.switches[i + 1 :]) is None:
                    spare.append(i)
        except RanOut:
            pass
        return tuple(spare)

    def clues(
        self,
        kinds: Sequence[ClueKind],
        count: int,
        pairs: bool,
        solution: Grid | None,
        complete: bool,
    ) -> list[Suggested]:
        """The best of random clues, and of the givens that are judged."""
        drawn, vain = self.drawn, 0
        for _ in range(_MAX_DRAWN if kinds else 0):
            vain += 1
            if vain > _MAX_DRAWS_IN_VAIN or self.clock.stopped():
                break
            kind = self.stream.choice(kinds)
            clue = kind.random(solution or self.stream.choice(self.found), self.stream)
            if (
                clue is not None
                and clue not in drawn
                and kind.is_apart(clue, self.puzzle.constraints)
            ):
                vain = 0
                self.kinds[clue], drawn[clue] = kind, self.solutions_keeping(clue)
        if pairs:
            chosen = self.pairs(count)
        else:
            best = sorted(drawn, key=lambda clue: drawn[clue].bit_count())
            ranked: Ranked = [(drawn[clue].bit_count(), (clue,)) for clue in best]
            chosen = [one for one in ranked if one[0] < len(self.found)][:count]
        if complete:
            return [Suggested(clues, left, exact=True) for left, clues in chosen]
        counted = [self.counted(clues) for _, clues in chosen]
        # Clues that leave too many solutions to count stay in the order by listed solutions.
        return sorted(counted, key=lambda one: (not one.exact, one.left if one.exact else 0))

    def solutions_keeping(self, clue: Constraint) -> int:
        """The listed solutions that keep a clue, as bits."""
        return sum(clue.holds(grid) << i for i, grid in enumerate(self.found))

    def judge_givens(self, solution: Grid | None) -> None:
        """Judge every further given that is in a listed solution, or in this one."""
        grids = self.found if solution is None else [solution]
        for cell, given in enumerate(self.puzzle.givens):
            digits = {value for grid in grids if (value := grid.values[cell]) is not None}
            for digit in sorted(digits) if given is None else ():
                clue = Contain((cell,), (digit,))
                self.drawn[clue] = self.solutions_keeping(clue)

    def are_apart(self, first: Constraint, second: Constraint) -> bool:
        """Whether two clues can stand beside each other; a given stands anywhere."""
        kind = self.kinds.get(first)
        return kind is None or second not in self.kinds or kind.is_apart(first, [second])

    def pairs(self, count: int) -> Ranked:
        """The best pairs of clues, each clue in one of them."""
        drawn = self.drawn
        clues = sorted(drawn, key=lambda clue: drawn[clue].bit_count())
        keeping = [drawn[clue] for clue in clues]
        alone = [solutions.bit_count() for solutions in keeping]
        ranked = []
        for j, solutions in enumerate(keeping):
            if self.clock.stopped():
                break
            for i in range(j):
                left = (keeping[i] & solutions).bit_count()
                if 0 < left < alone[i]:
                    ranked.append((left, i, j))
        chosen: Ranked = []
        used: set[int] = set()
        for left, i, j in sorted(ranked):
            first, second = clues[i], clues[j]
            if len(chosen) == count:
                break
            if used.isdisjoint((i, j)) and self.are_apart(first, second):
                used |= {i, j}
                chosen.append((left, (first, second)))
        return chosen

    def counted(self, clues: tuple[Constraint, ...]) -> Suggested:
        """The solutions that clues leave together."""
        left = sum(all(clue.holds(grid) for clue in clues) for grid in self.found)
        try:
            added = [
                self.rules.add(Model(self.geometry, clue.relations(self.geometry)))
                for clue in clues
            ]
            while left < _MAX_COUNTED:
                grid = self.another([*self.switches, *added])
                if grid is None:
                    return Suggested(clues, left, exact=True)
                self.note(grid)
                left += 1
        except (RanOut, Unsupported):
            pass
        return Suggested(clues, left, exact=False)
