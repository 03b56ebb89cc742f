"""Rules along a line: thermometers, whispers, renbans, palindromes, between, region sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter, Placing, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue, all_different, too_many
from satdoku.constraints.pairs import PairClue, pair_tables
from satdoku.constraints.wording import DIGITS, REGIONS, ROUNDS, SAME, SUMS
from satdoku.relations import Domain, Linear, Or, PairTable, Relation, ValueSet

__all__ = ["Between", "Palindrome", "RegionSum", "Renban", "SlowThermo", "Thermo", "Whisper"]


@dataclass(frozen=True)
class SlowThermo(PairClue, CellRule):
    """Digits never fall away from the bulb."""

    name = "slow-thermo"
    reads_values = True
    in_links: ClassVar[tuple[str, ...]] = ("fpuzzles:slowthermometer",)
    aliases: ClassVar[Aliases] = {"slowthermo": None, "slow-thermometer": None}
    technique = "thermo-bounds"
    title = "Slow thermometer"
    summary = "Along a slow thermometer digits stay or rise, from the bulb on."
    in_words: ClassVar[tuple[str, ...]] = (
        r"\bslow\b.*thermo",
        r"thermo\w*.*(?:stay|remain|be|are) (?:the )?(?:same|equal)",
        r"thermo\w*.*(?:never|not|n't) decrease",
        r"(?:increase|rise) or (?:stay|remain)",
    )
    parameters = (Parameter("cells", "line", "the cells, the bulb first"),)
    keeps = "reversal"
    cell_count = (2, None)
    repeats_allowed = True
    colour: ClassVar[str] = "slate"

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return list(pairwise(self.cells))

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first <= second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "digits do not fall away from the bulb"

    def reversed(self, total: int) -> Self:
        return replace(self, cells=self.cells[::-1])

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (
            Shape(
                "line", self.drawn(geometry), colour=self.colour, width=0.3, bulb=True, filled=True
            ),
        )


@dataclass(frozen=True)
class Thermo(SlowThermo):
    """Digits rise from the bulb to the end."""

    name = "thermo"
    in_links = ("fpuzzles:thermometer", "iss:Thermo", "lisudoku:thermos")
    aliases: ClassVar[Aliases] = {"thermometer": None}
    technique = "thermo-bounds"
    placing = Placing(cells=(3, 6))
    title = "Thermometer"
    summary = "Along a thermometer digits rise, from the bulb on."
    in_words = (
        r"(?<!slow )\bthermo\w*",
        r"\bbulbs?\b.*\b(?:tip|end)\b",
        r"(?:increas|ascend|ris)\w+ .*\b(?:from|starting|away).*\bbulb",
        r"\b(?:increas|ris)\w+\b.*\b(?:round|circular) (?:end|tip)",
    )
    repeats_allowed = False
    colour: ClassVar[str] = "grey"

    def unfit(self, geometry: Geometry) -> str | None:
        return too_many(self, geometry, begins=True)

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first < second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "digits rise away from the bulb"

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits, length = geometry.digits, len(self.cells)
        room = len(digits) - length
        for place, cell in enumerate(self.cells):
            yield Domain(cell, frozenset(digits[place : place + room + 1]))
        allowed = self.allowed(geometry)
        yield from (PairTable(a, b, allowed) for a, b in self.pairs(geometry))


@dataclass(frozen=True)
class Whisper(PairClue):
    """Successive digits differ by at least a number, half of the digits where none is given."""

    name = "whisper"
    sought = ("german whispers", "dutch whispers", "whispers")
    aliases: ClassVar[Aliases] = {
        "whispers": None,
        "german-whisper": None,
        "dutch-whisper": lambda board: {"diff": (board.size + 1) // 2 - 1},
    }
    technique = "whisper-partners"
    placing = Placing(cells=(3, 7))
    summary = (
        "Successive digits along a whisper line differ by at least its number, without one by half "
        "of the number of digits, rounded up."
    )
    in_words = (
        r"(?:german )?whisper\w*(?:.*(?:at least|minimum of) (?P<diff>\d+))?",
        r"\bdiffer\w*\b[a-z ]* (?:at least|a minimum of|no less than) (?P<diff>\d+)",
        r"(?:differ\w*(?: by| of)?) (?P<diff>\d+) or (?:more|greater)",
        r"at least (?P<diff>\d+) (?:apart|different|away)",
        r"\bdifferences?\b.*\b(?P<diff>\d+) or (?:more|greater|larger|higher)\b",
        r"\bminimum difference of (?P<diff>\d+)",
        r"\bdiffers?\b.*\bby (?P<diff>\d+) or (?:more|greater)\b",
    )
    told = "Successive digits along the line differ by at least {diff}."
    parameters = (
        Parameter("cells", "line", "the cells in order"),
        Parameter("diff", "integer", "the smallest difference", optional=True, least=1),
    )
    keeps = "reversal"
    cell_count = (2, None)
    repeats_allowed = True

    cells: tuple[int, ...]
    diff: int | None = None

    reads_values = True

    def least(self, geometry: Geometry) -> int:
        """The smallest difference that this board's digits may have."""
        return half(geometry) if self.diff is None else self.diff

    def in_values(self, geometry: Geometry) -> tuple[Sequence[Constraint], Sequence[Constraint]]:
        return (), (replace(self, diff=self.least(geometry)),)

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        return {"diff": self.least(geometry)}

    def head(self, geometry: Geometry) -> str:
        """Setters know the two usual differences by countries."""
        known = {5: "German whisper", 4: "Dutch whisper"} if geometry.size == 9 else {}
        return known.get(self.least(geometry)) or super().head(geometry)

    def unfit(self, geometry: Geometry) -> str | None:
        if 1 <= self.least(geometry) < geometry.size:
            return None
        return worded(
            "{name}: a difference of {diff} does not fit the digits {low} to {high}, which differ"
            " by 1 to {most}",
            name=self.name,
            diff=self.least(geometry),
            low=geometry.digits[0],
            high=geometry.digits[-1],
            most=geometry.size - 1,
        )

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return list(pairwise(self.cells))

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return abs(first - second) >= self.least(geometry)

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return f"successive digits differ by at least {self.least(geometry)}"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        colour = "green" if self.least(geometry) >= half(geometry) else "orange"
        return (Shape("line", self.drawn(geometry), colour=colour, width=0.15),)

    def known_by(self, geometry: Geometry) -> str:
        return str(self.least(geometry))


