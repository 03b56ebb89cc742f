"""A puzzle with what follows from its rules alone, as plain data."""

from __future__ import annotations

from satdoku.answers.asked import left_out, one_line
from satdoku.base.limits import Limit
from satdoku.board import Grid
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.records.puzzles import ShownRecord

__all__ = ["shown_record", "solution_of"]


def solution_of(puzzle: Puzzle, seconds: float | None) -> Grid:
    """The solution of a puzzle that is shown solved.

    :raises InvalidPuzzle: where it breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where it has not exactly one, or not in time.
    """
    from satdoku.diagnosing.solution import only_solution

    return only_solution(puzzle, Limit(seconds=seconds).start())


def shown_record(
    document: Document, line: int, source: str | None, solution: Grid | None = None
) -> ShownRecord:
    """A puzzle with its board, rules, candidates and faults."""
    puzzle = document.puzzle
    geometry = puzzle.geometry
    position = document.position or Position.of(puzzle)
    return ShownRecord(
        line,
        one_line(puzzle),
        geometry.describe(),
        puzzle.clues,
        tuple(rule.describe(geometry) for rule in puzzle.constraints),
        {
            geometry.name(cell): tuple(sorted(digits))
            for cell, digits in enumerate(position.candidates)
            if digits
        },
        tuple(problem.message for problem in puzzle.problems()),
        None if solution is None else solution.text(),
        source=source,
        left_out=left_out(document),
    )
