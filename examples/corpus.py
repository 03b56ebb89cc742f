"""A corpus at one rating: any number of different puzzles, in a directory that can be continued.

    python examples/corpus.py corpus --er 3.0 --count 100 [--seed 7]

The run may be stopped at any moment and started again: the directory ends the same.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from satdoku.batch.generated import GeneratedRun
from satdoku.generating import Run, Target, Wish
from satdoku.puzzle import Geometry, Puzzle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--er", type=float, default=3.0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    tenths = round(arguments.er * 10)
    wish = Wish(Puzzle.empty(Geometry.classic()), target=Target(er=(tenths, tenths)))
    run = Run(wish, arguments.seed, arguments.count)
    with GeneratedRun(arguments.directory, run, form="csv", size=None, rated=True) as corpus:
        for _ in corpus.pieces():
            pass
        print(f"{corpus.found} puzzles of ER {tenths / 10} in {arguments.directory}")


if __name__ == "__main__":
    main()
