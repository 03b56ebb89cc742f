"""Liars: clues of which so many hold that some cannot all be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satdoku.board import Constraint
from satdoku.board.geometry import Geometry
from satdoku.constraints.combined import CountOf
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.relations import spelled_out
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.filling import can_be_filled, constraint_of
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import Rule
from satdoku.techniques.arguments.saying import RuleNames, Text, say
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step


@dataclass(frozen=True, slots=True)
class LiarsProof(OfClues):
    """Of the ``clues`` inside of ``rule`` at least ``least`` hold.

    Those at the places ``wrong`` cannot hold. So one of those at the places ``excluding`` does, and
    each of them excludes what is eliminated.
    """

    only_excludes: ClassVar[bool] = True

    rule: Rule
    clues: tuple[Rule, ...]
    least: int
    wrong: tuple[int, ...]
    excluding: tuple[int, ...]

    def shown(self) -> ShownPattern:
        rules = tuple(self.clues[at] for at in (*self.wrong, *self.excluding))
        cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
        return ShownPattern(cells=tuple(cells), rules=rules)

    def name(self, named: Named, model: Model) -> None:
        named.rule(self.rule)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether enough clues are wrong or exclude what goes."""
        position = context.position
        rule = constraint_of(self.rule, position.puzzle, CountOf)
        if rule is None or step.placements or step.contradiction:
            yield "the puzzle has no such clues of which some hold"
            return
        members, least, _ = rule.counted(position.geometry)
        others = [at for at in range(len(members)) if at not in (*self.wrong, *self.excluding)]
        if len(others) >= least:
            yield "the other clues are enough"
        for at, clue in enumerate(members):
            title = clue.describe(position.geometry)
            if at in self.wrong and can_hold(clue, position, {}):
                yield f"{title} can hold"
            for cell, digit in step.eliminations if at in self.excluding else ():
                if can_hold(clue, position, {cell: digit}):
                    yield f"{title} allows {digit} in {position.geometry.name(cell)}"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        return say(
            "liars",
            count=len(self.clues),
            least=self.least,
            clues=RuleNames(self.clues),
            wrong=RuleNames(tuple(self.clues[at] for at in self.wrong)),
            n=len(self.excluding),
            rules=RuleNames(tuple(self.clues[at] for at in self.excluding)),
            out=step.out,
        )


def can_hold(clue: Constraint, position: Position, digits: dict[int, int]) -> bool:
    """Whether the cells of a clue can be filled so that it holds, with these digits in some."""
    cells = clue.scope(position.geometry)
    if not digits.keys() <= {*cells}:
        return True
    relations = tuple(spelled_out(clue.relations(position.geometry)))
    within = {cell: {digit} for cell, digit in digits.items()}
    return can_be_filled(position.puzzle, cells, relations, open_digits(position), within)
