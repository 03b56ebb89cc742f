"""How a command prints its answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import chain, groupby
from typing import Any, Generic, NamedTuple, TypeAlias, cast

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import named, refused, unread
from satdoku.answers.question import A, Answer, Mode
from satdoku.base.codes import gravest
from satdoku.base.errors import ProgramFault, naming_faults
from satdoku.base.records import dataclass

in_json = json.JSONEncoder(ensure_ascii=False).encode
"""An object as a line of JSON."""


def _rows_of(answer: Any) -> Iterable[str]:
    rows: Iterable[str] = answer.rows()
    return rows


def _code_of(answer: Any) -> int:
    return int(answer.exit_code)


def in_words_of(answer: Any) -> str:
    """The answer in words."""
    return str(answer.text())


def _every(answer: Any) -> bool:
    return True


def verdict_row(record: ErrorRecord) -> Iterable[str]:
    """The verdict on a puzzle without an answer, and the puzzle."""
    return (f"{record.called}\t{record.puzzle}",)


def verdict_alone(record: ErrorRecord) -> Iterable[str]:
    """The verdict on a puzzle without an answer."""
    return (record.called,)


def no_row(record: ErrorRecord) -> Iterable[str]:
    """No row for a puzzle without an answer."""
    return ()


def puzzle_row(answer: Answer) -> Iterable[str]:
    """The puzzle alone."""
    return (answer.puzzle,)


@dataclass(frozen=True)
class Report(Generic[A]):
    """How one command prints its answers; worker processes take it along.

    rows      the lines for programs
    code      the exit code that an answer stands for
    text      the text that a terminal shows
    keep      selects the answers that are printed (all of them count for the exit code)
    filter    the options that set ``keep``
    invalid   the lines of a puzzle that cannot be read or is faulty
    """

    rows: Callable[[A], Iterable[str]] = _rows_of
    code: Callable[[A], int] = _code_of
    text: Callable[[A], str] = in_words_of
    keep: Callable[[A], bool] = _every
    filter: str = ""
    invalid: Callable[[ErrorRecord], Iterable[str]] = verdict_row


class PrintedAnswer(NamedTuple):
    """An answer as it is printed.

    name      the puzzle in short
    lines     ``None``: a filter leaves it out
    code      the exit code
    remarks   sentences for standard error
    more      whether there are more solutions, which no remark says
    stopped   the limit that ended the search
    """

    name: str
    lines: tuple[str, ...] | None
    code: int
    remarks: tuple[str, ...]
    more: bool
    stopped: str | None


class Ready(NamedTuple):
    """The output about several puzzles, which needs no answers.

    text      the rows
    code      the exit code that they stand for
    answered  the number of puzzles
    more      how many of them have more solutions, which nothing says
    left      how many of them a filter leaves out
    """

    text: str
    code: int
    answered: int
    more: int = 0
    left: int = 0


Reported: TypeAlias = Answer | PrintedAnswer | Ready | ErrorRecord
"""An answer, or what is printed of it, or why there is none."""


def joined(answers: Iterable[Reported]) -> Iterator[Reported]:
    """The answers, those together that are only rows for standard output."""
    for bare, group in groupby(answers, _is_bare):
        if not bare:
            yield from group
            continue
        own = cast("list[PrintedAnswer]", list(group))
        lines = list(chain.from_iterable([one.lines for one in own if one.lines is not None]))
        yield Ready(
            "".join([f"{line}\n" for line in lines]),
            reduce(gravest, [one.code for one in own]),
            len(own),
            sum([one.more for one in own]),
            sum([one.lines is None for one in own]),
        )


def _is_bare(answer: Reported) -> bool:
    return isinstance(answer, PrintedAnswer) and not (answer.remarks or answer.stopped)


def printed(answer: A, report: Report[A], mode: Mode) -> PrintedAnswer | ErrorRecord:
    """The printed form of an answer; why there is none where satdoku fails on it."""
    input = answer.input
    try:
        with naming_faults():
            lines: Iterable[str] | None = None
            if report.keep(answer):
                if mode == "json":
                    lines = (in_json(answer.as_dict()),)
                elif mode == "text":
                    lines = (report.text(answer),)
                else:
                    lines = short_rows(report.rows(answer), answer)
            stated = input.left_out or {}
            remarks = (*answer.remarks(mode), *published(input))
            return PrintedAnswer(
                named(input.text, input.line, stated, input.source) if mode == "text" else "",
                None if lines is None else tuple(lines),
                report.code(answer),
                remarks,
                bool(getattr(answer, "more", False)) and "published" not in stated,
                answer.stopped,
            )
    except ProgramFault as error:
        return refused(input, error)


def short_rows(lines: Iterable[str], about: Any) -> Iterable[str]:
    """The rows about a puzzle, which is named in short; a row that is the puzzle alone stays whole.

    :param about: an answer, or why there is none.
    """
    place = about if isinstance(about, ErrorRecord) else about.input
    text = about.puzzle
    name = named(text, place.line, place.left_out, place.source)
    if name == text:
        return lines
    return [
        "\t".join(name if field == text else field for field in line.split("\t"))
        if "\t" in line
        else line
        for line in lines
    ]


def published(about: Any) -> Iterable[str]:
    """The sentence that a puzzle has other solutions than the one in its text.

    :param about: a puzzle that was asked about, or why there is no answer.
    """
    stated = about.left_out or {}
    if "published" not in stated:
        return
    text = about.puzzle if isinstance(about, ErrorRecord) else about.text
    place = f"{about.source}: line {about.line}: " if about.source else ""
    for sentence in unread({"published": stated["published"]}, text):
        yield f"{place}{sentence}"
