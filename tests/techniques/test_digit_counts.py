"""Digit counts: what houses and clues need fills the room that others have."""

from __future__ import annotations

import pytest

from satdoku.base.limits import Limit, RanOut
from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.counts import CountProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.step import Step

from .support import ROOT, assert_sound, begun_positions, solve

BOARD = Geometry.classic()

SHAFTS = ("r3c4+r3c5+r3c6", "r7c4+r7c5+r7c6", "r4c3+r5c3+r6c3", "r4c7+r5c7+r6c7")
SQUARES = (
    "r1c1+r1c2+r2c1+r2c2", "r1c8+r1c9+r2c8+r2c9", "r8c1+r8c2+r9c1+r9c2", "r8c8+r8c9+r9c8+r9c9"
)  # fmt: skip


CORNERS = (
    *(f"killer-cage:{shaft}:8" for shaft in SHAFTS),
    *(f"killer-cage:{own}:{total}" for own, total in zip(SQUARES, (20, 21, 22, 16), strict=True)),
)
"""Cages of 8 with two of the digits 1 to 3 each, and squares in the corners with sums of 16 or
more, which have at most two."""


def board_of(*rules: str) -> Position:
    """An empty board with rules."""
    parsed = [rule for text in rules for rule in parse_rules(text, BOARD)]
    return start(Puzzle.empty(BOARD, tuple(parsed)))


def found(position: Position) -> list[Step]:
    """The steps in a position, each checked."""
    steps = list(technique("digit-counts").find(position))
    assert not any(faults(step, position) for step in steps)
    return steps


def of_low(position: Position) -> list[Step]:
    """The steps about the digits 1 to 3 in the corners."""
    return [
        step
        for step in found(position)
        if isinstance(step.proof, CountProof)
        and step.proof.digits == (1, 2, 3)
        and len(step.proof.rooms) == 8
    ]


def test_corners_need_what_lines_and_squares_have_room_for() -> None:
    (step,) = of_low(board_of(*CORNERS))
    crossings = [BOARD.cell(name) for name in ("r3c3", "r3c7", "r7c3", "r7c7")]
    assert {*step.eliminations} == {(cell, digit) for cell in crossings for digit in (1, 2, 3)}
    text = explain(step, BOARD)
    assert (
        "three in each of boxes 1, 3, 7 and 9 and at least two in each of the killer cages" in text
    )
    assert "at most two in each of the killer cages" in text
    assert "at most 20 together" in text


def test_room_for_one_more_shows_nothing() -> None:
    """A square of 15 may hold 1, 2 and 3."""
    assert not of_low(board_of(*CORNERS[:-1], f"killer-cage:{SQUARES[-1]}:15"))


def test_pairs_of_a_box_take_its_even_digits() -> None:
    """Of two neighbours one is even, and four pairs leave one cell of the box."""
    pairs = ("r1c1+r2c1", "r3c1+r3c2", "r2c3+r3c3", "r1c2+r1c3")
    (step, *_) = found(board_of(*(f"white-dot:{pair}" for pair in pairs)))
    middle = BOARD.cell("r2c2")
    assert [digit for cell, digit in step.eliminations if cell == middle] == [2, 4, 6, 8]
    assert isinstance(step.proof, CountProof)
    assert [number for _, number in step.proof.needs] == [1] * 4
    assert [number for _, number in step.proof.rooms] == [4]


def test_digits_that_are_written_are_not_counted_again() -> None:
    """A 2 in the box leaves room for three, which three pairs take."""
    pairs = ("r1c1+r2c1", "r3c1+r3c2", "r2c3+r3c3")
    position = board_of(*(f"white-dot:{pair}" for pair in pairs)).place(BOARD.cell("r1c3"), 2)
    (step, *_) = found(position)
    assert isinstance(step.proof, CountProof)
    assert step.proof.sure == (BOARD.cell("r1c3"),)
    assert {BOARD.cell("r1c2"), BOARD.cell("r2c2")} <= {cell for cell, _ in step.eliminations}
    assert "apart from r1c3, which holds one already" in explain(step, BOARD)


def test_cells_that_can_hold_none_are_in_no_room() -> None:
    """Row 3 of the box is in none of the cages, but can hold none of the digits."""
    position = board_of(
        "killer-cage:r1c1+r1c2:10", "killer-cage:r1c3+r2c3:10", "killer-cage:r2c1+r2c2:10"
    )
    row = [BOARD.cell(name) for name in ("r3c1", "r3c2", "r3c3")]
    (step, *_) = found(position.eliminate([(cell, d) for cell in row for d in (1, 2, 3)]))
    assert isinstance(step.proof, CountProof)
    assert step.proof.digits == (1, 2, 3)
    assert "there must be three in box 1. All cells of these that can still hold one are also" in (
        explain(step, BOARD)
    )


def test_a_clue_loses_what_it_has_only_with_fewer() -> None:
    """A square of 20 with two of the digits 1 to 3 has no 4, and no 5."""
    position = board_of(*CORNERS)
    (first,) = of_low(position)
    steps = of_low(position.eliminate(first.eliminations))
    lost = {pair for step in steps for pair in step.eliminations}
    assert {(BOARD.cell(name), digit) for name in ("r1c1", "r2c2") for digit in (4, 5)} <= lost


def test_a_check_ends_with_its_clock() -> None:
    """To fill the cells of a clue is work that is counted."""
    position = board_of(*CORNERS)
    (step,) = of_low(position)
    with pytest.raises(RanOut):
        faults(step, position, Limit(nodes=20).start())


@pytest.mark.full
def test_what_it_shows_is_true() -> None:
    """With some digits of a puzzle, and wrong candidates crossed out at random."""
    puzzle = parse((ROOT / "examples" / "techniques" / "digit-counts.json").read_text()).puzzle
    solution = solve(start(puzzle))
    assert solution is not None
    count = 0
    for position in begun_positions(puzzle, solution, 40, 1 / 2):
        for step in technique("digit-counts").find(position):
            assert_sound(step, solution)
            assert not faults(step, position)
            count += 1
    assert count
