"""The compiled canonical form gives what the search in Python gives."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.symmetry.native import NativeSymmetry
from satdoku.symmetry.search import Frame, search
from tests.symmetry.grids import cyclic, puzzle_of, random_grid

CLASSIC = Geometry.classic()
FRAME = Frame(9, 3, 3, True, True, True, True, True, True)
Draw = Callable[[Geometry, int, random.Random], Puzzle]


def same(native: NativeSymmetry, puzzle: Puzzle) -> None:
    values = [value or 0 for value in puzzle.givens]
    image, transpose, rows, columns, order = native.canonical_form(bytes(values))
    form = search(values, FRAME)
    assert tuple(image) == form.values
    assert order == form.order
    # Its way there leads there.
    labels: dict[int, int] = {0: 0}
    for r, row in enumerate(rows):
        for c, column in enumerate(columns):
            source = values[column * 9 + row if transpose else row * 9 + column]
            assert labels.setdefault(source, image[r * 9 + c]) == image[r * 9 + c]
    assert sorted(rows) == sorted(columns) == list(range(9))


def some(count: int, draw: Draw) -> list[Puzzle]:
    rng = random.Random(count)
    puzzles = [cyclic(CLASSIC), *(random_grid(CLASSIC, rng) for _ in range(1 + count // 40))]
    drawn = []
    for _ in range(count):
        drawn.append(draw(CLASSIC, rng.randrange(82), rng))
        grid = rng.choice(puzzles)
        drawn.append(puzzle_of(grid, rng.choice((81, 80, 70, 40, 25, 12, 6, 3)), rng))
        digits = rng.sample(range(1, 10), rng.randrange(1, 9))
        drawn.append(Puzzle(CLASSIC, tuple(v if v in digits else None for v in grid.values)))
        # Whole lines and bands empty, where much is alike.
        rows = rng.sample(range(9), rng.randrange(1, 8))
        drawn.append(
            Puzzle(
                CLASSIC,
                tuple(v if cell // 9 in rows else None for cell, v in enumerate(grid.values)),
            )
        )
    return drawn


def test_as_in_python(native: NativeSymmetry, draw: Draw) -> None:
    for puzzle in some(60, draw):
        same(native, puzzle)


@pytest.mark.slow
def test_as_in_python_at_length(native: NativeSymmetry, draw: Draw) -> None:
    for puzzle in some(5000, draw):
        same(native, puzzle)


def test_bad_input(native: NativeSymmetry) -> None:
    with pytest.raises(ValueError, match="has 81 cells"):
        native.canonical_form(b"\0" * 80)
    with pytest.raises(ValueError, match="repeats a digit"):
        native.canonical_form(bytes([1, 1, *[0] * 79]))
    with pytest.raises(ValueError, match="0 to 9"):
        native.canonical_form(bytes([10, *[0] * 80]))
    with pytest.raises(ValueError, match="has 81 characters"):
        native.canonical_forms(b"." * 82)
    good = b"." * 81
    for bad in (b"y" + b"." * 80, b"." * 9 + b"5" + b"." * 8 + b"5" + b"." * 62):
        assert native.canonical_forms(good + bad + good) == good
