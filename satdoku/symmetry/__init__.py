"""The symmetries of a board: moving puzzles, recognising equivalent ones, counting images.

| file | holds |
|---|---|
| moves.py | the kinds of moves: relabel, rows, columns, bands, stacks, transpose, layout |
| symmetry.py | Symmetry: one element; composition, inverse, images of puzzles and grids |
| group.py | SymmetryGroup: all, or those of some kinds; order, random element |
| forms.py | canonical form, automorphisms, number of images, equivalence; many at once |
| search.py | the least image on any board, in Python |
| native.py | the least image on the classic 9x9, by the compiled core |
| layout.py | the symmetries of irregular regions |

The documentation is docs/symmetry.md.

Begin with symmetry.py.
"""

from satdoku.symmetry.forms import (
    Automorphisms,
    Canonical,
    automorphisms,
    canonical,
    canonical_bytes,
    canonicalize,
    equivalence,
    images,
)
from satdoku.symmetry.group import SymmetryGroup
from satdoku.symmetry.moves import Move, board_moves, parse_moves
from satdoku.symmetry.symmetry import NAMED_SYMMETRIES, Symmetry

__all__ = [
    "NAMED_SYMMETRIES",
    "Automorphisms",
    "Canonical",
    "Move",
    "Symmetry",
    "SymmetryGroup",
    "automorphisms",
    "board_moves",
    "canonical",
    "canonical_bytes",
    "canonicalize",
    "equivalence",
    "images",
    "parse_moves",
]
