"""A certificate as a theorem for Coq, whose kernel then has the last word.

The file states the puzzle in the words of ``proofs/coq/Puzzle.v``, and beside it the solution, the
formula and the proof of the certificate. Its theorems follow, by computation, from what
``proofs/coq`` proves once for all puzzles: that the formula says what the puzzle says, and that the
checker of proofs is right. Nothing in this module need be trusted: coqc refuses a file that claims
something wrong, and one about another puzzle says so to its reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from satdoku.base.errors import EngineDisagreement, Unsupported
from satdoku.base.limits import UNLIMITED, Clock
from satdoku.board import Geometry, Grid
from satdoku.board.geometry import BoardHouse
from satdoku.proofs.certificate import Certified
from satdoku.proofs.drat import read_proof
from satdoku.proofs.formula import ProofFormula, formula_of, literals_of
from satdoku.proofs.lrat import lrat_of, read_lrat
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    ValueSet,
    variables_of,
)
from satdoku.relations.kinds import Comparison

MAX_NUMBERS = 400_000
"""Numbers in formula and proof for which coqc takes half a minute and two gigabytes."""

_COMPARISONS: dict[Comparison, str] = {
    "=": "Equal",
    "!=": "Unequal",
    "<=": "AtMost",
    ">=": "AtLeast",
}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")

_HEAD = """\
(* Written by satdoku. To check it, with satdoku's proofs/coq, built as docs/certificates.md says:
     coqc -Q .../proofs/coq Satdoku {file}
   Read whether the_puzzle below is the one that you mean: its givens, and beneath each house and
   each rule (a comment, in satdoku's JSON) the relations that are its meaning here. Every word of
   it is defined in proofs/coq/Puzzle.v. Nothing else has to be read or trusted. *)
From Coq Require Import ZArith List.
From Satdoku Require Import Certificate.
Import ListNotations.
Open Scope Z_scope.
"""

_UNIQUE = """\
Lemma shown : shows_unique the_puzzle the_formula the_proof the_solution = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem solved : solution the_puzzle (listed the_solution).
Proof. exact (unique_is_solution _ _ _ _ shown). Qed.

Theorem unique : forall a, solution the_puzzle a -> same_grid the_puzzle a (listed the_solution).
Proof. exact (unique_only _ _ _ _ shown). Qed.

Theorem formula_right :
  satisfiable the_formula
  <-> exists a, solution the_puzzle a /\\ ~ same_grid the_puzzle a (listed the_solution).
Proof. exact (unique_formula _ _ _ _ shown). Qed.

Definition theorems := (solved, unique, formula_right).
Print Assumptions theorems.
"""

_NONE = """\
Lemma shown : shows_none the_puzzle the_formula the_proof = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem none : forall a, ~ solution the_puzzle a.
Proof. exact (none_at_all _ _ _ shown). Qed.

Theorem formula_right : satisfiable the_formula <-> exists a, solution the_puzzle a.
Proof. exact (none_formula _ _ _ shown). Qed.

Definition theorems := (none, formula_right).
Print Assumptions theorems.
"""

_SEVERAL = """\
Lemma shown : shows_several the_puzzle the_solution another_solution = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem several :
  solution the_puzzle (listed the_solution) /\\ solution the_puzzle (listed another_solution)
  /\\ ~ same_grid the_puzzle (listed the_solution) (listed another_solution).
Proof. exact (several_solutions _ _ _ shown). Qed.

Print Assumptions several.
"""

_THEOREMS = {"unique": _UNIQUE, "none": _NONE, "multiple": _SEVERAL}


def theorem_name(stem: str) -> str:
    """The name of the theorem's file beside a certificate: Coq wants a name that is a word."""
    return f"theorem_{stem.replace('-', '_')}.v"


def theorem_of(certified: Certified, name: str, clock: Clock | None = None) -> str:
    """The file with the theorem of a certificate.

    :raises Unsupported: where Coq could not check it in reasonable time, or the puzzle's digits are
        not from 0 up.
    :raises Undecided: where the clock runs out.
    """
    clock = clock or UNLIMITED.start()
    puzzle = certified.puzzle
    if puzzle.geometry.digits[0] < 0:
        raise Unsupported("Coq's theorems are about boards without negative digits")
    parts = [_HEAD.format(file=name), *_puzzle(puzzle)]
    for title, grid in zip(("the_solution", "another_solution"), certified.solutions, strict=False):
        values = [value for value in grid.values if value is not None]
        values += _hidden(puzzle, grid, clock)
        parts.append(f"Definition {title} : list Z := {_list(values)}.\n")
    if certified.formula is not None and certified.proof is not None:
        excluded = certified.solutions[0] if certified.solutions else None
        formula = formula_of(puzzle, excluded, clock)
        parts += _refutation(formula, certified, clock)
    return "\n".join([*parts, _THEOREMS[certified.verdict]])


def _refutation(formula: ProofFormula, certified: Certified, clock: Clock) -> Iterator[str]:
    assert certified.proof is not None
    if certified.proof_format == "lrat":
        steps = read_lrat(certified.proof)
    else:
        steps = lrat_of(
            formula, read_proof(certified.proof, certified.proof_format, formula.top), clock
        )
    size = sum(map(len, formula.clauses)) + sum(len(s.clause) + len(s.hints) for s in steps)
    if size > MAX_NUMBERS:
        raise Unsupported(
            f"formula and proof have {size:,} numbers, more than the {MAX_NUMBERS:,} with which "
            "Coq could check the theorem in reasonable time; the certificate can be checked by "
            "satdoku verify"
        )
    # Without gaps, as the checker in Coq numbers them.
    number = {n: n for n in range(1, len(formula.clauses) + 1)}
    for place, step in enumerate(steps, len(number) + 1):
        number[step.number] = place
    lines = [f"({_list(s.clause)}, {_list(number[n] for n in s.hints)})" for s in steps]
    yield f"Definition the_formula : cnf := {_block(map(_list, formula.clauses))}.\n"
    yield f"Definition the_proof : proof := {_block(lines)}.\n"


def _hidden(puzzle: Puzzle, grid: Grid, clock: Clock) -> list[int]:
    """Values of the auxiliary variables with which the grid solves the puzzle."""
    geometry = puzzle.geometry
    cells, size = geometry.cell_count, len(geometry.digits)
    rows = literals_of(puzzle)[cells:]
    if not rows:
        return []
    from satdoku.engines.incremental import Clauses

    formula = formula_of(puzzle, None, clock)
    fixed = [
        cell * size + geometry.digits.index(value) + 1 for cell, value in enumerate(grid.values)
    ]
    with Clauses(map(list, formula.clauses)) as solver:
        if not solver.solve(fixed, clock):
            raise EngineDisagreement(
                f"no values of the hidden variables were found for {grid.text()}, which is a "
                "solution by the rules. This is a bug; please report it."
            )
        true = {literal for literal in solver.model() if literal > 0}
    return [next(value for value, x in row.items() if x in true) for row in rows]


def _puzzle(puzzle: Puzzle) -> Iterator[str]:
    """The definition of ``the_puzzle``, with the names of the cells."""
    geometry = puzzle.geometry
    cells = geometry.cell_count
    names = _Names(geometry)
    rows = [list(row) for _, row in groupby(range(cells), lambda c: _row(geometry, c))]
    for row in rows:
        yield " ".join(f"Definition {names.of(cell)} := {cell}." for cell in row)
    marked = () if puzzle.pencil_marks is None else enumerate(puzzle.pencil_marks)
    marks = [Domain(cell, puzzle.domain(cell)) for cell, mark in marked if mark is not None]
    model = puzzle.model
    sources = groupby(zip(model.origins, model.relations, strict=True), lambda pair: pair[0])
    stated = []
    for origin, pairs in sources:
        if isinstance(origin, BoardHouse):
            title = f"{origin.kind} {origin.number}" + f" of grid {origin.grid}" * bool(origin.grid)
        else:
            title = _comment(puzzle, origin)
        stated.append(
            f"    (* {title} *)\n" + ";\n".join(f"    {names.relation(one)}" for _, one in pairs)
        )
    if marks:
        texts = ";\n".join(f"    {names.relation(one)}" for one in marks)
        stated.append(f"    (* pencil marks *)\n{texts}")
    yield ""
    yield from names.lists
    top = max([cells, *(v + 1 for r in model.relations for v in variables_of(r))])
    shown = [["o" if (g := puzzle.givens[c]) is None else str(g) for c in row] for row in rows]
    grid = ";\n".join(f"    [{'; '.join(row)}]" for row in shown)
    yield f"""
(* {geometry.describe()} *)
Definition the_puzzle : puzzle := {{|
  digits := {_list(geometry.digits)};
  givens := [
{grid}
  ];
  variables := {top};
  relations := [
{";".join(part + chr(10) for part in stated).replace(chr(10) + ";", ";" + chr(10))}  ]
|}}.
"""


def _row(geometry: Geometry, cell: int) -> int:
    """The row of a cell; one for all cells outside of the grid."""
    if geometry.extra and cell >= geometry.grid_count:
        return -1
    return geometry.row_column(cell)[0]


def _comment(puzzle: Puzzle, place: int) -> str:
    """A rule in satdoku's JSON, as a comment of Coq may have it."""
    from satdoku.constraints import to_data

    text = json.dumps(to_data(puzzle.constraints[place], puzzle.geometry))
    # A quotation mark opens a string there, too, which knows no backslashes.
    text = text.replace("\\\\", "/").replace('\\"', "'")
    return text.replace("(*", "( *").replace("*)", "* )")


class _Names:
    """Writes relations with the names of the cells; long lists get a definition of their own."""

    def __init__(self, geometry: Geometry) -> None:
        self._cells = [geometry.name(cell) for cell in range(geometry.cell_count)]
        if not all(map(_NAME.fullmatch, self._cells)):
            self._cells = [f"cell{cell}" for cell in range(geometry.cell_count)]
        self._listed: dict[str, str] = {}
        self.lists: list[str] = []

    def of(self, variable: int) -> str:
        """The name of a variable."""
        return self._cells[variable] if variable < len(self._cells) else str(variable)

    def all_of(self, variables: Iterable[int]) -> str:
        """A list of variables."""
        return f"[{'; '.join(map(self.of, variables))}]"

    def shared(self, kind: str, items: Sequence[str]) -> str:
        """The name of a list that is defined once."""
        term = f"{kind} := {_block(items)}"
        if term not in self._listed:
            name = self._listed[term] = f"list{len(self._listed) + 1}"
            self.lists.append(f"Definition {name} : {term}.")
        return self._listed[term]

    def relation(self, relation: Relation) -> str:
        """A relation as ``proofs/coq/Puzzle.v`` defines them."""
        match relation:
            case AllDifferent():
                return f"AllDifferent {self.all_of(relation.variables)}"
            case Domain():
                return f"Domain {self.of(relation.variable)} {_list(sorted(relation.digits))}"
            case PairTable():
                pairs = self.shared("list (Z * Z)", [*map(_tuple, sorted(relation.allowed))])
                return f"PairTable {self.of(relation.first)} {self.of(relation.second)} {pairs}"
            case DigitSetSum():
                return f"DigitSetSum {self.all_of(relation.variables)} {_number(relation.total)}"
            case Table() | Linear() | Automaton() | Among() | Element() | ValueSet() | Or():
                return self._guarded(relation.guard, self._other(relation))
            case _:
                assert_never(relation)

    def _guarded(self, guard: Guard | None, text: str) -> str:
        if guard is None:
            return text
        sense = "true" if guard.sense else "false"
        return f"Guarded {self.of(guard.variable)} {_number(guard.value)} {sense} ({text})"

    def _other(self, relation: Table | Linear | Automaton | Among | Element | ValueSet | Or) -> str:
        match relation:
            case Table():
                rows = self.shared("list (list Z)", [*map(_list, sorted(relation.rows))])
                return f"Table {self.all_of(relation.variables)} {rows}"
            case Linear():
                pairs = zip(relation.coefficients, relation.variables, strict=True)
                terms = "; ".join(f"({_number(c)}, {self.of(v)})" for c, v in pairs)
                return f"Linear [{terms}] {_compared(relation.comparison, relation.total)}"
            case Automaton():
                moves = self.shared("list (Z * Z * Z)", [*map(_tuple, sorted(relation.moves))])
                ends = f"{_list(sorted(relation.starts))} {_list(sorted(relation.accepting))}"
                return f"Automaton {self.all_of(relation.variables)} {ends} {moves}"
            case Among():
                counted = f"{self.all_of(relation.counted)} {_list(sorted(relation.digits))}"
                number = _compared(relation.comparison, relation.number)
                more = relation.counter
                counter = "None" if more is None else f"(Some {self.of(more)})"
                return f"Among {counted} {number} {counter}"
            case Element():
                array = self.all_of(relation.array)
                ends = f"{self.of(relation.result)} {_number(relation.first)}"
                return f"Element {self.of(relation.index)} {array} {ends}"
            case ValueSet():
                ordered = sorted(tuple(sorted(values)) for values in relation.sets)
                sets = self.shared("list (list Z)", [*map(_list, ordered)])
                return f"ValueSet {self.all_of(relation.variables)} {sets}"
            case Or():
                groups = (f"[{'; '.join(map(self.relation, group))}]" for group in relation.groups)
                return f"Or [{'; '.join(groups)}]"
            case _:
                assert_never(relation)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _list(values: Iterable[int]) -> str:
    return f"[{';'.join(map(str, values))}]"


def _tuple(values: Iterable[int]) -> str:
    return f"({','.join(map(str, values))})"


def _block(items: Iterable[str]) -> str:
    """A list with an item a line, or in one line where it is short."""
    texts = list(items)
    line = f"[{'; '.join(texts)}]"
    return line if len(line) <= 90 else "[\n" + ";\n".join(texts) + "]"


def _compared(comparison: Comparison, number: int) -> str:
    return f"{_COMPARISONS[comparison]} {_number(number)}"
