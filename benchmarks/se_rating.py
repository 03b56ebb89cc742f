"""CPU time of the Sudoku Explainer kernel against the reference's own, per band of ER.

    python benchmarks/se_rating.py [--hardest] [--repeat N]

The reference's seconds are the column cpu_seconds_java of se_reference.csv (a warm JVM). CPU time,
not wall time; each band is rated --repeat times and the best run counts. Also easy.txt and
top1465.txt through the batch call, in puzzles a second on one core.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "rating"))
from se_core import RATING, SPEED, core


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hardest", action="store_true", help="also hardest_published.csv")
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    if core is None or not RATING.is_dir():
        print("needs satdoku.core and ../shared/data/rating")
        return 2

    def seconds(puzzles: list[str]) -> float:
        best = float("inf")
        for _ in range(args.repeat):
            begun = time.process_time()
            core.se_rate_batch(puzzles)
            best = min(best, time.process_time() - begun)
        return best

    with (RATING / "se_reference.csv").open() as f:
        rows = list(csv.DictReader(f))
    bands: dict[float, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        bands[int(2 * float(row["ER"])) / 2].append(row)
    print("| ER from | puzzles | reference CPU s | satdoku CPU s | ratio |")
    print("|---|---|---|---|---|")
    total_java = total = 0.0
    for low, band in sorted(bands.items()):
        java = sum(float(r["cpu_seconds_java"]) for r in band)
        ours = seconds([r["puzzle"] for r in band])
        if low < 9.5:
            total_java += java
            total += ours
        print(f"| {low:.1f} | {len(band)} | {java:.4f} | {ours:.4f} | {ours / java:.4f} |")
    print(f"| below 9.5 | | {total_java:.2f} | {total:.3f} | {total / total_java:.4f} |")
    for name in ("easy.txt", "top1465.txt"):
        puzzles = [s[:81] for s in (SPEED / name).read_text().split() if len(s) >= 81]
        print(f"{name}: {len(puzzles) / seconds(puzzles):.0f} puzzles a second")
    if args.hardest:
        with (RATING / "hardest_published.csv").open() as f:
            hard = [r["puzzle"] for r in csv.DictReader(f)]
        times = []
        for p in hard:
            begun = time.process_time()
            core.se_rate(p)
            times.append(time.process_time() - begun)
        print(f"hardest: {len(hard)} puzzles, {sum(times):.1f} s, at most {max(times):.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
