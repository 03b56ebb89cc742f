"""Canonical forms: CPU time of each, compiled and in Python, on puzzles, grids and large boards.

    python benchmarks/symmetry.py [--rounds 2]

Best of several rounds. Puzzles come from ../shared/data/speed.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence

from common import figure, head, lines_of, row

from satdoku.board import Geometry, Grid
from satdoku.puzzle import Puzzle
from satdoku.symmetry import SymmetryGroup, automorphisms, canonical_bytes, canonicalize
from satdoku.symmetry.native import native_symmetry
from satdoku.symmetry.search import Frame, search

SETS = ["clue17", "easy", "top1465", "hardest_1905", "multiple"]
CLASSIC = Geometry.classic()
FRAME = Frame(9, 3, 3, True, True, True, True, True, True)


def best(work: Callable[[], object], rounds: int) -> float:
    """CPU seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def full_grid(rng: random.Random) -> str:
    """A random full 9x9 grid (not uniform)."""
    values = [0] * 81

    def fill() -> bool:
        free = {
            cell: [d for d in range(1, 10) if all(values[p] != d for p in CLASSIC.peers[cell])]
            for cell in range(81)
            if not values[cell]
        }
        if not free:
            return True
        cell = min(free, key=lambda c: len(free[c]))
        rng.shuffle(free[cell])
        for digit in free[cell]:
            values[cell] = digit
            if fill():
                return True
        values[cell] = 0
        return False

    fill()
    return "".join(map(str, values))


def cyclic(size: int) -> Grid:
    """Each row is the row above, moved along."""
    geometry = Geometry.of_size(size)
    height, width = geometry.box or (size, size)
    cells = ((r * width + r // height + c) % size + 1 for r in range(size) for c in range(size))
    return Grid(geometry, tuple(cells))


def report(name: str, lines: Sequence[str], rounds: int) -> None:
    """One set of 9x9: many at once compiled, and one by one in Python."""
    compiled = ""
    native = native_symmetry()
    if native is not None:
        data = "".join(lines).encode()
        seconds = best(lambda: canonical_bytes(data), rounds)
        compiled = figure(seconds / len(lines) * 1e6)
    few = [[0 if c in ".0" else int(c) for c in line] for line in lines[:200]]
    seconds = best(lambda: [search(values, FRAME) for values in few], rounds)
    row(name, len(lines), compiled, f"{seconds / len(few) * 1e6:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    rounds = parser.parse_args().rounds
    head("puzzles", "number", "compiled, us each", "Python, us each")
    for name in SETS:
        report(name, lines_of(name), rounds)
    rng = random.Random(1)
    report("full grids", [full_grid(rng) for _ in range(300)], rounds)
    symmetric = "".join(
        str((r + c // 3) % 3 * 3 + (r // 3 + c) % 3 + 1) for r in range(9) for c in range(9)
    )
    report("648 automorphisms", [symmetric], rounds)
    diagonal = "".join(str(i // 9 + 1) if i // 9 == i % 9 else "." for i in range(81))
    report("a diagonal, 2592", [diagonal], rounds)
    for size in (16, 25, 36):
        grid = SymmetryGroup.of(Geometry.of_size(size)).random(1)(cyclic(size))
        seconds = best(lambda grid=grid: canonicalize(grid), 1)  # type: ignore[misc]
        row(f"cyclic {size}x{size}", 1, "", f"{seconds * 1e6:,.0f}")
    puzzle = Puzzle(CLASSIC, cyclic(9).values)
    seconds = best(lambda: automorphisms(puzzle), rounds)
    row("generators, cyclic 9x9", 1, "", f"{seconds * 1e6:,.0f}")


if __name__ == "__main__":
    main()
