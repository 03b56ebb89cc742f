"""Solutions, verdicts on uniqueness and counts, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from satdoku.answers.asked import Asked, asked_of, ending
from satdoku.formats import Letters
from satdoku.puzzle import Puzzle
from satdoku.records.solving import CountRecord, SolveRecord, UniquenessRecord
from satdoku.solving import CountResult, SolveResult, UniquenessResult, published

__all__ = [
    "SolveAnswer",
    "UniquenessAnswer",
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


@dataclass(frozen=True, slots=True)
class SolveAnswer(SolveResult):
    """What :func:`satdoku.solve` found, with the puzzle that was asked about."""

    puzzle: str | Puzzle = field(kw_only=True, repr=False)

    @staticmethod
    def of(found: SolveResult, puzzle: str | Puzzle) -> SolveAnswer:
        """The answer of a result."""
        return SolveAnswer(*_values(found), puzzle=puzzle)

    def to_dict(self) -> dict[str, Any]:
        """What ``satdoku solve --json`` prints, without place and time."""
        return solve_record(self, asked_of(self.puzzle)).to_dict()


@dataclass(frozen=True, slots=True)
class UniquenessAnswer(UniquenessResult):
    """What :func:`satdoku.check_unique` found, with the puzzle that was asked about."""

    puzzle: str | Puzzle = field(kw_only=True, repr=False)

    @staticmethod
    def of(found: UniquenessResult, puzzle: str | Puzzle) -> UniquenessAnswer:
        """The answer of a result."""
        return UniquenessAnswer(*_values(found), puzzle=puzzle)

    def to_dict(self) -> dict[str, Any]:
        """What ``satdoku check-unique --json`` prints, without place and time."""
        return uniqueness_record(self, asked_of(self.puzzle)).to_dict()


def _values(found: SolveResult | UniquenessResult) -> list[Any]:
    return [getattr(found, part.name) for part in fields(found)]
