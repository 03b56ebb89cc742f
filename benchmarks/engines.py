"""How long a board without rules takes through the public API: uniqueness, warm.

    python benchmarks/engines.py [--count 300] [--engine sat] ...
    python benchmarks/engines.py --set grid16 --set jigsaw --engine variant --engine sat

The sets are files of classic 9x9 (by default all), ``grid16`` and ``grid25`` of larger boards, and
``jigsaw``: minimal 9x9 of random regions, made by their seeds. Prints, for each set and engine,
the median and mean CPU time of ``check_unique`` (the validity check and the witnesses included, the
parsing not), the wall median, and the ratio of the median to the engine that is fastest on that
set. CPU time is that of the whole process, because CP-SAT searches in a thread of its own. What is
kept for a board is there before the first measurement.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from common import head, lines_of, row

import satdoku
from satdoku.board import Geometry
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

SETS = ("easy", "clue17", "sudocue", "multiple", "top1465", "hardest_1905", "hardest_1106")


def connected(cells: list[int]) -> bool:
    """Whether the cells of a 9x9 are one piece by their sides."""
    left, piece = set(cells[1:]), cells[:1]
    for cell in piece:
        near = {cell - 9, cell + 9}
        near |= {cell + side for side in (-1, 1) if 0 <= cell % 9 + side < 9}
        piece += near & left
        left -= near
    return not left


def regions(seed: int, moves: int = 40) -> list[int]:
    """The region of each cell of a 9x9: boxes after random exchanges of two cells."""
    chance = random.Random(seed)
    layout = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]
    while moves:
        one, other = chance.sample(range(81), 2)
        changed = list(layout)
        changed[one], changed[other] = layout[other], layout[one]
        both = {layout[one], layout[other]}
        pieces = [[cell for cell in range(81) if changed[cell] == region] for region in both]
        if len(both) == 2 and all(map(connected, pieces)):
            layout = changed
            moves -= 1
    return layout


def jigsaws(count: int) -> list[Puzzle]:
    """Minimal 9x9 of random regions; regions without a full grid are left out."""
    boards: list[Puzzle] = []
    for seed in range(2 * count):
        empty = Puzzle(Geometry.jigsaw(regions(seed)), (None,) * 81)
        if len(boards) < count and satdoku.solve(empty, time_limit=5).verdict == "solved":
            boards += [parse(one.puzzle).puzzle for one in satdoku.generate(board=empty, seed=seed)]
    return boards


def puzzles_of(name: str, count: int) -> list[Puzzle]:
    """Puzzles of a set."""
    if name == "jigsaw":
        return jigsaws(count)
    return [parse(line).puzzle for line in lines_of(name, count)]


def measure(engine: str, puzzles: list[Puzzle]) -> tuple[float, float, float]:
    """Median and mean CPU time and median wall time, in milliseconds."""
    for puzzle in {puzzle.geometry: puzzle for puzzle in puzzles}.values():
        check_unique(puzzle, backend=engine)
    cpu, wall = [], []
    for puzzle in puzzles:
        fresh = Puzzle(puzzle.geometry, puzzle.givens)  # what is cached on a puzzle is paid for
        wall_start, cpu_start = time.perf_counter(), time.process_time()
        check_unique(fresh, backend=engine)
        cpu.append(time.process_time() - cpu_start)
        wall.append(time.perf_counter() - wall_start)
    return (
        1e3 * statistics.median(cpu),
        1e3 * statistics.fmean(cpu),
        1e3 * statistics.median(wall),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="puzzles of each set")
    parser.add_argument("--engine", action="append", help="an engine; may be given again")
    parser.add_argument("--set", action="append", help="a set; may be given again")
    arguments = parser.parse_args()
    engines = arguments.engine or ["sat", "cpsat"]
    heads = ("puzzles", "CPU median ms", "CPU mean ms", "wall median ms", "times the fastest")
    head("set", "engine", *heads, left=2)
    for name in arguments.set or SETS:
        puzzles = puzzles_of(name, arguments.count)
        results = {engine: measure(engine, puzzles) for engine in engines}
        fastest = min(median for median, _, _ in results.values())
        for engine, (median, mean, wall) in results.items():
            times = (f"{time:.3f}" for time in (median, mean, wall))
            row(name, engine, len(puzzles), *times, f"{median / fastest:.1f}")


if __name__ == "__main__":
    main()
