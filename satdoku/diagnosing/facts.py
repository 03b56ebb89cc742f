"""The facts of a puzzle, which may be at fault; a SAT solver can assume each of them or not.

The board's houses are the background. A fact is a given, the pencil marks of one cell, or one rule
of a variant. A given is an assumption (its literal), marks are assumptions (the negations of what
they rule out), and a rule's clauses stand behind a guard that is assumed. So one solver with the
clauses of a board and its rules answers for every choice of facts, and for puzzle after puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Literal

from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import Clock
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid
from satdoku.engines.incremental import SwitchedRules
from satdoku.model import Model
from satdoku.puzzle import Puzzle

FactKind = Literal["given", "marks", "rule"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A given, the pencil marks of a cell, or a rule of a puzzle.

    ``given``  ``cell`` holds the one digit of ``digits``
    ``marks``  ``cell`` holds one of ``digits`` (ascending; none where the marks are empty)
    ``rule``   the grid keeps ``rule``
    """

    kind: FactKind
    cell: int = -1
    digits: tuple[int, ...] = ()
    rule: Constraint | None = None

    def name(self, geometry: Geometry) -> str:
        """Short, without spaces: ``r7c1=5``, ``r1c2=1/4``, ``diagonal``, ``killer-cage@r1c1``.

        A rule with cells of its own is placed by the first of them. Marks of one digit are
        written ``r1c2=4/``, to distinguish them from a given; empty ones ``r1c2=/``.
        """
        if self.rule is None:
            digits = "/".join(map(str, self.digits))
            if self.kind == "marks" and len(self.digits) < 2:
                digits += "/"
            return f"{geometry.name(self.cell)}={digits}"
        cells = self.rule.scope(geometry) if self.rule.parameters else ()
        return self.rule.name + (f"@{geometry.name(cells[0])}" if cells else "")

    def describe(self, geometry: Geometry) -> str:
        """In a sentence: ``r7c1=5``, ``the pencil marks of r1c2 (1)``, ``the rule "diagonals"``."""
        if self.rule is not None:
            return f'the rule "{self.rule.describe(geometry)}"'
        if self.kind == "given":
            return f"{geometry.name(self.cell)}={self.digits[0]}"
        marks = ", ".join(map(str, self.digits)) or "none"
        return f"the pencil marks of {geometry.name(self.cell)} ({marks})"

    def cells(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells that it concerns."""
        return (self.cell,) if self.rule is None else self.rule.scope(geometry)


@dataclass(frozen=True, slots=True)
class PuzzleFault:
    """A fault of one house, cell or rule, and the puzzle that shows it."""

    problem: Problem
    puzzle: Puzzle


def facts_of(puzzle: Puzzle) -> tuple[Fact, ...]:
    """Every fact of a puzzle: givens, then pencil marks, then rules, each once."""
    facts = [
        Fact("given", cell, (given,))
        for cell, given in enumerate(puzzle.givens)
        if given is not None
    ]
    every = len(puzzle.geometry.digits)
    facts += [
        Fact("marks", cell, tuple(sorted(marks)))
        for cell, marks in enumerate(puzzle.pencil_marks or ())
        if marks is not None and len(marks) < every
    ]
    facts += [Fact("rule", rule=rule) for rule in dict.fromkeys(puzzle.constraints)]
    return tuple(facts)


def names_of(facts: Iterable[Fact], geometry: Geometry) -> dict[Fact, str]:
    """The short names of all facts of a puzzle, each another.

    Rules of one kind that begin in the same cell are numbered in their order:
    ``killer-cage@r1c1``, ``killer-cage@r1c1#2``.
    """
    seen: Counter[str] = Counter()
    names = {}
    for fact in facts:
        name = fact.name(geometry)
        seen[name] += 1
        names[fact] = f"{name}#{seen[name]}" if seen[name] > 1 else name
    return names


def with_facts(puzzle: Puzzle, facts: Iterable[Fact]) -> Puzzle:
    """The puzzle of the same board with these facts alone."""
    geometry = puzzle.geometry
    givens: list[int | None] = [None] * geometry.cell_count
    marks: list[frozenset[int] | None] = [None] * geometry.cell_count
    rules = []
    for fact in facts:
        if fact.rule is not None:
            rules.append(fact.rule)
        elif fact.kind == "given":
            givens[fact.cell] = fact.digits[0]
        else:
            marks[fact.cell] = frozenset(fact.digits)
    restricted = any(here is not None for here in marks)
    return Puzzle(geometry, tuple(givens), tuple(marks) if restricted else None, tuple(rules))


def without(puzzle: Puzzle, facts: Collection[Fact]) -> Puzzle:
    """The puzzle without these facts."""
    givens = list(puzzle.givens)
    marks = None if puzzle.pencil_marks is None else list(puzzle.pencil_marks)
    removed = set()
    for fact in facts:
        if fact.rule is not None:
            removed.add(fact.rule)
        elif fact.kind == "given":
            givens[fact.cell] = None
        elif marks is not None:
            marks[fact.cell] = None
    rules = tuple(rule for rule in puzzle.constraints if rule not in removed)
    return replace(
        puzzle,
        givens=tuple(givens),
        pencil_marks=None if marks is None else tuple(marks),
        constraints=rules,
    )


def require_sound(puzzle: Puzzle) -> None:
    """Check that the board itself has no fault; givens, marks and rules may have faults.

    :raises InvalidPuzzle: where a region has the wrong size, a digit or a cell is none of the
        board's, or the board cannot have a rule at all.
    """
    geometry = puzzle.geometry
    unfit = {reason for rule in puzzle.constraints if (reason := rule.unfit(geometry))}
    wrong = [
        problem
        for problem in puzzle.problems()
        if problem.kind in ("digit", "region", "cells") or problem.message in unfit
    ]
    if wrong:
        raise InvalidPuzzle(wrong)


class Ground:
    """A puzzle's facts, and a solver that decides which of them can hold together.

    The solver is new for each puzzle, so that what it finds depends on the puzzle alone.

    :raises Unsupported: where a rule cannot be written as clauses.
    :raises RanOut: where the clock runs out while the board is encoded.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.puzzle = puzzle
        self.geometry = puzzle.geometry
        self.facts = facts_of(puzzle)
        self._board = _SwitchedBoard(puzzle.model, clock.check)
        self._assumed = {fact: self._board.literals(fact) for fact in self.facts}
        self._owner = {
            literal: fact for fact, literals in self._assumed.items() for literal in literals
        }
        # The solver then finds grids that keep most of the facts, so that fewer are left to try.
        self._board.solver.prefer(
            [literals[0] for fact, literals in self._assumed.items() if fact.kind == "given"]
        )

    def hold(
        self, facts: Iterable[Fact], clock: Clock, digits: Iterable[tuple[int, int]] = ()
    ) -> bool:
        """Whether some grid keeps all of these facts and has these digits, as (cell, digit), too.

        :raises RanOut: where the clock runs out first.
        """
        assumed = [literal for fact in facts for literal in self._assumed[fact]]
        assumed += [self._board.variables.literal(cell, digit) for cell, digit in digits]
        return self._board.solver.solve(assumed, clock)

    def clashing(self) -> frozenset[Fact]:
        """Facts of the last :meth:`hold` that cannot hold together; not always the fewest."""
        owner = self._owner
        return frozenset(
            owner[literal] for literal in self._board.solver.core() if literal in owner
        )

    def values(self) -> tuple[int, ...]:
        """The grid last found."""
        return self._board.variables.values(self._board.solver.model())

    def kept(self, facts: Collection[Fact], values: Sequence[int]) -> frozenset[Fact]:
        """The facts that a full grid keeps."""
        grid = Grid(self.geometry, tuple(values))
        return frozenset(
            fact
            for fact in facts
            if (values[fact.cell] in fact.digits if fact.rule is None else fact.rule.holds(grid))
        )


class _SwitchedBoard:
    """A board, its rules by their switches, and the assumptions of each fact."""

    def __init__(self, model: Model, tick: Callable[[], None]) -> None:
        self._rules = SwitchedRules(model.geometry, tick)
        self.variables = self._rules.variables
        self.solver = self._rules.solver
        self._guards: dict[Constraint, int] = {}
        for rule, part in dict(zip(model.constraints, model.parts, strict=True)).items():
            tick()
            self._guards[rule] = self._rules.add(part)

    def literals(self, fact: Fact) -> list[int]:
        """The assumptions that make a fact hold."""
        if fact.rule is not None:
            return [self._guards[fact.rule]]
        literal = self.variables.literal
        if fact.kind == "given":
            return [literal(fact.cell, fact.digits[0])]
        digits = self.variables.geometry.digits
        return [-literal(fact.cell, digit) for digit in digits if digit not in fact.digits]
