"""Values for the clues of published puzzles whose own values were taken away.

    python benchmarks/themes.py [--seconds 60] [--every 1] [--first 0] [--random | --level]

Each puzzle of the corpus that has clues with values is a theme: its values do not count, its lines,
givens and other rules stay. ``set`` is what ``satdoku set-values`` does; ``random`` draws one
solution of the board after the other, reads its values off and looks for a second solution, in the
same time. With ``--level`` the puzzle has to be of the level that the published one has on the
satdoku scale. The time is CPU time of this process; every puzzle found is checked again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter, defaultdict

from common import corpus, head, row

from satdoku import formats
from satdoku.base.errors import ImpossibleWish, SatdokuError
from satdoku.base.limits import Limit, RanOut
from satdoku.generating.difficulty import Target, harder_by
from satdoku.generating.themes import ThemeSearch, parse_open
from satdoku.puzzle import Puzzle
from satdoku.rating.levels import LEVELS
from satdoku.solving import check_unique

_FOREVER = 86_400


def themes(every: int, first: int) -> list[Puzzle]:
    """The puzzles of the corpus with values to find."""
    found = []
    for entry in corpus():
        held = entry["puzzle"]
        try:
            puzzle = formats.parse(held if isinstance(held, str) else json.dumps(held)).puzzle
            parse_open(None, puzzle)
        except (ImpossibleWish, SatdokuError):
            continue
        found.append(puzzle)
    return found[first::every]


def drawn(search: ThemeSearch, limit: Limit) -> Puzzle | None:
    """A puzzle by random solutions alone."""
    search.clock = limit.start()
    try:
        while True:
            solution = search.proposal(None, frozenset())
            read = [] if solution is None else search.read(solution)
            clues = tuple([clue for clue in read if clue is not None])
            if solution is None or len(clues) < len(read):
                continue
            judged = search.judged(solution, clues)
            if judged is not None and judged.counted and not judged.others:
                return search.posed(clues)
    except RanOut:
        return None


def level_of(puzzle: Puzzle) -> str:
    """The level of a puzzle on the satdoku scale."""
    levels = list(LEVELS)
    return levels[harder_by(Target(level=levels[-1]), puzzle, Limit(None).start()) - 1]


def main(seconds: float, every: int, first: int, is_random: bool, is_levelled: bool) -> None:
    times: defaultdict[str, list[float]] = defaultdict(list)
    tried: Counter[str] = Counter()
    for theme in themes(every, first):
        kinds = parse_open(None, theme)
        name = ", ".join(sorted(kinds))
        tried[name] += 1
        target = Target(level=level_of(theme)) if is_levelled else None
        started = time.process_time()
        limit = Limit(_FOREVER, cancel=lambda start=started: time.process_time() - start > seconds)
        search = ThemeSearch(theme, kinds, target, 0)
        puzzle = (
            drawn(search, limit) if is_random else search.run(limit.start(), lambda _: None).puzzle
        )
        spent = time.process_time() - started
        if puzzle is not None:
            assert check_unique(puzzle).verdict == "unique"
            assert target is None or target.level == level_of(puzzle)
            times[name].append(spent)
    every_time = sorted(t for some in times.values() for t in some)
    what = "random" if is_random else "set to the level of the puzzle" if is_levelled else "set"
    print(f"{what}, up to {seconds:g} s of CPU each\n")
    head("clues with values", "themes", "found", "CPU s, median")
    for name, count in tried.most_common():
        own = times[name]
        row(name, count, len(own), f"{statistics.median(own):.2f}" if own else "")
    whole = tried.total()
    middle = f"{statistics.median(every_time):.2f}" if every_time else ""
    row("all", whole, f"{len(every_time)} ({100 * len(every_time) / whole:.0f} %)", middle)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    rivals = parser.add_mutually_exclusive_group()
    rivals.add_argument("--random", action="store_true")
    rivals.add_argument("--level", action="store_true")
    args = parser.parse_args()
    main(args.seconds, args.every, args.first, args.random, args.level)
