"""How many solutions does a puzzle gain with each given that is taken away?

    python examples/count_completions.py PUZZLE [--at-most 1000]

Counting stops at --at-most for each given; such counts are printed as ">=".
"""

from __future__ import annotations

import argparse

import satdoku


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzle")
    parser.add_argument("--at-most", type=int, default=1000)
    arguments = parser.parse_args()
    puzzle = satdoku.parse(arguments.puzzle)
    for cell, given in enumerate(puzzle.givens):
        if given is None:
            continue
        found = satdoku.count(puzzle.with_givens({cell: None}), limit=arguments.at_most)
        print(f"without {puzzle.geometry.name(cell)}={given}: {found} solutions")


if __name__ == "__main__":
    main()
