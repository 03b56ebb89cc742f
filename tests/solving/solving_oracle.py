"""Puzzles for the tests of engines and questions, and a solver by plain trial as referee."""

from __future__ import annotations

import random
from collections.abc import Iterator

from satdoku.board import Constraint, Geometry, Grid
from satdoku.puzzle import Puzzle
from tests.shared import full_grids as full_grids
from tests.shared import shared_file

ENGINES = ("sat", "cpsat")
CLASSIC = Geometry.classic()
BOXES4 = Geometry.boxes(4, 2, 2)
JIGSAW4 = Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4])

MINIMAL = ".....5..8...62..5.....392...5...2..6..18....4.2..6.1..2.3..6.4........7...53..8.."
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def classic(text: str) -> Puzzle:
    """A 9x9 from a line of 81 symbols."""
    return Puzzle(CLASSIC, tuple(None if symbol in ".0" else int(symbol) for symbol in text))


def on(geometry: Geometry, *values: int | None) -> Puzzle:
    """A puzzle from its values, 0 for empty."""
    return Puzzle(geometry, tuple(value or None for value in values))


def lines(name: str) -> list[str]:
    """The lines of one of the shared speed sets, or a skipped test."""
    return shared_file("speed", name).read_text().split("\n")[:-1]


def spread(items: list[str], count: int) -> list[str]:
    """``count`` items from all over a list."""
    step = max(1, len(items) // count)
    return items[::step][:count]


def brute(puzzle: Puzzle) -> frozenset[tuple[int, ...]]:
    """Every solution of a puzzle on a small board, by the plain meaning of its rules."""
    return frozenset(
        values
        for values in full_grids(puzzle.geometry)
        if puzzle.accepts(Grid(puzzle.geometry, values))
    )


def parts_of(
    geometry: Geometry, constraints: tuple[Constraint, ...], chance: random.Random, count: int
) -> Iterator[Puzzle]:
    """Puzzles with givens taken from random full grids, or (some) at random."""
    grids = full_grids(geometry)
    empty = Puzzle.empty(geometry, constraints)
    done = 0
    while done < count:
        grid = chance.choice(grids)
        share = chance.random() * 0.6
        givens = {cell: digit for cell, digit in enumerate(grid) if chance.random() < share}
        if givens and chance.random() < 0.3:
            givens[chance.choice(list(givens))] = chance.choice(geometry.digits)
        puzzle = empty.with_givens(givens)
        if not puzzle.problems():
            done += 1
            yield puzzle
