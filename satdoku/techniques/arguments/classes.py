"""Classes of digits along clues and houses: odd and even, low and high."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from satdoku.board.geometry import Geometry
from satdoku.model import Model
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
from satdoku.techniques.step import ShownPattern, Step


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
        used = (*(found.reason for found in self.statements), self.reason)
        return tuple(dict.fromkeys(reason for reason in used if reason is not None))

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=tuple(found.cell for found in self.statements),
            houses=tuple(r for r in self.reasons if isinstance(r, House)),
            rules=tuple(r for r in self.reasons if isinstance(r, Rule)),
        )

    def name(self, named: Named, model: Model) -> None:
        for house in self.shown().houses:
            named.house(house, model.geometry.digits)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        links: list[Text] = []
        for statement in self.statements:
            digits = self._class_name(statement.digits)
            what = say("classes.is", cell=CellName(statement.cell), digits=digits)
            if statement.reason is not None:
                links.append(say("reason", what=what, why=statement.reason))
            else:
                links.append(say("classes.candidates" if links else "suppose", what=what))
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
