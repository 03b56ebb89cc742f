"""Project Euler, problem 96: the sum of the three-digit numbers in the top left corners.

    python examples/euler96.py ../shared/data/euler096.txt [--backend sat]

Any file of classic puzzles can be given, in any format that satdoku reads.
"""

from __future__ import annotations

import argparse

import satdoku


def corner_sum(path: str, backend: str = "auto") -> int:
    """Solve every puzzle of the file and add up the corners."""
    total = 0
    for entry in satdoku.read(path):
        if entry.document is None:
            raise SystemExit(f"{path}: {entry.error}")
        solution = satdoku.solve(entry.document.puzzle, backend=backend).solution
        if solution is None:
            raise SystemExit(f"{path}: line {entry.line}: this puzzle has no solution")
        total += int("".join(str(digit) for digit in solution.values[:3]))
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--backend", default="auto")
    arguments = parser.parse_args()
    print(corner_sum(arguments.path, arguments.backend))


if __name__ == "__main__":
    main()
