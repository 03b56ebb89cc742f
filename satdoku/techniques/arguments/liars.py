"""Liars: clues of which so many hold, or are false, that some exclude a digit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.board import Constraint
from satdoku.board.geometry import Geometry
from satdoku.constraints.combined import AllOf, AnyOf, Counting, NoneOf, denial
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.relations import Relation, spelled_out
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.filling import can_be_filled, constraint_of
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import Rule
from satdoku.techniques.arguments.saying import RuleNames, Text, say
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step


@dataclass(frozen=True, slots=True)
class LiarsProof(OfClues):
    """Of the ``clues`` inside of ``rule`` at least ``least`` hold, or where ``lie``, are false.

    Those at the places ``wrong`` cannot be so. So one of those at the places ``excluding`` is, and
    each of them excludes what is eliminated, by one of ``parts`` each: itself, or a rule inside.
    """

    only_excludes: ClassVar[bool] = True

    rule: Rule
    clues: tuple[Rule, ...]
    lie: bool
    least: int
    wrong: tuple[int, ...]
    excluding: tuple[int, ...]
    parts: tuple[Rule, ...]

    def shown(self) -> ShownPattern:
        rules = (*(self.clues[at] for at in self.wrong), *self.parts)
        cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
        return ShownPattern(cells=tuple(cells), rules=rules)

    def name(self, named: Named, model: Model) -> None:
        named.rule(self.rule)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether enough clues are wrong or exclude what goes."""
        position = context.position
        rule = constraint_of(self.rule, position.puzzle, Counting)
        if rule is None or step.placements or step.contradiction:
            yield "the puzzle has no such clues of which some hold"
            return
        members, least, most = rule.counted(position.geometry)
        others = [at for at in range(len(members)) if at not in (*self.wrong, *self.excluding)]
        named = [
            {part.scope(position.geometry) for part, _ in parts_of(one, self.lie)}
            for one in members
        ]
        for at, part in zip(self.excluding, self.parts, strict=True):
            own = part.constraint == self.rule.constraint
            if not own or not any({*cells} == {*part.cells} for cells in named[at]):
                yield f"{part.title} is not part of the clue"
        if len(others) >= (len(members) - most if self.lie else least):
            yield "the other clues are enough"
        for at, clue in enumerate(members):
            title = clue.describe(position.geometry)
            if at in self.wrong and can_be(clue, self.lie, position, {}):
                yield f"{title} can {'be false' if self.lie else 'hold'}"
            for cell, digit in step.eliminations if at in self.excluding else ():
                if can_be(clue, self.lie, position, {cell: digit}):
                    yield f"{title} allows {digit} in {position.geometry.name(cell)}"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        key = "liars.false" if self.lie else "liars"
        all_false = self.lie and self.least == len(self.clues)
        return say(
            f"{key}.each" if self.parts == self.clues and not all_false else key,
            count=len(self.clues),
            least=self.least,
            others=len(self.clues) - self.least,
            clues=RuleNames(self.clues),
            wrong=RuleNames(tuple(self.clues[at] for at in self.wrong)),
            n=len(self.excluding),
            rules=RuleNames(self.parts),
            out=step.out,
        )


def parts_of(clue: Constraint, lie: bool) -> Iterator[tuple[Constraint, bool]]:
    """The rules inside of one that all hold where it does, or where ``lie``, is false; each with
    whether it is false then."""
    inside = {AllOf: False, NoneOf: True} if not lie else {AnyOf: True}
    for kind, false in inside.items():
        if isinstance(clue, kind):
            for rule in clue.rules:
                yield from parts_of(rule, false)
            return
    yield clue, lie


def relations_of(clue: Constraint, lie: bool, geometry: Geometry) -> tuple[Relation, ...]:
    """Relations that say that a rule holds, or that it is false."""
    return tuple(spelled_out(denial(clue, geometry) if lie else clue.relations(geometry)))


def can_be(clue: Constraint, lie: bool, position: Position, digits: dict[int, int]) -> bool:
    """Whether the cells of each part of a clue can be filled so that the clue holds, or is false,
    with these digits in some."""
    geometry, domains = position.geometry, open_digits(position)
    for part, false in parts_of(clue, lie):
        cells = part.scope(geometry)
        within = {cell: {digit} for cell, digit in digits.items() if cell in cells}
        relations = relations_of(part, false, geometry)
        if (within or not digits) and not can_be_filled(
            position.puzzle, cells, relations, domains, within
        ):
            return False
    return True
