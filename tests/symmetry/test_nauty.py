"""Automorphisms and equivalence, judged by nauty on the graph of a puzzle."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.symmetry import SymmetryGroup, automorphisms, canonical, canonicalize
from tests.shared import thinned
from tests.symmetry.grids import cyclic, puzzle_of, random_grid

pynauty = pytest.importorskip("pynauty", reason="nauty judges, where pynauty is installed")

Draw = Callable[[Geometry, int, random.Random], Puzzle]
BOARDS = [
    Geometry.of_size(4),
    Geometry.of_size(6),
    Geometry.boxes(6, 3, 2),
    Geometry.of_size(8),
    Geometry.classic(),
    Geometry.of_size(12),
    Geometry.latin(5),
    Geometry.latin(7),
]


def graph_of(puzzle: Puzzle) -> Any:
    """Sides, bands and stacks, rows and columns, digits and clues; a clue joins its three."""
    geometry = puzzle.geometry
    size = geometry.size
    height, width = geometry.box or (size, size)
    bands, stacks = size // height, size // width
    side = [0, 1]
    first_band = 2
    first_stack = first_band + bands
    first_row = first_stack + stacks
    first_column = first_row + size
    first_digit = first_column + size
    first_clue = first_digit + size
    edges: dict[int, list[int]] = {}

    def join(a: int, b: int) -> None:
        edges.setdefault(a, []).append(b)

    for band in range(bands):
        join(side[0], first_band + band)
    for stack in range(stacks):
        join(side[1], first_stack + stack)
    for line in range(size):
        join(first_band + line // height, first_row + line)
        join(first_stack + line // width, first_column + line)
    clue = first_clue
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            row, column = divmod(cell, size)
            join(clue, first_row + row)
            join(clue, first_column + column)
            join(clue, first_digit + value - 1)
            clue += 1
    blocks = set(range(first_band, first_row))
    lines = set(range(first_row, first_digit))
    colours = [
        {0, 1},
        blocks,
        lines,
        set(range(first_digit, first_clue)),
        set(range(first_clue, clue)),
    ]
    if height != width:
        # What cannot be transposed has sides of its own kinds.
        colours[0:1] = [{0}, {1}]
    return pynauty.Graph(
        clue,
        directed=False,
        adjacency_dict=edges,
        vertex_coloring=[colour for colour in colours if colour],
    )


def group_order(graph: Any) -> float:
    _, mantissa, exponent, _, _ = pynauty.autgrp(graph)
    return float(mantissa * 10.0**exponent)


def compare(geometry: Geometry, puzzle: Puzzle, other: Puzzle, rng: random.Random) -> None:
    graph = graph_of(puzzle)
    order = automorphisms(puzzle).order
    assert order == canonicalize(puzzle).automorphism_count
    assert order == pytest.approx(group_order(graph), rel=1e-9)
    certificate = pynauty.certificate(graph)
    image = SymmetryGroup.of(geometry).random(rng)(puzzle)
    for second in (image, other):
        alike = puzzle.clues == second.clues and certificate == pynauty.certificate(
            graph_of(second)
        )
        assert (canonical(puzzle) == canonical(second)) == alike


def nearly(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with one given moved or changed: often inequivalent, sometimes not."""
    geometry = puzzle.geometry
    filled = [cell for cell, value in enumerate(puzzle.givens) if value is not None]
    if not filled:
        return puzzle
    for _ in range(50):
        changed = puzzle.with_givens(
            {
                rng.choice(filled): None,
                rng.randrange(geometry.cell_count): rng.choice(geometry.digits),
            }
        )
        if not changed.problems() and changed.clues == puzzle.clues:
            return changed
    return puzzle


@pytest.mark.parametrize("geometry", thinned(BOARDS, 2), ids=Geometry.describe)
def test_puzzles(geometry: Geometry, draw: Draw) -> None:
    rng = random.Random(1)
    for _ in range(15):
        # Few clues: there symmetry is common, and so is equivalence by chance.
        puzzle = draw(geometry, rng.randrange(geometry.size * 2), rng)
        compare(geometry, puzzle, nearly(puzzle, rng), rng)


@pytest.mark.parametrize(
    "geometry",
    thinned([g for g in BOARDS if g.box is not None and g.size < 12], 2),
    ids=Geometry.describe,
)
def test_symmetric_puzzles(geometry: Geometry) -> None:
    rng = random.Random(2)
    grid = cyclic(geometry)
    for _ in range(15):
        digits = rng.sample(geometry.digits, rng.randrange(1, geometry.size + 1))
        puzzle = Puzzle(geometry, tuple(v if v in digits else None for v in grid.values))
        compare(geometry, puzzle, nearly(puzzle, rng), rng)


@pytest.mark.full
def test_classic_grids() -> None:
    rng = random.Random(3)
    geometry = Geometry.classic()
    for _ in range(15):
        grid = random_grid(geometry, rng)
        puzzle = Puzzle(geometry, grid.values)
        compare(geometry, puzzle, puzzle_of(grid, 80, rng), rng)


@pytest.mark.slow
@pytest.mark.parametrize("geometry", BOARDS, ids=Geometry.describe)
def test_puzzles_at_length(geometry: Geometry, draw: Draw) -> None:
    rng = random.Random(4)
    for _ in range(1500):
        puzzle = draw(geometry, rng.randrange(geometry.size * 3), rng)
        compare(geometry, puzzle, nearly(puzzle, rng), rng)
