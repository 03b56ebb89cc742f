"""A generator script's loop of ``is_unique``, beside the compiled core's own time in it.

    python benchmarks/asking.py [--puzzles 200] [--runs 5]

CPU ms a minimal puzzle (81 questions each), the least of the runs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from common import head, row

import satdoku
from satdoku import core

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def minimal(
    cells: list[Any], empty: str | int, rng: random.Random, ask: Callable[[list[Any]], bool]
) -> None:
    """The loop of examples/generate_minimal.py."""
    for cell in rng.sample(range(81), 81):
        given, cells[cell] = cells[cell], empty
        if not ask(cells):
            cells[cell] = given


def milliseconds(
    ask: Callable[[list[Any]], bool], start: Iterable[str | int], puzzles: int
) -> float:
    first = list(start)
    empty = "." if isinstance(first[0], str) else 0
    rng = random.Random(1)
    started = time.process_time()
    for _ in range(puzzles):
        minimal(list(first), empty, rng, ask)
    return (time.process_time() - started) * 1000 / puzzles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    digits = [int(digit) for digit in GRID]
    checker = satdoku.Checker()
    by_sat = satdoku.Checker(backend="sat")
    ways: dict[str, tuple[Callable[[list[Any]], bool], Iterable[str | int]]] = {
        "core.verdict(text)": (lambda cells: core.verdict("".join(cells)) == core.UNIQUE, GRID),
        "is_unique(text)": (lambda cells: satdoku.is_unique("".join(cells)), GRID),
        "is_unique(list)": (satdoku.is_unique, digits),
        "Checker().is_unique(text)": (lambda cells: checker.is_unique("".join(cells)), GRID),
        "Checker().is_unique(list)": (checker.is_unique, digits),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(arguments.runs):  # in turn, so that a busy machine slows all of them
        for name, (ask, start) in ways.items():
            best[name] = min(best[name], milliseconds(ask, start, arguments.puzzles))
    core_alone = best["core.verdict(text)"]
    best['Checker(backend="sat").is_unique(list)'] = milliseconds(
        by_sat.is_unique, digits, max(1, arguments.puzzles // 40)
    )
    head("the loop asks", "CPU ms a puzzle", "times the core alone")
    for name, taken in best.items():
        row(f"`{name}`", f"{taken:.3f}", f"{taken / core_alone:.2f}")


if __name__ == "__main__":
    main()
