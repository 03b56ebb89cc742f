"""Positions with rare patterns: the pattern comes first, and a puzzle is made round it.

Each function takes a filled grid and returns cells that have to stay open, with the digits that the
pattern leaves to cells. :func:`positions` removes givens from the grid for as long as the solution
stays the only one and no open cell has a candidate that the pattern does not allow.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations, product

import satdoku
from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.searches.houses.guardians import impossible_turns

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


def exocet(solution: Solution, rng: random.Random, senior: bool = False) -> Shape | None:
    """The two digits of the base are in targets, and elsewhere outside of the band in two rows."""
    band = rng.randrange(3)
    rows = rng.sample(range(3 * band, 3 * band + 3), 3)
    outside = [r for r in range(9) if r // 3 != band]
    columns = [rng.sample(range(s, s + 3), 3) for s in rng.sample(range(0, 9, 3), 3)]
    crossing = [column[0] for column in columns]
    base = [_at(rows[0], c) for c in columns[0][1:]]
    held = {solution[x] for x in base}
    targets = [_at(rng.choice(rows[1:]), crossing[1])]
    targets.append(
        _at(rng.choice(outside), rng.choice(crossing))
        if senior
        else _at(rng.choice(rows[1:]), crossing[2])
    )
    if {solution[x] for x in targets} != held:
        return None
    digits = held | set(rng.sample(range(1, 10), rng.randint(1, 2)))
    beside = {_at(r, c) for r, c in product(rows[1:], crossing[1:])} - set(targets)
    if not 2 < len(digits) < 5 or any(solution[x] in digits for x in beside):
        return None
    allowed = {x: set(digits) for x in base} | dict.fromkeys(beside, EVERY - digits)
    elsewhere = [(r, c) for r, c in product(outside, crossing) if _at(r, c) not in targets]
    for d in digits:
        used = {r for r, c in elsewhere if solution[_at(r, c)] == d}
        if len(used) > 2:
            return None
        for r, c in elsewhere:
            if r not in used:
                allowed[_at(r, c)] = allowed.get(_at(r, c), EVERY) - {d}
    return [*base, *targets], allowed


def double_exocet(solution: Solution, rng: random.Random) -> Shape | None:
    """Two exocets of a band with the same three columns."""
    for _ in range(400):
        one = exocet(solution, rng)
        for _ in range(40 if one else 0):
            other = exocet(solution, rng)
            if one is None or other is None or _crossed(one) != _crossed(other):
                continue
            if {x // 27 for x in one[0]} == {x // 27 for x in other[0]} and not (
                set(one[0][:2]) & set(other[0][:2])
            ):
                allowed = dict(one[1])
                for x, digits in other[1].items():
                    allowed[x] = allowed.get(x, EVERY) & digits
                return [*one[0], *other[0]], allowed
    return None


def _crossed(shape: Shape) -> set[int]:
    """The columns of the cells outside of an exocet's band that have lost a digit."""
    cells, allowed = shape
    return {x % 9 for x in allowed if x // 27 != cells[0] // 27}


SYMMETRIC = "symmetrical-placement"

SHAPES: dict[str, Callable[[Solution, random.Random], Shape | None]] = {
    "domino-loop": domino_loop,
    "junior-exocet": exocet,
    "senior-exocet": partial(exocet, senior=True),
    "double-exocet": double_exocet,
    "tridagon": tridagon,
    "fireworks-quadruple": fireworks_quadruple,
}


def symmetric(rng: random.Random, checker: satdoku.Checker) -> Iterator[Position]:
    """A puzzle whose givens half a turn, or a reflection, takes to givens with other digits."""
    turns = (lambda r, c: _at(8 - r, 8 - c), lambda r, c: _at(c, r), lambda r, c: _at(c, 8 - r))
    turn = rng.choice(turns)
    images = [turn(r, c) for r, c in product(range(9), repeat=2)]
    digits = rng.sample(range(1, 10), 9)
    partner: dict[int, int]
    if turn is not turns[2]:
        fixed = 3 if turn is turns[1] else 1
        partner = {d: d for d in digits[:fixed]}
        rest = digits[fixed:]
        for a, b in zip(rest[::2], rest[1::2], strict=True):
            partner |= {a: b, b: a}
    else:
        partner = {digits[8]: digits[8]}
        for four in (digits[:4], digits[4:8]):
            partner |= dict(zip(four, (*four[1:], four[0]), strict=True))
    full: list[int] = [0] * 81
    if not _filled(full, images, partner, rng, [3000]):
        return
    cells: list[int | None] = list(full)
    for x in rng.sample(range(81), 81):
        orbit = [x]
        while images[orbit[-1]] != x:
            orbit.append(images[orbit[-1]])
        if cells[x] is not None:
            for y in orbit:
                cells[y] = None
            if not checker.is_unique(cells):
                for y in orbit:
                    cells[y] = full[y]
    yield start(Puzzle(BOARD, tuple(cells)))


def _filled(
    full: list[int], images: list[int], partner: dict[int, int], rng: random.Random, left: list[int]
) -> bool:
    """Fill a grid that has a symmetry, the cell of the fewest digits first."""
    left[0] -= 1
    open_ = [(len(_free(full, x)), x) for x in range(81) if not full[x]]
    if not open_ or left[0] < 0:
        return not open_
    _, x = min(open_)
    for digit in rng.sample(sorted(_free(full, x)), len(_free(full, x))):
        written: list[int] = []
        cell, d = x, digit
        while fits := full[cell] == d or (not full[cell] and d in _free(full, cell)):
            if full[cell]:
                break
            full[cell] = d
            written.append(cell)
            cell, d = images[cell], partner[d]
        if fits and _filled(full, images, partner, rng, left):
            return True
        for cell in written:
            full[cell] = 0
    return False


def _free(full: list[int], cell: int) -> set[int]:
    return EVERY - {full[y] for y in BOARD.peers[cell]}


NAMES = (*SHAPES, SYMMETRIC)
"""What has its positions from here."""


def positions(
    name: str, solution: Solution, rng: random.Random, checker: satdoku.Checker
) -> Iterator[Position]:
    """Puzzles of a solution that have the pattern, each at its start."""
    if name == SYMMETRIC:
        yield from symmetric(rng, checker)
        return
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
