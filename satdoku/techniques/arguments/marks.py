"""Modified cells: which cells are doubled (or the like), as clues and houses show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.constraints.modifiers import Modifier
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.filling import (
    can_be_filled,
    constraint_of,
    is_of_puzzle,
    relations_about,
)
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import House, Rule
from satdoku.techniques.arguments.saying import CellNames, Sentence, Text, say, sentences
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step


@dataclass(frozen=True, slots=True)
class MarkStatement:
    """That the mark of ``cell`` is not ``mark``: the number of a kind of modifier, or 0, none.

    It follows from the statements ``parents`` by ``reason``: a clue that could not be kept, a house
    that has as many modified cells as it has or can have, or, without a reason, the board.
    """

    cell: int
    mark: int
    reason: Rule | House | None
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkCase:
    """That ``clue`` cannot be kept with what is eliminated, or at all, by the statements
    ``because``; where there is a ``cell``, in the case that it has the mark of the proof.

    ``statements`` follow in this case, and are counted on from those of the proof.
    """

    clue: Rule
    because: tuple[int, ...]
    cell: int | None = None
    statements: tuple[MarkStatement, ...] = ()


@dataclass(frozen=True, slots=True)
class MarksProof(OfClues):
    """With the ``statements`` about the marks of cells, a clue excludes what is eliminated; or one
    does in each case, where ``house`` (without one, the board) has a cell with the ``mark``.

    ``rule`` is the rule with the modifiers, ``does`` its kinds, of which a house has one each, and
    the board ``count``.
    """

    only_excludes: ClassVar[bool] = True

    rule: Rule
    does: tuple[str, ...]
    count: int
    statements: tuple[MarkStatement, ...]
    cases: tuple[MarkCase, ...]
    mark: int = 0
    house: House | None = None

    def shown(self) -> ShownPattern:
        every = [*self.statements, *(one for case in self.cases for one in case.statements)]
        reasons = dict.fromkeys((*(one.reason for one in every), self.house))
        clues = [case.clue for case in self.cases]
        rules = dict.fromkeys(r for r in (*reasons, *clues) if isinstance(r, Rule))
        cells = dict.fromkeys(one.cell for one in every)
        cells |= dict.fromkeys(case.cell for case in self.cases if case.cell is not None)
        return ShownPattern(
            cells=tuple(cells),
            houses=tuple(reason for reason in reasons if isinstance(reason, House)),
            rules=tuple(rules),
        )

    def name(self, named: Named, model: Model) -> None:
        named.rule(self.rule)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each statement follows from those that it names, the cases are all that there
        are, and in each of them the clue cannot be kept with what goes."""
        position = context.position
        rule = constraint_of(self.rule, position.puzzle, Modifier)
        if rule is None or step.placements or step.contradiction:
            yield "the puzzle has no such modified cells"
            return
        yield from self._unfounded(rule, position, None)
        if all(case.cell is not None for case in self.cases):
            yield from self._other_places(rule, position.geometry)
        for case in self.cases:
            yield from self._unfounded(rule, position, case)
            marks = self._marks(case.because, rule, position.geometry, case)
            for cell, digit in step.eliminations:
                held = {cell: digit} if cell in case.clue.cells else {}
                if can_keep_marked(case.clue, position, marks, held):
                    name = position.geometry.name(cell)
                    yield f"{case.clue.title} can be kept with {digit} in {name}"

    def _unfounded(
        self, rule: Modifier, position: Position, case: MarkCase | None
    ) -> Iterator[str]:
        """The statements of a case, or before all cases, that do not follow."""
        first = len(self.statements) if case else 0
        for at, one in enumerate(case.statements if case else self.statements, first):
            if not all(0 <= parent < at for parent in one.parents):
                yield "a statement rests on a later one"
                return
            marks = self._marks(one.parents, rule, position.geometry, case)
            if not _follows(one, marks, rule, position):
                yield f"nothing shows whether {position.geometry.name(one.cell)} is modified"

    def _other_places(self, rule: Modifier, geometry: Geometry) -> Iterator[str]:
        """The cells of the house that may have the mark, and are no case."""
        marks = self._marks(range(len(self.statements)), rule, geometry)
        every = {*(self.house.cells if self.house else rule.places(geometry))}
        needed = any(number and {*cells} == every for cells, number in rule.numbered(geometry))
        known = {case.cell for case in self.cases}
        if not needed or any(self.mark in marks[cell] for cell in every - known):
            yield "the modified cell may be another one"

    def _marks(
        self, known: Sequence[int], rule: Modifier, geometry: Geometry, case: MarkCase | None = None
    ) -> list[set[int]]:
        """The marks that statements leave to each cell, in a case."""
        marks = rule.marks(geometry)
        if case is not None and case.cell is not None:
            marks[case.cell] &= {self.mark}
        every = (*self.statements, *(case.statements if case else ()))
        for one in (every[at] for at in known):
            marks[one.cell].discard(one.mark)
        return marks

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        said = [*self._stated(self.statements)]
        cells = CellNames(tuple(case.cell for case in self.cases if case.cell is not None))
        kind = self._kind(self.mark)
        if cells.cells:
            said.append(
                say("marks.only", house=self.house or "", cells=cells, kind=kind, n=self.count)
            )
        for case in self.cases:
            if case.cell is not None:
                said.append(say("marks.suppose", cell=CellNames((case.cell,)), kind=kind))
            said += self._stated(case.statements)
            excludes = {cell for cell, _ in step.eliminations} <= {*case.clue.cells}
            key = "marks" if excludes else "marks.wrong"
            said.append(say(key, rule=case.clue, out=step.out))
        if cells.cells:
            said.append(say("marks.each", out=step.out))
        return sentences(*said)

    def _stated(self, statements: Sequence[MarkStatement]) -> Iterator[Text]:
        for (_, mark, reason), group in groupby(
            statements, key=lambda one: (one.parents, one.mark, one.reason)
        ):
            cells = CellNames(tuple(one.cell for one in group))
            kind = self._kind(mark)
            if isinstance(reason, Rule):
                key = "marks.clue.not" if mark else "marks.clue.is"
                yield say(key, rule=reason, cells=cells, kind=kind)
            else:
                key = "marks.full" if mark else "marks.only"
                yield say(key, house=reason or "", cells=cells, kind=kind, n=self.count)

    def _kind(self, mark: int) -> Sentence:
        """The word for a cell with the mark; of 0, for one with another."""
        several = len(self.does) > 1
        word = "any" if not mark and several else self.does[max(0, mark - 1)]
        effect = {"*2": "double", "*-1": "negate", "any": "any"}.get(word, "other")
        return say("marks.kind", what=effect, word=word)


