"""Lines about the differences of their digits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any, ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue, one_of, reversal, too_many
from satdoku.constraints.pairs import PairClue, pair_tables
from satdoku.constraints.wording import NOT
from satdoku.relations import AllDifferent, Among, Domain, Linear, Or, PairTable, Relation

__all__ = [
    "DoublingLine",
    "FibonacciLine",
    "FuzzyThermo",
    "Lockout",
    "Nabner",
    "PacedThermo",
    "RunOnRenban",
    "SameDifference",
    "SequenceLine",
    "ZigzagLine",
]

LINE = Parameter("cells", "line", "the cells in order")


@dataclass(frozen=True)
class Nabner(PairClue, CellRule):
    """No two digits on the line are equal or consecutive."""

    name = "nabner"
    reads_values = True
    in_links = ("fpuzzles:nabner",)
    aliases: ClassVar[Aliases] = {"nabner-line": None}
    technique = "whisper-partners"
    title = "Nabner line"
    summary = "Any two digits on a nabner line differ by at least 2."
    in_words = (
        r"\bnabner",
        r"no 2 digits on .* (?:may be|are|can be) consecutive",
        r"\b(?:may|can) ?not contain any (?:duplicated|repeated|equal) or consecutive",
        rf"\blines?\b.*{NOT} repeat (?:n?or )(?:be )?consecutive",
        r"\blines?\b.*\bno (?:repeated|repeating|equal)\b.*\bconsecutive\b",
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
        return worded(
            "{name}: {count} digits cannot all differ by 2 or more; with {size} digits at most "
            "{most} can",
            name=self.name,
            count=len(self.cells),
            size=geometry.size,
            most=most,
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
        rf"{NOT} lie (?:strictly )?between\b.*(?:diamond|end)",
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
            return worded(
                "{name}: the difference 'diff' must be given on a board of {size} digits",
                name=self.name,
                size=geometry.size,
            )
        if self.least() < geometry.size:
            return None
        return worded(
            "{name}: no two digits of the board differ by {diff}", name=self.name, diff=self.least()
        )

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
    reads_values = True
    technique = "renban-range"
    title = "Same difference line"
    summary = (
        "Successive digits along a same difference line all have the same difference, which is to "
        "be found for each line."
    )
    in_words = (
        r"same difference",
        r"differ\w* by the same",
        r"\bdifferences? between (?:each |every |any |2 )?(?:pairs? of )?"
        r"(?:adjacent|neighbou?ring|successive)\b.*\b(?:the same|constant|equal)",
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
    reads_values = True
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
    reads_values = True
    aliases: ClassVar[Aliases] = {"fuzzythermo": None}
    technique = "thermo-bounds"
    title = "Fuzzy thermometer"
    summary = "The digits along a fuzzy thermometer rise from one of its ends to the other."
    sought = ("creasing line",)
    in_words = (
        r"fuzzy therm",
        r"(?<!in)(?<!de)\bcreasing line",
        r"increas\w* from 1 end",
        r"\blines?\b.*\b(?:strictly )?(?:increase|rise) or (?:strictly )?(?:decrease|fall)",
        r"\b(?:increases?|rises?) (?:\w+ ){0,4}from 1 end",
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


_PACES: Mapping[str, tuple[int, int | None]] = {
    "consecutive": (1, 1),
    "fast": (2, None),
    "speeding": (1, None),
}
"""The least and most amount by which digits rise from cell to cell; where they speed, by more each
time."""


@dataclass(frozen=True)
class PacedThermo(CellRule):
    """Digits rise from the bulb on by 1, by at least 2, or by more each time."""

    name = "paced-thermo"
    reads_values = True
    aliases: ClassVar[Aliases] = {
        "consecutive-thermo": lambda board: {"pace": "consecutive"},
        "fast-thermo": lambda board: {"pace": "fast"},
        "speed-thermo": lambda board: {"pace": "speeding"},
    }
    sought = ("consecutive thermometer", "fast thermometer", "speed thermometer")
    technique = "thermo-bounds"
    placing = Placing(cells=(2, 4))
    title = "Paced thermometer"
    summary = "Along a paced thermometer digits rise, from the bulb on, by certain amounts."
    told: ClassVar[Mapping[str, str]] = {
        "consecutive": "Along a consecutive thermometer each digit is larger by 1 than the one "
        "before, from the bulb on.",
        "fast": "Along a fast thermometer each digit is larger by at least 2 than the one before, "
        "from the bulb on.",
        "speeding": "Along a speed thermometer digits rise by more from each cell to the next, "
        "from the bulb on.",
    }
    in_words = (
        r"thermo\w*\b.*\bincrease consecutively(?P<pace__consecutive>)",
        r"consecutive thermo(?P<pace__consecutive>)",
        r"fast thermo(?P<pace__fast>)",
        r"thermo\w*\b.*\b(?:by at least|at least|by) 2\b(?P<pace__fast>)",
        r"speed (?:up )?thermo(?P<pace__speeding>)",
    )
    parameters = (
        Parameter("cells", "line", "the cells, the bulb first"),
        Parameter("pace", "choice", "how the digits rise", choices=tuple(_PACES)),
    )
    cell_count = (2, None)

    pace: str

    def unfit(self, geometry: Geometry) -> str | None:
        return too_many(self, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        steps = [values[b] - values[a] for a, b in pairwise(self.cells)]
        least, most = _PACES[self.pace]
        if self.pace == "speeding" and not all(a < b for a, b in pairwise(steps)):
            return False
        return all(least <= step <= (step if most is None else most) for step in steps)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        least, most = _PACES[self.pace]
        limit = len(digits) if most is None else most
        table = frozenset((a, b) for a in digits for b in digits if least <= b - a <= limit)
        yield from pair_tables(pairwise(self.cells), table, digits)
        if self.pace == "speeding":
            for place in range(len(self.cells) - 2):
                yield Linear(self.cells[place : place + 3], (1, -2, 1), ">=", 1)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        if self.pace == "speeding" or reversal(board_map) is None:
            return None
        return replace(self, cells=self.cells[::-1])

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = self.drawn(geometry)
        return (Shape("line", cells, colour="grey", width=0.3, bulb=True, filled=True),)


@dataclass(frozen=True)
class FibonacciLine(CellRule):
    """Each digit from the third on is the sum of the two before it."""

    name = "fibonacci-line"
    reads_values = True
    aliases: ClassVar[Aliases] = {"fibonacci": None}
    technique = "line-sums"
    summary = (
        "From the third cell of a Fibonacci line on, each digit is the sum of the two digits "
        "before it."
    )
    in_words = (
        r"fibonacci line",
        r"\bsum of the (?:previous 2|2 (?:previous|preceding))",
        r"\bsum of the 2 (?:digits|cells|numbers) (?:immediately )?(?:before|preceding)",
    )
    parameters = (LINE,)
    cell_count = (3, None)
    look = Shape("line", colour="cyan", width=0.12)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        triples = zip(inside, inside[1:], inside[2:], strict=False)
        return all(a + b == c for a, b, c in triples)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for place in range(len(self.cells) - 2):
            yield Linear(self.cells[place : place + 3], (1, 1, -1), "=", 0)


@dataclass(frozen=True)
class DoublingLine(CellRule):
    """Each digit of the line occurs in it exactly twice."""

    name = "doubling-line"
    reads_values = True
    sought = ("pairs line", "double")
    summary = "Every digit on a doubling line is on it exactly twice."
    in_words = (
        r"doubling line",
        r"\bexactly twice\b.*\bline|\bline\b.*\bexactly twice",
        r"\bline\b.*\bunique digits occurr?ing twice",
    )
    parameters = (LINE,)
    keeps = "any"
    cell_count = (2, None)
    closed_as = "set"
    look = Shape("line", colour="grey", width=0.12)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        return all(inside.count(digit) == 2 for digit in inside)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        counts = range(geometry.cell_count, geometry.cell_count + geometry.size)
        for digit, count in zip(geometry.digits, counts, strict=True):
            yield Domain(count, frozenset((0, 2)))
            yield Among(self.cells, frozenset((digit,)), "=", counter=count)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        if len(self.cells) % 2 == 0 and len(self.cells) <= 2 * geometry.size:
            return None
        return f"{len(self.cells)} cells cannot hold digits that occur twice each"


@dataclass(frozen=True)
class RunOnRenban(CellRule):
    """Any few successive digits are a set of consecutive ones."""

    name = "run-on-renban"
    reads_values = True
    technique = "renban-range"
    title = "Run-on renban"
    summary = (
        "Any three successive cells of a run-on renban (or another number of them) hold "
        "consecutive digits in any order."
    )
    told = "Any {window} successive cells of a run-on renban hold consecutive digits in any order."
    in_words = (
        r"run on renban",
        r"\b(?:every|any) (?:group|set|sequence) of (?P<window>\d) (?:contiguous|adjacent"
        r"|successive)\b.*\bconsecutive",
    )
    parameters = (
        LINE,
        Parameter("window", "integer", "how many cells", True, 3, least=2),
    )
    keeps = "reversal"
    cell_count = (2, None)
    repeats_allowed = True
    look = Shape("line", colour="purple", width=0.12)

    window: int = 3

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        return {"window": self.window}

    def unfit(self, geometry: Geometry) -> str | None:
        if self.window <= min(len(self.cells), geometry.size):
            return None
        return worded(
            "{name}: {window} cells are more than the line or the digits have",
            name=self.name,
            window=self.window,
        )

    def _windows(self) -> Iterable[tuple[int, ...]]:
        count = len(self.cells) - self.window + 1
        return (self.cells[place : place + self.window] for place in range(count))

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        for window in self._windows():
            inside = sorted(values[cell] for cell in window)
            if inside != list(range(inside[0], inside[0] + len(inside))):
                return False
        return True

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits, size = geometry.digits, self.window
        for window in self._windows():
            if len({*window}) < size:
                yield Domain(window[0], frozenset())
                continue
            yield AllDifferent(window)
            near = frozenset((a, b) for a in digits for b in digits if abs(a - b) < size)
            yield from pair_tables(combinations(window, 2), near, digits)


@dataclass(frozen=True)
class ZigzagLine(CellRule):
    """Digits rise and fall in turn."""

    name = "zigzag-line"
    reads_values = True
    aliases: ClassVar[Aliases] = {"up-and-down": None}
    technique = "thermo-bounds"
    summary = "Along a zigzag line digits rise and fall in turn."
    in_words = (
        r"zig ?zag line",
        r"\bline\b.*\balternate between (?:increas|ris|decreas|fall)\w+ and",
    )
    parameters = (LINE,)
    keeps = "reversal"
    cell_count = (3, None)
    repeats_allowed = True
    look = Shape("line", colour="grey", width=0.12)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        steps = [values[b] - values[a] for a, b in pairwise(self.cells)]
        return all(a * b < 0 for a, b in pairwise(steps))

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        rising = frozenset((a, b) for a in digits for b in digits if a < b)
        pairs = list(pairwise(self.cells))
        groups = []
        for first in (0, 1):
            ordered = [p if place % 2 == first else p[::-1] for place, p in enumerate(pairs)]
            if any(a == b for a, b in pairs):
                continue
            groups.append(tuple(pair_tables(ordered, rising, digits)))
        yield from one_of(groups)
