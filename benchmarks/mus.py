"""Small proofs: the time of a step, the facts that it rests on, and whether the path is complete.

    python benchmarks/mus.py [--puzzles 50] [--seed 1] [SET ...]

The sets are the files of ``shared/data/speed`` (clue17, easy, top1465, hardest_1905, hardest_1106,
...), read at run time and never copied. Times are CPU seconds of this process for one step. The
shares of sizes leave out the singles: ``1`` are locked digits and their like.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from pathlib import Path

from satdoku.formats import parse
from satdoku.rating import start
from satdoku.techniques.board import advance
from satdoku.techniques.small_proof import SmallProof

ROOT = Path(__file__).resolve().parents[1]
SPEED = next(
    (p / "shared" / "data" / "speed" for p in ROOT.parents if (p / "shared" / "data").is_dir()),
    ROOT.parent / "shared" / "data" / "speed",
)
SETS = ("easy", "clue17", "top1465", "hardest_1905", "hardest_1106")


def measure(name: str, count: int, seed: int) -> None:
    """One line for a set."""
    lines = (SPEED / f"{name}.txt").read_text(encoding="ascii").splitlines()
    puzzles = [line[:81] for line in lines if line[:81].strip("0123456789.") == "" and line]
    chosen = random.Random(seed).sample(puzzles, min(count, len(puzzles)))
    search = SmallProof()
    seconds: list[float] = []
    slow: list[float] = []
    sizes: Counter[int] = Counter()
    cases = ended = 0
    for text in chosen:
        position = start(parse(text).puzzle)
        while not position.is_solved:
            began = time.process_time()
            step = search.first(position)
            seconds.append(time.process_time() - began)
            if step is None:
                break
            if step.variant != "single":
                sizes[step.view.size] += 1
                slow.append(seconds[-1])
            cases += step.variant == "cases"
            position = advance(position, step)
        ended += position.is_solved
    hard = sum(sizes.values())

    def share(low: int, high: int) -> str:
        part = sum(n for size, n in sizes.items() if low <= size <= high)
        return f"{100 * part / max(1, hard):.0f} %"

    print(
        f"{name:14s} {ended}/{len(chosen)} to the end; {hard / len(chosen):.1f} steps beyond "
        f"singles a puzzle; sizes 1: {share(1, 1)}, 2-3: {share(2, 3)}, 4-8: {share(4, 8)}, "
        f"9-16: {share(9, 16)}, more: {share(17, 999)}; by cases {cases}; "
        f"s a step: all {statistics.median(seconds):.4f} median, beyond singles "
        f"{statistics.median(slow or [0]):.3f} median, {max(seconds):.2f} worst",
        flush=True,
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--puzzles", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.sets:
        measure(name, arguments.puzzles, arguments.seed)


if __name__ == "__main__":
    main()
