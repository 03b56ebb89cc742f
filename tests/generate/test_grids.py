"""Full grids: valid, reproducible, and uniform where that is claimed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.generating import full_grid, randomness
from satdoku.generating.grids import UniformTable, uniform_table
from satdoku.generating.randomness import Stream, child_seed
from satdoku.puzzle import Puzzle
from tests.shared import thinned


def board(size: int, rules: str = "") -> Puzzle:
    geometry = Geometry.of_size(size)
    return Puzzle.empty(geometry, parse_rules(rules, geometry))


class Numbered(Stream):
    """A stream that draws a number that was said before, and does not shuffle."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def below(self, bound: int) -> int:
        return self.number

    def shuffled(self, items):  # type: ignore[no-untyped-def]
        return list(items)


def table_of(puzzle: Puzzle) -> UniformTable:
    table = uniform_table(puzzle.geometry, puzzle)
    assert table is not None
    return table


def chi_squared(seen: Counter[object], expected: dict[object, float]) -> float:
    assert set(seen) <= set(expected)
    return sum((seen[key] - value) ** 2 / value for key, value in expected.items())


@pytest.mark.parametrize(
    ("size", "rules", "total"),
    thinned([(4, "", 12), (6, "", 39168), (4, "diagonal", 2)], 2, rows=True),
)
def test_every_number_is_another_grid(size: int, rules: str, total: int) -> None:
    puzzle = board(size, rules)
    table = table_of(puzzle)
    assert table.total == total
    grids = {table.draw(Numbered(number)) for number in range(total)}
    assert len(grids) == total
    for grid in list(grids)[:200]:
        assert grid is not None
        assert puzzle.accepts(puzzle.with_givens(grid).grid)


@pytest.mark.full
def test_all_288_small_grids_equally_often() -> None:
    table = table_of(board(4))
    draws = 100 * 288
    seen: Counter[object] = Counter(table.draw(Stream(child_seed(1, i))) for i in range(draws))
    assert len(seen) == 288
    statistic = chi_squared(seen, dict.fromkeys(seen, draws / 288))
    assert 200 < statistic < 385  # 287 degrees of freedom: mean 287, standard deviation 24


def intercalates(grid: tuple[int, ...], size: int) -> int:
    """2x2 Latin squares in a grid: a statistic that no relabelling changes."""
    rows = [grid[i : i + size] for i in range(0, size * size, size)]
    return sum(
        a[i] == b[j] and a[j] == b[i]
        for a, b in combinations(rows, 2)
        for i, j in combinations(range(size), 2)
    )


@pytest.mark.full
def test_6x6_grids_follow_the_exact_distribution() -> None:
    table = table_of(board(6))
    exact = Counter(
        intercalates(grid, 6)
        for number in range(table.total)
        if (grid := table.draw(Numbered(number))) is not None
    )
    draws = 6000
    seen: Counter[object] = Counter()
    for i in range(draws):
        grid = table.draw(Stream(child_seed(2, i)))
        assert grid is not None
        seen[intercalates(grid, 6)] += 1
    expected: dict[object, float] = {k: draws * n / table.total for k, n in exact.items()}
    common = {key for key, value in expected.items() if value >= 5}
    statistic = chi_squared(Counter({k: seen[k] for k in common}), {k: expected[k] for k in common})
    freedom = len(common) - 1
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("size", "rules"),
    thinned(
        [
            (4, ""),
            (5, ""),
            (6, "diagonal"),
            (8, ""),
            (9, ""),
            (9, "diagonal"),
            (9, "windoku"),
            (9, "anti-knight"),
            (9, "odd:r1c1+r5c5,even:r1c2"),
            (10, ""),
            (12, ""),
            (16, ""),
        ],
        2,
        rows=True,
    ),
)
def test_grids_keep_the_rules_and_come_again(size: int, rules: str) -> None:
    puzzle = board(size, rules)
    grid = full_grid(puzzle, 5)
    assert grid is not None
    assert puzzle.accepts(grid)
    assert full_grid(puzzle, 5) == grid
    assert full_grid(puzzle, 6) != grid


@pytest.mark.slow
def test_a_25x25_grid() -> None:
    grid = full_grid(board(25), 1)
    assert grid is not None
    assert board(25).accepts(grid)


def test_givens_are_kept_and_contradictions_are_seen() -> None:
    puzzle = board(9, "diagonal").with_givens({0: 7, 80: 3})
    grid = full_grid(puzzle, 3)
    assert grid is not None
    assert (grid[0], grid[80]) == (7, 3)
    row = {c: c + 1 for c in range(8)}
    assert full_grid(board(9).with_givens({**row, 17: 9}), 1) is None


def test_the_streams_of_python_and_core_agree() -> None:
    core = pytest.importorskip("satdoku.core")
    for seed, index in ((0, 0), (7, 3), (2**64 - 1, 2**40)):
        assert core.child_seed(seed, index) == child_seed(seed, index)
    # Reference values of xoshiro256** seeded by splitmix64(0).
    assert Stream(0).bits64() == 11091344671253066420


def test_python_and_core_shuffle_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    core = pytest.importorskip("satdoku.core")
    with pytest.raises(ValueError, match="must not all be 0"):  # all its numbers would be 0
        core.shuffled(0, 0, 0, 0, [1, 2, 3])

    def drawn() -> tuple[list[list[int]], int]:
        stream = Stream(7)
        return [stream.shuffled(range(n)) for n in (0, 1, 2, 81, 1000)], stream.bits64()

    compiled = drawn()
    assert compiled[0][4] != sorted(compiled[0][4])
    monkeypatch.setattr(randomness, "compiled_core", lambda name: None)
    assert drawn() == compiled


def test_numbers_below_a_bound_are_even() -> None:
    stream = Stream(3)
    seen = Counter(stream.below(6) for _ in range(6000))
    assert all(880 < seen[value] < 1120 for value in range(6))
    assert all(0 <= stream.below(3 * 10**25) < 3 * 10**25 for _ in range(100))