@dataclass(frozen=True)
class Renban(CellRule):
    """The digits are consecutive, in any order."""

    name = "renban"
    reads_values = True
    in_links = ("fpuzzles:renban", "iss:Renban", "lisudoku:renbans")
    technique = "renban-range"
    plural = "renban lines"
    summary = "The digits on a renban line are consecutive, in any order."
    in_words = (
        r"(?<!run on )\brenban",
        r"(?:set|sequence|run|group|series|string) of (?:distinct |unique |non"
        r" ?repeating |non ?repeated )?,? ?consecutive",
        r"consecutive(?:,| and)? non ?repeating|non ?repeating,? (?:\w+ )?(?:set of"
        r" )?consecutive",
        rf"consecutive (?:set|sequence|{DIGITS})\b.*(?:any|some|not necessarily"
        r"|particular) .*order",
        rf"set of (?:{DIGITS} )?that are consecutive",
        r"\blines?\b.*\bconsecutive\b.*\border\b",
    )
    parameters = (Parameter("cells", "line", "the cells"),)
    keeps = "reversal"
    cell_count = (2, None)
    look = Shape("line", colour="purple", width=0.15)
    closed_as = "set"

    def unfit(self, geometry: Geometry) -> str | None:
        return too_many(self, geometry, begins=True)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        inside = [values[cell] for cell in self.cells]
        return all_different(inside) and max(inside) - min(inside) == len(inside) - 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits, length = geometry.digits, len(self.cells)
        starts = range(len(digits) - length + 1)
        yield ValueSet(self.cells, frozenset(frozenset(digits[i : i + length]) for i in starts))


@dataclass(frozen=True)
class Palindrome(PairClue, CellRule):
    """The line reads the same from both ends."""

    name = "palindrome"
    reads_values = True
    in_links = ("fpuzzles:palindrome", "iss:Palindrome", "lisudoku:palindromes")
    technique = "group-patterns"
    summary = "A palindrome line reads the same from both ends."
    in_words = (
        r"\bpalindrom",
        r"same (?:\w+ )*(?:forwards?|backwards?|in both directions|from both ends|from"
        r" either)",
    )
    parameters = (Parameter("cells", "line", "the cells in order"),)
    keeps = "any"
    cell_count = (2, None)
    repeats_allowed = True
    look = Shape("line", colour="dark", width=0.12)

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        half = len(self.cells) // 2
        mirrored = zip(self.cells[:half], self.cells[::-1], strict=False)
        return [(a, b) for a, b in mirrored if a != b]

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first == second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "cells equally far from the ends are equal"


