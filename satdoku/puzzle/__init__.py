"""Puzzles, positions and documents as values.

| file | holds |
|---|---|
| puzzle.py | Puzzle: board, givens, pencil marks, constraints; ``problems()`` |
| cells.py | a puzzle from lists, tuples and arrays of cells |
| position.py | Position: a puzzle being solved, with its open candidates; RegionFact |
| document.py | Document: a puzzle with title, author, rules text, solution |
| listing.py | Listing: what a file has besides, as a text that keeps its entries |
| cosmetic.py | Cosmetic, Fog: drawings that are not rules |
| colours.py | colours in CSS: their parts, and the words for them |
| certainty.py | how sure readings are, and which of them are used |
| drawn_reading.py | DrawnReading: the rules that drawings and words were read as |

Begin with puzzle.py.
"""

from typing import TYPE_CHECKING

from satdoku.base.late import late_names
from satdoku.puzzle.cells import puzzle_of_cells
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.puzzle.cosmetic import Cosmetic, Fog, Spot

__all__ = ["Cosmetic", "Document", "Fog", "Position", "Puzzle", "Spot", "puzzle_of_cells"]

# Few puzzles have drawings.
if not TYPE_CHECKING:  # else a wrong name would have any type
    __getattr__ = late_names(__name__, [("cosmetic", ("Cosmetic", "Fog", "Spot"))])
