"""Latin squares for the tests of formats that hold puzzles on them."""

from __future__ import annotations

import random

from satdoku.board import Geometry, Grid


def latin_square(chance: random.Random, size: int) -> Grid:
    """A cyclic square with its rows, columns and digits shuffled."""
    rows, columns, digits = (chance.sample(range(size), size) for _ in range(3))
    values = (digits[(r + c) % size] + 1 for r in rows for c in columns)
    return Grid(Geometry.latin(size), tuple(values))


def edges(board: Geometry) -> list[tuple[int, int]]:
    """The pairs of neighbours."""
    return [
        (cell, beside)
        for step in ((0, 1), (1, 0))
        for cell in range(board.cell_count)
        if (beside := board.beside(cell, *step)) is not None
    ]
