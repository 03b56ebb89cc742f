"""Liars: a digit goes that more of some clues exclude than may be wrong."""

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
    f"or:({CAGES},killer-cage:9:r4c3+r4c4)": "",
}


@pytest.mark.parametrize(("words", "said"), CASES.items())
def test_steps_are_true_and_tell_why(words: str, said: str) -> None:
    puzzle = Puzzle.empty(BOARD, parse_rules(words, BOARD))
    position = start(puzzle)
    steps = list(technique("liars").find(position))
    if words.startswith("or"):
        assert not steps, "'or' is told by the ways of its clues"
        return
    texts = told(steps, position, LiarsProof)
    assert any(said in text for text in texts), texts
