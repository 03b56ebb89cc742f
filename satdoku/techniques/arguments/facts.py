"""Small proofs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import Candidate, House, PatternPart, Rule, defining
from satdoku.techniques.step import Chain, Proof, ShownPattern, Step, StepView


@dataclass(frozen=True, slots=True)
class FactsProof(Proof):
    """A few facts that cannot all be true if the conclusion is false.

    The facts: each of ``cells`` holds a digit; each house in ``needs`` holds its digit; ``rules``
    are kept. ``argument`` shows that they contradict each other (``None``: one fact leaves one
    candidate); ``further`` are steps that show the same for more candidates. ``about`` are the
    candidates that the cells and houses have. ``tried``: in place of an argument, an exhaustive
    search shows it, of this many cases. ``cut``: a longer search might find a shorter argument.
    """

    cells: tuple[int, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    rules: tuple[Rule, ...] = ()
    argument: Chain | None = None
    further: tuple[Step, ...] = ()
    about: tuple[Candidate, ...] = ()
    tried: int | None = None
    cut: bool = False

    @property
    def size(self) -> int:
        """How many facts there are."""
        return len(self.cells) + len(self.needs) + len(self.rules)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=tuple(digit for _, digit in self.needs),
            cells=self.cells,
            houses=tuple(house for house, _ in self.needs),
            candidates=defining(self.about),
            chains=() if self.argument is None else (self.argument,),
            parts=self.further,
            rules=self.rules,
            size=self.size,
        )

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        return () if self.tried is None else step.besides

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return []  # its facts are named instead

    @property
    def names_all_rules(self) -> bool:
        return self.tried is not None  # a search names all
