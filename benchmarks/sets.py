"""Redundant givens, backdoors, unavoidable sets, bounds on the fewest givens: times and answers.

    python benchmarks/sets.py [--count 200] [--grids 20] [--bounds 5] [--seconds 10] [--data DIR]
        [--only redundant|backdoors|unavoidable|bounds]

Puzzles come from ../shared/data/speed where it lies beside the checkout; grids are random
(seeds 0, 1, ...). CPU times of the public functions on parsed puzzles, one thread; the first call
on a board is left out. The bounds on the fewest givens have wall-clock limits.
"""

import argparse
import platform
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from satdoku import core, parse
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.diagnosing.backdoors import By, find_backdoors
from satdoku.diagnosing.fewest import find_fewest_clues
from satdoku.diagnosing.redundant import RedundantBackend, find_redundant
from satdoku.diagnosing.unavoidable import UnavoidableBackend, unavoidable_sets
from satdoku.generating import full_grid
from satdoku.puzzle import Puzzle

T = TypeVar("T")
SPEED = Path(__file__).parents[1].parent / "shared" / "data" / "speed"
SETS = ["easy", "clue17", "sudocue", "top1465", "hardest_1905", "hardest_1106"]
CLASSIC = Puzzle.empty(Geometry.classic())
KINDS: tuple[By, ...] = ("singles", "naked", "hidden")
ENGINES: tuple[RedundantBackend, ...] = ("native", "sat")


def puzzles(data: Path, name: str, count: int) -> list[Puzzle]:
    """Some puzzles of a set, evenly spread over it."""
    lines = (data / f"{name}.txt").read_text().split()
    return [parse(line) for line in lines[:: max(1, len(lines) // count)][:count]]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What a call gives, and its CPU seconds."""
    start = time.process_time()
    found = work()
    return found, time.process_time() - start


def random_grid(seed: int) -> Grid:
    """A random full grid, all grids equally likely."""
    return Grid(CLASSIC.geometry, tuple(map(int, core.random_grid(seed))))


def spread(seconds: Sequence[float]) -> str:
    """Median, mean and worst in milliseconds, as cells of a table."""
    ms = [1000 * value for value in seconds]
    return f"{statistics.median(ms):.2f} | {statistics.mean(ms):.2f} | {max(ms):.2f}"


def tally(values: Iterable[int]) -> str:
    """How often each value occurs."""
    return ", ".join(f"{value}: {times}" for value, times in sorted(Counter(values).items()))


def redundant(data: Path, count: int) -> None:
    """Redundant givens of the puzzles, and of the same with five more givens of the solution."""
    print("\n### Redundant givens\n")
    print(
        "| set | givens added | engine | puzzles | CPU median ms | mean ms | worst ms | redundant |"
    )
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for name in SETS:
        plain = puzzles(data, name, count)
        more = []
        for puzzle in plain:
            solution = find_redundant(puzzle).solution
            free = [cell for cell, given in enumerate(puzzle.givens) if given is None]
            chosen = free[:: len(free) // 5][:5]
            more.append(puzzle.with_givens({cell: solution[cell] for cell in chosen}))
        for added, group in ((0, plain), (5, more)):
            answers = []
            for engine in ENGINES:
                find_redundant(group[0], backend=engine)
                found = [timed(partial(find_redundant, one, backend=engine)) for one in group]
                answers.append([(one.givens, one.together_givens) for one, _ in found])
                total = sum(len(one.givens) for one, _ in found)
                times = spread([seconds for _, seconds in found])
                print(f"| {name} | {added} | {engine} | {len(group)} | {times} | {total} |")
            assert answers[0] == answers[1]


def backdoors(data: Path, count: int) -> None:
    """Sizes and times of the smallest backdoors."""
    print("\n### Backdoors\n")
    print("| set | by | puzzles | CPU median ms | mean ms | worst ms | sizes |")
    print("|---|---|---:|---:|---:|---:|---|")
    for name in SETS:
        for by in KINDS:
            # One kind alone leaves some puzzles backdoors of six cells, which take seconds.
            group = puzzles(data, name, count if by == "singles" else max(1, count // 10))
            find_backdoors(group[0], by=by)
            found = [timed(partial(find_backdoors, puzzle, by=by)) for puzzle in group]
            assert all(one.proved for one, _ in found)
            sizes = tally(one.size for one, _ in found)
            times = spread([seconds for _, seconds in found])
            print(f"| {name} | {by} | {len(group)} | {times} | {sizes} |", flush=True)


def unavoidable(count: int) -> None:
    """Sets of random grids by size, and the time for all of them."""
    print("\n### Unavoidable sets of random grids\n")
    print("| up to | engine | grids | CPU median ms | mean ms | worst ms | fewest | mean | most |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|---:|")
    rows: list[tuple[int, UnavoidableBackend, int]] = [
        (size, "native", count) for size in (6, 8, 10, 12, 14, 16, 18)
    ]
    for size, engine, number in [*rows, (10, "sat", 3), (12, "sat", 3)]:
        grids = [random_grid(seed) for seed in range(number)]
        found = [
            timed(partial(unavoidable_sets, CLASSIC, grid, size, backend=engine)) for grid in grids
        ]
        sets = [len(one.sets) for one, _ in found]
        times = spread([seconds for _, seconds in found])
        low, mean, high = min(sets), statistics.mean(sets), max(sets)
        print(
            f"| {size} | {engine} | {number} | {times} | {low} | {mean:.0f} | {high} |", flush=True
        )


def bounds(count: int, seconds: float) -> None:
    """Bounds on the fewest givens of random grids."""
    print(f"\n### Fewest givens, {seconds:g} s a grid\n")
    print("| grid | proved at least | best puzzle | s |")
    print("|---:|---:|---:|---:|")
    for seed in range(count):
        found = find_fewest_clues(CLASSIC, random_grid(seed), limit=Limit(seconds=seconds))
        print(f"| {seed} | {found.at_least} | {found.clues} | {found.seconds:.1f} |", flush=True)
    for size in (4, 6):
        board = Puzzle.empty(Geometry.of_size(size))
        answers = []
        for seed in range(20):
            grid = full_grid(board, seed)
            assert grid is not None
            answers.append(find_fewest_clues(board, grid, limit=Limit(seconds=60)))
        assert all(one.exact for one in answers)
        worst = max(one.seconds for one in answers)
        fewest = tally(one.clues for one in answers)
        print(f"\n{size}x{size}: 20 of 20 exact, worst {worst:.2f} s; givens {fewest}")


def main() -> None:
    """Run all four."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--grids", type=int, default=20)
    parser.add_argument("--bounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--data", type=Path, default=SPEED)
    parser.add_argument("--only", choices=["redundant", "backdoors", "unavoidable", "bounds"])
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    started = time.perf_counter()
    only = options.only
    if options.data.exists() and only in (None, "redundant"):
        redundant(options.data, options.count)
    if options.data.exists() and only in (None, "backdoors"):
        backdoors(options.data, options.count)
    if only in (None, "unavoidable"):
        unavoidable(options.grids)
    if only in (None, "bounds"):
        bounds(options.bounds, options.seconds)
    print(f"\n{time.perf_counter() - started:.0f} s in all")


if __name__ == "__main__":
    main()
