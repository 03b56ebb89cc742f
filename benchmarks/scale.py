"""The satdoku scale against ER: the rank correlation over Sudoku Explainer's reference puzzles.

    python benchmarks/scale.py [--every 2] [--seconds 10]

Reads ``shared/data/rating/se_reference.csv``.
"""

from __future__ import annotations

import argparse
import csv
from statistics import correlation

from common import RATING, head, row

from satdoku.base.limits import Limit
from satdoku.formats import parse
from satdoku.rating.by_path import rate_by_path


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with (RATING / "se_reference.csv").open(encoding="ascii") as file:
        published = sorted(csv.DictReader(file), key=lambda one: (float(one["ER"]), one["puzzle"]))
    ratings, points, cut = [], [], 0
    for one in published[:: options.every]:
        rating = rate_by_path(parse(one["puzzle"]).puzzle, limit=Limit(seconds=options.seconds))
        cut += rating.status != "ok"
        ratings.append(float(one["ER"]))
        points.append(float(rating.scores["points"]))
    rank = correlation(_ranks(ratings), _ranks(points))
    head("scale", "puzzles", "not finished", "rank correlation with ER")
    row("satdoku", len(points), cut, f"{rank:.3f}")


def _ranks(values: list[float]) -> list[float]:
    """The place of each value, the mean place where several are equal."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]


if __name__ == "__main__":
    main()
