"""Reading measured: how many published links become rules, and whether the readings are right.

Every link of the shared sets of drawn variants is read. ``whole`` has one solution by its data
alone (the one in the link, where that holds one). Where a link holds its solution, it is read once
more without it: ``right`` counts the plausible readings that have the published solution. A rule
is ``superfluous`` if the puzzle of a reading has one solution without it. The examples of the
rules and the corpus of puzzles with rules are drawn as SudokuPad draws them, with satdoku's own
sentences and the solution, and are read back.

    python benchmarks/reading.py [--sets challenge gas examples corpus]
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from common import ROOT, SHARED, caption, head, row

from satdoku import formats
from satdoku.base.errors import FormatError, SatdokuError
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Grid
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.formats.sudokupad import to_data
from satdoku.puzzle import Document, Puzzle
from satdoku.reading import read_drawn
from satdoku.solving import check_unique

SETS = ("challenge", "gas", "examples", "corpus")


def own_texts(name: str) -> Iterator[str]:
    """The puzzles whose rules are drawn and read back."""
    if name == "examples":
        for path in sorted((ROOT / "examples" / "constraints").glob("*.json")):
            yield path.read_text(encoding="utf-8")
        return
    corpus = (SHARED / "data" / "variants" / "corpus.jsonl").read_text(encoding="utf-8")
    for line in corpus.splitlines():
        held = json.loads(line)["puzzle"]
        yield held if isinstance(held, str) else json.dumps(held)


def drawn(text: str) -> Document | None:
    """A puzzle with rules as drawings and words alone, and with its solution."""
    try:
        puzzle = formats.parse(text).bare_puzzle
        if not puzzle.constraints or (values := solution_of(puzzle)) is None:
            return None
        data = to_data(Document(puzzle), WriteOptions())
        data.pop("satdoku", None)
        told = formats.parse(json.dumps(data), ReadOptions("sudokupad"))
        return replace(told, solution=Grid(told.puzzle.geometry, values))
    except (SatdokuError, ValueError):
        return None


def documents(name: str) -> Iterator[Document]:
    """The links of a set that can be opened."""
    if name in ("examples", "corpus"):
        yield from filter(None, map(drawn, own_texts(name)))
        return
    with lzma.open(SHARED / "data" / "drawn" / f"{name}.jsonl.xz", "rt") as lines:
        for line in lines:
            try:
                yield formats.parse(json.loads(line)["link"])
            except FormatError:
                continue


def solution_of(puzzle: Puzzle) -> tuple[int | None, ...] | None:
    """The one solution of a puzzle."""
    try:
        result = check_unique(puzzle, limit=Limit(seconds=5))
    except SatdokuError:
        return None
    return result.witnesses[0].values if result.verdict == "unique" else None


def superfluous(read: Document) -> int:
    """How many rules of a reading the puzzle does not need."""
    told: dict[tuple[str, str], list[Constraint]] = {}
    for rule in () if read.reading is None else read.reading.rules:
        told.setdefault((rule.name, rule.sentence), []).extend(rule.clues)
    count = 0
    for clues in told.values():
        left = tuple(clue for clue in read.puzzle.constraints if clue not in clues)
        count += solution_of(replace(read.puzzle, constraints=left)) is not None
    return count


def measure(name: str) -> None:
    """A row for a set."""
    found: Counter[str] = Counter()
    seconds = []
    for document in documents(name):
        started = time.process_time()
        read = read_drawn(document)
        seconds.append(time.process_time() - started)
        published = document.full_solution
        found["links"] += 1
        if read.reading is None:
            values = solution_of(document.puzzle)
            found["whole"] += values is not None and (
                published is None or values == published.values
            )
            continue
        found[read.reading.certainty] += 1
        if read.reading.certainty == "partial":
            continue
        found["superfluous"] += superfluous(read)
        if published is not None:
            hidden = read_drawn(replace(document, solution=None))
            if hidden.reading is not None and hidden.reading.certainty == "plausible":
                found["hidden"] += 1
                found["right"] += solution_of(hidden.puzzle) == published.values
    seconds.sort()
    row(
        name,
        *(found[key] for key in ("links", "whole", "proved", "plausible", "partial")),
        found["superfluous"],
        f"{found['right']} of {found['hidden']}",
        f"{seconds[len(seconds) // 2] * 1000:.0f}",
        f"{seconds[len(seconds) * 95 // 100] * 1000:.0f}",
        f"{seconds[-1] * 1000:.0f}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Links read as rules.")
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    arguments = parser.parse_args()
    caption("Links of drawn variants; times in ms of processor time")
    head("set", "links", "whole", "proved", "plausible", "partial", "superfluous",
         "right if hidden", "median", "p95", "largest")  # fmt: skip
    for name in arguments.sets:
        measure(name)


if __name__ == "__main__":
    main()
