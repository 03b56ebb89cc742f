"""Sudoku grids by swapping rows, columns and digits: does the first grid ever come back?

    python examples/permutation_seed.py [--times 1000000] [--seed 1]

A well-known generator starts from one grid, each row of which is the row above moved along. It
swaps rows inside their bands seven times, columns inside their stacks seven times, and digits nine
times, and was run a million times without meeting the first grid again. That was taken as a sign of
how many grids there are. In fact no run can meet it: this script prints the reason and checks
each step of it.
"""

from __future__ import annotations

import argparse
import random

from satdoku import Geometry, Grid
from satdoku.symmetry import SymmetryGroup, automorphisms

SWAPS = {"row": 7, "column": 7, "digit": 9}
MOVES = ("relabel", "rows", "columns")

GRID = Grid(
    Geometry.classic(),
    tuple((3 * r + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)),
)


def swap_lines(lines: list[int], times: int, rng: random.Random) -> None:
    """Swap two different lines of one band (or stack), this many times."""
    for _ in range(times):
        first = 3 * rng.randrange(3)
        a = rng.randrange(3)
        b = (a + rng.randrange(1, 3)) % 3
        lines[first + a], lines[first + b] = lines[first + b], lines[first + a]


def experiment(times: int, seed: int) -> int:
    """How many of this many runs end at the first grid."""
    rng = random.Random(seed)
    values = [value or 0 for value in GRID.values]
    met = 0
    for _ in range(times):
        rows, columns, digits = list(range(9)), list(range(9)), list(range(10))
        swap_lines(rows, SWAPS["row"], rng)
        swap_lines(columns, SWAPS["column"], rng)
        for _ in range(SWAPS["digit"]):
            a = rng.randrange(1, 10)
            b = (a + rng.randrange(8)) % 9 + 1
            digits[a], digits[b] = digits[b], digits[a]
        met += all(
            digits[values[9 * rows[r] + columns[c]]] == values[9 * r + c]
            for r in range(9)
            for c in range(9)
        )
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    group = SymmetryGroup.of(GRID.geometry, MOVES)
    fixing = automorphisms(GRID, MOVES)
    print(f"first grid: {GRID}")
    print(f"moves (relabelling, rows in bands, columns in stacks): {group.order:,}")
    print(f"moves that leave the grid as it is: {fixing.order}")
    for symmetry in fixing.elements():
        rows, columns, digits = ("odd" if p else "even" for p in symmetry.parities)
        print(f"  {symmetry.describe()}: rows {rows}, columns {columns}, digits {digits}")
    print(f"different grids: {group.order:,} / {fixing.order} = {fixing.images:,}")
    whole = automorphisms(GRID)
    print(f"with bands, stacks and transposition as well: {whole.images:,}")
    print(
        "the smaller estimate 18 x 18 x 9! = 117,573,120 adds up the 6 orders of each of three "
        "bands (6 + 6 + 6 = 18); they are chosen independently, 6 x 6 x 6 = 216"
    )

    # Each swap turns an even permutation into an odd one and back.
    assert all(symmetry.parities == (0, 0, 0) for symmetry in fixing.elements())
    for kind, times in SWAPS.items():
        print(f"{times} {kind} swaps make an {'odd' if times % 2 else 'even'} permutation")
    print("so a move of 7, 7 and 9 swaps is never among those that leave the grid as it is")

    met = experiment(arguments.times, arguments.seed)
    print(f"runs: {arguments.times:,}; ended at the first grid: {met}")
    assert met == 0


if __name__ == "__main__":
    main()
