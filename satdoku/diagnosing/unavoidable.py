"""Unavoidable sets: cells of a solution grid of which every puzzle must give at least one.

A set of cells is unavoidable where the grid without them has another solution, and minimal where
none of its proper subsets is. The minimal sets up to a given size are found, each once, in one of
two ways:

``native``  a search over the new digits of forced cells, for boards whose rules all say "these
            cells differ" (native/unavoidable)
``sat``     a SAT solver asked for another grid with at most n differences, n ascending; each set
            found is blocked with all its supersets. For every board and rule that has clauses

docs/structure.md shows why neither search misses a set. Givens only serve to name the grid.
McGuire, Tugemann and Civario, "There is no 16-clue Sudoku" (Experimental Mathematics 23, 2014),
explain the use of unavoidable sets.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Literal, Protocol, cast, get_args

from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.errors import InvalidPuzzle, Unsupported
from satdoku.base.limits import UNLIMITED, Clock, Limit, Stop
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.diagnosing.solution import digits_of, require_manageable
from satdoku.puzzle import Puzzle

UnavoidableBackend = Literal["auto", "native", "sat"]

_MAX_SETS = 1_000_000
"""Sets that the search keeps at once: some 30 MB on a 9x9."""

_MAX_CELLS, _MAX_DIGITS = 1024, 64


@dataclass(frozen=True, slots=True)
class UnavoidableSets:
    """The minimal unavoidable sets of a grid.

    sets         cell numbers, ascending; the smallest sets first
    size         the largest size asked for
    complete_to  every set of at most this many cells is listed (``size`` where all were found)
    stopped      which limit ran out, or ``solutions`` where there were too many sets to hold
    """

    grid: Grid
    sets: tuple[tuple[int, ...], ...]
    size: int
    complete_to: int
    stopped: Stop | None
    backend: Literal["native", "sat"]
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every set up to the size asked for is listed."""
        return self.complete_to == self.size


def unavoidable_sets(
    board: Puzzle,
    grid: Grid,
    size: int = 12,
    *,
    backend: UnavoidableBackend = "auto",
    limit: Limit = UNLIMITED,
) -> UnavoidableSets:
    """The minimal unavoidable sets of at most ``size`` cells.

    ``board`` states which rules another grid must keep; its givens and pencil marks do not count.
    Where the limit runs out, the sets found so far are given, complete up to ``complete_to``.

    :raises InvalidPuzzle: where the grid is not full or breaks a rule of the board.
    :raises Unsupported: where the backend cannot take the board or a rule.
    :raises EngineUnavailable: where ``native`` is asked for and not installed.
    :raises ValueError: where the size is negative, or there is no such backend.
    """
    if size < 0:
        raise ValueError(f"the size of a set is a number >= 0, not {size}")
    if backend not in get_args(UnavoidableBackend):
        raise ValueError(
            f"there is no backend {backend!r}; there are {', '.join(get_args(UnavoidableBackend))}"
        )
    started = time.perf_counter()
    board = bare(board)
    require_solution(board, grid)
    clock = limit.start()
    # No set can have more cells than the board.
    bound = min(size, board.geometry.cell_count)
    groups = different_groups(board)
    core = native_unavoidable()
    fits = _fits(board) and groups is not None
    if backend == "native":
        required_core("the backend native")
        if not fits:
            raise Unsupported(
                "the compiled search takes only rules about cells that must differ, on "
                f"boards of up to {_MAX_CELLS} cells and {_MAX_DIGITS} digits; the backend "
                "sat takes others"
            )
    if core is not None and groups is not None and fits and backend != "sat":
        sets, complete_to, stopped = _by_search(core, board, grid, groups, bound, clock)
        used: Literal["native", "sat"] = "native"
    else:
        require_manageable(board.geometry)
        sets, complete_to, stopped = _by_sat(board, grid, bound, clock)
        used = "sat"
    complete_to = size if complete_to == bound else complete_to
    seconds = time.perf_counter() - started
    return UnavoidableSets(grid, tuple(sets), size, complete_to, stopped, used, seconds)


def bare(board: Puzzle) -> Puzzle:
    """The board and its rules alone."""
    return replace(board, givens=(None,) * board.geometry.cell_count, pencil_marks=None)


def require_solution(board: Puzzle, grid: Grid) -> None:
    """:raises InvalidPuzzle: where the grid is no solution of the empty board."""
    if not grid.is_full:
        open_cells = grid.values.count(None)
        raise InvalidPuzzle(
            [Problem("digit", f"the grid is not full: {open_cells} cells are open")]
        )
    board.with_givens(grid.values).require_valid()
    if not board.accepts(grid):
        raise InvalidPuzzle([Problem("rule", "the grid breaks a rule of the board")])


class NativeUnavoidable(Protocol):
    """The function of the compiled module; see satdoku/core.pyi."""

    def unavoidable_sets(
        self,
        digits: list[int],
        digit_count: int,
        groups: list[list[int]],
        partitions: list[list[int]],
        size: int,
        most: int,
        seconds: float,
    ) -> tuple[list[list[int]], bool, int]:
        """The sets, whether these are all, and the digits tried."""


