"""Solutions, verdicts on uniqueness and counts, as plain data."""

from __future__ import annotations

from satdoku.answers.asked import Asked, ending
from satdoku.formats import Letters
from satdoku.records.solving import CountRecord, SolveRecord, UniquenessRecord
from satdoku.solving import CountResult, SolveResult, UniquenessResult, published

__all__ = [
    "count_record",
    "solve_record",
    "uniqueness_record",
]


def solve_record(found: SolveResult, asked: Asked, letters: Letters = "auto") -> SolveRecord:
    """Solutions as plain data."""
    return SolveRecord(
        **asked.place,
        verdict=found.verdict,
        solutions=tuple(asked.write(grid, letters) for grid in found.solutions),
        complete=found.complete,
        exhausted=found.exhausted,
        **ending(found),
    )


def uniqueness_record(
    found: UniquenessResult, asked: Asked, letters: Letters = "auto"
) -> UniquenessRecord:
    """Whether there is exactly one solution, as plain data."""
    return UniquenessRecord(
        **asked.place,
        verdict=found.verdict,
        witnesses=tuple(asked.write(grid, letters) for grid in found.witnesses),
        **ending(found),
    )


def count_record(found: CountResult, asked: Asked) -> CountRecord:
    """A number of solutions as plain data, with what others have published about the board."""
    known = published(asked.puzzle)
    return CountRecord(
        **asked.place,
        count=found.count,
        exact=found.exact,
        published=None if known is None else {"count": known.count, "source": known.source},
        **ending(found),
    )
