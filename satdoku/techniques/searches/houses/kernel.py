"""Dynamic forcing chains that use patterns or nested chains on the way, by the compiled core.

| technique | a run from an assumption may also use |
|---|---|
| dynamic-forcing-chains-plus | locked candidates, pairs and X-wings |
| nested-forcing-chains | also single chains |

The argument is that of the other forcing chains: one of the assumptions is true (a cell holds a
digit, a house holds a digit somewhere, a candidate is true or false); what all of them lead to is
true; and an assumption that leads to a clash is false. What a pattern or an inner chain excludes on
the way holds wherever the candidates that it needs to be gone are refuted. Each conclusion is shown
once, by its shortest chains, the easiest first. The compiled core searches, on the classic board
alone (docs/se-kernel.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from satdoku.base.compiled import required_core
from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.compiled.steps import se_step
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from satdoku.core import SeStep


@dataclass(frozen=True, slots=True)
class KernelSearch(Technique):
    """One of Sudoku Explainer's producers, for its scale: the step that it takes, or none.

    ``called``    the name of the technique
    ``producer``  its place in Sudoku Explainer's order, from 1
    ``finds``     the names of its steps; empty: its own
    """

    called: str
    producer: int
    finds: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in the catalogue, or in a preset."""
        return self.called

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its steps bear."""
        return self.finds or (self.called,)

    @property
    def file(self) -> str:
        """That of the other forcing chains, which explains the argument."""
        return "forcing"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """The core knows the classic board alone."""
        if puzzle.constraints or not puzzle.geometry.is_classic:
            return "only the compiled core searches for it, on the classic 9x9 without extra rules"
        return None

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class.

        :raises EngineUnavailable: where the compiled core is not installed.
        """
        record = self._asked("se_find", cands, clock)
        if record is not None:
            yield se_step(record, cands.position())

    def _asked(self, question: str, cands: Candidates, clock: Clock) -> Any:
        clock.check()
        left = clock.remaining()
        status, answer = getattr(required_core(f"searching for {self.called}"), question)(
            "".join("." if d < 0 else str(d + 1) for d in cands.values),
            cands.cand,
            producer=self.producer,
            seconds=0.0 if left is None else max(left, 1e-6),
        )
        if status == "undecided":
            clock.check()
            raise RanOut("seconds")
        return answer


@dataclass(frozen=True, slots=True)
class KernelChains(KernelSearch):
    """All that a producer of dynamic chains concludes; see the module for the argument.

    Pattern: ``chains`` one for each case, ends in what they agree on; for ``contradiction`` two
    that end in a statement and its opposite; the steps used on the way are ``parts`` of a chain.
    ``variant`` contradiction, double, cell or region.
    """

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class.

        :raises EngineUnavailable: where the compiled core is not installed.
        """
        records: list[SeStep] = self._asked("se_chains", cands, clock)
        if records:
            position = cands.position()
            for each in records:
                yield se_step(each, position)


PLUS = KernelChains("dynamic-forcing-chains-plus", 26)
NESTED = KernelChains("nested-forcing-chains", 27)

TERMS = (
    Term(
        PLUS,
        "dynamic forcing chains (+)",
        aliases=(
            "Dynamic Contradiction Forcing Chains (+)",
            "Dynamic Double Forcing Chains (+)",
            "Dynamic Cell Forcing Chains (+)",
            "Dynamic Region Forcing Chains (+)",
        ),
        se=(90, None),
    ),
    Term(NESTED, aliases=("Dynamic + Forcing Chains",), se=(95, None)),
)
