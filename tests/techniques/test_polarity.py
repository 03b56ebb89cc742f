"""Whisper polarity: lines are coloured at once, and what follows is true."""

from __future__ import annotations

import pytest

from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.polarity import PolarityProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults

from .support import ROOT, assert_sound, begun_positions, solve

BOARD = Geometry.classic()


def of_line(rules: str) -> Position:
    return start(Puzzle.empty(BOARD, parse_rules(rules, BOARD)))


def test_one_cell_colours_a_line_of_any_length() -> None:
    """A whole row cannot be a whisper, so the long line has other cells than houses."""
    cells = [(row, row + shift) for row in range(1, 8) for shift in (0, 1)]
    line = "+".join(f"r{row}c{column}" for row, column in cells)
    position = of_line(f"whisper:{line}")
    position = position.eliminate([(BOARD.cell("r1c1"), digit) for digit in (6, 7, 8, 9)])
    (step,) = technique("whisper-polarity").find(position)
    assert isinstance(step.proof, PolarityProof)
    assert step.proof.house is None
    assert len(step.proof.low) + len(step.proof.high) == len(cells) == 14
    wrong = {(BOARD.cell(f"r{row}c{row}"), 6) for row in range(2, 8)}
    assert wrong | {(BOARD.cell("r1c2"), 4)} <= set(step.eliminations)
    assert not faults(step, position)


def test_a_house_has_room_for_four_of_a_half() -> None:
    """Three cells of a colour in row 1, and two more cells of it that are low."""
    position = of_line("whisper:r1c1+r2c2+r1c3+r2c4+r1c5")
    low = [(BOARD.cell(name), digit) for name in ("r1c7", "r1c9") for digit in (5, 6, 7, 8, 9)]
    position = position.eliminate(low)
    (step,) = technique("whisper-polarity").find(position)
    assert isinstance(step.proof, PolarityProof)
    assert (step.proof.house, step.proof.room) != (None, 0)
    text = explain(step, BOARD)
    assert "row 1 would have five low digits in r1c1, r1c3, r1c5, r1c7 and r1c9" in text
    assert "has room for four" in text
    assert {cell for cell, digit in step.eliminations if digit < 5} == {
        BOARD.cell(name) for name in ("r1c1", "r1c3", "r1c5")
    }
    assert not faults(step, position)


@pytest.mark.parametrize("width", [3, 4])
def test_a_wide_whisper_that_allows_the_middle_is_not_coloured(width: int) -> None:
    """Two neighbours that differ by less than five may be of one half, or 5."""
    position = of_line(f"whisper:r1c1+r2c2+r1c3+r2c4:{width}")
    position = position.eliminate([(BOARD.cell("r1c1"), digit) for digit in (5, 6, 7, 8, 9)])
    assert not list(technique("whisper-polarity").find(position))


def test_what_it_shows_is_true() -> None:
    """On the lines of a puzzle with some digits, and wrong candidates crossed out at random."""
    puzzle = parse(
        (ROOT / "examples" / "techniques" / "whisper-polarity.json").read_text("ascii")
    ).puzzle
    solution = solve(start(puzzle))
    assert solution is not None
    kinds = set()
    for position in begun_positions(puzzle, solution, 40, 1 / 2):
        for step in technique("whisper-polarity").find(position):
            assert isinstance(step.proof, PolarityProof)
            assert_sound(step, solution)
            assert not faults(step, position)
            kinds.add(step.proof.house is None)
    assert kinds == {True, False}
