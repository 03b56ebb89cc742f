"""The speed of generating puzzles, and the distribution of random grids.

    python benchmarks/generate.py [--patterns FILE ...] [--bias]

CPU time of this process. ``--patterns`` takes files of puzzles, whose patterns are filled.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

from satdoku import core
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.generating import Run, Target, Wish, full_grid, parse_mask
from satdoku.generating.grids import uniform_table
from satdoku.generating.making import made
from satdoku.generating.randomness import Stream, child_seed
from satdoku.puzzle import Puzzle

PLAIN = Puzzle.empty(Geometry.classic())
BANDS = ((10, 15), (20, 26), (30, 38), (40, 56), (65, 72), (75, 83))


def timed(name: str, count: int, work: Callable[[], object]) -> None:
    started = time.process_time()
    work()
    seconds = time.process_time() - started
    print(f"{name:44s} {count / seconds:10,.1f} a second {seconds / count * 1e3:10.3f} ms each")


def run(wish: Wish, count: int) -> Callable[[], object]:
    return lambda: list(Run(wish, 1, count).pieces())


def patterns(files: list[str], number: int) -> None:
    rng = random.Random(5)
    pool = []
    for name in files:
        lines = [line.strip() for line in Path(name).read_text().splitlines()]
        lines = [line for line in lines if len(line) == 81 and 22 <= 81 - line.count(".") <= 30]
        pool += rng.sample(lines, min(2 * number, len(lines)))
    rng.shuffle(pool)
    mirrored = [
        p for p in pool if all((a == ".") == (b == ".") for a, b in zip(p, p[::-1], strict=True))
    ]
    chosen = mirrored[: number * 2 // 5]
    chosen += [p for p in pool if p not in chosen][: number - len(chosen)]
    seconds = []
    missed = 0
    for seed, pattern in enumerate(chosen):
        mask = parse_mask(pattern, PLAIN.geometry)
        started = time.process_time()
        filling = Run(Wish(PLAIN, mask=mask), seed, 1, limit=Limit(seconds=10))
        list(filling.pieces())
        missed += filling.ending != "done"
        seconds.append(time.process_time() - started)
    print(
        f"masks: {len(chosen)} patterns, median {statistics.median(seconds):.4f} s, "
        f"slowest {max(seconds):.2f} s, not filled in 10 s: {missed}"
    )


def bias() -> None:
    """Chi-squared of all 288 4x4 grids: counted (uniform) and SAT (not)."""
    board = Puzzle.empty(Geometry.of_size(4))
    table = uniform_table(board.geometry, board)
    assert table is not None
    for name, draws in (("counted", 288 * 100), ("sat", 288 * 20)):
        seen: Counter[object] = Counter()
        for i in range(draws):
            if name == "counted":
                seen[table.draw(Stream(child_seed(1, i)))] += 1
            else:
                grid = full_grid(board, i, method="sat")
                seen[None if grid is None else grid.values] += 1
        each = draws / 288
        chi = sum((number - each) ** 2 / each for number in seen.values())
        chi += (288 - len(seen)) * each
        print(
            f"4x4 by {name}: {len(seen)} grids in {draws} draws, chi-squared {chi:.0f} "
            f"(287 expected, 24 either way), rarest {min(seen.values()) / each:.2f}, "
            f"commonest {max(seen.values()) / each:.2f} times the mean"
        )


def intercalates(grid: tuple[int, ...]) -> int:
    """2x2 Latin squares in a 6x6 grid, which no relabelling changes."""
    rows = [grid[i : i + 6] for i in range(0, 36, 6)]
    return sum(
        a[i] == b[j] and a[j] == b[i]
        for a, b in combinations(rows, 2)
        for i, j in combinations(range(6), 2)
    )


class Numbered(Stream):
    """A stream that draws the grid of one number."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def below(self, bound: int) -> int:
        number, self.number = self.number, 0
        return number if number < bound else 0


def bias_of_6x6() -> None:
    """Chi-squared of the 2x2 Latin squares in a grid, against all 39,168 with an ordered row."""
    board = Puzzle.empty(Geometry.of_size(6))
    table = uniform_table(board.geometry, board)
    assert table is not None
    grids = (table.draw(Numbered(number)) for number in range(table.total))
    exact = Counter(intercalates(grid) for grid in grids if grid is not None)
    draws = 3000
    for name in ("counted", "sat"):
        seen: Counter[int] = Counter()
        for i in range(draws):
            if name == "counted":
                values = table.draw(Stream(child_seed(1, i)))
            else:
                grid = full_grid(board, i, method="sat")
                values = None if grid is None else grid.values
            assert values is not None
            seen[intercalates(values)] += 1
        each = {key: draws * number / table.total for key, number in exact.items()}
        chi = sum((seen[key] - mean) ** 2 / mean for key, mean in each.items())
        print(f"6x6 by {name}: chi-squared {chi:.0f} ({len(exact) - 1} expected, 4 either way)")
        print("   times the mean:", {key: round(seen[key] / each[key], 2) for key in sorted(each)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--patterns", nargs="*", default=[])
    parser.add_argument("--masks", type=int, default=20, help="this many of the patterns")
    parser.add_argument("--bias", action="store_true")
    arguments = parser.parse_args()
    timed("minimal, in the core", 20_000, lambda: core.make_puzzles(1, 0, 20_000))
    timed("minimal, no two equivalent", 10_000, run(Wish(PLAIN), 10_000))
    timed("minimal, from uniform grids", 500, run(Wish(PLAIN, uniform=True), 500))
    half = Wish(PLAIN, symmetry="180")
    timed("180 degrees, no pair can go", 10_000, lambda: made(half, 1, 0, 10_000, None))
    strict = Wish(PLAIN, symmetry="180", minimal=True)
    timed("180 degrees, no given can go", 500, run(strict, 500))
    for clues in (30, 24, 22, 20, 19, 18):
        number = 500 if clues > 20 else 100 if clues > 18 else 10
        timed(f"{clues} clues", number, run(Wish(PLAIN, clues=clues), number))
    for low, high in BANDS:
        wish = Wish(PLAIN, target=Target(er=(low, high)))
        timed(f"ER {low / 10} to {high / 10}", 50, run(wish, 50))
    for size, number in ((4, 20), (6, 50), (12, 3), (16, 2), (25, 1)):
        board = Puzzle.empty(Geometry.of_size(size))
        timed(f"{size}x{size}", number, run(Wish(board), number))
    if arguments.patterns:
        patterns(arguments.patterns, arguments.masks)
    if arguments.bias:
        bias()
        bias_of_6x6()


if __name__ == "__main__":
    main()
