"""A puzzle as a DIMACS .cnf file, and the answers of solvers as grids."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TextIO

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.formats import ReadOptions, parse, write
from satdoku.puzzle import Document, Puzzle

if TYPE_CHECKING:
    from satdoku.encodings.formula import Amo, ClauseKind, Formula

_PUZZLE = "c puzzle: "
_NAMED = re.compile(r"c (r\d+c\d+)=(\d+) is (\d+)")
Status = Literal["found", "none", "undecided"]
_STATUS: dict[str, Status] = {
    "SATISFIABLE": "found",
    "SAT": "found",
    "UNSATISFIABLE": "none",
    "UNSAT": "none",
    "UNKNOWN": "undecided",
    "INDETERMINATE": "undecided",
    "INDET": "undecided",
}
"""The words after ``s``, or alone on a line of the file that MiniSat writes."""


def write_dimacs(
    puzzle: Puzzle, stream: TextIO, *, kind: ClauseKind = "extended", amo: Amo | None = None
) -> Formula:
    """Write the puzzle as a DIMACS .cnf file, its givens and pencil marks as unit clauses.

    Every candidate keeps its number whatever the givens: comment lines ``c r1c1=5 is 5`` give the
    map, and ``c puzzle:`` has the puzzle in satdoku's JSON, which :func:`read_formula` reads.
    Returns the formula without those units.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: as :func:`encode`.
    """
    from satdoku.encodings.cnf import encode
    from satdoku.encodings.variables import given_literals

    puzzle.require_valid()
    formula = encode(puzzle.model, kind=kind, amo=amo)
    units = given_literals(puzzle, formula.variables)
    geometry = puzzle.geometry
    stream.write(f"c {geometry.describe()}, {formula.kind} encoding, at-most-one {formula.amo}\n")
    stream.write(f"{_PUZZLE}{write(Document(puzzle), 'json').strip()}\n")
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


@dataclass(frozen=True)
class PosedFormula:
    """The puzzle of a formula, and the candidate (cell, digit) of each of its variables."""

    puzzle: Puzzle
    candidates: dict[int, tuple[int, int]]
    top: int

    def grid(self, model: Iterable[int]) -> Grid:
        """The solution that a model stands for.

        :raises FormatError: where it is not a model of the formula, with the reason.
        """
        geometry = self.puzzle.geometry
        values: list[int | None] = [None] * geometry.cell_count
        signs: dict[int, bool] = {}
        for literal in model:
            variable = abs(literal)
            if variable > self.top:
                raise FormatError(
                    f"the answer names the variable {variable}, and the formula has {self.top}"
                )
            if signs.setdefault(variable, literal > 0) is not (literal > 0):
                raise FormatError(f"the answer has the variable {variable} both true and false")
            if literal < 0 or variable not in self.candidates:
                continue
            cell, digit = self.candidates[variable]
            if values[cell] not in (None, digit):
                name = geometry.name(cell)
                raise FormatError(f"the answer puts both {values[cell]} and {digit} into {name}")
            values[cell] = digit
        if None in values:
            name = geometry.name(values.index(None))
            raise FormatError(f"the answer puts no digit into {name}")
        grid = Grid(geometry, tuple(values))
        if not self.puzzle.accepts(grid):
            raise FormatError(
                "the digits of the answer are not a solution of the puzzle: it answers another "
                "formula"
            )
        return grid


def read_formula(lines: Iterable[str]) -> PosedFormula:
    """The puzzle and the variables of a file that :func:`write_dimacs` wrote; its clauses are not
    looked at.

    :raises FormatError: where it is no such file.
    """
    puzzle: Puzzle | None = None
    named: list[tuple[str, int, int]] = []
    for line in lines:
        if line.startswith(_PUZZLE):
            puzzle = parse(line.removeprefix(_PUZZLE), ReadOptions("json")).puzzle
        elif match := _NAMED.match(line):
            named.append((match[1], int(match[2]), int(match[3])))
        elif match := re.match(r"p\s+cnf\s+(\d+)\s", line):
            if puzzle is None:
                break
            cell = puzzle.geometry.cell
            candidates = {number: (cell(name), digit) for name, digit, number in named}
            return PosedFormula(puzzle, candidates, int(match[1]))
    raise FormatError(
        "this is not a formula of satdoku encode: it has no line "
        + (f"{_PUZZLE.strip()!r}" if puzzle is None else "'p cnf'")
    )


@dataclass(frozen=True)
class SolverAnswer:
    """The output of a SAT solver: ``status``, and its models as literals."""

    status: Status
    models: tuple[tuple[int, ...], ...] = ()


_LISTS = str.maketrans({"[": " ", ",": " ", "]": " 0 "})


def read_answer(lines: Iterable[str]) -> SolverAnswer:
    """The answer of a SAT solver: the lines ``s`` and ``v`` of the competitions, the file that
    MiniSat writes, literals alone, or lists as Python prints them. Each model ends with 0 or with
    its list.

    :raises FormatError: where it is none, with the line.
    """
    status: Status | None = None
    models: list[tuple[int, ...]] = []
    model: list[int] = []
    for number, line in enumerate(lines, 1):
        letter, _, rest = line.strip().partition(" ")
        words = rest if letter in ("s", "v") else line.strip()
        if letter == "c" or not words:
            continue
        if letter == "s" or words in _STATUS:
            one = _STATUS.get(words.strip())
            if one is None or status not in (None, one):
                raise FormatError(
                    f"{words.strip()[:40]!r} is not a status of one answer", line=number
                )
            status = one
            continue
        for word in words.translate(_LISTS).split():
            if not re.fullmatch(r"-?\d{1,18}", word):
                raise FormatError(
                    f"{word[:40]!r} is not a literal of a solver's answer (lines s and v)",
                    line=number,
                )
            if word.strip("-0"):
                model.append(int(word))
            elif model or "[" not in words:
                models.append(tuple(model))
                model = []
    if model:
        models.append(tuple(model))
    return _checked(status, models)


def _checked(status: Status | None, models: list[tuple[int, ...]]) -> SolverAnswer:
    if status is None and not models:
        raise FormatError("this is not an answer of a solver: it has neither a status nor a model")
    if models and status in ("none", "undecided"):
        raise FormatError("the answer has a model, and a status that leaves none")
    if status == "found" and not models:
        raise FormatError("the answer says SATISFIABLE and has no model (the lines that begin v)")
    return SolverAnswer(status or "found", tuple(models))
