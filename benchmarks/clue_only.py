"""Puzzles of clues alone: how many are found, and the CPU time of each.

    python benchmarks/clue_only.py [--seconds 5] [--seeds 2] [WISH ...]

A wish is what ``generate --clues-of`` takes. Each seed has this many seconds of CPU time of this
process, over as many numbers of its run as it takes (ten at most, as in a run).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from common import head, row

from satdoku.base.errors import ImpossibleWish
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.generating import Wish
from satdoku.generating.clues import parse_clues
from satdoku.generating.maker import _make_one
from satdoku.generating.randomness import child_seed
from satdoku.generating.sat import Cut
from satdoku.puzzle import Puzzle

WISHES = (
    "arrow:18",
    "arrow:22",
    "arrow",
    "thermo",
    "killer-cage",
    "killer-cage:24",
    "little-killer",
    "x-sum",
    "skyscraper",
    "sandwich,thermo:4",
    "quadruple",
    "less-than",
    "white-dot,black-dot",
    "x,v,white-dot",
    "whisper:6,killer-cage:8",
    "renban:8,killer-cage:6",
    "between:6,arrow",
    "palindrome:8,killer-cage",
    "region-sum",
)
ATTEMPTS = 10


def spent(wish: Wish, seed: int, seconds: float) -> tuple[float, int | None]:
    """CPU seconds, and the number of clues (``None``: not found)."""
    started = time.process_time()
    clock = Limit(cancel=lambda: time.process_time() - started > seconds).start()
    puzzle = None
    for index in range(ATTEMPTS):
        try:
            number = child_seed(wish.seeded(seed), index)
            puzzle = _make_one(wish, number, clock, lambda _: None)
        except Cut:
            break
        if puzzle is not None:
            break
    return time.process_time() - started, puzzle and len(puzzle[0].constraints)


def main(wishes: Sequence[str], seconds: float, seeds: int) -> None:
    board = Puzzle.empty(Geometry.classic())
    head("kinds", "found", "CPU s, mean", "CPU s of each seed", "clues")
    for text in wishes:
        wish = Wish(board, placed=parse_clues(text, board.geometry), no_givens=True)
        wish.require_possible()
        try:
            rows = [spent(wish, seed, seconds) for seed in range(1, seeds + 1)]
        except ImpossibleWish as error:
            row(f"`{text}`", f"refused: {error}", "", "", "")
            continue
        counts = [count for _, count in rows if count is not None]
        total = sum(each for each, _ in rows)
        each = ", ".join(f"{t:.1f}{'' if n else ' (not found)'}" for t, n in rows)
        clues = f"{min(counts)} to {max(counts)}" if counts else ""
        row(f"`{text}`", f"{len(counts)} of {seeds}", f"{total / seeds:.1f}", each, clues)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wishes", nargs="*", default=WISHES)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seeds", type=int, default=2)
    args = parser.parse_args()
    main(args.wishes, args.seconds, args.seeds)
