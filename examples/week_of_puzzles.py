"""A week of puzzles, easy on Monday and diabolical on Sunday, each with its rating.

python examples/week_of_puzzles.py [--seed 2026]
"""

from __future__ import annotations

import argparse

import satdoku

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
    for number, (day, level) in enumerate(WEEK.items()):
        pattern = satdoku.GivenPattern(symmetry="180")
        [made] = satdoku.generate(difficulty=level, pattern=pattern, seed=seed + number)
        assert made.rating is not None
        print(f"{day:9s} {made.puzzle}  {level}, ER {made.rating.er}, {made.clues} clues")


if __name__ == "__main__":
    main()
