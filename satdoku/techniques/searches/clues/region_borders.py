"""Borders of regions that are to be found: cells that must share one, and digits that cannot be.

A region is connected and as large as there are digits. Where its cells have one way out, it goes on
there; where two cells hold one digit, they are in two regions. What is shown of two cells is kept
in the position, as a solver draws borders, so that each step is short.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.constraints.unknown_regions import ChaosConstruction
from satdoku.puzzle.position import RegionFact
from satdoku.techniques.arguments.checks import Open, open_digits
from satdoku.techniques.arguments.regions import (
    RegionJoin,
    RegionKind,
    RegionMap,
    RegionProof,
    RegionRules,
    digit_places,
    fact_of,
    region_map,
)
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import whole_rule
from satdoku.techniques.step import Candidate, House, Rule, Step

_MOST_SAID = 14
"""The cells that a step names of what a region could be without some cell."""


_MOST_SET_CELLS = 3
"""The most cells of a region that are asked whether they have as many digits between them."""


@dataclass(frozen=True, slots=True)
class RegionBorders(Technique):
    """Of regions that are to be found, some cells must share one, and others cannot.

    A region is connected, has as many cells as there are digits and holds each digit once. If the
    cells that it could have without some cell are too few, or have no place for a digit, it has
    that cell too. Cells that hold one digit are in different regions, and so are cells that are too
    far apart. A cell that shares a region with a written digit cannot hold it, and no cell can that
    sees all places of a digit in what a region can be. Two cells of a region with two digits
    between them use up both. A clue that counts regions says that there are more or fewer.

    Pattern: ``cells`` the first of the region, or that of the number, then the cells of the
    argument; ``rules`` the rule with the regions.
    """

    name: ClassVar[str] = "region-borders"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        puzzle = cands.puzzle
        for place, constraint in enumerate(puzzle.constraints):
            if isinstance(constraint, ChaosConstruction):
                rule = whole_rule(place, constraint, puzzle.geometry)
                yield from _Borders(cands, constraint, rule, clock).steps()


class _Borders:
    """The regions of a rule in a position."""

    def __init__(
        self, cands: Candidates, constraint: ChaosConstruction, rule: Rule, clock: Clock
    ) -> None:
        self.position, self.constraint, self.rule = cands.position(), constraint, rule
        self.board = cands.board
        self.open: Open = open_digits(self.position)
        self.places = digit_places(self.position)
        self.known: RegionMap = region_map(self.position, constraint)
        self.counts = RegionRules.of(constraint, cands.puzzle).counts
        self.clock = clock

    def steps(self) -> Iterator[Step]:
        """The steps that exclude digits, those that show more of the regions, then suppositions."""
        yield from self._held()
        yield from self._counted()
        yield from self._only_places()
        yield from self._locked()
        yield from self._sets()
        yield from self._joined()
        yield from self._apart()
        yield from self._narrow()

    def _step(
        self,
        proof: RegionProof,
        eliminations: tuple[Candidate, ...] = (),
        placements: tuple[Candidate, ...] = (),
        regions: tuple[RegionFact, ...] = (),
    ) -> Step:
        return Step(
            RegionBorders.name,
            proof,
            placements=placements,
            eliminations=eliminations,
            variant=proof.kind,
            regions=regions,
        )

    def _is_open(self, cell: int, digit: int) -> bool:
        return self.position.values[cell] is None and digit in self.open[cell]

    def _held(self) -> Iterator[Step]:
        """The digits that a cell of a region holds, in the others."""
        for group in self.known.groups:
            for first in bits(group):
                digit = self.position.values[first]
                if digit is None:
                    continue
                lost = tuple((c, digit) for c in bits(group) if self._is_open(c, digit))
                if lost:
                    cells = tuple(cell for cell, _ in lost)
                    proof = RegionProof(self.rule, "holds", first, cells, digit)
                    yield self._step(proof, lost)

    def _counted(self) -> Iterator[Step]:
        """The numbers of regions that some cells cannot have."""
        for control, cells in self.counts:
            if self.position.values[control] is not None:
                continue
            held = self.open[control]
            most = len({self.known.at[cell] for cell in cells})
            if lost := tuple((control, d) for d in sorted(held) if d > most):
                proof = RegionProof(self.rule, "most", control, cells, number=most)
                yield self._step(proof, lost)
            apart: list[int] = []
            for cell in cells:
                if all(self.known.is_apart(cell, other) for other in apart):
                    apart.append(cell)
            if lost := tuple((control, d) for d in sorted(held) if d < len(apart)):
                yield self._step(RegionProof(self.rule, "least", control, tuple(apart)), lost)

    def _only_places(self) -> Iterator[Step]:
        """The digits that have one place in what a region can be."""
        for at, group in enumerate(self.known.groups):
            if group.bit_count() == 1:
                continue
            reach = self.known.reach(at)
            for digit, mask in self.places.items():
                places = bits(reach & mask)
                if len(places) == 1 and self.position.values[places[0]] is None:
                    proof = RegionProof(self.rule, "only", bits(group)[0], places, digit)
                    yield self._step(proof, placements=((places[0], digit),))

    def _locked(self) -> Iterator[Step]:
        """The cells that see all places of a digit in a region, and the digits that a house has
        in one region alone."""
        board = self.board
        for at, group in enumerate(self.known.groups):
            if group.bit_count() == 1:
                continue
            reach, first = self.known.reach(at), bits(group)[0]
            for digit in self.places.keys() - self.known.digits(at):
                if len(places := bits(reach & self.places[digit])) > 1:
                    excluded = board.common_peers(places)
                    yield from self._lost("places", first, places, digit, excluded)
            for h, mask in board.complete_houses:
                if not mask & group or not group & ~mask:
                    continue
                for digit, held in self.places.items():
                    places = bits(mask & held)
                    if len(places) > 1 and not mask & held & ~group:
                        house = board.houses[h]
                        yield from self._lost("claims", first, places, digit, group, house)

    def _sets(self) -> Iterator[Step]:
        """The cells of a region that have as many digits between them, the fewest first."""
        board = self.board
        groups = [bits(group) for group in self.known.groups if group & (group - 1)]
        for n in range(2, _MOST_SET_CELLS + 1):
            for group in groups:
                few = [c for c in group if self.position.values[c] is None]
                few = [c for c in few if len(self.open[c]) <= n]
                for cells in combinations(few, n):
                    held = sorted({digit for cell in cells for digit in self.open[cell]})
                    others = [c for c in group if c not in cells]
                    lost = tuple((c, d) for c in others for d in held if self._is_open(c, d))
                    if len(held) > n or not lost:
                        continue
                    if all(board.common_houses(sum(1 << c for c in (*cells, x))) for x, _ in lost):
                        continue  # the same as in a row or column
                    proof = RegionProof(self.rule, "set", group[0], cells, digits=tuple(held))
                    yield self._step(proof, lost)

    def _lost(
        self,
        kind: RegionKind,
        first: int,
        places: tuple[int, ...],
        digit: int,
        excluded: int,
        house: House | None = None,
    ) -> Iterator[Step]:
        """The step with the cells that lose a digit as it can only be in some places."""
        cells = (cell for cell in bits(excluded) if cell not in places)
        if lost := tuple((cell, digit) for cell in cells if self._is_open(cell, digit)):
            yield self._step(RegionProof(self.rule, kind, first, places, digit, house=house), lost)

    def _joined(self) -> Iterator[Step]:
        """The cells that a region must have, those with the fewest words first."""
        joins_of: list[tuple[int, int, RegionJoin]] = []
        for at in range(len(self.known.groups)):
            self.clock.check()
            if (join := self._join(self.known, at)) is not None:
                joins_of.append((len(join.reach), at, join))
        for _, at, join in sorted(joins_of, key=lambda item: item[:2]):
            first = bits(self.known.groups[at])[0]
            joins, facts = [join], [fact_of(first, join.cell, True)]
            said = len(join.reach)
            while said < _MOST_SAID:
                wider = region_map(self.position, self.constraint, facts)
                more = self._join(wider, wider.at[first])
                if more is None or said + len(more.reach) > _MOST_SAID:
                    break
                said += len(more.reach) + 1
                joins.append(more)
                facts.append(fact_of(first, more.cell, True))
            proof = RegionProof(self.rule, "join", first, joins=tuple(joins))
            yield self._step(proof, regions=tuple(facts))

    def _join(self, known: RegionMap, at: int) -> RegionJoin | None:
        """A cell that a region must have."""
        group = known.groups[at]
        if group.bit_count() == known.size:
            return None
        every = known.reach(at)
        missing = [(d, self.places[d]) for d in self.places.keys() - known.digits(at)]
        best: RegionJoin | None = None
        for cell in bits(every & ~group):
            left = known.reach(at, 1 << cell)
            if left.bit_count() < known.size:
                if best is None or left.bit_count() < len(best.reach):
                    best = RegionJoin(cell, bits(left))
            elif best is None and (lacking := [d for d, own in missing if not left & own]):
                best = RegionJoin(cell, (), min(lacking))
        return best

    def _apart(self) -> Iterator[Step]:
        """Cells in as many regions as there can be."""
        for control, cells in self.counts:
            groups = dict.fromkeys(self.known.at[cell] for cell in cells)
            if not self.open[control] or min(self.open[control]) < len(groups):
                continue
            first = {self.known.at[cell]: cell for cell in reversed(cells)}
            facts = tuple(
                fact_of(first[one], first[other], False)
                for one, other in combinations(groups, 2)
                if not self.known.is_apart(first[one], first[other])
            )
            if facts:
                proof = RegionProof(self.rule, "apart", control, cells, number=len(groups))
                yield self._step(proof, regions=facts)

    def _narrow(self) -> Iterator[Step]:
        """The digits with which a cell would have no region."""
        for at, group in enumerate(self.known.groups):
            self.clock.check()
            for digit, holding in self.known.filled.items():
                cells = [c for c in bits(group) if self._is_open(c, digit)]
                if holding & group or not cells:
                    continue
                left = self.known.reach(at, self.known.widened(holding))
                for cell in cells:
                    others = left & ~(1 << cell)
                    places = self.places.items()
                    lacking = [d for d, mask in places if d != digit and not others & mask]
                    if self.known.lacks(left, None, self.places):
                        yield self._narrowed(cell, digit, left, None)
                    elif lacking:
                        yield self._narrowed(cell, digit, left, lacking[0])

    def _narrowed(self, cell: int, digit: int, left: int, place: int | None) -> Step:
        proof = RegionProof(self.rule, "narrow", cell, bits(left), digit, place)
        return self._step(proof, ((cell, digit),))


TERMS = (
    Term(
        RegionBorders(),
        aliases=("drawing regions", "region building"),
        points=24,
    ),
)
