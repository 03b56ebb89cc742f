"""A puzzle with what follows from its rules alone, as plain data."""

from __future__ import annotations

from satdoku.answers.asked import left_out, one_line
from satdoku.puzzle import Document, Position
from satdoku.records.puzzles import ShownRecord

__all__ = ["shown_record"]


def shown_record(document: Document, line: int, source: str | None) -> ShownRecord:
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
        source=source,
        left_out=left_out(document),
    )
