"""One entry to one record: the questions, as functions that worker processes can run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar

from satdoku import solving
from satdoku.answers.asked import Asked, ending, one_line, shown_text
from satdoku.answers.candidates import candidates_of
from satdoku.batch.ordered import map_ordered
from satdoku.batch.plain import is_plain, plain_blocks
from satdoku.cli.inputs import (
    STDIN,
    Item,
    Reading,
    entry_item,
    file_items,
    input_bytes,
    is_file,
    open_source,
)
from satdoku.cli.output import Ready, watched
from satdoku.engines import EngineOptions
from satdoku.errors import DIED, InvalidPuzzle, Unsupported
from satdoku.formats import Reader
from satdoku.limits import Limit
from satdoku.records.base import ErrorRecord, Record
from satdoku.records.solving import CandidatesRecord, CountRecord, SolveRecord, UniquenessRecord

__all__ = [
    "Asked",
    "Asking",
    "Plain",
    "answer_all",
    "candidates",
    "count",
    "one_line",
    "solve",
    "uniqueness",
]

R = TypeVar("R", bound=Record)


_DEFAULT_OPTIONS = EngineOptions()


@dataclass(frozen=True)
class Asking:
    """What every puzzle of a run is asked with."""

    reading: Reading
    backend: str = "auto"
    options: EngineOptions = _DEFAULT_OPTIONS
    seconds: float | None = None
    solutions: int | None = None
    cap: int | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nothing was asked for that the compiled core does not do by itself."""
        return (
            self.backend in ("auto", "native")
            and self.seconds is None
            and self.solutions in (None, 1)
            and self.reading.is_plain
            and not sys.stdout.isatty()
        )

    @property
    def common(self) -> dict[str, Any]:
        """What every question takes."""
        return {"backend": self.backend, "options": self.options, "limit": self.limit}

    @property
    def limit(self) -> Limit:
        """The limit of one question."""
        return Limit(seconds=self.seconds, solutions=self.solutions)


@dataclass(frozen=True)
class Plain(Generic[R]):
    """How a command answers files of plain classic puzzles, whole blocks at a time.

    ready    the core's columns that are the output rows as they stand, with the exit code of a
             block's verdicts; ``None`` where records are wanted (JSON, a filter)
    columns  the core's columns of which ``records`` makes records
    records  rows as columns, the line of the first, the file, seconds a row -> the records
    leave    verdicts that go the general way
    """

    ready: tuple[str, Callable[[bytes], int]] | None
    columns: str
    records: Callable[[list[list[str]], int, str | None, float], Iterable[R | ErrorRecord]]
    leave: Collection[int]


def answer_all(
    ask: Callable[[Asking, Asked], R | ErrorRecord],
    arguments: Sequence[str],
    asking: Asking,
    jobs: int,
    plain: Plain[R] | None = None,
) -> Iterator[R | ErrorRecord | Ready]:
    """Ask every puzzle of every argument, in order, with a progress bar where there are many."""
    many = any(is_file(argument) for argument in arguments)
    quick = plain is not None and asking.is_plain
    with watched(input_bytes(arguments), wanted=many) as advance:

        def sources() -> Iterator[tuple[bool, Reader | Item]]:
            for argument in arguments:
                opened = open_source(argument, asking.reading)
                yield quick and isinstance(opened, Reader) and is_plain(opened), opened

        def general(group: Iterable[tuple[bool, Reader | Item]]) -> Iterator[Asked | ErrorRecord]:
            for _, opened in group:
                found = (
                    (opened,) if isinstance(opened, Item) else file_items(opened, asking.reading)
                )
                for item in found:
                    advance(len(item.text) + 1, 1)
                    yield _asked(item)

        for is_quick, group in groupby(sources(), key=itemgetter(0)):
            if plain is None or not is_quick:
                answer = partial(_answer, ask, asking)
                yield from map_ordered(answer, general(group), jobs=jobs, lost=_lost)
                continue
            for _, reader in group:
                assert isinstance(reader, Reader)
                yield from _answer_plain(ask, reader, asking, jobs, plain, advance)


