"""Random clues that are true of a given grid, one function a rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from satdoku.constraints import (
    XV,
    Arrow,
    Between,
    BlackDot,
    Clone,
    LessThan,
    LittleKiller,
    Maximum,
    Minimum,
    NegativeDifference,
    NegativeRatio,
    NegativeXV,
    PairSum,
    Palindrome,
    PillArrow,
    Quadruple,
    RegionSum,
    Renban,
    SameValues,
    Sandwich,
    Skyscraper,
    SlowThermo,
    Thermo,
    Whisper,
    WhiteDot,
    XSum,
)
from satdoku.constraints.common import lines_from
from satdoku.constraints.neighbours import neighbours
from satdoku.puzzle import Constraint, Geometry, Grid
from satdoku.puzzle.constraint import DIRECTIONS, SIDES

Plant = Callable[[random.Random, Geometry, Sequence[int]], Constraint | None]
PLANTS: dict[str, Plant] = {}
"""For each rule a function that makes a clue of it, or ``None`` where its dice find none."""


def plant(name: str) -> Callable[[Plant], Plant]:
    def add(function: Plant) -> Plant:
        PLANTS[name] = function
        return function

    return add


def walk(
    chance: random.Random,
    board: Geometry,
    length: int,
    allowed: Callable[[list[int], int], bool] = lambda path, cell: True,
) -> tuple[int, ...] | None:
    """A path of touching cells; ``allowed`` judges each next cell by the path before it."""
    path = [chance.randrange(board.cell_count)]
    while len(path) < length:
        row, column = board.row_column(path[-1])
        around = [
            r * board.columns + c
            for r in range(max(row - 1, 0), min(row + 2, board.rows))
            for c in range(max(column - 1, 0), min(column + 2, board.columns))
        ]
        around = [cell for cell in around if cell not in path and allowed(path, cell)]
        if not around:
            return None
        path.append(chance.choice(around))
    return tuple(path)


def edge(chance: random.Random, board: Geometry) -> tuple[int, int]:
    cell = chance.randrange(board.cell_count)
    return cell, chance.choice(list(neighbours(board, cell)))


def true_of(rule: Constraint, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return rule if rule.holds(Grid(board, tuple(values))) else None


@plant("thermo")
def _thermo(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4), lambda path, c: values[c] > values[path[-1]])
    return cells and Thermo(cells)


@plant("slow-thermo")
def _slow(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5), lambda path, c: values[c] >= values[path[-1]])
    return cells and SlowThermo(cells)


@plant("whisper")
def _whisper(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    diff = chance.choice((None, max(1, (board.size + 1) // 2 - 1)))
    least = (board.size + 1) // 2 if diff is None else diff
    cells = walk(
        chance,
        board,
        chance.randint(2, 5),
        lambda path, c: abs(values[c] - values[path[-1]]) >= least,
    )
    return cells and Whisper(cells, diff)


@plant("renban")
def _renban(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, min(5, board.size)))
    return cells and true_of(Renban(cells), board, values)


@plant("palindrome")
def _palindrome(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 5))
    return cells and true_of(Palindrome(cells), board, values)


@plant("between")
def _between(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 5))
    return cells and true_of(Between(cells), board, values)


@plant("region-sum")
def _region_sum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 6))
    rule = RegionSum(cells, chance.random() < 0.3) if cells and board.regions else None
    return rule and true_of(rule, board, values) if rule and len(rule.pieces(board)) > 1 else None


@plant("white-dot")
def _white(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    a, b = edge(chance, board)
    diff = abs(values[a] - values[b])
    return WhiteDot((a, b), diff) if diff in (1, 1 + chance.randrange(8)) else None


@plant("black-dot")
def _black(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(BlackDot(edge(chance, board), chance.choice((2, 2, 2, 3))), board, values)


@plant("xv")
def _xv(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(XV(edge(chance, board), chance.choice((5, 10))), board, values)


@plant("pair-sum")
def _pair_sum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    a, b = edge(chance, board)
    return PairSum((a, b), values[a] + values[b])


@plant("less-than")
def _less(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(LessThan(edge(chance, board)), board, values)


@plant("quadruple")
def _quadruple(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    row, column = chance.randrange(board.rows - 1), chance.randrange(board.columns - 1)
    first = row * board.columns + column
    cells = (first, first + 1, first + board.columns, first + board.columns + 1)
    chosen = chance.sample(cells, chance.randint(1, 4))
    return Quadruple(cells, tuple(values[cell] for cell in chosen))


@plant("minimum")
def _minimum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = tuple(chance.sample(range(board.cell_count), chance.randint(1, 2)))
    return true_of(Minimum(cells), board, values)


@plant("maximum")
def _maximum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = tuple(chance.sample(range(board.cell_count), chance.randint(1, 2)))
    return true_of(Maximum(cells), board, values)


@plant("negative-difference")
def _no_difference(
    chance: random.Random, board: Geometry, values: Sequence[int]
) -> Constraint | None:
    return true_of(NegativeDifference(chance.randint(1, 3)), board, values)


@plant("negative-ratio")
def _no_ratio(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(NegativeRatio(chance.choice((None, (3,), (4, 3)))), board, values)


@plant("negative-xv")
def _no_xv(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(NegativeXV(chance.choice(((5, 10), (5,), (3, 7)))), board, values)


@plant("arrow")
def _arrow(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4))
    return cells and true_of(Arrow(cells[0], cells[1:]), board, values)


@plant("pill-arrow")
def _pill(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(5, 7))
    if not cells or abs(cells[1] - cells[0]) not in (1, board.columns):
        return None
    return true_of(PillArrow(cells[1::-1], cells[2:]), board, values)


@plant("little-killer")
def _little(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    start = LittleKiller(chance.randrange(board.cell_count), chance.choice(DIRECTIONS), 0)
    line = start.line(board)
    if start.unfit(board) or len(line) < 2:
        return None
    return LittleKiller(start.start, start.direction, sum(values[cell] for cell in line))


def _outside(chance: random.Random, board: Geometry) -> tuple[str, int, tuple[int, ...]]:
    side = chance.choice(SIDES)
    index, line = chance.choice(list(lines_from(board, side).items()))
    return side, index, line


@plant("sandwich")
def _sandwich(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    side, index, line = _outside(chance, board)
    digits = [values[cell] for cell in line]
    if sorted(digits) != list(board.digits):
        return None
    a, b = sorted((digits.index(board.digits[0]), digits.index(board.digits[-1])))
    return true_of(Sandwich(side, index, sum(digits[a + 1 : b])), board, values)


@plant("x-sum")
def _x_sum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    side, index, line = _outside(chance, board)
    digits = [values[cell] for cell in line]
    return true_of(XSum(side, index, sum(digits[: digits[0]])), board, values)


@plant("skyscraper")
def _skyscraper(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    side, index, line = _outside(chance, board)
    seen = sum(values[c] > max([0, *(values[b] for b in line[:i])]) for i, c in enumerate(line))
    return Skyscraper(side, index, seen)


@plant("clone")
def _clone(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(1, 3))
    shift = chance.randrange(1, board.cell_count)
    if not cells or any(cell + shift >= board.cell_count for cell in cells):
        return None
    return true_of(Clone(cells, tuple(cell + shift for cell in cells)), board, values)


@plant("same-values")
def _same(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    size = chance.randint(1, 3)
    sets = [walk(chance, board, size) for _ in range(2)]
    if sets[0] is None or sets[1] is None:
        return None
    return true_of(SameValues((sets[0], sets[1])), board, values)
