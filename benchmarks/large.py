"""Large boards through the public API, each in a process of its own.

    python benchmarks/large.py [--engine sat] [--seeds 3] [--limit 60]

The recipe: the pattern grid ``(width * (r mod height) + r div height + c) mod size``, its bands,
stacks, rows, columns and digits shuffled, and all but a share of the cells, chosen at random,
emptied; every choice by ``random.Random(seed)``. Prints the CPU and wall time of the first
solution, encoding included, and the largest memory of the process.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time

from common import head, row

from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.solving import solve

BOARDS = [
    # height, width, share given
    (6, 6, 0.42),
    (8, 8, 0.0),
    (10, 10, 0.75),
]


def shuffled_pattern(height: int, width: int, chance: random.Random) -> list[int]:
    """A full grid with boxes of this shape."""
    size = height * width
    rows = [
        band * height + row
        for band in chance.sample(range(width), width)
        for row in chance.sample(range(height), height)
    ]
    columns = [
        stack * width + column
        for stack in chance.sample(range(height), height)
        for column in chance.sample(range(width), width)
    ]
    digits = chance.sample(range(1, size + 1), size)
    return [
        digits[(width * (row % height) + row // height + column) % size]
        for row in rows
        for column in columns
    ]


def board(height: int, width: int, share: float, seed: int) -> Puzzle:
    """A puzzle with this share of its cells given. It has a solution, often many."""
    chance = random.Random(seed)
    size = height * width
    values = shuffled_pattern(height, width, chance)
    given = set(chance.sample(range(size * size), round(size * size * share)))
    givens = tuple(value if cell in given else None for cell, value in enumerate(values))
    return Puzzle(Geometry.boxes(size, height, width), givens)


def one(height: int, width: int, share: float, seed: int, engine: str, seconds: float) -> None:
    """Solve one board and print what it took, as JSON."""
    puzzle = board(height, width, share, seed)
    wall, cpu = time.perf_counter(), time.process_time()
    result = solve(puzzle, backend=engine, limit=Limit(seconds=seconds, solutions=1))
    print(
        json.dumps(
            {
                "verdict": result.verdict,
                "cpu": time.process_time() - cpu,
                "wall": time.perf_counter() - wall,
                "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="sat")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a board")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        height, width, share, seed = arguments.one
        one(int(height), int(width), float(share), int(seed), arguments.engine, arguments.limit)
        return
    head("board", "verdict", "given", "seed", "CPU s", "wall s", "MB", left=2)
    for height, width, share in BOARDS:
        for seed in range(arguments.seeds if share else 1):
            command = [sys.executable, __file__, "--engine", arguments.engine]
            command += ["--limit", str(arguments.limit), "--one"]
            command += [str(height), str(width), str(share), str(seed)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            data = json.loads(done.stdout)
            size = height * width
            shown = f"{data['cpu']:.2f}", f"{data['wall']:.2f}", f"{data['megabytes']:.0f}"
            row(f"{size}x{size}", data["verdict"], f"{share:.0%}", seed, *shown)


if __name__ == "__main__":
    main()
