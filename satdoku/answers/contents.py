"""The contents of a puzzle as plain columns, and a key that equivalent puzzles share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from satdoku.answers.puzzle_input import one_line
from satdoku.answers.question import RunColumns
from satdoku.base.columns import RunColumn
from satdoku.base.errors import Unsupported
from satdoku.base.records import dataclass
from satdoku.generating.pattern import digits_are_alike
from satdoku.puzzle import Document, Puzzle
from satdoku.symmetry import NAMED_SYMMETRIES, Symmetry, canonical, canonical_bytes

_MAX_CANONICAL_SIZE = 9
"""Rows of the largest board whose canonical form always takes a moment only."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A puzzle, by its givens and rules."""

    columns: ClassVar[RunColumns] = {
        "contents": (
            RunColumn("text", "text", "the puzzle on one line, with its board, rules and title"),
            RunColumn("clues", "integer", "the number of givens"),
            RunColumn("rules", "word", "the names of its rules, with + between"),
            RunColumn("key", "text", "a text that equivalent puzzles share"),
        )
    }

    document: Document

    def row(self, columns: Iterable[RunColumn]) -> dict[str, Any]:
        """The values of the columns."""
        puzzle = self.document.puzzle
        names = sorted({rule.name for rule in puzzle.constraints})
        return {
            "text": one_line(puzzle, self.document.title),
            "clues": puzzle.clues,
            "rules": "+".join(names) or None,
            "key": key_of(puzzle),
        }


def key_of(puzzle: Puzzle) -> str:
    """A text that is equal for equivalent puzzles: the canonical form of a board of givens, and
    else the least of its turns and reflections, with the digits renamed where all rules allow it.

    :raises InvalidPuzzle: where a digit is repeated in a house.
    """
    geometry = puzzle.geometry
    if puzzle.is_classic:
        return canonical_bytes(puzzle.grid.text().encode()).decode()
    bare = not puzzle.constraints and not puzzle.is_sukaku
    if bare and geometry.is_plain and geometry.box and geometry.size <= _MAX_CANONICAL_SIZE:
        return f"{geometry.describe()} {canonical(puzzle).grid.text()}"
    alike = not puzzle.is_sukaku and digits_are_alike(geometry, puzzle.constraints)
    keys = []
    for name in NAMED_SYMMETRIES:
        try:
            # Some boards have no symmetry at all as the group knows them.
            image = puzzle if name == "identity" else Symmetry.named(geometry, name)(puzzle)
        except Unsupported:  # the regions, or a rule, do not go with this move
            continue
        names: dict[int, int] = {}
        givens = [
            None if digit is None else names.setdefault(digit, len(names)) if alike else digit
            for digit in image.givens
        ]
        rules = sorted(map(repr, image.constraints))
        keys.append(repr((givens, rules, image.is_sukaku and image.pencil_marks)))
    return f"{geometry!r} {min(keys)}"
