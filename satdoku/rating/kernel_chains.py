"""The preset ``se`` on a classic board, its longest searches done by the compiled core.

The Python searches are exact and quick up to dynamic chains; those above take minutes a step, and
the core's do not. So on a classic board every line of the table from Nishio up is asked of the
core. What stands below stays in Python, where arguments from uniqueness can be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from satdoku.base.compiled import required_core
from satdoku.base.errors import EngineUnavailable
from satdoku.base.limits import Clock
from satdoku.puzzle import Position, Puzzle
from satdoku.rating.kernel import why_no_rating
from satdoku.rating.kernel_steps import step_of
from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.step import Candidate, Step

__all__ = ["KernelChains", "with_kernel"]

_FIRST_PRODUCER = 23
"""Nishio's place in Sudoku Explainer's order."""
_LAST_PRODUCER = 30


@dataclass(frozen=True)
class KernelChains(Technique):
    """Nishio and all forcing chains of Sudoku Explainer, easiest first, as the core finds them."""

    name: ClassVar[str] = "kernel-chains"
    ratings: dict[Candidate, float] = field(default_factory=dict, compare=False)
    """The rating of the last step, by what it concludes: a Step does not carry one."""

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Only the classic board."""
        return why_no_rating(puzzle)

    def easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        """The step that Sudoku Explainer would take where nothing easier is left."""
        digits = "".join("." if d < 0 else str(d + 1) for d in cands.values)
        for producer in range(_FIRST_PRODUCER, _LAST_PRODUCER + 1):
            clock.check()
            seconds = clock.remaining() or 0.0
            core = required_core("rating")
            _, found = core.se_find(digits, cands.cand, producer=producer, seconds=seconds)
            if found is not None:
                step = step_of(found, _position(cands))
                self.ratings.clear()
                self.ratings[_aim(step)] = found["rating"]
                return step
        return None

    def rate(self, step: Step) -> float:
        """The rating of the last step found."""
        return self.ratings[_aim(step)]

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """The one step."""
        step = self.easiest(cands, clock)
        if step is not None:
            yield step


def with_kernel(preset: Preset, puzzle: Puzzle) -> Preset:
    """The same preset, its forcing chains found by the core where it can."""
    chains = KernelChains()
    try:
        required_core("rating")
    except EngineUnavailable:
        return preset
    if chains.refusal(puzzle) is not None:
        return preset
    kept = [entry for entry in preset.entries if not isinstance(entry.search, ForcingChains)]
    entry = PresetEntry(chains, chains.rate, easiest=chains.easiest)
    return replace(preset, entries=(*kept, entry))


def _aim(step: Step) -> Candidate:
    return (*step.placements, *step.eliminations)[0]


def _position(cands: Candidates) -> Position:
    digits = cands.board.digits
    values = tuple(None if d < 0 else digits[d] for d in cands.values)
    return Position(
        cands.puzzle, values, tuple(frozenset(cands.digit_names(mask)) for mask in cands.cand)
    )
