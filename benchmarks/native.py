"""Uniqueness of one 9x9 puzzle, side by side: satdoku.core, python-sat and other packages.

CPU time in microseconds a puzzle, best of several rounds taken in turn, so that load on the machine
affects all alike. With --rivals the packages of benchmarks/rivals.py run beside it.
"""

import argparse
import itertools
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from rivals import python_of_rivals

SPEED = Path(__file__).parents[1].parent / "shared" / "data" / "speed"
SETS = ["easy", "clue17", "sudocue", "multiple", "top1465", "hardest_1905", "hardest_1106"]

# What each package calls "has this puzzle one solution?"; run by the rivals' interpreter.
RIVALS = """
import json, sys, time
asked = json.load(sys.stdin)

def hodoku():
    import hodoku.generator.generator
    from hodoku.generator._gen_accel import solve_string
    return lambda puzzle: solve_string(puzzle)[0] == 1

def sudokutools():
    import itertools
    from sudokutools.solve import dlx
    from sudokutools.sudoku import Sudoku
    def unique(puzzle):
        solutions = dlx(Sudoku.decode(puzzle.replace(".", "0")))
        return len(list(itertools.islice(solutions, 2))) == 1
    return unique

def pencilmark():
    import pencilmark
    def unique(puzzle):
        try:
            pencilmark.solve(puzzle)
        except pencilmark.NotUnique:
            return False
        return True
    return unique

out = {}
for name, most in asked["rivals"]:
    try:
        unique = globals()[name]()
    except ImportError:
        continue
    puzzles = asked["puzzles"][:most]
    best = float("inf")
    for _ in range(asked["rounds"]):
        start = time.process_time()
        answers = [unique(puzzle) for puzzle in puzzles]
        best = min(best, time.process_time() - start)
    out[name] = [best / len(puzzles) * 1e6, sum(answers)]
print(json.dumps(out))
"""


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rivals", action="store_true", help="other packages too")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--levels", action="store_true", help="every SIMD level of the core")
    options = parser.parse_args()

    from satdoku import core

    other = python_of_rivals() if options.rivals else None
    print(f"# {platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print(f"# kernel {core.simd_level()}, {time.strftime('%Y-%m-%d')}, us of CPU a puzzle")
    sat = python_sat()
    core.verdicts([])  # imports numpy
    for name in options.sets:
        path = SPEED / f"{name}.txt"
        if not path.exists():
            sys.exit(f"no {path}")
        block = path.read_bytes()
        puzzles = block.decode().split()
        n = len(puzzles)
        calls: dict[str, tuple[Callable[[], object], int]] = {
            "batch": (lambda block=block: core.verdicts(block), n),
            "verdict": (lambda puzzles=puzzles: [core.verdict(p) for p in puzzles], n),
            "check": (lambda puzzles=puzzles: [core.check(p) for p in puzzles], n),
        }
        some = puzzles[:: max(1, n // 60)]
        calls["python-sat"] = (lambda some=some: [sat(p) for p in some], len(some))
        best = dict.fromkeys(calls, float("inf"))
        rivals: dict[str, list[float]] = {}
        for _ in range(options.rounds):
            for label, (call, items) in calls.items():
                best[label] = min(best[label], cpu_time(call, items))
            if other:
                asked = {
                    "rivals": [("hodoku", 300), ("sudokutools", 3), ("pencilmark", 20)],
                    "puzzles": some if name == "multiple" else puzzles[:300],
                    "rounds": 1,
                }
                run = subprocess.run(
                    [other, "-c", RIVALS],
                    input=json.dumps(asked),
                    capture_output=True,
                    text=True,
                    check=False,
                )
                if run.returncode:
                    sys.exit(run.stderr[-300:])
                for label, (us, _answers) in json.loads(run.stdout).items():
                    rivals[label] = [min(us, *rivals.get(label, [us]))]
        best |= {label: us for label, [us] in rivals.items()}
        base = best["batch"]
        cells = "  ".join(f"{label} {us:.2f} ({us / base:.1f}x)" for label, us in best.items())
        print(f"{name:13} {cells}")
        if options.levels:
            chosen = core.simd_level()
            for level in core.simd_levels():
                core.set_simd_level(level)
                us = min(cpu_time(calls["batch"][0], n) for _ in range(options.rounds))
                print(f"{'':13} {level} {us:.2f}")
            core.set_simd_level(chosen)

    empty = "." * 81
    us = min(cpu_time(lambda: core.count(empty, limit=10**6), 10**6) for _ in range(3))
    print(f"counting a million solutions of the empty grid: {us:.3f} us a solution")


if __name__ == "__main__":
    main()
