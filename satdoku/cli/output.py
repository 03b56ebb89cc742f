"""Answers to text, lines or JSON, and the exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import IO, Any

from satdoku.answers.json_object import ErrorRecord, JsonObject
from satdoku.answers.question import Answer, Mode
from satdoku.base.codes import BAD_INPUT, BUG, DONE, NO, UNDECIDED, gravest
from satdoku.base.worded import puzzles_in_words, worded
from satdoku.cli.reports import (
    PrintedAnswer,
    Ready,
    Report,
    in_json,
    printed,
    published,
    short_rows,
)
from satdoku.cli.streams import complain, in_words
from satdoku.cli.terminal import on_terminal

__all__ = [
    "BAD_INPUT",
    "DONE",
    "NO",
    "UNDECIDED",
    "PrintedAnswer",
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


def complain_of_fewer(reason: str, number: int, count: int) -> None:
    """Report why fewer were found than asked for."""
    form = "{reason}: {number} of {count} found"
    complain(worded(form, reason=reason, number=number, count=count))


def report_all(
    answers: Iterable[Any],
    report: Report[Any],
    as_json: bool,
    as_text: bool = False,
) -> int:
    """Print every answer as it comes; returns the gravest exit code met.

    :param answers: answers, or what is printed of them (:class:`PrintedAnswer`, :class:`Ready`).
    :param as_text: print what a person at a terminal is shown, of several puzzles too.
    """
    code, answered, left = DONE, 0, 0
    stream = _until_cancelled(answers)
    first: list[Any] = []
    mode: Mode = "json" if as_json else "lines"
    if not as_json and for_a_person(as_text):
        # One puzzle gets a picture, a file gets lines: only a terminal needs the difference.
        first = list(islice(stream, 2))
        mode = "text" if as_text or len(first) == 1 else "lines"
    shared, stopped = "", None
    for answer in chain(first, stream):
        if isinstance(answer, Ready):
            code = gravest(code, answer.code)
            answered += answer.answered
            left += answer.left
            sys.stdout.write(answer.text)
            continue
        reported = printed(answer, report, mode) if isinstance(answer, Answer) else answer
        if isinstance(reported, ErrorRecord):
            # A file that cannot be opened has no row.
            if mode == "lines" and reported.line:
                _print(short_rows(report.invalid(reported), reported))
            # Puzzles whose worker died share one sentence.
            quiet = reported.error == shared
            code = gravest(code, report_error(reported, json=mode == "json", quiet=quiet))
            shared = reported.error
            continue
        code, stopped = gravest(code, reported.code), reported.stopped
        answered += 1
        for sentence in reported.remarks:
            complain(sentence)
        if reported.lines is None:
            left += 1
            continue
        if mode == "text" and len(first) > 1:
            _print((reported.name,) if answered == 1 else ("", reported.name))
        _print(reported.lines)
    if left:
        complain(
            worded(
                "{option} leaves out {left} of {puzzles}",
                option=report.filter,
                left=left,
                puzzles=puzzles_in_words(answered),
            )
        )
    if stopped == "cancelled":
        raise KeyboardInterrupt
    return code


def _until_cancelled(answers: Iterable[Any]) -> Iterator[Any]:
    """The answers up to one that Ctrl-C cut short, which is printed before the run ends."""
    for answer in answers:
        yield answer
        if getattr(answer, "stopped", None) == "cancelled":
            return


def report_error(record: ErrorRecord, *, json: bool, quiet: bool = False) -> int:
    """Print why a puzzle has no answer; returns 1 for a verdict, 3 for undecided, 70 for a fault of
    satdoku, else 2."""
    if json:
        print_json(replace(record, error=in_words(record.error)))
    if not quiet:
        complain(record.error)
        for sentence in published(record):
            complain(sentence)
    return _FAULTS.get(record.verdict or "invalid", BAD_INPUT)


def print_json(answer: JsonObject, stream: IO[str] | None = None) -> None:
    """One JSON object on a line of its own."""
    _print((in_json(answer.as_dict()),), stream)


def _print(lines: Iterable[str], stream: IO[str] | None = None) -> None:
    stream = stream or sys.stdout
    for line in lines:
        stream.write(line + "\n")
