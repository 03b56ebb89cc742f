"""``satdoku solve``: the solutions of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.answers.solving import SolveAnswer, SolveQuestion
from satdoku.batch.questions import plain_solve
from satdoku.cli.asking import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.cli.pictures import drawn
from satdoku.records.base import ErrorRecord
from satdoku.records.solving import SolveRecord

__all__ = ["EXAMPLES", "LISTED", "solve"]

LISTED = 110, "Print the solution of each puzzle, or several"
EXAMPLES = ("satdoku solve 1....2..4.......", "satdoku solve puzzles.txt --limit 2")


def solve(
    puzzles: PuzzleArguments, question: SolveQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Solve each puzzle: one solution, or up to --limit different ones.

    Piped output has one solution in each line, in input order, or none, undecided or invalid for a
    puzzle without one.
    """
    report = Report(_lines, _code, _text, invalid=_invalid)
    plain = plain_solve(records=common.json)
    return run(question, puzzles, input, common, report, plain=plain)


def _lines(record: SolveRecord) -> Iterable[str]:
    return record.solutions or (record.marked(record.verdict),)


def _code(record: SolveRecord) -> int:
    if record.verdict == "none":
        return NO
    return DONE if record.complete else UNDECIDED


def _text(found: SolveAnswer) -> str:
    return drawn(found.scene(), found.lang) if len(found.solutions) == 1 else found.text()


def _invalid(record: ErrorRecord) -> Iterable[str]:
    return (record.called,)
