"""Places that words name without a drawing: pairs of neighbours, corners, rows and columns."""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.board import Geometry

CellSteps = tuple[tuple[int, int], ...]

SIDEWAYS: CellSteps = ((0, 1), (1, 0))
SLANTED: CellSteps = ((1, 1), (1, -1))
KNIGHT: CellSteps = ((1, 2), (1, -2), (2, 1), (2, -1))
"""CellSteps from a cell to others, of which those back are left out."""


def pairs_at(geometry: Geometry, steps: CellSteps) -> Iterator[tuple[int, int]]:
    """The pairs of cells that are one of some steps apart."""
    for cell in range(geometry.cell_count):
        for step in steps:
            if (other := geometry.beside(cell, *step)) is not None:
                yield cell, other


def corners(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    """The cells around each corner that has four, row by row."""
    for cell in range(geometry.cell_count):
        around = [geometry.beside(cell, *step) for step in ((0, 1), (1, 0), (1, 1))]
        if None not in around:
            yield (cell, *(other for other in around if other is not None))


def opposite_pairs(geometry: Geometry) -> Iterator[tuple[int, int]]:
    """The pairs of cells that a half turn of the board swaps."""
    last = geometry.cell_count - 1
    yield from ((cell, last - cell) for cell in range(geometry.cell_count // 2))


def rows_and_columns(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    """The cells of each row and column, from the left and from the top."""
    for house in geometry.houses:
        if house.kind in ("row", "column"):
            yield house.cells
