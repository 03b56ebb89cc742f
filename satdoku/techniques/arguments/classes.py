"""Classes of digits along clues and houses: odd and even, low and high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.filling import can_keep, is_of_puzzle
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import House, Rule
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    CrossedOut,
    Sentence,
    Spanned,
    Text,
    say,
)
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step


@dataclass(frozen=True, slots=True)
class ClassStatement:
    """That ``cell`` holds one of ``digits``, those of a class.

    It follows from the statements ``parents`` by ``reason``: a clue, or a house that they give all
    its digits of their class. Without a reason it is what is supposed, or the candidates of the
    cell show it.
    """

    cell: int
    digits: tuple[int, ...]
    reason: Rule | House | None = None
    parents: tuple[int, ...] = ()

    def follows(self, parents: Sequence[ClassStatement], position: Position) -> bool:
        """Whether it follows from the statements that it rests on."""
        digits, held = set(self.digits), open_digits(position)[self.cell]
        if self.reason is None:
            return held <= digits
        if isinstance(self.reason, Rule):
            away = replace(self, digits=tuple(held - digits))
            return not _allows(self.reason, (*parents, away), position)
        used_up = self.cell in self.reason.cells and _is_used_up(self.reason, parents, position)
        return used_up and held <= {*parents[0].digits, *digits}


@dataclass(frozen=True, slots=True)
class ClassProof(OfClues):
    """The first of ``statements`` is wrong: those of ``because`` break ``reason`` together.

    A clue is broken where it has no way left, a house where it would have more cells of a class
    than it needs digits of it.
    """

    only_excludes: ClassVar[bool] = True

    kind: Literal["parity", "modulus", "high-low", "entropy"]
    statements: tuple[ClassStatement, ...]
    reason: Rule | House
    because: tuple[int, ...]

    @property
    def reasons(self) -> tuple[Rule | House, ...]:
        """The clues and houses that it rests on, each once."""
        used = (*(statement.reason for statement in self.statements), self.reason)
        return tuple(dict.fromkeys(reason for reason in used if reason is not None))

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=tuple(statement.cell for statement in self.statements),
            houses=tuple(r for r in self.reasons if isinstance(r, House)),
            rules=tuple(r for r in self.reasons if isinstance(r, Rule)),
        )

    def name(self, named: Named, model: Model) -> None:
        for house in self.shown().houses:
            named.house(house, model.geometry.digits)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each statement follows from those that it names, and the last ones break a
        reason."""
        position, statements, reason = context.position, self.statements, self.reason
        first, held = statements[0], open_digits(position)
        supposed = {(first.cell, digit) for digit in held[first.cell] & set(first.digits)}
        if set(step.eliminations) != supposed or position.values[first.cell] is not None:
            yield "what is eliminated is not what is supposed"
        for at, statement in enumerate(statements):
            if any(parent >= at for parent in statement.parents):
                yield "a statement rests on a later one"
                return
            parents = [statements[parent] for parent in statement.parents]
            if not statement.follows(parents, position) and (at or statement.reason):
                yield f"nothing shows which class {position.geometry.name(statement.cell)} has"
        because = [statements[at] for at in self.because]
        if isinstance(reason, Rule):
            if _allows(reason, because, position):
                yield f"{reason.title} can be kept"
        elif not because or not _is_used_up(reason, because[:-1], position):
            yield f"{reason.name} has room for one more"
        elif because[-1].cell not in reason.cells:
            yield "the last cell is not in the house"
        elif set(because[-1].digits) != set(because[0].digits):
            yield "the last cell is of another class"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        links: list[Text] = []
        for statement in self.statements:
            digits = self._class_name(statement.digits)
            text = say("classes.is", cell=CellName(statement.cell), digits=digits)
            if statement.reason is not None:
                links.append(say("reason", what=text, why=statement.reason))
            else:
                links.append(say("classes.candidates" if links else "suppose", what=text))
        out, reason = CrossedOut(step.eliminations), self.reason
        if isinstance(reason, Rule):
            return say("classes.rule", links=tuple(links), rule=reason, out=out)
        because = [self.statements[at] for at in self.because]
        return say(
            "classes.house",
            links=tuple(links),
            cells=CellNames(tuple(statement.cell for statement in because)),
            digits=self._class_name(because[0].digits),
            house=reason,
            out=out,
        )

    def _class_name(self, digits: tuple[int, ...]) -> Sentence:
        if self.kind != "parity":
            return say("classes.digits", digits=Spanned(digits))
        return say("classes.odd" if digits[0] % 2 else "classes.even")


def _is_used_up(house: House, statements: Sequence[ClassStatement], position: Position) -> bool:
    """Whether cells of a house take all its digits of their class."""
    cells = {statement.cell for statement in statements}
    if not statements or not house.complete or not cells <= set(house.cells):
        return False
    digits = set(statements[0].digits)
    written = {position.values[cell] for cell in house.cells}
    same = all(set(statement.digits) == digits for statement in statements)
    filled = any(position.values[cell] is not None for cell in cells)
    return same and not filled and len(cells) >= len(digits - written)


def _allows(rule: Rule, statements: Sequence[ClassStatement], position: Position) -> bool:
    """Whether a clue can be kept where cells hold digits of these classes."""
    if not is_of_puzzle(rule, position.puzzle):
        return True
    domains = open_digits(position)
    for statement in statements:
        domains[statement.cell] &= set(statement.digits)
    return can_keep(rule, position.puzzle, domains, ())
