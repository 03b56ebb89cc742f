"""Step: what a technique found, as pure data.

A step holds what follows (``placements``, ``eliminations`` or a ``contradiction``) and shows the
pattern that proves it: cells, houses, candidates by role, links, chains, named sets and the steps
that are nested inside. Text, pictures and ratings are all made from this, and so is the check of
a step's argument (:mod:`satdoku.techniques.check`). Nothing here can change a position.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

__all__ = [
    "Candidate",
    "Cause",
    "CellSet",
    "Chain",
    "Contradiction",
    "House",
    "HouseKind",
    "Link",
    "Node",
    "Role",
    "Rule",
    "Statement",
    "Step",
]

Candidate: TypeAlias = tuple[int, int]
"""(cell, digit)."""

Statement: TypeAlias = tuple[int, int, bool]
"""(cell, digit, whether it is there)."""

HouseKind = Literal["row", "column", "box", "region", "extra"]

Role = Literal["defining", "fin", "extra", "pivot", "locked", "common", "excluder", "placed"]
"""What a highlighted candidate does in the pattern.

``defining`` carries the pattern; ``fin``/``extra`` is the extra candidates of it; ``pivot`` the
hinge of a wing or the stem of a blossom; ``locked`` a digit confined to these cells; ``common`` a
restricted common; ``excluder`` a candidate that forbids a combination; ``placed`` a digit that is
already written, where the argument leans on it.
"""


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

    @property
    def name(self) -> str:
        """``row 3``, ``box 5 of grid 2``; for the set of a variant the constraint's own words."""
        own = self.title or f"{self.kind} {self.number}"
        return f"{own} of grid {self.grid}" if self.grid else own


@dataclass(frozen=True, slots=True)
class Rule:
    """A constraint as a fact that an argument rests on: what it adds to its houses.

    ``constraint`` is its place among the puzzle's constraints, ``name`` its name in files
    (``killer-cage``), ``title`` its own words with its place, ``label`` what is written in it
    (the sum of a cage). As the reason of a link, ``cells`` are the two that the link joins, also
    where the constraint covers the whole board.
    """

    constraint: int
    name: str
    title: str
    cells: tuple[int, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Two candidates that cannot both be true (weak) or cannot both be false (strong)."""

    first: Candidate
    second: Candidate
    kind: Literal["strong", "weak"]
    house: House | None = None
    rule: Rule | None = None


Cause = Literal["start", "cell", "house", "rule", "advanced", "known"]


@dataclass(frozen=True, slots=True)
class Node:
    """One statement of a chain: ``cell`` is (``on``) or is not ``digit``, because of ``parents``.

    ``parents`` are positions in the chain's node list. ``cause`` is the rule: ``start`` an
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


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of inferences: nodes, every parent before its children, ending in the last node.

    ``cycle`` is set where the last node is the first again, so that the links bind both ways.
    ``conflict`` is what the statements in ``because`` come to together, where that shows the
    assumption wrong.
    """

    nodes: tuple[Node, ...]
    cycle: bool = False
    parts: tuple[Step, ...] = ()
    conflict: Contradiction | None = None
    because: tuple[int, ...] = ()

    @property
    def start(self) -> Node:
        """The assumption."""
        return self.nodes[0]

    @property
    def end(self) -> Node:
        """What follows from it."""
        return self.nodes[-1]

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of the chain as pairs of candidates, for pictures.

        A true statement makes another false by a weak link, a false one makes another true by a
        strong one. What a nested step concludes is no link.
        """
        found: dict[Link, None] = {}
        for node in self.nodes:
            if node.cause == "advanced" or (node.cause == "rule" and not self.is_link(node)):
                continue
            for parent in (self.nodes[p] for p in node.parents):
                if parent.on is not node.on:
                    first, second = (parent.cell, parent.digit), (node.cell, node.digit)
                    kind: Literal["strong", "weak"] = "weak" if parent.on else "strong"
                    found[Link(first, second, kind, node.house, node.rule)] = None
        return tuple(found)

    def is_link(self, node: Node) -> bool:
        """Whether, in a statement by a rule, one candidate excludes another."""
        if node.rule is None or node.on or len(node.parents) != 1:
            return False
        parent = self.nodes[node.parents[0]]
        return parent.on and sorted((parent.cell, node.cell)) == list(node.rule.cells)

    @property
    def is_line(self) -> bool:
        """Whether each node has the one before as its only parent."""
        return all(node.parents == ((i - 1,) if i else ()) for i, node in enumerate(self.nodes))


@dataclass(frozen=True, slots=True)
class CellSet:
    """A named set of cells with the digits they can hold; for almost locked sets one more digit
    than cells."""

    name: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...] = ()


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

    kind: Literal["no-candidate", "no-place", "few-digits", "few-places", "clash", "repeat", "rule"]
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    house: House | None = None
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion with its proof.

    technique     the technique's name in the catalogue (``naked-pair``)
    placements    digits to write, as (cell, digit)
    eliminations  candidates to cross out, ascending
    contradiction that the position cannot be solved at all
    variant       the kind inside the technique (``type 1``, ``contradiction``, ``cell``, ...)
    digits, cells, houses   the pattern, in the technique's own order (see its docstring)
    candidates    the candidates to highlight, by role
    links         strong and weak links outside chains (a chain has its own: ``Chain.links``)
    chains        chains of inferences, ends in the last node of each
    sets          named sets of cells (A, B, ...)
    parts         steps inside this one (a trial's path, a nested argument)
    rules         constraints that the argument rests on
    because       of a part of a refutation: the earlier statements that it rests on
    notation      the pattern in one line, where the field has a notation
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    contradiction: Contradiction | None = None
    variant: str = ""
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    candidates: tuple[tuple[Role, tuple[Candidate, ...]], ...] = ()
    links: tuple[Link, ...] = ()
    chains: tuple[Chain, ...] = ()
    sets: tuple[CellSet, ...] = ()
    parts: tuple[Step, ...] = ()
    notation: str = ""
    rules: tuple[Rule, ...] = ()
    because: tuple[Statement, ...] = ()

    @property
    def conclusion(self) -> tuple[frozenset[Candidate], frozenset[Candidate]]:
        """(placements, eliminations) as sets: what makes two steps worth the same."""
        return frozenset(self.placements), frozenset(self.eliminations)

    def role(self, name: Role) -> tuple[Candidate, ...]:
        """The candidates with this role."""
        return next((c for role, c in self.candidates if role == name), ())

    def renamed(self, technique: str) -> Step:
        """The same step under another name (a preset may use the seeds' own words)."""
        return replace(self, technique=technique)
