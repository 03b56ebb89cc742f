"""Step: what a technique found, as pure data.

A step holds what follows (``placements``, ``eliminations`` or a ``contradiction``), the proof that
it follows, and the name of the technique. The proof is of one of the classes in ``arguments/``;
each holds what its argument needs, by its role in the argument. Sentences, hints, checks, ratings
and pictures are made from the proof. The name is a label: nothing is read from it but what the step
is called. Nothing here can change a position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import ClassVar, Literal, TypeAlias

from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.puzzle.position import RegionFact
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import (
    LINE_LINKS,
    Candidate,
    Cause,
    CellSet,
    Contradiction,
    House,
    HouseKind,
    Link,
    Node,
    PatternPart,
    Places,
    Role,
    Roles,
    Rule,
    Statement,
    alternating_line,
    chain_line,
)
from satdoku.techniques.arguments.saying import (
    CrossedOut,
    RulePairs,
    Sentence,
    SentenceValue,
    Text,
    height,
    lines,
    say,
    sentences,
)

__all__ = [
    "LINE_LINKS",
    "Candidate",
    "Cause",
    "CellSet",
    "Chain",
    "Contradiction",
    "House",
    "HouseKind",
    "Link",
    "Node",
    "Places",
    "Proof",
    "Role",
    "Roles",
    "Rule",
    "ShownPattern",
    "Statement",
    "Step",
    "StepView",
    "alternating_line",
    "cells_of",
    "chain_line",
    "houses_and_cells",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPattern:
    """A pattern as flat lists, for records and pictures: the same fields for every argument.

    digits, cells, houses   the pattern, in the technique's own order (see its docstring)
    candidates    the candidates to highlight, by role
    links         strong and weak links outside chains (a chain has its own: ``Chain.links``)
    chains        chains of inferences, ends in the last node of each
    sets          named sets of cells (A, B, ...)
    parts         steps inside this one (a trial's path, a nested argument)
    rules         constraints that the argument rests on
    notation      the pattern in one line, where the field has a notation
    size          how many facts a small proof rests on
    """

    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    candidates: Roles = ()
    links: tuple[Link, ...] = ()
    chains: tuple[Chain, ...] = ()
    sets: tuple[CellSet, ...] = ()
    parts: tuple[Step, ...] = ()
    notation: str = ""
    rules: tuple[Rule, ...] = ()
    size: int | None = None

    def role(self, name: Role) -> tuple[Candidate, ...]:
        """The candidates with this role."""
        return next((c for role, c in self.candidates if role == name), ())


def houses_and_cells(shown: ShownPattern) -> list[PatternPart]:
    """The parts of a pattern that has no roles but houses and cells."""
    return [PatternPart("houses", houses=shown.houses), PatternPart("cells", cells=shown.cells)]


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Where an argument is checked.

    position   the position in which it has to hold
    clock      counts the work to fill the cells of large clues, as nodes
    around     the statements that a refutation inside another one may rest on
    conflicts  how many a solver may meet for a question about one cell, and fewer about many; where
               it meets more, a fault is reported
    """

    position: Position
    clock: Clock = ENDLESS
    around: frozenset[Statement] = frozenset()
    conflicts: int | None = None


CountedCells: TypeAlias = tuple[Iterable[int], int | None]
"""Some cells, and the digit that is counted in them; ``None``: each digit."""


class Proof(ABC):
    """Why a step follows: what its argument needs, by its role in the argument.

    The kinds of proofs are frozen dataclasses in ``arguments/``. They know no search, and no
    language.
    """

    __slots__ = ()

    only_excludes: ClassVar[bool] = False
    """Whether it shows which candidates are false, and nothing else."""

    rules_are_parts: ClassVar[bool] = False
    """Whether a hint names its rules as parts of the pattern."""

    @abstractmethod
    def shown(self) -> ShownPattern:
        """The pattern, for records and pictures."""

    @abstractmethod
    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Why the argument does not show what a step concludes in a position; nothing where it
        does. It is read from the step alone, and no search has a part in it. A step inside is
        checked by :func:`~satdoku.techniques.arguments.checks.step_faults`."""

    @property
    def names_all_rules(self) -> bool:
        """Whether no rule of a variant can be missing: nothing excludes anything, or there are only
        houses, or the parts have their own."""
        return False

    def name(self, named: Named, model: Model) -> None:  # noqa: B027 (most have nothing to add)
        """Add what the argument names beside its view."""

    @abstractmethod
    def sentence(self, step: Step, geometry: Geometry) -> Text:
        """The conclusion and the reason of the argument, as messages with their values."""

    def phrase(self) -> Sentence | None:
        """The reason for eliminations inside another argument, where a few words suffice."""
        return None

    def hinted_facts(self) -> tuple[SentenceValue, ...] | None:
        """The facts that a hint names in place of the parts of a pattern."""
        return None

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        """The rules of ``step.besides`` that the sentence names where they are used."""
        return ()

    def counted(self) -> Iterator[CountedCells]:
        """The cells and digits that the argument counts: candidates there that it does not mention
        must be absent."""
        shown = self.shown()
        yield shown.cells, None
        yield from ((house.cells, digit) for house in shown.houses for digit in shown.digits)
        yield from ((rule.cells, None) for rule in shown.rules)
        for part in shown.parts:
            yield from part.proof.counted()

    def veiled(self, view: StepView) -> StepView:
        """The view of a step for a hint, without what would repeat its conclusion in other words.

        ``view`` has no conclusion. If the pattern itself places or excludes a candidate, either its
        cell or its digit is kept, not both: the cell of a naked single, the digit and the house of
        a hidden single, the cell of an assumption that fails. A chain loses its first and last
        statement, which are its conclusion.
        """
        return view

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        """The parts of the pattern by their roles, of its veiled view; empty parts are not
        mentioned."""
        return [*houses_and_cells(shown), PatternPart("digits", digits=shown.digits)]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        """The cells of the pattern, those together that lie in one house."""
        cells = dict.fromkeys(shown.cells)
        cells |= dict.fromkeys(cell for _, pairs in shown.candidates for cell, _ in pairs)
        return [(cell,) for cell in cells]


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of inferences: nodes, every parent before its children, ending in the last node or,
    where the same excludes several candidates, in the last nodes.

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
        """The last statement, which follows from the assumption."""
        return self.nodes[-1]

    @property
    def ends(self) -> tuple[Node, ...]:
        """The last statements: several where the same excludes several candidates."""
        parents = self.end.parents
        last = takewhile(lambda node: node.parents == parents and not node.on, self.nodes[::-1])
        return tuple(last)[::-1] or (self.end,)

    @property
    def length(self) -> int:
        """The number of statements, the last ones being one."""
        return len(self.nodes) - len(self.ends) + 1

    @property
    def line(self) -> Chain:
        """The chain with the first of its last statements alone."""
        length = self.length
        return self if length == len(self.nodes) else replace(self, nodes=self.nodes[:length])

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of the chain as pairs of candidates, for pictures.

        A true statement makes another false by a weak link, a false one makes another true by a
        strong one. What a nested step concludes is no link.
        """
        links: dict[Link, None] = {}
        for node in self.nodes:
            joined = self.is_link(node) or (node.on and len(node.parents) == 1)
            if node.cause == "advanced" or (node.cause == "rule" and not joined):
                continue
            for parent in (self.nodes[p] for p in node.parents):
                if parent.on is not node.on:
                    first, second = (parent.cell, parent.digit), (node.cell, node.digit)
                    kind: Literal["strong", "weak"] = "weak" if parent.on else "strong"
                    links[Link(first, second, kind, node.house, node.rule)] = None
        return tuple(links)

    def is_link(self, node: Node) -> bool:
        """Whether, in a statement by a rule, one candidate excludes another."""
        if node.rule is None or node.on or len(node.parents) != 1:
            return False
        parent = self.nodes[node.parents[0]]
        return parent.on and sorted((parent.cell, node.cell)) == list(node.rule.cells)

    def counted(self) -> Iterator[CountedCells]:
        """The cells and digits that its links, clues and nested steps count."""
        for node in self.nodes:
            if node.cause == "rule" and node.rule is not None and not self.is_link(node):
                yield node.rule.cells, None
            elif node.on and node.cause == "cell":
                yield (node.cell,), None
            elif node.on and node.house is not None:
                yield node.house.cells, node.digit
        if self.conflict is not None and self.conflict.rule is not None:
            yield self.conflict.rule.cells, None
        for part in self.parts:
            yield from part.proof.counted()

    @property
    def is_line(self) -> bool:
        """Whether each node has the one before as its only parent."""
        return all(node.parents == ((i - 1,) if i else ()) for i, node in enumerate(self.nodes))


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion with its proof.

    technique     the technique's name in the catalogue (``naked-pair``): a label
    proof         why it follows
    placements    digits to write, as (cell, digit)
    eliminations  candidates to cross out, ascending
    contradiction whether the step shows that the position has no solution
    variant       the kind inside the technique (``type 1``, ``cell``, ...): a label too
    because       in a part of a refutation: the earlier statements that this part rests on
    besides       the rules by which cells exclude each other in the argument, if they are not in
                  the proof
    regions       which cells share a region and which do not, where regions are to be found
    """

    technique: str
    proof: Proof
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    contradiction: Contradiction | None = None
    variant: str = ""
    because: tuple[Statement, ...] = ()
    besides: tuple[Rule, ...] = ()
    regions: tuple[RegionFact, ...] = ()

    @property
    def conclusion(self) -> tuple[frozenset[Candidate], frozenset[Candidate]]:
        """(placements, eliminations) as sets: what makes two steps worth the same."""
        return frozenset(self.placements), frozenset(self.eliminations)

    @property
    def view(self) -> StepView:
        """The step as records and pictures show it, the same fields for every kind of proof."""
        shown, besides = self.proof.shown(), self.besides
        return StepView(
            self.technique,
            self.placements,
            self.eliminations,
            self.contradiction,
            self.variant,
            self.because,
            self.regions,
            digits=shown.digits,
            cells=shown.cells,
            houses=shown.houses,
            candidates=shown.candidates,
            links=shown.links,
            chains=shown.chains,
            sets=shown.sets,
            parts=shown.parts,
            notation=shown.notation,
            rules=tuple(dict.fromkeys((*shown.rules, *besides))) if besides else shown.rules,
            size=shown.size,
        )

    @property
    def out(self) -> CrossedOut:
        """The candidates that are eliminated, as a value of sentences."""
        return CrossedOut(self.eliminations)

    def sentence(self, geometry: Geometry) -> Text:
        """The conclusion and the reason, with the rules that the argument does not name."""
        text = self.proof.sentence(self, geometry)
        named = set(self.proof.named_besides(self, geometry))
        rules = tuple(rule for rule in self.besides if rule not in named)
        if not rules:
            return text
        also = say("also", rules=RulePairs(rules))
        return (lines if height(text) > 1 else sentences)(text, also)

    def between(
        self, geometry: Geometry, here: Iterable[int], there: Iterable[int]
    ) -> tuple[Rule, ...]:
        """The rules beside the proof by which some cells exclude something from others, where no
        house does."""
        others, peers = tuple(there), geometry.peers
        pairs = [{a, b} for a in here for b in others if b not in peers[a]]
        return tuple([rule for rule in self.besides if set(rule.cells) in pairs])

    def sees(self, geometry: Geometry, one: int, other: int) -> bool:
        """Whether two cells hold different digits by a house, or by a rule that the step names."""
        if other in geometry.peers[one]:
            return True
        named = [house.cells for house in self.view.houses]
        named += [rule.cells for rule in self.besides]
        return any({one, other} <= {*cells} for cells in named)

    def renamed(self, technique: str) -> Step:
        """The step under another name (a preset may use the seeds' own words)."""
        return replace(self, technique=technique)


@dataclass(frozen=True, slots=True)
class StepView(ShownPattern):
    """A step with its pattern as flat lists, for records and pictures.

    technique, placements, eliminations, contradiction, variant, because, regions
        as of :class:`Step`
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    contradiction: Contradiction | None = None
    variant: str = ""
    because: tuple[Statement, ...] = ()
    regions: tuple[RegionFact, ...] = ()

    @property
    def view(self) -> StepView:
        """The view itself: where a view is shown, a step can be too."""
        return self


def cells_of(candidates: Iterable[Candidate]) -> tuple[int, ...]:
    """The cells of some candidates, each once."""
    return tuple(dict.fromkeys(cell for cell, _ in candidates))
