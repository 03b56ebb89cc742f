"""The driver of commands that put one question to every puzzle: reading, processes, printing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from satdoku.answers.asked import Asked, left_out, refusal, shown_text, unanswered
from satdoku.base.errors import InvalidPuzzle, NoSolution, NotUnique, Undecided, Unsupported
from satdoku.base.limits import under
from satdoku.batch.ordered import map_ordered
from satdoku.batch.plain import Plain, is_plain, plain_blocks
from satdoku.cli.groups import Asking, RunGroup
from satdoku.cli.inputs import STDIN, Item, entry_item, open_source, opened_items
from satdoku.cli.output import DONE, NO, Ready, Report, report_all
from satdoku.cli.pairing import with_pictures
from satdoku.cli.progress import watched
from satdoku.cli.waiting import waited
from satdoku.formats import Reader
from satdoku.puzzle import Puzzle
from satdoku.records.base import ErrorRecord, Record

__all__ = ["Asked", "Asking", "answer_all", "run"]

R = TypeVar("R", bound=Record)
Ask = Callable[[Asking, Asked], R]


def run(
    ask: Ask[R],
    arguments: Sequence[str],
    asking: Asking,
    report: Report[R],
    common: RunGroup,
    *,
    plain: Plain[R] | None = None,
    picture: Callable[[R, Puzzle], str] | None = None,
    as_text: bool = False,
) -> int:
    """Ask every puzzle of every argument, print the answers and return the exit code.

    :param picture: the text of the report, for a command that draws the puzzle.
    :param as_text: as :func:`satdoku.cli.output.report_all` takes it.
    """
    asked: deque[Puzzle | None] | None = None if picture is None else deque()
    records = waited(answer_all(ask, arguments, asking, common.jobs, plain, asked), arguments)
    if picture is not None and asked is not None:
        records, report = with_pictures(records, asked, report, picture)
    return report_all(records, report, common.json, as_text)


def answer_all(
    ask: Ask[R],
    arguments: Sequence[str],
    asking: Asking,
    jobs: int,
    plain: Plain[R] | None = None,
    seen: deque[Puzzle | None] | None = None,
) -> Iterator[R | ErrorRecord | Ready]:
    """Ask every puzzle of every argument, in order, with a progress bar where there are many.

    :param seen: takes each puzzle that is read.
    """
    quick = plain is not None and asking.is_plain
    with watched(arguments) as advance:

        def sources() -> Iterator[tuple[bool, Reader | Item]]:
            for argument in arguments:
                opened = open_source(argument, asking.reading)
                yield quick and isinstance(opened, Reader) and is_plain(opened), opened

        def general(group: Iterable[tuple[bool, Reader | Item]]) -> Iterator[Asked | ErrorRecord]:
            for _, opened in group:
                for item in opened_items(opened, asking.reading):
                    advance(len(item.text) + 1, 1)
                    if seen is not None:
                        seen.append(None if item.document is None else item.document.puzzle)
                    yield _asked(item)

        for is_quick, group in groupby(sources(), key=itemgetter(0)):
            if plain is None or not is_quick:
                answer = partial(_answer, ask, asking)
                yield from map_ordered(answer, general(group), jobs=jobs, lost=unanswered)
                continue
            for _, reader in group:
                assert isinstance(reader, Reader)
                yield from _answer_plain(ask, reader, asking, jobs, plain, advance)
        asking.reading.complain_of_unmatched()


def _answer_plain(
    ask: Ask[R],
    reader: Reader,
    asking: Asking,
    jobs: int,
    plain: Plain[R],
    advance: Callable[[int, int], None],
) -> Iterator[R | ErrorRecord | Ready]:
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
                yield _answer(ask, asking, _asked(entry_item(entry, reader, asking.reading)))
        started = time.perf_counter()


def _asked(item: Item) -> Asked | ErrorRecord:
    if item.document is None:
        return item.unreadable()
    return Asked(
        item.document.puzzle,
        item.line,
        shown_text(item.text, item.document),
        item.source,
        left_out(item.document),
    )


def _answer(ask: Ask[R], asking: Asking, asked: Asked | ErrorRecord) -> R | ErrorRecord:
    if isinstance(asked, ErrorRecord):
        return asked
    try:
        # Whatever takes no clock of its own (faults, compiling) is under this one.
        with under(asking.limit.start()):
            return ask(asking, asked)
    except (InvalidPuzzle, Unsupported, NoSolution, NotUnique, Undecided) as error:
        return refusal(error, asked.line, asked.text, asked.source, left_out=asked.left_out)
