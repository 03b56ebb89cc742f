"""Referees for the constraint tests: plain meanings of the relations, and brute force on 4x4."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.formats import ReadOptions, parse
from satdoku.proofs.formula import formula_of
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    DigitSetSum,
    Domain,
    Lowered,
    PairTable,
    Relation,
    holds,
    spelled_out,
    variables_of,
)
from tests.shared import full_grids as full_grids

ROOT = Path(__file__).resolve().parents[2]

BOXES = Geometry.boxes(4, 2, 2)
LATIN = Geometry.latin(4)
JIGSAW = Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4])
WIDE = Geometry.boxes(4, 1, 4)
BOARDS = {"boxes": BOXES, "latin": LATIN, "jigsaw": JIGSAW}


def true(relation: Relation, values: Mapping[int, int]) -> bool:
    """Whether the relation is true of these values: its meaning, in one line each."""
    if isinstance(relation, AllDifferent):
        inside = [values[v] for v in relation.variables]
        return len(set(inside)) == len(inside)
    if isinstance(relation, Domain):
        return values[relation.variable] in relation.digits
    if isinstance(relation, PairTable):
        return (values[relation.first], values[relation.second]) in relation.allowed
    if not isinstance(relation, DigitSetSum):
        return holds(relation, values)  # tests/relations has the referee of these kinds
    inside = [values[v] for v in relation.variables]
    assert relation.digit_set_count == len(relation.digit_sets)
    return tuple(sorted(inside)) in relation.digit_sets


def meant(lowered: Iterable[Lowered], cells: int) -> Callable[[Sequence[int]], bool]:
    """The test whether some values of the auxiliary variables make every relation true."""
    relations = spelled_out(lowered)
    domains = {
        relation.variable: relation.digits
        for relation in relations
        if isinstance(relation, Domain) and relation.variable >= cells
    }
    order = list(domains)
    ready: list[list[Relation]] = [[] for _ in range(len(order) + 1)]
    for relation in relations:
        waits = [order.index(v) + 1 for v in variables_of(relation) if v in domains]
        ready[max(waits, default=0)].append(relation)

    def test(values: Sequence[int]) -> bool:
        # A stack of its own: a rule at every place of a board may have a thousand flags.
        stack = [(dict(enumerate(values)), 0)]
        while stack:
            known, depth = stack.pop()
            if not all(true(relation, known) for relation in ready[depth]):
                continue
            if depth == len(order):
                return True
            domain = domains[order[depth]]
            stack += [(known | {order[depth]: value}, depth + 1) for value in domain]
        return False

    return test


@cache
def kept(constraint: Constraint, geometry: Geometry) -> frozenset[tuple[int, ...]]:
    """The full grids of a board that keep a rule."""
    return frozenset(
        values for values in full_grids(geometry) if constraint.holds(Grid(geometry, values))
    )


def relations_agree(constraint: Constraint, geometry: Geometry) -> None:
    """``holds`` and ``relations`` define the same grids, among all that keep the houses."""
    test = meant(constraint.relations(geometry), geometry.cell_count)
    grids = frozenset(v for v in full_grids(geometry) if test(v))
    assert grids == kept(constraint, geometry)


def relations_agree_anywhere(constraint: Constraint, geometry: Geometry) -> None:
    """Compare every filling of the rule's own cells, without regard to houses."""
    relations = tuple(constraint.relations(geometry))
    test = meant(relations, geometry.cell_count)
    scope = constraint.scope(geometry)
    values = [geometry.digits[0]] * geometry.cell_count
    for digits in product(geometry.digits, repeat=len(scope)):
        for cell, digit in zip(scope, digits, strict=True):
            values[cell] = digit
        grid = Grid(geometry, tuple(values))
        assert constraint.holds(grid) == test(values)


def faults_agree(constraint: Constraint, geometry: Geometry) -> None:
    """No fault in any part of a grid that keeps the rule; always one in a grid that breaks it."""
    chance = random.Random(4)
    for values in full_grids(geometry):
        if values not in kept(constraint, geometry):
            assert list(constraint.faults(Grid(geometry, values))), values
            continue
        for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
            part = tuple(v if chance.random() < share else None for v in values)
            assert not list(constraint.faults(Grid(geometry, part))), part


