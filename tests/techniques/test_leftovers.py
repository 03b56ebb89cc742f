"""Lines against boxes: what both sides leave holds the same digits."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from satdoku import solve
from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.arguments.sums import LeftoverProof
from satdoku.techniques.board import bits
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues import leftovers
from satdoku.techniques.searches.clues.leftovers import SetEquivalence, crossed_of
from tests.shared import thinned

from .named import unnamed
from .support import assert_sound

BOARDS = [Geometry.classic(), Geometry.boxes(6, 2, 3), Geometry.boxes(8, 2, 4)]


def filled(geometry: Geometry, rng: random.Random) -> tuple[int, ...]:
    """A grid whose first row is drawn."""
    row = rng.sample(geometry.digits, len(geometry.digits))
    grid = solve(Puzzle.empty(geometry).with_givens(dict(enumerate(row)))).solution
    assert grid is not None
    return tuple(value for value in grid.values if value is not None)


@pytest.mark.parametrize("geometry", BOARDS, ids=str)
def test_both_sides_hold_the_same_digits_in_every_grid(geometry: Geometry) -> None:
    grid = filled(geometry, random.Random(1))
    every = crossed_of(Puzzle.empty(geometry))
    assert every
    for crossed in every:
        sides = [Counter(grid[c] for c in bits(mask)) for mask in (crossed.plus, crossed.minus)]
        assert sides[0] == sides[1]


def test_the_ring_around_the_middle_box_is_found() -> None:
    """Rows and columns 3 and 7 leave the ring, the boxes in the corners their 2x2 corners."""
    ring = {9 * r + c for r in range(2, 7) for c in range(2, 7) if {r, c} & {2, 6}}
    corners = {9 * r + c for r in (0, 1, 7, 8) for c in (0, 1, 7, 8)}
    every = crossed_of(Puzzle.empty(Geometry.classic()))
    assert len(every) == 27 * 27
    assert (ring, corners) in [(set(bits(one.plus)), set(bits(one.minus))) for one in every]


@pytest.mark.parametrize("seed", thinned(range(6), 6))
def test_steps_hold_and_name_what_they_rest_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions between the givens and the solution: each step is true, proved and forged."""
    rng = random.Random(seed)
    geometry = BOARDS[seed % 2]
    grid = filled(geometry, rng)
    count = geometry.cell_count
    shown = set(rng.sample(range(count), 2 * count // 3))
    puzzle = Puzzle(geometry, tuple(grid[c] if c in shown else None for c in range(count)))
    position = Position.of(puzzle)
    steps = list(SetEquivalence().find(position, ENDLESS))
    for step in steps:
        assert not faults(step, position)
        assert_sound(step, grid)
        assert unnamed(step, position) is None
        assert isinstance(step.proof, LeftoverProof)
        assert not {*step.proof.plus, *step.proof.minus} & set(step.proof.cancelled)
    assert steps or seed % 2
    # Lines that leave what others have left in vain are not asked, and would show nothing.
    monkeypatch.setattr(leftovers, "_parted", lambda *_: object())
    assert list(SetEquivalence().find(position, ENDLESS)) == steps