@cache
def native_unavoidable() -> NativeUnavoidable | None:
    """The compiled module, or ``None`` where it is not installed."""
    core = compiled_core("unavoidable_sets")
    return None if core is None else cast(NativeUnavoidable, core)


def different_groups(board: Puzzle) -> list[list[int]] | None:
    """The sets of cells that must differ, where the rules demand nothing else; else ``None``."""
    model = board.model
    return [list(g) for g in dict.fromkeys(model.different)] if model.only_different else None


def _fits(board: Puzzle) -> bool:
    geometry = board.geometry
    return geometry.cell_count <= _MAX_CELLS and geometry.size <= _MAX_DIGITS


def partitions(grid: Grid) -> list[list[int]]:
    """Partitions of the cells such that a set that meets a part has two cells or more in it.

    In a house that holds every digit, a change takes two cells. So it does among the cells of one
    digit, where rows and columns are such houses: the digit moves along the row into a column
    where it stood elsewhere.
    """
    geometry = grid.geometry
    count = geometry.cell_count
    partitions: list[list[int]] = []
    for kinds in (("row",), ("column",), ("box", "region")):
        part_of = [-1] * count
        houses = [house for house in geometry.houses if house.kind in kinds]
        for number, house in enumerate(houses):
            for cell in house.cells:
                part_of[cell] = number
        disjoint = sum(len(house.cells) for house in houses) == count
        full = all(len(house.cells) == geometry.size for house in houses)
        if disjoint and full and -1 not in part_of:
            partitions.append(part_of)
    lines = [house for house in geometry.houses if house.kind in ("row", "column")]
    if len(partitions) >= 2 and all(len(house.cells) == geometry.size for house in lines):
        index = {digit: d for d, digit in enumerate(geometry.digits)}
        partitions.append([index[digit] for digit in digits_of(grid)])
    return partitions


_Answer = tuple[list[tuple[int, ...]], int, Stop | None]
"""The sets, the size up to which they are complete, and the limit that ran out."""


def _by_search(
    core: NativeUnavoidable,
    board: Puzzle,
    grid: Grid,
    groups: list[list[int]],
    size: int,
    clock: Clock,
) -> _Answer:
    index = {digit: d for d, digit in enumerate(board.geometry.digits)}
    digits = [index[digit] for digit in digits_of(grid)]
    parts = partitions(grid)
    limited = clock.deadline is not None or clock.limit.cancel is not None
    sets: list[tuple[int, ...]] = []
    complete_to = 0
    # Each size takes about twice as long as the one before: going up step by step costs little,
    # and what is known when the time runs out is complete up to a size.
    for bound in range(min(8, size), size + 1) if limited else (size,):
        stopped = clock.stopped()
        if stopped is None:
            rest = clock.remaining()
            # 0 would mean no limit.
            seconds = 0.0 if rest is None else max(rest, 0.001)
            lists, finished, nodes = core.unavoidable_sets(
                digits, board.geometry.size, groups, parts, bound, _MAX_SETS, seconds
            )
            clock.nodes += nodes
            if not finished:
                stopped = clock.stopped() or "solutions"
        if stopped is not None:
            return sets, complete_to, stopped
        sets = [tuple(cells) for cells in lists]
        complete_to = bound
    return sets, complete_to, None


def _by_sat(board: Puzzle, grid: Grid, size: int, clock: Clock) -> _Answer:
    from satdoku.base.limits import RanOut

    sets: list[tuple[int, ...]] = []
    complete_to = 0
    try:
        for result in differences_by_size(board, grid, size, clock):
            if isinstance(result, int):
                complete_to = result
            else:
                sets.append(result)
    except RanOut as error:
        known = [cells for cells in sets if len(cells) <= complete_to]
        return known, complete_to, error.stop
    return sorted(sets, key=lambda cells: (len(cells), cells)), size, None


def differences_by_size(
    board: Puzzle, grid: Grid, size: int, clock: Clock
) -> Iterator[tuple[int, ...] | int]:
    """Each minimal unavoidable set as it is found, and each size once it is done with.

    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a rule has no clauses.
    """
    from satdoku.encodings.cnf import encode_board
    from satdoku.engines.incremental import Clauses
    from satdoku.engines.oracles import counter_of

    formula = encode_board(board.model)
    same = formula.variables.literals(digits_of(grid))
    with Clauses(formula.clauses()) as clauses:
        clauses.add([-literal for literal in same])
        counter = counter_of([-literal for literal in same], size, formula.top)
        try:
            clauses.extend(counter.cnf.clauses)
            for bound in range(size + 1):
                # As many as there are cells are no bound.
                few = [-counter.rhs[bound]] if bound < len(counter.rhs) else []
                while clauses.solve(few, clock):
                    true = set(clauses.model())
                    cells = tuple(cell for cell, x in enumerate(same) if x not in true)
                    clauses.add([same[cell] for cell in cells])
                    yield cells
                yield bound
        finally:
            counter.delete()
