"""How fast puzzles are made, and how evenly grids are drawn.

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
from pathlib import Path

from satdoku import core
from satdoku.generate import Run, Target, Wish, full_grid, parse_mask
from satdoku.generate.grids import uniform_table
from satdoku.generate.making import made
from satdoku.generate.randomness import Stream, child_seed
from satdoku.limits import Limit
from satdoku.puzzle import Geometry, Puzzle

PLAIN = Puzzle.empty(Geometry.classic())
BANDS = ((10, 15), (20, 26), (30, 38), (40, 56), (65, 72), (75, 83))


def timed(name: str, count: int, work: Callable[[], object]) -> None:
    started = time.process_time()
    work()
    seconds = time.process_time() - started
    print(f"{name:44s} {count / seconds:10,.1f} a second {seconds / count * 1e3:10.3f} ms each")


def run(wish: Wish, count: int) -> Callable[[], object]:
    return lambda: list(Run(wish, 1, count).pieces())


def patterns(files: list[str]) -> None:
    rng = random.Random(5)
    pool = []
    for name in files:
        lines = [line.strip() for line in Path(name).read_text().splitlines()]
        lines = [line for line in lines if len(line) == 81 and 22 <= 81 - line.count(".") <= 30]
        pool += rng.sample(lines, min(40, len(lines)))
    rng.shuffle(pool)
    mirrored = [
        p for p in pool if all((a == ".") == (b == ".") for a, b in zip(p, p[::-1], strict=True))
    ]
    chosen = mirrored[:8]
    chosen += [p for p in pool if p not in chosen][: 20 - len(chosen)]
    seconds = []
    missed = 0
    for number, pattern in enumerate(chosen):
        mask = parse_mask(pattern, PLAIN.geometry)
        started = time.process_time()
        filling = Run(Wish(PLAIN, mask=mask), number, 1, limit=Limit(seconds=10))
        list(filling.pieces())
        missed += filling.ending != "done"
        seconds.append(time.process_time() - started)
    print(
        f"masks: {len(chosen)} patterns, median {statistics.median(seconds):.2f} s, "
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--patterns", nargs="*", default=[])
    parser.add_argument("--bias", action="store_true")
    arguments = parser.parse_args()
    timed("minimal, in the core", 20_000, lambda: core.make_puzzles(1, 0, 20_000))
    timed("minimal, no two equivalent", 10_000, run(Wish(PLAIN), 10_000))
    timed("minimal, from uniform grids", 500, run(Wish(PLAIN, uniform=True), 500))
    half = Wish(PLAIN, symmetry="180")
    timed("180 degrees, no pair can go", 10_000, lambda: made(half, 1, 0, 10_000, None))
    strict = Wish(PLAIN, symmetry="180", minimal=True)
    timed("180 degrees, no given can go", 500, run(strict, 500))
    for clues in (30, 24, 22, 20, 19):
        number = 500 if clues > 20 else 10
        timed(f"{clues} clues", number, run(Wish(PLAIN, clues=clues), number))
    for low, high in BANDS:
        wish = Wish(PLAIN, target=Target(er=(low, high)))
        timed(f"ER {low / 10} to {high / 10}", 50, run(wish, 50))
    for size, number in ((4, 20), (6, 50), (12, 3), (16, 2)):
        board = Puzzle.empty(Geometry.of_size(size))
        timed(f"{size}x{size}", number, run(Wish(board), number))
    if arguments.patterns:
        patterns(arguments.patterns)
    if arguments.bias:
        bias()


if __name__ == "__main__":
    main()
