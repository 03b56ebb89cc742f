"""``satdoku solve``: the solutions of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from satdoku.answers.solving import SolveAnswer, SolveQuestion
from satdoku.base.worded import worded
from satdoku.batch.questions import plain_solve
from satdoku.cli.driver import answer_all
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import PrintedAnswer, Ready, Report, complain, report_all
from satdoku.cli.reports import Reported, verdict_alone
from satdoku.cli.terminal import drawn
from satdoku.cli.waiting import waited

LISTED = 110, "Print the solution of each puzzle, or several"
EXAMPLES = ("satdoku solve 1....2..4.......", "satdoku solve puzzles.txt --limit 2")


def solve(
    puzzles: PuzzleArguments, question: SolveQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Solve each puzzle: one solution, or up to --limit different ones.

    Piped output has one solution in each line, in input order, or none, undecided or invalid for a
    puzzle without one. A message on standard error says how many puzzles have more solutions.
    """
    report = Report(text=_text, invalid=verdict_alone)
    plain = plain_solve(whole=common.json)
    answers = waited(answer_all(question, puzzles, input, common, plain, report), puzzles)
    return report_all(_counted(answers), report, common.json)


def _counted(answers: Iterable[Any]) -> Iterator[Any]:
    """Pass the answers on, then report how many of the puzzles have more solutions."""
    number = several = 0
    for answer in answers:
        if isinstance(answer, Ready):
            number += answer.answered
            several += answer.more
        else:
            number += 1
            several += _has_unsaid(answer)
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


def _has_unsaid(answer: Reported) -> bool:
    """Whether a puzzle has more solutions, and nothing else says so."""
    if isinstance(answer, SolveAnswer):
        return bool(answer.more) and "published" not in (answer.input.left_out or {})
    return isinstance(answer, PrintedAnswer) and answer.more


def _text(answer: SolveAnswer) -> str:
    return drawn(answer.scene(), answer.lang) if len(answer.solutions) == 1 else answer.text()