def _answer_plain(
    ask: Callable[[Asking, Asked], R | ErrorRecord],
    reader: Reader,
    asking: Asking,
    jobs: int,
    plain: Plain[R],
    advance: Callable[[int, int], None],
) -> Iterator[R | ErrorRecord | Ready]:
    source = None if reader.name == STDIN else reader.name
    columns = plain.columns if plain.ready is None else plain.ready[0]
    started = time.perf_counter()
    for block in plain_blocks(reader, columns, jobs, plain.leave):
        lines = block.lines
        advance(sum(map(len, lines)) + len(lines), len(lines))
        seconds = (time.perf_counter() - started) / len(lines)
        start = 0
        for part, stop in zip(block.output, [*block.others, len(lines)], strict=True):
            if part and plain.ready is not None:
                yield Ready(part, plain.ready[1](block.verdicts[start:stop]))
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
        return _faulty(item.line, item.text, item.source, str(item.error))
    shown = shown_text(item.text, item.document)
    return Asked(item.document.puzzle, item.line, shown, item.source)


def _faulty(line: int, text: str, source: str | None, sentence: str) -> ErrorRecord:
    if source is not None:
        sentence = f"{source}: {sentence}"
    return ErrorRecord(line, " ".join(text.split()), sentence, source=source)


def _answer(
    ask: Callable[[Asking, Asked], R | ErrorRecord], asking: Asking, asked: Asked | ErrorRecord
) -> R | ErrorRecord:
    if isinstance(asked, ErrorRecord):
        return asked
    try:
        return ask(asking, asked)
    except (InvalidPuzzle, Unsupported) as error:
        return _faulty(asked.line, asked.text, asked.source, f"line {asked.line}: {error}")


def _lost(piece: list[Asked | ErrorRecord]) -> list[ErrorRecord]:
    """What stands for puzzles whose worker died: one sentence for all of them."""
    first, last = piece[0], piece[-1]
    place = f"lines {first.line} to {last.line}"
    if first.source != last.source:
        place = f"{first.source}, line {first.line}, to {last.source}, line {last.line}"
    elif first.source is not None:
        place = f"{first.source}: {place}"
    sentence = f"{place}: {DIED}"
    return [
        asked
        if isinstance(asked, ErrorRecord)
        else ErrorRecord(asked.line, asked.text, sentence, "unanswered", source=asked.source)
        for asked in piece
    ]


def solve(asking: Asking, asked: Asked) -> SolveRecord:
    """Ask for solutions."""
    letters = asking.reading.options.letters
    found = solving.solve(asked.puzzle, **asking.common)
    return SolveRecord(
        **asked.place,
        verdict=found.verdict,
        solutions=tuple(asked.write(grid, letters) for grid in found.solutions),
        complete=found.complete,
        exhausted=found.exhausted,
        **ending(found),
    )


def uniqueness(asking: Asking, asked: Asked) -> UniquenessRecord:
    """Ask whether there is exactly one solution."""
    letters = asking.reading.options.letters
    found = solving.check_unique(asked.puzzle, **asking.common)
    return UniquenessRecord(
        **asked.place,
        verdict=found.verdict,
        witnesses=tuple(asked.write(grid, letters) for grid in found.witnesses),
        **ending(found),
    )


def count(asking: Asking, asked: Asked) -> CountRecord:
    """Ask how many solutions there are."""
    found = solving.count(asked.puzzle, **asking.common)
    known = solving.published(asked.puzzle)
    return CountRecord(
        **asked.place,
        count=found.count,
        exact=found.exact,
        published=None if known is None else {"count": known.count, "source": known.source},
        **ending(found),
    )


def candidates(asking: Asking, asked: Asked) -> CandidatesRecord:
    """Ask which candidates occur in some solution."""
    return candidates_of(asked, cap=asking.cap, **asking.common)
