"""Marks between cells (dots, X and V, signs, quadruples), and what their absence means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import ClassVar, Self

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import (
    Aliases,
    BoardMap,
    Constraint,
    Parameter,
    Placing,
    Shape,
    Together,
)
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue
from satdoku.constraints.neighbours import NEIGHBOURS, sign
from satdoku.constraints.pairs import PairClue, TableRule
from satdoku.constraints.wording import DIGITS, ROUNDS, SUMS
from satdoku.relations import Among, Relation

__all__ = [
    "XV",
    "BlackDot",
    "LessThan",
    "NegativeDifference",
    "NegativeRatio",
    "NegativeXV",
    "PairSum",
    "Quadruple",
    "WhiteDot",
]

_TWO = Parameter("cells", "cells", "the two cells")


_NO_LETTER = r"^(?:(?=.*\b[ivxl]{2,4}\b)|(?!.*\b(?:an?|the) ['\"]?[xv]['\"]?(?!\w))).*"
"""The beginning of a form of sentences that do not name just X and V."""


@dataclass(frozen=True)
class _Mark(PairClue):
    """A clue about how two cells compare."""

    cell_count = (2, 2)

    cells: tuple[int, ...]

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return [(self.cells[0], self.cells[1])]


@dataclass(frozen=True)
class WhiteDot(_Mark):
    """The two digits differ by 1, or by the number of the dot."""

    name = "white-dot"
    reads_values = True
    sought = ("kropki", "difference dot", "consecutive")
    aliases: ClassVar[Aliases] = {"kropki-white": None, "difference": None}
    technique = "dot-pairs"
    summary = "Digits with a white dot between them differ by 1, or by its number."
    in_words = (
        r"white (?:kropki )?(?:dot|circle|kropki|bubble)s?.*(?:consecutive|differ\w*(?:"
        r" by| of)?(?: exactly)? (?P<diff>\d+)|exactly 1 greater)",
        r"consecutive.*white (?:kropki )?(?:dot|circle)",
        r"\bkropki\b",
        r"(?:separated|connected|joined) by (?:a |an |the )?(?:white )?(?:dot"
        r"|circle)s?.*consecutive",
        r"white dots?",
    )
    told = "Digits with a white dot between them differ by {diff}."
    parameters = (_TWO, Parameter("diff", "integer", "the difference", optional=True, default=1))
    keeps = "reversal"

    diff: int = 1

    def unfit(self, geometry: Geometry) -> str | None:
        if self.diff > 0:
            return None
        return worded(
            "{name}: the difference is at least 1, not {diff} (clone makes cells equal)",
            name=self.name,
            diff=self.diff,
        )

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return abs(first - second) == self.diff

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return f"they differ by {self.diff}"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        label = None if self.diff == 1 else str(self.diff)
        return (Shape("dot", self.drawn(geometry), label, colour="black"),)

    def known_by(self, geometry: Geometry) -> str:
        return "" if self.diff == 1 else str(self.diff)


@dataclass(frozen=True)
class BlackDot(_Mark):
    """One digit is twice the other, or as many times as the number of the dot."""

    name = "black-dot"
    reads_values = True
    sought = ("kropki", "ratio dot", "double")
    aliases: ClassVar[Aliases] = {"kropki-black": None, "ratio": None}
    technique = "dot-pairs"
    summary = (
        "Of two digits with a black dot between them, one is twice the other, or as many times as "
        "the dot's number."
    )
    in_words = (
        r"black (?:kropki )?(?:dot|circle|kropki)s?.*(?:1:2|2:1|1 to 2|2 to 1|ratio"
        r"|double|twice|half)",
        r"(?:1:2|2:1|ratio|double|twice).*black (?:kropki )?(?:dot|circle)",
        r"\bkropki\b",
        r"black dots?",
    )
    told = "Of two digits with a black dot between them, one is twice the other."
    parameters = (_TWO, Parameter("ratio", "integer", "the ratio", optional=True, default=2))

    ratio: int = 2

    def told_by(self, geometry: Geometry) -> str:
        return super().told_by(geometry) if self.ratio == 2 else ""

    def unfit(self, geometry: Geometry) -> str | None:
        if self.ratio > 1:
            return None
        return worded(
            "{name}: the ratio is at least 2, not {ratio} (clone makes cells equal)",
            name=self.name,
            ratio=self.ratio,
        )

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first == self.ratio * second or second == self.ratio * first

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return f"one is {self.ratio} times the other"

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        label = None if self.ratio == 2 else str(self.ratio)
        return (Shape("dot", self.drawn(geometry), label, filled=True),)

    def known_by(self, geometry: Geometry) -> str:
        return "" if self.ratio == 2 else str(self.ratio)


@dataclass(frozen=True)
class PairSum(_Mark):
    """The two digits add up to a total."""

    name = "pair-sum"
    reads_values = True
    technique = "dot-pairs"
    placing = Placing(numbers=lambda digits: (sum(digits),))
    summary = "Two digits with a number between them add up to it."
    in_words: ClassVar[tuple[str, ...]] = (
        r"(?:number|digit|value|clue|total)s? (?:on|between|in|inside|over) (?:a |the "
        rf"|each |any )?(?:white )?(?:borders?|edges?|circles?|dots?|2 cells).*\b{SUMS}",
        rf"{_NO_LETTER}\b{SUMS}\b (?:up )?to (?P<total>\d+)",
        rf"(?:2 cells|2 digits|adjacent|separated).*\b{SUMS}\b.*\b(?:value|number|digit"
        r"|clue)\b",
    )
    parameters = (_TWO, Parameter("total", "integer", "what the two digits add up to"))
    keeps = "reversal"

    total: int

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first + second == self.total

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return f"they add up to {self.total}"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        rule = super().relabelled(board_map)
        if not isinstance(rule, PairSum):
            return rule
        return (XV if rule.total in _LETTERS else PairSum)(rule.cells, rule.total)

    def reversed(self, total: int) -> Self:
        return replace(self, total=2 * total - self.total)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("dot", self.drawn(geometry), str(self.total)),)

    def known_by(self, geometry: Geometry) -> str:
        return str(self.total)


_LETTERS = {5: "V", 10: "X"}


@dataclass(frozen=True)
class XV(PairSum):
    """The two digits add up to 10 (X) or to 5 (V)."""

    name = "xv"
    sought = ("x and v", "roman")
    aliases: ClassVar[Aliases] = {"x": lambda board: {"total": 10}, "v": lambda board: {"total": 5}}
    technique = "dot-pairs"
    placing = Placing(numbers=lambda digits: (sum(digits),))
    title = "XV"
    plural = "X and V marks"
    summary = "Digits with an X between them add up to 10, with a V to 5."
    in_words = (
        r"\bxv\b",
        rf"^(?!.*(?:first|x) ?(?:x|sums?)\b).*\b(?:x|v)'?s?\b.*\b{SUMS}",
        rf"\b{SUMS}\b.*\b(?:an? |the )(?:x|v)\b",
        rf"\b(?:by|an?|the|joins?|with) ['\"]?[xv]['\"]?,? (?:must |have to |which |that )*{SUMS}"
        r" (?:up )?to (?:5|10)\b",
    )
    parameters = (_TWO, Parameter("total", "integer", "10 (X) or 5 (V)"))

    def unfit(self, geometry: Geometry) -> str | None:
        if self.total in _LETTERS:
            return None
        return worded(
            "{name}: the total is 10 (X) or 5 (V), not {total} (pair-sum takes any)",
            name=self.name,
            total=self.total,
        )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("dot", self.drawn(geometry), _LETTERS.get(self.total)),)

    def known_by(self, geometry: Geometry) -> str:
        return ""

    def head(self, geometry: Geometry) -> str:
        return _LETTERS.get(self.total, "XV")


@dataclass(frozen=True)
class LessThan(_Mark):
    """The first digit is smaller than the second."""

    name = "less-than"
    reads_values = True
    sought = ("inequality", "greater than", "greater")
    technique = "thermo-bounds"
    title = "Inequality sign"
    summary = "A sign between two cells points at the smaller digit."
    in_words = (
        r"inequalit",
        r"greater than (?:signs?|symbols?)",
        r"less than (?:signs?|symbols?)",
        r"points? (?:to|at|towards?) (?:the )?(?:smaller|lower|lesser)",
        r"(?:<|>)",
    )
    parameters = (Parameter("cells", "line", "the two cells, the smaller first"),)
    keeps = "reversal"

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return first < second

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "the first is to be the smaller"

    def reversed(self, total: int) -> Self:
        return replace(self, cells=self.cells[::-1])

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        cells = self.drawn(geometry)
        return (sign((cells[0], cells[1]), geometry),) if len(cells) == 2 else ()


@dataclass(frozen=True)
class Quadruple(CellRule):
    """Each digit occurs in the four cells at least as often as it is listed."""

    name = "quadruple"
    sought = ("quad", "corner circle")
    aliases: ClassVar[Aliases] = {"quad": None}
    technique = "quadruple-digits"
    placing = Placing(cells=(4, 4), square=True)
    summary = (
        "The digits in a circle occur in the four cells around it, at least as often as written."
    )
    in_words = (
        r"\bquad(?:ruple)?s?\b(?! max)",
        rf"{DIGITS} in (?:a |the |each |every |white )*(?:{ROUNDS}|corner\w*).*\b(?:"
        r"appear|occur|be placed|contained|present|be found|be in|go in)\b.*(?:"
        r"surrounding|adjacent|touching|around|4|neighbou?ring)",
        rf"{ROUNDS}.*(?:surrounding|4|adjacent).*\bcells\b.*(?:contain|include)",
        r"^(?!.*\b(?:how many|largest|product|sum|even|odd|not)\b).*\b(?:circles?"
        r"|intersections?)\b.*\b(?:appear|be placed|occur)\b.*\b(?:surrounding|around|4)"
        r"\b",
        r"^(?!.*\b(?:how many|largest|product|sum|even|odd|not)\b)"
        rf".*\b{ROUNDS}\b.*\b4 cells\b.*\b(?:appear|occur|be placed|be found)\b",
    )
    parameters = (
        Parameter("cells", "cells", "the four cells around the corner"),
        Parameter("digits", "digits", "the digits that occur in them"),
    )
    cell_count = (4, 4)

    digits: tuple[int, ...]

    def unfit(self, geometry: Geometry) -> str | None:
        if 1 <= len(self.digits) <= 4:
            return None
        return worded(
            "{name}: one to four digits fit into four cells, not {count}",
            name=self.name,
            count=len(self.digits),
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return Counter(self.digits) <= Counter(values[cell] for cell in self.cells)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        for digit, times in Counter(self.digits).items():
            yield Among(self.cells, frozenset((digit,)), ">=", times)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return replace(self, digits=tuple(board_map.digits[digit] for digit in self.digits))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (
            Shape("dot", self.drawn(geometry), " ".join(map(str, self.digits)), colour="black"),
        )

    def known_by(self, geometry: Geometry) -> str:
        return ", ".join(map(str, self.digits))


@dataclass(frozen=True)
class _Negative(TableRule):
    """A comparison that holds for no two neighbours without a mark between them."""

    steps: ClassVar[tuple[tuple[int, int], ...]] = NEIGHBOURS
    markers: ClassVar[tuple[type[_Mark], ...]]

    marked: frozenset[tuple[int, int]] = field(
        default=frozenset(), compare=False, repr=False, kw_only=True
    )
    """The pairs of cells, the lower first, that other rules mark in the puzzle."""

    def among(self, rules: Together) -> Self:
        return replace(self, marked=rules.kept(self.markers, lambda: self._marked(rules)))

    def _marked(self, rules: Together) -> frozenset[tuple[int, int]]:
        pairs = [sorted(rule.cells) for rule in rules if isinstance(rule, self.markers)]
        return frozenset((a, b) for a, b in pairs)

    def pairs(self, geometry: Geometry) -> tuple[tuple[int, int], ...]:
        return tuple(pair for pair in super().pairs(geometry) if pair not in self.marked)

    def placed(self, board_map: BoardMap) -> Constraint:
        places = board_map.cells
        pairs = [sorted((places[a], places[b])) for a, b in self.marked]
        return replace(self, marked=frozenset((a, b) for a, b in pairs))


@dataclass(frozen=True)
class NegativeDifference(_Negative):
    """No two neighbours without a dot between them have this difference."""

    name = "negative-difference"
    sought = ("kropki", "negative constraint")
    technique = "dot-pairs"
    title = "No difference without a dot"
    summary = "Neighbours without a dot between them do not differ by the number."
    in_words = (
        r"^(?!(?:(?!white).)*\bblack\b(?:(?!white).)*$).*"
        r"\ball (?:possible )?(?:\w+ )*(?:white |kropki |consecutive )?(?:dots|circles"
        r"|kropki)\b"
        r".*(?:given|shown|marked)",
    )
    told = "Neighbours without a dot between them do not differ by {diff}."
    parameters = (
        Parameter("diff", "integer", "the difference", optional=True, default=1, least=1),
    )
    markers: ClassVar[tuple[type[_Mark], ...]] = (WhiteDot, BlackDot)

    diff: int = 1

    def clash(self, first: int, second: int) -> bool:
        return abs(first - second) == self.diff

    def fault(self, place: str, first: int, second: int) -> str:
        return f"{place} are {first} and {second}, which differ by {self.diff} without a dot"


@dataclass(frozen=True)
class NegativeRatio(_Negative):
    """No two neighbours without a dot between them have the ratio of a black dot."""

    name = "negative-ratio"
    sought = ("kropki", "negative constraint")
    technique = "dot-pairs"
    title = "No ratio without a dot"
    summary = "Neighbours without a dot between them do not have the ratio of a black dot."
    in_words = (
        r"^(?!(?:(?!black).)*\bwhite\b(?:(?!black).)*$).*"
        r"\ball (?:possible )?(?:\w+ )*(?:black |kropki )?(?:dots|circles|kropki)\b.*(?:given"
        r"|shown|marked)",
        r"(?:not|never) be in a (?:1:2|2:1)",
    )
    parameters = (
        Parameter(
            "ratios",
            "integers",
            "the ratios; without them those of the black dots, and 2 where there is none",
            optional=True,
            least=2,
        ),
    )
    markers: ClassVar[tuple[type[_Mark], ...]] = (WhiteDot, BlackDot)

    ratios: tuple[int, ...] | None = None
    used: tuple[int, ...] = field(default=(2,), compare=False, repr=False, kw_only=True)
    """The default ratios."""

    def among(self, rules: Together) -> Self:
        def ratios() -> tuple[int, ...]:
            return tuple(sorted({rule.ratio for rule in rules if isinstance(rule, BlackDot)}))

        return replace(super().among(rules), used=rules.kept(BlackDot, ratios) or (2,))

    def clash(self, first: int, second: int) -> bool:
        low, high = sorted((first, second))
        ratios = self.used if self.ratios is None else self.ratios
        return any(high == ratio * low or low == ratio * high for ratio in ratios)

    def fault(self, place: str, first: int, second: int) -> str:
        return f"{place} are {first} and {second}, the ratio of a black dot without a dot"


@dataclass(frozen=True)
class NegativeXV(_Negative):
    """No two neighbours without a mark between them add up to 5 or 10."""

    name = "negative-xv"
    sought = ("negative constraint",)
    technique = "dot-pairs"
    title = "No X or V without a mark"
    summary = "Neighbours without a number or letter between them do not add up to 5 or 10."
    in_words = (
        r"\ball (?:possible )?(?:\w+ )*(?:xs?|vs?|x's|v's|xvs?)\b.*(?:given|shown"
        r"|marked)",
        r"negative.*\bxv",
        r"(?:must|may|can) ?not (?:add|sum) (?:up )?to 5 or 10",
    )
    parameters = (
        Parameter(
            "totals", "integers", "the totals that need a mark", optional=True, default=(5, 10)
        ),
        Parameter("exempt", "sets", "pairs with a mark that says nothing", optional=True),
    )
    markers: ClassVar[tuple[type[_Mark], ...]] = (PairSum,)

    totals: tuple[int, ...] = (5, 10)
    exempt: tuple[tuple[int, ...], ...] | None = None

    def unfit(self, geometry: Geometry) -> str | None:
        for pair in self.exempt or ():
            if len(pair) != 2:
                return worded(
                    "{name}: an exempt pair is of two cells, not {count}",
                    name=self.name,
                    count=len(pair),
                )
        return None

    def pairs(self, geometry: Geometry) -> tuple[tuple[int, int], ...]:
        exempt = {frozenset(pair) for pair in self.exempt or ()}
        return tuple(pair for pair in super().pairs(geometry) if frozenset(pair) not in exempt)

    def placed(self, board_map: BoardMap) -> Constraint:
        rule = super().placed(board_map)
        if self.exempt is None or not isinstance(rule, NegativeXV):
            return rule
        moved = tuple(tuple(board_map.cells[cell] for cell in pair) for pair in self.exempt)
        return replace(rule, exempt=moved)

    def clash(self, first: int, second: int) -> bool:
        return first + second in self.totals

    def fault(self, place: str, first: int, second: int) -> str:
        return f"{place} are {first} and {second}, which add up to {first + second} without a mark"
