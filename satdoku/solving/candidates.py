"""Which candidates occur in some solution, and in how many."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from satdoku.engines import EngineOptions, choose
from satdoku.engines.protocol import Occurrences
from satdoku.errors import EngineDisagreement
from satdoku.limits import UNLIMITED, Limit, Stop
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.asking import DEFAULT_OPTIONS, ask_all, disagreement

__all__ = ["CandidatesResult", "true_candidates"]


@dataclass(frozen=True, slots=True)
class CandidatesResult:
    """The candidates that occur in some solution.

    candidates  for each cell, digit -> number of solutions it occurs in, up to the cap. A digit
                that is absent occurs in none (where ``complete``) or was not seen (where not)
    complete    every number is exact or has reached the cap
    stopped     what ran out, where not complete
    seconds     wall-clock time
    """

    candidates: tuple[Mapping[int, int], ...]
    complete: bool
    stopped: Stop | None
    backend: str
    seconds: float


def true_candidates(
    puzzle: Puzzle,
    *,
    cap: int | None = None,
    backend: str = "auto",
    options: EngineOptions = DEFAULT_OPTIONS,
    limit: Limit = UNLIMITED,
) -> CandidatesResult:
    """Which candidates occur in some solution; with a ``cap``, in how many up to it.

    ``limit.solutions`` plays no part.

    :raises ValueError: where ``cap`` is less than 1.
    :raises InvalidPuzzle, EngineUnavailable, Unsupported, EngineDisagreement: see
        :mod:`satdoku.solving`.
    """
    if cap is not None and cap < 1:
        raise ValueError(f"a cap is a number >= 1, not {cap}")
    puzzle.require_valid()
    started = time.perf_counter()
    bound = cap or 1
    if backend != "all":
        session = choose(backend, puzzle, options)
        found, name = session.candidates(puzzle, limit.start(), bound), session.name
    else:
        answers = ask_all(
            puzzle,
            options,
            limit,
            lambda session, clock: session.candidates(puzzle, clock, bound),
        )
        found, name = _agreed(puzzle, answers), "all"
    return CandidatesResult(
        tuple(dict(sorted(cell.items())) for cell in found.counts),
        found.exhausted,
        None if found.exhausted else found.stopped,
        name,
        time.perf_counter() - started,
    )


def _agreed(puzzle: Puzzle, answers: list[tuple[str, Occurrences]]) -> Occurrences:
    best = next((answer for _, answer in answers if answer.exhausted), None)
    if best is None:
        return max(
            (answer for _, answer in answers),
            key=lambda a: sum(sum(cell.values()) for cell in a.counts),
        )
    for _, other in answers:
        for cell, (mine, theirs) in enumerate(zip(best.counts, other.counts, strict=True)):
            more = any(number > mine.get(digit, 0) for digit, number in theirs.items())
            if more or (other.exhausted and mine != theirs):
                results = [
                    (
                        name,
                        f"{dict(sorted(a.counts[cell].items()))}"
                        + ("" if a.exhausted else " so far"),
                    )
                    for name, a in answers
                ]
                where = f"the true candidates in {puzzle.geometry.name(cell)}"
                raise EngineDisagreement(disagreement(puzzle, where, results))
    return best
