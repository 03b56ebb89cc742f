"""Positions with rare patterns: the pattern comes first, and a puzzle is made round it.

Each function takes a filled grid and returns cells that have to stay open, with the digits that the
pattern leaves to cells. :func:`positions` removes givens from the grid for as long as the solution
stays the only one and no open cell has a candidate that the pattern does not allow.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import permutations, product

import satdoku
from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.guardians import impossible_turns

Solution = tuple[int, ...]
Shape = tuple[list[int], dict[int, set[int]]]
"""Cells that stay open, and what cells may have as candidates."""

BOARD = Geometry.classic()
EVERY = set(range(1, 10))


def _at(row: int, column: int) -> int:
    return 9 * row + column


def domino_loop(solution: Solution, rng: random.Random) -> Shape | None:
    """Each domino gives one digit to the link before it, and one to the link behind it."""
    rows, columns = ([3 * i + rng.randrange(3) for i in rng.sample(range(3), 2)] for _ in range(2))
    corners = [
        (rows[0], columns[0]), (rows[0], columns[1]), (rows[1], columns[1]), (rows[1], columns[0])
    ]  # fmt: skip
    dominoes: list[list[int]] = []
    for at, (r, c) in enumerate(corners):
        across = [_at(r, x) for x in range(9) if x // 3 == c // 3 and x != c]
        down = [_at(x, c) for x in range(9) if x // 3 == r // 3 and x != r]
        dominoes += [down, across] if at % 2 == 0 else [across, down]
    given = [rng.sample([solution[x] for x in domino], 2) for domino in dominoes]
    links = [{given[at][1], given[(at + 1) % 8][0]} for at in range(8)]
    allowed = {x: links[at - 1] | links[at] for at in range(8) for x in dominoes[at]}
    return list(allowed), allowed


def tridagon(solution: Solution, rng: random.Random) -> Shape | None:
    """Of twelve cells, all but one hold one of three digits."""
    digits = set(rng.sample(range(1, 10), 3))
    bands, stacks = (rng.sample(range(3), 2) for _ in range(2))
    turns = list(permutations(range(3)))
    choices = []
    for band, stack in product(bands, stacks):
        here = []
        for turn in turns:
            cells = [_at(3 * band + r, 3 * stack + turn[r]) for r in range(3)]
            wrong = [x for x in cells if solution[x] not in digits]
            if len(wrong) < 2:
                here.append((turn, cells, wrong))
        choices.append(here)
    found = [
        parts
        for parts in product(*choices)
        if sum(len(wrong) for _, _, wrong in parts) == 1
        and impossible_turns(tuple(turn for turn, _, _ in parts))
    ]
    if not found:
        return None
    parts = rng.choice(found)
    allowed = {x: set(digits) for _, cells, _ in parts for x in cells}
    for _, _, wrong in parts:
        for x in wrong:
            allowed[x] |= {solution[x], rng.randint(1, 9)}
    # Nothing that the twelve cells see may hold one of the digits.
    seen = {y for x in allowed for y in BOARD.peers[x] if solution[y] in digits}
    return [*allowed, *seen], allowed


def fireworks_quadruple(solution: Solution, rng: random.Random) -> Shape | None:
    """The corners of a rectangle in four boxes hold four digits, two from each of two corners."""
    rows, columns = ([3 * i + rng.randrange(3) for i in rng.sample(range(3), 2)] for _ in range(2))
    (r, s), (c, d) = rows, columns
    corners = [_at(r, c), _at(s, d), _at(r, d), _at(s, c)]
    held = [solution[x] for x in corners]
    if len(set(held)) < 4:
        return None
    one, two, three, four = held
    pairs = ({one, three}, {two, four}) if rng.random() < 0.5 else ({one, four}, {two, three})
    allowed: dict[int, set[int]] = {}
    for (row, column), pair in zip(((r, c), (s, d)), pairs, strict=True):
        for x in range(9):
            for cell, inside in (
                (_at(row, x), x // 3 == column // 3),
                (_at(x, column), x // 3 == row // 3),
            ):
                if not inside and cell not in corners:
                    allowed[cell] = allowed.get(cell, EVERY) - pair
    if any(solution[x] not in digits for x, digits in allowed.items()):
        return None
    lines = ((rows, range(9)), (range(9), columns))
    held_there = {_at(x, y) for across, down in lines for x, y in product(across, down)}
    return [*corners, *(x for x in held_there if solution[x] in held)], allowed


SHAPES: dict[str, Callable[[Solution, random.Random], Shape | None]] = {
    "domino-loop": domino_loop,
    "tridagon": tridagon,
    "fireworks-quadruple": fireworks_quadruple,
}


def positions(
    name: str, solution: Solution, rng: random.Random, checker: satdoku.Checker
) -> Iterator[Position]:
    """Puzzles of a solution that have the pattern, each at its start."""
    shape = SHAPES[name](solution, rng)
    if shape is None:
        return
    open_, allowed = shape
    cells: list[int | None] = list(solution)
    for x in open_:
        cells[x] = None
    if not _fits(cells, allowed) or not checker.is_unique(cells):
        return
    for x in rng.sample(range(81), 81):
        if cells[x] is not None:
            kept, cells[x] = cells[x], None
            if not _fits(cells, allowed) or not checker.is_unique(cells):
                cells[x] = kept
    yield start(Puzzle(BOARD, tuple(cells)))


def _fits(cells: list[int | None], allowed: dict[int, set[int]]) -> bool:
    """Whether no open cell has a candidate beyond those that it may have."""
    for x, digits in allowed.items():
        if cells[x] is None and EVERY - digits - {cells[y] for y in BOARD.peers[x]}:
            return False
    return True
