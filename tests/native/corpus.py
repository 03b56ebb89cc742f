"""Run by test_sanitizers.py under ASan and UBSan: every call of the core, on good and bad input."""

import random
import sys
from pathlib import Path

import numpy as np

from satdoku import core


def main(files: list[str]) -> None:
    rng = random.Random(1)
    for level in core.simd_levels():
        core.set_simd_level(level)
        puzzles = [core.minimal_puzzle(seed, uniform=False) for seed in range(30)]
        for name in files:
            puzzles += [line[:81] for line in Path(name).read_text().splitlines()[:150]]
        puzzles += ["." * 81, "1" * 81, "", "x" * 80, "é" * 81, core.random_grid(1)]
        for _ in range(300):
            text = list(rng.choice(puzzles[:30]))
            for _ in range(rng.randrange(4)):
                text[rng.randrange(81)] = chr(rng.randrange(256))
            puzzles.append("".join(text))
        for puzzle in puzzles:
            core.verdict(puzzle)
            core.check(puzzle)
            core.count(puzzle, limit=500)
            core.true_candidates(puzzle, cap=2, nodes=2000)
            core.Solutions(puzzle).next_batch(50)
        core.check_many(puzzles, threads=3)
        block = "\n".join(puzzles).encode()
        core.check_lines(block, columns="vps2", threads=2)
        core.verdicts(block[: len(block) // 2])
        for _ in range(200):
            masks = np.array([rng.randrange(512) for _ in range(81)], np.uint16)
            core.check(masks, nodes=1000)
            core.count(masks, limit=100)
        core.check(np.zeros(81, np.uint16))
        core.verdicts(np.random.default_rng(1).integers(0, 256, (50, 81), np.uint8))
    unavoidable(rng)
    print("clean")


def unavoidable(rng: random.Random) -> None:
    """Sets of grids, and of what is no grid at all."""
    for size, largest in ((4, 16), (9, 10), (16, 6), (25, 4), (32, 4)):
        rows = [list(range(r * size, (r + 1) * size)) for r in range(size)]
        columns = [list(range(c, size * size, size)) for c in range(size)]
        latin = [(r + c) % size for r in range(size) for c in range(size)]
        noise = [rng.randrange(size) for _ in latin]
        parts = [[i // size for i in range(size * size)], [i % size for i in range(size * size)]]
        for digits in (latin, noise):
            core.unavoidable_sets(digits, size, rows + columns, parts, largest, 1000, 2.0)
            core.unavoidable_sets(digits, 64, rows, [], 2, 100, 2.0)


if __name__ == "__main__":
    main(sys.argv[1:])
