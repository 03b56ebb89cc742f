"""Boards under fog: the right digits, and the part of a puzzle that is lit.

A question that comes with ``lit``, the names of the cells without fog, is about :func:`lit_part` of
the puzzle: its answer follows from what the player sees and gives nothing away that the fog hides.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from satdoku.base.errors import FormatError, Undecided
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import check_unique
from satdoku.web.fields import Fields

_LOCATED = frozenset(
    ("cell", "cells", "line", "sets", "lines", "index", "side", "direction", "rules")
)
"""Parameters with the place of a clue; a rule without them is one of the whole board."""


def right_digits(document: Document, limit: Limit) -> Grid | None:
    """The solution by which digits clear fog: the one that came with the puzzle, if it keeps all
    rules, else the only one; ``None`` where there is neither."""
    puzzle, claimed = document.puzzle, document.solution
    if claimed is not None and None not in claimed.values:
        try:
            if puzzle.accepts(claimed, limit.start()):
                return claimed
        except Undecided:
            return claimed  # nothing speaks against it
    if puzzle.problems():
        return None
    result = check_unique(puzzle, limit=limit)
    return result.witnesses[0] if result.verdict == "unique" else None


def lit_cells(fields: Fields, geometry: Geometry) -> frozenset[int] | None:
    """The cells without fog that a question names; ``None`` where there is no fog."""
    names = fields.data.get("lit")
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError("'lit' is a list of cells")
    try:
        return frozenset(map(geometry.cell, names))
    except ValueError as error:
        raise FormatError(f"lit: {error}") from None


def lit_part(puzzle: Puzzle, lit: Set[int]) -> Puzzle:
    """The puzzle as far as it can be seen: lit givens, rules of the whole board, clues that stand
    outside of it or in lit cells alone, and regions that are lit as a whole (boxes are known).

    Every solution of the puzzle is one of it, so what follows from it is right.
    """
    marks = puzzle.pencil_marks
    rules = [rule for rule in puzzle.constraints if _is_seen(rule, puzzle.geometry, lit)]
    if len(rules) < len(puzzle.constraints):
        # Rules about unmarked cells are left out where some marks are hidden.
        rules = [rule for rule in rules if type(rule).among is Constraint.among]
    return Puzzle(
        _lit_board(puzzle.geometry, lit),
        tuple(given if cell in lit else None for cell, given in enumerate(puzzle.givens)),
        None
        if marks is None
        else tuple(here if cell in lit else None for cell, here in enumerate(marks)),
        tuple(rules),
    )


def _is_seen(rule: Constraint, geometry: Geometry, lit: Set[int]) -> bool:
    if _LOCATED.isdisjoint(parameter.kind for parameter in rule.parameters):
        return True
    shapes = rule.shapes(geometry)
    outside = bool(shapes) and all(shape.kind == "outside" for shape in shapes)
    return outside or lit >= set(rule.scope(geometry))


def _lit_board(geometry: Geometry, lit: Set[int]) -> Geometry:
    if geometry.box is not None or geometry.grids or not geometry.regions:
        return geometry
    dark = {house.cells for house in geometry.regions if not lit >= set(house.cells)}
    houses = tuple(house for house in geometry.houses if house.cells not in dark)
    return replace(geometry, houses=houses, region_size=0)
