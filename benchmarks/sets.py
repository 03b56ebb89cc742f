"""Redundant givens, backdoors, unavoidable sets, bounds on the fewest givens: times and answers.

    python benchmarks/sets.py [--count 60] [--grids 5] [--cells 16] [--bounds 2] [--seconds 5]
        [--only redundant|backdoors|unavoidable|bounds]

Puzzles come from ../shared/data/speed; grids are random
(seeds 0, 1, ...). CPU times of the public functions on parsed puzzles, one thread; the first call
on a board is left out. The bounds on the fewest givens have wall-clock limits.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from common import caption, head, lines_of, row
from common import tally as counted

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
SETS = ["easy", "clue17", "sudocue", "top1465", "hardest_1905", "hardest_1106"]
CLASSIC = Puzzle.empty(Geometry.classic())
KINDS: tuple[By, ...] = ("singles", "naked", "hidden")
ENGINES: tuple[RedundantBackend, ...] = ("native", "sat")


def puzzles(name: str, count: int) -> list[Puzzle]:
    """Some puzzles of a set, evenly spread over it."""
    return [parse(line) for line in lines_of(name, count)]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of a call, and its CPU seconds."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def random_grid(seed: int) -> Grid:
    """A random full grid, all grids equally likely."""
    return Grid(CLASSIC.geometry, tuple(map(int, core.random_grid(seed))))


def spread(seconds: Sequence[float]) -> list[str]:
    """Median, mean and worst in milliseconds, as cells of a table."""
    ms = [1000 * value for value in seconds]
    return [f"{value:.2f}" for value in (statistics.median(ms), statistics.mean(ms), max(ms))]


def tally(values: Iterable[int]) -> str:
    """How often each value occurs."""
    return counted(Counter(values))


def redundant(count: int) -> None:
    """Redundant givens of the puzzles, and of the same with five more givens of the solution."""
    caption("Redundant givens")
    times = (f"{engine}, CPU median ms" for engine in ENGINES)
    head("set", "givens added", "puzzles", "redundant", *times)
    for name in SETS:
        plain = puzzles(name, count)
        more = []
        for puzzle in plain:
            solution = find_redundant(puzzle).solution
            free = [cell for cell, given in enumerate(puzzle.givens) if given is None]
            chosen = free[:: len(free) // 5][:5]
            more.append(puzzle.with_givens({cell: solution[cell] for cell in chosen}))
        for added, group in ((0, plain), (5, more)):
            answers, medians = [], []
            for engine in ENGINES:
                find_redundant(group[0], backend=engine)
                timings = [timed(partial(find_redundant, one, backend=engine)) for one in group]
                answers.append([(one.givens, one.together_givens) for one, _ in timings])
                medians.append(spread([seconds for _, seconds in timings])[0])
            assert answers[0] == answers[1]
            total = sum(len(givens) for givens, _ in answers[0])
            row(name, added, len(group), total, *medians)


def backdoors(count: int) -> None:
    """Sizes and times of the smallest backdoors."""
    caption("Backdoors")
    head("set", "by", "puzzles: size", "puzzles", "CPU median ms", "mean ms", "worst ms", left=3)
    for name in SETS:
        for by in KINDS:
            # One kind alone leaves some puzzles backdoors of six cells, which take seconds.
            group = puzzles(name, count if by == "singles" else max(1, count // 10))
            find_backdoors(group[0], by=by)
            timings = [timed(partial(find_backdoors, puzzle, by=by)) for puzzle in group]
            assert all(one.proved for one, _ in timings)
            sizes = tally(one.size for one, _ in timings)
            times = spread([seconds for _, seconds in timings])
            row(name, by, sizes, len(group), *times)


def unavoidable(count: int, most: int) -> None:
    """Sets of random grids by size, and the time for all of them."""
    caption("Unavoidable sets of random grids")
    heads = ("grids", "CPU median ms", "mean ms", "worst ms", "fewest sets", "mean", "most")
    head("engine", "up to cells", *heads)
    rows: list[tuple[int, UnavoidableBackend, int]] = [
        (size, "native", count) for size in range(6, most + 1, 2)
    ]
    for size, engine, number in [*rows, (10, "sat", 2), (12, "sat", 2)]:
        grids = [random_grid(seed) for seed in range(number)]
        timings = [
            timed(partial(unavoidable_sets, CLASSIC, grid, size, backend=engine)) for grid in grids
        ]
        sets = [len(one.sets) for one, _ in timings]
        times = spread([seconds for _, seconds in timings])
        low, mean, high = min(sets), statistics.mean(sets), max(sets)
        row(engine, size, number, *times, low, f"{mean:.0f}", high)


def bounds(count: int, seconds: float) -> None:
    """Bounds on the fewest givens of random grids."""
    caption(f"Fewest givens, at most {seconds:g} s a 9x9 grid")
    head("board", "grids", "exact", "proved at least: grids", "best puzzle: grids", "s, worst")
    for size, number in ((4, 20), (6, 20), (9, count)):
        board = Puzzle.empty(Geometry.of_size(size))
        answers = []
        for seed in range(number):
            grid = random_grid(seed) if size == 9 else full_grid(board, seed)
            assert grid is not None
            answers.append(find_fewest_clues(board, grid, limit=Limit(seconds=seconds)))
        row(
            f"{size}x{size}",
            number,
            sum(one.exact for one in answers),
            tally(one.at_least for one in answers),
            tally(one.clues for one in answers),
            f"{max(one.seconds for one in answers):.2f}",
        )


def main() -> None:
    """Run all four."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--grids", type=int, default=5)
    parser.add_argument("--cells", type=int, default=16, help="unavoidable sets up to this size")
    parser.add_argument("--bounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", choices=["redundant", "backdoors", "unavoidable", "bounds"])
    options = parser.parse_args()
    only = options.only
    if only in (None, "redundant"):
        redundant(options.count)
    if only in (None, "backdoors"):
        backdoors(options.count)
    if only in (None, "unavoidable"):
        unavoidable(options.grids, options.cells)
    if only in (None, "bounds"):
        bounds(options.bounds, options.seconds)


if __name__ == "__main__":
    main()
