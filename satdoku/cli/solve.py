"""``satdoku solve``: the solutions of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from satdoku.batch.plain import compiled_core
from satdoku.cli.asking import Plain, answer_all
from satdoku.cli.asking import solve as ask
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
from satdoku.records.solving import SolveRecord

__all__ = ["solve"]


def solve(
    puzzles: PuzzleArguments,
    backend: BackendOption = Backend.auto,
    limit: Annotated[int, typer.Option(min=1, help="Stop at so many solutions of a puzzle.")] = 1,
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
    """Solve each puzzle: one solution, or up to --limit different ones.

    Off a terminal: a solution a line, in input order; none, undecided or invalid stands in the
    place of a solution where there is none to print.
    """
    reading = Reading.of(format, letters, box, rules)
    asking = asking_of(reading, backend, solver, workers, seed, seconds=time_limit, solutions=limit)
    report = Report(_lines, partial(_text, reading), _code, invalid=_invalid)
    return report_all(answer_all(ask, puzzles, asking, jobs, _plain(json)), report, json)


def _plain(json: bool) -> Plain[SolveRecord] | None:
    core = compiled_core()
    if core is None:
        return None

    def record(columns: list[str], line: int, source: str | None, seconds: float) -> SolveRecord:
        puzzle, solution = columns
        return SolveRecord(
            line,
            puzzle,
            "solved",
            (solution,),
            complete=True,
            exhausted=False,
            stopped="solutions",
            backend="native",
            seconds=round(seconds, 9),
            source=source,
        )

    return Plain(
        ready=None if json else ("s", lambda verdicts: DONE),
        columns="ps",
        records=lambda rows, first, source, seconds: (
            record(row, line, source, seconds) for line, row in enumerate(rows, first)
        ),
        leave=(core.INVALID, core.NONE),
    )


def _lines(record: SolveRecord) -> Iterable[str]:
    return record.solutions or (record.verdict,)


def _code(record: SolveRecord) -> int:
    if record.verdict == "none":
        return NO
    return DONE if record.complete else UNDECIDED


def _text(reading: Reading, record: SolveRecord) -> str:
    if record.verdict == "none":
        return "none: no solution"
    if not record.solutions:
        return f"undecided: the limit on {record.stopped} ran out"
    if len(record.solutions) > 1:
        return "\n".join(record.solutions)
    from satdoku.cli.show import picture_of_solution

    return picture_of_solution(record.puzzle, record.solutions[0], reading)


def _invalid(record: ErrorRecord) -> Iterable[str]:
    return (record.verdict or "invalid",)
