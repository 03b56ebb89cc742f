"""The compiled canonical form gives what the search in Python gives."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from satdoku.board import Geometry, Grid
from satdoku.puzzle import Puzzle
from satdoku.symmetry import SymmetryGroup
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


def has_pure_pair(grid: Grid) -> bool:
    """Whether two rows of a band hold the same three digits in two boxes."""
    parts = [
        [{grid.values[9 * r + c] for c in range(s, s + 3)} for s in (0, 3, 6)] for r in range(9)
    ]
    pairs = [(r, o) for r in range(9) for o in range(r // 3 * 3, r)]
    return any(part in parts[other] for row, other in pairs for part in parts[row])


@pytest.mark.parametrize("count", [16, pytest.param(2000, marks=pytest.mark.slow)])
def test_full_grids_and_their_images(native: NativeSymmetry, count: int) -> None:
    """Only the least pairs of rows are searched, and a pair is of one of two kinds."""
    rng = random.Random(count)
    group = SymmetryGroup.of(CLASSIC)
    pure = set()
    for seed in range(count):
        grid = random_grid(CLASSIC, rng)
        pure.add(has_pure_pair(grid))
        moved = group.random(seed)(grid)
        same(native, Puzzle(CLASSIC, moved.values))
        images = [native.canonical_form(bytes(each.values))[0] for each in (grid, moved)]
        assert images[0] == images[1]
    assert pure == {False, True}


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
