"""Records to text, lines or JSON, and the exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import IO, Generic, Literal, TypeVar

from satdoku.answers.asked import named
from satdoku.cli.streams import complain
from satdoku.cli.terminal import on_terminal
from satdoku.records.base import ErrorRecord, JsonObject, Record

__all__ = [
    "BAD_INPUT",
    "DONE",
    "NO",
    "UNDECIDED",
    "Ready",
    "Report",
    "complain",
    "gravest",
    "print_json",
    "report_all",
    "report_error",
]

DONE, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
_FAULTS = {"none": NO, "multiple": NO, "undecided": UNDECIDED}
_GRAVITY = (DONE, NO, UNDECIDED, BAD_INPUT)


R = TypeVar("R", bound=Record)


def gravest(first: int, second: int) -> int:
    """The graver of two exit codes: 2, then 3, then 1, then 0."""
    return max(first, second, key=_GRAVITY.index)


@dataclass(frozen=True)
class Report(Generic[R]):
    """How one command prints its records.

    lines     the data lines of a record (an iterable: solve prints a solution a line)
    code      the exit code that a record stands for
    text      what a person at a terminal is shown
    keep      which records are printed at all (all of them count for the exit code)
    invalid   the data line of a puzzle that cannot be read or is faulty
    silent    verdicts of errors that this line reports, without a sentence
    """

    lines: Callable[[R], Iterable[str]]
    code: Callable[[R], int]
    text: Callable[[R], str] = lambda record: record.puzzle
    keep: Callable[[R], bool] = lambda record: True
    invalid: Callable[[ErrorRecord], Iterable[str]] = lambda record: (
        f"{record.called}\t{record.puzzle}",
    )
    silent: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Ready:
    """Rows of output that need no record, and the exit code they stand for."""

    text: str
    code: int


def report_all(records: Iterable[R | ErrorRecord | Ready], report: Report[R], as_json: bool) -> int:
    """Print every record as it comes and return the gravest exit code met."""
    code = DONE
    stream = iter(records)
    first: list[R | ErrorRecord | Ready] = []
    mode: Literal["text", "lines", "json"] = "json" if as_json else "lines"
    if on_terminal() and not as_json:
        # One puzzle gets a picture, a file gets lines: only a terminal needs the difference.
        first = list(islice(stream, 2))
        mode = "text" if len(first) == 1 else "lines"
    shared = ""
    for record in chain(first, stream):
        if isinstance(record, Ready):
            code = gravest(code, record.code)
            sys.stdout.write(record.text)
            continue
        if isinstance(record, ErrorRecord):
            silent = record.verdict in report.silent
            # A file that cannot be opened has no row.
            if (mode == "lines" and record.line) or (mode == "text" and silent):
                _print(_rows(record, report.invalid(record)))
            # Puzzles whose worker died share one sentence.
            quiet = silent or record.error == shared
            code = gravest(code, report_error(record, json=mode == "json", quiet=quiet))
            shared = record.error
            continue
        code = gravest(code, report.code(record))
        if not report.keep(record):
            continue
        if mode == "json":
            print_json(record)
        elif mode == "text":
            _print((report.text(record),))
        else:
            _print(_rows(record, report.lines(record)))
    return code


def report_error(record: ErrorRecord, *, json: bool, quiet: bool = False) -> int:
    """Print why a puzzle has no answer; returns 1 for a verdict, 3 for undecided, else 2."""
    if json:
        print_json(record)
    if not quiet:
        complain(record.error)
    return _FAULTS.get(record.verdict or "invalid", BAD_INPUT)


def _rows(record: Record, lines: Iterable[str]) -> Iterable[str]:
    """The rows of a record, its puzzle short; a row that is the puzzle alone stays whole."""
    text = record.puzzle
    name = named(text, record.line, record.left_out, record.source)
    if name == text:
        return lines
    return [
        "\t".join(name if field == text else field for field in line.split("\t"))
        if "\t" in line
        else line
        for line in lines
    ]


def print_json(answer: JsonObject, stream: IO[str] | None = None) -> None:
    """One JSON object on a line of its own."""
    _print((json.dumps(answer.as_dict(), ensure_ascii=False),), stream)


def _print(lines: Iterable[str], stream: IO[str] | None = None) -> None:
    stream = stream or sys.stdout
    for line in lines:
        stream.write(line + "\n")
    # A terminal shows each line at once; output to a pipe is buffered for speed.
    if stream.isatty():
        stream.flush()
