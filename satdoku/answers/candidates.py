"""Which candidates of a puzzle occur in some solution."""

from __future__ import annotations

from satdoku.answers.asked import Asked, ending
from satdoku.base.limits import Limit
from satdoku.engines import EngineOptions
from satdoku.records.solving import CandidatesRecord
from satdoku.solving import true_candidates

__all__ = ["candidates_of"]


def candidates_of(
    asked: Asked, *, cap: int | None, backend: str, options: EngineOptions, limit: Limit
) -> CandidatesRecord:
    """Which candidates occur in some solution; with a ``cap``, in how many up to it."""
    found = true_candidates(asked.puzzle, cap=cap, backend=backend, options=options, limit=limit)
    name = asked.puzzle.geometry.name
    table = {
        name(cell): {str(digit): times for digit, times in sorted(digits.items())}
        for cell, digits in enumerate(found.candidates)
    }
    return CandidatesRecord(
        **asked.place,
        candidates=table,
        cap=cap or 1,
        complete=found.complete,
        **ending(found),
    )
