"""``satdoku solve``: the solutions of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from satdoku.answers.solving import SolveAnswer, SolveQuestion
from satdoku.base.compiled import compiled_core
from satdoku.base.worded import worded
from satdoku.batch.questions import plain_solve
from satdoku.cli.driver import answer_all
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Ready, Report, complain, report_all
from satdoku.cli.pictures import drawn
from satdoku.cli.waiting import waited
from satdoku.records.base import ErrorRecord
from satdoku.records.solving import SolveRecord

LISTED = 110, "Print the solution of each puzzle, or several"
EXAMPLES = ("satdoku solve 1....2..4.......", "satdoku solve puzzles.txt --limit 2")


def solve(
    puzzles: PuzzleArguments, question: SolveQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Solve each puzzle: one solution, or up to --limit different ones.

    Piped output has one solution in each line, in input order, or none, undecided or invalid for a
    puzzle without one. A message on standard error says how many puzzles have more solutions.
    """
    report = Report(_lines, _code, _text, invalid=_invalid)
    plain = plain_solve(records=common.json)
    answers = waited(answer_all(question, puzzles, input, common, plain), puzzles)
    return report_all(_counted(answers), report, common.json)


def _counted(answers: Iterable[Any]) -> Iterator[Any]:
    """Pass the answers on, then report how many of the puzzles have more solutions."""
    core, number, several = compiled_core(), 0, 0
    for answer in answers:
        if isinstance(answer, Ready):
            number += len(answer.verdicts)
            several += answer.verdicts.count(core.MULTIPLE) if core is not None else 0
        else:
            number += 1
            several += bool(getattr(answer, "more", False)) and not _is_said(answer)
        yield answer
    if several and number == 1:
        complain(worded("the puzzle has more solutions; --limit all prints all of them"))
    elif several:
        complain(
            worded(
                "of {number:,} puzzles {several:,} have more solutions than are printed; "
                "--limit all prints all of them",
                number=number,
                several=several,
            )
        )


def _is_said(answer: SolveAnswer | SolveRecord) -> bool:
    """Whether it is reported anyway that there are several solutions."""
    stated = answer.asked.left_out if isinstance(answer, SolveAnswer) else answer.left_out
    return "published" in (stated or {})


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
