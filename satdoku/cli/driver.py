"""The driver of commands that put one question to every puzzle: reading, processes, printing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import PuzzleInput, entered, refusal, unanswered
from satdoku.answers.question import A, Mode, Question, ask
from satdoku.base.errors import OF_ONE_PUZZLE, FormatError, OptionError, naming_faults
from satdoku.base.limits import Limit
from satdoku.batch.ordered import map_ordered
from satdoku.batch.plain import Plain, is_plain
from satdoku.cli.groups import BoardGroup, RunGroup
from satdoku.cli.inputs import Item, open_source, opened_items
from satdoku.cli.output import for_a_person, report_all
from satdoku.cli.plain_lines import PlainLines, answered_lines
from satdoku.cli.progress import watched
from satdoku.cli.reports import PrintedAnswer, Report, Reported, printed
from satdoku.cli.streams import complain
from satdoku.cli.waiting import bounds_of, waited
from satdoku.formats import Reader


def answered(
    question: Question[A],
    seconds: float | None,
    report: Report[A],
    mode: Mode | None,
    input: PuzzleInput | ErrorRecord,
) -> A | PrintedAnswer | ErrorRecord:
    """The printed form of the answer about a puzzle (without a mode the answer), or why there is
    none."""
    if isinstance(input, ErrorRecord):
        return input
    limit = Limit(seconds=question.seconds if seconds is None else seconds)
    try:
        with naming_faults():
            progress = None if question.bounds is None else bounds_of(question.bounds)
            answer = ask(question, input, limit, progress)
    except OptionError:  # of every puzzle
        raise
    except (FormatError, *OF_ONE_PUZZLE) as error:
        input = input.after(error)
        place = (input.line, input.text, input.source)
        return refusal(error, *place, left_out=input.left_out)
    return answer if mode is None else printed(answer, report, mode)


_USUAL: Report[Any] = Report()


def run(
    question: Question[Any],
    arguments: Sequence[str],
    input: BoardGroup,
    common: RunGroup,
    report: Report[Any] = _USUAL,
    *,
    plain: Plain[Any] | None = None,
    as_text: bool = False,
    rewrites: bool = False,
) -> int:
    """Ask every puzzle of every argument, print the answers and return the exit code.

    :param as_text: as :func:`satdoku.cli.output.report_all` takes it.
    :param rewrites: as for :func:`answer_all`.
    """
    answers = answer_all(
        question, arguments, input, common, plain, report, as_text=as_text, rewrites=rewrites
    )
    return report_all(waited(answers, arguments), report, common.json, as_text)


def answer_all(
    question: Question[Any],
    arguments: Sequence[str],
    input: BoardGroup,
    common: RunGroup,
    plain: Plain[Any] | None = None,
    report: Report[Any] = _USUAL,
    *,
    as_text: bool = False,
    rewrites: bool = False,
    whole: bool = False,
) -> Iterator[Reported]:
    """Ask every puzzle of every argument, in order, with a progress bar where there are many.

    What is printed of an answer is made in the process that computed it, except on a terminal,
    where it depends on the number of puzzles.

    :param whole: whether the answers themselves are wanted.
    :param rewrites: whether the answer is another puzzle, without what a player has entered in
        this one; what is left out is reported.
    """
    reading = input.reading()
    mode: Mode | None = "json" if common.json else "lines"
    if whole or (not common.json and for_a_person(as_text)):
        mode = None
    answer = partial(answered, question, common.time_limit, report, mode)
    quick = (
        plain is not None
        and question.is_plain
        and (common.time_limit is None or question.times_plain)
        and reading.is_plain
        and not sys.stdout.isatty()
    )
    with watched(arguments) as advance:

        def sources() -> Iterator[tuple[bool, Reader | Item]]:
            for argument in arguments:
                opened = open_source(argument, reading)
                yield quick and isinstance(opened, Reader) and is_plain(opened), opened

        def general(
            group: Iterable[tuple[bool, Reader | Item]],
        ) -> Iterator[PuzzleInput | ErrorRecord]:
            for _, opened in group:
                for item in opened_items(opened, reading):
                    advance(len(item.text) + 1, 1)
                    if rewrites and item.document and (lost := entered(item.document)):
                        complain(item.placed(lost))
                    yield item.asked(reading)

        for is_quick, group in groupby(sources(), key=itemgetter(0)):
            if plain is None or not is_quick:
                yield from map_ordered(answer, general(group), jobs=common.jobs, lost=unanswered)
                continue
            readers = (opened for _, opened in group if isinstance(opened, Reader))
            yield from answered_lines(
                PlainLines(answer, plain, reading, report, mode), readers, common.jobs, advance
            )
        reading.complain_of_unmatched()
