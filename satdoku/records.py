"""The one schema of what is reported: for --json, for rows of a batch, for the web and for tests.

A record is plain data (text, numbers, lists); it knows nothing of puzzles or engines, and whoever
has a result makes a record of it. ``as_dict`` gives the JSON object, keys in the documented order.
Grids are one-line text; ``seconds`` is wall-clock time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

__all__ = [
    "CandidatesRecord",
    "CertifiedRecord",
    "CountRecord",
    "ErrorRecord",
    "RatingRecord",
    "Record",
    "SolveRecord",
    "UniquenessRecord",
    "VerificationRecord",
]


@dataclass(frozen=True, slots=True)
class Record:
    """One answered puzzle: the line it stood on (from 1), its text, the file it came from."""

    line: int
    puzzle: str
    source: str | None = field(default=None, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record."""
        found = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ErrorRecord(Record):
    """A puzzle that cannot be answered, and why: unreadable or at fault, unless ``verdict`` says
    that it has the wrong number of solutions (none, multiple) or was not decided.

    ``line`` is 0 where the fault is not a line's (a file that cannot be opened).
    """

    error: str
    verdict: str | None = None


@dataclass(frozen=True, slots=True)
class RatingRecord(Record):
    """Sudoku Explainer's ratings, the hardest technique, how often each was used, the steps.

    ``hardest`` and ``techniques`` are left out where only the numbers were asked for.
    """

    er: float
    ep: float
    ed: float
    hardest: str | None
    techniques: Mapping[str, int] | None
    steps: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SolveRecord(Record):
    """What ``solve`` found.

    verdict    none | unique | multiple | solved (at least one solution; others not asked for)
               | undecided
    complete   the run did all it was asked; false where time or nodes ran out
    exhausted  ``solutions`` holds every solution there is
    stopped    which limit ended the run, left out where none did
    """

    verdict: str
    solutions: tuple[str, ...]
    complete: bool
    exhausted: bool
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class UniquenessRecord(Record):
    """What ``check-unique`` found: unique | multiple | none | undecided.

    ``witnesses`` holds the solution, or two different ones where there are several.
    """

    verdict: str
    witnesses: tuple[str, ...]
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class CertifiedRecord(UniquenessRecord):
    """The same with the path of the certificate; left out where there is no verdict to certify."""

    certificate: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class VerificationRecord(Record):
    """What ``verify`` says of a certificate (``source``).

    verdict  what the certificate claims: unique | none | multiple
    answer   proved | not proved | undecided
    faults   why it is not proved, each sentence with the part at fault
    lemmas   the proof's clauses that were checked
    """

    verdict: str
    answer: str
    faults: tuple[str, ...]
    lemmas: int
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class CountRecord(Record):
    """How many solutions there are; at least so many where ``exact`` is false."""

    count: int
    exact: bool
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class CandidatesRecord(Record):
    """Which candidates occur in some solution.

    ``candidates`` maps a cell name to its digits and the number of solutions each occurs in (up
    to ``cap``; 1 where only "some or none" was asked).
    """

    candidates: Mapping[str, Mapping[str, int]]
    cap: int
    complete: bool
    stopped: str | None
    backend: str
    seconds: float
