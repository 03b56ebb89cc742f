"""Lines on which the digits of a few groups take turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import CellRule, Clue
from satdoku.constraints.wording import ADJACENT
from satdoku.relations import Domain, PairTable, Relation

__all__ = [
    "EntropicLine",
    "GroupLine",
    "HighLowLine",
    "ModularLine",
    "ParityLine",
    "UnimodularLine",
    "halves",
    "residues",
    "thirds",
]

Groups = tuple[tuple[int, ...], ...]

LINE = Parameter("cells", "line", "the cells in order")


def thirds(digits: tuple[int, ...]) -> Groups:
    """Low, middle and high digits; where three does not divide their number, the middle differs."""
    side = (len(digits) + 1) // 3
    return digits[:side], digits[side : len(digits) - side], digits[len(digits) - side :]


def halves(digits: tuple[int, ...]) -> Groups:
    """Low and high digits, without the middle one of an odd number."""
    half = len(digits) // 2
    return digits[:half], digits[len(digits) - half :]


def residues(digits: tuple[int, ...], mod: int) -> Groups:
    """The digits by their remainders."""
    return tuple(tuple(d for d in digits if d % mod == rest) for rest in range(mod))


@dataclass(frozen=True)
class _Turns(CellRule):
    """Any ``k`` successive cells hold one digit of each of ``k`` groups."""

    parameters: ClassVar[tuple[Parameter, ...]] = (LINE,)
    cell_count = (2, None)
    repeats_allowed = True
    colour: ClassVar[str] = "grey"

    def parts(self, geometry: Geometry) -> Groups:
        """The groups on this board."""
        raise NotImplementedError

    def unfit(self, geometry: Geometry) -> str | None:
        if all(self.parts(geometry)):
            return None
        return worded(
            "{name}: the digits {low} to {high} leave one of the groups empty",
            name=self.name,
            low=geometry.digits[0],
            high=geometry.digits[-1],
        )

    def group_of(self, geometry: Geometry) -> Mapping[int, int]:
        """The number of each digit's group."""
        return {d: n for n, group in enumerate(self.parts(geometry)) for d in group}

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        group, size = self.group_of(geometry), len(self.parts(geometry))
        inside = [group.get(values[cell]) for cell in self.cells]
        windows = [inside[i : i + size] for i in range(max(len(inside) - size, 0) + 1)]
        return None not in inside and all(len(set(w)) == len(w) for w in windows)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        group, size = self.group_of(geometry), len(self.parts(geometry))
        if len(group) < geometry.size:
            yield from (Domain(cell, frozenset(group)) for cell in dict.fromkeys(self.cells))
        same = frozenset((a, b) for a in group for b in group if group[a] == group[b])
        other = frozenset((a, b) for a in group for b in group if group[a] != group[b])
        for place, cell in enumerate(self.cells):
            for distance, later in enumerate(self.cells[place + 1 : place + size + 1], 1):
                if cell == later:
                    if distance < size:
                        yield Domain(cell, frozenset())
                else:
                    yield PairTable(cell, later, same if distance == size else other)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("line", self.cells, colour=self.colour, width=0.15),)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        parts = self.parts(board_map.geometry)
        mapped = {frozenset(board_map.digits[digit] for digit in part) for part in parts}
        return self if mapped == set(map(frozenset, parts)) else None


@dataclass(frozen=True)
class EntropicLine(_Turns):
    """Any three successive cells hold a low, a middle and a high digit."""

    name = "entropic-line"
    in_links = ("fpuzzles:entropicline", "iss:Entropic")
    aliases: ClassVar[Aliases] = {"entropic": None, "entropicline": None, "entrol": None}
    technique = "group-patterns"
    summary = (
        "Any three successive cells of an entropic line hold a low, a middle and a high digit."
    )
    in_words = (
        r"entrop\w+.*\b(?:line|group)|\bline.*entrop",
        r"\blines?\b.*\blow\b.*\b(?:mid\w*|medium)\b.*\bhigh",
        r"\blines?\b.*\bhigh\b.*\b(?:mid\w*|medium)\b.*\blow",
        r"(?:3|three) (?:\w+ )*(?:cells|digits|sequence).*low.*high",
        r"^(?!.*2x2).*\b123\b.*\b456\b.*\b789\b",
    )
    colour: ClassVar[str] = "peach"

    def parts(self, geometry: Geometry) -> Groups:
        return thirds(geometry.digits)


@dataclass(frozen=True)
class ModularLine(_Turns):
    """Any ``mod`` successive cells hold digits of all remainders by ``mod``."""

    name = "modular-line"
    reads_values = True
    aliases: ClassVar[Aliases] = {"modular": None, "modularline": None, "modl": None}
    technique = "group-patterns"
    summary = (
        "Any three successive cells of a modular line hold digits of all three remainders when "
        "divided by 3 (or by another number, with as many cells)."
    )
    in_words = (
        r"\bmodular",
        r"\{?147\}?.*258.*369",
        r"\b3\b.*\blines?\b.*\b(?:different|distinct|all) remainders?\b.*\b(?:mod(?:ulo)?|by) 3",
    )
    told = (
        "Any {mod} successive cells of the line hold digits of all {mod} remainders when divided "
        "by {mod}."
    )
    parameters = (
        LINE,
        Parameter("mod", "integer", "the divisor", optional=True, default=3, least=2, most=100),
    )
    colour: ClassVar[str] = "teal"

    mod: int = 3

    def parts(self, geometry: Geometry) -> Groups:
        return residues(geometry.digits, self.mod)

    def known_by(self, geometry: Geometry) -> str:
        return str(self.mod)


