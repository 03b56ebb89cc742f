"""A puzzle whose givens draw a heart.

python examples/heart.py [--seed 1] [--seconds 60]
"""

from __future__ import annotations

import argparse

import satdoku

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
    try:
        pattern = satdoku.GivenPattern(mask=HEART)
        [made] = satdoku.generate(
            pattern=pattern, seed=arguments.seed, time_limit=arguments.seconds
        )
    except satdoku.Undecided:
        print("none was found in the time")
        return
    for start in range(0, 81, 9):
        print(" ".join(made.puzzle[start : start + 9]))


if __name__ == "__main__":
    main()
