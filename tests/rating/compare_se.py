"""Compares the kernel with the recorded paths of the reference, puzzle by puzzle.

    PYTHONPATH=. python tests/rating/compare_se.py [--max ER] [--min ER] [--text] [--limit N]

Prints where the first paths part, and a line for each band of ER.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from se_core import RATING, core
from se_trace import trace_line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--min", type=float, default=0.0)
    parser.add_argument("--max", type=float, default=9.45)
    parser.add_argument("--text", action="store_true", help="compare texts too")
    parser.add_argument("--limit", type=int, default=10, help="differences to print")
    args = parser.parse_args()
    if core is None:
        print("satdoku.core is not compiled here")
        return 2
    with (RATING / "se_reference.csv").open() as f:
        reference = {row["puzzle"]: row for row in csv.DictReader(f)}
    paths = {}
    with (RATING / "se_steps.tsv").open() as f:
        for line in f:
            puzzle, steps = line.rstrip("\n").split("\t")
            paths[puzzle] = steps.split(";")
    bands: dict[float, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0, 0.0])
    shown = 0
    fields = 3 if args.text else 2
    for puzzle, row in reference.items():
        er = float(row["ER"])
        if not args.min <= er <= args.max:
            continue
        band = bands[int(er * 2) / 2]
        begun = time.process_time()
        rating, steps = core.se_path(puzzle)
        band[3] += time.process_time() - begun
        band[4] += float(row["cpu_seconds_java"])
        band[0] += 1
        same = [rating.er, rating.ep, rating.ed] == [float(row[k]) for k in ("ER", "EP", "ED")]
        band[1] += int(same)
        wanted = [s.split("|")[:fields] for s in paths[puzzle] if s.strip()]
        own = [trace_line(s).split("|")[:fields] for s in steps]
        band[2] += wanted == own
        if (same and wanted == own) or shown >= args.limit:
            continue
        shown += 1
        print(puzzle, "ours", rating, "reference", row["ER"], row["EP"], row["ED"])
        for k, (a, b) in enumerate(zip(wanted, own, strict=False)):
            if a != b:
                print(f"   step {k}: reference {a}\n      ours {b}")
                break
        else:
            print(f"   {len(wanted)} steps, ours {len(own)}")
    print("ER from  puzzles  rating equal  path equal  CPU s  ratio to Java (path mode)")
    for low, (n, equal, path, cpu, java) in sorted(bands.items()):
        print(f"{low:7.1f} {n:8} {equal:13} {path:11} {cpu:6.2f} {cpu / java:8.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
