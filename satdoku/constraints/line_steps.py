"""Lines about the differences of their digits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, ClassVar

from satdoku.board.constraint import Aliases, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, too_many
from satdoku.constraints.pairs import PairClue, pair_tables
from satdoku.constraints.wording import NOT
from satdoku.relations import Domain, Linear, Or, PairTable, Relation

__all__ = ["FuzzyThermo", "Lockout", "Nabner", "SameDifference", "SequenceLine"]

LINE = Parameter("cells", "line", "the cells in order")


@dataclass(frozen=True)
class Nabner(PairClue, CellRule):
    """No two digits on the line are equal or consecutive."""

    name = "nabner"
    in_links = ("fpuzzles:nabner",)
    aliases: ClassVar[Aliases] = {"nabner-line": None}
    technique = "whisper-partners"
    title = "Nabner line"
    summary = "Any two digits on a nabner line differ by at least 2."
    in_words = (
        r"\bnabner",
        r"no 2 digits on .* (?:may be|are|can be) consecutive",
    )
    parameters = (LINE,)
    keeps = "reversal"
    cell_count = (2, None)
    look = Shape("line", colour="yellow", width=0.15)
    closed_as = "set"

    def unfit(self, geometry: Geometry) -> str | None:
        most = (geometry.size + 1) // 2
        if len(self.cells) <= most:
            return None
        return (
            f"{self.name}: {len(self.cells)} digits cannot all differ by 2 or more; with "
            f"{geometry.size} digits at most {most} can"
        )

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return list(combinations(self.cells, 2))

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return abs(first - second) >= 2

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "digits on it differ by at least 2"


@dataclass(frozen=True)
class Lockout(CellRule):
    """The inner digits are outside of the range from one end's digit to the other's."""

    name = "lockout"
    aliases: ClassVar[Aliases] = {"lockout-line": None}
    technique = "between-ends"
    title = "Lockout line"
    summary = (
        "The digits in the diamonds of a lockout line differ by at least its number (4 on a board "
        "of nine digits), and each digit between them is smaller than both or larger than both."
    )
    in_words = (
        r"\block ?out",
        rf"{NOT} be between.*(?:diamond|end)",
    )
    told = (
        "The digits in the diamonds at the ends of the line differ by at least {diff}, and each "
        "digit between them is smaller than both or larger than both."
    )
    parameters = (
        LINE,
        Parameter("diff", "integer", "the smallest difference of the ends", True, least=1),
    )
    keeps = "reversal"
    cell_count = (2, None)

    diff: int | None = None

    def least(self) -> int:
        """The smallest difference that the ends may have."""
        return 4 if self.diff is None else self.diff

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        return {"diff": self.least()}

    def unfit(self, geometry: Geometry) -> str | None:
        if self.diff is None and geometry.size != 9:
            return (
                f"{self.name}: the difference 'diff' must be given on a board of "
                f"{geometry.size} digits"
            )
        if self.least() < geometry.size:
            return None
        return f"{self.name}: no two digits of the board differ by {self.least()}"

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        first, *inner, last = (values[cell] for cell in self.cells)
        low, high = min(first, last), max(first, last)
        return high - low >= self.least() and all(v < low or v > high for v in inner)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        first, *inner, last = self.cells
        far = frozenset((a, b) for a in digits for b in digits if abs(a - b) >= self.least())
        below = frozenset((a, b) for a in digits for b in digits if a < b)
        above = frozenset((a, b) for a in digits for b in digits if a > b)
        yield from pair_tables([(first, last)], far, digits)
        ends = (first, last)
        for cell in inner:
            groups = (
                tuple(PairTable(cell, end, order) for end in ends) for order in (below, above)
            )
            yield Or(tuple(groups))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        ends = (self.cells, self.cells[::-1])
        return tuple(
            Shape("line", cells, colour="blue", width=0.1, bulb=True, diamond=True)
            for cells in ends
        )

    def known_by(self, geometry: Geometry) -> str:
        return str(self.least())


@dataclass(frozen=True)
class SameDifference(CellRule):
    """Successive digits have one difference, which is not known."""

    name = "same-difference"
    technique = "renban-range"
    title = "Same difference line"
    summary = (
        "Successive digits along a same difference line all have the same difference, which is to "
        "be found for each line."
    )
    in_words = (
        r"same difference",
        r"differ\w* by the same",
    )
    parameters = (LINE,)
    keeps = "reversal"
    cell_count = (3, None)
    repeats_allowed = True
    look = Shape("line", colour="teal", width=0.12)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({abs(values[a] - values[b]) for a, b in pairwise(self.cells)}) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        groups = []
        for diff in range(geometry.size):
            allowed = frozenset((a, b) for a in digits for b in digits if abs(a - b) == diff)
            groups.append(tuple(pair_tables(pairwise(self.cells), allowed, digits)))
        yield Or(tuple(groups))


@dataclass(frozen=True)
class SequenceLine(CellRule):
    """The digits are an arithmetic progression."""

    name = "sequence-line"
    aliases: ClassVar[Aliases] = {"sequence": None}
    technique = "renban-range"
    summary = (
        "From each cell of a sequence line to the next the digit grows or falls by the same "
        "amount, which may be 0."
    )
    in_words = (
        r"sequence lines?",
        r"arithmetic (?:progression|sequence)|evenly spaced",
        r"same difference between each",
    )
    parameters = (LINE,)
    keeps = "reversal"
    cell_count = (3, None)
    look = Shape("line", colour="grey", width=0.12)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({values[b] - values[a] for a, b in pairwise(self.cells)}) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for place in range(len(self.cells) - 2):
            yield Linear(self.cells[place : place + 3], (1, -2, 1), "=", 0)


@dataclass(frozen=True)
class FuzzyThermo(CellRule):
    """Digits rise from one of the two ends to the other."""

    name = "fuzzy-thermo"
    aliases: ClassVar[Aliases] = {"fuzzythermo": None}
    technique = "thermo-bounds"
    title = "Fuzzy thermometer"
    summary = "The digits along a fuzzy thermometer rise from one of its ends to the other."
    in_words = (
        r"fuzzy therm",
        r"increase\w* from one end",
    )
    parameters = (LINE,)
    keeps = "reversal"
    cell_count = (2, None)
    look = Shape("line", colour="grey", width=0.3)

    def unfit(self, geometry: Geometry) -> str | None:
        return too_many(self, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        pairs = list(pairwise(inside))
        return all(a < b for a, b in pairs) or all(a > b for a, b in pairs)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits, length = geometry.digits, len(self.cells)
        rising = frozenset((a, b) for a in digits for b in digits if a < b)
        room = len(digits) - length
        groups: list[tuple[Relation, ...]] = []
        for cells in (self.cells, self.cells[::-1]):
            bounds = (
                Domain(cell, frozenset(digits[place : place + room + 1]))
                for place, cell in enumerate(cells)
            )
            groups.append((*bounds, *(PairTable(a, b, rising) for a, b in pairwise(cells))))
        yield Or(tuple(groups))
