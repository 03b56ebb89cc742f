"""A new argument is one class: view, check, hints, premises and sentences read its methods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import NonConsecutive
from satdoku.explaining import explain
from satdoku.explaining.hints import parts_of, spots, veiled
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.pieces import defining
from satdoku.techniques.arguments.saying import CellName, Text, say
from satdoku.techniques.board import open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.premises import with_premises
from satdoku.techniques.step import CheckContext, Proof, ShownPattern, Step, StepView


@dataclass(frozen=True, slots=True)
class LastDigitProof(Proof):
    """All digits but one are gone from a cell."""

    cell: int
    digit: int

    def shown(self) -> ShownPattern:
        pairs = ((self.cell, self.digit),)
        return ShownPattern(digits=(self.digit,), cells=(self.cell,), candidates=defining(pairs))

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=(), candidates=())

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        if open_digits(context.position)[self.cell] != {self.digit}:
            yield "the cell has other digits"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        return say("naked-single", cell=CellName(self.cell), digit=self.digit, why=())


def test_a_new_argument_is_one_class() -> None:
    puzzle = Puzzle.empty(Geometry.boxes(4, 2, 2), (NonConsecutive(),))
    position = start(puzzle.with_givens({1: 1}))
    assert position.candidates[0] == {3, 4}
    step = Step("naked-single", LastDigitProof(0, 3), placements=((0, 3),))
    assert faults(step, position) == ("the cell has other digits",)
    position = position.eliminate([(0, 4)])
    assert faults(step, position) == ()
    assert step.view.cells == (0,)
    assert (veiled(step).digits, veiled(step).placements) == ((), ())
    assert [(part.role, part.cells) for part in parts_of(step, puzzle.geometry)] == [
        ("cells", (0,))
    ]
    assert [house.name for house in spots(step, puzzle.geometry)] == ["box 1"]
    assert with_premises(open_candidates(position), step, ENDLESS).proof == step.proof
    assert explain(step, puzzle.geometry).endswith("r1c1 = 3.")
