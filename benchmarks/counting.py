"""Time exact counts by frontier: ``python benchmarks/counting.py [--long]``.

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
from pathlib import Path

from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.solving import frontier

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "speed"
SECONDS = 60.0


def boards(long: bool) -> list[tuple[str, str, Puzzle]]:
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
    if long:
        rows.append(("9x9 (3x3)", "native", Puzzle.empty(Geometry.classic())))
        rows.append(("Latin 9", "native", Puzzle.empty(Geometry.latin(9))))
    return rows + stripped()


def stripped() -> list[tuple[str, str, Puzzle]]:
    """17-clue puzzles less one to four givens."""
    path = SHARED / "clue17.txt"
    if not path.exists():
        return []
    lines = [line[:81] for line in path.read_text().splitlines() if len(line) >= 81]
    rng = random.Random(17)
    rows = []
    for less in (1, 2, 3, 4):
        for line in rng.sample(lines, 3):
            givens = [int(c) if c in "123456789" else None for c in line]
            for cell in rng.sample([c for c, v in enumerate(givens) if v], less):
                givens[cell] = None
            rows.append(
                (f"17 clues less {less}", "native", Puzzle(Geometry.classic(), tuple(givens)))
            )
    return rows


def measure(row: tuple[str, str, Puzzle]) -> str:
    name, runner, puzzle = row
    started = time.process_time()
    found = frontier.count_by_frontier(puzzle, Limit(seconds=SECONDS).start(), runner=runner)
    seconds = time.process_time() - started
    assert found is not None
    number = f"{found.count:,}" if found.exact else f"ended by {found.stopped}"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"| {name} | {runner} | {number} | {seconds:.2f} | {found.expanded:,} "
        f"| {found.peak:,} | {memory:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the boards of order 9, too")
    chosen = parser.parse_args()
    print("| board | runner | solutions | CPU s | states followed | peak | MB |")
    print("|---|---|---|---|---|---|---|")
    context = multiprocessing.get_context("spawn")
    for row in boards(chosen.long):
        with context.Pool(1) as pool:
            print(pool.apply(measure, (row,)), flush=True)


if __name__ == "__main__":
    main()
