"""Backdoors: the fewest cells whose digits let singles finish the puzzle.

A backdoor is a set of open cells; once they hold their digits of the solution, singles alone place
all the others. Singles are defined as follows. A placed digit is crossed out in its cell, in the
houses of the cell and in every set of cells that a rule makes different; a rule that names the
digits of a cell (odd, even, a cage of one cell) crosses out the others. A *naked* single is then a
cell with one candidate left, a *hidden* single the only place left to a digit in a house with as
many cells as digits. That is unit propagation on clauses of these kinds, which a SAT solver does
fastest. Other sums, and pairs of digits that a rule allows, are ignored, because what they exclude
is not a single.

The smallest backdoors are found by implicit hitting sets (hitting.py). If the chosen cells do not
let singles finish the puzzle, other cells are added to them as long as it stays unfinished; every
backdoor then holds at least one of the cells that are still open.

The notion is that of Williams, Gomes and Selman, "Backdoors to typical case complexity" (IJCAI
2003).
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Literal, get_args

from satdoku.base.limits import UNLIMITED, Clock, Limit, Stop
from satdoku.base.records import dataclass
from satdoku.board import Geometry, Grid
from satdoku.board.constraint import Constraint
from satdoku.diagnosing.solution import digits_of, only_solution, require_manageable
from satdoku.model import model_of
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.diagnosing.hitting import HittingSets

By = Literal["singles", "naked", "hidden"]


@dataclass(frozen=True, slots=True)
class Backdoors:
    """The smallest backdoors of a puzzle.

    size      the cells of the smallest backdoor found (0: singles finish the puzzle as it stands)
    at_least  no backdoor is smaller than this; it equals ``size`` where that is proved smallest
    sets      backdoors of this size, as ascending cell numbers: one, or with ``every`` all (if
              ``complete``)
    complete  the size is proved and, with ``every``, all are listed
    stopped   which limit ran out
    """

    solution: Grid
    by: By
    size: int
    at_least: int
    sets: tuple[tuple[int, ...], ...]
    complete: bool
    stopped: Stop | None
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether no backdoor is smaller."""
        return self.at_least == self.size


def find_backdoors(
    puzzle: Puzzle,
    *,
    by: By = "singles",
    every: bool = False,
    limit: Limit = UNLIMITED,
    progress: Callable[[int, int], None] | None = None,
) -> Backdoors:
    """The smallest backdoors: one of them, or (``every``) all of the smallest size.

    Where the limit runs out, the best one found so far is given, with what is proved. ``progress``
    gets the bounds on their size whenever there may be better ones.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique: where it has not exactly one solution.
    :raises RanOut: where the limit runs out before that is known.
    :raises Unsupported: where the board is larger than 36x36.
    :raises ValueError: where ``by`` names no kind of singles.
    """
    from satdoku.base.limits import RanOut
    from satdoku.diagnosing.hitting import HittingSets

    if by not in get_args(By):
        raise ValueError(f"there are no singles {by!r}; there are {', '.join(get_args(By))}")
    started = time.perf_counter()
    clock = limit.start()
    require_manageable(puzzle.geometry)
    solution = only_solution(puzzle, clock)
    walk = _Walk(puzzle, solution, _singles_of(puzzle, by))
    complete, stopped = False, None
    at_least = 1
    backdoors: list[tuple[int, ...]] = [()]
    if walk.is_done(walk.start):
        at_least, complete = 0, True
    else:
        backdoors = [walk.quick(clock)]
        hitting = HittingSets(walk.open)
        try:
            at_least = _search(walk, hitting, backdoors, every, clock, progress)
            complete = True
        except RanOut as error:
            stopped = error.stop
            at_least = min(max(1, hitting.at_least), len(backdoors[0]))
            # The size may be proved all the same, one set of it being known.
            complete = not every and at_least == len(backdoors[0])
        finally:
            hitting.close()
    return Backdoors(
        solution,
        by,
        len(backdoors[0]),
        at_least,
        tuple(sorted(map(walk.cells, backdoors))),
        complete,
        None if complete else stopped,
        time.perf_counter() - started,
    )


def _search(
    walk: _Walk,
    hitting: HittingSets[int],
    backdoors: list[tuple[int, ...]],
    every: bool,
    clock: Clock,
    progress: Callable[[int, int], None] | None,
) -> int:
    """Fill ``backdoors`` with one smallest backdoor, or all, and return their size."""
    known = len(backdoors[0])
    proved = False
    while True:
        if progress is not None:
            progress(max(1, hitting.at_least), known)
        # One cell less than the best known, until all of the smallest size are wanted.
        chosen = hitting.smallest(clock, known if proved or every else known - 1)
        if chosen is None:
            return known
        after = walk.after(walk.start, chosen)
        if not walk.is_done(after):
            hitting.add(walk.unfinished(after, clock))
            continue
        if not every:
            backdoors[:] = [tuple(chosen)]
            return len(chosen)
        if not proved:
            proved, known = True, len(chosen)
            backdoors.clear()
        backdoors.append(tuple(chosen))
        hitting.block(chosen)


