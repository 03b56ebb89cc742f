"""``satdoku check-unique``: does each puzzle have exactly one solution?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import typer

from satdoku.answers.solving import UniquenessAnswer, UniqueQuestion
from satdoku.batch.questions import plain_uniqueness
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.messages import catalogue
from satdoku.records.solving import UniquenessRecord

LISTED = 120, "Check whether each puzzle has exactly one solution"
EXAMPLES = ("satdoku check-unique puzzles.txt", "satdoku check-unique puzzles.txt --only unique")


def check_unique(
    puzzles: PuzzleArguments,
    question: UniqueQuestion,
    common: RunGroup,
    input: InputGroup,
    only: Annotated[
        Literal["unique", "multiple", "none"] | None,
        typer.Option(help="Print just the puzzles with this verdict."),
    ] = None,
) -> int:
    """Check whether each puzzle has exactly one solution.

    Piped output has one line for each puzzle, in input order: unique, multiple, none, undecided or
    invalid, a tab and the puzzle; with --certify also a tab and the certificate, for satdoku
    verify.
    """
    wanted = common.json or only is not None
    plain = plain_uniqueness(records=wanted, witnesses=common.json)
    return run(question, puzzles, input, common, _report(only), plain=plain)


def _report(only: str | None) -> Report[UniquenessRecord, UniquenessAnswer]:
    if only is None:
        return Report(_lines, _code, _text)
    return Report(
        lines=lambda record: (record.puzzle,),
        text=lambda found: found.puzzle,
        code=_code,
        keep=lambda record: record.verdict == only,
        filter=f"--only {only}",
        invalid=lambda record: (),
    )


def _lines(record: UniquenessRecord) -> Iterable[str]:
    certificate = _certificate(record)
    return (
        f"{record.marked(record.verdict)}\t{record.puzzle}"
        + (f"\t{certificate}" if certificate else ""),
    )


def _certificate(record: UniquenessRecord) -> str | None:
    return getattr(record, "certificate", None)


def _code(record: UniquenessRecord) -> int:
    return {"unique": DONE, "undecided": UNDECIDED}.get(record.verdict, NO)


def _text(found: UniquenessAnswer) -> str:
    if found.certificate is None:
        return found.text()
    say = catalogue(found.lang, "phrases").say
    return f"{found.text()}\n{say('answer.certificate', path=found.certificate)}"
