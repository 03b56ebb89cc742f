"""A corpus at one rating: any number of different puzzles, in a file that can be continued.

    python examples/corpus.py corpus.csv --er 3.0 --count 100 [--seed 7]

The run may be stopped at any moment and started again: the file ends the same.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from satdoku.generating import Run, RunFile, Target, Wish, equivalence_key, posed
from satdoku.puzzle import Geometry, Puzzle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--er", type=float, default=3.0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    tenths = round(arguments.er * 10)
    board = Puzzle.empty(Geometry.classic())
    wish = Wish(board, target=Target(er=(tenths, tenths)))
    with RunFile(arguments.file, {"er": tenths, "seed": arguments.seed}) as file:
        known = {equivalence_key(posed(line.split(",")[0], board), wish) for line in file.lines()}
        run = Run(wish, arguments.seed, arguments.count, first=file.next_number, known=known)
        for piece in run.pieces():
            lines = [f"{made.puzzle},{made.solution}" for made in piece.puzzles]
            file.append(lines, piece.next_number, piece.stale)
    print(f"{len(known)} puzzles of ER {tenths / 10} in {arguments.file}")


if __name__ == "__main__":
    main()
