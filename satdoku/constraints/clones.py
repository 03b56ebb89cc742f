"""Cells that repeat other cells: clones, and sets of cells with the same digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from satdoku.base.records import dataclass
from satdoku.base.worded import listed, value_error, worded
from satdoku.board.constraint import Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, all_different
from satdoku.constraints.pairs import PairClue
from satdoku.constraints.wording import SAME
from satdoku.relations import Among, Domain, Linear, Relation

__all__ = ["Clone", "SameValues"]

_TINTS = ("grey", "yellow", "teal", "orange", "purple")


@dataclass(frozen=True)
class Clone(PairClue):
    """Two lists of cells hold the same digits, cell by cell."""

    name = "clone"
    reads_values = True
    sought = ("relative position",)
    technique = "group-patterns"
    summary = "Cloned shapes hold the same digits in the same places."
    in_words = (
        r"\bclones?\b",
        rf"{SAME} digits in the same (?:relative )?(?:positions?|places?|order"
        r"|arrangement|orientation)",
        r"same (?:relative )?(?:arrangement|positions?) (?:of|as|in the other)",
        rf"{SAME} digits in (?:the )?(?:identical|corresponding|equivalent) (?:\w+ )?"
        r"(?:positions?|places?|cells)",
    )
    parameters = (
        Parameter("cells", "line", "the cells of one shape in order"),
        Parameter("clones", "line", "the cells of the other in the same order"),
    )
    keeps = "any"
    repeats_allowed = True

    cells: tuple[int, ...]
    clones: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) != len(self.clones):
            raise value_error(
                "{name}: both shapes have one number of cells, not {count} and {count_2}",
                name=self.name,
                count=len(self.cells),
                count_2=len(self.clones),
            )

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return [(a, b) for a, b in zip(self.cells, self.clones, strict=True) if a != b]

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first == second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "one is the clone of the other"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("area", tuple(dict.fromkeys(self.drawn(geometry))), lettered=True),)


@dataclass(frozen=True)
class SameValues(Clue):
    """Sets of cells hold the same digits, each as often in one as in another."""

    name = "same-values"
    reads_values = True
    plural = "sets of same values"
    noun = "set of same values"
    summary = "The marked sets of cells hold the same digits, in any order."
    in_words = (
        r"(?:contain|have|hold) the same (?:set of |\d )?digits\b.*\b(?:any|different|some) order",
        r"same set of digits",
        rf"\b{SAME} (?:letter|symbol)s?\b.*\b{SAME} (?:digit|number|value)s?\b",
        rf"\b{SAME} (?:digit|number|value)\b.*\b{SAME} (?:letter|symbol)",
        r"\beach (?:letter|symbol) (?:represents|stands for|is) a (?:different |unique )?digit",
    )
    parameters = (Parameter("sets", "sets", "the sets of cells, at least two of one size"),)
    keeps = "any"
    repeats_allowed = True

    sets: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = sorted({len(cells) for cells in self.sets})
        if len(self.sets) < 2 or len(sizes) != 1 or not sizes[0]:
            raise value_error(
                "{name}: at least two sets of one number of cells are needed, not {count} of "
                "{found}"
                if sizes
                else "{name}: at least two sets of one number of cells are needed, not 0 of none",
                name=self.name,
                count=len(self.sets),
                found=sizes and listed(list(map(str, sizes))),
            )

    def unfit(self, geometry: Geometry) -> str | None:
        for number, cells in enumerate(self.sets, 1):
            if not all_different(cells):
                return worded(
                    "{name}: set {number} names a cell more than once",
                    name=self.name,
                    number=number,
                )
        return None

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        first, *others = (Counter(values[cell] for cell in cells) for cells in self.sets)
        return all(other == first for other in others)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        if len(self.sets[0]) == 1:
            (first,), *others = self.sets
            for (other,) in others:
                yield Linear((first, other), (1, -1), "=", 0)
            return
        # One auxiliary variable a digit: how often it occurs, in every set.
        times = frozenset(range(len(self.sets[0]) + 1))
        for counter, digit in enumerate(geometry.digits, geometry.cell_count):
            yield Domain(counter, times)
            for cells in self.sets:
                yield Among(cells, frozenset((digit,)), "=", counter=counter)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        on_board = set(self.drawn(geometry))
        return tuple(
            Shape(
                "area",
                tuple(c for c in cells if c in on_board),
                colour=_TINTS[i % len(_TINTS)],
                lettered=True,
            )
            for i, cells in enumerate(self.sets)
        )
