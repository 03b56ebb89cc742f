"""The preset ``human``: CPU time of a path, and how many lines its steps have.

    python benchmarks/human.py [SET ...] [--count 10] [--first 0] [--long]

A set is a file of ``shared/data/speed``; some of its puzzles are taken at equal distances, from the
given one on. ``--long`` lists the steps of more than forty lines.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean, median

from common import head, lines_of, row

from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs

SETS = ("easy", "clue17", "top1465", "hardest_1905", "hardest_1106")
LONG = 40


def measure(name: str, count: int, first: int) -> list[str]:
    """Print a row for a set, and return its longest steps."""
    chosen = lines_of(name, count, first)
    seconds, longest, lengths, solved = [], [], [], 0
    long = []
    for text in chosen:
        puzzle = parse(text).puzzle
        started = time.process_time()
        route = path(start(puzzle), with_small_proofs(preset("human"), puzzle))
        seconds.append(time.process_time() - started)
        solved += route.outcome == "solved"
        lines = [len(explain(step, puzzle.geometry).splitlines()) for step in route.steps]
        longest.append(max(lines))
        lengths += lines
        for number, (step, many) in enumerate(zip(route.steps, lines, strict=True), 1):
            if many > LONG:
                long.append(f"{text} step {number}: {step.technique}, {many} lines")
    times = (f"{value:.3f}" for value in (mean(seconds), median(seconds), max(seconds)))
    shares = (f"{mean(many > over for many in lengths):.2%}" for over in (12, 20, LONG))
    most = f"{median(longest):g} ({max(longest)})"
    row(name, f"{solved} of {len(chosen)}", *times, most, *shares)
    return long


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--long", action="store_true", help="list the longest steps")
    options = parser.parse_args()
    times = ("CPU s, mean", "median", "most")
    shares = ("steps over 12 lines", "over 20", f"over {LONG}")
    head("set", "solved", *times, "longest step of a path, median (most)", *shares)
    long = [line for name in options.sets for line in measure(name, options.count, options.first)]
    if options.long:
        print("\n" + "\n".join(long))


if __name__ == "__main__":
    main()
