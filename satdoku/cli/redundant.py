"""``satdoku redundant``: which givens and rules of each puzzle follow from the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from satdoku.answers.asked import rewritten
from satdoku.answers.sets import RedundantAnswer, RedundantQuestion
from satdoku.batch.questions import plain_redundant
from satdoku.cli.asking import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, Report
from satdoku.cli.pictures import drawn
from satdoku.cli.terminal import coloured, wrapped
from satdoku.records.findings import RedundantRecord

__all__ = ["EXAMPLES", "LISTED", "redundant"]

LISTED = 340, "Which givens and rules of a puzzle can be spared?"
EXAMPLES = ("satdoku redundant puzzle.txt", "satdoku redundant puzzle.txt --remove")


def redundant(
    puzzles: PuzzleArguments,
    question: RedundantQuestion,
    common: RunGroup,
    input: InputGroup,
    remove: Annotated[
        bool,
        typer.Option("--remove", help="Print each puzzle without what can be spared together."),
    ] = False,
) -> int:
    """Which givens and rules can be spared, one at a time, without another solution.

    They cannot necessarily go all together; a maximal set that can is named too (satdoku minimize
    drops redundant givens). Off a terminal: minimal or redundant, a tab and the puzzle, and, where
    redundant, four columns: the givens, the rules, and the givens and rules that can go together.
    With --remove the puzzle without these, a line each, as a link where it was one (exit code 0).
    Exit codes: 0 every puzzle is minimal, 1 some given or rule is redundant, or a puzzle has not
    exactly one solution.
    """
    report = _REST if remove else Report(_lines, _code, _text)
    plain = plain_redundant(common.jobs)
    return run(question, puzzles, input, common, report, plain=plain)


def _code(record: RedundantRecord) -> int:
    return DONE if record.verdict == "minimal" else NO


def _lines(record: RedundantRecord) -> Iterable[str]:
    row = [record.marked(record.verdict), record.puzzle]
    if record.verdict == "redundant":
        row += [" ".join(record.givens), "; ".join(record.rules)]
        row += [" ".join(record.together["givens"]), "; ".join(record.together["rules"])]
    return ("\t".join(row),)


_REST = Report[RedundantRecord, RedundantAnswer](
    lines=lambda record: (record.together["puzzle"],),
    code=lambda record: DONE,
    text=lambda found: rewritten(found.asked, found.rest),
    invalid=lambda record: (record.called,),
)
"""The puzzles themselves, without what can go."""


def _text(found: RedundantAnswer) -> str:
    words = wrapped(found.text(coloured=coloured()), found.lang)
    return f"{drawn(found.scene())}\n{words}"
