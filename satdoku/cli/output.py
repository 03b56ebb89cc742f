"""Records to text, lines or JSON, the exit code, and the progress of long runs."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, Literal, TypeVar

from satdoku.cli.streams import complain
from satdoku.records.base import ErrorRecord, Record

__all__ = [
    "BAD_INPUT",
    "DONE",
    "NO",
    "UNDECIDED",
    "Explained",
    "Mode",
    "Ready",
    "Report",
    "coloured",
    "complain",
    "gravest",
    "named",
    "report_all",
    "watched",
]

DONE, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
_REFRESH_SECONDS = 0.1
_LONG = 300  # characters of JSON in a row
_FAULTS = {"none": NO, "multiple": NO, "undecided": UNDECIDED}
_GRAVITY = (DONE, NO, UNDECIDED, BAD_INPUT)


class Explained(int):
    """An exit code whose reason was printed."""


Mode = Literal["text", "lines", "json"]
"""text: for a person at a terminal; lines: one record a line; json: one object a line."""

R = TypeVar("R", bound=Record)


def gravest(first: int, second: int) -> int:
    """The graver of two exit codes: 2, then 3, then 1, then 0."""
    return max(first, second, key=_GRAVITY.index)


def named(puzzle: str) -> str:
    """A puzzle's text as a row shows it: JSON by its title, or by its givens where it is long."""
    if not puzzle.startswith("{"):
        return puzzle
    try:
        data = json.loads(puzzle)
    except (ValueError, RecursionError):
        data = {}
    title, givens = data.get("title"), data.get("givens")
    if isinstance(title, str) and (words := " ".join(title.split())):
        return words
    if len(puzzle) <= _LONG:
        return puzzle
    return givens if isinstance(givens, str) else f"{puzzle[: _LONG - 3]}..."


@dataclass(frozen=True)
class Report(Generic[R]):
    """How one command prints its records.

    lines     the data lines of a record (an iterable: solve prints a solution a line)
    text      what a person at a terminal is shown
    code      the exit code that a record stands for
    keep      which records are printed at all (all of them count for the exit code)
    invalid   the data line of a puzzle that cannot be read or is faulty
    """

    lines: Callable[[R], Iterable[str]]
    text: Callable[[R], str]
    code: Callable[[R], int]
    keep: Callable[[R], bool] = lambda record: True
    invalid: Callable[[ErrorRecord], Iterable[str]] = lambda record: (
        f"{record.verdict or 'invalid'}\t{record.puzzle}",
    )


@dataclass(frozen=True, slots=True)
class Ready:
    """Rows of output that need no record, and the exit code they stand for."""

    text: str
    code: int


def coloured() -> bool:
    """Whether what is printed may have colours: on a terminal, unless NO_COLOR is set to anything
    (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def report_all(records: Iterable[R | ErrorRecord | Ready], report: Report[R], as_json: bool) -> int:
    """Print every record as it comes and return the gravest exit code met."""
    code = DONE
    stream = iter(records)
    first: list[R | ErrorRecord | Ready] = []
    mode: Mode = "json" if as_json else "lines"
    # A terminal shows each line at once; output to a pipe is buffered for speed.
    flush = sys.stdout.isatty()
    shared = ""
    if flush and not as_json:
        # One puzzle gets a picture, a file gets lines: only a terminal needs the difference.
        first = list(islice(stream, 2))
        mode = "text" if len(first) == 1 else "lines"
    for record in chain(first, stream):
        if isinstance(record, Ready):
            code = gravest(code, record.code)
            sys.stdout.write(record.text)
            continue
        if isinstance(record, ErrorRecord):
            code = gravest(code, _FAULTS.get(record.verdict or "invalid", BAD_INPUT))
            if mode == "json":
                _print(_json(record), flush=flush)
            elif mode == "lines" and record.line:  # a file that cannot be opened has no row
                _print(_rows(record, report.invalid(record)), flush=flush)
            if record.error != shared:  # puzzles whose worker died share one sentence
                complain(record.error)
            shared = record.error
            continue
        code = gravest(code, report.code(record))
        if not report.keep(record):
            continue
        if mode == "json":
            _print(_json(record), flush=flush)
        elif mode == "text":
            _print((report.text(record),), flush=flush)
        else:
            _print(_rows(record, report.lines(record)), flush=flush)
    return code


def _rows(record: Record, lines: Iterable[str]) -> Iterable[str]:
    """The rows of a record, its puzzle short; a row that is the puzzle alone stays whole."""
    text = getattr(record, "puzzle", "")
    if not text.startswith("{"):
        return lines
    name = named(text)
    return [
        "\t".join(name if field == text else field for field in line.split("\t"))
        if "\t" in line
        else line
        for line in lines
    ]


def _json(record: Record) -> tuple[str]:
    return (json.dumps(record.as_dict(), ensure_ascii=False),)


def _print(lines: Iterable[str], *, flush: bool) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    if flush:
        sys.stdout.flush()


@contextmanager
def watched(total_bytes: int | None, *, wanted: bool) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, fed with the bytes and the number of puzzles read.

    Only on a terminal, and only where ``wanted`` (many puzzles); else a function that does
    nothing, so that callers need no case of their own.
    """
    if not (wanted and sys.stderr.isatty()):
        yield lambda count, puzzles: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    with Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[puzzles]:,} puzzles"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("", total=total_bytes, puzzles=0, rate=0.0)
        puzzles = pending = 0
        shown = 0.0

        def advance(count: int, number: int) -> None:
            nonlocal puzzles, pending, shown
            puzzles += number
            pending += count
            now = time.monotonic()
            if now - shown > _REFRESH_SECONDS:
                elapsed = progress.tasks[0].elapsed
                rate = puzzles / elapsed if elapsed else 0.0
                progress.update(task, advance=pending, puzzles=puzzles, rate=rate)
                pending = 0
                shown = now

        yield advance
