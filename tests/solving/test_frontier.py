"""Counting by frontier: known numbers, brute force on small boards, symmetry, limits."""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.constraints import REGISTRY
from satdoku.errors import InvalidPuzzle
from satdoku.limits import UNLIMITED, Limit
from satdoku.puzzle import Geometry, Puzzle
from satdoku.solving import frontier
from satdoku.solving.frontier import FrontierCount, count_by_frontier, frontier_refusal

Runner = Literal["native", "python"]


def native_counter() -> Any:
    """FrontierCounter of the core, or of the stand-alone build that SATDOKU_COUNTING names."""
    folder = os.environ.get("SATDOKU_COUNTING")
    if folder is not None:
        sys.path.insert(0, folder)
        try:
            return importlib.import_module("satdoku_counting").FrontierCounter
        finally:
            sys.path.remove(folder)
    return frontier._native_counter()


NATIVE = native_counter()


@pytest.fixture(autouse=True)
def _use_that_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "_native_counter", lambda: NATIVE)


needs_native = pytest.mark.skipif(NATIVE is None, reason="the compiled counter is not built")
both = pytest.mark.parametrize("runner", ["python", pytest.param("native", marks=needs_native)])
RUNNERS: tuple[Runner, ...] = ("python",) if NATIVE is None else ("python", "native")


def count(puzzle: Puzzle, runner: Runner, **bounds: Any) -> FrontierCount:
    found = count_by_frontier(puzzle, UNLIMITED.start(), runner=runner, **bounds)
    assert found is not None
    return found


def brute_force(puzzle: Puzzle, rule: Callable[[dict[int, int]], bool] | None = None) -> int:
    """Every solution, one by one, by the plainest of means; ``rule`` is asked of full grids."""
    geometry = puzzle.geometry
    values: dict[int, int] = {}
    domains = [puzzle.domain(cell) for cell in range(geometry.cell_count)]
    full = geometry.cell_count

    def search() -> int:
        if len(values) == full:
            return 1 if rule is None or rule(values) else 0
        best: tuple[int, list[int]] | None = None
        for cell in range(full):
            if cell in values:
                continue
            taken = {values[p] for p in geometry.peers[cell] if p in values}
            options = [d for d in domains[cell] if d not in taken]
            if best is None or len(options) < len(best[1]):
                best = cell, options
                if len(options) < 2:
                    break
        assert best is not None
        cell, options = best
        total = 0
        for digit in options:
            values[cell] = digit
            total += search()
            del values[cell]
        return total

    return search()


