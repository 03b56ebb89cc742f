"""``satdoku count``: how many solutions each puzzle has."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.answers.counting import CountQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.records.solving import CountRecord

LISTED = 130, "Count the solutions of each puzzle"
EXAMPLES = (
    "satdoku count puzzle.txt --limit 1000",
    "satdoku count --rules diagonal ................",
)


def count(
    puzzles: PuzzleArguments, question: CountQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Count the solutions of each puzzle, exactly or, if a limit ended the count, "at least".

    Piped output has one line for each puzzle: the number (>=N if a limit ended the count), a tab
    and the puzzle.
    """
    return run(question, puzzles, input, common, Report(_lines, _code))


def _lines(record: CountRecord) -> Iterable[str]:
    return (f"{'' if record.exact else '>='}{record.count}\t{record.puzzle}",)


def _code(record: CountRecord) -> int:
    if record.stopped not in (None, "solutions"):
        return UNDECIDED
    return DONE if record.count else NO
