"""CPU seconds until ``generate --requires`` has its first puzzle, for each technique.

    python benchmarks/requires.py [NAME ...] [--seconds 20] [--seeds 1] [--common] [--slow]
    python benchmarks/requires.py --kept rows.jsonl --minutes 8

``tries`` are the puzzles that were looked at. A puzzle is checked twice: it has one solution, and
the path to the technique's first step is walked again. Without names: every technique; those of
clues with clues of the rules that their example has, in new places, or with its own clues, turned
or mirrored, and another solution. ``--common``: the twenty that people ask for most. ``--slow``
leaves out of the table those that have a puzzle within one second. With ``--kept`` each outcome is
a line of a file, and those that are there are not searched again, so that a long run may be cut
into pieces of some ``--minutes`` each.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat

from common import add_pieces, caption, head, in_pieces, row

import satdoku
from satdoku.base.errors import SatdokuError
from satdoku.board import Geometry
from satdoku.generating.difficulty import SearchEffort, Target
from satdoku.generating.examples import technique_example
from satdoku.generating.exercises import clued_wishes
from satdoku.generating.maker import make_puzzles
from satdoku.generating.needs import why_not_needed
from satdoku.generating.wish import Wish
from satdoku.puzzle import Puzzle
from satdoku.techniques.catalogue import all_techniques

COMMON = (
    "hidden-single", "naked-single", "pointing", "claiming", "naked-pair", "hidden-pair",
    "naked-triple", "hidden-triple", "naked-quad", "x-wing", "swordfish", "jellyfish",
    "skyscraper", "two-string-kite", "xy-wing", "xyz-wing", "w-wing", "unique-rectangle",
    "simple-colours", "xy-chain",
)  # fmt: skip
BARE = Puzzle.empty(Geometry.classic())


class Over(Exception):
    """The CPU time is over."""


def wishes(name: str, seed: int) -> Iterator[Wish]:
    """Puzzles that need a technique, with clues of rules where it is about them."""
    target = Target(requires=name)
    if why_not_needed(name) is None:
        yield from repeat(Wish(BARE, target=target))
    for wish in clued_wishes(technique_example(name), seed):
        yield replace(wish, target=target)


def first(name: str, seed: int, seconds: float) -> tuple[float, int, Puzzle | None]:
    """(CPU seconds, tries, the puzzle or ``None``)."""
    started = time.process_time()
    tries = before = 0

    def report(effort: SearchEffort) -> None:
        nonlocal tries
        tries = before + effort.ratings
        if time.process_time() - started > seconds:
            raise Over

    try:
        for number, wish in enumerate(wishes(name, seed)):
            before = tries + 1
            report(SearchEffort())
            until = time.time() + 60 * seconds  # where nothing is reported
            made = next(iter(make_puzzles(wish, seed, number, 1, until, report).results), None)
            if made is not None:
                return time.process_time() - started, tries, made.posed(wish.board)
    except Over:
        pass
    return time.process_time() - started, tries, None


def checked(name: str, seed: int, seconds: float) -> tuple[float, int, bool]:
    """(CPU seconds, tries, whether there is a puzzle); one that is found has one solution."""
    try:
        next(wishes(name, seed)).require_possible()
    except SatdokuError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 0.0, 0, False
    spent, tries, puzzle = first(name, seed, seconds)
    assert puzzle is None or satdoku.is_unique(puzzle), (name, puzzle)
    return spent, tries, puzzle is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--common", action="store_true")
    parser.add_argument("--slow", action="store_true", help="no rows up to one second")
    add_pieces(parser)
    arguments = parser.parse_args()
    names = arguments.names or (
        COMMON if arguments.common else [one.name for one in all_techniques()]
    )

    def search(name: str) -> list[tuple[float, int, bool]]:
        return [checked(name, seed, arguments.seconds) for seed in range(arguments.seeds)]

    count = found = quick = 0
    caption(f"Up to {arguments.seconds:g} s of CPU, {arguments.seeds} seeds each")
    head("technique", "puzzles", "CPU s, median", "tries, median")
    named = zip(names, names, strict=True)
    for name, runs in in_pieces(named, search, arguments.kept, arguments.minutes):
        count += 1
        made = sum(is_made for _, _, is_made in runs)
        median = statistics.median(seconds for seconds, _, _ in runs)
        is_quick = made == len(runs) and median <= 1
        found += made == len(runs)
        quick += is_quick
        if is_quick and arguments.slow:
            continue
        row(name, made, f"{median:.2f}", f"{statistics.median(tries for _, tries, _ in runs):.0f}")
    print(f"\n{found} of {count} have a puzzle, {quick} within one second.")


if __name__ == "__main__":
    main()
