"""``satdoku fewest-clues``: how few givens can pose each grid, from below and from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from satdoku.answers.sets import FewestCluesAnswer, FewestCluesQuestion
from satdoku.base.worded import worded
from satdoku.cli.driver import answer_all
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import GridArguments
from satdoku.cli.output import DONE, UNDECIDED, Report, complain, report_all
from satdoku.cli.pictures import shown
from satdoku.cli.waiting import waited
from satdoku.records.findings import FewestCluesRecord

LISTED = 360, "Find the fewest givens that determine a grid"
EXAMPLES = ("satdoku fewest-clues 1234341221434321",)


def fewest_clues(
    grids: GridArguments, question: FewestCluesQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Find the fewest givens that determine a grid: a lower bound, and the best puzzle found.

    Piped output has the number of givens of the best puzzle, a tab, the lower bound, a tab and the
    puzzle. Ctrl-C ends the search and prints the result so far. The default time limit is 10
    seconds for each grid. Exit codes: 0 the two numbers are equal, 1 a puzzle does not have exactly
    one solution, 3 the limit ran out before they were equal.
    """
    answers = waited(answer_all(question, grids, input, common), grids)
    report = Report(_lines, _code, partial(shown, lang=question.lang))
    return report_all(_until_cancelled(answers), report, common.json)


def _until_cancelled(answers: Iterable[Any]) -> Iterator[Any]:
    """The answers up to one that Ctrl-C cut short, which is shown too before the run ends."""
    for answer in answers:
        if isinstance(answer, FewestCluesRecord) and not answer.exact:
            complain(
                worded(
                    "line {line}: a puzzle with {clues} givens is known, and at least {least} are "
                    "needed; whether fewer than {clues} are enough was not decided",
                    line=answer.line,
                    clues=answer.clues,
                    least=_least(answer),
                )
            )
        yield answer
        found = isinstance(answer, FewestCluesRecord | FewestCluesAnswer)
        if found and answer.stopped == "cancelled":
            raise KeyboardInterrupt


def _least(record: FewestCluesRecord) -> int:
    return max(record.at_least, record.known_at_least)


def _code(record: FewestCluesRecord) -> int:
    return DONE if record.exact else UNDECIDED


def _lines(record: FewestCluesRecord) -> Iterable[str]:
    return (f"{record.clues}\t{_least(record)}\t{record.best}",)
