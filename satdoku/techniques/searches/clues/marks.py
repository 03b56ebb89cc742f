"""Modified cells: where a house has its doubler, and what clues leave once that is known.

Other names: finding the doubler (negator, hot and cold cells) of a row, column or box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from threading import RLock
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.constraints.modifiers import Modifier
from satdoku.encodings.cnf import encode_alone
from satdoku.encodings.variables import Variables
from satdoku.engines.incremental import Clauses
from satdoku.model import Model
from satdoku.relations import AllDifferent, Lowered
from satdoku.techniques.arguments.marks import MarkCase, MarksProof, MarkStatement
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import inner_rule, whole_rule
from satdoku.techniques.step import Candidate, House, Rule, Step

_CONFLICTS = 300
"""The conflicts after which nothing is said of a way to keep a clue."""

_MOST_STATEMENTS = 12
"""Statements about modified cells before a step becomes too long to read."""

_MAX_CELLS = 12
"""The cells of a clue that is asked about."""

_MAX_CASES = 3
"""The places of a modifier that are supposed one after another."""

_SUPPOSED = -1

_Marks = dict[tuple[int, int], int]
"""The statement that a cell does not have a mark, by its number; ``_SUPPOSED`` where that is the
case looked at."""

_Why = tuple[int, ...]
"""Statements, by their numbers."""


@dataclass(frozen=True, slots=True)
class ModifiedCells(Technique):
    """A house has one modified cell of each kind; clues show which it is, and then more.

    A clue that cannot be kept with a doubled cell shows that the cell is not doubled, and one that
    can only be kept with it that it is. A house with one cell left for its doubler has it there,
    and a house that has its doubler has no other. With these marks of its cells, a clue excludes
    more digits than without. Where two or three cells are left for the doubler of a house, each is
    supposed to be it: what is excluded in each case goes.

    Pattern: ``rules`` the clues; ``cells`` the cells of which it is shown or supposed whether they
    are modified; ``houses`` those that have their modified cell.
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

    def refuted(self, before: list[int], literals: list[int], known: _Marks) -> _Why | None:
        """The statements with which the clue cannot be kept where the literals are true."""
        if self.solver.attempt([*before, *literals], _CONFLICTS) is not False:
            return None
        core = {known[self.mark_of[x]] for x in self.solver.core() if x in self.mark_of}
        return tuple(sorted(core))

    def has_any(self, marks: Iterable[tuple[int, int]]) -> bool:
        """Whether some of the marks are of its cells."""
        return any(cell in self.marks for cell, _ in marks)


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
                if not exclusions:
                    yield from self._by_cases(cands, known, statements, name, clock)
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
                    why = clue.refuted(before, [row[mark]], known)
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
                why = clue.refuted(before, [row[d]], known)
                if why:
                    lost.setdefault(why, []).append((cell, cands.board.digits[d]))
        for why, pairs in lost.items():
            order = _closed(why, statements)
            own = _renumbered(order, statements, order)
            case = MarkCase(clue.rule, _renamed(why, order))
            yield self._proof(own, (case,)), tuple(sorted(pairs))

    def _proof(
        self,
        statements: tuple[MarkStatement, ...],
        cases: tuple[MarkCase, ...],
        mark: int = 0,
        house: House | None = None,
    ) -> MarksProof:
        kinds, count = self.rule.kinds, self.rule.count or 0
        return MarksProof(self.whole, kinds, count, statements, cases, mark, house)

    def _by_cases(
        self,
        cands: Candidates,
        known: _Marks,
        statements: list[MarkStatement],
        name: str,
        clock: Clock,
    ) -> Iterator[Step]:
        """The steps by cases over the places of a modifier that are left in a house."""
        supposed: dict[tuple[int, int], _Case] = {}
        for cells, number, house in self.sets:
            for kind in self.marks[1:] if number == 1 else ():
                can = [cell for cell in cells if kind in self._left(cell, known)]
                if not 1 < len(can) <= _MAX_CASES:
                    continue
                clock.check()
                for cell in can:
                    if (cell, kind) not in supposed:
                        supposed[cell, kind] = self._case(cands, cell, kind, known, statements)
                cases = [supposed[cell, kind] for cell in can]
                ruled = [at for (c, m), at in known.items() if c in cells and m == kind]
                alike: dict[tuple[tuple[_Clue, _Why], ...], list[Candidate]] = {}
                for pair in next((one.lost for one in cases if one.wrong is None), ()):
                    reasons = [one.wrong or one.lost.get(pair) for one in cases]
                    alike.setdefault(tuple(filter(None, reasons)), []).append(pair)
                for whys, pairs in alike.items():
                    if len(whys) == len(cases):
                        proof = self._cases_proof(cases, whys, ruled, statements, kind, house)
                        yield Step(name, proof, eliminations=tuple(sorted(pairs)))

    def _case(
        self,
        cands: Candidates,
        cell: int,
        kind: int,
        known: _Marks,
        statements: list[MarkStatement],
    ) -> _Case:
        """The consequences of a cell having a mark."""
        others = self._left(cell, known) - {kind}
        within = known | {(cell, mark): _SUPPOSED for mark in others}
        own: list[MarkStatement] = []
        while fresh := [one for one in self._counted(within) if (one.cell, one.mark) not in within]:
            for one in fresh:
                if (one.cell, one.mark) not in within:
                    within[one.cell, one.mark] = len(statements) + len(own)
                    own.append(replace(one, parents=_known(one.parents)))
        lost: dict[Candidate, tuple[_Clue, _Why]] = {}
        for clue in self.clues:
            if not clue.has_any(within.keys() - known.keys()):
                continue
            before = clue.literals(cands, within)
            if (why := clue.refuted(before, [], within)) is not None:
                return _Case(cell, own, (clue, _known(why)), {})
            for at, row in clue.digits.items():
                for d in bits(cands.cand[at]) if cands.values[at] < 0 else ():
                    why = clue.refuted(before, [row[d]], within)
                    if why and (why[0] == _SUPPOSED or why[-1] >= len(statements)):
                        lost.setdefault((at, cands.board.digits[d]), (clue, _known(why)))
        return _Case(cell, own, None, lost)

    def _cases_proof(
        self,
        cases: Sequence[_Case],
        whys: Sequence[tuple[_Clue, _Why]],
        ruled: Sequence[int],
        statements: list[MarkStatement],
        kind: int,
        house: House | None,
    ) -> MarksProof:
        """The proof with those statements that the cases need, numbered anew."""
        first = len(statements)
        orders = [
            _closed(why, [*statements, *case.own])
            for case, (_, why) in zip(cases, whys, strict=True)
        ]
        base = _closed([*ruled, *(at for own in orders for at in own if at < first)], statements)
        proved = []
        for case, (clue, why), own in zip(cases, whys, orders, strict=True):
            order = [*base, *(at for at in own if at >= first)]
            every = _renumbered(order[len(base) :], [*statements, *case.own], order)
            proved.append(MarkCase(clue.rule, _renamed(why, order), case.cell, every))
        return self._proof(_renumbered(base, statements, base), tuple(proved), kind, house)


