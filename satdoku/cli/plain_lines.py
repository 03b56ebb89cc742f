"""Files of plain lines, answered a block at a time, in this process or in many."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import PuzzleInput, unanswered
from satdoku.answers.question import Answer, Mode
from satdoku.base.codes import DONE, NO
from satdoku.base.compiled import required_core
from satdoku.base.records import dataclass
from satdoku.batch.core_answers import until_fault
from satdoku.batch.plain import Plain, judged
from satdoku.cli.inputs import Item, entry_item, source_of
from satdoku.cli.reading import Reading
from satdoku.cli.reports import Ready, Report, Reported, joined, printed
from satdoku.formats import LineReader, Reader
from satdoku.formats.source import RawLines

_ALONE_SECONDS = 0.3
"""CPU time before worker processes are started, which takes about as long."""
_LINE = 82
_VERDICT = re.compile(r"^\w+\t", re.MULTILINE)

Ask: TypeAlias = Callable[[PuzzleInput | ErrorRecord], Reported]


class _Part(NamedTuple):
    """Some lines of a file, and how those are read that the core does not judge."""

    lines: RawLines
    reader: LineReader
    source: str | None

    def item(self, index: int, text: str, reading: Reading) -> Item | None:
        """The puzzle of a line; ``None`` where the line has none."""
        if not (bare := text.lstrip()) or bare[0] == "#":
            return None
        entry = self.reader.entry(self.lines.first + index, text)
        return entry_item(entry, self.source, reading)


@dataclass(frozen=True)
class PlainLines:
    """How files of plain lines are answered; worker processes take it along.

    answer  the answer about a puzzle that the core does not judge
    plain   those about the others
    mode    how answers are printed; ``None`` where they are wanted themselves
    """

    answer: Ask
    plain: Plain[Any]
    reading: Reading
    report: Report[Any]
    mode: Mode | None

    @property
    def is_shared(self) -> bool:
        """Whether the answers are made in Python, and printed where they are made."""
        return self.plain.ready is None and self.mode is not None

    def answers(self, part: _Part, threads: int = 1) -> Iterator[Reported]:
        """The answers about some lines."""
        plain, started = self.plain, time.perf_counter()
        block = judged(part.lines, plain.ready or plain.columns, threads, plain.leave)
        lines = block.lines
        seconds = (time.perf_counter() - started) / len(lines)
        start = 0
        for rows, stop in zip(block.output, [*block.others, len(lines)], strict=True):
            general: list[int] = []
            if rows and plain.ready is not None:
                yield _ready(plain, rows, block.verdicts[start:stop])
            elif rows:
                columns = [row.split("\t") for row in rows.splitlines()]
                place = block.first + start, part.source
                for one in until_fault(plain.answers(columns, *place, seconds, threads)):
                    yield self._printed(one)
                    start += 1
                general += range(start, stop)
            if stop < len(lines):
                general.append(stop)
            for index in general:
                if (item := part.item(index, lines[index], self.reading)) is not None:
                    yield self.answer(item.asked(self.reading))
            start = stop + 1

    def _printed(self, answer: Answer | ErrorRecord) -> Reported:
        if self.mode is None or not isinstance(answer, Answer):
            return answer
        return printed(answer, self.report, self.mode)

    def lost(self, part: _Part) -> list[Reported]:
        """The records of lines whose worker died."""
        texts = enumerate(part.lines.text.split("\n"))
        items = [item for i, text in texts if (item := part.item(i, text, self.reading))]
        inputs = [item.asked(self.reading) for item in items]
        return [*unanswered(inputs)] if inputs else []


def _ready(plain: Plain[Any], rows: str, verdicts: bytes) -> Ready:
    text = _VERDICT.sub("", rows) if plain.is_bare else rows
    code = NO if any(code in verdicts for code in plain.negative) else DONE
    more = verdicts.count(required_core("a verdict").MULTIPLE) if plain.is_bare else 0
    return Ready(text, code, len(verdicts), more)


def answered_lines(
    plain: PlainLines,
    readers: Iterable[Reader],
    jobs: int,
    advance: Callable[[int, int], None],
) -> Iterator[Reported]:
    """The answers about the lines of some files, in order.

    With ``jobs`` > 1, what takes this process more than a moment goes on in worker processes: each
    reads, answers and prints some lines, so that this process only passes texts on.
    """
    many = jobs > 1 and plain.is_shared
    parts = _parts(readers, plain.plain.at_once * _LINE if many else None, advance)
    alone = time.process_time() + _ALONE_SECONDS
    for part in parts:
        yield from plain.answers(part, jobs)
        if many and time.process_time() > alone:
            break
    if not many or (first := next(parts, None)) is None:
        return
    from satdoku.base.workers import in_order  # loads multiprocessing

    rest = chain([first], parts)
    with closing(in_order(partial(_all_answers, plain), rest, jobs, plain.lost)) as results:
        for result in results:
            yield from result


def _parts(
    readers: Iterable[Reader], size: int | None, advance: Callable[[int, int], None]
) -> Iterator[_Part]:
    for reader in readers:
        for block in reader.raw_blocks():
            for lines in (block,) if size is None else block.parts(size):
                advance(len(lines.text) + 1, lines.count)
                yield _Part(lines, reader.lines, source_of(reader))


def _all_answers(plain: PlainLines, part: _Part) -> list[Reported]:
    return list(joined(plain.answers(part)))
