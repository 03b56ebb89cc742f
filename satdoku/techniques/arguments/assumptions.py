"""Assumptions that are followed: negation, trial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import open_digits, step_faults
from satdoku.techniques.arguments.pieces import Candidate, PatternPart, Rule, Statement, defining
from satdoku.techniques.step import CheckContext, Proof, ShownPattern, Step, StepView

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

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        if step.eliminations != (self.assumed,):
            yield "negation refutes one candidate"
            return
        yield from _refutation_faults(self, context)

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

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        branches = [part.proof for part in self.branches]
        refuted = [
            b for b in branches if isinstance(b, AssumptionProof) and b.ending == "contradiction"
        ]
        failed = {branch.assumed for branch in refuted}
        if set(step.eliminations) - failed:
            yield "a candidate is crossed out whose trial did not fail"
        if step.placements or step.contradiction:
            held = open_digits(_where(context.around, context.position))[self.cell]
            left = {(self.cell, d) for d in held} - failed
            if left != set(step.placements) or len(left) != (step.contradiction is None):
                yield "a candidate is placed although another did not fail"
        for branch in refuted:
            yield from _refutation_faults(branch, context)

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

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        yield "an assumption alone proves nothing"

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


def _refutation_faults(
    proof: NegationProof | AssumptionProof, context: CheckContext
) -> Iterator[str]:
    """Each part must hold where its own reasons hold, and nothing else of the argument does."""
    known = {(*proof.assumed, True), *context.around}
    for part in proof.parts:
        if not known.issuperset(part.because):
            yield f"{part.technique} rests on what is not known before it"
        elif isinstance(part.proof, NegationProof | TrialProof):
            yield from step_faults(
                part, CheckContext(context.position, around=frozenset(part.because))
            )
        else:
            yield from step_faults(part, CheckContext(_where(part.because, context.position)))
        if part.contradiction is not None:
            return
        known |= {(*pair, True) for pair in part.placements}
        known |= {(*pair, False) for pair in part.eliminations}
    yield "the assumption does not end in a contradiction"


def _where(statements: Iterable[Statement], position: Position) -> Position:
    """The position in which these statements hold."""
    position = position.eliminate((cell, digit) for cell, digit, on in statements if not on)
    for cell, digit, on in statements:
        if on:
            position = position.place(cell, digit)
    return position
