"""How a command prints what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from satdoku.answers.puzzle_input import unread
from satdoku.cli.streams import complain
from satdoku.records.base import ErrorRecord, Record

R = TypeVar("R", bound=Record)
A = TypeVar("A")


def _as_text(answer: Any) -> str:
    return str(answer.text())


@dataclass(frozen=True)
class Report(Generic[R, A]):
    """How one command prints its answers: their records for programs, the answers for people.

    lines     the data lines of a record (an iterable: solve prints a solution a line)
    code      the exit code that a record stands for
    text      the text that a terminal shows for an answer
    keep      selects the records that are printed (all records count for the exit code)
    filter    the options that set ``keep``
    invalid   the data line of a puzzle that cannot be read or is faulty
    """

    lines: Callable[[R], Iterable[str]]
    code: Callable[[R], int]
    text: Callable[[A], str] = _as_text
    keep: Callable[[R], bool] = lambda record: True
    filter: str = ""
    invalid: Callable[[ErrorRecord], Iterable[str]] = lambda record: (
        f"{record.called}\t{record.puzzle}",
    )


@dataclass(frozen=True, slots=True)
class Ready:
    """Rows of output that need no record, the exit code they stand for, and their verdicts as the
    core's codes."""

    text: str
    code: int
    verdicts: bytes = b""


def say_published(record: Record) -> None:
    """Report that a puzzle has other solutions than the one in its text."""
    stated = record.left_out or {}
    if "published" not in stated:
        return
    text, place = record.puzzle, f"line {record.line}: "
    place = f"{record.source}: {place}" if record.source else ""
    for sentence in unread({"published": stated["published"]}, text):
        complain(f"{place}{sentence}")
