"""Uniqueness of one 9x9 puzzle by the compiled core, in its ways, and by python-sat beside it.

    python benchmarks/native.py [--rounds 3] [--sets easy ...]

CPU time in microseconds a puzzle, best of several rounds taken in turn, so that load on the machine
affects all alike; the batch at every SIMD level that the machine has. benchmarks/rivals.py measures
other packages.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterable
from functools import partial

from common import caption, figure, head, lines_of, row

from satdoku import core

SETS = ("easy", "clue17", "sudocue", "multiple", "top1465", "hardest_1905", "hardest_1106")


def cpu_time(call: Callable[[], object], items: int) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) / items * 1e6


def python_sat() -> Callable[[str], bool]:
    """One persistent CaDiCaL, extended encoding, a guarded blocking clause."""
    from pysat.solvers import Solver

    solver = Solver(name="cadical153")
    cells = range(9)

    def exactly_one(literals: Iterable[int]) -> None:
        group = list(literals)
        solver.add_clause(group)
        for a, b in itertools.combinations(group, 2):
            solver.add_clause([-a, -b])

    for i, j in itertools.product(cells, cells):
        exactly_one(81 * i + 9 * j + d + 1 for d in cells)
        exactly_one(81 * i + 9 * c + j + 1 for c in cells)
        exactly_one(81 * r + 9 * i + j + 1 for r in cells)
        exactly_one(81 * (i // 3 * 3 + k // 3) + 9 * (i % 3 * 3 + k % 3) + j + 1 for k in cells)
    guards = itertools.count(730)

    def unique(puzzle: str) -> bool:
        guard = next(guards)
        given = [9 * i + int(c) for i, c in enumerate(puzzle) if c in "123456789"]
        if not solver.solve(assumptions=[guard, *given]):
            return False
        solver.add_clause([-guard] + [-v for v in solver.get_model() if 0 < v < 730])
        second = solver.solve(assumptions=[guard, *given])
        solver.add_clause([-guard])
        return not second

    return unique


def one_by_one(ask: Callable[[str], object], puzzles: Iterable[str]) -> None:
    """A call for each."""
    for puzzle in puzzles:
        ask(puzzle)


def batch(level: str, block: bytes) -> None:
    """All at once, at a SIMD level."""
    chosen = core.simd_level()
    core.set_simd_level(level)
    core.verdicts(block)
    core.set_simd_level(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sets", nargs="*", default=SETS)
    options = parser.parse_args()

    sat = python_sat()
    core.verdicts([])  # imports numpy
    levels = core.simd_levels()
    head("set", *(f"batch, {level}" for level in levels), "verdict", "check", "python-sat")
    for name in options.sets:
        puzzles = lines_of(name)
        block = "\n".join(puzzles).encode()
        n = len(puzzles)
        few = puzzles[:: max(1, n // 60)]

        calls: dict[str, tuple[Callable[[], object], int]] = {
            level: (partial(batch, level, block), n) for level in levels
        }
        for ask, some in ((core.verdict, puzzles), (core.check, puzzles), (sat, few)):
            calls[ask.__name__] = partial(one_by_one, ask, some), len(some)
        best = dict.fromkeys(calls, float("inf"))
        for _ in range(options.rounds):
            for label, (call, items) in calls.items():
                best[label] = min(best[label], cpu_time(call, items))
        row(name, *(figure(us) for us in best.values()))
    empty = "." * 81
    us = min(cpu_time(lambda: core.count(empty, limit=10**6), 10**6) for _ in range(options.rounds))
    caption(f"Counting a million solutions of the empty grid: {us:.3f} us a solution.")


if __name__ == "__main__":
    main()
