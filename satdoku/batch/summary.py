"""Summaries of answers: distributions, quantiles, the hardest and the rarest puzzles."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import islice
from typing import Any

from satdoku.answers.json_object import ErrorRecord
from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.batch.exporting import StoredRun
from satdoku.batch.schema import Columns
from satdoku.rating.levels import LEVELS
from satdoku.rating.scales import SE

QUANTILES = (0, 10, 25, 50, 75, 90, 99, 100)
"""In percent."""

_SCORES = tuple(column.name for column in SE.columns)
_RATING = _SCORES[0]
_SHOWN = 10
_CELLS = 81
_EMPTY = ".0*_xX"


@dataclass(frozen=True, order=True)
class RatedPuzzle:
    """A puzzle that is shown, and its place; sorted by its rating.

    ``scores`` are Sudoku Explainer's numbers; empty where the puzzle was not rated.
    """

    scores: tuple[float, ...]
    line: int = field(compare=False)
    source: str | None = field(compare=False)
    puzzle: str = field(compare=False)
    hardest: str | None = field(compare=False)
    steps: int | None = field(compare=False)

    @property
    def shown(self) -> str:
        """The numbers with slashes between them."""
        return "/".join(map(SE.shown, self.scores))

    def data(self) -> dict[str, Any]:
        """The puzzle as plain data, with a field for each number."""
        rest = {name: value for name, value in vars(self).items() if name != "scores"}
        return dict(zip(_SCORES, self.scores, strict=True)) | rest


@dataclass(frozen=True)
class ColumnCounts:
    """How often each value of a column occurs.

    name    of the column
    title   what it is, with its unit
    counts  by whole numbers, in the order of the values
    value   what such a number stands for
    """

    name: str
    title: str
    counts: Counter[int]
    value: Callable[[int], float]

    def shown(self, number: int) -> str:
        """The value that a number stands for, in few characters."""
        value = self.value(number)
        return (
            f"{value:,}"
            if isinstance(value, int)
            else f"{value:g}"
            if value >= 100
            else (f"{value:.1f}" if value >= 1 else f"{value:.2g}")
        )


_STEPS = 10
"""Of a factor of ten in time: steps of 26 %."""


def _time_step(seconds: float) -> int:
    return round(_STEPS * math.log10(max(seconds, 1e-6)))


def _time(step: int) -> float:
    return float(f"{1000 * 10 ** (step / _STEPS):.3g}")


@dataclass
class Summary:
    """Counts over rows of answers; those of questions that were not asked are empty.

    ``ratings`` are Sudoku Explainer's, in tenths, ``seconds`` on a logarithmic scale; ``clues``
    counts plain 9x9 puzzles.
    ``hardest`` are the puzzles of the highest ratings, ``firsts`` the first of each hardest
    technique.
    """

    rows: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    techniques: Counter[str] = field(default_factory=Counter)
    ratings: Counter[int] = field(default_factory=Counter)
    steps: Counter[int] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    seconds: Counter[int] = field(default_factory=Counter)
    hardest: list[RatedPuzzle] = field(default_factory=list)
    firsts: dict[str, RatedPuzzle] = field(default_factory=dict)

    def add(self, table: Columns) -> None:
        """Count the rows of a table."""
        self.rows += len(table["line"])
        self.verdicts.update(table.get("verdict", ()))
        self.levels.update(filter(None, table.get("level", ())))
        self.steps.update(s for s in table.get("steps", ()) if s is not None)
        rated = [row for row, rating in enumerate(table.get(_RATING, ())) if rating is not None]
        self.ratings.update(round(SE.unit * table[_RATING][row]) for row in rated)
        self.seconds.update(_time_step(s) for s in table.get("seconds", ()) if s is not None)
        self.clues.update(_clues(table))
        self.techniques.update(filter(None, table.get("hardest", ())))
        for name, row in _firsts(table):
            self.firsts.setdefault(name, _shown(table, row))
        if rated:
            hardest = heapq.nlargest(_SHOWN, (_shown(table, i) for i in _top(table, rated)))
            self.hardest = heapq.nlargest(_SHOWN, [*self.hardest, *hardest])

    @property
    def by_level(self) -> dict[str, int]:
        """How many puzzles each level has, easiest first."""
        return {name: self.levels[name] for name in LEVELS if name in self.levels}

    @property
    def rarest(self) -> list[tuple[int, RatedPuzzle]]:
        """The first puzzle of each of the rarest hardest techniques, and how many share it."""
        rare = sorted(self.techniques.items(), key=lambda item: item[1])[:_SHOWN]
        return [(count, self.firsts[name]) for name, count in rare]

    def data(self) -> dict[str, Any]:
        """The summary as plain data."""
        record: dict[str, Any] = {
            "puzzles": self.rows,
            "verdicts": dict(sorted(self.verdicts.items())),
            "levels": self.by_level,
            "hardest_techniques": dict(self.techniques.most_common()),
        }
        for numbers in self.numbers():
            record[numbers.name] = {
                str(q): numbers.value(v) for q, v in quantiles(numbers.counts).items()
            }
        record["hardest"] = [shown.data() for shown in self.hardest]
        return record

    def numbers(self) -> Iterator[ColumnCounts]:
        """The columns that have quantiles."""
        for numbers in (
            ColumnCounts(
                _RATING, f"Rating ({SE.columns[0].label})", self.ratings, lambda n: n / SE.unit
            ),
            ColumnCounts("steps", "Steps", self.steps, int),
            ColumnCounts("clues", "Clues", self.clues, int),
            ColumnCounts("milliseconds", "Time (ms)", self.seconds, _time),
        ):
            if numbers.counts:
                yield numbers

    def text(self) -> str:
        """The summary for a terminal."""
        lines = [plural(self.rows, "puzzle")]
        for counts in (
            dict(self.verdicts.most_common()),
            self.by_level,
            dict(self.techniques.most_common()),
        ):
            if counts:
                lines += ["", *_bars(counts)]
        rows = list(self.numbers())
        for numbers in rows:
            if numbers.name in (_RATING, "milliseconds"):
                lines += ["", numbers.title]
                counted = sorted(numbers.counts.items())
                lines += _bars({numbers.shown(number): count for number, count in counted})
        if rows:
            lines += ["", f"{'quantile':<14}" + "".join(f"{f'{q} %':>8}" for q in QUANTILES)]
        for numbers in rows:
            texts = map(numbers.shown, quantiles(numbers.counts).values())
            lines.append(f"{numbers.name:<14}" + "".join(f"{text:>8}" for text in texts))
        if self.hardest:
            lines += ["", "hardest"]
            lines += [f"  {s.shown}  {s.puzzle}" for s in self.hardest]
        return "\n".join(lines)


def _bars(counts: Mapping[str, int]) -> Iterator[str]:
    most = max(counts.values())
    width = max(map(len, counts))
    for name, count in counts.items():
        yield f"{name:<{width}}  {count:>12,}  {'█' * round(40 * count / most)}".rstrip()


def quantiles(counts: Mapping[int, int]) -> dict[int, int]:
    """The value below which (or at which) this many percent of all lie, for :data:`QUANTILES`."""
    total = sum(counts.values())
    values = sorted(counts)
    values_by_percent: dict[int, int] = {}
    passed = place = 0
    for percent in QUANTILES:
        while passed + counts[values[place]] < percent * total / 100:
            passed += counts[values[place]]
            place += 1
        values_by_percent[percent] = values[place]
    return values_by_percent


_ROWS = 1024
_OF_ANSWERS = ("line", "source", "puzzle", "level", "steps", "hardest", "seconds")


def summary_of(answers: Iterable[Any]) -> Summary:
    """The summary of ratings and of the reasons why others have none."""
    summary = Summary()
    stream = iter(answers)
    while some := list(islice(stream, _ROWS)):
        rows = [each.data() for each in some]
        table: Columns = {
            name: [row.get(name) for row in rows] for name in (*_OF_ANSWERS, *_SCORES)
        }
        table["verdict"] = [
            row.verdict or "invalid" if isinstance(row, ErrorRecord) else "rated" for row in some
        ]
        summary.add(table)
    return summary


def summarize(run: StoredRun) -> Summary:
    """Read the parts of a run once.

    :raises SatdokuError: where a part was changed.
    """
    summary = Summary()
    for table in run.tables:
        summary.add(table)
    return summary


def _clues(table: Columns) -> Iterator[int]:
    verdicts = table.get("verdict") or ["unique"] * len(table["puzzle"])
    for verdict, text in zip(verdicts, table["puzzle"], strict=True):
        if verdict != "invalid" and len(text) == _CELLS and " " not in text:
            yield _CELLS - sum(map(text.count, _EMPTY))


def _firsts(table: Columns) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for row, name in enumerate(table.get("hardest", ())):
        if name is not None and name not in seen:
            seen.add(name)
            yield name, row


def _top(table: Columns, rows: list[int]) -> list[int]:
    keys = [table[name] for name in _SCORES]
    return heapq.nlargest(_SHOWN, rows, key=lambda row: tuple(values[row] for values in keys))


def _shown(table: Columns, row: int) -> RatedPuzzle:
    def value(name: str) -> Any:
        return table[name][row] if name in table else None

    return RatedPuzzle(
        tuple([value(name) for name in _SCORES if name in table]),
        value("line"),
        value("source"),
        value("puzzle"),
        value("hardest"),
        value("steps"),
    )
