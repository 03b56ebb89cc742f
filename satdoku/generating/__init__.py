"""Making puzzles: full grids, clue removal, masks and symmetry, minimal puzzles, killer cages.

| file | holds |
|---|---|
| randomness.py | random numbers that are the same everywhere |
| pattern.py | pattern symmetries, masks as text, patterns that no puzzle can have |
| wish.py | Wish: the properties of a puzzle, and which combinations are impossible |
| grids.py | full grids at random, and how evenly |
| sat.py | SatBoard: making puzzles on any board by SAT |
| masks.py | digits for a given pattern of cells |
| killer.py | cages with sums |
| difficulty.py | Target: the required rating, and the search for a puzzle that has it |
| maker.py | makes one puzzle of a run from its number |
| many.py | Run: many puzzles, no two equivalent, in any number of processes |
| keys.py | the keys of the puzzles that a run has made, on disk |
| reducing.py | redundant givens, minimal sub-puzzles, the fewest givens |
| outside_clues.py | puzzles whose only clues stand beside the board |
| clued.py | puzzles with clues on a random solution |
| clues.py | clues of a given kind that are true of a full grid, at random places |
| modified.py | the same for clues that read values of modified cells |
| symmetric.py | a solution that keeps symmetric clues without numbers, and these clues |
| themes.py | values for clues that are drawn without them, by proposals and their refutations |
| open_clues.py | clues that a setter has drawn without their number |
| needs.py | the need of a technique: nothing easier goes on where it is the next step |
| growing.py | puzzles that need a rare technique, grown from puzzles that show it |
| climbing.py | harder and harder puzzles, for what only the hardest need |
| planting.py | puzzles made around the pattern of a technique |
| examples.py | the positions that show techniques |
| exercises.py | positions of new puzzles in which a technique is the next step |

The documentation is docs/generate.md and docs/generate-methods.md.

Begin with maker.py.
"""

from satdoku.generating.difficulty import Target
from satdoku.generating.grids import full_grid
from satdoku.generating.keys import Keys
from satdoku.generating.maker import Generated, equivalence_key, posed
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
