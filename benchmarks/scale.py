"""The satdoku scale against ER: the rank correlation over Sudoku Explainer's reference puzzles.

    python benchmarks/scale.py [--every 1] [--seconds 60]

Reads ``shared/data/rating/se_reference.csv`` beside the checkout.
"""

from __future__ import annotations

import argparse
import csv
import os
from pathlib import Path
from statistics import correlation

from satdoku.base.limits import Limit
from satdoku.formats import parse
from satdoku.rating.worth import rate_by_path

SHARED = Path(os.environ.get("SATDOKU_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with (SHARED / "data" / "rating" / "se_reference.csv").open(encoding="ascii") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: (float(row["ER"]), row["puzzle"]))
    ratings, points, cut = [], [], 0
    for row in rows[:: options.every]:
        found = rate_by_path(parse(row["puzzle"]).puzzle, limit=Limit(seconds=options.seconds))
        cut += found.status != "ok"
        ratings.append(float(row["ER"]))
        points.append(float(found.scores["points"]))
    rank = correlation(_ranks(ratings), _ranks(points))
    print(f"{len(points)} puzzles, {cut} not finished: rank correlation {rank:.4f}")


def _ranks(values: list[float]) -> list[float]:
    """The place of each value, the mean place where several are equal."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]


if __name__ == "__main__":
    main()
