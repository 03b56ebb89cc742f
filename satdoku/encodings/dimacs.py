"""A puzzle as a DIMACS .cnf file."""

from __future__ import annotations

from typing import TextIO

from satdoku.encodings.cnf import encode
from satdoku.encodings.formula import Amo, ClauseKind, Formula
from satdoku.encodings.variables import given_literals
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["write_dimacs"]


def write_dimacs(
    puzzle: Puzzle,
    stream: TextIO,
    *,
    kind: ClauseKind = "extended",
    amo: Amo | None = None,
) -> Formula:
    """Write the puzzle as a DIMACS .cnf file, its givens and pencil marks as unit clauses.

    Every candidate keeps its number whatever the givens: comment lines ``c r1c1=5 is 5`` give the
    map. Returns the formula without those units.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: as :func:`encode`.
    """
    puzzle.require_valid()
    formula = encode(puzzle.model, kind=kind, amo=amo)
    units = given_literals(puzzle, formula.variables)
    geometry = puzzle.geometry
    stream.write(f"c {geometry.describe()}, {formula.kind} encoding, at-most-one {formula.amo}\n")
    if puzzle.constraints:
        rules = ", ".join(constraint.describe(geometry) for constraint in puzzle.constraints)
        stream.write(f"c rules: {rules}\n")
    for literal, (cell, digit) in enumerate(formula.variables.candidates):
        if literal:
            stream.write(f"c {geometry.name(cell)}={digit} is {literal}\n")
    if formula.auxiliary_count:
        stream.write(f"c {formula.variables.count + 1} to {formula.top} are auxiliary\n")
    stream.write(f"p cnf {formula.top} {formula.clause_count + len(units)}\n")
    stream.writelines(f"{literal} 0\n" for literal in units)
    for chunk in formula.chunks():
        stream.write("".join([f"{' '.join(map(str, clause))} 0\n" for clause in chunk]))
    return formula
