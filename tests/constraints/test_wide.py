"""Rules on boards whose digits go beyond 9, and which are no squares, against brute force.

The boards of ``trials`` are small enough for all their grids. Here two cells are open at a time, or
the grid is replaced by others that keep the houses.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product

import pytest

import tests.constraints.planting_custom  # noqa: F401
from satdoku.base.errors import Unsupported
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints.common import Clue
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions
from tests.constraints.constraint_oracle import BOXES, full_grids, kept, meant, moved, symmetries
from tests.constraints.planting import PLANTS
from tests.shared import thinned

RAW = Geometry(3, 5, tuple(range(13)), ())
"""Three rows of five cells without houses, digits 0 to 12."""
DEEP = Geometry.boxes(12, 3, 4)

_NOWHERE = {"anti-taxicab", "doppelganger", "dutch-flatmates", "global-entropy", "global-mod"}
_OF_BLANKS = {"blanks", "doppelblock", "end-view", "japanese-sums"}
_OF_HOUSES = {"box-indexer", "region-same-values", "region-sum"}
NEVER = {
    RAW: {*_NOWHERE, *_OF_HOUSES, "full-rank", "sandwich", "star-battle"},
    DEEP: {
        *_NOWHERE, *_OF_BLANKS, "diagonal-nonconsecutive", "doubling-line", "magic-square",
        "negative-difference", "negative-ratio", "pill-arrow",
    },
    BOXES: {*_NOWHERE, *_OF_BLANKS, "magic-square"},
}  # fmt: skip
"""Rules that need houses or the digit 0, or that no grid of the board was found to keep."""


JUDGED = PLANTS.keys() - {"cave", "closed-loop", "nurikabe", "snake", "tapa", "yin-yang"}
"""The others keep the judge of this file for minutes; tests/constraints/test_shadings.py has
them."""

ALMOST_ALL = [
    pytest.param(name, marks=pytest.mark.full) if name == "variables" else name
    for name in sorted(JUDGED)
]


def planted(
    name: str, board: Geometry, chance: random.Random
) -> Iterator[tuple[Constraint, tuple[int, ...]]]:
    """A clue of the rule and a grid of which it is true, if any of some hundred tries has one."""
    for _ in range(400):
        if not board.houses:
            values = tuple(chance.choice(board.digits) for _ in range(board.cell_count))
        else:
            values = shuffled(chance) if board is DEEP else chance.choice(full_grids(board))
        rule = PLANTS[name](chance, board, values)
        if rule is not None and rule.unfit(board) is None:
            # No sum is out of reach that the digits of some grid have.
            assert Puzzle.empty(board, [rule]).problems() == (), rule
            yield rule, values
            return


def shuffled(chance: random.Random) -> tuple[int, ...]:
    """A full grid of the 12x12 board."""
    height, width = 3, 4
    rows = [height * b + r for b in chance.sample(range(4), 4) for r in chance.sample(range(3), 3)]
    columns = [
        width * s + c for s in chance.sample(range(3), 3) for c in chance.sample(range(4), 4)
    ]
    digits = chance.sample(DEEP.digits, 12)
    return tuple(
        digits[(width * (r % height) + r // height + c) % 12] for r in rows for c in columns
    )


@pytest.mark.parametrize("name", thinned(sorted(JUDGED), 4))
def test_two_open_cells_of_a_board_without_houses(name: str) -> None:
    chance = random.Random(name)
    cases = [case for _ in range(3) for case in planted(name, RAW, chance)]
    assert bool(cases) == (name not in NEVER[RAW])
    for number, (rule, values) in enumerate(cases):
        test = meant(tuple(rule.relations(RAW)), RAW.cell_count)
        scope = rule.scope(RAW)
        free = chance.sample(scope, min(len(scope), 2))
        right = set()
        for digits in product(RAW.digits, repeat=len(free)):
            filled = dict(zip(free, digits, strict=True))
            grid = tuple(filled.get(cell, value) for cell, value in enumerate(values))
            holds = rule.holds(Grid(RAW, grid))
            assert holds == test(grid), (rule, grid)
            if isinstance(rule, Clue):
                own = [v if c in scope else None for c, v in enumerate(grid)]
                assert rule.fits(own, RAW) == holds, (rule, grid)  # type: ignore[arg-type]
            if holds:
                right.add(grid)
        assert values in right
        part = tuple(None if cell in free else value for cell, value in enumerate(values))
        assert rule.may_hold(part, RAW)
        puzzle = Puzzle.empty(RAW, [rule]).with_givens(part)
        for engine in ("sat", "cpsat", "variant")[: 3 if number == 0 else 0]:
            try:
                answers = {g.values for g in enumerate_solutions(puzzle, backend=engine)}
            except Unsupported:
                assert engine == "variant"
            else:
                assert answers == right, (rule, engine)


@pytest.mark.parametrize("name", thinned(sorted(JUDGED), 4))
def test_grids_of_a_board_of_twelve_digits(name: str) -> None:
    chance = random.Random(name)
    cases = list(planted(name, DEEP, chance))
    assert bool(cases) == (name not in NEVER[DEEP])
    for rule, values in cases:
        test = meant(tuple(rule.relations(DEEP)), DEEP.cell_count)
        assert test(values), rule
        for _ in range(20):
            grid = shuffled(chance)
            assert rule.holds(Grid(DEEP, grid)) == test(grid), (rule, grid)


@pytest.mark.full  # the trials of each family move clues, too
@pytest.mark.parametrize("name", ALMOST_ALL)
def test_images_under_symmetries(name: str) -> None:
    """The image holds of a grid's image where the rule holds of the grid, and nowhere else."""
    chance = random.Random(name)
    cases = [case for _ in range(10) for case in planted(name, BOXES, chance)]
    assert bool(cases) == (name not in NEVER[BOXES])
    for rule, _ in cases:
        right = kept(rule, BOXES)
        grids = [
            grid
            for some in (sorted(right), [v for v in full_grids(BOXES) if v not in right])
            for grid in chance.sample(some, min(16, len(some)))
        ]
        for board_map in chance.sample(symmetries(), 12):
            image = rule.image(board_map)
            for grid in grids if image is not None else ():
                held = image.holds(Grid(BOXES, moved(grid, board_map)))
                assert held == (grid in right), (rule, image, grid)


SMALL_BOARD = Geometry(3, 4, (1, 2, 3, 4), ())


@pytest.mark.parametrize("name", thinned(sorted(JUDGED), 4))
def test_what_some_filling_keeps_is_not_called_out_of_reach(name: str) -> None:
    """With its number, and with the numbers beside it: judged by every filling of its cells."""
    chance = random.Random(name)
    for rule, _ in [case for _ in range(6) for case in planted(name, SMALL_BOARD, chance)]:
        scope = rule.scope(SMALL_BOARD)
        numbers = [field.name for field in fields(rule) if field.type == "int"]
        for number, more in product(numbers, (-2, -1, 1, 2)) if len(scope) < 6 else ():
            try:
                other = replace(rule, **{number: getattr(rule, number) + more})
            except ValueError:
                continue
            if other.unfit(SMALL_BOARD) is None and Puzzle.empty(SMALL_BOARD, [other]).problems():
                values = [1] * SMALL_BOARD.cell_count
                for digits in product(SMALL_BOARD.digits, repeat=len(scope)):
                    for cell, digit in zip(scope, digits, strict=True):
                        values[cell] = digit
                    assert not other.holds(Grid(SMALL_BOARD, tuple(values))), (other, digits)
