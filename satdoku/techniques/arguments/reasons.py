"""Why a clue does not allow digits: what its other cells add up to, a cell that would be left
without a digit, and where nothing shorter is known, the two extreme ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from satdoku.puzzle import Position
from satdoku.relations import Linear
from satdoku.relations.narrowing import users_of
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.filling import can_fill, can_keep
from satdoku.techniques.arguments.pieces import Rule
from satdoku.techniques.arguments.saying import CellName, CellNames, Joined, Sentence, Spanned, say


@dataclass(frozen=True, slots=True)
class Bound:
    """The cells add up to ``digits`` at least, or at ``most``."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    most: bool

    def text(self) -> Sentence:
        """The arithmetic: "r1c1 and r1c2 are at least 1 + 2 = 3"."""
        return say(
            "reason.bound",
            cells=CellNames(self.cells),
            side="most" if self.most else "least",
            digits=Joined(tuple(map(str, self.digits)), "plus"),
            total=str(sum(self.digits)) if len(self.digits) > 1 else "none",
        )

    def fault(self, rule: Rule, position: Position) -> str | None:
        """Why the cells can add up to more or less."""
        beyond = sum(self.digits) + (1 if self.most else -1)
        ones = (1,) * len(self.cells)
        relation = Linear(self.cells, ones, ">=" if self.most else "<=", beyond)
        open_ = open_digits(position)
        domains = {cell: frozenset(open_[cell]) for cell in self.cells}
        about = users_of([relation])
        if can_fill(position.puzzle, self.cells, [relation], about, domains, {0}):
            return f"{position.geometry.names(self.cells)} can add up to {beyond}"
        return None


@dataclass(frozen=True, slots=True)
class Emptied:
    """Each of ``digits`` in each of ``cells`` leaves nothing for one of ``victims``; without
    victims the clue does not allow them whatever is in its other cells."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    victims: tuple[int, ...] = ()

    def text(self) -> Sentence:
        """The cell that would be left without a digit."""
        cells, digits = CellNames(self.cells), Spanned(self.digits)
        if not self.victims:
            return say("reason.alone", cells=cells, digits=digits)
        return say("reason.emptied", cells=cells, digits=digits, victims=CellNames(self.victims))

    def fault(self, rule: Rule, position: Position) -> str | None:
        """Why the digits are possible."""
        for cell in self.cells:
            for digit in self.digits:
                if can_keep(rule, position.puzzle, open_digits(position), [(cell, digit, True)]):
                    return f"{rule.title} allows {digit} in {position.geometry.name(cell)}"
        return None


@dataclass(frozen=True, slots=True)
class Extremes:
    """The ways, with the digits of the clue's cells in order, in which ``cell`` holds least and
    most; one where it holds the same digit in every way."""

    cell: int
    low: tuple[int, ...]
    high: tuple[int, ...]
    at: int

    def text(self) -> Sentence:
        """The digits of the two ways."""
        first, last = ("-".join(map(str, way)) for way in (self.low, self.high))
        low, high = self.low[self.at], self.high[self.at]
        key = "reason.extremes" if low != high else "reason.example"
        return say(key, cell=CellName(self.cell), low=low, high=high, first=first, last=last)

    def fault(self, rule: Rule, position: Position) -> str | None:
        """Why one of them is none."""
        open_ = open_digits(position)
        for way in (self.low, self.high):
            pairs = list(zip(rule.cells, way, strict=True))
            if any(digit not in open_[cell] for cell, digit in pairs) or not can_keep(
                rule, position.puzzle, open_digits(position), [(*pair, True) for pair in pairs]
            ):
                return f"{rule.title} cannot be {'-'.join(map(str, way))}"
        return None


Reason: TypeAlias = Bound | Emptied | Extremes


def reason_faults(reasons: Iterable[Reason], rule: Rule, position: Position) -> Iterator[str]:
    """Why reasons against digits of a clue are wrong."""
    for reason in reasons:
        if fault := reason.fault(rule, position):
            yield fault
