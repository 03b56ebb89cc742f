"""What the answers of a run show: distributions, quantiles, the hardest and the rarest puzzles."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satdoku.batch.exporting import tables
from satdoku.batch.schema import Columns

__all__ = ["QUANTILES", "Shown", "Summary", "quantiles", "summarize"]

QUANTILES = (0, 10, 25, 50, 75, 90, 99, 100)
"""In percent."""

_SHOWN = 10
_CELLS = 81
_EMPTY = ".0*_xX"


@dataclass(frozen=True, order=True)
class Shown:
    """A puzzle that is shown, and its place; sorted by its rating."""

    er: float
    ep: float
    ed: float
    line: int = field(compare=False)
    source: str | None = field(compare=False)
    puzzle: str = field(compare=False)
    hardest: str | None = field(compare=False)
    steps: int | None = field(compare=False)


@dataclass
class Summary:
    """Counts over the rows of a run; those of questions that were not asked are empty.

    ``er`` is in tenths; ``clues`` counts plain 9x9 puzzles. ``hardest`` are the puzzles of the
    highest ratings, ``rarest`` the first of each of the rarest hardest techniques, with the number
    of puzzles that share it.
    """

    rows: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    techniques: Counter[str] = field(default_factory=Counter)
    er: Counter[int] = field(default_factory=Counter)
    steps: Counter[int] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    hardest: list[Shown] = field(default_factory=list)
    rarest: list[tuple[int, Shown]] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """The summary as plain data."""
        found: dict[str, Any] = {
            "puzzles": self.rows,
            "verdicts": dict(sorted(self.verdicts.items())),
            "levels": dict(self.levels),
            "hardest_techniques": dict(self.techniques.most_common()),
        }
        for name, numbers, scale in self.numbers():
            found[name] = {str(q): v / scale for q, v in quantiles(numbers).items()}
        found["hardest"] = [vars(shown) for shown in self.hardest]
        return found

    def numbers(self) -> Iterator[tuple[str, Counter[int], int]]:
        """What has quantiles: its name, its counts, and what they are divided by."""
        for name, counts, scale in (
            ("er", self.er, 10),
            ("steps", self.steps, 1),
            ("clues", self.clues, 1),
        ):
            if counts:
                yield name, counts, scale

    def text(self) -> str:
        """The summary for a terminal."""
        lines = [f"{self.rows:,} puzzles"]
        for counts in (self.verdicts, self.levels, self.techniques):
            if counts:
                lines += ["", *_bars(counts)]
        rows = list(self.numbers())
        if rows:
            lines += ["", "quantile  " + "".join(f"{f'{q} %':>8}" for q in QUANTILES)]
        for name, numbers, scale in rows:
            found = quantiles(numbers).values()
            shown = (f"{value / scale:.1f}" if scale > 1 else f"{value:,}" for value in found)
            lines.append(f"{name:<10}" + "".join(f"{text:>8}" for text in shown))
        if self.hardest:
            lines += ["", "hardest"]
            lines += [f"  {s.er:.1f}/{s.ep:.1f}/{s.ed:.1f}  {s.puzzle}" for s in self.hardest]
        return "\n".join(lines)


def _bars(counts: Mapping[str, int]) -> Iterator[str]:
    most = max(counts.values())
    width = max(map(len, counts))
    for name, count in sorted(counts.items(), key=lambda item: -item[1]):
        yield f"{name:<{width}}  {count:>12,}  {'█' * round(40 * count / most)}".rstrip()


def quantiles(counts: Mapping[int, int]) -> dict[int, int]:
    """The value below which (or at which) so many percent of all lie, for :data:`QUANTILES`."""
    total = sum(counts.values())
    values = sorted(counts)
    found: dict[int, int] = {}
    passed = place = 0
    for percent in QUANTILES:
        while passed + counts[values[place]] < percent * total / 100:
            passed += counts[values[place]]
            place += 1
        found[percent] = values[place]
    return found


def summarize(directory: Path) -> Summary:
    """Read the parts of a finished run once.

    :raises SatdokuError: where the run has not ended, or a part was changed.
    """
    from satdoku.rating.levels import LEVELS

    found = Summary()
    first: dict[str, Shown] = {}
    _, parts = tables(directory)
    for table in parts:
        found.rows += len(table["line"])
        found.verdicts.update(table["verdict"])
        found.levels.update(filter(None, table.get("level", ())))
        found.steps.update(s for s in table.get("steps", ()) if s is not None)
        found.er.update(round(10 * er) for er in table.get("er", ()) if er is not None)
        found.clues.update(_clues(table))
        found.techniques.update(filter(None, table.get("hardest", ())))
        for name, row in _firsts(table):
            first.setdefault(name, _shown(table, row))
        if "er" in table:
            rated = [i for i, er in enumerate(table["er"]) if er is not None]
            hardest = heapq.nlargest(_SHOWN, (_shown(table, i) for i in _top(table, rated)))
            found.hardest = heapq.nlargest(_SHOWN, [*found.hardest, *hardest])
    found.levels = Counter({name: found.levels[name] for name in LEVELS if name in found.levels})
    rare = sorted(found.techniques.items(), key=lambda item: item[1])[:_SHOWN]
    found.rarest = [(count, first[name]) for name, count in rare]
    return found


def _clues(table: Columns) -> Iterator[int]:
    for verdict, text in zip(table["verdict"], table["puzzle"], strict=True):
        if verdict != "invalid" and len(text) == _CELLS and " " not in text:
            yield _CELLS - sum(map(text.count, _EMPTY))


def _firsts(table: Columns) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for row, name in enumerate(table.get("hardest", ())):
        if name is not None and name not in seen:
            seen.add(name)
            yield name, row


def _top(table: Columns, rows: list[int]) -> list[int]:
    keys = (table["er"], table["ep"], table["ed"])
    return heapq.nlargest(_SHOWN, rows, key=lambda row: tuple(values[row] for values in keys))


def _shown(table: Columns, row: int) -> Shown:
    def value(name: str, other: Any = None) -> Any:
        return table[name][row] if name in table else other

    return Shown(
        value("er", 0.0),
        value("ep", 0.0),
        value("ed", 0.0),
        value("line"),
        value("source"),
        value("puzzle"),
        value("hardest"),
        value("steps"),
    )
