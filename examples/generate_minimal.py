"""A small generator: remove givens, in random order, while the puzzle stays unique.

    python examples/generate_minimal.py [--seed 7] [--count 3] [--backend auto]

Each line printed is a minimal puzzle: take away any given and it has several solutions.
"""

from __future__ import annotations

import argparse
import random

import satdoku


def full_grid(rng: random.Random, backend: str) -> list[int]:
    """A filled grid: three shuffled boxes on the diagonal, the rest solved."""
    givens: list[int | None] = [None] * 81
    for box in range(3):
        digits = rng.sample(range(1, 10), 9)
        for row in range(3):
            for column in range(3):
                givens[(3 * box + row) * 9 + 3 * box + column] = digits[3 * row + column]
    board = satdoku.Puzzle(satdoku.Geometry.classic(), tuple(givens))
    solution = satdoku.solve(board, backend=backend).solution
    assert solution is not None
    return [value for value in solution.values if value is not None]


def minimal_puzzle(rng: random.Random, checker: satdoku.Checker, backend: str) -> str:
    """Remove givens one by one; put back the ones that uniqueness needs."""
    cells: list[int | None] = list(full_grid(rng, backend))
    for cell in rng.sample(range(81), 81):
        kept, cells[cell] = cells[cell], None
        if not checker.is_unique(cells):
            cells[cell] = kept
    return "".join(str(value or ".") for value in cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--backend", default="auto")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    with satdoku.Checker(backend=arguments.backend) as checker:
        for _ in range(arguments.count):
            print(minimal_puzzle(rng, checker, arguments.backend), flush=True)


if __name__ == "__main__":
    main()