def random_regions(size: int, rng: random.Random, swaps: int = 200) -> list[int]:
    """A jigsaw layout: boxes or rows, then random exchanges that keep every region in one piece."""
    label = [cell // size for cell in range(size * size)]

    def connected(region: int) -> bool:
        cells = {c for c in range(size * size) if label[c] == region}
        todo = [min(cells)]
        seen = set(todo)
        while todo:
            r, c = divmod(todo.pop(), size)
            for rr, cc in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                near = rr * size + cc
                if 0 <= rr < size and 0 <= cc < size and near in cells and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return len(seen) == len(cells)

    for _ in range(swaps):
        a, b = rng.randrange(size * size), rng.randrange(size * size)
        if label[a] == label[b]:
            continue
        label[a], label[b] = label[b], label[a]
        if not (connected(label[a]) and connected(label[b])):
            label[a], label[b] = label[b], label[a]
    return label


def full_grid(geometry: Geometry, rng: random.Random) -> list[int] | None:
    """Some solution of the empty board, found at random, or ``None`` where it has none."""
    values: list[int | None] = [None] * geometry.cell_count

    def search() -> bool:
        cells = [c for c, v in enumerate(values) if v is None]
        if not cells:
            return True

        def options(cell: int) -> list[int]:
            taken = {values[p] for p in geometry.peers[cell]}
            return [d for d in geometry.digits if d not in taken]

        cell = min(cells, key=lambda c: len(options(c)))
        for digit in rng.sample(options(cell), len(options(cell))):
            values[cell] = digit
            if search():
                return True
        values[cell] = None
        return False

    return [v for v in values if v is not None] if search() else None


def random_puzzle(geometry: Geometry, rng: random.Random, clues: int, marked: int) -> Puzzle:
    """Givens out of one grid (mostly solvable), and marks that strike random digits."""
    grid = full_grid(geometry, rng)
    givens: list[int | None] = [None] * geometry.cell_count
    if grid is not None:
        for cell in rng.sample(range(geometry.cell_count), clues):
            givens[cell] = grid[cell]
    marks: list[frozenset[int] | None] = [None] * geometry.cell_count
    for cell in rng.sample(range(geometry.cell_count), marked):
        kept = {d for d in geometry.digits if rng.random() < 0.6}
        if grid is not None and rng.random() < 0.9:
            kept.add(grid[cell])
        if kept and (givens[cell] is None or givens[cell] in kept):
            marks[cell] = frozenset(kept)
    return Puzzle(geometry, tuple(givens), tuple(marks) if marked else None)


def boards(rng: random.Random) -> Iterator[Geometry]:
    for size in (2, 3, 4, 5):
        yield Geometry.latin(size)
        yield Geometry.jigsaw(random_regions(size, rng))
    yield from (Geometry.boxes(4, 2, 2), Geometry.boxes(6, 2, 3), Geometry.boxes(6, 3, 2))
    yield Geometry.boxes(4, 1, 4)
    yield Geometry.jigsaw(random_regions(6, rng))


KNOWN = [
    (Geometry.latin(1), 1),
    (Geometry.latin(2), 2),
    (Geometry.latin(3), 12),
    (Geometry.latin(4), 576),
    (Geometry.latin(5), 161_280),
    (Geometry.latin(6), 812_851_200),
    (Geometry.latin(7), 61_479_419_904_000),
    (Geometry.boxes(4, 2, 2), 288),
    (Geometry.boxes(6, 2, 3), 28_200_960),
    (Geometry.boxes(6, 3, 2), 28_200_960),
]


@both
@pytest.mark.parametrize(("geometry", "number"), KNOWN, ids=lambda x: getattr(x, "size", None))
def test_known_numbers(geometry: Geometry, number: int, runner: Runner) -> None:
    found = count(Puzzle.empty(geometry), runner)
    assert (found.count, found.exact, found.runner) == (number, True, runner)


@needs_native
@pytest.mark.parametrize(
    ("geometry", "number"),
    [
        (Geometry.boxes(8, 2, 4), 29_136_487_207_403_520),
        (Geometry.boxes(8, 4, 2), 29_136_487_207_403_520),
        (Geometry.latin(8), 108_776_032_459_082_956_800),
    ],
)
def test_known_numbers_of_order_8(geometry: Geometry, number: int) -> None:
    """OEIS A107739 (sudoku) and A002860 (Latin squares)."""
    assert count(Puzzle.empty(geometry), "native").count == number


@both
def test_six_by_six_takes_less_than_a_second(runner: Runner) -> None:
    started = time.process_time()
    count(Puzzle.empty(Geometry.boxes(6, 2, 3)), runner)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("seed", range(12))
def test_brute_force_agrees(seed: int) -> None:
    rng = random.Random(seed)
    for geometry in boards(rng):
        cells = geometry.cell_count
        # Enough clues that listing stays quick.
        least = {5: 4, 6: 15}.get(geometry.size, 0)
        for _ in range(3):
            clues = rng.randint(least, max(least, cells // 2))
            puzzle = random_puzzle(geometry, rng, clues, rng.choice((0, 0, 2, cells // 3)))
            if puzzle.problems():
                continue
            expected = brute_force(puzzle)
            for runner in RUNNERS:
                assert count(puzzle, runner).count == expected, (seed, puzzle, runner)
