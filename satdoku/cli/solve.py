"""``satdoku solve``: the solutions of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from satdoku import solving
from satdoku.answers.solving import solve_record
from satdoku.batch.questions import plain_solve
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, EngineGroup, InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.cli.pictures import grid_of, picture
from satdoku.formats import Letters
from satdoku.puzzle import Puzzle
from satdoku.records.base import ErrorRecord
from satdoku.records.solving import SolveRecord

__all__ = ["solve"]


def solve(
    puzzles: PuzzleArguments,
    engine: EngineGroup,
    common: RunGroup,
    input: InputGroup,
    limit: Annotated[int, typer.Option(min=1, help="Stop at so many solutions of a puzzle.")] = 1,
) -> int:
    """Solve each puzzle: one solution, or up to --limit different ones.

    Off a terminal: a solution a line, in input order; none, undecided or invalid stands in the
    place of a solution where there is none to print.
    """
    asking = Asking.of(input, common, engine, limit)
    report = Report(_lines, _code, invalid=_invalid)
    plain = plain_solve(records=common.json)
    text = partial(_text, asking.reading.options.letters)
    return run(_ask, puzzles, asking, report, common, plain=plain, picture=text)


def _ask(asking: Asking, asked: Asked) -> SolveRecord:
    found = solving.solve(asked.puzzle, **asking.common)
    return solve_record(found, asked, asking.reading.options.letters)


def _lines(record: SolveRecord) -> Iterable[str]:
    return record.solutions or (record.marked(record.verdict),)


def _code(record: SolveRecord) -> int:
    if record.verdict == "none":
        return NO
    return DONE if record.complete else UNDECIDED


def _text(letters: Letters, record: SolveRecord, puzzle: Puzzle) -> str:
    if record.verdict == "none":
        return f"{record.marked(record.verdict)}: no solution"
    if not record.solutions:
        return f"undecided: the limit on {record.stopped} ran out"
    if len(record.solutions) > 1:
        return "\n".join(record.solutions)
    return picture(puzzle, {}, grid_of(record.solutions[0], puzzle.geometry, letters))


def _invalid(record: ErrorRecord) -> Iterable[str]:
    return (record.called,)
