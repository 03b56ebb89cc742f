"""Houses whose places of a digit lie in as many others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.brute import Need, PatternProof
from satdoku.techniques.arguments.chain_lines import chain_text
from satdoku.techniques.arguments.linked import chain_faults
from satdoku.techniques.arguments.pieces import Candidate, House, PatternPart, Roles, Rule, defining
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Excluding,
    HouseNames,
    Indented,
    Sentence,
    Text,
    lines,
    say,
    sentences,
)
from satdoku.techniques.step import Chain, CountedCells, ShownPattern, Step, StepView, cells_of


@dataclass(frozen=True, slots=True)
class FishProof(PatternProof):
    """All places of ``digit`` in ``base``, ``cells``, lie in ``cover``, as many houses.

    ``fins`` are the places that lie in no cover or in two of the base: either one of them is true,
    or the fish is as it would be without. What goes sees them all, or ``chains`` lead from one fin
    each (and from each place in one cover) to what goes being false. ``twin`` is another fish of
    the same base, with conclusions of its own.
    """

    digit: int
    base: tuple[House, ...]
    cover: tuple[House, ...]
    cells: tuple[int, ...]
    fins: tuple[int, ...] = ()
    chains: tuple[Chain, ...] = ()
    twin: FishProof | None = None

    @property
    def endo(self) -> tuple[int, ...]:
        """The fins that lie in two houses of the base."""
        return tuple(c for c in self.fins if sum(c in house.cells for house in self.base) > 1)

    @property
    def each(self) -> tuple[FishProof, ...]:
        """The fish, and its twin."""
        return (self,) if self.twin is None else (self, self.twin)

    def shown(self) -> ShownPattern:
        digit, cover, cells, fins = self.digit, self.cover, self.cells, self.fins
        if self.twin is not None:
            cover = tuple(dict.fromkeys((*cover, *self.twin.cover)))
            fins = tuple(dict.fromkeys((*fins, *self.twin.fins)))
            cells = tuple(cell for cell in cells if cell not in fins)
        marked: Roles = (("fin", tuple((cell, digit) for cell in fins)),) if fins else ()
        return ShownPattern(
            digits=(digit,),
            cells=(*cells, *fins),
            houses=(*self.base, *cover),
            candidates=(*defining(tuple((cell, digit) for cell in cells)), *marked),
            chains=self.chains,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        roles = [PatternPart("base", houses=self.base)]
        for fish in self.each:
            roles += [
                PatternPart("cover", houses=fish.cover),
                PatternPart("cells", cells=fish.cells),
                PatternPart("fins", cells=fish.fins),
            ]
        return [*roles, PatternPart("digits", digits=(self.digit,))]

    @property
    def names_all_rules(self) -> bool:
        return not self.fins

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        if self.twin is not None or self.chains:
            return ()
        return step.between(geometry, self.fins, cells_of(step.eliminations))

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        if self.chains:
            return self._with_chains(step, geometry)
        if self.twin is None:
            return sentences(*self._sentences(step, geometry))
        texts: list[Sentence] = []
        for fish in self.each:
            covered = [pair for pair in step.eliminations if fish._covers(pair[0])]
            # Rules by which fins exclude a cell may be left out where others show the same.
            out = [
                (cell, digit)
                for cell, digit in covered
                if all(step.sees(geometry, cell, fin) for fin in fish.fins)
            ]
            texts += fish._sentences(replace(step, eliminations=tuple(out or covered)), geometry)
        return sentences(*texts)

    def _with_chains(self, step: Step, geometry: Geometry) -> Text:
        """The sentence of a fish with chains from its fins, and from its places in one line of the
        cover."""
        ((cell, digit),) = step.eliminations
        chains = [Indented(chain_text(chain, geometry)) for chain in self.chains]
        starts = {chain.start.cell for chain in self.chains}
        places = tuple(place for place in self.cells if place in starts)
        holding = tuple(h for h in self.cover if {*self.cells} & {*h.cells} == {*places})
        intro = say(
            "kraken.places" if places else "kraken",
            base=HouseNames(self.base),
            cover=HouseNames(self.cover),
            digit=self.digit,
            fins=CellNames(self.fins),
            seen=CellNames(tuple(fin for fin in self.fins if fin not in starts)),
            rest=CellNames(tuple(fin for fin in self.fins if fin in starts)),
            house=holding[:1],
            places=CellNames(places),
            cell=CellName(cell),
            other=digit,
        )
        return lines(intro, *chains, say("so", out=step.out))

    def _covers(self, cell: int) -> bool:
        covered = sum(cell in house.cells for house in self.cover)
        return covered > any(cell in house.cells for house in self.base)

    def _sentences(self, step: Step, geometry: Geometry) -> Iterable[Sentence]:
        """The sentences of a fish alone."""
        cells = cells_of(step.eliminations)
        crossing = any(
            sum(cell in house.cells for house in self.cover) > 1
            and any(cell in house.cells for house in self.base)
            for cell in cells
        )
        lines = all(house.kind in ("row", "column") for house in (*self.base, *self.cover))
        straight = lines and len({house.kind for house in self.base}) == 1
        if self.endo:
            yield say("fish.endo", cells=CellNames(self.endo), digit=self.digit)
        yield say(
            "fish.fins" if self.fins else "fish" if straight else "fish.houses",
            base=HouseNames(self.base),
            cover=HouseNames(self.cover),
            crossing="yes" if crossing else "",
            digit=self.digit,
            fins=CellNames(self.fins),
            n=len(self.base),
            kind="lines" if straight else "houses",
            out=step.out,
            rules=Excluding(step.between(geometry, self.fins, cells)),
        )

    def to_fill(self) -> Iterable[Need]:
        return product(self.base, (self.digit,))

    def counted(self) -> Iterator[CountedCells]:
        yield from PatternProof.counted(self)
        for chain in self.chains:
            yield from chain.counted()

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        digit, base, twin = self.digit, self.base, self.twin
        if twin is not None:
            yield from twin.shape_faults(step, position)
            if (twin.digit, twin.base) != (digit, base):
                yield "the second fish has another base"
        for chain in self.chains:
            yield from chain_faults(chain, position)
            if chain.start.statement not in {(c, digit, True) for c in (*self.cells, *self.fins)}:
                yield "a chain starts outside of the fish"
            if chain.end.statement not in {(*pair, False) for pair in step.eliminations}:
                yield "a chain leads to something else"
        places = {c for house in base for c in house.cells if digit in position.candidates[c]}
        if places != {*self.cells, *self.fins} or len(base) != len(self.cover):
            yield "the places in the base are others"
        for cell in sorted(places):
            covered = any(cell in house.cells for house in self.cover)
            once = sum(cell in house.cells for house in base) == 1
            if (covered and once) is (cell in self.fins):
                article = "not a" if cell in self.fins else "a"
                yield f"{position.geometry.name(cell)} is {article} fin"

    def refuted_by(self, eliminated: Candidate) -> Iterable[Candidate]:
        ending = [chain for chain in self.chains if chain.end.statement == (*eliminated, False)]
        return [(chain.start.cell, chain.start.digit) for chain in ending]
