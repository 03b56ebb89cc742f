"""Advice for setters: what to change in each draft, one line a puzzle.

    python examples/setters_desk.py drafts.txt

A draft with no solution: the fewest givens that clash, and a change that corrects it. One with
several: the cells in which two solutions differ, and the fewest givens to add. One with a single
solution: the givens that could go.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from satdoku.diagnosing import Replacement, diagnose, find_redundant
from satdoku.formats import read
from satdoku.limits import Limit
from satdoku.puzzle import Puzzle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    for entry in read(arguments.file):
        if entry.document is None:
            print(f"invalid; {entry.error}")
        else:
            print("; ".join(advice(entry.document.puzzle)))


def advice(puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with a puzzle, and what would correct it."""
    name = puzzle.geometry.name
    found = diagnose(puzzle, limit=Limit(seconds=10))
    yield found.verdict
    if found.clash is not None:
        yield "clash: " + " ".join(fact.name(puzzle.geometry) for fact in found.clash.facts)
    if found.changes:
        yield "change " + " and ".join(described(puzzle, found.changes[0]))
    if found.ambiguity is not None:
        yield "the same but for " + " ".join(map(name, found.ambiguity.cells))
        if found.ambiguity.additions is not None:
            added = found.ambiguity.additions.givens
            yield "add " + " ".join(f"{name(cell)}={digit}" for cell, digit in added)
    if found.verdict == "unique":
        spare = [name(cell) for cell in find_redundant(puzzle).givens]
        yield f"can go, one at a time: {' '.join(spare)}" if spare else "minimal"


def described(puzzle: Puzzle, change: Replacement) -> Iterator[str]:
    """The parts of a change in words."""
    for cell, digit in change.digits:
        yield f"{puzzle.geometry.name(cell)} from {puzzle.givens[cell]} to {digit}"


if __name__ == "__main__":
    main()
