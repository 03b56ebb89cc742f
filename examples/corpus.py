"""A corpus at one rating: any number of different puzzles, a line each, with solution and rating.

    python examples/corpus.py corpus.csv --er 3.0 --count 100 [--seed 7] [--jobs 2]

The same seed gives the same puzzles. For millions, `satdoku generate --er 3.0 --count 1000000
-o corpus` fills a directory that a stopped run goes on with (docs/generate-runs.md).
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import satdoku


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--er", type=float, default=3.0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    wanted = satdoku.Difficulty(er=f"{arguments.er:.1f}")
    made = satdoku.generate(
        arguments.count, difficulty=wanted, seed=arguments.seed, jobs=arguments.jobs
    )
    with arguments.file.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(("puzzle", "solution", "er", "hardest"))
        for one in made:
            assert one.rating is not None
            rows.writerow((one.puzzle, one.solution, one.rating.er, one.rating.hardest))
    print(f"{arguments.count} puzzles of ER {arguments.er:.1f} in {arguments.file}")


if __name__ == "__main__":  # with --jobs, worker processes import this file
    main()
