"""Cells that point at others or count them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue, one_of
from satdoku.constraints.neighbours import touching
from satdoku.constraints.pairs import pair_tables
from satdoku.relations import Among, Domain, PairTable, Relation

__all__ = ["CountingCell", "Pointer"]

_STEPS = ("highest", "same", "complement")
"""Choices of which the digit says how many steps away they are."""


def _choice(word: str) -> dict[str, Any]:
    return {"to": word}


@dataclass(frozen=True)
class Pointer(Clue):
    """A digit says where another one is among the cells that its cell points at."""

    name = "pointer"
    aliases: ClassVar[Aliases] = {
        "search-nine": lambda board: _choice("highest"),
        "pointing-digit": lambda board: _choice("same"),
        "pair-up": lambda board: _choice("complement"),
        "point-to-next": lambda board: _choice("next"),
        "cupid": lambda board: _choice("repeat"),
    }
    sought = ("arrow cell", "search 9")
    placing = Placing(refused="a cell points straight at others, and lines are grown with bends")
    title = "Pointing cell"
    summary = (
        "The digit in a pointing cell says where another digit is among the cells that it points "
        "at."
    )
    told: ClassVar[Mapping[str, str]] = {
        "highest": "Where N is the digit in a cell with an arrow, the N-th cell in the direction "
        "of the arrow holds the highest digit.",
        "same": "Where N is the digit in a cell with an arrow, the N-th cell in the direction of "
        "the arrow holds N too.",
        "complement": "Where N is the digit in a cell with an arrow, the N-th cell in the "
        "direction of the arrow holds the digit that makes ten with N.",
        "next": "Where N is the digit in a cell with arrows, one of the cells in the directions of "
        "the arrows holds N + 1.",
        "repeat": "The digit in a cell with arrows occurs once more in the direction of one of "
        "the arrows.",
    }
    in_words = (
        r"search 9(?P<to__highest>)",
        r"how far .*\b9\b(?P<to__highest>).*direction",
        r"(?:distance|steps|cells away) .*\b9\b.*direction(?P<to__highest>)",
        r"same digit .*\bn (?:steps|cells|spaces) away(?P<to__same>)",
        r"10 ?- ?[nx]\b.*\b(?:steps|cells|spaces)? ?away(?P<to__complement>)",
        r"sum of the nth digit in the direction.*\b10\b(?P<to__complement>)",
        r"\bn ?\+ ?1\b.*(?:pointed|direction|arrow)(?P<to__next>)",
        r"repeat\w*\b.*direction of the arrow(?P<to__repeat>)",
    )
    parameters = (
        Parameter("bulb", "cell", "the cell that points"),
        Parameter("cells", "line", "the cells that it points at, the nearest first"),
        Parameter(
            "to",
            "choice",
            "what is at the N-th cell: the highest digit, the same or the complement; or what is "
            "at any of them: the next digit, or the digit once more",
            choices=(*_STEPS, "next", "repeat"),
        ),
    )

    bulb: int
    cells: tuple[int, ...]
    to: str

    def _wanted(self, digit: int, geometry: Geometry) -> int:
        """The digit that a digit in the pointing cell points at."""
        low, high = geometry.digits[0], geometry.digits[-1]
        wanted = {"highest": high, "complement": low + high - digit, "next": digit + 1}
        return wanted.get(self.to, digit)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        digit, inside = values[self.bulb], [values[cell] for cell in self.cells]
        wanted = self._wanted(digit, geometry)
        if self.to not in _STEPS:
            return wanted in inside
        return 1 <= digit <= len(inside) and inside[digit - 1] == wanted

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        pairs = {(d, self._wanted(d, geometry)) for d in digits}
        if self.to not in _STEPS:
            table = frozenset(pair for pair in pairs if pair[1] in digits)
            yield Domain(self.bulb, frozenset(digit for digit, _ in table))
            yield from one_of([tuple(pair_tables([(self.bulb, c)], table, digits))
                               for c in self.cells])  # fmt: skip
            return
        places = frozenset(d for d in digits if 1 <= d <= len(self.cells))
        yield Domain(self.bulb, places)
        for digit, wanted in pairs:
            if digit in places:
                allowed = frozenset(
                    (a, b) for a in digits for b in digits if a != digit or b == wanted
                )
                yield PairTable(self.bulb, self.cells[digit - 1], allowed)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return self if self.to == "repeat" else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return _arrows(self.bulb, self.cells, geometry)


def _arrows(bulb: int, cells: Sequence[int], geometry: Geometry) -> tuple[Shape, ...]:
    """A short arrow towards each listed cell that touches the first one; else one to the end."""
    beside = [cell for cell in cells if cell in touching(geometry, bulb)] or list(cells[-1:])
    return tuple(Shape("arrow", (bulb, cell), colour="grey") for cell in beside)


_TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "larger": lambda own, other: other > own,
    "smaller": lambda own, other: other < own,
    "parity": lambda own, other: (other - own) % 2 == 0,
    "odd": lambda own, other: other % 2 == 1,
    "even": lambda own, other: other % 2 == 0,
}
"""Which cells a digit counts, by its own and their digits."""


@dataclass(frozen=True)
class CountingCell(Clue):
    """A digit counts the cells around it, or those of a list, whose digits are of a kind."""

    name = "counting-cell"
    aliases: ClassVar[Aliases] = {
        "treasure-hunt": lambda board: {"of": "larger"},
        "sunburn": lambda board: {"of": "smaller"},
        "parity-vision": lambda board: {"of": "parity"},
    }
    sought = ("count neighbours", "odd even count")
    placing = Placing(cells=(1, 1))
    summary = (
        "The digit in a counting cell is the number of cells around it, or of its list, that hold "
        "digits of a kind."
    )
    told: ClassVar[Mapping[str, str]] = {
        "larger": "The digit in a counting cell is the number of cells around it, or in sight of "
        "its arrows, with larger digits.",
        "smaller": "The digit in a counting cell is the number of cells around it, or in sight of "
        "its arrows, with smaller digits.",
        "parity": "The digit in a counting cell is the number of cells around it, or in sight of "
        "its arrows, with digits of its own parity.",
        "odd": "The digit in a counting cell is the number of cells around it, or in sight of its "
        "arrows, with odd digits.",
        "even": "The digit in a counting cell is the number of cells around it, or in sight of "
        "its arrows, with even digits.",
    }
    in_words = (
        r"how many\b.*\b(?:surrounding|adjacent|neighbou?r\w*|touching)\b.*\b(?:greater|larger"
        r"|higher|bigger)\b(?P<of__larger>)",
        r"how many\b.*\b(?:surrounding|adjacent|neighbou?r\w*|touching)\b.*\b(?:smaller|less"
        r"|lower)\b(?P<of__smaller>)",
        r"(?:number of|how many) digits it sees\b.*same parity(?P<of__parity>)",
        r"an (?:odd|even) digit\b.*\bhow many\b.*\bsurrounding\b.*(?:odd|even)(?P<of__parity>)",
        r"(?:number|how many)\b.*\b(?:surrounding|adjacent)\b.*same parity(?P<of__parity>)",
    )
    parameters = (
        Parameter("bulb", "cell", "the cell whose digit counts"),
        Parameter("of", "choice", "the digits that are counted", choices=tuple(_TESTS)),
        Parameter(
            "cells", "cells", "the cells that are looked at; by default those that touch the cell",
            optional=True, default=(),
        ),
    )  # fmt: skip
    cell_count = (0, None)

    bulb: int
    of: str
    cells: tuple[int, ...] = ()

    def seen(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells that are looked at."""
        return self.cells or touching(geometry, self.bulb)

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        own = super().scope(geometry)
        return tuple(sorted({*own, *self.seen(geometry)})) if self.bulb in own else own

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        own, test = values[self.bulb], _TESTS[self.of]
        return sum(test(own, values[cell]) for cell in self.seen(geometry)) == own

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        seen, digits, test = self.seen(geometry), geometry.digits, _TESTS[self.of]
        groups: list[tuple[Relation, ...]] = []
        for own in digits:
            counted = frozenset(other for other in digits if test(own, other))
            if 0 <= own <= (len(seen) if counted else 0):
                groups.append((Domain(self.bulb, frozenset((own,))),
                               Among(seen, counted, "=", own)))  # fmt: skip
        yield from one_of(groups)

    def carried(self, board_map: BoardMap) -> Self | None:
        geometry, places = board_map.geometry, board_map.cells
        seen = tuple(sorted(places[cell] for cell in self.seen(geometry)))
        bulb = places[self.bulb]
        own = not self.cells and seen == tuple(sorted(touching(geometry, bulb)))
        return replace(self, bulb=bulb, cells=() if own else seen)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        if self.cells:
            return _arrows(self.bulb, self.cells, geometry)
        return (Shape("circle", self.drawn(geometry)),)
