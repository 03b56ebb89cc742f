"""How long a classic 9x9 takes through the public API: uniqueness, warm.

    python benchmarks/engines.py [--data ../shared/data/speed] [--count 1000] [--engine sat] ...

Prints, for each set and engine, the median and mean CPU time of ``check_unique`` (the validity
check and the witnesses included, the parsing not), the wall median, and the ratio of the median to
the engine that is fastest on that set. CPU time is that of the whole process, because CP-SAT
searches in a thread of its own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

SETS = ("easy", "clue17", "sudocue", "multiple", "top1465", "hardest_1905", "hardest_1106")
TARGETS = {
    ("sat", "clue17"): 0.3,
    ("sat", "hardest_1905"): 3.0,
    ("cpsat", "clue17"): 4.0,
    ("cpsat", "hardest_1905"): 10.0,
}
"""Medians to stay below, in milliseconds."""


def measure(engine: str, puzzles: list[Puzzle]) -> tuple[float, float, float]:
    """Median and mean CPU time and median wall time, in milliseconds."""
    check_unique(puzzles[0], backend=engine)
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


def main() -> int:
    """Measure, print, and return 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    root = Path(__file__).resolve().parents[2]
    parser.add_argument("--data", type=Path, default=root / "shared" / "data" / "speed")
    parser.add_argument("--count", type=int, default=1000, help="puzzles of each set")
    parser.add_argument("--engine", action="append", help="an engine; may be given again")
    parser.add_argument("--set", action="append", help="a set; may be given again")
    arguments = parser.parse_args()
    engines = arguments.engine or ["sat", "cpsat"]
    geometry = Geometry.classic()
    missed = False
    print(
        "| set | engine | puzzles | CPU median ms | CPU mean ms | wall median ms | ratio | target |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---|")
    for name in arguments.set or SETS:
        lines = (arguments.data / f"{name}.txt").read_text().split()[: arguments.count]
        puzzles = [
            Puzzle(geometry, tuple(None if s in ".0" else int(s) for s in line)) for line in lines
        ]
        results = {engine: measure(engine, puzzles) for engine in engines}
        fastest = min(median for median, _, _ in results.values())
        for engine, (median, mean, wall) in results.items():
            target = TARGETS.get((engine, name))
            verdict = ""
            if target is not None:
                verdict = f"<= {target:g}: {'kept' if median <= target else 'MISSED'}"
                missed |= median > target
            print(
                f"| {name} | {engine} | {len(puzzles)} | {median:.3f} | {mean:.3f} | {wall:.3f} "
                f"| {median / fastest:.1f}x | {verdict} |",
                flush=True,
            )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
