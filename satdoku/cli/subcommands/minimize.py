"""``satdoku minimize``: puzzles without their redundant givens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from satdoku.answers.minimal import MinimizedAnswer, MinimizeQuestion
from satdoku.cli.driver import answer_all
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, UNDECIDED, Report, complain, report_all
from satdoku.cli.waiting import waited
from satdoku.records.puzzles import MinimizedRecord

LISTED = 320, "Remove the redundant givens of a puzzle"
EXAMPLES = ("satdoku minimize puzzle.txt",)


def minimize(
    puzzles: PuzzleArguments, question: MinimizeQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Remove redundant givens: each printed puzzle has one solution and needs all its givens.

    One line is printed for each puzzle, in input order: the new puzzle, or none, multiple,
    undecided or invalid. --fewest takes at most 10 seconds for each puzzle, unless --time-limit
    sets another limit. Exit codes: 0 done, 1 not unique, 2 bad input, 3 a limit ran out (--all:
    there are more; --fewest: not proved).
    """
    answers = waited(answer_all(question, puzzles, input, common, rewrites=True), puzzles)
    report = Report[MinimizedRecord, MinimizedAnswer](
        lines=lambda record: record.minimal,
        code=lambda record: DONE if record.complete else UNDECIDED,
        invalid=lambda record: (record.called,),
    )
    return report_all(_complaining(answers), report, common.json)


def _complaining(answers: Iterable[Any]) -> Iterator[Any]:
    for answer in answers:
        record = answer.record() if isinstance(answer, MinimizedAnswer) else answer
        if isinstance(record, MinimizedRecord) and not record.complete:
            _complain(record)
        yield answer


def _complain(found: MinimizedRecord) -> None:
    place = f"{found.source}: line {found.line}: " if found.source else f"line {found.line}: "
    if found.at_least is None:
        count = len(found.minimal)
        complain(f"{place}there are more than these {count}, or the time was over")
        return
    least = f" (at least {found.at_least} are needed)" if found.at_least else ""
    complain(f"{place}{found.clues[0]} givens found, not proved to be the fewest{least}")
