"""A puzzle whose givens draw a heart.

python examples/heart.py [--seed 1] [--seconds 60]
"""

from __future__ import annotations

import argparse

from satdoku.generating import Run, Wish, parse_mask
from satdoku.limits import Limit
from satdoku.puzzle import Geometry, Puzzle

HEART = """
. x x . . . x x .
x . . x . x . . x
x . . . x . . . x
x . . x . x . . x
x . . . x . . . x
. x . . . . . x .
. . x . . . x . .
. . . x . x . . .
. . . . x . . . .
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    board = Puzzle.empty(Geometry.classic())
    wish = Wish(board, mask=parse_mask(HEART, board.geometry))
    run = Run(wish, arguments.seed, count=1, limit=Limit(seconds=arguments.seconds))
    for piece in run.pieces():
        for made in piece.puzzles:
            for start in range(0, 81, 9):
                print(" ".join(made.puzzle[start : start + 9]))
    if run.ending != "done":
        print("none was found in the time")


if __name__ == "__main__":
    main()
