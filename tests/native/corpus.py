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
    print("clean")


if __name__ == "__main__":
    main(sys.argv[1:])
