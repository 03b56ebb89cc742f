"""Levels beside HoDoKu's, how generated puzzles are spread over them, required techniques.

    python benchmarks/levels.py [FILE ...] [--generate] [--count 20]

A file, by default hodoku_reference.csv, has the columns ``puzzle`` and ``level`` (HoDoKu's), with
commas or tabs between them. ``--generate`` prints the generated puzzles instead.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import Counter
from pathlib import Path

from common import RATING, caption, figure, head, row, tally

from satdoku.board import Geometry
from satdoku.generating import LEVELS, Run, Target, Wish
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import rate_text

PLAIN = Puzzle.empty(Geometry.classic())
HODOKU = ("EASY", "MEDIUM", "HARD", "UNFAIR", "EXTREME")
TECHNIQUES = ("naked-pair", "x-wing", "swordfish", "xy-wing")


def compare(path: Path) -> None:
    """Count the puzzles of each level, by HoDoKu's level."""
    with path.open(newline="") as stream:
        delimiter = "\t" if "\t" in stream.readline() else ","
        stream.seek(0)
        puzzles = list(csv.DictReader(stream, delimiter=delimiter))
    counts = Counter((rate_text(row["puzzle"], names=False).level, row["level"]) for row in puzzles)
    head(path.name, *(name.title() for name in HODOKU))
    for level in LEVELS:
        row(level, *(counts[level, name] or "" for name in HODOKU))
    same = sum(counts[pair] for pair in zip(LEVELS, HODOKU, strict=True))
    caption(f"The same: {same} of {len(puzzles)}.")


def made(target: Target, count: int) -> tuple[list[int], float]:
    """The ER of each puzzle, in tenths, and how many are made in a second of CPU time."""
    started = time.process_time()
    run = Run(Wish(PLAIN, target=target), 1, count)
    puzzles = [generated.puzzle for piece in run.pieces() for generated in piece.puzzles]
    seconds = time.process_time() - started
    ratings = [round(10 * rate_text(puzzle, names=False).scores["er"]) for puzzle in puzzles]
    return ratings, len(puzzles) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=[RATING / "hodoku_reference.csv"])
    parser.add_argument("--count", type=int, default=20, help="puzzles of a level")
    parser.add_argument("--generate", action="store_true")
    arguments = parser.parse_args()
    if not arguments.generate:
        for path in arguments.files:
            compare(path)
        return
    head("level or technique", "ER: puzzles", "a CPU second", left=2)
    for name, level in LEVELS.items():
        ratings, speed = made(Target(level=name), arguments.count)
        parts = [
            f"{low / 10}-{high / 10}: {sum(low <= er <= high for er in ratings)}"
            for low, high in level.bands
        ]
        row(name, ", ".join(parts), figure(speed))
    for technique in TECHNIQUES:
        ratings, speed = made(Target(requires=technique), arguments.count)
        row(f"requires {technique}", tally(Counter(er / 10 for er in ratings)), figure(speed))


if __name__ == "__main__":
    main()
