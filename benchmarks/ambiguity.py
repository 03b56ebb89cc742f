"""Diagnosis of puzzles with several solutions: time, the fewest givens to add, how much is proved.

CPU time of this process, warm. First the set of puzzles with several solutions, then a hard
puzzle made for this project less some of its givens (seeds 0, 1, ...).

    python benchmarks/ambiguity.py [--count 300] [--missing 1 2 3 4 6 8] [--seeds 3]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable

from common import head, lines_of, row, tally

from satdoku import parse
from satdoku.base.limits import Limit
from satdoku.diagnosing.ambiguity import Ambiguity, diagnose_ambiguity
from satdoku.puzzle import Puzzle

HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


def sizes(ambiguities: Iterable[Ambiguity]) -> str:
    counted = Counter(
        len(answer.additions.givens) for answer in ambiguities if answer.additions is not None
    )
    return tally(counted)


def share(values: Iterable[bool]) -> str:
    flags = list(values)
    return f"{100 * sum(flags) / len(flags):.1f} %"


def measure(name: str, puzzles: list[Puzzle], limit: Limit) -> None:
    diagnose_ambiguity(puzzles[0], limit=limit)
    ambiguities, seconds = [], []
    for puzzle in puzzles:
        start = time.process_time()
        ambiguities.append(diagnose_ambiguity(puzzle, limit=limit))
        seconds.append(time.process_time() - start)
    counts = [answer.count for answer in ambiguities]
    row(
        name,
        len(ambiguities),
        f"{statistics.median(counts):,.0f} / {max(counts):,}",
        f"{statistics.median(seconds):.3f} / {max(seconds):.3f}",
        f"{statistics.median(len(answer.cells) for answer in ambiguities):.0f}",
        share(answer.closest for answer in ambiguities),
        sizes(ambiguities),
        share(a.additions is not None and a.additions.proved for a in ambiguities),
        share(a.additions is not None and a.additions.proved_here for a in ambiguities),
        share(bool(answer.changes) for answer in ambiguities),
    )


def lacking(missing: int, seed: int) -> Puzzle:
    given = [cell for cell, symbol in enumerate(HARD) if symbol != "."]
    removed = random.Random(f"{missing} {seed}").sample(given, missing)
    return parse("".join("." if cell in removed else s for cell, s in enumerate(HARD)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--missing", type=int, nargs="*", default=[1, 2, 3, 4, 6, 8])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="for one puzzle")
    options = parser.parse_args()
    head(
        "set",
        "puzzles",
        "solutions, median / most",
        "s, median / worst",
        "cells that differ, median",
        "no closer pair, proved",
        "fewest givens to add: puzzles",
        "fewest proved",
        "fewest proved for that solution",
        "one changed given would do",
    )
    limit = Limit(seconds=options.seconds)
    if options.count:
        measure("multiple", [parse(line) for line in lines_of("multiple", options.count)], limit)
    for missing in options.missing:
        puzzles = [lacking(missing, seed) for seed in range(options.seeds)]
        measure(f"HARD less {missing}", puzzles, limit)


if __name__ == "__main__":
    main()