class _Walk:
    """The cells that singles fill in a puzzle whose solution is known, with further cells given.

    A cell is represented by one literal, that of its digit in the solution.
    """

    def __init__(self, puzzle: Puzzle, solution: Grid, singles: Singles) -> None:
        self.singles = singles
        index = {digit: d for d, digit in enumerate(puzzle.geometry.digits)}
        self.size = size = puzzle.geometry.size
        own = [cell * size + index[digit] + 1 for cell, digit in enumerate(digits_of(solution))]
        self.own = frozenset(own)
        self.crossed_out = [
            -(cell * size + index[digit] + 1)
            for cell, marks in enumerate(puzzle.pencil_marks or ())
            if marks is not None
            for digit in puzzle.geometry.digits
            if digit not in marks
        ]
        givens = (own[cell] for cell, given in enumerate(puzzle.givens) if given is not None)
        self.start = self.after((), givens)
        self.open = tuple(literal for literal in own if literal not in self.start)

    def cells(self, literals: Iterable[int]) -> tuple[int, ...]:
        """The cells, ascending."""
        return tuple(sorted((literal - 1) // self.size for literal in literals))

    def after(self, solved: Iterable[int], more: Iterable[int]) -> frozenset[int]:
        """The cells that hold a digit once these are filled in beside the solved ones."""
        return self.own.intersection(self.singles.closure([*self.crossed_out, *solved, *more]))

    def is_done(self, solved: frozenset[int]) -> bool:
        """Whether no cell is open."""
        return len(solved) == len(self.own)

    def unfinished(self, solved: frozenset[int], clock: Clock) -> list[int]:
        """Open cells, one of which every backdoor must hold; few, since all others are filled.

        :raises RanOut: where the clock runs out.
        """
        from satdoku.base.limits import RanOut

        closed: list[int] = []
        for literal in self.open:
            if literal in solved:
                continue
            if (stopped := clock.stopped()) is not None:
                raise RanOut(stopped)
            after = self.after(solved, (literal,))
            if self.is_done(after):
                closed.append(literal)
            else:
                solved = after
        return [literal for literal in closed if literal not in solved]

    def quick(self, clock: Clock) -> tuple[int, ...]:
        """A small backdoor, at once: always the cell after which the most are filled."""
        solved = self.start
        chosen: list[int] = []
        while not self.is_done(solved):
            best: tuple[int, frozenset[int]] | None = None
            for literal in self.open:
                if literal in solved:
                    continue
                after = self.after(solved, (literal,))
                if best is None or len(after) > len(best[1]):
                    best = literal, after
                if self.is_done(after) or clock.stopped() is not None:
                    break
            assert best is not None
            chosen.append(best[0])
            solved = best[1]
        return tuple(chosen)


class Singles:
    """Clauses whose unit propagation performs singles (see the module docstring).

    The literal of a candidate is ``cell * digits + index of the digit + 1``.
    """

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...], by: By) -> None:
        from satdoku.engines.incremental import Clauses

        # Propagation does not return literals that hold without assumptions, so facts stand behind
        # a switch.
        self._switch = geometry.cell_count * geometry.size + 1
        self._clauses = Clauses(
            (
                list(clause) if len(clause) > 1 else [*clause, -self._switch]
                for clause in _clauses(geometry, constraints, by)
            ),
            solver="minisat22",
        )

    def closure(self, literals: list[int]) -> list[int]:
        """All literals that follow from some that agree with a solution, these included."""
        consistent, literals_true = self._clauses.propagate([self._switch, *literals])
        if not consistent:
            raise AssertionError("digits of a solution clash with each other")
        return literals_true


def _clauses(
    geometry: Geometry, constraints: tuple[Constraint, ...], by: By
) -> Iterator[tuple[int, ...]]:
    from satdoku.techniques.board import board_of

    board = board_of(Puzzle.empty(geometry, constraints))
    size = geometry.size
    cells = [tuple(range(c * size + 1, (c + 1) * size + 1)) for c in range(geometry.cell_count)]
    pairs: set[tuple[int, int]] = set()
    for members in board.members:
        pairs.update(combinations(sorted(members), 2))
    for a, b in sorted(pairs):
        yield from ((-first, -second) for first, second in zip(cells[a], cells[b], strict=True))
    for literals in cells:
        yield from ((-first, -second) for first, second in combinations(literals, 2))
        if by != "hidden":
            yield literals
    if by != "naked":
        for members, complete in zip(board.members, board.complete, strict=True):
            if complete:
                yield from zip(*(cells[cell] for cell in members), strict=True)
    index = {digit: d for d, digit in enumerate(geometry.digits)}
    model = model_of(geometry, constraints)
    singles = [(s.variables[0], frozenset((s.total,))) for s in model.sums if len(s.variables) == 1]
    for cell, allowed in (*model.domains.items(), *singles):
        for digit in geometry.digits:
            if digit not in allowed:
                yield (-cells[cell][index[digit]],)


_MAX_KEPT = 4
_LOCAL = threading.local()


def _singles_of(puzzle: Puzzle, by: By) -> Singles:
    """The singles of a board; a few are kept, by thread, for puzzles on the same board."""
    cached: OrderedDict[tuple[Geometry, tuple[Constraint, ...], By], Singles] | None
    cached = getattr(_LOCAL, "kept", None)
    if cached is None:
        cached = _LOCAL.kept = OrderedDict()
    key = (puzzle.geometry, puzzle.constraints, by)
    if key not in cached:
        cached[key] = Singles(puzzle.geometry, puzzle.constraints, by)
    cached.move_to_end(key)
    while len(cached) > _MAX_KEPT:
        cached.popitem(last=False)
    return cached[key]
