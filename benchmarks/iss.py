"""The compiled search for variants beside the recorded times of Interactive Sudoku Solver.

    python benchmarks/iss.py [--every 1] [--seconds 0.5] [--rounds 2]

Each puzzle of the corpus with rules that the core takes is searched for a second solution, the
reading of the program included, as in benchmarks/ablation.py. The other program's times, of
``iss_reference.csv``, are of another machine. So both are counted in what ``core.verdicts`` takes
for a 17-clue puzzle on the same machine; the recorded unit is of a machine with AVX-512, without
which that check takes more than twice as long and the other searches do not, so such machines give
no ratio. What is unfinished counts as its limit.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time

from ablation import Run, mean, searched
from common import CORPUS, caption, corpus, head, lines_of, row
from variants import text_of

from satdoku import core, formats
from satdoku.base.errors import SatdokuError
from satdoku.encodings import program

_SINCE = 0.59
"""What a check of a 17-clue puzzle takes of its time when the unit was recorded, by turns on one
machine: several puzzles are checked at once since December 2026."""


def unit() -> float:
    """CPU seconds that a check of a 17-clue puzzle took when the unit was recorded."""
    block = "\n".join(lines_of("clue17")).encode()
    times = []
    for _ in range(5):
        started = time.process_time()
        core.verdicts(block)
        times.append(time.process_time() - started)
    return min(times) / (block.count(b"\n") + 1) / _SINCE


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="one puzzle in this many")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU limit a puzzle")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    with (CORPUS.parent / "iss_reference.csv").open(encoding="utf-8") as file:
        lines = (line for line in file if not line.startswith("#"))
        theirs = {one["id"]: one for one in csv.DictReader(lines)}
    if core.simd_level() != "avx512":
        sys.exit(f"the recorded unit is of avx512, and this machine has {core.simd_level()}")
    ratios, differ, unfinished = [], [], 0
    each = unit()
    for one in corpus(every=options.every):
        try:
            puzzle = formats.parse(text_of(one)).puzzle
        except SatdokuError:
            continue
        model = program.fitted(puzzle, puzzle.model)
        written = program.program_of(model) if puzzle.constraints else None
        if one["id"] not in theirs or written is None or not written.is_whole:
            continue
        runs: list[Run] = []
        while len(runs) < options.rounds and not (runs and runs[0].found is None):
            runs.append(searched(puzzle, written, options.seconds))
        best, published = min(runs), theirs[one["id"]]
        ratios.append(best.seconds / each / float(published["iss_units"]))
        unfinished += best.found is None
        if best.found not in (None, int(published["solutions_seen"])):
            differ.append(one.get("name") or one["id"])
    ordered = sorted(ratios)
    head(
        "puzzles", "median ratio", "ninth decile", "geometric mean", "slower", "unfinished", left=0
    )
    middle, late = ordered[len(ordered) // 2], ordered[int(0.9 * len(ordered))]
    shown = (f"{value:.2f}" for value in (middle, late, mean(ratios)))
    row(len(ratios), *shown, sum(ratio > 1 for ratio in ratios), unfinished)
    if differ:
        caption(f"Other answers: {', '.join(differ)}.")


if __name__ == "__main__":
    main()
