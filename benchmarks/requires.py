"""CPU seconds until ``generate --requires`` has its first puzzle, for each technique.

    python benchmarks/requires.py [NAME ...] [--seconds 20] [--seeds 1] [--common]

``tries`` are the puzzles that were looked at. A puzzle is checked twice: it has one solution, and
the path to the technique's first step is walked again. Without names: every technique; those of
clues with clues of the rules that their example has. ``--common``: the twenty that people ask for
most.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace

from common import caption, head, row

import satdoku
from satdoku.base.errors import SatdokuError
from satdoku.board import Geometry
from satdoku.generating.difficulty import SearchEffort, Target
from satdoku.generating.examples import technique_example
from satdoku.generating.exercises import clued_wish
from satdoku.generating.maker import make_puzzles
from satdoku.generating.needs import classic_techniques
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


def wish_of(name: str) -> Wish:
    """A puzzle that needs a technique, with clues of rules where it is about them."""
    target = Target(requires=name)
    if name in classic_techniques():
        return Wish(BARE, target=target)
    return replace(clued_wish(technique_example(name)), target=target)


def first(name: str, seed: int, seconds: float) -> tuple[float, int, Puzzle | None]:
    """(CPU seconds, tries, the puzzle or ``None``)."""
    started = time.process_time()
    tries = 0

    def report(effort: SearchEffort) -> None:
        nonlocal tries
        tries = effort.ratings
        if time.process_time() - started > seconds:
            raise Over

    wish = wish_of(name)
    made = None
    try:
        for number in range(1_000_000):
            report(SearchEffort(tries))
            until = time.time() + 60 * seconds  # where nothing is reported
            made = next(iter(make_puzzles(wish, seed, number, 1, until, report).results), None)
            if made is not None:
                break
    except Over:
        pass
    posed = None if made is None else made.posed(wish.board)
    return time.process_time() - started, tries, posed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--common", action="store_true")
    arguments = parser.parse_args()
    names = arguments.names or (
        COMMON if arguments.common else [one.name for one in all_techniques()]
    )
    found = quick = 0
    caption(f"Up to {arguments.seconds:g} s of CPU, {arguments.seeds} seeds each")
    head("technique", "puzzles", "CPU s, median", "tries, median")
    for name in names:
        try:
            wish_of(name).require_possible()
        except SatdokuError as error:
            row(name, error, "", "")
            continue
        runs = [first(name, seed, arguments.seconds) for seed in range(arguments.seeds)]
        for _, _, puzzle in runs:
            assert puzzle is None or satdoku.is_unique(puzzle), (name, puzzle)
        made = sum(puzzle is not None for _, _, puzzle in runs)
        median = statistics.median(seconds for seconds, _, _ in runs)
        found += made == arguments.seeds
        quick += made == arguments.seeds and median <= 1
        row(name, made, f"{median:.2f}", f"{statistics.median(tries for _, tries, _ in runs):.0f}")
    print(f"\n{found} of {len(names)} have a puzzle, {quick} within one second.")


if __name__ == "__main__":
    main()