@dataclass(frozen=True)
class Between(CellRule):
    """Every inner digit is strictly between the digits of the two ends."""

    name = "between"
    reads_values = True
    in_links = ("fpuzzles:betweenline", "iss:Between")
    aliases: ClassVar[Aliases] = {"betweenline": None, "between-line": None}
    technique = "between-ends"
    title = "Between line"
    summary = "Every digit inside a between line is strictly between the digits in its two circles."
    in_words = (
        r"\bbetween lines?",
        rf"\blines?\b.*\bbetween\b.*\b(?:{ROUNDS}|ends?)\b",
        r"(?:strictly |numerically |must be |be |are |lie |have values? )between (?:"
        rf"those|the|its|their)?\b.*(?:{ROUNDS}|ends?|end ?points?)",
    )
    parameters = (Parameter("cells", "line", "the cells in order, an end at each side"),)
    keeps = "reversal"
    cell_count = (3, None)
    repeats_allowed = True

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        first, *inner, last = (values[cell] for cell in self.cells)
        return all(min(first, last) < value < max(first, last) for value in inner)

    def out_of_reach(self, geometry: Geometry) -> str | None:
        return None if geometry.size > 2 else "no digit is between two others"

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        first, *inner, last = self.cells
        rising = frozenset((a, b) for a in digits for b in digits if a < b)
        wide = frozenset((a, b) for a in digits for b in digits if abs(a - b) > 1)

        def chain(low: int, high: int) -> tuple[Relation, ...]:
            pairs = [pair for cell in inner for pair in ((low, cell), (cell, high))]
            return tuple(PairTable(a, b, rising) for a, b in pairs)

        yield from pair_tables([(first, last)], wide, digits)
        yield from (Domain(cell, frozenset(digits[1:-1])) for cell in dict.fromkeys(inner))
        yield Or((chain(first, last), chain(last, first)))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = self.drawn(geometry)
        return tuple(
            Shape("line", part, colour="dark", width=0.1, bulb=True) for part in (cells, cells[-1:])
        )


@dataclass(frozen=True)
class RegionSum(Clue):
    """The region borders cut the line into pieces with one sum."""

    name = "region-sum"
    reads_values = True
    sought = ("same sum", "equal sum")
    aliases: ClassVar[Aliases] = {"rsl": None, "region-sum-line": None}
    technique = "line-sums"
    title = "Region sum line"
    summary = (
        "The borders of the regions cut a region sum line into pieces whose digits have one sum."
    )
    in_words = (
        r"region sums?",
        rf"{REGIONS} (?:border|boundar|edge)\w*.*(?:divide|split|separate|segment|break"
        r"|cut|section)",
        rf"{SAME} (?:{SUMS}|value).*(?:each|every|within|in all|in the|of the|all of the)"
        rf" .*{REGIONS}",
        rf"(?:each|every|within|in) .*{REGIONS}.*{SAME} (?:{SUMS}|value|n\b)",
        rf"{REGIONS}.*\b{SUMS}\b (?:up )?to (?:the|a) (?:same|constant)",
        rf"{SAME} {SUMS}.*\b{REGIONS}",
        rf"{SUMS} of the digits in each {REGIONS}.*\b{SAME}",
        rf"\b{SUMS}\b.*\b(?:is|are) the same (?:in|within|for) (?:each|every|all)\b.*\b{REGIONS}",
    )
    parameters = (
        Parameter("cells", "line", "the cells in order"),
        Parameter(
            "merge",
            "flag",
            "whether pieces in one region count as one piece",
            optional=True,
            default=False,
        ),
    )
    keeps = "reversal"
    cell_count = (2, None)
    look = Shape("line", colour="sky", width=0.12)
    closed_as = "pieces"

    cells: tuple[int, ...]
    merge: bool = False

    def pieces(self, geometry: Geometry) -> list[list[int]]:
        """The cells of each piece."""
        pieces: list[tuple[int | None, list[int]]] = []
        for cell in self.cells:
            region = geometry.region_of[cell]
            known = [
                piece for place, piece in (pieces if self.merge else pieces[-1:]) if place == region
            ]
            if known:
                known[0].append(cell)
            else:
                pieces.append((region, [cell]))
        return [piece for _, piece in pieces]

    def unfit(self, geometry: Geometry) -> str | None:
        lost = [
            cell
            for cell in self.cells
            if 0 <= cell < geometry.cell_count and geometry.region_of[cell] is None
        ]
        return (
            worded("{name}: {cell} is in no region", name=self.name, cell=geometry.name(lost[0]))
            if lost
            else None
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({sum(values[c] for c in piece) for piece in self.pieces(geometry)}) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for one, other in pairwise(self.pieces(geometry)):
            signs = (1,) * len(one) + (-1,) * len(other)
            yield Linear((*one, *other), signs, "=", 0)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        lengths = {len(piece) for piece in self.pieces(board_map.geometry)}
        return super().relabelled(board_map) if len(lengths) == 1 else None

    def carried(self, board_map: BoardMap) -> Self | None:
        rule = super().carried(board_map)
        places, geometry = board_map.cells, board_map.geometry
        mine = [[places[cell] for cell in piece] for piece in self.pieces(geometry)]
        return rule if rule is not None and rule.pieces(geometry) == mine else None


def half(geometry: Geometry) -> int:
    """Half of the number of digits, rounded up: the usual difference of a whisper line."""
    return (geometry.size + 1) // 2
