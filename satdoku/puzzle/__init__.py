"""What a puzzle is.

| file | holds |
|---|---|
| geometry.py | Geometry and BoardHouse: cells, digits, houses; cell names; who sees whom |
| grid.py | Grid: a filled or partly filled grid of digits |
| constraint.py | the interface of a constraint (Constraint, Problem, Shape, BoardMap) |
| puzzle.py | Puzzle: board, givens, pencil marks, constraints; ``problems()`` |
| cells.py | a puzzle from lists, tuples and arrays of cells |
| position.py | Position: a puzzle being solved, with its open candidates |
| document.py | Document: a puzzle with title, author, rules text, solution |
"""

from satdoku.puzzle.cells import puzzle_of_cells
from satdoku.puzzle.constraint import BoardMap, Constraint, Parameter, Problem, Shape
from satdoku.puzzle.document import Document
from satdoku.puzzle.geometry import BoardHouse, Geometry, box_shape, cell_name, parse_cell
from satdoku.puzzle.grid import Candidate, Grid, Marks, Values
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

__all__ = [
    "BoardHouse",
    "BoardMap",
    "Candidate",
    "Constraint",
    "Document",
    "Geometry",
    "Grid",
    "Marks",
    "Parameter",
    "Position",
    "Problem",
    "Puzzle",
    "Shape",
    "Values",
    "box_shape",
    "cell_name",
    "parse_cell",
    "puzzle_of_cells",
]
