"""Full grids for tests: all of a small board, or random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from satdoku.board import Geometry, Grid
from satdoku.puzzle import Puzzle


def full_grids(geometry: Geometry, rng: random.Random | None = None) -> Iterator[Grid]:
    """Every full grid, by backtracking; in random order where ``rng`` is given."""
    values: list[int | None] = [None] * geometry.cell_count

    def free(cell: int) -> list[int]:
        seen = {values[peer] for peer in geometry.peers[cell]}
        return [digit for digit in geometry.digits if digit not in seen]

    def fill() -> Iterator[Grid]:
        empty = [cell for cell, value in enumerate(values) if value is None]
        if not empty:
            yield Grid(geometry, tuple(values))
            return
        cell = min(empty, key=lambda c: len(free(c)))
        digits = free(cell)
        if rng is not None:
            rng.shuffle(digits)
        for digit in digits:
            values[cell] = digit
            yield from fill()
            values[cell] = None

    yield from fill()


def random_grid(geometry: Geometry, rng: random.Random) -> Grid:
    """A random full grid (not uniform)."""
    return next(full_grids(geometry, rng))


def cyclic(geometry: Geometry) -> Grid:
    """The grid of the permutation seed: each row is the row above, moved along."""
    assert geometry.box is not None
    height, width = geometry.box
    size = geometry.size
    return Grid(
        geometry,
        tuple((r * width + r // height + c) % size + 1 for r in range(size) for c in range(size)),
    )


def puzzle_of(grid: Grid, clues: int, rng: random.Random) -> Puzzle:
    """A grid with only this many of its digits left."""
    cells = set(rng.sample(range(len(grid.values)), clues))
    values = (value if cell in cells else None for cell, value in enumerate(grid.values))
    return Puzzle(grid.geometry, tuple(values))


def classic(text: str) -> Puzzle:
    """A classic 9x9 from 81 characters."""
    givens = (None if symbol in ".0" else int(symbol) for symbol in text)
    return Puzzle(Geometry.classic(), tuple(givens))
