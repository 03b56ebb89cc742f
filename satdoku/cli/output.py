"""Records to text, lines or JSON, and the exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice
from typing import IO, Any, Literal

from satdoku.answers.puzzle_input import named, refused
from satdoku.answers.question import Answer
from satdoku.base.errors import ProgramFault, naming_faults
from satdoku.cli.codes import BAD_INPUT, BUG, DONE, NO, UNDECIDED, gravest
from satdoku.cli.reports import Ready, Report, say_published
from satdoku.cli.streams import complain, in_words
from satdoku.cli.terminal import on_terminal
from satdoku.records.base import ErrorRecord, JsonObject, Record, plural

__all__ = [
    "BAD_INPUT",
    "DONE",
    "NO",
    "UNDECIDED",
    "Ready",
    "Report",
    "complain",
    "for_a_person",
    "gravest",
    "print_json",
    "report_all",
    "report_error",
]

_FAULTS = {"none": NO, "multiple": NO, "undecided": UNDECIDED, "fault": BUG}


def for_a_person(as_text: bool = False) -> bool:
    """Whether a person reads the answers: on a terminal, or where that is asked for."""
    return as_text or on_terminal()


def report_all(
    answers: Iterable[Any],
    report: Report[Any, Any],
    as_json: bool,
    as_text: bool = False,
) -> int:
    """Print every answer, record or ready line as it comes; returns the gravest exit code met.

    :param as_text: print what a person at a terminal is shown, of several puzzles too.
    """
    code, answered, left = DONE, 0, 0
    stream = iter(answers)
    first: list[Any] = []
    mode: Literal["text", "lines", "json"] = "json" if as_json else "lines"
    if not as_json and for_a_person(as_text):
        # One puzzle gets a picture, a file gets lines: only a terminal needs the difference.
        first = list(islice(stream, 2))
        mode = "text" if as_text or len(first) == 1 else "lines"
    shared = ""
    for answer in chain(first, stream):
        if isinstance(answer, Ready):
            code = gravest(code, answer.code)
            sys.stdout.write(answer.text)
            continue
        record, lines = _worded(answer, report, mode)
        if isinstance(record, ErrorRecord):
            # A file that cannot be opened has no row.
            if mode == "lines" and record.line:
                _print(_rows(record, report.invalid(record)))
            # Puzzles whose worker died share one sentence.
            quiet = record.error == shared
            code = gravest(code, report_error(record, json=mode == "json", quiet=quiet))
            shared = record.error
            continue
        code = gravest(code, report.code(record))
        answered += 1
        say_published(record)
        if lines is None:
            left += 1
            continue
        if mode == "text" and len(first) > 1:
            head = named(record.puzzle, record.line, record.left_out, record.source)
            _print((head,) if answered == 1 else ("", head))
        _print(lines)
    if left:
        complain(f"{report.filter} leaves out {left} of {plural(answered, 'puzzle')}")
    return code


def _worded(
    answer: Any, report: Report[Any, Any], mode: Literal["text", "lines", "json"]
) -> tuple[Record, Iterable[str] | None]:
    """The record of an answer, and what is printed of it; ``None``: it is left out."""
    try:
        with naming_faults():
            record: Record = answer.record() if isinstance(answer, Answer) else answer
            if isinstance(record, ErrorRecord) or not report.keep(record):
                return record, None
            if mode == "json":
                return record, (json.dumps(record.as_dict(), ensure_ascii=False),)
            if mode == "text":
                return record, (report.text(answer),)
            return record, tuple(_rows(record, report.lines(record)))
    except ProgramFault as error:
        return refused(answer.asked, error), None


def report_error(record: ErrorRecord, *, json: bool, quiet: bool = False) -> int:
    """Print why a puzzle has no answer; returns 1 for a verdict, 3 for undecided, 70 for a fault of
    satdoku, else 2."""
    if json:
        print_json(replace(record, error=in_words(record.error)))
    if not quiet:
        complain(record.error)
        say_published(record)
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
