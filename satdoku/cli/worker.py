"""One puzzle of the input to its answer, in whatever process that is."""

from __future__ import annotations

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import PuzzleInput, refusal, shown_text
from satdoku.answers.question import A, Mode, Question, ask
from satdoku.base.errors import OF_ONE_PUZZLE, ProgramFault, naming_faults
from satdoku.base.limits import Limit
from satdoku.cli.inputs import Item
from satdoku.cli.reading import Reading
from satdoku.cli.reports import PrintedAnswer, Report, printed
from satdoku.cli.waiting import bounds_of


def asked_item(item: Item, reading: Reading) -> PuzzleInput | ErrorRecord:
    """A puzzle of the input to be asked about, or why it cannot be read."""
    document = item.document
    if document is None:
        return item.unreadable()
    try:
        with naming_faults():
            return PuzzleInput(
                document,
                item.line,
                shown_text(item.text, document),
                item.source,
                item.left_out,
                reading.options.letters,
                reading.knows(document.puzzle),
            )
    except ProgramFault as error:
        return item.refused(error, " ".join(item.text.split()))


def answered(
    question: Question[A],
    seconds: float | None,
    report: Report[A],
    mode: Mode | None,
    asked: PuzzleInput | ErrorRecord,
) -> A | PrintedAnswer | ErrorRecord:
    """What is printed of the answer about a puzzle (without a mode the answer), or why there is
    none."""
    if isinstance(asked, ErrorRecord):
        return asked
    limit = Limit(seconds=question.seconds if seconds is None else seconds)
    try:
        with naming_faults():
            progress = None if question.bounds is None else bounds_of(question.bounds)
            found = ask(question, asked, limit, progress)
    except OF_ONE_PUZZLE as error:
        asked = asked.after(error)
        place = (asked.line, asked.text, asked.source)
        return refusal(error, *place, left_out=asked.left_out)
    return found if mode is None else printed(found, report, mode)
