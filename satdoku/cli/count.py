"""``satdoku count``: how many solutions each puzzle has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from satdoku.cli.asking import answer_all
from satdoku.cli.asking import count as ask
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
from satdoku.records.solving import CountRecord

__all__ = ["count"]


def count(
    puzzles: PuzzleArguments,
    backend: BackendOption = Backend.auto,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Stop counting a puzzle at so many solutions.")
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
    """Count the solutions of each puzzle: exactly, or "at least" where a limit cut it.

    Off a terminal: the number (>=N where cut), a tab and the puzzle, a line each.
    """
    reading = Reading.of(format, letters, box, rules)
    asking = asking_of(reading, backend, solver, workers, seed, seconds=time_limit, solutions=limit)
    return report_all(answer_all(ask, puzzles, asking, jobs), Report(_lines, _text, _code), json)


def _lines(record: CountRecord) -> Iterable[str]:
    return (f"{'' if record.exact else '>='}{record.count}\t{record.puzzle}",)


def _code(record: CountRecord) -> int:
    if record.stopped not in (None, "solutions"):
        return UNDECIDED
    return DONE if record.count else NO


def _text(record: CountRecord) -> str:
    number = f"{record.count:,} solution{'' if record.count == 1 else 's'}"
    text = number if record.exact else f"at least {number} (the {record.stopped} limit ran out)"
    known = record.published
    if known is None:
        return text
    if record.exact:
        same = "the same number" if known["count"] == record.count else f"{known['count']:,}"
        return f"{text}\ncounted here; {known['source']} published {same}"
    return f"{text}\n{known['count']:,} are known ({known['source']}); they were not counted here"
