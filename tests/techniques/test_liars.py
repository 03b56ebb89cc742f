"""Liars: a digit goes that more of some clues exclude than may be wrong, or than may be true."""

from __future__ import annotations

import pytest

from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.liars import LiarsProof
from satdoku.techniques.catalogue import technique

from .support import told

BOARD = Geometry.boxes(4, 2, 2)
CAGES = "killer-cage:3:r1c1+r1c2,killer-cage:6:r1c1+r2c1,killer-cage:7:r1c1+r2c2"
CASES = {
    f"count-of:least=2:({CAGES})": "not all of these are wrong",
    "count-of:least=1:most=1:(killer-cage:3:r1c1+r1c2,killer-cage:9:r1c1+r2c1)": "cannot be kept",
    "or:(killer-cage:3:r1c1+r1c2,killer-cage:3:r1c1+r2c1,killer-cage:9:r4c3+r4c4)": "r1c1 is not",
    "or:(killer-cage:3:r1c1+r1c2,killer-cage:3:r1c1+r2c1)": "Each of them excludes this: r1c1",
    # Each part of a group excludes by itself.
    "or:(and:(killer-cage:3:r1c1+r1c2,even:r3c3),and:(killer-cage:6:r1c1+r2c1,odd:r4c4))": "cages",
    # At most one is true: the others are false. r4c2 is 2, r3c3 is 1, r3c4 4, r2c3 3.
    "count-of:most=1:(even:r1c1,killer-cage:3:r1c2+r4c2,odd:r1c2)": "by being false",
    "count-of:most=1:(killer-cage:5:r3c3+r3c4,sum:5:r1c4+r2c3+r3c3)": "cannot be false, so",
    "count-of:most=1:(and:(killer-cage:5:r3c3+r3c4,odd:r1c1),odd:r3c3)": "r1c1 is not 1 or 3",
    "not:(killer-cage:3:r1c1+r1c2,or:(sum:5:r1c4+r2c3+r3c3,odd:r1c1))": "must be false, which",
    "not:(not:(killer-cage:3:r1c1+r1c2))": "r1c1 and r1c2 are not 3 or 4",
}


@pytest.mark.parametrize(("words", "said"), CASES.items())
def test_steps_are_true_and_tell_why(words: str, said: str) -> None:
    puzzle = Puzzle.empty(BOARD, parse_rules(words, BOARD))
    if "most=1:(" in words or words.startswith("not"):
        digits = {"r4c2": 2, "r3c3": 1, "r3c4": 4, "r2c3": 3}
        puzzle = puzzle.with_givens({BOARD.cell(name): d for name, d in digits.items()})
    position = start(puzzle)
    steps = list(technique("liars").find(position))
    texts = told(steps, position, LiarsProof)
    assert any(said in text for text in texts), texts