@cache
def symmetries() -> tuple[BoardMap, ...]:
    """Symmetries of the 4x4 board with boxes: all 128 of the cells under two relabellings, and
    every relabelling under some of the cells."""
    lines = [
        (*(2 * bands[0] + i for i in first), *(2 * bands[1] + i for i in second))
        for bands in permutations(range(2))
        for first in permutations(range(2))
        for second in permutations(range(2))
    ]
    moves = [
        tuple(
            (columns[c] * 4 + rows[r]) if turned else (rows[r] * 4 + columns[c])
            for r in range(4)
            for c in range(4)
        )
        for rows in lines
        for columns in lines
        for turned in (False, True)
    ]
    assert len(set(moves)) == 128
    same, mirror = (1, 2, 3, 4), (4, 3, 2, 1)
    chosen: list[tuple[tuple[int, ...], tuple[int, ...]]]
    chosen = [(move, digits) for move in moves for digits in (same, mirror)]
    chosen += [(move, digits) for move in moves[::31] for digits in permutations(same)]
    return tuple(
        BoardMap(BOXES, move, dict(zip(same, digits, strict=True))) for move, digits in chosen
    )


def moved(values: tuple[int, ...], board_map: BoardMap) -> tuple[int, ...]:
    """The image of a full grid."""
    image = [0] * len(values)
    for cell, digit in enumerate(values):
        image[board_map.cells[cell]] = board_map.digits[digit]
    return tuple(image)


def image_is_right(constraint: Constraint) -> int:
    """Every image holds of exactly the images of the grids; returns how many maps had one."""
    count = 0
    for board_map in symmetries():
        image = constraint.image(board_map)
        if image is None:
            continue
        count += 1
        wanted = {moved(values, board_map) for values in kept(constraint, BOXES)}
        assert wanted == kept(image, BOXES), (board_map, image)
    return count


def random_grids(geometry: Geometry, count: int, empty: float = 0.0) -> Iterator[Grid]:
    """Grids of random digits, houses or not."""
    chance = random.Random(count)
    for _ in range(count):
        yield Grid(
            geometry,
            tuple(
                None if chance.random() < empty else chance.choice(geometry.digits)
                for _ in range(geometry.cell_count)
            ),
        )


def read_example(name: str) -> Puzzle:
    """A puzzle of examples/constraints."""
    text = (ROOT / "examples/constraints" / f"{name}.json").read_text("utf-8")
    return parse(text, ReadOptions("json")).puzzle  # to look for the format takes longest


def solutions(puzzle: Puzzle, limit: int = 2) -> list[Grid]:
    """Up to ``limit`` solutions, by a SAT solver and the plainest encoding there is.

    Where it has no clauses for a relation it takes those of certificates, which the engines do not
    share.
    """
    from pysat.solvers import Solver

    plain = (AllDifferent, DigitSetSum, Domain, PairTable)
    others = not all(isinstance(relation, plain) for relation in puzzle.relations())
    clauses = formula_of(puzzle).clauses if others or puzzle.model.auxiliary else ()
    if () in clauses:
        return []
    geometry = puzzle.geometry
    digits = geometry.digits

    def literal(cell: int, digit: int) -> int:
        return cell * len(digits) + digits.index(digit) + 1

    with Solver(name="cadical153") as solver:
        if clauses:  # a candidate that is not open is in none of them
            solver.append_formula(clauses)
            named = {abs(x) for clause in clauses for x in clause}
            cells = range(1, geometry.cell_count * len(digits) + 1)
            solver.append_formula([[-x] for x in cells if x not in named])
        else:
            _plain_clauses(puzzle, literal, solver)
        grids = []
        while len(grids) < limit and solver.solve():
            model = set(solver.get_model())
            values = tuple(
                next(d for d in digits if literal(cell, d) in model)
                for cell in range(geometry.cell_count)
            )
            grids.append(Grid(geometry, values))
            solver.add_clause([-literal(cell, d) for cell, d in enumerate(values)])
    return grids


def _plain_clauses(puzzle: Puzzle, literal: Callable[[int, int], int], solver: Any) -> None:
    geometry = puzzle.geometry
    digits = geometry.digits
    for cell in range(geometry.cell_count):
        solver.add_clause([literal(cell, d) for d in digits])
        for a in digits:
            for b in digits:
                if a < b:
                    solver.add_clause([-literal(cell, a), -literal(cell, b)])
    top = geometry.cell_count * len(digits)
    for relation in puzzle.relations():
        if isinstance(relation, Domain):
            for d in set(digits) - relation.digits:
                solver.add_clause([-literal(relation.variable, d)])
        elif isinstance(relation, PairTable):
            for a, b in product(digits, repeat=2):
                if (a, b) not in relation.allowed:
                    solver.add_clause([-literal(relation.first, a), -literal(relation.second, b)])
        elif isinstance(relation, AllDifferent | DigitSetSum):
            cells = relation.variables
            for i, first in enumerate(cells):
                for second in cells[:i]:
                    for d in digits:
                        solver.add_clause([-literal(first, d), -literal(second, d)])
            if isinstance(relation, DigitSetSum):
                chosen = []
                for digit_set in relation.digit_sets:
                    top += 1
                    chosen.append(top)
                    for cell in cells:
                        solver.add_clause([-top, *(literal(cell, d) for d in digit_set)])
                solver.add_clause(chosen)
