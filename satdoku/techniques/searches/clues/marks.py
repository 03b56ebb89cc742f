"""Modified cells: where a house has its doubler, and what clues leave once that is known.

Other names: finding the doubler (negator, hot and cold cells) of a row, column or box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.board import Geometry
from satdoku.constraints.modifiers import Modifier
from satdoku.encodings.cnf import encode_alone
from satdoku.encodings.variables import Variables
from satdoku.engines.incremental import Clauses
from satdoku.model import Model
from satdoku.relations import AllDifferent, Lowered
from satdoku.techniques.arguments.marks import MarksProof, MarkStatement
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import inner_rule, whole_rule
from satdoku.techniques.step import Candidate, Rule, Step

_CONFLICTS = 300
"""The conflicts after which nothing is said of a way to keep a clue."""

_MOST_STATEMENTS = 12
"""Statements about modified cells before a step becomes too long to read."""

_MAX_CELLS = 12
"""The cells of a clue that is asked about."""

_Marks = dict[tuple[int, int], int]
"""The statement that a cell does not have a mark, by its number."""


@dataclass(frozen=True, slots=True)
class ModifiedCells(Technique):
    """A house has one modified cell of each kind; clues show which it is, and then more.

    A clue that cannot be kept with a doubled cell shows that the cell is not doubled, and one that
    can only be kept with it that it is. A house with one cell left for its doubler has it there,
    and a house that has its doubler has no other. With these marks of its cells, a clue excludes
    more digits than without.

    Pattern: ``rules`` the clues; ``cells`` the cells of which it is shown whether they are
    modified; ``houses`` those that have their modified cell.
    """

    name: ClassVar[str] = "modified-cells"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        puzzle = cands.puzzle
        for place, rule in enumerate(puzzle.constraints):
            if isinstance(rule, Modifier):
                known = _layer_of(cands, place, rule)
                with known.lock:
                    yield from list(known.steps(cands, self.name, clock))


def _layer_of(cands: Candidates, place: int, rule: Modifier) -> _Layer:
    """The clues under a modifier, kept with the model of the puzzle."""

    def make(model: Model) -> _Layer:
        return _Layer(place, rule, model.geometry, cands.board)

    return cands.puzzle.model.kept((ModifiedCells, place), make)


class _Clue:
    """A clue about values as clauses, whose cells hold what may stand together in houses."""

    def __init__(self, rule: Rule, wide: Geometry, relations: Sequence[Lowered], marks: range):
        self.rule = rule
        cells, first = rule.cells, wide.grid_count
        apart = [
            AllDifferent(tuple(sorted(own)))
            for house in wide.houses
            if len(own := {*house.cells} & {*cells}) > 1
        ]
        variables = Variables.full(wide)
        model = Model(wide, [*relations, *apart])
        formula = encode_alone(variables, model, top=variables.count)
        self.digits = {cell: variables.table[cell] for cell in cells}
        self.marks = {cell: variables.table[first + cell][: marks.stop] for cell in cells}
        self.solver = Clauses(formula.clauses(), solver="minisat22")
        for cell in cells:
            for row in (variables.table[cell], variables.table[first + cell]):
                self.solver.add(row)
                self.solver.extend([-a, -b] for i, a in enumerate(row) for b in row[:i])
        self.mark_of = {-x: (c, m) for c, row in self.marks.items() for m, x in enumerate(row)}

    def literals(self, cands: Candidates, known: _Marks) -> list[int]:
        """The candidates and marks that its cells have lost, as literals."""
        literals = []
        for cell, row in self.digits.items():
            value = cands.values[cell]
            held = cands.cand[cell] if value < 0 else 1 << value
            literals += [-x for d, x in enumerate(row) if not held >> d & 1]
        return literals + [literal for literal, key in self.mark_of.items() if key in known]

    def refuted(self, before: list[int], literal: int, known: _Marks) -> tuple[int, ...] | None:
        """The statements with which the clue cannot be kept where the literal is true."""
        if self.solver.attempt([*before, literal], _CONFLICTS) is not False:
            return None
        core = {known[self.mark_of[x]] for x in self.solver.core() if x in self.mark_of}
        return tuple(sorted(core))


class _Layer:
    """The clues under a modifier of a puzzle."""

    def __init__(self, place: int, rule: Modifier, geometry: Geometry, board: Board) -> None:
        self.lock = RLock()
        self.rule, self.geometry = rule, geometry
        self.whole = whole_rule(place, rule, geometry)
        wide = rule.with_marks_as_digits(geometry)
        digits, self.marks = geometry.digits, range(len(rule.kinds) + 1)
        self.clues = []
        scopes = [{*inner.scope(geometry)} for inner in rule.rules]
        for inner, cells in zip(rule.rules, scopes, strict=True):
            if scopes.count(cells) == 1 and len(cells) <= _MAX_CELLS:
                named = inner_rule(place, rule, inner, geometry)
                about = rule.about((inner,), cells, geometry, digits)
                self.clues.append(_Clue(named, wide, tuple(about), self.marks))
        houses = {frozenset(house.cells): house for house in board.houses}
        self.sets = [
            (cells, number, houses.get(frozenset(cells)))
            for cells, number in rule.numbered(geometry)
        ]

    def steps(self, cands: Candidates, name: str, clock: Clock) -> Iterator[Step]:
        """The steps after the fewest statements about marks."""
        known: _Marks = {}
        statements: list[MarkStatement] = []
        while True:
            clock.check()
            exclusions = [
                (proof, lost)
                for clue in self.clues
                for proof, lost in self._excluded(clue, cands, known, statements)
                if len(proof.statements) <= _MOST_STATEMENTS
            ]
            for proof, lost in sorted(exclusions, key=lambda item: len(item[0].statements)):
                yield Step(name, proof, eliminations=lost)
            fresh = [] if exclusions else [*self._counted(known)] or [*self._shown(cands, known)]
            if not fresh:
                return
            for one in fresh:
                if (one.cell, one.mark) not in known:
                    known[one.cell, one.mark] = len(statements)
                    statements.append(one)

    def _left(self, cell: int, known: _Marks) -> set[int]:
        """The marks left to a cell."""
        return {m for m in self.rule.marks(self.geometry)[cell] if (cell, m) not in known}

    def _counted(self, known: _Marks) -> Iterator[MarkStatement]:
        """The statements that follow as a house has so many modified cells of a kind."""
        for cells, number, house in self.sets:
            left = {cell: self._left(cell, known) for cell in cells}
            for kind in self.marks[1:]:
                can = [cell for cell in cells if kind in left[cell]]
                sure = [cell for cell in can if left[cell] == {kind}]
                if len(sure) == number:
                    why = tuple(at for c in sure for (o, _), at in known.items() if o == c)
                    for cell in can:
                        if cell not in sure:
                            yield MarkStatement(cell, kind, house, why)
                elif len(can) == number:
                    why = tuple(at for (o, m), at in known.items() if o in left and m == kind)
                    for cell in can:
                        for mark in left[cell] - {kind}:
                            yield MarkStatement(cell, mark, house, why)

    def _shown(self, cands: Candidates, known: _Marks) -> Iterator[MarkStatement]:
        """The statements that clues show of the marks of their cells."""
        for clue in self.clues:
            before = clue.literals(cands, known)
            for cell, row in clue.marks.items():
                left = self._left(cell, known)
                for mark in left if len(left) > 1 else ():
                    why = clue.refuted(before, row[mark], known)
                    if why is not None:
                        yield MarkStatement(cell, mark, clue.rule, why)

    def _excluded(
        self, clue: _Clue, cands: Candidates, known: _Marks, statements: list[MarkStatement]
    ) -> Iterator[tuple[MarksProof, tuple[Candidate, ...]]]:
        """The candidates that a clue excludes by known marks, for each set of statements."""
        if not any((cell, mark) in known for cell in clue.marks for mark in self.marks):
            return
        before = clue.literals(cands, known)
        lost: dict[tuple[int, ...], list[Candidate]] = {}
        for cell, row in clue.digits.items():
            for d in bits(cands.cand[cell]) if cands.values[cell] < 0 else ():
                why = clue.refuted(before, row[d], known)
                if why:
                    lost.setdefault(why, []).append((cell, cands.board.digits[d]))
        for why, pairs in lost.items():
            needed, waiting = {*why}, [*why]
            for at in waiting:
                waiting += [p for p in statements[at].parents if p not in needed]
                needed |= {*statements[at].parents}
            order = sorted(needed)
            number = {at: i for i, at in enumerate(order)}
            own = tuple(
                MarkStatement(s.cell, s.mark, s.reason, tuple(number[p] for p in s.parents))
                for s in (statements[at] for at in order)
            )
            because = tuple(number[at] for at in why)
            kinds, count = self.rule.kinds, self.rule.count or 0
            proof = MarksProof(self.whole, kinds, count, own, clue.rule, because)
            yield proof, tuple(sorted(pairs))


TERMS = (Term(ModifiedCells(), aliases=("doublers of a house", "negators of a house"), points=28),)