@dataclass(frozen=True)
class ParityLine(_Turns):
    """Odd and even digits take turns."""

    name = "parity-line"
    reads_values = True
    aliases: ClassVar[Aliases] = {"parity": None}
    technique = "group-patterns"
    summary = "Odd and even digits take turns along a parity line."
    in_words = (
        r"parity lines?",
        rf"(?:{ADJACENT}|alternat\w*|connected|separated).*(?:1 even.*1 odd|odd.*even"
        r"|even.*odd|parity)",
        r"alternate\w* (?:between )?(?:odd|even|parity)",
        r"\bodd\b.*\balternate\b|\beven\b.*\balternate\b",
    )
    colour: ClassVar[str] = "red"

    def parts(self, geometry: Geometry) -> Groups:
        return residues(geometry.digits, 2)


@dataclass(frozen=True)
class HighLowLine(_Turns):
    """Low and high digits take turns."""

    name = "high-low-line"
    aliases: ClassVar[Aliases] = {"highlow": None}
    technique = "group-patterns"
    title = "High-low line"
    summary = (
        "Low and high digits take turns along a high-low line; the middle digit of an odd number "
        "of digits is neither."
    )
    in_words = (
        r"high.?low lines?",
        r"alternat\w+.*(?:high|low)",
        r"\b(?:high|low)\b.*\balternate\b",
    )
    colour: ClassVar[str] = "orange"

    def parts(self, geometry: Geometry) -> Groups:
        return halves(geometry.digits)


@dataclass(frozen=True)
class GroupLine(_Turns):
    """Any ``k`` successive cells hold one digit of each of the ``k`` given groups."""

    name = "group-line"
    technique = "group-patterns"
    summary = (
        "Any successive cells of a group line, as many as it has groups of digits, hold one digit "
        "of each group."
    )
    parameters = (LINE, Parameter("groups", "groups", "the groups of digits"))

    groups: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        every = [digit for group in self.groups for digit in group]
        if len(self.groups) < 2:
            raise value_error("{name}: at least two groups are needed", name=self.name)
        if repeated := sorted({digit for digit in every if every.count(digit) > 1}):
            raise value_error(
                "{name}: {repeated} is named more than once in the groups",
                name=self.name,
                repeated=repeated[0],
            )

    def parts(self, geometry: Geometry) -> Groups:
        return self.groups

    def unfit(self, geometry: Geometry) -> str | None:
        for digit in (digit for group in self.groups for digit in group):
            if digit not in geometry.digits:
                return worded(
                    "{name}: {digit} is not a digit of the board", name=self.name, digit=digit
                )
        return super().unfit(geometry)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        parts = (tuple(board_map.digits[digit] for digit in part) for part in self.groups)
        return GroupLine(self.cells, tuple(parts))


@dataclass(frozen=True)
class UnimodularLine(CellRule):
    """All digits leave one remainder by ``mod``."""

    name = "unimodular-line"
    reads_values = True
    aliases: ClassVar[Aliases] = {"unimodular": None}
    technique = "group-patterns"
    summary = (
        "All digits on a unimodular line leave the same remainder when divided by 3 (or by "
        "another number)."
    )
    in_words = (
        r"unimodular",
        r"same remainder",
        r"\bsame parity\b(?P<mod__2>)",
        r"\ball (?:of )?(?:the )?(?:digits )?(?:on it )?(?:are )?odd\b.*\bor\b.*\ball\b.*\beven"
        r"(?P<mod__2>)",
        r"\bsame remainder\b.*\bdivided by (?P<mod>\d)\b",
    )
    told = "All digits on the line leave the same remainder when divided by {mod}."
    parameters = (
        LINE,
        Parameter("mod", "integer", "the divisor", optional=True, default=3, least=2, most=100),
    )
    cell_count = (2, None)
    repeats_allowed = True
    look = Shape("line", colour="teal", width=0.15)

    mod: int = 3

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({values[cell] % self.mod for cell in self.cells}) == 1

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        digits = geometry.digits
        same = frozenset((a, b) for a in digits for b in digits if (a - b) % self.mod == 0)
        cells = list(dict.fromkeys(self.cells))
        yield from (PairTable(cells[0], cell, same) for cell in cells[1:])

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        parts = residues(board_map.geometry.digits, self.mod)
        mapped = {frozenset(board_map.digits[digit] for digit in part) for part in parts}
        return self if mapped == set(map(frozenset, parts)) else None

    def known_by(self, geometry: Geometry) -> str:
        return str(self.mod)
