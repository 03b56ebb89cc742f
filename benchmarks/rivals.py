"""satdoku beside other Sudoku packages at the same two tasks, in one run.

    python benchmarks/rivals.py

The first task is whether a puzzle has one solution, the second to make a 9x9 puzzle with one. The
other packages live in an environment of their own, build/rivals, which the first run makes from the
network: some are GPL, and none is a dependency. One that cannot be installed has no row. Each has a
process of its own, and a few seconds of CPU time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Sequence

from common import ROOT, caption, figure, head, lines_of, row

import satdoku
from native import python_sat

PACKAGES = {
    "hodoku": "hodoku-py==0.2.1",
    "sudokutools": "sudokutools==0.4.0",
    "pencilmark": "pencilmark==1.0.0rc1",
    "sudoku": "py-sudoku==2.0.0",
}
"""The module of each, and what pip installs."""
LONGEST = 20.0
"""Seconds by the clock for a package and a task, or a set of it."""
SETS = ("easy", "clue17", "top1465", "hardest_1905")
Found = tuple[int, int, float]
"""Puzzles, those with one solution, CPU seconds."""
_FOLDER = ROOT / "build" / "rivals"

# What each package calls these tasks. Its interpreter runs this; it knows nothing of satdoku.
_ASKED = """
import itertools, json, sys, time
task, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])

def hodoku():
    import hodoku
    import hodoku.generator.generator
    from hodoku.generator._gen_accel import solve_string
    generator = hodoku.Generator()
    return lambda puzzle: solve_string(puzzle)[0] == 1, lambda seed: str(generator.generate())

def sudokutools():
    from sudokutools.generate import generate
    from sudokutools.solve import dlx
    from sudokutools.sudoku import Sudoku
    def unique(puzzle):
        solutions = dlx(Sudoku.decode(puzzle.replace(".", "0")))
        return len(list(itertools.islice(solutions, 2))) == 1
    return unique, lambda seed: str(generate().encode())

def pencilmark():
    import pencilmark
    from pencilmark.gen import generate
    def unique(puzzle):
        try:
            pencilmark.solve(puzzle)
        except pencilmark.NotUnique:
            return False
        return True
    return unique, lambda seed: str(generate({"size": 9, "seed": seed})["puzzle"]["numbers"])

def sudoku():
    from sudoku import Sudoku
    def generate(seed):
        board = Sudoku(3, seed=seed).difficulty(0.65).board
        return "".join(str(value or ".") for line in board for value in line)
    return None, generate

unique, generate = globals()[name]()
started = time.process_time()
def spent():
    return time.process_time() - started
if task == "unique":
    count = yes = 0
    for puzzle in itertools.cycle(json.load(sys.stdin)) if unique else ():
        yes += unique(puzzle)
        count += 1
        if spent() > seconds:
            break
    print(json.dumps([count, yes, spent()]))
else:
    seed = 0
    while spent() < seconds:
        seed += 1
        puzzle = "".join(s for s in generate(seed).replace("0", ".") if s in ".123456789")
        print(json.dumps([puzzle, spent()]), flush=True)
"""


def environment() -> tuple[str, list[str]]:
    """The interpreter of the other packages, and the modules that it has."""
    python, note = _FOLDER / "bin" / "python", _FOLDER / "installed.txt"
    if not python.exists():
        venv.create(_FOLDER, with_pip=True, clear=True)
    there = note.read_text("utf-8").split() if note.exists() else []
    for package in set(PACKAGES.values()).difference(there):
        command = [str(python), "-m", "pip", "install", "--quiet", package]
        if subprocess.run(command, check=False, capture_output=True).returncode == 0:
            there.append(package)
    note.write_text("\n".join(there), encoding="utf-8")
    return str(python), [module for module, package in PACKAGES.items() if package in there]


def asked(python: str, task: str, name: str, puzzles: Sequence[str], seconds: float) -> list[str]:
    """The lines that a package prints; those until ``LONGEST`` where it takes longer."""
    command = [python, "-c", _ASKED, task, name, str(seconds)]
    given = json.dumps(puzzles)
    try:
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        )
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode().splitlines()
    except subprocess.CalledProcessError as error:
        print(f"{name}: {error.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return []
    return done.stdout.splitlines()


def own_time(
    ask: Callable[[str], bool], puzzles: Sequence[str], seconds: float
) -> tuple[int, int, float]:
    """The results of satdoku or python-sat."""
    ask(puzzles[0])
    started = time.process_time()
    yes = count = 0
    while time.process_time() - started < seconds:  # a look at the clock takes as long as a puzzle
        yes += sum(map(ask, puzzles))
        count += len(puzzles)
    return count, yes, time.process_time() - started


def uniqueness(python: str, modules: Sequence[str], seconds: float) -> None:
    """Print the table of the first task."""
    sets = {name: lines_of(name, 100) for name in SETS}
    caption("One solution or not: CPU us a puzzle")
    head("package", *sets)
    table: dict[str, list[Found]] = {}
    solvers = {"satdoku, `is_unique`": satdoku.is_unique, "python-sat, CaDiCaL": python_sat()}
    for name, ask in solvers.items():
        table[name] = [own_time(ask, puzzles, seconds) for puzzles in sets.values()]
    for module in modules:
        found = []
        for puzzles in sets.values():
            lines = asked(python, "unique", module, puzzles, seconds)
            found.append(json.loads(lines[-1]) if lines else (0, 0, 0.0))
        if any(count for count, _, _ in found):
            table[PACKAGES[module].replace("==", " ")] = found
    for name, found in table.items():
        row(name, *(figure(1e6 * spent / count) if count else "" for count, _, spent in found))
    wrong = [
        f"{name} found {yes} of {count} {on} puzzles to have one solution"
        for name, found in table.items()
        for on, (count, yes, _) in zip(sets, found, strict=True)
        if yes != count
    ]
    caption(f"All of these puzzles have one solution. {'; '.join(wrong) or 'No answer was wrong'}.")


def generation(python: str, modules: Sequence[str], seconds: float) -> None:
    """Print the table of the second task."""
    caption("A new 9x9 puzzle with one solution")
    head("package", "puzzles a CPU second", "with one solution", "givens, mean")

    def shown(name: str, puzzles: Sequence[str], spent: float) -> None:
        yes = sum(map(satdoku.is_unique, puzzles))
        givens = sum(81 - puzzle.count(".") for puzzle in puzzles) / len(puzzles)
        row(name, figure(len(puzzles) / spent), f"{yes:,} of {len(puzzles):,}", f"{givens:.1f}")

    started = time.process_time()
    texts = [generated.puzzle for generated in satdoku.generate(10_000, seed=1)]
    shown("satdoku, `generate`", texts, time.process_time() - started)
    for module in modules:
        lines = [json.loads(line) for line in asked(python, "make", module, [], seconds)]
        name = PACKAGES[module].replace("==", " ")
        if lines:
            shown(name, [puzzle for puzzle, _ in lines], lines[-1][1])
        else:
            row(name, "", f"none in {LONGEST:g} s", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time of a package and task")
    seconds = parser.parse_args().seconds
    python, modules = environment()
    if not modules:
        sys.exit(f"none of {', '.join(PACKAGES.values())} could be installed")
    uniqueness(python, modules, seconds / 5)
    generation(python, modules, seconds)


if __name__ == "__main__":
    main()
