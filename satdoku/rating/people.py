"""How many minutes people take for a classic 9x9 (docs/human.md).

The compiled core walks through the puzzle by single digits, as people do, and adds up the seconds
that each digit takes to find. What it takes them is in ``people.json``, which
``benchmarks/people.py`` fits to the times of many people.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.records import dataclass

if TYPE_CHECKING:
    from satdoku.core import People, SeRating

WALKS = 8
"""Each takes some seven microseconds; with twice as many the order of puzzles is hardly better."""

_USUAL_EMPTY = 5
"""Empty cells of a house to which the seconds of the table apply."""
_USUAL_UNFILLED = 40
"""Empty cells of a board to which they apply."""
_RATE = 1_000_000


@dataclass(frozen=True, slots=True)
class PeopleTable:
    """The numbers of the model, as a file has them.

    box, line, cell  seconds until one digit is found that has one place in a box or line, or one
                     digit in a cell, where nothing else can be found, on a board with 40 empty
                     cells and in houses with 5
    line_more, cell_more  how many times as long that takes for each further empty cell of the house
    other            seconds until a step is found that is no single
    power            how that grows with the empty cells of the board: its power
    writing          seconds that each digit takes besides
    low, high        the parts of the minutes between which eight of ten means lie
    fast             the part that the fastest of ten people takes
    most_tenths      the highest ER, in tenths, of which the data have enough puzzles
    quantiles        the minutes of the puzzles of the data, from the least to the most, at equal
                     distances
    """

    box: float
    line: float
    line_more: float
    cell: float
    cell_more: float
    other: float
    power: float
    writing: float
    low: float
    high: float
    fast: float
    most_tenths: int
    quantiles: tuple[float, ...]

    def people(self, walks: int = WALKS) -> People:
        """The table as the compiled core takes it."""
        box = [0, *[self.box] * 9]
        # The last empty cell of a line is seen as that of a box.
        line = [0, self.box, *_growing(self.line, self.line_more)]
        cell = [0, 0, *_growing(self.cell, self.cell_more)]
        people: People = required_core("a time").People(
            box=_rates(box),
            line=_rates(line),
            cell=_rates(cell),
            other=_rates([self.other])[0],
            slow=[(empty / _USUAL_UNFILLED) ** self.power for empty in range(82)],
            writing=self.writing,
            walks=walks,
        )
        return people

    def percentile(self, minutes: float) -> int:
        """How many of a hundred puzzles of the data take people less time."""
        known, parts = self.quantiles, len(self.quantiles) - 1
        at = bisect_left(known, minutes)
        if at in (0, len(known)):
            return 0 if at == 0 else 100
        share = (minutes - known[at - 1]) / (known[at] - known[at - 1])
        return round(100 * (at - 1 + share) / parts)


@dataclass(frozen=True, slots=True)
class HumanTime:
    """How long people take for a puzzle.

    minutes     the mean of some people who like Sudoku
    low, high   that mean lies between them for eight puzzles of ten
    fast        the minutes of the fastest of ten people
    percentile  how many of a hundred puzzles take people less time
    """

    minutes: float
    low: float
    high: float
    fast: float
    percentile: int

    @staticmethod
    def of(seconds: float, table: PeopleTable) -> HumanTime:
        """The time of a walk in seconds, with what the table says about it."""
        minutes = seconds / 60
        return HumanTime(
            round(minutes, 1),
            round(minutes * table.low, 1),
            round(minutes * table.high, 1),
            round(minutes * table.fast, 1),
            table.percentile(minutes),
        )


def _growing(seconds: float, more: float) -> list[float]:
    return [seconds * more ** (empty - _USUAL_EMPTY) for empty in range(2, 10)]


def _rates(seconds: Sequence[float]) -> list[int]:
    return [round(_RATE / each) if each else 0 for each in seconds]


def table_of(data: Mapping[str, Any]) -> PeopleTable:
    """The table of a JSON object, which says where it comes from too."""
    fields = {name: data[name] for name in PeopleTable.__slots__}
    return PeopleTable(**fields | {"quantiles": tuple(data["quantiles"])})


@cache
def people_table() -> PeopleTable:
    """The table that satdoku comes with."""
    file = Path(__file__).with_name("people.json")
    return table_of(json.loads(file.read_text(encoding="utf-8")))


@cache
def people() -> People:
    """The table that satdoku comes with, as the compiled core takes it."""
    return people_table().people()


def human_time(text: str, rating: SeRating) -> HumanTime | None:
    """How long people take for a classic puzzle of 81 characters that has one solution; ``None``
    where that is not known.

    A ``rating`` with its path is walked through; one without is made again. Nobody has measured
    enough puzzles that are harder than those of the data.
    """
    table, core = people_table(), compiled_core("People")
    if core is None or rating.tenths[0] > table.most_tenths:
        return None
    walk = getattr(rating, "seconds_of", None)  # of a rating by an older core: None
    seconds = None if walk is None else walk(people())
    if seconds is None:
        seconds = core.se_rate(text, people=people()).people
    return HumanTime.of(seconds, table) if seconds else None
