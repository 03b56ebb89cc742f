"""The questions of a batch run, and the typed columns that answer them (docs/batch.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from satdoku.base.errors import SatdokuError
from satdoku.formats import Letters
from satdoku.puzzle import Document
from satdoku.rating.scales import HODOKU, SATDOKU, SE

__all__ = [
    "COLUMNS",
    "QUESTIONS",
    "Columns",
    "Questions",
    "RunColumn",
    "column_of",
    "table_of",
]

ColumnKind = Literal["integer", "number", "flag", "text", "word", "counts"]
"""``word``: a text of which few differ; ``counts``: how often each name occurs."""

Columns: TypeAlias = dict[str, Sequence[Any]]
"""Columns by name, all of one length; ``None`` where there is no answer. See also ``packed``."""


@dataclass(frozen=True, slots=True)
class RunColumn:
    """A column of the answers: the names are those of the records (satdoku/records.py)."""

    name: str
    kind: ColumnKind
    meaning: str


@dataclass(frozen=True, slots=True)
class _Question:
    """``block`` is the number of entries that are answered in about a second."""

    columns: tuple[RunColumn, ...]
    block: int
    costly: bool = False


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
        "rules) or unanswered (its worker process died)",
    ),
)
_LAST = (
    RunColumn("undecided", "text", "the questions whose limit ran out, with spaces between them"),
    RunColumn(
        "message",
        "text",
        "why there is no answer, or what the text holds that is no part of the puzzle",
    ),
)

QUESTIONS: dict[str, _Question] = {
    "verdict": _Question((), 1 << 16),
    "solution": _Question(
        (RunColumn("solution", "text", "a solution; of several the first that was found"),),
        1 << 16,
    ),
    "count": _Question(
        (
            RunColumn("count", "integer", "how many solutions there are, up to --limit"),
            RunColumn("exact", "flag", "whether that is all of them"),
        ),
        1 << 15,
    ),
    "canonical": _Question(
        (RunColumn("canonical", "text", "the least of all symmetric images"),), 1 << 14
    ),
    "rating": _Question(
        (
            *(RunColumn(c.name, "number", c.meaning) for c in SE.columns),
            RunColumn("level", "word", "how hard that is, in a word"),
            RunColumn("steps", "integer", "the number of steps"),
            *(RunColumn(c.name, "integer", c.meaning) for c in SATDOKU.columns),
        ),
        1 << 12,
        costly=True,
    ),
    "techniques": _Question(
        (
            RunColumn("hardest", "word", "the technique of the hardest step"),
            RunColumn("techniques", "counts", "how often each technique was used"),
            RunColumn("open_min", "integer", "the fewest steps that are open at once"),
            RunColumn("open_mean", "number", "how many steps are open at once on average"),
            RunColumn("depth", "integer", "the longest chain of steps that rest on each other"),
        ),
        1 << 12,
        costly=True,
    ),
    "hodoku": _Question(
        (
            RunColumn("hodoku_level", "word", "HoDoKu's level"),
            *(RunColumn(f"hodoku_{c.name}", "integer", c.meaning) for c in HODOKU.columns),
        ),
        1 << 12,
        costly=True,
    ),
    "time": _Question(
        (RunColumn("seconds", "number", "how long all answers to the puzzle took, by the clock"),),
        1 << 12,
        costly=True,
    ),
}


_GENERATED = (
    RunColumn("index", "integer", "the number from which the seed makes the puzzle, of its level"),
    RunColumn("clues", "integer", "the number of givens"),
    RunColumn(
        "symmetry", "word", "the symmetries of the pattern of givens, with + between, or none"
    ),
)
"""The columns that only puzzles that were made have."""

COLUMNS = {
    column.name: column
    for column in (
        *_ALWAYS,
        *(c for q in QUESTIONS.values() for c in q.columns),
        *_LAST,
        *_GENERATED,
    )
}


def column_of(name: str) -> RunColumn:
    """The column of a name.

    :raises SatdokuError: where there is none.
    """
    if name not in COLUMNS:
        raise SatdokuError(f"this satdoku has no column {name!r}: another version made the run")
    return COLUMNS[name]


@dataclass(frozen=True)
class Questions:
    """What is asked of every puzzle of a run; it can be pickled.

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
        asked = [name.strip() for name in text.split(",")]
        for name in asked:
            if name not in QUESTIONS:
                raise SatdokuError(
                    f"--ask takes {', '.join(QUESTIONS)} with commas between them, not {name!r}"
                )
        return tuple(name for name in QUESTIONS if name in asked)

    @property
    def columns(self) -> tuple[RunColumn, ...]:
        """The columns of the answers, in order."""
        always = [column for column in _ALWAYS if self.sourced or column.name != "source"]
        asked = [column for name in self.names for column in QUESTIONS[name].columns]
        return (*always, *asked, *_LAST)

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
