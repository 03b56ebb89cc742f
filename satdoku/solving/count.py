"""How many solutions a puzzle has."""

from __future__ import annotations

import time
from dataclasses import dataclass

from satdoku.engines import EngineOptions, choose
from satdoku.errors import EngineDisagreement
from satdoku.limits import UNLIMITED, Limit, Stop
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.asking import DEFAULT_OPTIONS, ask_all, disagreement

__all__ = ["CountResult", "count"]


@dataclass(frozen=True, slots=True)
class CountResult:
    """A number of solutions: exact, or "at least ``count``" where ``exact`` is false.

    ``stopped`` says what ended the count early; ``seconds`` is wall-clock time.
    """

    count: int
    exact: bool
    stopped: Stop | None
    backend: str
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether the run did all it was asked (reaching ``limit.solutions`` included)."""
        return self.exact or self.stopped == "solutions"

    def __str__(self) -> str:
        return str(self.count) if self.exact else f">={self.count}"


def count(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
) -> CountResult:
    """The number of solutions, up to ``limit``.

    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    puzzle.require_valid()
    started = time.perf_counter()
    wanted = limit.solutions
    if backend != "all":
        engine = choose(backend, puzzle, options)
        counted = engine.count(puzzle, limit.start(), wanted)
        name = engine.name
    else:
        answers = ask_all(
            puzzle, options, limit, lambda engine, clock: engine.count(puzzle, clock, wanted)
        )
        exact = {answer.count for _, answer in answers if answer.exhausted}
        least = max(answer.count for _, answer in answers)
        if len(exact) > 1 or (exact and least > min(exact)):
            told = [(name, f"{'' if a.exhausted else '>='}{a.count}") for name, a in answers]
            raise EngineDisagreement(disagreement(puzzle, "the number of solutions", told))
        counted = max((a for _, a in answers), key=lambda a: (a.exhausted, a.count))
        name = "all"
    stopped = counted.stopped
    if not counted.exhausted and stopped is None:
        stopped = "solutions"
    return CountResult(
        counted.count, counted.exhausted, stopped, name, time.perf_counter() - started
    )
