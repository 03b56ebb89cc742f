"""What was found about the solutions of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from satdoku.records.base import JsonObject, Record

__all__ = [
    "BenchRecord",
    "BenchedRecord",
    "CandidatesRecord",
    "CountRecord",
    "SolveRecord",
    "UniquenessRecord",
]


@dataclass(frozen=True, slots=True)
class SolveRecord(Record):
    """What ``solve`` found.

    verdict    none | unique | multiple | solved (at least one solution; whether there are others
               was not asked) | undecided. With a limit of one solution it is never ``unique``
    complete   the run did all it was asked; false where time or nodes ran out
    exhausted  ``solutions`` holds every solution; false if the limit of solutions was reached,
               because this ends the search
    more       whether there are others; left out where that was not found out in a short time
    stopped    which limit ended the run, left out where none did
    """

    verdict: str
    solutions: tuple[str, ...]
    complete: bool
    exhausted: bool
    more: bool | None
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
class CountRecord(Record):
    """How many solutions there are; at least that many where ``exact`` is false.

    ``published`` (``count`` and ``source``) is the published number, for the empty 9x9 only; it
    does not affect ``count``.
    """

    count: int
    exact: bool
    stopped: str | None
    backend: str
    seconds: float
    published: Mapping[str, Any] | None = field(default=None, kw_only=True)


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


@dataclass(frozen=True, slots=True)
class BenchedRecord(JsonObject):
    """The results of one solver in ``bench``.

    solver    ``native``, ``cpsat``, or the name of a python-sat solver
    verdicts  how many puzzles have which: unique, multiple, none, undecided (the time limit), died
              (its process), wrong (an answer that breaks the rules), unsupported
    answered  how many have an answer, which the times are about
    median_ms, mean_ms, slowest_ms, total_ms
              CPU time of its process a puzzle (null where nothing is answered), and of all
    wall_ms   the time of all by the clock
    """

    NULL = ("median_ms", "mean_ms", "slowest_ms")

    solver: str
    verdicts: Mapping[str, int]
    answered: int
    median_ms: float | None
    mean_ms: float | None
    slowest_ms: float | None
    total_ms: float
    wall_ms: float


@dataclass(frozen=True, slots=True)
class BenchRecord(JsonObject):
    """What ``bench`` found, one object for all puzzles.

    puzzles        how many were asked
    time_limit     seconds a puzzle; null: none
    solvers        an object each (``BenchedRecord``)
    disagreements  the puzzles about which solvers disagree: ``line``, ``source``, ``puzzle``, and
                   ``answers`` by solver
    """

    NULL = ("time_limit",)

    puzzles: int
    time_limit: float | None
    solvers: tuple[BenchedRecord, ...]
    disagreements: tuple[Mapping[str, Any], ...]
