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

import satdoku


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    for entry in satdoku.read(arguments.file):
        if entry.document is None:
            print(f"invalid; {entry.error}")
        else:
            print("; ".join(advice(entry.document.puzzle)))


def advice(puzzle: satdoku.Puzzle) -> Iterator[str]:
    """What is wrong with a puzzle, and what would correct it."""
    diagnosis = satdoku.diagnose(puzzle).to_dict()
    yield diagnosis["verdict"]
    for clash in diagnosis.get("clashes", ()):
        yield "clash: " + " ".join(clash["facts"])
    for change in diagnosis.get("change", ())[:1]:
        cells = [f"{one['cell']} from {one['from']} to {one['to']}" for one in change["cells"]]
        yield "change " + " and ".join(cells)
    if (ambiguity := diagnosis.get("ambiguity")) is not None:
        yield "the same but for " + " ".join(ambiguity["differ"])
        if ambiguity["additions"] is not None:
            yield "add " + " ".join(ambiguity["additions"]["givens"])
    if diagnosis["verdict"] == "unique":
        givens = satdoku.redundant(puzzle).to_dict()["givens"]
        spare = [given.partition("=")[0] for given in givens]
        yield f"can go, one at a time: {' '.join(spare)}" if spare else "minimal"


if __name__ == "__main__":
    main()
