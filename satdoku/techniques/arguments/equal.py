"""Equal cells: whatever digit a cell holds, others hold the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import product
from typing import ClassVar, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import excludes, house_exists, open_digits
from satdoku.techniques.arguments.filling import can_keep, is_of_puzzle
from satdoku.techniques.arguments.pieces import House, Rule, Statement, defining, some
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Joined,
    SentenceValue,
    Spanned,
    Text,
    say,
    sentences,
)
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step

Seen: TypeAlias = tuple[int, tuple[int, ...]]
"""A cell that holds the digit, and cells that see it."""

Barring: TypeAlias = tuple[Rule, tuple[int, ...]]
"""A clue, and cells that it does not allow to hold the digit too."""


@dataclass(frozen=True, slots=True)
class EqualCell:
    """A cell that holds the digit too.

    It is the last place for it in ``house``, whose other cells are ``seen``, ``barred`` by clues,
    or can hold no digit in question (``without``). Without a house, the one rule of ``barred``
    demands it.
    """

    cell: int
    house: House | None
    seen: tuple[Seen, ...] = ()
    barred: tuple[Barring, ...] = ()
    without: tuple[int, ...] = ()

    def text(self) -> Text:
        """ "In box 5 only r5c6 can be x (...)"."""
        cell = CellName(self.cell)
        if self.house is None:
            return say("equal.rule", cell=cell, rule=self.barred[0][0])
        why: list[SentenceValue] = [
            say("proof.see", cells=CellNames(cells), cell=CellName(by)) for by, cells in self.seen
        ]
        why += [
            say("equal.barred", cells=CellNames(cells), rule=rule) for rule, cells in self.barred
        ]
        if self.without:
            why.append(say("equal.without", cells=CellNames(self.without)))
        given = say("proof.given", why=Joined(tuple(why), "clauses")) if why else ""
        return say("equal.house", house=self.house, cell=cell, given=given)


@dataclass(frozen=True, slots=True)
class EqualCellsProof(OfClues):
    """The cell ``first``, which holds one of ``digits``, and those of ``others`` hold one digit.

    All of them can hold those of ``left``. A digit that one of them cannot hold is false in all.
    Else it is false as, in all of them, it would have no place in ``house``, or as ``rule`` cannot
    be kept with it. Where ``house`` has it in one of them or in ``places``, it is false in a cell
    that sees all of ``places`` and one of the cells.
    """

    only_excludes: ClassVar[bool] = True

    first: int
    digits: tuple[int, ...]
    others: tuple[EqualCell, ...]
    left: tuple[int, ...]
    house: House | None = None
    rule: Rule | None = None
    places: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that hold one digit."""
        return (self.first, *(other.cell for other in self.others))

    @property
    def _rules(self) -> tuple[Rule, ...]:
        rules = [rule for other in self.others for rule, _ in other.barred]
        return tuple(dict.fromkeys([*rules, *([self.rule] if self.rule else [])]))

    @property
    def _houses(self) -> tuple[House, ...]:
        houses = [other.house for other in self.others if other.house is not None]
        return tuple(dict.fromkeys([*houses, *some(self.house)]))

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=self._houses,
            candidates=defining(tuple(product(self.cells, self.left))),
            rules=self._rules,
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each cell holds the digit of those before it, and what goes cannot be it."""
        position, open_ = context.position, open_digits(context.position)
        for rule in self._rules:
            if not is_of_puzzle(rule, position.puzzle):
                yield f"the puzzle has no {rule.title}"
                return
        for house in self._houses:
            if not house.complete or not house_exists(house, position):
                yield f"{house.name} may lack a digit"
        if not open_[self.first] <= {*self.digits}:
            yield "the first cell can hold another digit"
        cells, left = [self.first], {*self.digits}
        for other in self.others:
            yield from self._not_equal(other, cells, left, position)
            cells.append(other.cell)
            left &= open_[other.cell]
        if step.placements or left != {*self.left}:
            yield "the cells have other digits in common"
        for cell, digit in step.eliminations:
            if not self._is_out(cell, digit, left, position):
                yield f"{position.geometry.name(cell)} can be {digit}"

    def _not_equal(
        self, other: EqualCell, cells: Sequence[int], left: Set[int], position: Position
    ) -> Iterator[str]:
        """Why a cell need not hold the digit that is in some, one of those left."""
        name, open_ = position.geometry.name, open_digits(position)
        if other.house is None:
            rule = other.barred[0][0]
            for digit in left:
                if self._keeps(rule, cells, digit, position, (other.cell, digit, False)):
                    yield f"{rule.title} does not demand {digit} in {name(other.cell)}"
            return
        for cell in other.house.cells:
            for digit in left & open_[cell] if cell != other.cell else ():
                if any(excludes((by, digit), (cell, digit), position) for by in cells):
                    continue
                barring = [rule for rule, barred in other.barred if cell in barred]
                also = (cell, digit, True)
                if all(self._keeps(rule, cells, digit, position, also) for rule in barring):
                    yield f"{name(cell)} can be {digit} as well"

    def _keeps(
        self,
        rule: Rule,
        cells: Iterable[int],
        digit: int,
        position: Position,
        *claimed: Statement,
    ) -> bool:
        """Whether a clue can be kept with the digit in all of some cells."""
        own = [(cell, digit, True) for cell in cells if cell in rule.cells]
        return can_keep(rule, position.puzzle, open_digits(position), [*own, *claimed])

    def _is_out(self, cell: int, digit: int, left: Set[int], position: Position) -> bool:
        """Whether a candidate is false as the cells hold one digit."""
        if cell in self.cells and digit not in left:
            return True
        if self.house is not None:
            return self._has_no_place(self.house, cell, digit, position)
        if self.rule is None:
            return False
        if cell in self.cells:
            return not self._keeps(self.rule, self.cells, digit, position)
        also = (cell, digit, True)
        return not any(self._keeps(self.rule, self.cells, d, position, also) for d in left)

    def _has_no_place(self, house: House, cell: int, digit: int, position: Position) -> bool:
        """Whether a digit in a cell leaves a house no place for it."""
        open_, holding = open_digits(position), self.cells
        places = [(place, digit) for place in house.cells if digit in open_[place]]
        if cell in holding:
            return all(
                any(excludes((by, digit), place, position) for by in holding) for place in places
            )
        here = (cell, digit)
        # Where one of the cells cannot hold it, none of them does.
        out = any(excludes(here, (by, digit), position) for by in holding)
        others = [place for place in places if not out or place[0] not in holding]
        return all(place != here and excludes(here, place, position) for place in others)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        texts = [say("equal", cell=CellName(self.first))]
        texts += [other.text() for other in self.others]  # type: ignore[misc]
        if self.house is not None and self.places:
            places, digit = CellNames(self.places), step.eliminations[0][1]
            texts.append(
                say("equal.places", house=self.house, digit=digit, places=places, out=step.out)
            )
        elif self.house is not None:
            digits = tuple(sorted({digit for _, digit in step.eliminations}))
            texts.append(say("equal.no-place", digits=digits, house=self.house, out=step.out))
        elif self.rule is not None:
            texts.append(say("equal.clue", rule=self.rule, out=step.out))
        else:
            texts.append(say("equal.common", left=Spanned(self.left), out=step.out))
        return sentences(*texts)
