"""A collection of a million puzzles: adding, rating, looking up, drawing a year.

The puzzles are made first by a seed (not measured); none is equivalent to another. Each run is the
command itself in a process of its own. The CPU seconds are those of this process alone, so that
they are whole with one job only::

    python benchmarks/collection.py
    python benchmarks/collection.py --count 10000
    python benchmarks/collection.py --input million.txt
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from common import caption, head, row

SATDOKU = (sys.executable, "-m", "satdoku")


def measured(words: Sequence[str]) -> tuple[float, float]:
    """The seconds by the clock of a command, and its CPU seconds without its workers'."""
    started, before = time.perf_counter(), os.times()
    done = subprocess.run(
        [*SATDOKU, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    after = os.times()
    cpu = after.children_user + after.children_system
    return (
        time.perf_counter() - started,
        cpu - before.children_user - before.children_system,
    )


def runs(file: Path, folder: Path, jobs: int) -> Iterator[tuple[str, float, float]]:
    """The name of each measurement, its seconds and its CPU seconds."""
    kept = str(folder / "kept.db")
    add = ("collection", "add", kept, str(file), "--ask", "none", "-j", str(jobs))
    yield "add, no rating", *measured(add)
    yield "add the same again: all equivalent", *measured(add)
    rate = ("collection", "rate", kept, "--ask", "rating,minutes", "-j", str(jobs))
    yield "rate: rating and minutes", *measured(rate)
    one = ("collection", kept)
    yield "find the puzzles of a rating", *measured((*one, "--er", "7.0..9.9", "--clues", "22"))
    yield "summary", *measured((*one, "--summary"))
    levels = "medium,medium,medium,medium,hard,hard,hard"
    draw = ("collection", "draw", kept, "--from", "2027-01-01", "-n", "365")
    yield "draw a year", *measured((*draw, "--weekdays", levels))
    yield "export to CSV", *measured((*one, "-o", str(folder / "all.csv")))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--input", type=Path, help="a file of different puzzles")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        file = options.input
        if file is None:
            file = folder / "puzzles.txt"
            words = ["generate", "-n", str(options.count), "--seed", "1", "-j", str(options.jobs)]
            with file.open("wb") as stream:
                subprocess.run([*SATDOKU, *words], stdout=stream, check=True)
        number = sum(1 for _ in file.open("rb"))
        caption(f"{number:,} puzzles, {options.jobs} jobs")
        head("measured", "s", "CPU s")
        for name, seconds, cpu in runs(file, folder, options.jobs):
            row(name, f"{seconds:,.1f}", f"{cpu:,.1f}")


if __name__ == "__main__":
    main()
