"""The speed of generating puzzles, and the distribution of random grids.

    python benchmarks/generate.py [--masks 200] [--bias] [--large]

CPU time of this process. ``--masks`` fills patterns of so many real puzzles. ``--bias`` prints how
random grids are distributed instead.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations

from common import figure, head, lines_of, row, tally

from satdoku import core
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.generating import Run, Target, Wish, full_grid, parse_mask
from satdoku.generating.grids import uniform_table
from satdoku.generating.maker import make_puzzles
from satdoku.generating.randomness import Stream, child_seed
from satdoku.puzzle import Puzzle

PLAIN = Puzzle.empty(Geometry.classic())
SETS = ("sudocue", "top1465", "hardest_1905", "easy", "hardest_1106")
BANDS = ((10, 15), (20, 26), (30, 38), (40, 56), (65, 72), (75, 83))


def timed(name: str, count: int, work: Callable[[], object]) -> None:
    started = time.process_time()
    work()
    seconds = time.process_time() - started
    row(name, count, figure(count / seconds), figure(seconds / count * 1e3))


def run(wish: Wish, count: int) -> Callable[[], object]:
    return lambda: list(Run(wish, 1, count).pieces())


def patterns(number: int) -> None:
    """Fill patterns of real puzzles, of which two fifths are symmetric."""
    rng = random.Random(5)
    pool = []
    for name in SETS:
        lines = [line for line in lines_of(name) if 22 <= 81 - line.count(".") <= 30]
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
    middle, longest = 1e3 * statistics.median(seconds), 1e3 * max(seconds)
    times = f"median {middle:.1f}, slowest {longest:.0f}; {missed} not filled in 10 s"
    row("a pattern of 22 to 30 cells", len(chosen), figure(len(chosen) / sum(seconds)), times)


def bias() -> None:
    """Chi-squared of all 288 4x4 grids: counted (uniform) and SAT (not)."""
    head("grids", "draws", "chi-squared", "expected", "rarest and commonest, times the mean")
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
        ends = f"{min(seen.values()) / each:.2f}, {max(seen.values()) / each:.2f}"
        row(f"4x4 by {name}", f"{draws:,}", f"{chi:,.0f}", "287 (24 either way)", ends)


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
        share = tally({key: round(seen[key] / each[key], 2) for key in each})
        expected = f"{len(exact) - 1} (4 either way)"
        row(
            f"6x6 by {name}",
            f"{draws:,}",
            f"{chi:,.0f}",
            expected,
            f"by 2x2 Latin squares: {share}",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--masks", type=int, default=200, help="this many patterns of puzzles")
    parser.add_argument("--large", action="store_true", help="a 25x25, too")
    parser.add_argument("--bias", action="store_true")
    arguments = parser.parse_args()
    if arguments.bias:
        bias()
        bias_of_6x6()
        return
    head("what", "puzzles", "a CPU second", "ms each")
    timed("minimal, in the core", 20_000, lambda: core.make_puzzles(1, 0, 20_000))
    timed("minimal, no two equivalent", 10_000, run(Wish(PLAIN), 10_000))
    timed("minimal, from uniform grids", 500, run(Wish(PLAIN, uniform=True), 500))
    half = Wish(PLAIN, symmetry="180")
    timed("180 degrees, no pair can go", 10_000, lambda: make_puzzles(half, 1, 0, 10_000, None))
    strict = Wish(PLAIN, symmetry="180", minimal=True)
    timed("180 degrees, no given can go", 500, run(strict, 500))
    for clues in (30, 24, 22, 20, 19, 18):
        number = 500 if clues > 20 else 100 if clues > 18 else 10
        timed(f"{clues} clues", number, run(Wish(PLAIN, clues=clues), number))
    for low, high in BANDS:
        wish = Wish(PLAIN, target=Target({"er": (low, high)}))
        timed(f"ER {low / 10} to {high / 10}", 50, run(wish, 50))
    for size, number in ((4, 20), (6, 50), (12, 3), (16, 2), (25, 1))[: 4 + arguments.large]:
        board = Puzzle.empty(Geometry.of_size(size))
        timed(f"{size}x{size}", number, run(Wish(board), number))
    if arguments.masks:
        patterns(arguments.masks)


if __name__ == "__main__":
    main()
