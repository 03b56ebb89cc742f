"""Making puzzles: full grids, clue removal, masks and symmetry, minimal puzzles, killer cages.

| file | holds |
|---|---|
| randomness.py | random numbers that are the same everywhere |
| pattern.py | pattern symmetries, masks in text, what a pattern rules out |
| wish.py | Wish: what is wanted, and which wishes can never be met |
| grids.py | full grids at random, and how evenly |
| sat.py | SatBoard: making puzzles on any board by SAT |
| masks.py | digits for a given pattern of cells |
| killer.py | cages with sums |
| difficulty.py | Target: what the rating is to be; the search toward it |
| making.py | one puzzle of a run from its number |
| many.py | Run: many puzzles, no two equivalent, in any number of processes |
| keys.py | which puzzles a run has had, on the disk |
| reducing.py | redundant givens, minimal sub-puzzles, the fewest givens |
| beside.py | puzzles of clues beside the board alone |
| clued.py | puzzles with clues on a random solution |
| clues.py | clues of a wished kind that a full grid keeps, at random places |
| exercises.py | exercises: positions of new puzzles where a technique is the next step |

The documentation is docs/generate.md.

Begin with making.py.
"""

from satdoku.generating.difficulty import Target
from satdoku.generating.grids import full_grid
from satdoku.generating.keys import Keys
from satdoku.generating.making import Generated, equivalence_key, posed
from satdoku.generating.many import Piece, Run, RunPlace
from satdoku.generating.pattern import SYMMETRIES, parse_mask, pattern_symmetries
from satdoku.generating.sat import Cut
from satdoku.generating.wish import ImpossibleWish, Wish
from satdoku.rating.levels import LEVELS

__all__ = [
    "LEVELS",
    "SYMMETRIES",
    "Cut",
    "Generated",
    "ImpossibleWish",
    "Keys",
    "Piece",
    "Run",
    "RunPlace",
    "Target",
    "Wish",
    "equivalence_key",
    "full_grid",
    "parse_mask",
    "pattern_symmetries",
    "posed",
]
