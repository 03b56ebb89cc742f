"""Lines whose cells, or pieces, have sums that agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import (
    NEVER,
    CellRule,
    Clue,
    all_different,
    one_of,
    reversal,
    too_many,
)
from satdoku.constraints.machines import machine
from satdoku.constraints.pairs import pair_tables
from satdoku.constraints.wording import SUMS
from satdoku.relations import AllDifferent, Linear, Or, Relation

__all__ = ["DoubleArrow", "Lunchbox", "SplitPeas", "SumLine", "Zipper"]

LINE = Parameter("cells", "line", "the cells in order")


_CIRCLED = (
    r"(?:the )?(?:2 )?(?:circled digits|circles|digits in (?:the|its|both) (?:2 )?(?:circles|ends))"
)
"""Words for the digits at the ends of a line."""


@dataclass(frozen=True)
class Zipper(CellRule):
    """Cells equally far from the middle have one sum, which a middle cell holds."""

    name = "zipper"
    reads_values = True
    in_links = ("fpuzzles:zipperline", "iss:Zipper")
    aliases: ClassVar[Aliases] = {"zipperline": None, "zipper-line": None}
    technique = "line-sums"
    title = "Zipper line"
    summary = (
        "Two digits equally far from the middle of a zipper line have one sum everywhere; where "
        "there is a middle cell, it holds that sum."
    )
    in_words = (
        r"\bzipper",
        r"(?:equal|same) distance (?:from|to) the (?:cent|middle)",
        r"\b(?:equidistant|equally (?:far|distant)) from (?:the |its )?(?:cent|mid)",
    )
    parameters = (LINE,)
    cell_count = (3, None)
    look = Shape("line", colour="violet", width=0.15)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        half = len(inside) // 2
        sums = {a + b for a, b in zip(inside[:half], inside[::-1], strict=False)}
        return len(sums.union(inside[half : half + len(inside) % 2])) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells, half = self.cells, len(self.cells) // 2
        inmost = cells[half - 1 : len(cells) - half + 1]
        if len(inmost) == 3:
            yield Linear(inmost, (1, -1, 1), "=", 0)
        for place in range(half - 1):
            pair = (cells[place], cells[-1 - place])
            total = (cells[half],) if len(inmost) == 3 else inmost
            yield Linear((*pair, *total), (1, 1, *(-1 for _ in total)), "=", 0)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        even = len(self.cells) % 2 == 0
        return self if even and reversal(board_map) is not None else None


@dataclass(frozen=True)
class DoubleArrow(CellRule):
    """The two ends add up to the sum of the cells between them."""

    name = "double-arrow"
    reads_values = True
    in_links = ("fpuzzles:doublearrow", "iss:DoubleArrow")
    aliases: ClassVar[Aliases] = {"doublearrow": None, "double-arrow-line": None}
    technique = "arrow-sums"
    summary = (
        "The digits in the two circles of a double arrow add up to the sum of the digits between "
        "them."
    )
    in_words = (
        r"double arrow",
        rf"{SUMS}\b.*\bends?\b.*\b{SUMS}.*between",
        rf"\blines?\b.*\b{SUMS}\b.*\bsum of {_CIRCLED}",
        rf"\bsum of {_CIRCLED}\b.*\bsum\b.*\bline",
    )
    parameters = (LINE,)
    cell_count = (3, None)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        first, *inner, last = (values[cell] for cell in self.cells)
        return first + last == sum(inner)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        yield Linear(self.cells, (1, *(-1 for _ in self.cells[2:]), 1), "=", 0)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return self if len(self.cells) == 4 and reversal(board_map) is not None else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        ends = (self.cells, self.cells[::-1])
        return tuple(Shape("line", cells, colour="dark", width=0.1, bulb=True) for cells in ends)


@dataclass(frozen=True)
class SplitPeas(CellRule):
    """The ends, read as a number of two digits in one of the two orders, are the sum between."""

    name = "split-peas"
    reads_values = True
    technique = "arrow-sums"
    plural = "split peas"
    summary = (
        "The digits in the two circles, read as a number of two digits in one of the two orders, "
        "are the sum of the digits between them."
    )
    in_words = (
        r"split peas?",
        rf"\b{SUMS}\b.*\bconcatenat\w+\b.*\b(?:circle|end)",
        rf"\blines?\b.*\b{SUMS}\b.*\b2 digit number\b.*\bends?\b",
        rf"\b{SUMS}\b.*\b2 digit numbers?\b.*\bcircled\b",
    )
    parameters = (LINE,)
    cell_count = (3, None)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        first, *inner, last = (values[cell] for cell in self.cells)
        return sum(inner) in (10 * first + last, 10 * last + first)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        inner = (-1,) * (len(self.cells) - 2)
        orders = ((10, *inner, 1), (1, *inner, 10))
        yield Or(tuple((Linear(self.cells, order, "=", 0),) for order in orders))

    def out_of_reach(self, geometry: Geometry) -> str | None:
        least, most = 11 * geometry.digits[0], (len(self.cells) - 2) * geometry.digits[-1]
        return None if least <= most else f"the circles make at least {least}, the line {most}"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        ends = (self.cells, self.cells[::-1])
        return tuple(Shape("line", cells, colour="green", width=0.1, bulb=True) for cells in ends)


@dataclass(frozen=True)
class SumLine(CellRule):
    """The line splits into successive pieces of one given sum."""

    name = "sum-line"
    reads_values = True
    aliases: ClassVar[Aliases] = {"sumline": None, "ten-line": lambda board: {"sum": 10}}
    technique = "line-sums"
    placing = Placing(refused="the parts of its line are hardly ever found at random")
    summary = (
        "A sum line can be cut into pieces whose digits all add up to its number, which is 10 "
        "where none is given; on a loop a piece may run over the start."
    )
    in_words = (
        r"\b(?:10|ten) ?lines?\b",
        rf"(?:divided|split|partition\w*|segment\w*) .*{SUMS} (?:up )?to (?P<sum>\d+)",
        r"\b(?:made up|composed|consists?|comprised) of\b.*\b(?:groups?|segments?|sets?|runs?)\b"
        rf".*\b{SUMS} (?:up )?to (?P<sum>\d+)",
    )
    parameters = (
        LINE,
        Parameter("sum", "integer", "the sum of a piece", True, default=10, least=1, most=100),
        Parameter("loop", "flag", "whether the line is closed", True, default=False),
    )

    sum: int = 10
    loop: bool = False

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        turns = range(len(inside)) if self.loop else (0,)
        return any(self._splits([*inside[turn:], *inside[:turn]]) for turn in turns)

    def _splits(self, inside: Sequence[int]) -> bool:
        # Zeros at a cut can join either piece, so that the first cut is as good as any.
        piece_sum, pieces = 0, 0
        for value in inside:
            piece_sum += value
            if piece_sum == self.sum:
                piece_sum, pieces = 0, pieces + 1
            elif piece_sum > self.sum:
                return False
        return piece_sum == 0 and pieces > 0

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        if self.out_of_reach(geometry) is not None:
            yield from NEVER
            return
        # (what the last piece has before the end of a loop, what the open piece has, a cut is made)
        starts = [(before, before, False) for before in (range(self.sum) if self.loop else (0,))]

        def step(state: tuple[int, int, bool], value: int) -> tuple[int, int, bool] | None:
            before, piece_sum, cut = state
            if piece_sum + value == self.sum:
                return before, 0, True
            return (before, piece_sum + value, cut) if piece_sum + value < self.sum else None

        yield machine(self.cells, geometry.digits, starts, step, lambda s: s[2] and s[0] == s[1])

    def out_of_reach(self, geometry: Geometry) -> str | None:
        most = len(self.cells) * geometry.digits[-1]
        if most < self.sum:
            return f"its digits reach at most {most}"
        return None if geometry.digits[0] <= self.sum else "every digit is larger"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = (*self.cells, self.cells[0]) if self.loop else self.cells
        return (Shape("line", cells, colour="green", width=0.15),)

    def known_by(self, geometry: Geometry) -> str:
        return str(self.sum)


@dataclass(frozen=True)
class Lunchbox(CellRule):
    """The digits between the smallest and the largest digit present have a sum."""

    name = "lunchbox"
    in_links = ("iss:Lunchbox",)
    technique = "sandwich-sets"
    placing = Placing(cells=(3, 6))
    summary = (
        "The digits in a lunchbox differ, and those between its smallest and its largest digit "
        "add up to its number."
    )
    in_words = (r"lunch ?box",)
    parameters = (LINE, Parameter("sum", "integer", "the sum between them", least=0))
    cell_count = (2, None)

    sum: int

    def unfit(self, geometry: Geometry) -> str | None:
        return too_many(self, geometry)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        a, b = sorted((inside.index(min(inside)), inside.index(max(inside))))
        return all_different(inside) and sum(inside[a + 1 : b]) == self.sum

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        cells, digits = self.cells, geometry.digits
        rising = frozenset((a, b) for a in digits for b in digits if a < b)
        groups: list[tuple[Relation, ...]] = []
        for one in range(len(cells)):
            for other in range(one + 1, len(cells)):
                inner = cells[one + 1 : other]
                if not self._reaches(len(inner), digits):
                    continue
                total = (Linear(inner, (1,) * len(inner), "=", self.sum),) if inner else ()
                for low, high in ((cells[one], cells[other]), (cells[other], cells[one])):
                    rest = [cell for cell in cells if cell not in (low, high)]
                    pairs = [(low, high)] + [p for c in rest for p in ((low, c), (c, high))]
                    groups.append((*pair_tables(pairs, rising, digits), *total))
        yield AllDifferent(cells)
        yield from one_of(groups)

    def _reaches(self, count: int, digits: tuple[int, ...]) -> bool:
        inner = digits[1:-1]
        if count > len(inner):
            return False
        return sum(inner[:count]) <= self.sum <= sum(inner[len(inner) - count :])

    def out_of_reach(self, geometry: Geometry) -> str | None:
        counts = range(len(self.cells) - 1)
        if any(self._reaches(count, geometry.digits) for count in counts):
            return None
        return f"no digits between two others of {len(self.cells)} add up to it"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (
            Shape("line", self.cells, colour="grey", width=0.6),
            Shape("dot", self.cells[:1], label=str(self.sum)),
        )

    def known_by(self, geometry: Geometry) -> str:
        return str(self.sum)
