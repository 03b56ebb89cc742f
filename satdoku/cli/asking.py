"""The driver of commands that put one question to every puzzle: reading, processes, printing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from satdoku.answers.asked import Asked, left_out, refusal, shown_text, unanswered
from satdoku.answers.question import Answer, Question, ask
from satdoku.base.errors import InvalidPuzzle, NoSolution, NotUnique, Undecided, Unsupported
from satdoku.base.limits import Limit, under
from satdoku.batch.ordered import map_ordered
from satdoku.batch.plain import Plain, is_plain, plain_blocks
from satdoku.cli.groups import BoardGroup, RunGroup
from satdoku.cli.inputs import STDIN, Item, entry_item, open_source, opened_items
from satdoku.cli.output import DONE, NO, Ready, Report, for_a_person, report_all
from satdoku.cli.progress import watched
from satdoku.cli.reading import Reading
from satdoku.cli.waiting import bounds_of, waited
from satdoku.formats import Reader
from satdoku.records.base import ErrorRecord, Record

__all__ = ["answer_all", "run"]

A = TypeVar("A", bound=Answer)
Ask = Callable[[Asked | ErrorRecord], Answer | Record]


def run(
    question: Question[Any],
    arguments: Sequence[str],
    input: BoardGroup,
    common: RunGroup,
    report: Report[Any, Any],
    *,
    plain: Plain[Any] | None = None,
    as_text: bool = False,
) -> int:
    """Ask every puzzle of every argument, print the answers and return the exit code.

    :param as_text: as :func:`satdoku.cli.output.report_all` takes it.
    """
    answers = answer_all(question, arguments, input, common, plain, as_text=as_text)
    return report_all(waited(answers, arguments), report, common.json, as_text)


def answer_all(
    question: Question[Any],
    arguments: Sequence[str],
    input: BoardGroup,
    common: RunGroup,
    plain: Plain[Any] | None = None,
    *,
    as_text: bool = False,
) -> Iterator[Answer | Record | Ready]:
    """Ask every puzzle of every argument, in order, with a progress bar where there are many.

    An answer becomes its record where it is made, but on a terminal, which shows more of it.
    """
    reading = input.reading()
    answer = partial(
        _answer,
        question,
        common.time_limit,
        whole=not common.json and for_a_person(as_text),
    )
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

        def general(group: Iterable[tuple[bool, Reader | Item]]) -> Iterator[Asked | ErrorRecord]:
            for _, opened in group:
                for item in opened_items(opened, reading):
                    advance(len(item.text) + 1, 1)
                    yield _asked(item, reading)

        for is_quick, group in groupby(sources(), key=itemgetter(0)):
            if plain is None or not is_quick:
                yield from map_ordered(answer, general(group), jobs=common.jobs, lost=unanswered)
                continue
            for _, reader in group:
                assert isinstance(reader, Reader)
                yield from _answer_plain(answer, reader, reading, common.jobs, plain, advance)
        reading.complain_of_unmatched()


def _answer_plain(
    answer: Ask,
    reader: Reader,
    reading: Reading,
    jobs: int,
    plain: Plain[Any],
    advance: Callable[[int, int], None],
) -> Iterator[Answer | Record | Ready]:
    source = None if reader.name == STDIN else reader.name
    started = time.perf_counter()
    for block in plain_blocks(reader, plain.ready or plain.columns, jobs, plain.leave):
        lines = block.lines
        advance(sum(map(len, lines)) + len(lines), len(lines))
        seconds = (time.perf_counter() - started) / len(lines)
        start = 0
        for part, stop in zip(block.output, [*block.others, len(lines)], strict=True):
            if part and plain.ready is not None:
                verdicts = block.verdicts[start:stop]
                yield Ready(part, NO if any(code in verdicts for code in plain.negative) else DONE)
            elif part:
                rows = [row.split("\t") for row in part.splitlines()]
                yield from plain.records(rows, block.first + start, source, seconds)
            start = stop + 1
            if stop < len(lines) and (bare := lines[stop].lstrip()) and bare[0] != "#":
                entry = reader.entry(block.first + stop, lines[stop])
                yield answer(_asked(entry_item(entry, reader, reading), reading))
        started = time.perf_counter()


def _asked(item: Item, reading: Reading) -> Asked | ErrorRecord:
    document = item.document
    if document is None:
        return item.unreadable()
    return Asked(
        document,
        item.line,
        shown_text(item.text, document),
        item.source,
        left_out(document),
        reading.options.letters,
        reading.knows(document.puzzle),
    )


def _answer(
    question: Question[Any], seconds: float | None, asked: Asked | ErrorRecord, *, whole: bool
) -> Answer | Record:
    if isinstance(asked, ErrorRecord):
        return asked
    limit = Limit(seconds=question.seconds if seconds is None else seconds)
    try:
        # Whatever takes no clock of its own (faults, compiling) is under this one.
        with under(limit.start()):
            report = None if question.bounds is None else bounds_of(question.bounds)
            found: Answer = ask(question, asked, limit, report)
            return found if whole else found.record()
    except (InvalidPuzzle, Unsupported, NoSolution, NotUnique, Undecided) as error:
        remedy, more = question.remedy(error), ""
        if remedy is not None:
            more = f"; --{remedy[0].replace('_', '-')} {remedy[1]}"
        place = (asked.line, asked.text, asked.source)
        return refusal(error, *place, more=more, left_out=asked.left_out)
