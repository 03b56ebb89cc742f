"""Chains of inferences, alone and from several assumptions; alternating chains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, assert_never

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.eureka import eureka
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    House,
    Link,
    PatternPart,
    Places,
    Rule,
    defining,
    held_in,
    set_part,
    some,
)
from satdoku.techniques.arguments.uniqueness import LoopProof
from satdoku.techniques.step import Chain, Proof, ShownPattern, StepView, cells_of


@dataclass(frozen=True, slots=True)
class CycleProof(Proof):
    """A ring of links that holds both ways round: each link has one true end.

    ``kind``: x, the links of one digit; y, strong links in cells; xy, both. ``rules`` are those by
    which something is excluded in both cases.
    """

    only_excludes: ClassVar[bool] = True

    kind: Literal["x", "y", "xy"]
    chain: Chain
    rules: tuple[Rule, ...] = ()

    def shown(self) -> ShownPattern:
        return replace(_of_chains((self.chain,)), rules=self.rules)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return _roles_of_chain(shown, geometry)


@dataclass(frozen=True, slots=True)
class ChainProof(Proof):
    """One assumption from which its opposite follows. ``kind`` as of :class:`CycleProof`."""

    kind: Literal["x", "xy"]
    chain: Chain

    def shown(self) -> ShownPattern:
        return _of_chains((self.chain,))

    def veiled(self, view: StepView) -> StepView:
        inner = self.inner()
        pairs = tuple(dict.fromkeys((node.cell, node.digit) for node in inner.nodes))
        return replace(
            view,
            chains=(inner,),
            cells=cells_of(pairs),
            digits=tuple(dict.fromkeys(digit for _, digit in pairs)),
            candidates=(("defining", pairs),),
        )

    def inner(self) -> Chain:
        """The chain between its first and its last statement."""
        nodes = [
            replace(node, parents=(at - 1,) if at else (), part=None)
            for at, node in enumerate(self.chain.nodes[1:-1])
        ]
        return Chain(tuple(nodes))

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return _roles_of_chain(shown, geometry)


@dataclass(frozen=True, slots=True)
class AicProof(Proof):
    """Nodes joined by strong and weak links in turn, from a strong link to a strong link.

    Each node at an even place and the next node cannot both be false, for the reason in ``strong``:
    a house that needs the digit, an almost locked set (a cell of two candidates is the smallest),
    or a rule. That next node and the node after it cannot both be true. So the first node or the
    last is true, and what both exclude is eliminated; if they are the same node, it is true. In a
    ``ring`` the last node and the first cannot both be true either: then exactly one node of each
    linked pair is true, and each set holds all its other digits. ``notation`` is the chain in
    Eureka notation, without the conclusion; ``rules`` are the rules by which candidates are
    excluded.
    """

    only_excludes: ClassVar[bool] = True

    nodes: tuple[Places, ...]
    strong: tuple[House | CellSet | Rule, ...]
    ring: bool = False
    notation: str = ""
    rules: tuple[Rule, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[Places, Places, House | CellSet | Rule], ...]:
        """The strong links, each with its reason."""
        return tuple(zip(self.nodes[::2], self.nodes[1::2], self.strong, strict=False))

    @property
    def sets(self) -> tuple[CellSet, ...]:
        """The almost locked sets of more than one cell."""
        found = (s for s in self.strong if isinstance(s, CellSet) and len(s.cells) > 1)
        return tuple(dict.fromkeys(found))

    @property
    def grouped(self) -> bool:
        """Whether some node has several cells."""
        return any(len(node.cells) > 1 for node in self.nodes)

    def shown(self) -> ShownPattern:
        pairs = tuple(dict.fromkeys(pair for node in self.nodes for pair in node.candidates))
        cells = (*cells_of(pairs), *(cell for found in self.sets for cell in found.cells))
        return ShownPattern(
            digits=tuple(dict.fromkeys(node.digit for node in self.nodes)),
            cells=tuple(dict.fromkeys(cells)),
            candidates=defining(pairs),
            links=tuple(self.links()),
            sets=self.sets,
            notation=self.notation,
            rules=(*(found for found in self.strong if isinstance(found, Rule)), *self.rules),
        )

    def links(self) -> Iterable[Link]:
        """The strong links, then the weak ones, as pairs of candidates."""
        for one, other, reason in self.pairs:
            for a in one.candidates:
                for b in other.candidates:
                    house = reason if isinstance(reason, House) else None
                    rule = reason if isinstance(reason, Rule) else None
                    yield Link(a, b, "strong", house, rule)
        after = (*self.nodes[2::2], *(self.nodes[:1] if self.ring else ()))
        for one, other in zip(self.nodes[1::2], after, strict=False):
            for a in one.candidates:
                for b in other.candidates:
                    yield Link(a, b, "weak")

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("digits", digits=tuple(sorted(shown.digits))),
            PatternPart("links", text=self.notation),
            *map(set_part, self.sets),
        ]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [*(found.cells for found in self.sets), *(node.cells for node in self.nodes)]


@dataclass(frozen=True, slots=True)
class ForcingProof(Proof):
    """Several assumptions that agree, or one from which a statement and its opposite follow.

    ``case`` is which: ``contradiction``; ``double``, a candidate true and false; ``cell``, all
    candidates of a cell; ``region``, all places of a digit in ``house``; ``clue``, candidates of
    which every way to keep ``rule`` has one; ``rectangle``, the further candidates of ``loop``.
    ``source`` is the candidate assumed; of a cell, a house, a clue or a rectangle the first of its
    candidates.
    """

    case: Literal["contradiction", "double", "cell", "region", "clue", "rectangle"]
    source: Candidate
    chains: tuple[Chain, ...]
    house: House | None = None
    rule: Rule | None = None
    loop: LoopProof | None = None

    def shown(self) -> ShownPattern:
        return replace(
            _of_chains(self.chains),
            digits=(self.source[1],) if self.loop is None else self.loop.digits,
            cells=(self.source[0],) if self.loop is None else self.loop.ring,
            houses=some(self.house),
            rules=() if self.rule is None else (self.rule,),
        )

    def veiled(self, view: StepView) -> StepView:
        if self.case == "contradiction":
            end = self.chains[0].end
            clash = ((end.cell, end.digit),) if end.cell != self.source[0] else ()
            return replace(view, digits=(), chains=(), candidates=(("extra", clash),))
        starts = tuple(dict.fromkeys((c.start.cell, c.start.digit) for c in self.chains))
        return replace(view, chains=(), candidates=(("defining", starts),))

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        starts = held_in(shown.role("defining"))
        match self.case:
            case "contradiction":
                clash = PatternPart("clash", held=held_in(shown.role("extra")))
                return [PatternPart("assumption", cells=shown.cells), clash]
            case "region":
                places = tuple(cell for cell, _ in starts)
                return [PatternPart("places", shown.houses, places, digits=shown.digits)]
            case "double":
                return [PatternPart("both-ways", held=starts)]
            case "rectangle":
                return [
                    PatternPart("ring", cells=shown.cells),
                    PatternPart("digits", digits=shown.digits),
                    PatternPart("extra", held=starts),
                ]
            case "cell" | "clue":
                return [PatternPart("each-candidate", held=starts)]
            case unknown:
                assert_never(unknown)


def _of_chains(chains: tuple[Chain, ...]) -> ShownPattern:
    """Chains with their candidates; the cells of a single chain are those of the whole chain."""
    used = tuple(dict.fromkeys((node.cell, node.digit) for c in chains for node in c.nodes))
    return ShownPattern(
        digits=(chains[0].start.digit,),
        cells=cells_of(used),
        candidates=(("defining", used),),
        chains=chains,
    )


def _roles_of_chain(shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
    (chain,) = shown.chains
    links = eureka(chain, geometry, inner=not chain.cycle)
    digits = tuple(sorted({node.digit for node in chain.nodes}))
    shape = PatternPart("links", text=links) if links else PatternPart("cells", cells=shown.cells)
    return [PatternPart("digits", digits=digits), shape]
