"""The questions of a batch run, and the typed columns that answer them (docs/batch.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from satdoku.answers.question import RunColumns
from satdoku.base.columns import RunColumn
from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.formats import Letters
from satdoku.puzzle import Document

Columns: TypeAlias = dict[str, Sequence[Any]]
"""Columns by name, all of one length; ``None`` where there is no answer. See also ``packed``."""


@dataclass(frozen=True, slots=True)
class _RunQuestion:
    """A value of ``--ask``: the question that it asks (its file in ``answers/`` and the class that
    has its columns), and the number of entries that are answered in about a second."""

    name: str
    question: str
    block: int
    costly: bool = False

    @property
    def columns(self) -> tuple[RunColumn, ...]:
        """Its columns of the answers."""
        return _columns(self.question, self.name) if self.question else _OF_THE_RUN


def _columns(question: str, name: str) -> tuple[RunColumn, ...]:
    """The columns that a question, which is loaded, has in a run by this name."""
    module, _, kind = question.partition(".")
    columns: RunColumns = getattr(import_module(f"satdoku.answers.{module}"), kind).columns
    return columns.get(name, ())


_ALWAYS = (
    RunColumn(
        "line", "integer", "the line (of Parquet the row) on which the puzzle begins, from 1"
    ),
    RunColumn("source", "word", "the file; only where there are several inputs"),
    RunColumn("puzzle", "text", "the puzzle as it was written, on one line"),
    RunColumn(
        "verdict",
        "word",
        "unique, multiple, none, undecided (a limit ran out), invalid (unreadable or against the "
        "rules) or unanswered (its worker process died, or satdoku failed: the message says which)",
    ),
)
_LAST = (
    RunColumn("undecided", "text", "the questions whose limit ran out, with spaces between them"),
    RunColumn(
        "message",
        "text",
        "why there is no answer, or the parts of the text that do not belong to the puzzle",
    ),
)

_OF_THE_RUN = (RunColumn("seconds", "number", "the wall-clock time of all answers to the puzzle"),)

QUESTIONS: dict[str, _RunQuestion] = {
    one.name: one
    for one in (
        _RunQuestion("verdict", "solving.UniqueQuestion", 1 << 16),
        _RunQuestion("solution", "solving.UniqueQuestion", 1 << 16),
        _RunQuestion("contents", "contents.Contents", 1 << 14),
        _RunQuestion("count", "counting.CountQuestion", 1 << 15),
        _RunQuestion("canonical", "symmetry.TransformQuestion", 1 << 14),
        _RunQuestion("rating", "rating.RateQuestion", 1 << 12, costly=True),
        _RunQuestion("minutes", "rating.RateQuestion", 1 << 12, costly=True),
        _RunQuestion("techniques", "rating.RateQuestion", 1 << 12, costly=True),
        _RunQuestion("path-shape", "rating.RateQuestion", 1 << 10, costly=True),
        _RunQuestion("hodoku", "rating.RateQuestion", 1 << 12, costly=True),
        _RunQuestion("w", "rating.RateQuestion", 1 << 8, costly=True),
        _RunQuestion("b", "rating.RateQuestion", 1 << 8, costly=True),
        _RunQuestion("time", "", 1 << 12, costly=True),
    )
}


@cache
def known_columns() -> Mapping[str, RunColumn]:
    """Every column of answers, and those that only puzzles that were made have."""
    answered = (column for question in QUESTIONS.values() for column in question.columns)
    generated = _columns("wishes.GenerateQuestion", "generated")
    return {column.name: column for column in (*_ALWAYS, *answered, *_LAST, *generated)}


def column_of(name: str) -> RunColumn:
    """The column of a name.

    :raises SatdokuError: where there is none.
    """
    if name not in known_columns():
        raise SatdokuError(f"this satdoku has no column {name!r}: another version made the run")
    return known_columns()[name]


@dataclass(frozen=True)
class Questions:
    """The questions about every puzzle of a run; they can be pickled.

    names    what is asked, of :data:`QUESTIONS`
    seconds  the limit on each question about each puzzle
    limit    solutions that are counted at most
    letters  what letters stand for in the input
    adapt    the document on the board and under the rules that the options name
    sourced  whether there is a column for the source
    """

    names: tuple[str, ...]
    seconds: float | None
    limit: int
    letters: Letters
    adapt: Callable[[Document], Document]
    sourced: bool

    @staticmethod
    def of_text(text: str) -> tuple[str, ...]:
        """The questions of ``verdict,rating``, in the order of :data:`QUESTIONS`.

        :raises SatdokuError: where one of them is none.
        """
        names = [name.strip() for name in text.split(",")]
        for name in names:
            if name not in QUESTIONS:
                raise SatdokuError(
                    f"--ask takes {', '.join(QUESTIONS)} with commas between them, not {name!r}"
                )
        return tuple(name for name in QUESTIONS if name in names)

    @property
    def columns(self) -> tuple[RunColumn, ...]:
        """The columns of the answers, in order."""
        always = [column for column in _ALWAYS if self.sourced or column.name != "source"]
        return (*always, *self.columns_of(*self.names), *_LAST)

    def columns_of(self, *names: str) -> tuple[RunColumn, ...]:
        """The columns of those of some questions that are asked."""
        return tuple(
            column for name in names if name in self.names for column in QUESTIONS[name].columns
        )

    @property
    def block(self) -> int:
        """Entries a block: so many that a block takes about a second."""
        return min(QUESTIONS[name].block for name in self.names)

    @property
    def is_costly(self) -> bool:
        """Whether an answer takes so long that handing it to a process costs nothing."""
        return any(QUESTIONS[name].costly for name in self.names)


def table_of(columns: Sequence[RunColumn], rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Rows as columns."""
    return {column.name: [row.get(column.name) for row in rows] for column in columns}
