"""The board and the interface of its rules: the parts of a puzzle that a model is made from.

| file | holds |
|---|---|
| geometry.py | Geometry and BoardHouse: cells, digits, houses; cell names; who sees whom |
| boards.py | boards that have a name |
| grid.py | Grid: a filled or partly filled grid of digits |
| constraint.py | the interface of a constraint (Constraint, Parameter, Shape, BoardMap) |

Begin with geometry.py.
"""

from satdoku.board.constraint import BoardMap, Constraint, Parameter, Shape
from satdoku.board.geometry import BoardHouse, Geometry, box_shape, cell_name, parse_cell
from satdoku.board.grid import Candidate, Grid, Marks, Values

__all__ = [
    "BoardHouse",
    "BoardMap",
    "Candidate",
    "Constraint",
    "Geometry",
    "Grid",
    "Marks",
    "Parameter",
    "Shape",
    "Values",
    "box_shape",
    "cell_name",
    "parse_cell",
]
