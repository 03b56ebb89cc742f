"""Values for the clues of published puzzles whose own values were taken away.

    python benchmarks/themes.py [--seconds 60] [--every 1] [--first 0] [--drawn]
                                [--random | --level]
    python benchmarks/themes.py --level --kept part.jsonl --minutes 8
    python benchmarks/themes.py --level --kept part.jsonl --minutes 0

Each puzzle of the corpus that has clues with values is a theme: its values do not count, its lines,
givens and other rules stay. ``set`` is what ``satdoku set-values`` does; ``random`` draws one
solution of the board after the other, reads its values off and looks for a second solution, in the
same time. With ``--level`` the puzzle has to be of the level that the published one has on the
satdoku scale. With ``--drawn`` the themes are clues of ten kinds at random places of an empty
board, ten of each. The time is CPU time of this process; every puzzle found is checked again.

With ``--kept`` each theme's outcome is a line of a file, and themes that have one are not searched
again: a long run may be cut into pieces of some ``--minutes`` each.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from common import add_pieces, caption, corpus, head, in_pieces, row

from satdoku import formats
from satdoku.base.errors import ImpossibleWish, SatdokuError
from satdoku.base.limits import Limit, RanOut, of_work
from satdoku.board import Geometry
from satdoku.generating.clued import clued_board
from satdoku.generating.clues import parse_clues
from satdoku.generating.difficulty import Target, harder_by
from satdoku.generating.grids import grid_values
from satdoku.generating.randomness import Stream
from satdoku.generating.sat import SatBoard
from satdoku.generating.themes import ThemeSearch, parse_open
from satdoku.puzzle import Puzzle
from satdoku.rating.levels import LEVELS
from satdoku.solving import check_unique

_FOREVER = 86_400
_LEVEL_SECONDS = 60.0

KINDS = (
    "killer-cage:18", "little-killer:14", "x-sum:13", "sandwich:16", "skyscraper:18",
    "quadruple:14", "numbered-room:20", "lunchbox:12", "rellik:14", "white-dot:14,black-dot:14",
)  # fmt: skip
DOTS = "white-dot/black-dot"


@dataclass
class Outcome:
    """What became of one theme.

    name     the kinds whose values are open
    seconds  of CPU until the search ended
    unique   of CPU until there was a puzzle with one solution; ``None``: there was none
    wished   whether it is of the level that was asked for
    level    that level
    """

    name: str
    seconds: float
    unique: float | None = None
    wished: bool = False
    level: str | None = None


def published(every: int, first: int) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles of the corpus with values to find, and their numbers."""
    number = -1
    for entry in corpus():
        held = entry["puzzle"]
        try:
            puzzle = formats.parse(held if isinstance(held, str) else json.dumps(held)).puzzle
            parse_open(None, puzzle)
        except (ImpossibleWish, SatdokuError):
            continue
        number += 1
        if number % every == first:
            yield str(number), puzzle


def drawn(each: int) -> Iterator[tuple[str, Puzzle]]:
    """Clues of ten kinds at random places; their values do not count."""
    board = Puzzle.empty(Geometry.classic())
    for seed in range(each):
        for kinds in KINDS:
            wishes, theme = parse_clues(kinds, board.geometry), None
            for number in count(seed, each):  # a grid may have too few places for dots
                stream, clock = Stream(number), Limit(_FOREVER).start()
                solution = grid_values(SatBoard(board, clock), number)
                assert solution is not None
                theme = clued_board(board, solution, wishes, None, stream, clock)
                if theme is not None:
                    break
            assert theme is not None
            yield f"{kinds} {seed}", theme


def by_chance(search: ThemeSearch, limit: Limit) -> Puzzle | None:
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
    """The level of a puzzle on the satdoku scale; the hardest where its path takes too long."""
    levels = list(LEVELS)
    clock = of_work(_LEVEL_SECONDS).start()
    try:
        return levels[harder_by(Target(level=levels[-1]), puzzle, clock) - 1]
    except RanOut:
        return levels[-1]


def outcome(theme: Puzzle, seconds: float, is_random: bool, is_levelled: bool) -> Outcome:
    """The search for the values of one theme."""
    is_dots = {rule.name for rule in theme.constraints} == set(DOTS.split("/"))
    kinds = parse_open(DOTS if is_dots else None, theme)
    target = Target(level=level_of(theme)) if is_levelled else None
    search = ThemeSearch(theme, kinds, target, 0)
    started = time.process_time()
    unique: float | None = None

    def is_over() -> bool:
        nonlocal unique
        spent = time.process_time() - started
        if unique is None and search.rated is not None:
            unique = spent
        return spent > seconds

    limit = Limit(_FOREVER, cancel=is_over)
    if is_random:
        puzzle = by_chance(search, limit)
    else:
        puzzle = search.run(limit.start(), lambda _: None).puzzle
    spent = time.process_time() - started
    posed = search.rated[1] if puzzle is None and search.rated is not None else puzzle
    if posed is not None:
        assert check_unique(posed).verdict == "unique"
        unique = spent if unique is None else unique
    if puzzle is not None and target is not None:
        assert target.level == level_of(puzzle)
    name = ", ".join(sorted(kinds))
    return Outcome(name, spent, unique, puzzle is not None, target and target.level)


def table(outcomes: list[Outcome], is_levelled: bool) -> None:
    """Print the outcomes by the kinds whose values were open."""
    more = ("of its level",) if is_levelled else ()
    head("clues with values", "themes", "one solution", *more, "CPU s, median")
    names = dict.fromkeys(one.name for one in outcomes)
    groups = {name: [one for one in outcomes if one.name == name] for name in names}
    for name, some in sorted(groups.items(), key=lambda group: -len(group[1])):
        _row(name, some, is_levelled)
    _row("all", outcomes, is_levelled)


def _row(name: str, some: list[Outcome], is_levelled: bool) -> None:
    unique = sorted(one.unique for one in some if one.unique is not None)
    wished = [one for one in some if one.wished]
    cells: list[object] = [len(some), len(unique)]
    if name == "all":
        cells[1] = f"{len(unique)} ({100 * len(unique) / max(1, len(some)):.0f} %)"
    if is_levelled:
        cells.append(len(wished))
        if name == "all" and unique:
            cells[2] = f"{len(wished)} ({100 * len(wished) / len(unique):.0f} % of these)"
    row(name, *cells, f"{statistics.median(unique):.2f}" if unique else "")


def main(args: argparse.Namespace) -> None:
    """Search, and print the table."""
    themes = drawn(args.each) if args.drawn else published(args.every, args.first)

    def search(theme: Puzzle) -> dict[str, Any]:
        return asdict(outcome(theme, args.seconds, args.random, args.level))

    pieces = in_pieces(themes, search, args.kept, args.minutes)
    outcomes = [Outcome(**data) for _, data in pieces]
    what = "random" if args.random else "set to the level of the puzzle" if args.level else "set"
    where = "clues of ten kinds at random places" if args.drawn else "published puzzles"
    caption(f"{where.capitalize()}: {what}, up to {args.seconds:g} s of CPU each")
    table(outcomes, args.level)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--each", type=int, default=10, help="drawn themes of each kind")
    add_pieces(parser)
    rivals = parser.add_mutually_exclusive_group()
    rivals.add_argument("--random", action="store_true")
    rivals.add_argument("--level", action="store_true")
    parser.add_argument("--drawn", action="store_true")
    main(parser.parse_args())
