"""``satdoku check-unique``: does each puzzle have exactly one solution?"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from satdoku.answers.solving import UniquenessAnswer, UniqueQuestion
from satdoku.batch.questions import plain_uniqueness
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments, option
from satdoku.cli.output import Report
from satdoku.cli.reports import no_row, puzzle_row
from satdoku.messages import catalogue

LISTED = 120, "Check whether each puzzle has exactly one solution"
EXAMPLES = ("satdoku check-unique puzzles.txt", "satdoku check-unique puzzles.txt --only unique")


def check_unique(
    puzzles: PuzzleArguments,
    question: UniqueQuestion,
    common: RunGroup,
    input: InputGroup,
    only: Annotated[
        Literal["unique", "multiple", "none"] | None,
        option(text="Print only the puzzles with this verdict."),
    ] = None,
) -> int:
    """Check whether each puzzle has exactly one solution.

    Piped output has one line for each puzzle, in input order: unique, multiple, none, undecided or
    invalid, a tab and the puzzle; with --certify also a tab and the certificate, for satdoku
    verify.
    """
    wanted = common.json or only is not None
    plain = plain_uniqueness(whole=wanted, witnesses=common.json)
    return run(question, puzzles, input, common, _report(only), plain=plain)


def _report(only: str | None) -> Report[UniquenessAnswer]:
    if only is None:
        return Report(text=_text)
    return Report(
        rows=puzzle_row,
        text=_puzzle,
        keep=partial(_has_verdict, only),
        filter=f"--only {only}",
        invalid=no_row,
    )


def _puzzle(answer: UniquenessAnswer) -> str:
    return answer.puzzle


def _has_verdict(verdict: str, answer: UniquenessAnswer) -> bool:
    return answer.verdict == verdict


def _text(answer: UniquenessAnswer) -> str:
    if answer.certificate is None:
        return answer.text()
    say = catalogue(answer.lang, "phrases").say
    return f"{answer.text()}\n{say('answer.certificate', path=answer.certificate)}"
