"""Other generators at the same task: 9x9 puzzles with one solution, from scratch.

    python benchmarks/rival_generators.py > rivals.tsv

Runs itself in the environment of benchmarks/rivals.py: each line is a name, CPU seconds and a
puzzle. `satdoku check-unique` on the third column counts the unique ones.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator

from rivals import python_of_rivals

SECONDS = 8.0


def hodoku() -> Iterator[str]:
    generator = importlib.import_module("hodoku").Generator()
    while True:
        yield str(generator.generate())


def sudokutools() -> Iterator[str]:
    generate = importlib.import_module("sudokutools.generate").generate
    while True:
        yield str(generate().encode())


def py_sudoku() -> Iterator[str]:
    sudoku = importlib.import_module("sudoku").Sudoku
    seed = 0
    while True:
        seed += 1
        board = sudoku(3, seed=seed).difficulty(0.65).board
        yield "".join(str(value or ".") for row in board for value in row)


def pencilmark() -> Iterator[str]:
    generate = importlib.import_module("pencilmark.gen").generate
    seed = 0
    while True:
        seed += 1
        yield str(generate({"size": 9, "seed": seed})["puzzle"]["numbers"])


def main() -> None:
    python = python_of_rivals()
    if sys.executable != python:
        os.execv(python, [python, *sys.argv])
    makers: list[Callable[[], Iterator[str]]] = [hodoku, sudokutools, py_sudoku, pencilmark]
    for maker in makers:
        started = time.process_time()
        try:
            for puzzle in maker():
                plain = "".join(s for s in puzzle.replace("0", ".") if s in ".123456789")
                print(maker.__name__, f"{time.process_time() - started:.4f}", plain, sep="\t")
                if time.process_time() - started > SECONDS:
                    break
        except (ImportError, AttributeError) as error:
            print(maker.__name__, "-", f"not run: {error}", sep="\t")


if __name__ == "__main__":
    main()
