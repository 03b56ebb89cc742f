"""Modified cells: which cells are doubled (or the like), as clues and houses show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

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
class MarksProof(OfClues):
    """With the ``statements`` about the marks of cells, ``clue`` excludes what is eliminated.

    ``rule`` is the rule with the modifiers, ``does`` its kinds, of which a house has one each, and
    the board ``count``; ``because`` are the statements that the clue itself needs.
    """

    only_excludes: ClassVar[bool] = True

    rule: Rule
    does: tuple[str, ...]
    count: int
    statements: tuple[MarkStatement, ...]
    clue: Rule
    because: tuple[int, ...]

    def shown(self) -> ShownPattern:
        reasons = dict.fromkeys(statement.reason for statement in self.statements)
        rules = dict.fromkeys(r for r in (*reasons, self.clue) if isinstance(r, Rule))
        cells = dict.fromkeys(statement.cell for statement in self.statements)
        return ShownPattern(
            cells=tuple(cells),
            houses=tuple(reason for reason in reasons if isinstance(reason, House)),
            rules=tuple(rules),
        )

    def name(self, named: Named, model: Model) -> None:
        named.rule(self.rule)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each statement follows from those that it names, and the clue cannot be kept with
        what goes."""
        position = context.position
        rule = constraint_of(self.rule, position.puzzle, Modifier)
        if rule is None or step.placements or step.contradiction:
            yield "the puzzle has no such modified cells"
            return
        for at, one in enumerate(self.statements):
            if any(parent >= at for parent in one.parents):
                yield "a statement rests on a later one"
                return
            marks = self._marks(one.parents, rule, position.geometry)
            if not _follows(one, marks, rule, position):
                yield f"nothing shows whether {position.geometry.name(one.cell)} is modified"
        marks = self._marks(self.because, rule, position.geometry)
        for cell, digit in step.eliminations:
            if can_keep_marked(self.clue, position, marks, digits={cell: digit}):
                name = position.geometry.name(cell)
                yield f"{self.clue.title} can be kept with {digit} in {name}"

    def _marks(self, known: Sequence[int], rule: Modifier, geometry: Geometry) -> list[set[int]]:
        """The marks that statements leave to each cell."""
        marks = rule.marks(geometry)
        for one in (self.statements[at] for at in known):
            marks[one.cell].discard(one.mark)
        return marks

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        said = []
        for (_, mark, reason), group in groupby(
            self.statements, key=lambda one: (one.parents, one.mark, one.reason)
        ):
            cells = CellNames(tuple(one.cell for one in group))
            kind = self._kind(mark)
            if isinstance(reason, Rule):
                key = "marks.clue.not" if mark else "marks.clue.is"
                said.append(say(key, rule=reason, cells=cells, kind=kind))
            else:
                key = "marks.full" if mark else "marks.only"
                where = reason or ""
                said.append(say(key, house=where, cells=cells, kind=kind, n=self.count))
        return sentences(*said, say("marks", rule=self.clue, out=step.out))

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
