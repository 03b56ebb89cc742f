"""Parts with one total: what sums the parts of a line can have, and what is left with these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.relations import Linear, Relation
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.filling import (
    can_be_filled,
    filled_faults,
    is_of_puzzle,
    relations_about,
)
from satdoku.techniques.arguments.pieces import Candidate, Rule
from satdoku.techniques.arguments.reasons import SumBound
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Joined,
    RuleNames,
    Spanned,
    Text,
    say,
)
from satdoku.techniques.arguments.ways import WaysProof
from satdoku.techniques.step import CheckContext, CountedCells, ShownPattern, Step

SumPart: TypeAlias = tuple[int, ...]
"""Cells of which the digits add up to the total."""


@dataclass(frozen=True, slots=True)
class Unreached:
    """Parts in one house that cannot all have one of ``totals``."""

    parts: tuple[SumPart, ...]
    totals: tuple[int, ...]

    def text(self) -> Text:
        """ "r1c1 + r1c2 and r2c1 + r2c3 cannot both be 12"."""
        return say(
            "totals.unreached",
            parts=tuple(map(_sum, self.parts)),
            n=len(self.parts),
            totals=Spanned(self.totals),
        )

    def fault(self, position: Position) -> str | None:
        """Why they can."""
        cells = _cells(self.parts)
        open_ = open_digits(position)
        for total in self.totals:
            if can_be_filled(position.puzzle, cells, with_total(self.parts, total), open_):
                return f"{position.geometry.names(cells)} can have the total {total}"
        return None


@dataclass(frozen=True, slots=True)
class TotalsProof(WaysProof):
    """The ``parts`` have one total by ``rules``, which is one of ``totals``.

    ``bounds`` show the least and the most that it can be, ``unreached`` what it is not between
    them. With each of ``totals``, ``own``, parts in one house, leave ``left`` to their cells.
    """

    states_equality: ClassVar[bool] = False

    rules: tuple[Rule, ...]
    parts: tuple[SumPart, ...]
    bounds: tuple[SumBound, ...]
    unreached: tuple[Unreached, ...]
    totals: tuple[int, ...]
    own: tuple[SumPart, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of ``own``."""
        return _cells(self.own)

    def shown(self) -> ShownPattern:
        return ShownPattern(cells=self.cells, candidates=self.highlights, rules=self.rules)

    def counted(self) -> Iterator[CountedCells]:
        yield _cells((*self.own, *self._named)), None
        yield from ((rule.cells, None) for rule in self.rules)

    @property
    def _named(self) -> tuple[SumPart, ...]:
        """The parts that show what the total can be."""
        others = (part for one in self.unreached for part in one.parts)
        return (*(bound.cells for bound in self.bounds), *others)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        position, puzzle = context.position, context.position.puzzle
        for rule in self.rules:
            if not is_of_puzzle(rule, puzzle):
                yield f"the puzzle has no {rule.title}"
                return
        equal = _equal_to(self.own[0], self.rules, puzzle)
        if not {frozenset(part) for part in (*self.parts, *self.own, *self._named)} <= equal:
            yield "the parts need not have one total"
            return
        least, most = 0, sum(puzzle.geometry.digits) * len(position.values)
        open_ = open_digits(position)
        for bound in self.bounds:
            if (fault := bound.fault(step, self.rules[0], context, open_)) is not None:
                yield fault
            total = sum(bound.digits)
            least, most = (least, min(most, total)) if bound.most else (max(least, total), most)
        for one in self.unreached:
            if (fault := one.fault(position)) is not None:
                yield fault
        missed = {total for one in self.unreached for total in one.totals}
        if not {*range(least, most + 1)} - missed <= {*self.totals}:
            yield "the total can be another"
        for total in self.totals:
            relations = with_total(self.own, total)
            yield from filled_faults(step, position, self.cells, relations, left=self.left)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        limits = (*self._bounds_said(), *(one.text() for one in self.unreached))
        return say(
            "totals",
            rules=RuleNames(self.rules),
            n=len(self.parts),
            limits=limits,
            totals=Spanned(self.totals),
            left=self.left_text(step, self.cells),
            out=self.so(step, geometry),
        )

    def _bounds_said(self) -> Iterator[Text]:
        """The bounds; of cells that add up to one number alone, that."""
        first, *others = self.bounds
        if all((one.cells, one.digits) == (first.cells, first.digits) for one in others):
            yield say(
                "totals.fixed",
                cells=CellNames(first.cells),
                digits=Joined(tuple(map(str, first.digits)), "plus"),
                total=str(sum(first.digits)) if len(first.digits) > 1 else "none",
            )
        else:
            yield from (bound.text() for bound in self.bounds)


def with_total(parts: Sequence[SumPart], total: int) -> list[Relation]:
    """That each of some parts adds up to a total."""
    return [Linear(part, (1,) * len(part), "=", total) for part in parts]


def equal_parts(relation: Relation, count: int) -> tuple[SumPart, SumPart] | None:
    """The two sets of cells of which a relation says that they add up to the same."""
    if not isinstance(relation, Linear) or relation.comparison != "=" or relation.total:
        return None
    if relation.guard is not None or any(v >= count for v in relation.variables):
        return None
    if len(set(relation.variables)) < len(relation.variables):
        return None
    signs = list(zip(relation.variables, relation.coefficients, strict=True))
    one = tuple(cell for cell, sign in signs if sign == 1)
    other = tuple(cell for cell, sign in signs if sign == -1)
    return (one, other) if one and other and len(one) + len(other) == len(signs) else None


def _equal_to(part: SumPart, rules: Sequence[Rule], puzzle: Puzzle) -> set[frozenset[int]]:
    """The sets of cells that add up to the same as some part, by some rules."""
    pairs = []
    for rule in rules:
        for relation in relations_about(rule, puzzle):
            if (equal := equal_parts(relation, puzzle.geometry.cell_count)) is not None:
                pairs.append({frozenset(one) for one in equal})
    known = {frozenset(part)}
    grown = True
    while grown:
        grown = False
        for pair in pairs:
            if pair & known and not pair <= known:
                known |= pair
                grown = True
    return known


def _cells(parts: Sequence[SumPart]) -> SumPart:
    return tuple(dict.fromkeys(cell for part in parts for cell in part))


def _sum(part: SumPart) -> Text:
    """ "r1c1 + r1c2"."""
    return Joined(tuple(map(CellName, part)), "plus")
