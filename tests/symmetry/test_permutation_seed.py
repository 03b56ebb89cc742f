"""The permutation seed's counts, and why its first grid never comes back."""

from __future__ import annotations

from itertools import permutations, product

from satdoku.board import Geometry
from satdoku.symmetry import SymmetryGroup, automorphisms, images, parse_moves
from tests.symmetry.grids import cyclic

GRID = cyclic(Geometry.classic())
MOVES = parse_moves("relabel,rows,columns")


def test_the_claimed_count_counts_each_grid_three_times() -> None:
    assert SymmetryGroup.of(GRID.geometry, MOVES).order == 362_880 * 46_656 == 16_930_529_280
    fixing = automorphisms(GRID, MOVES)
    assert fixing.order == 3
    assert fixing.images == images(GRID, MOVES) == 5_643_509_760


def test_the_three_by_brute_force() -> None:
    """All 46,656 moves of lines; the relabelling that would undo one is read off the first row."""
    values = [value or 0 for value in GRID.values]
    table = [values[9 * r : 9 * r + 9] for r in range(9)]
    orders = [
        tuple(line for part in chosen for line in part)
        for chosen in product(*(permutations(range(3 * b, 3 * b + 3)) for b in range(3)))
    ]
    fixing = []
    for rows in orders:
        moved = [table[row] for row in rows]
        for columns in orders:
            label = dict(zip((moved[0][c] for c in columns), table[0], strict=True))
            if all(
                label[moved[r][c]] == table[r][place]
                for r in range(1, 9)
                for place, c in enumerate(columns)
            ):
                fixing.append((rows, columns))
    assert len(fixing) == 3


def test_every_move_that_fixes_the_grid_is_even() -> None:
    elements = list(automorphisms(GRID, MOVES).elements())
    assert len(elements) == 3
    assert all(element(GRID) == GRID for element in elements)
    assert all(element.parities == (0, 0, 0) for element in elements)
    # Of odd order, and so even whatever the grid: a swap has order two.
    assert sorted(element.order for element in elements) == [1, 3, 3]


def test_all_the_images_of_the_grid() -> None:
    fixing = automorphisms(GRID)
    assert fixing.order == 54
    assert fixing.images == 1_218_998_108_160 // 54 == 22_574_039_040


def test_the_smaller_estimate_adds_what_must_be_multiplied() -> None:
    assert 18 * 18 * 362_880 == 117_573_120
    assert 216 * 216 // (18 * 18) == 144
    assert SymmetryGroup.of(GRID.geometry, MOVES).order == 144 * 117_573_120
