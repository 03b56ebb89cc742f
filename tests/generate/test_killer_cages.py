"""The cages that a board is divided into, before any is known to be needed."""

from __future__ import annotations

from collections import Counter

import pytest

from satdoku.board import Geometry
from satdoku.generating import full_grid
from satdoku.generating.killer import _cut, _divided
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle

BOARDS = (Geometry.boxes(4, 2, 2), Geometry.boxes(6, 3, 2), Geometry.classic())


def is_connected(geometry: Geometry, cells: tuple[int, ...]) -> bool:
    places = [geometry.row_column(cell) for cell in cells]
    seen, waiting = {places[0]}, [places[0]]
    while waiting:
        row, column = waiting.pop()
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in places and place not in seen:
                seen.add(place)
                waiting.append(place)
    return len(seen) == len(places)


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("geometry", BOARDS, ids=lambda g: g.describe())
def test_a_division_has_small_cages_of_different_digits(geometry: Geometry, single: bool) -> None:
    """Two to five cells; a cell left alone joins a cage that has room for it."""
    grid = full_grid(Puzzle.empty(geometry), 3)
    assert grid is not None
    solution = grid.values
    sizes: Counter[int] = Counter()
    for seed in range(40):
        every = range(geometry.cell_count)
        cages = _divided(geometry, solution, every, Stream(seed), single)
        if cages is None:
            assert not single
            continue
        assert sorted(cell for cage in cages for cell in cage) == list(every)
        for cage in cages:
            assert is_connected(geometry, cage)
            assert len({solution[cell] for cell in cage}) == len(cage)
            sizes[len(cage)] += 1
            if len(cage) > 3 and (parts := _cut(geometry, cage, Stream(seed), 2)) is not None:
                assert sorted((*parts[0], *parts[1])) == sorted(cage)
                assert all(len(part) > 1 and is_connected(geometry, part) for part in parts)
    assert set(sizes) - {1} == set(range(2, min(5, geometry.size) + 1))
    assert (sizes[1] > 0) <= single
