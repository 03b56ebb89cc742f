"""What a puzzle could spare and what it hangs on, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from satdoku.answers.asked import Asked, rewritten
from satdoku.base.limits import Clock, Limit
from satdoku.board import Grid
from satdoku.diagnosing.backdoors import By, find_backdoors
from satdoku.diagnosing.fewest import find_fewest_clues
from satdoku.diagnosing.redundant import RedundantBackend, find_redundant
from satdoku.diagnosing.solution import only_solution, require_manageable
from satdoku.diagnosing.unavoidable import UnavoidableBackend, unavoidable_sets
from satdoku.explaining.findings import findings
from satdoku.explaining.names import Lang
from satdoku.formats import Letters
from satdoku.puzzle import Puzzle
from satdoku.records.findings import (
    BackdoorsRecord,
    FewestCluesRecord,
    RedundantRecord,
    UnavoidableRecord,
)

__all__ = ["backdoors_of", "fewest_clues_of", "redundant_of", "unavoidable_of"]


def redundant_of(
    asked: Asked, *, backend: RedundantBackend, lang: Lang, limit: Limit, rules_known: bool
) -> RedundantRecord:
    """The givens and rules of a puzzle that follow from the others.

    :raises NoSolution, NotUnique, Undecided: where the puzzle has not exactly one solution.
    """
    puzzle = asked.puzzle
    found = find_redundant(puzzle, backend=backend, limit=limit)
    wording = findings(puzzle.geometry, lang)
    names = [wording.constraint(rule) for rule in puzzle.constraints]
    return RedundantRecord(
        **asked.place,
        verdict="minimal" if found.minimal else "redundant",
        givens=_placed(puzzle, puzzle.grid, found.givens),
        rules=tuple(names[i] for i in found.rules),
        together={
            "givens": _placed(puzzle, puzzle.grid, found.together_givens),
            "rules": tuple(names[i] for i in found.together_rules),
            "puzzle": rewritten(asked, found.rest, rules_known=rules_known),
        },
        backend=found.backend,
        seconds=round(found.seconds, 6),
    )


def backdoors_of(
    asked: Asked,
    *,
    by: By,
    every: bool,
    limit: Limit,
    progress: Callable[[int, int], None] | None = None,
) -> BackdoorsRecord:
    """The smallest backdoors of a puzzle.

    :raises NoSolution, NotUnique, Undecided: where the puzzle has not exactly one solution.
    """
    found = find_backdoors(asked.puzzle, by=by, every=every, limit=limit, progress=progress)
    return BackdoorsRecord(
        **asked.place,
        by=by,
        size=found.size,
        at_least=found.at_least,
        backdoors=tuple(_placed(asked.puzzle, found.solution, cells) for cells in found.sets),
        complete=found.complete,
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


def unavoidable_of(
    asked: Asked, size: int, *, backend: UnavoidableBackend, letters: Letters, limit: Limit
) -> UnavoidableRecord:
    """The minimal unavoidable sets of the grid meant.

    :raises NoSolution, NotUnique, Undecided: where the puzzle has not exactly one solution.
    """
    board, clock = asked.puzzle, limit.start()
    grid = _grid_of(board, clock)
    # One limit for both questions.
    rest = Limit(seconds=clock.remaining())
    found = unavoidable_sets(board, grid, size, backend=backend, limit=rest)
    name = board.geometry.name
    counts = Counter(len(cells) for cells in found.sets)
    return UnavoidableRecord(
        **asked.place,
        grid=asked.write(grid, letters),
        size=size,
        complete=found.complete,
        complete_to=found.complete_to,
        count=len(found.sets),
        counts={str(cells): number for cells, number in sorted(counts.items())},
        sets=tuple(tuple(map(name, cells)) for cells in found.sets),
        stopped=found.stopped,
        backend=found.backend,
        seconds=round(found.seconds, 6),
    )


def fewest_clues_of(
    asked: Asked,
    *,
    seed: int,
    letters: Letters,
    limit: Limit,
    rules_known: bool,
    progress: Callable[[int, int], None] | None = None,
) -> FewestCluesRecord:
    """Bounds on the givens of the smallest puzzle of the grid meant.

    :raises NoSolution, NotUnique, Undecided: where the puzzle has not exactly one solution.
    """
    board, clock = asked.puzzle, limit.start()
    grid = _grid_of(board, clock)
    # One limit for both questions.
    rest = Limit(seconds=clock.remaining())
    found = find_fewest_clues(board, grid, seed=seed, limit=rest, progress=progress)
    return FewestCluesRecord(
        **asked.place,
        grid=asked.write(grid, letters),
        best=rewritten(asked, found.puzzle, rules_known=rules_known),
        clues=found.clues,
        at_least=found.at_least,
        known_at_least=found.known_at_least,
        exact=found.exact,
        sets=found.sets,
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


def _grid_of(puzzle: Puzzle, clock: Clock) -> Grid:
    """The grid meant: the givens where they fill the board, else the solution.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where it has not exactly one solution.
    :raises Unsupported: where the board is larger than 36x36.
    """
    # Its solution would be sought for nothing.
    require_manageable(puzzle.geometry)
    if puzzle.grid.is_full:
        return puzzle.grid
    return only_solution(puzzle, clock)


def _placed(puzzle: Puzzle, grid: Grid, cells: Iterable[int]) -> tuple[str, ...]:
    """Cells with their digits: ``r1c5=7``."""
    return tuple(f"{puzzle.geometry.name(cell)}={grid[cell]}" for cell in cells)
