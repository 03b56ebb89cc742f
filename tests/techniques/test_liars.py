"""Liars: a digit goes that more of some clues exclude than may be wrong."""

from __future__ import annotations

import pytest

from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.explaining import explain
from satdoku.messages import languages
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.solving import enumerate_solutions
from satdoku.techniques.arguments.liars import LiarsProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from tests.shared import some

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
    solutions = [grid.values for grid in enumerate_solutions(puzzle, backend="cpsat")]
    position = start(puzzle)
    steps = list(technique("liars").find(position))
    if words.startswith("or"):
        assert not steps, "'or' is told by the ways of its clues"
        return
    texts = []
    for step in some(steps):
        assert isinstance(step.proof, LiarsProof)
        assert not faults(step, position)
        texts.append(explain(step, BOARD))
        for cell, digit in step.eliminations:
            assert all(values[cell] != digit for values in solutions), texts[-1]
        for lang in languages():
            assert "{" not in explain(step, BOARD, lang)
    assert any(said in text for text in texts), texts
