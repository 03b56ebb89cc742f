"""``satdoku redundant``: which givens and rules of each puzzle follow from the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from satdoku.answers.puzzle_input import rewritten
from satdoku.answers.sets import RedundantAnswer, RedundantQuestion
from satdoku.batch.questions import plain_redundant
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments, option
from satdoku.cli.output import DONE, Report
from satdoku.cli.reports import verdict_alone
from satdoku.cli.terminal import coloured, drawn, wrapped

LISTED = 340, "Find the redundant givens and rules of a puzzle"
EXAMPLES = ("satdoku redundant puzzle.txt", "satdoku redundant puzzle.txt --remove")


def redundant(
    puzzles: PuzzleArguments,
    question: RedundantQuestion,
    common: RunGroup,
    input: InputGroup,
    remove: Annotated[
        bool,
        option("--remove", text="Print each puzzle without its redundant parts."),
    ] = False,
) -> int:
    """Find the redundant givens and rules: without one of them there is still one solution.

    Redundant parts cannot always be removed together, so a maximal set that can be removed is named
    too. Piped output has minimal or redundant, a tab and the puzzle. For redundant four columns
    follow: the redundant givens, the redundant rules, and the givens and the rules that can be
    removed together. --remove prints the puzzle without the latter, as a link if it was a link
    (exit code 0). Exit codes: 0 every puzzle is minimal, 1 a given or rule is redundant, or a
    puzzle does not have exactly one solution.
    """
    report = _REST if remove else Report(text=_text)
    plain = plain_redundant()
    return run(question, puzzles, input, common, report, plain=plain, rewrites=remove)


def _rest(answer: RedundantAnswer) -> str:
    return rewritten(answer.input, answer.rest)


def _rest_row(answer: RedundantAnswer) -> Iterable[str]:
    return (_rest(answer),)


def _done(answer: RedundantAnswer) -> int:
    return DONE


_REST = Report[RedundantAnswer](_rest_row, _done, _rest, invalid=verdict_alone)
"""The puzzles themselves, without what can go."""


def _text(answer: RedundantAnswer) -> str:
    words = wrapped(answer.text(coloured=coloured()), answer.lang)
    return f"{drawn(answer.scene(), answer.lang)}\n{words}"
