"""Variants: reading, compiling and proving a corpus of puzzles unique, by engine.

    python benchmarks/variants.py [FILE] [--every 4] [--backend auto variant sat cpsat]

Each line of the file is a JSON object with ``puzzle`` (a text of any format, or f-puzzles JSON),
``name``, ``id`` and, where it is known, ``solution``. Each puzzle is read, compiled and asked
whether it is unique; nothing of it is kept between engines. CPU time, everything loaded before. The
limit is CPU time too, so that a busy machine changes no verdict.

With ``--whole`` only the way from a text to a verdict is timed, by ``satdoku.check_unique``: the
least of several rounds over all puzzles, of the corpus and beside it of those collections of
Interactive Sudoku Solver that are not in it. The compiled boards are dropped before each puzzle:
fewer puzzles than are kept would be compiled once and then found.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from common import COLLECTIONS, CORPUS, caption, corpus, head
from common import row as printed

from satdoku import check_unique as check_unique_text
from satdoku import formats
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.model import model_of
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

BACKENDS = ("auto", "variant", "sat", "cpsat")
HEADS = ("puzzles", "median ms", "p90 ms", "largest ms", "total s")


def text_of(row: dict[str, Any]) -> str:
    """The puzzle as the formats read it."""
    puzzle = row["puzzle"]
    return puzzle if isinstance(puzzle, str) else json.dumps(puzzle)


def cpu_limit(seconds: float) -> Limit:
    """A limit of CPU time from now on."""
    end = time.process_time() + seconds
    looked = time.monotonic()

    def late() -> bool:
        # This is asked thousands of times, and the CPU clock is not free.
        nonlocal looked
        if time.monotonic() - looked < 0.1:
            return False
        looked = time.monotonic()
        return time.process_time() > end

    return Limit(cancel=late)


def wrong(row: dict[str, Any], puzzle: Puzzle, verdict: str, solution: str) -> bool:
    """Whether a puzzle with a published solution was answered with anything else."""
    if not row.get("solution") or verdict == "undecided":
        return False
    digits = len(str(puzzle.geometry.size))
    shown = row["solution"].replace(",", "")
    letters = not shown.isdigit() or (digits > 1 and len(shown) == puzzle.geometry.cell_count)
    return verdict != "unique" or (not letters and solution != shown)


def line(name: str, seconds: list[float]) -> None:
    """Print median, 90th percentile, largest and total as a row."""
    ordered = sorted(seconds)
    p90 = ordered[int(0.9 * len(ordered))]
    cells = (median(ordered), p90, ordered[-1])
    printed(name, len(ordered), *(f"{1e3 * value:.2f}" for value in cells), f"{sum(ordered):.2f}")


def whole(texts: list[str], seconds: float, rounds: int = 5) -> list[float]:
    """From each text to its verdict, the least of some rounds; what takes long is asked once."""
    least: dict[int, float] = {}
    for _ in range(rounds):
        for place, text in enumerate(texts):
            if least.get(place, 0.0) > 0.25:
                continue
            model_of.cache_clear()
            gc.collect()
            started = time.process_time()
            with suppress(SatdokuError):
                check_unique_text(text, time_limit=seconds)
                spent = time.process_time() - started
                least[place] = min(spent, least.get(place, spent))
    return list(least.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--backend", nargs="+", default=[*BACKENDS], choices=BACKENDS)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU limit a question")
    parser.add_argument("--families", action="store_true", help="also a row for each rule")
    parser.add_argument("--every", type=int, default=4, help="one puzzle in this many")
    parser.add_argument("--rules", action="store_true", help="only puzzles with rules")
    parser.add_argument("--whole", action="store_true", help="only the way from text to verdict")
    arguments = parser.parse_args()
    rows = corpus(arguments.file, arguments.every)
    if arguments.whole:
        head("set", *HEADS)
        line(arguments.file.stem, whole(list(map(text_of, rows)), arguments.seconds))
        tuned = set(map(text_of, corpus()))
        others = [text for row in corpus(COLLECTIONS) if (text := text_of(row)) not in tuned]
        line("collections", whole(others[:: arguments.every], arguments.seconds))
        return
    reading, compiling, read = [], [], []
    refused = 0
    for _ in range(2):  # the first pass loads the modules
        reading.clear()
        read.clear()
        refused = 0
        for row in rows:
            text = text_of(row)
            started = time.process_time()
            try:
                puzzle = formats.parse(text).puzzle
            except SatdokuError:
                refused += 1
                continue
            if puzzle.constraints or not arguments.rules:
                reading.append(time.process_time() - started)
                read.append((row, puzzle))
    gc.collect()
    gc.freeze()  # the corpus is not what is measured
    answers: dict[str, dict[str, str]] = {}
    notes: list[str] = []
    families: dict[str, list[float]] = defaultdict(list)
    tables: dict[str, list[float]] = {}
    for backend in arguments.backend:
        check_unique(read[0][1], backend=backend)
        tables[backend], answers[backend] = [], {}
        compiling.clear()
        slow, bad = [], []
        for row, puzzle in read:
            name = row.get("name") or row["id"]
            model_of.cache_clear()
            gc.collect()
            started = time.process_time()
            until = started + arguments.seconds
            model_of(puzzle.geometry, puzzle.constraints)
            compiling.append(time.process_time() - started)
            limit = Limit(cancel=lambda until=until: time.process_time() > until)
            result = check_unique(puzzle, backend=backend, limit=limit)
            spent = time.process_time() - started
            for rule in sorted({rule.name for rule in puzzle.constraints} or {"none"}):
                families[f"{rule}, {backend}"].append(spent)
            tables[backend].append(spent)
            answers[backend][row["id"]] = result.verdict
            solution = "".join(map(str, result.witnesses[0].values)) if result.witnesses else ""
            if result.verdict == "undecided":
                slow.append(name)
            if wrong(row, puzzle, result.verdict, solution):
                bad.append(f"{name} ({result.verdict})")
        for fault, names in (("has not decided", slow), ("differs from what is published of", bad)):
            notes += [f"`{backend}` {fault} {', '.join(names)}."] if names else []
    head("step", *HEADS)
    line("read", reading)
    line("compile", compiling)
    for backend, seconds in tables.items():
        line(f"compile and prove, {backend}", seconds)
    if arguments.families:
        caption("By rule")
        head("rule", *HEADS)
        for name, seconds in sorted(families.items()):
            line(name, seconds)
    first, *others = arguments.backend
    for backend in others:
        differ = [
            key
            for key, verdict in answers[first].items()
            if "undecided" not in (verdict, answers[backend][key])
            and verdict != answers[backend][key]
        ]
        if differ:
            notes.append(f"`{first}` and `{backend}` disagree about {', '.join(differ)}.")
    agreed = "The engines agree with each other and with what is published."
    caption(f"{len(read)} of {len(rows)} puzzles were read. {' '.join(notes) or agreed}")


if __name__ == "__main__":
    main()
