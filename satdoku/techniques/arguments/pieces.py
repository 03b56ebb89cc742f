"""The pieces that proofs are made of: houses, rules, links, statements, named sets of cells.

All plain data; :mod:`satdoku.techniques.step` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Literal, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Candidate

__all__ = [
    "LINE_LINKS",
    "Candidate",
    "Cause",
    "CellSet",
    "Contradiction",
    "Held",
    "House",
    "HouseKind",
    "Link",
    "Node",
    "PatternPart",
    "Places",
    "Role",
    "Roles",
    "Rule",
    "Statement",
    "alternating_line",
    "chain_line",
    "defining",
    "grouped",
    "held_in",
    "of_same_needs",
    "opposite",
    "set_part",
    "some",
]

Statement: TypeAlias = tuple[int, int, bool]
"""(cell, digit, whether it is there)."""

HouseKind = Literal["row", "column", "box", "region", "extra"]

LinkKind = Literal["strong", "weak"]

ContradictionKind = Literal[
    "no-candidate", "no-place", "few-digits", "few-places", "clash", "repeat", "rule"
]

Role = Literal[
    "defining", "second", "fin", "extra", "pivot", "locked", "common", "excluder", "placed"
]
"""The part that a highlighted candidate has in the pattern.

``defining`` carries the pattern, ``second`` is its other colour; ``fin``/``extra`` is the extra
candidates of it; ``pivot`` the hinge of a wing or the stem of a blossom; ``locked`` a digit
confined to these cells; ``common`` a restricted common; ``excluder`` a candidate that forbids a
combination; ``placed`` a digit that is already written, where the argument leans on it.
"""


Roles: TypeAlias = tuple[tuple[Role, tuple[Candidate, ...]], ...]
"""Candidates by role."""


@dataclass(frozen=True, slots=True)
class House:
    """A house as a technique sees it: an ordinary one or an all-different set of a variant.

    ``complete`` houses have as many cells as there are digits, so every digit occurs in them;
    in the others a digit occurs at most once and may be missing.
    """

    kind: HouseKind
    number: int
    cells: tuple[int, ...]
    complete: bool = True
    title: str = ""
    grid: int = 0
    """The number of its grid where grids overlap, else 0."""
    rule: str = field(default="", compare=False)
    """The name of the constraint whose set it is, where the title says no more than that."""

    @property
    def name(self) -> str:
        """``row 3``, ``box 5 of grid 2``; for the set of a variant the constraint's own words."""
        own = self.title or f"{self.kind} {self.number}"
        return f"{own} of grid {self.grid}" if self.grid else own


@dataclass(frozen=True, slots=True)
class Rule:
    """A constraint as a fact that an argument rests on, beyond the houses that it makes.

    ``constraint`` is its place among the puzzle's constraints, ``name`` its name in files
    (``killer-cage``), ``title`` its own words with its place, ``label`` what is written in it
    (the sum of a cage), ``called`` what the puzzle's author calls it. As the reason of a link,
    ``cells`` are the two that the link joins, also where the constraint covers the whole board.
    ``reading`` are the cells in the order in which the constraint names them. ``inside`` is the
    name of the rule that it is, where that is one inside of the constraint.
    """

    constraint: int
    name: str
    title: str
    cells: tuple[int, ...]
    label: str = ""
    called: str = ""
    reading: tuple[int, ...] = ()
    inside: str = ""

    @property
    def kind(self) -> str:
        """The name of the rule that is spoken of."""
        return self.inside or self.name


@dataclass(frozen=True, slots=True)
class Link:
    """Two candidates that cannot both be true (weak) or cannot both be false (strong)."""

    first: Candidate
    second: Candidate
    kind: LinkKind
    house: House | None = None
    rule: Rule | None = None


Cause = Literal["start", "cell", "house", "rule", "advanced", "known"]


@dataclass(frozen=True, slots=True)
class Node:
    """One statement of a chain: ``cell`` is (``on``) or is not ``digit``, because of ``parents``.

    ``parents`` are positions in the chain's node list. ``cause`` is the reason: ``start`` an
    assumption; ``cell`` the other candidates of the cell; ``house`` the other places of the digit
    in ``house`` (or the digit standing there); ``rule`` what ``rule`` leaves, or, of two cells,
    what its parent excludes by it; ``advanced`` the
    step ``parts[part]`` of the chain; ``known`` a statement of the argument that this one is
    part of.
    """

    cell: int
    digit: int
    on: bool
    parents: tuple[int, ...] = ()
    cause: Cause = "start"
    house: House | None = None
    part: int | None = None
    rule: Rule | None = None

    @property
    def statement(self) -> Statement:
        """The statement without its reason."""
        return self.cell, self.digit, self.on


def opposite(statement: Statement) -> Statement:
    """The statement that is true where this one is false."""
    cell, digit, on = statement
    return cell, digit, not on


