"""What a puzzle is.

| file | holds |
|---|---|
| geometry.py | Geometry and House: cells, digits, houses; cell names; who sees whom |
| grid.py | Grid: a filled or partly filled grid of digits |
| constraint.py | the interface of a constraint (Constraint, Problem, Shape, BoardMap) |
| puzzle.py | Puzzle: board, givens, pencil marks, constraints; ``problems()`` |
| position.py | Position: a puzzle being solved, with its open candidates |
| document.py | Document: a puzzle with title, author, rules text, solution |
"""

from satdoku.puzzle.constraint import BoardMap, Constraint, Parameter, Problem, Shape
from satdoku.puzzle.document import Document
from satdoku.puzzle.geometry import Geometry, House, box_shape, cell_name, parse_cell
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

__all__ = [
    "BoardMap",
    "Constraint",
    "Document",
    "Geometry",
    "Grid",
    "House",
    "Parameter",
    "Position",
    "Problem",
    "Puzzle",
    "Shape",
    "box_shape",
    "cell_name",
    "parse_cell",
]
