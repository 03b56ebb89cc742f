"""A week of puzzles, easy on Monday and diabolical on Sunday, each with its rating.

python examples/week_of_puzzles.py [--seed 2026]
"""

from __future__ import annotations

import argparse

from satdoku import core
from satdoku.generating import Run, Target, Wish
from satdoku.puzzle import Geometry, Puzzle

WEEK = {
    "Monday": "easy",
    "Tuesday": "easy",
    "Wednesday": "medium",
    "Thursday": "medium",
    "Friday": "hard",
    "Saturday": "expert",
    "Sunday": "diabolical",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=2026)
    seed = parser.parse_args().seed
    board = Puzzle.empty(Geometry.classic())
    for number, (day, level) in enumerate(WEEK.items()):
        wish = Wish(board, symmetry="180", target=Target(level=level))
        for piece in Run(wish, seed + number, count=1).pieces():
            for made in piece.puzzles:
                rating = core.se_rate(made.puzzle)
                print(f"{day:9s} {made.puzzle}  {level}, ER {rating.er}, {made.clues} clues")


if __name__ == "__main__":
    main()