@dataclass(frozen=True, slots=True)
class _Case:
    """The consequences of a cell's having a mark: statements, a clue that is ``wrong`` then, or the
    candidates that are ``lost``; with the statements that show it."""

    cell: int
    own: Sequence[MarkStatement]
    wrong: tuple[_Clue, _Why] | None
    lost: dict[Candidate, tuple[_Clue, _Why]]


def _known(why: Iterable[int]) -> _Why:
    """The statements without what is supposed."""
    return tuple(at for at in why if at != _SUPPOSED)


def _closed(why: Iterable[int], statements: Sequence[MarkStatement]) -> list[int]:
    """Some statements and all that they rest on, in order."""
    waiting = [*why]
    needed = {*waiting}
    for at in waiting:
        waiting += [parent for parent in statements[at].parents if parent not in needed]
        needed |= {*statements[at].parents}
    return sorted(needed)


def _renumbered(
    chosen: Sequence[int], statements: Sequence[MarkStatement], order: Sequence[int]
) -> tuple[MarkStatement, ...]:
    """The statements chosen, their parents numbered by their places in ``order``."""
    return tuple(
        replace(statements[at], parents=_renamed(statements[at].parents, order)) for at in chosen
    )


def _renamed(why: Iterable[int], order: Sequence[int]) -> _Why:
    return tuple(order.index(at) for at in why)


TERMS = (Term(ModifiedCells(), aliases=("doublers of a house", "negators of a house"), points=28),)