def can_keep_marked(
    clue: Rule, position: Position, marks: Sequence[set[int]], digits: dict[int, int]
) -> bool:
    """Whether the cells of a clue about values can be filled, with these digits in some."""
    puzzle, first = position.puzzle, position.geometry.cell_count
    if not is_of_puzzle(clue, puzzle) or not digits.keys() <= {*clue.cells}:
        return True
    within = {first + cell: marks[cell] for cell in clue.cells}
    within |= {cell: {digit} for cell, digit in digits.items()}
    relations = relations_about(clue, puzzle)
    return can_be_filled(puzzle, clue.cells, relations, open_digits(position), within)


def _follows(one: MarkStatement, marks: list[set[int]], rule: Modifier, position: Position) -> bool:
    if isinstance(one.reason, Rule):
        marks[one.cell] = marks[one.cell] & {one.mark}
        return one.cell in one.reason.cells and not can_keep_marked(one.reason, position, marks, {})
    geometry = position.geometry
    for cells, number in rule.numbered(geometry):
        whole = one.reason is None and len(cells) == len(rule.places(geometry))
        if one.cell not in cells or not (whole or (one.reason and {*one.reason.cells} == {*cells})):
            continue
        # As many others have the mark for sure, or only so many can have another one.
        sure = sum(marks[cell] == {one.mark} for cell in cells if cell != one.cell)
        if one.mark and sure >= number:
            return True
        for kind in marks[one.cell] - {one.mark, 0}:
            if sum(kind in marks[cell] for cell in cells) <= number:
                return True
    return False
