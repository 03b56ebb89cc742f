"""Time exact counts by frontier: ``python benchmarks/counting.py [--large]``.

satdoku.core is used where it is installed. Prints a table row a board: CPU seconds,
states followed up, most states alive at once. Each native row runs in a process of its own, so
that its peak of memory is its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import time
from collections.abc import Sequence

from common import head, lines_of, row

from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.solving import frontier

SECONDS = 60.0


def boards(large: bool) -> list[tuple[str, str, Puzzle]]:
    """(name, runner, puzzle)"""
    shapes = [("4x4", Geometry.boxes(4, 2, 2)), ("6x6 (2x3)", Geometry.boxes(6, 2, 3))]
    shapes += [(f"Latin {n}", Geometry.latin(n)) for n in (4, 5, 6, 7)]
    rows = [
        (name, runner, Puzzle.empty(g)) for name, g in shapes for runner in ("python", "native")
    ]
    rows.append(("8x8 (2x4)", "python", Puzzle.empty(Geometry.boxes(8, 2, 4))))
    rows.append(("8x8 (2x4)", "native", Puzzle.empty(Geometry.boxes(8, 2, 4))))
    rows.append(("Latin 8", "native", Puzzle.empty(Geometry.latin(8))))
    rows.append(("12x12 (3x4)", "native", Puzzle.empty(Geometry.boxes(12, 3, 4))))
    rows.append(("9x9 (3x3)", "native", Puzzle.empty(Geometry.classic())))
    if large:
        rows.append(("Latin 9", "native", Puzzle.empty(Geometry.latin(9))))
    return rows + stripped((1, 2, 3, 4) if large else (1, 2))


def stripped(fewer: Sequence[int]) -> list[tuple[str, str, Puzzle]]:
    """17-clue puzzles less some givens."""
    lines = lines_of("clue17")
    rng = random.Random(17)
    rows = []
    for less in fewer:
        for line in rng.sample(lines, 3):
            givens = [int(c) if c in "123456789" else None for c in line]
            for cell in rng.sample([c for c, v in enumerate(givens) if v], less):
                givens[cell] = None
            rows.append(
                (f"17 clues less {less}", "native", Puzzle(Geometry.classic(), tuple(givens)))
            )
    return rows


def measure(board: tuple[str, str, Puzzle]) -> tuple[object, ...]:
    name, runner, puzzle = board
    started = time.process_time()
    counted = frontier.count_by_frontier(puzzle, Limit(seconds=SECONDS).start(), runner=runner)
    seconds = time.process_time() - started
    assert counted is not None
    number = f"{counted.count:,}" if counted.exact else f"ended by {counted.stopped}"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    shown = f"{seconds:.2f}", f"{counted.expanded:,}", f"{counted.peak:,}", f"{memory:.0f}"
    return name, runner, number, *shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="order 9, and 17 clues less 3 and 4")
    chosen = parser.parse_args()
    head("board", "runner", "solutions", "CPU s", "states followed", "peak", "MB", left=2)
    context = multiprocessing.get_context("spawn")
    for board in boards(chosen.large):
        with context.Pool(1) as pool:
            row(*pool.apply(measure, (board,)))


if __name__ == "__main__":
    main()
