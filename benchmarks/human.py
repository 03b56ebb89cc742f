"""The preset ``human``: CPU time of a path, and how many lines its steps have.

    python benchmarks/human.py hardest_1905 [--count 10] [--first 0]

The set is a file of ``shared/data/speed`` beside the checkout; some of its puzzles are taken at
equal distances, from the given one on. Steps of more than forty lines are listed.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from statistics import mean, median

from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs

SHARED = Path(os.environ.get("SATDOKU_SHARED", Path(__file__).resolve().parents[2] / "shared"))
LONG = 40


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("set")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    text = (SHARED / "data" / "speed" / f"{options.set}.txt").read_text(encoding="ascii")
    rows = [row.split()[0] for row in text.splitlines() if row.strip() and row[0] != "#"]
    chosen = rows[options.first :: max(1, len(rows) // options.count)][: options.count]
    seconds, longest, lengths, solved = [], [], [], 0
    for row in chosen:
        puzzle = parse(row).puzzle
        started = time.process_time()
        found = path(start(puzzle), with_small_proofs(preset("human"), puzzle))
        seconds.append(time.process_time() - started)
        solved += found.outcome == "solved"
        lines = [len(explain(step, puzzle.geometry).splitlines()) for step in found.steps]
        longest.append(max(lines))
        lengths += lines
        for number, (step, count) in enumerate(zip(found.steps, lines, strict=True), 1):
            if count > LONG:
                print(f"{row} step {number}: {step.technique}, {count} lines")
    print(f"{solved} of {len(chosen)} solved; CPU s mean {mean(seconds):.2f}", end="")
    print(f", median {median(seconds):.2f}, most {max(seconds):.2f}")
    print(f"longest step of a path, lines: median {median(longest):g}, most {max(longest)}")
    for over in (12, 20, LONG):
        print(f"over {over} lines: {mean(count > over for count in lengths):.2%} of the steps")


if __name__ == "__main__":
    main()
