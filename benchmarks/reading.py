"""Reading measured: how many published links become rules, and whether the readings are right.

Every link of the shared sets of drawn variants is read. ``whole`` has one solution by its data
alone (the one in the link, where that holds one). Where a link holds its solution, it is read once
more without it: ``right`` counts the plausible readings that have the published solution. A rule
is ``superfluous`` if the puzzle of a reading has one solution without it. The examples of the
rules and the corpus of puzzles with rules are drawn as SudokuPad draws them, with satdoku's own
sentences and the solution, and are read back; those of them that are not read and have ``programs``
(automata, rules about cells outside of the grid) are counted.

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
from satdoku.base.limits import of_work
from satdoku.board import Constraint, Grid
from satdoku.constraints.listed import is_program
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


def programs_in(text: str) -> set[str]:
    """The names of the rules of a puzzle that no sentence tells."""
    puzzle = formats.parse(text).bare_puzzle
    return {rule.name for rule in puzzle.constraints if is_program(rule)}


def documents(name: str) -> Iterator[tuple[Document, set[str]]]:
    """The links of a set that can be opened, each with its programs."""
    if name in ("examples", "corpus"):
        for text in own_texts(name):
            if (document := drawn(text)) is not None:
                yield document, programs_in(text)
        return
    with lzma.open(SHARED / "data" / "drawn" / f"{name}.jsonl.xz", "rt") as lines:
        for line in lines:
            try:
                yield formats.parse(json.loads(line)["link"]), set()
            except FormatError:
                continue


def solution_of(puzzle: Puzzle) -> tuple[int | None, ...] | None:
    """The one solution of a puzzle."""
    try:
        result = check_unique(puzzle, limit=of_work(5))
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


def measure(name: str) -> Counter[str]:
    """A row for a set, and the programs in its puzzles that are not read."""
    found: Counter[str] = Counter()
    programs: Counter[str] = Counter()
    seconds = []
    for document, holds in documents(name):
        started = time.process_time()
        read = read_drawn(document)
        seconds.append(time.process_time() - started)
        published = document.full_solution
        found["links"] += 1
        if read.reading is None:
            values = solution_of(document.puzzle)
            if values is not None and (published is None or values == published.values):
                found["whole"] += 1
            elif holds:
                found["programs"] += 1
                programs.update(holds)
            continue
        found[read.reading.certainty] += 1
        if read.reading.certainty == "partial":
            found["programs"] += bool(holds)
            programs.update(holds)
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
        *(found[key] for key in ("links", "whole", "proved", "plausible", "partial", "programs")),
        found["superfluous"],
        f"{found['right']} of {found['hidden']}",
        f"{seconds[len(seconds) // 2] * 1000:.0f}",
        f"{seconds[len(seconds) * 95 // 100] * 1000:.0f}",
        f"{seconds[-1] * 1000:.0f}",
    )
    return programs


def main() -> None:
    parser = argparse.ArgumentParser(description="Links read as rules.")
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    arguments = parser.parse_args()
    caption("Links of drawn variants; times in ms of processor time")
    head("set", "links", "whole", "proved", "plausible", "partial", "programs", "superfluous",
         "right if hidden", "median", "p95", "largest")  # fmt: skip
    programs = {name: measure(name) for name in arguments.sets}
    print()
    for name, counts in programs.items():
        if counts:
            listed = ", ".join(f"`{rule}` {count}" for rule, count in counts.most_common())
            print(f"Programs in puzzles of {name} that are not read: {listed}")


if __name__ == "__main__":
    main()
