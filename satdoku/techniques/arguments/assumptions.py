"""Assumptions that are followed: negation, trial."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import Candidate, PatternPart, Rule, defining
from satdoku.techniques.step import Proof, ShownPattern, Step, StepView

BranchEnding: TypeAlias = Literal["contradiction", "solution", "open"]
"""How a branch of a trial ends."""


@dataclass(frozen=True, slots=True)
class NegationProof(Proof):
    """The candidate ``assumed`` leads by ``parts`` to a contradiction, shown by the last one."""

    only_excludes: ClassVar[bool] = True

    assumed: Candidate
    parts: tuple[Step, ...]

    @property
    def depth(self) -> int:
        """How deep negations are nested: 1 where none is among the parts."""
        inner = [part.proof for part in self.parts]
        return 1 + max([p.depth for p in inner if isinstance(p, NegationProof)], default=0)

    def shown(self) -> ShownPattern:
        return _supposed(self.assumed, self.parts)

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        return step.besides

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=(), candidates=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [PatternPart("assumption", cells=self.assumed[:1])]

    @property
    def names_all_rules(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class TrialProof(Proof):
    """The candidates ``digits`` of ``cell`` are tried, each in a branch (AssumptionProof)."""

    cell: int
    digits: tuple[int, ...]
    branches: tuple[Step, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=(self.cell,),
            candidates=(("defining", tuple((self.cell, digit) for digit in self.digits)),),
            parts=self.branches,
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [PatternPart("each-candidate", held=((self.cell, self.digits),))]

    @property
    def names_all_rules(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class AssumptionProof(Proof):
    """A branch of a trial: the candidate ``assumed``, and what follows from it as ``parts``.

    ``ending``: ``contradiction``, ``solution``, or ``open`` where it is not followed to the end.
    """

    assumed: Candidate
    ending: BranchEnding
    parts: tuple[Step, ...]

    def shown(self) -> ShownPattern:
        return _supposed(self.assumed, self.parts)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [PatternPart("assumption", cells=self.assumed[:1])]

    @property
    def names_all_rules(self) -> bool:
        return True


def _supposed(assumed: Candidate, parts: tuple[Step, ...]) -> ShownPattern:
    cell, digit = assumed
    return ShownPattern(
        digits=(digit,), cells=(cell,), candidates=defining((assumed,)), parts=parts
    )
