"""Equations of cells: the 45 rule, and what lines have beyond regions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.relations import AllDifferent, Among, Domain, Linear, PairTable, Relation, Table
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import Candidate, House, Rule
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    HouseNames,
    Joined,
    RuleNames,
    Text,
    say,
)
from satdoku.techniques.arguments.ways import WaysProof, unsolvable
from satdoku.techniques.step import CountedCells, ShownPattern, Step


@dataclass(frozen=True, slots=True)
class SumProof(WaysProof):
    """The sums of ``houses`` less those of the clues ``rules`` give an equation (45 rule).

    What the digits of ``plus`` add up to, less those of ``minus``, is ``total``: ``plus`` are cells
    of the houses that no clue covers, ``minus`` cells of the clues outside of the houses, or the
    other way round. The rest as of
    :class:`~satdoku.techniques.arguments.clues.ClueProof`, the cells being both after
    each other.
    """

    houses: tuple[House, ...]
    rules: tuple[Rule, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=(*self.plus, *self.minus),
            houses=self.houses,
            candidates=self.highlights,
            rules=self.rules,
        )

    def name(self, named: Named, model: Model) -> None:
        ones = (1,) * len(self.plus) + (-1,) * len(self.minus)
        named.says.append(Linear((*self.plus, *self.minus), ones, "=", self.total))

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        every = sum(geometry.digits) * len(self.houses)
        inner = {cell for house in self.houses for cell in house.cells}
        cells = (*self.plus, *self.minus)
        wrong, one = step.contradiction is not None, len(cells) == 1
        text = say(
            "sums.wrong" if wrong else "sums.one" if one else "sums",
            houses=self.houses,
            lines=HouseNames(self.houses),
            every=every,
            rules=RuleNames(self.rules),
            n=len(self.rules),
            covered=every - self.total if set(self.plus) <= inner else every + self.total,
            equation=self._equation(),
            left="" if wrong or one else self.left_text(step, cells),
            out=self.so(step, geometry),
        )
        return unsolvable(text) if wrong else text

    def _equation(self) -> Text:
        """ "r1c1 + r1c2 = r2c1 + 3": no side takes anything away."""
        total, sides = self.total, (self.plus, self.minus)
        first, second = (
            tuple(map(CellName, cells)) for cells in (sides[::-1] if total < 0 else sides)
        )
        known = (str(abs(total)),) if total or not self.minus else ()
        return Joined((Joined(first, "plus"), Joined((*second, *known), "plus")), "equal")


@dataclass(frozen=True, slots=True)
class LeftoverProof(WaysProof):
    """The cells ``plus`` hold the same digits as the cells ``minus``, each as often.

    They are what the houses ``first`` have beyond the houses ``second``, as many, and the other way
    round. Where there is one house less in ``second``, and ``minus`` is empty, ``plus`` holds every
    digit once. Filled cells of both sides that are ``cancelled`` hold the same digits by
    themselves, and are none of ``plus`` and ``minus``. The rest as of
    :class:`~satdoku.techniques.arguments.clues.ClueProof`, the cells being both after each other.
    """

    first: tuple[House, ...]
    second: tuple[House, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    cancelled: tuple[int, ...] = ()
    each: tuple[Step, ...] = ()

    rules_are_parts = False
    equal_key = "left.cells"  # that they are equal is said before

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=(*self.plus, *self.minus),
            houses=(*self.first, *self.second),
            candidates=self.highlights,
        )

    def counted(self) -> Iterator[CountedCells]:
        yield (*self.plus, *self.minus, *self.cancelled), None

    def name(self, named: Named, model: Model) -> None:
        top = max(model.auxiliary, default=model.geometry.cell_count - 1) + 1
        named.says += same_digits(model.geometry, self.plus, self.minus, top)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        key = "" if self.minus else ".once"
        return say(
            f"leftovers{'.cancel' if self.cancelled else key}",
            first=HouseNames(self.first),
            second=HouseNames(self.second),
            n=len(self.first),
            plus=CellNames(self.plus),
            minus=CellNames(self.minus),
            left=self.left_text(step, (*self.plus, *self.minus)),
            out=self.so(step, geometry),
        )


def same_digits(
    geometry: Geometry, first: tuple[int, ...], second: tuple[int, ...], top: int
) -> Iterator[Relation]:
    """That two sets of cells hold the same digits, each as often; without a second set, that the
    first holds each once. Auxiliary variables are numbered from ``top``."""
    digits = geometry.digits
    if not second:
        yield AllDifferent(first)
    elif len(first) == 1:
        yield PairTable(first[0], second[0], frozenset((d, d) for d in digits))
    elif len(first) == 2:
        rows = {
            (*pair, *other) for pair in product(digits, repeat=2) for other in permutations(pair)
        }
        yield Table((*first, *second), frozenset(rows))
    else:
        # One auxiliary variable a digit: how often it occurs, on both sides.
        times = frozenset(range(len(first) + 1))
        for counter, digit in enumerate(digits, top):
            yield Domain(counter, times)
            yield Among(first, frozenset((digit,)), "=", counter=counter)
            yield Among(second, frozenset((digit,)), "=", counter=counter)
