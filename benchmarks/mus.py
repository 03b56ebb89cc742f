"""Small proofs: the time of a step, the facts that it rests on, and whether the path is complete.

    python benchmarks/mus.py [--puzzles 10] [--seed 1] [SET ...]

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

from common import head, lines_of, row

from satdoku.formats import parse
from satdoku.rating import start
from satdoku.techniques.board import advance
from satdoku.techniques.searches.small.small_proof import SmallProof

SETS = ("easy", "clue17", "top1465", "hardest_1905", "hardest_1106")


def measure(name: str, count: int, seed: int) -> None:
    """One line for a set."""
    puzzles = lines_of(name)
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

    ranges = ((1, 1), (2, 3), (4, 8), (9, 16), (17, 999))
    times = statistics.median(seconds), statistics.median(slow or [0]), max(seconds)
    row(
        name,
        f"{ended} of {len(chosen)}",
        f"{hard / len(chosen):.1f}",
        *(share(low, high) for low, high in ranges),
        cases,
        *(f"{value:.4f}" for value in times),
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--puzzles", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sizes = ("1 fact", "2-3", "4-8", "9-16", "more", "by cases")
    times = ("s a step, median", "beyond singles", "worst")
    head("set", "to the end", "steps beyond singles a puzzle", *sizes, *times)
    for name in arguments.sets:
        measure(name, arguments.puzzles, arguments.seed)


if __name__ == "__main__":
    main()
