"""How hard random minimal puzzles are on Sudoku Explainer's scale and on HoDoKu's.

python examples/two_scales.py [--count 20] [--seed 1]
"""

from __future__ import annotations

import argparse

import satdoku


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rated = []
    for made in satdoku.generate(count=arguments.count, seed=arguments.seed):
        both = satdoku.rate(made.puzzle, scale="both")
        rated.append((both.se.er, both.hodoku.level, both.hodoku.score, made.puzzle))
    for er, level, score, puzzle in sorted(rated):
        print(f"ER {er:4.1f}  {level:7s} {score:6,}  {puzzle}")


if __name__ == "__main__":
    main()
