"""Equations of cells: the 45 rule, and what lines have beyond regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    Among,
    DigitSetSum,
    Domain,
    Linear,
    PairTable,
    Relation,
    Table,
    variables_of,
)
from satdoku.techniques.arguments.filling import filled_faults, is_of_puzzle
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
from satdoku.techniques.step import CheckContext, CountedCells, ShownPattern, Step


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

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether houses and clues give the equation, and whether it excludes what goes."""
        position, puzzle = context.position, context.position.puzzle
        factors, rest = Counter[int](), 0
        for house in self.houses:
            if not house.complete:
                yield f"{house.name} may lack a digit"
            rest += sum(puzzle.geometry.digits)
            factors.update(house.cells)
        for rule in self.rules:
            total = _total(rule, puzzle) if is_of_puzzle(rule, puzzle) else None
            if total is None:
                yield f"{rule.title} has no known sum"
                return
            rest -= total
            factors.subtract(rule.cells)
        cells, shown = (*self.plus, *self.minus), _signed(self)
        factors_left = {cell: factor for cell, factor in factors.items() if factor}
        opposite = {cell: -factor for cell, factor in factors_left.items()}
        if (shown, self.total) not in ((factors_left, rest), (opposite, -rest)):
            yield "the sums do not give the equation"
            return
        equation = Linear(cells, tuple(shown[cell] for cell in cells), "=", self.total)
        yield from filled_faults(step, position, cells, [equation], left=self.left)

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
    states_equality = True

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

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether houses leave these cells, and whether what goes leaves them no way."""
        position, geometry = context.position, context.position.geometry
        factors = Counter[int]()
        for change, houses in ((factors.update, self.first), (factors.subtract, self.second)):
            for house in houses:
                if not house.complete:
                    yield f"{house.name} may lack a digit"
                change(house.cells)
        factors_left = {cell: factor for cell, factor in factors.items() if factor}
        standing = Counter[int | None]()
        for cell in self.cancelled:
            standing[position.values[cell]] += factors_left.pop(cell, 0)
        if None in standing or any(standing.values()):
            yield "what is cancelled is not on both sides"
        if factors_left != _signed(self):
            yield "the houses do not leave these cells"
            return
        more = len(self.first) - len(self.second)
        if self.minus and more:
            yield "there are more houses on one side"
        relations: list[Relation] = []
        for counter, digit in enumerate(geometry.digits, geometry.cell_count + 1):
            alone = frozenset((digit,))
            if not self.minus:
                relations.append(Among(self.plus, alone, "=", more))
            else:
                relations.append(Domain(counter, frozenset(range(len(self.plus) + 1))))
                relations.append(Among(self.plus, alone, "=", counter=counter))
                relations.append(Among(self.minus, alone, "=", counter=counter))
        cells = (*self.plus, *self.minus)
        yield from filled_faults(step, position, cells, relations, left=self.left)

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


def _signed(proof: SumProof | LeftoverProof) -> dict[int, int]:
    """How often each cell counts on the first side more than on the second."""
    factors = Counter(proof.plus)
    factors.subtract(proof.minus)
    return dict(factors)


def _total(rule: Rule, puzzle: Puzzle) -> int | None:
    """The sum of the cells of a clue, if one of its relations says it."""
    cells = sorted(rule.cells)
    part = puzzle.model.parts[rule.constraint]
    for relation in (*part.relations, *part.tables):
        if sorted(variables_of(relation)) != cells:
            continue
        if isinstance(relation, DigitSetSum):
            return relation.total
        if isinstance(relation, PairTable):
            totals = {a + b for a, b in relation.allowed}
            if len(totals) == 1:
                return totals.pop()
        if (
            isinstance(relation, Linear)
            and (relation.comparison, relation.guard) == ("=", None)
            and set(relation.coefficients) == {1}
        ):
            return relation.total
    return None
