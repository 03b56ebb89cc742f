"""``satdoku candidates``: which candidates occur in some solution."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from satdoku.cli.asking import answer_all
from satdoku.cli.asking import candidates as ask
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    Backend,
    BackendOption,
    BoxOption,
    FormatOption,
    JobsOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
    SeedOption,
    SolverOption,
    TimeLimitOption,
    WorkersOption,
    asking_of,
)
from satdoku.cli.output import DONE, NO, UNDECIDED, Report, report_all
from satdoku.records.base import ErrorRecord
from satdoku.records.solving import CandidatesRecord

__all__ = ["candidates"]


def candidates(
    puzzles: PuzzleArguments,
    backend: BackendOption = Backend.auto,
    cap: Annotated[
        int | None,
        typer.Option(min=1, help="Also count, up to this, the solutions of each candidate."),
    ] = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    solver: SolverOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> int:
    """Which candidates occur in some solution (the true candidates of each puzzle).

    Off a terminal: one line a puzzle, each cell's digits together, cells parted by spaces.
    """
    reading = Reading.of(format, letters, box, rules)
    asking = asking_of(reading, backend, solver, workers, seed, seconds=time_limit, cap=cap)
    report = Report(_lines, partial(_text, reading), _code, invalid=_invalid)
    return report_all(answer_all(ask, puzzles, asking, jobs), report, json)


def _lines(record: CandidatesRecord) -> Iterable[str]:
    if _code(record) == NO:
        return ("none",)
    if not record.complete:
        return ("undecided",)
    # Digits of two figures would run together.
    part = "," if any(len(d) > 1 for digits in record.candidates.values() for d in digits) else ""
    if record.cap == 1:
        return (" ".join(part.join(digits) for digits in record.candidates.values()),)
    return (
        " ".join(
            ",".join(f"{digit}:{times}" for digit, times in digits.items())
            for digits in record.candidates.values()
        ),
    )


def _code(record: CandidatesRecord) -> int:
    if not record.complete:
        return UNDECIDED
    return DONE if all(record.candidates.values()) else NO


def _text(reading: Reading, record: CandidatesRecord) -> str:
    if _code(record) == NO:
        return "none: no solution"
    if not record.complete:
        return f"undecided: the limit on {record.stopped} ran out"
    if record.cap > 1:
        return "\n".join(
            f"{cell}: " + ", ".join(f"{digit} ({times})" for digit, times in digits.items())
            for cell, digits in record.candidates.items()
        )
    from satdoku.cli.show import picture_of_candidates

    return picture_of_candidates(record.puzzle, record.candidates, reading)


def _invalid(record: ErrorRecord) -> Iterable[str]:
    return (record.verdict or "invalid",)
