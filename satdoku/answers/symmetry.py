"""Images of a puzzle under the symmetries of its board, and whether two puzzles are equivalent."""

from __future__ import annotations

import random
from typing import Any, Literal

from satdoku.answers.asked import Asked, one_line, rewritten
from satdoku.base.errors import Undecided
from satdoku.base.limits import Limit
from satdoku.puzzle import Puzzle
from satdoku.records.puzzles import SameRecord, TransformRecord
from satdoku.symmetry import (
    Canonical,
    Move,
    Symmetry,
    SymmetryGroup,
    canonicalize,
    equivalence,
)

__all__ = ["image_of", "same_of", "symmetry_data"]


def image_of(
    asked: Asked,
    kind: Literal["random", "named", "canonical", "count"],
    moves: tuple[Move, ...] | None = None,
    *,
    seed: int = 0,
    name: str | None = None,
    limit: Limit,
) -> TransformRecord:
    """A random or named image of a puzzle, its least image, or the number of its images."""
    puzzle = asked.puzzle
    puzzle.require_valid()
    group = SymmetryGroup.of(puzzle.geometry, moves)
    found: Canonical[Puzzle] | None = None
    symmetry: Symmetry | None = None
    stopped = None
    if kind == "random":
        symmetry = group.random(random.Random(f"{seed}:{asked.line}"))
    elif name is not None:
        symmetry = Symmetry.named(puzzle.geometry, name)
    else:
        try:
            found = canonicalize(puzzle, moves, limit=limit)
        except Undecided:
            stopped = "seconds"
        else:
            symmetry = found.symmetry if kind == "canonical" else None
    image = None
    if symmetry is not None:
        # Least images of equivalent puzzles are equal texts, wherever the puzzles came from.
        moved = symmetry(puzzle)
        least = kind == "canonical"
        image = one_line(moved) if least else rewritten(asked, moved, same_solution=False)
    return TransformRecord(
        **asked.place,
        image=image,
        symmetry=None if symmetry is None else symmetry_data(symmetry),
        moves=tuple(move.value for move in Move if move in group.moves),
        group_order=group.order,
        automorphisms=None if found is None else found.automorphism_count,
        images=None if found is None else found.images,
        stopped=stopped,
    )


def same_of(one: Puzzle, other: Puzzle, *, limit: Limit) -> tuple[SameRecord, Symmetry | None]:
    """Whether two puzzles are equivalent, with the symmetry from the first to the second."""
    symmetry = None
    same: bool | None
    try:
        symmetry = equivalence(one, other, limit=limit)
        same = symmetry is not None
    except Undecided:
        same = None
    data = None if symmetry is None else symmetry_data(symmetry)
    return SameRecord(one_line(one), one_line(other), same, data), symmetry


def symmetry_data(symmetry: Symmetry) -> dict[str, Any]:
    """A symmetry as data: rows, columns and digits from 1."""
    return {
        "transpose": symmetry.transpose,
        "rows": [row + 1 for row in symmetry.rows],
        "columns": [column + 1 for column in symmetry.columns],
        "digits": {str(digit): image for digit, image in symmetry.digit_map.items()},
    }