@dataclass(frozen=True, slots=True)
class CellSet:
    """A named set of cells with the digits they can hold; for almost locked sets one more digit
    than cells."""

    name: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...] = ()

    def places(self, digit: int) -> tuple[int, ...]:
        """The cells that can hold a digit."""
        return tuple(cell for cell, d in self.candidates if d == digit)


@dataclass(frozen=True, slots=True)
class Places:
    """A node of an alternating chain: one of the cells holds the digit."""

    cells: tuple[int, ...]
    digit: int

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The candidates of which one is true."""
        return tuple((cell, self.digit) for cell in self.cells)


LINE_LINKS = 6
"""A chain of up to this many strong links fits a line inside another argument."""


def alternating_line(geometry: Geometry, nodes: Sequence[Places]) -> str:
    """A chain in one line: ``(4)r4c1+r4c2 = (4-7)r6c3 = (7)r6c9``.

    Cells of a node are joined by ``+``; nodes of one cell in a row share a pair of brackets.
    """
    return chain_line(
        [(node.digit, "+".join(map(geometry.name, node.cells))) for node in nodes],
        ["-" if at % 2 else "=" for at in range(len(nodes) - 1)],
    )


def chain_line(nodes: Sequence[tuple[int, str]], links: Sequence[str]) -> str:
    """Nodes, each a digit and the name of its cells, with the sign of the link after each but the
    last; those of the same cells in a row share a pair of brackets."""
    text, inside = "", str(nodes[0][0])
    for (before, node), link in zip(pairwise(nodes), links, strict=True):
        if node[1] == before[1] and node[0] != before[0]:
            inside += f"{link}{node[0]}"
        else:
            text += f"({inside}){before[1]} {link} "
            inside = str(node[0])
    return f"{text}({inside}){nodes[-1][1]}"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why nothing can be put here.

    ``no-candidate``  the one cell of ``cells`` has nothing left
    ``no-place``      the one digit of ``digits`` has no place in ``house``
    ``few-digits``    the n ``cells`` share fewer than n ``digits``
    ``few-places``    the n ``digits`` have fewer than n ``cells`` in ``house``
    ``clash``         the same candidate is both true and false (see the chains)
    ``repeat``        one digit stands twice in ``house``
    ``rule``          nothing that is left keeps ``rule``
    """

    kind: ContradictionKind
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    house: House | None = None
    rule: Rule | None = None


def some(house: House | None) -> tuple[House, ...]:
    """A house that may be none, as a list."""
    return () if house is None else (house,)


def defining(candidates: tuple[Candidate, ...]) -> Roles:
    """The candidates that carry a pattern, where there are any."""
    return (("defining", candidates),) if candidates else ()


Held: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Cells, each with those of its digits that matter."""


@dataclass(frozen=True, slots=True)
class PatternPart:
    """One part of a pattern: what it does in it, and the houses, cells and digits it is made of.

    ``name`` is that of a named set, ``text`` a notation that reads alike in every language.
    """

    role: str
    houses: tuple[House, ...] = ()
    cells: tuple[int, ...] = ()
    held: Held = ()
    digits: tuple[int, ...] = ()
    name: str = ""
    text: str = ""


def held_in(pairs: Sequence[Candidate], cells: Sequence[int] | None = None) -> Held:
    """The cells of some candidates (or given cells), each with its digits among them."""
    chosen = dict.fromkeys(cell for cell, _ in pairs) if cells is None else cells
    return tuple((c, tuple(digit for cell, digit in pairs if cell == c)) for c in chosen)


def set_part(cell_set: CellSet) -> PatternPart:
    """A named set as a part of a pattern."""
    return PatternPart("set", cells=cell_set.cells, digits=cell_set.digits, name=cell_set.name)


def grouped(pairs: Iterable[Candidate]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Candidates as groups of cells, each with the digits that all of these cells share."""
    groups: dict[tuple[int, ...], list[int]] = {}
    by_digit: dict[int, list[int]] = {}
    for cell, digit in pairs:
        by_digit.setdefault(digit, []).append(cell)
    for digit, cells in by_digit.items():
        groups.setdefault(tuple(cells), []).append(digit)
    return list(groups.items())


def of_same_needs(
    needs: Iterable[tuple[House, int]],
) -> list[tuple[tuple[int, ...], tuple[House, ...]]]:
    """Digits, each time with the houses that need just these."""
    digits_of: dict[House, list[int]] = {}
    for house, digit in needs:
        digits_of.setdefault(house, []).append(digit)
    alike: dict[tuple[int, ...], list[House]] = {}
    for house, digits in digits_of.items():
        alike.setdefault(tuple(digits), []).append(house)
    return [(digits, tuple(houses)) for digits, houses in alike.items()]
