"""Diagnosis measured: puzzles with one solution, broken by one wrong given.

From each puzzle one given is changed to another digit so that there is no solution: once so that
the digit stands twice in a house, once so that it does not. CPU time of the whole call, warm, and
of its parts alone.

    python benchmarks/diagnose.py [--count 200] [--sets clue17 ...] [--seed 1]
    python benchmarks/diagnose.py --large [--count 12]

With ``--large`` the boards are 16x16 and 25x25, each diagnosed within the usual ten seconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from common import caption, head, lines_of, row

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.diagnosing.clashes import Clashes
from satdoku.diagnosing.diagnosis import Diagnosis, diagnose
from satdoku.diagnosing.facts import Fact, Ground
from satdoku.diagnosing.misplaced import moves
from satdoku.diagnosing.reasons import argue
from satdoku.diagnosing.repairs import changes, removals
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

LARGE = ("grid16", "grid25")
SETS = ["easy", "clue17", "sudocue", "top1465", "hardest_1905"]
TRIES = 200
PARTS = ("load", "a clash", "removals", "changes", "moves", "smallest", "argument")

T = TypeVar("T")
Case = tuple[Puzzle, int, int]
"""A broken puzzle, the cell of the wrong given, the digit that was there."""


def break_one(puzzle: Puzzle, repeat: bool, chance: random.Random) -> Case | None:
    cells = [cell for cell, digit in enumerate(puzzle.givens) if digit is not None]
    for _ in range(TRIES):
        cell = chance.choice(cells)
        old = puzzle.givens[cell]
        digit = chance.choice(puzzle.geometry.digits)
        if old is None or digit == old:
            continue
        wrong = puzzle.with_givens({cell: digit})
        if bool(wrong.problems()) is repeat and (repeat or check_unique(wrong).verdict == "none"):
            return wrong, cell, old
    return None


def sample(name: str, count: int, repeat: bool, chance: random.Random) -> list[Case]:
    lines = lines_of(name)
    cases: list[Case] = []
    for line in chance.sample(lines, len(lines)):
        if len(cases) == count:
            break
        case = break_one(parse(line).puzzle, repeat, chance)
        if case is not None:
            cases.append(case)
    return cases


def timed(spent: list[float], call: Callable[[], T]) -> T:
    start = time.process_time()
    result = call()
    spent.append((time.process_time() - start) * 1e3)
    return result


def spread(values: list[float]) -> str:
    ordered = sorted(values)
    return f"{statistics.median(ordered):.1f} / {ordered[int(0.9 * len(ordered))]:.1f}" + (
        f" / {ordered[-1]:.1f}"
    )


def parts(puzzle: Puzzle, spent: dict[str, list[float]]) -> None:
    clock = UNLIMITED.start()
    ground = timed(spent["load"], lambda: Ground(puzzle, clock))
    search = timed(spent["a clash"], lambda: Clashes(ground, clock))
    clashes: list[frozenset[Fact]] = []
    taken = timed(
        spent["removals"], lambda: list(removals(ground, ("given",), search.known, clock, clashes))
    )
    timed(spent["changes"], lambda: [list(changes(ground, one, clock)) for one in taken])
    known = [{fact.cell for fact in clash} for clash in [*search.known, *clashes]]
    timed(spent["moves"], lambda: list(moves(puzzle, known, clock)))
    clash = timed(spent["smallest"], lambda: next(search.smallest_first(clock)))
    timed(spent["argument"], lambda: argue(puzzle, clash, clock))
    search.close()


def measure(label: str, cases: list[Case]) -> tuple[str, ...]:
    """Print a row, and return that of the parts."""
    whole: list[float] = []
    spent: dict[str, list[float]] = {name: [] for name in PARTS}
    contains = cured = only = 0
    kinds: Counter[str] = Counter()
    steps: list[int] = []
    sizes: list[float] = []
    diagnose(cases[0][0])
    for puzzle, cell, old in cases:
        diagnosis: Diagnosis = timed(whole, lambda puzzle=puzzle: diagnose(puzzle))  # type: ignore[misc]
        clash = diagnosis.clash
        assert diagnosis.complete
        assert clash is not None
        assert clash.smallest
        contains += any(fact.cell == cell for fact in clash.facts)
        single = [change for change in diagnosis.changes if change.unique]
        cured += ((cell, old),) in {change.digits for change in single}
        only += len(single) == 1
        sizes.append(len(clash.facts))
        kinds["none" if clash.argument is None else clash.argument.kind] += 1
        if clash.argument is not None:
            steps.append(len(clash.argument.steps))
        parts(puzzle, spent)
    n = len(cases)
    kinds_shown = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    row(label, n, spread(whole), f"{contains / n:.0%}", f"{cured / n:.0%}", f"{only / n:.0%}",
        f"{statistics.median(sizes):.0f} ({max(sizes):.0f})", kinds_shown,
        f"{statistics.median(steps):.0f} ({max(steps)})")  # fmt: skip
    return label, *(spread(times) for times in spent.values())


def large(count: int, chance: random.Random) -> None:
    """Print a row for each broken 16x16 and 25x25: most of them end at the limit."""
    caption("CPU s of a diagnosis with the usual limit, and how many givens clash")
    head("set", "load", "diagnose", "size", "the clash is")
    for name in LARGE:
        for puzzle, cell, _ in sample(name, count // len(LARGE), False, chance):
            spent: list[float] = []
            timed(spent, partial(Ground, puzzle, UNLIMITED.start()))
            diagnosis = timed(spent, partial(diagnose, puzzle, limit=Limit(seconds=10)))
            clash = diagnosis.clash
            assert clash is None or cell in {fact.cell for fact in clash.facts}
            kind = "not found" if clash is None else "smallest" if clash.smallest else "minimal"
            shown = (f"{ms / 1e3:.2f}" for ms in spent)
            row(name, *shown, "" if clash is None else len(clash.facts), kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200, help="puzzles; 12 of the large at most")
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", action="store_true", help="16x16 and 25x25 boards instead")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    if options.large:
        large(min(options.count, 12), chance)
        return
    table_rows = []
    caption("CPU ms: median / 9 of 10 / worst")
    head("set", "puzzles", "diagnose", "clash holds the wrong given", "right change listed",
        "it is the only one to one solution", "size", "argument", "steps")  # fmt: skip
    each = max(1, options.count // (2 * len(options.sets)))
    for repeat in (False, True):
        for name in options.sets:
            cases = sample(name, each, repeat, chance)
            if cases:
                label = f"{name}, {'a repeat' if repeat else 'no repeat'}"
                table_rows.append(measure(label, cases))
    caption("The parts of the call, each by itself")
    head("set", *PARTS)
    for cells in table_rows:
        row(*cells)


if __name__ == "__main__":
    main()
