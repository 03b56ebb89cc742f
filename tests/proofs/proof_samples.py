"""Puzzles and little tools that the tests of proofs share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import permutations
from typing import Any

from satdoku.board import Geometry, Grid
from satdoku.constraints import from_data
from satdoku.proofs import Verification, certify, verify_files
from satdoku.puzzle import Puzzle
from tests.constraints import constraint_oracle

example = constraint_oracle.read_example

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
OTHER = "....1...867.4.8.....13..6...9.1....64......92....74...3...4..2..6.7..3.9........."

JIGSAW_4 = Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4])
SMALL_BOARDS = (Geometry.boxes(4, 2, 2), Geometry.latin(4), JIGSAW_4)

NINE_DIGITS = ("anti-taxicab", "doppelganger", "dutch-flatmates", "global-entropy", "global-mod")
"""Rules that no small board has or can keep; proofs of the last two are long."""


def classic(text: str) -> Puzzle:
    """A 9x9 puzzle of 81 symbols."""
    return posed(text, Geometry.classic())


def posed(text: str, geometry: Geometry, *rules: dict[str, Any]) -> Puzzle:
    """A puzzle of one symbol a cell, with rules as JSON data."""
    givens = tuple(None if symbol == "." else int(symbol, 36) for symbol in text)
    return Puzzle(geometry, givens, None, tuple(from_data(rule, geometry) for rule in rules))


def full_grids(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """Every solution of a small puzzle, by trying all rows and the plain meaning of the rules."""
    geometry = puzzle.geometry
    rows = list(permutations(geometry.digits))
    domains = [puzzle.domain(cell) for cell in range(geometry.cell_count)]

    def fill(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        start = len(values)
        if start == geometry.cell_count:
            if puzzle.accepts(Grid(geometry, values)):
                yield values
            return
        for row in rows:
            if all(
                digit in domains[start + i] and digit not in values[i :: geometry.columns]
                for i, digit in enumerate(row)
            ):
                yield from fill(values + row)

    return fill(())


def models(clauses: Iterable[Iterable[int]], count: int) -> set[tuple[int, ...]]:
    """The true ones of the first ``count`` variables in every model (unnamed ones are false)."""
    from pysat.solvers import Solver

    true_sets = set()
    every = [list(clause) for clause in clauses]
    named = {abs(x) for clause in every for x in clause if abs(x) <= count}
    with Solver(name="minisat22") as solver:
        for clause in every:
            solver.add_clause(clause)
        while [] not in every and solver.solve():
            true = named.intersection(solver.get_model() or [])
            assert tuple(sorted(true)) not in true_sets
            true_sets.add(tuple(sorted(true)))
            solver.add_clause([-x if x in true else x for x in named])
    return true_sets


def files_of(puzzle: Puzzle, **options: Any) -> dict[str, bytes]:
    """The files of a certificate, called x."""
    return certify(puzzle, **options).files("x")


def judge(files: dict[str, bytes], **options: Any) -> Verification:
    """The verifier's judgement of some files."""
    return verify_files(files["x.json"], files.__getitem__, **options)


def altered(files: dict[str, bytes], **changes: Any) -> dict[str, bytes]:
    """The certificate with keys changed: ``proof__file=...`` is "file" of "proof"."""
    data = json.loads(files["x.json"])
    for path, value in changes.items():
        *parents, key = path.split("__")
        place = data
        for parent in parents:
            place = place[parent]
        place[key] = value
    return {**files, "x.json": json.dumps(data).encode()}


def rebound(files: dict[str, bytes]) -> dict[str, bytes]:
    """The certificate with the hashes of its files as they are now: a careful forger's."""
    return altered(
        files,
        formula__sha256=sha256(files["x.cnf"]).hexdigest(),
        proof__sha256=sha256(files["x.drat"]).hexdigest(),
    )
