"""Reading: the drawings and the words of a document become rules, and the reading is proved.

| file | holds |
|---|---|
| words.py | the rules that a text in English tells, sentence by sentence |
| forms.py | forms that sentences have, looked for where the letters are that they need |
| looks.py | the drawings that a sentence is about: colours, shapes, signs and kinds |
| pairs.py | relations of two digits in words: the pairs that a sentence allows |
| quantities.py | numbers that words make of digits: the largest, how many are even |
| folds.py | numbers that digits make one after the other, and their automata |
| everywhere.py | relations of the whole board in words |
| figures.py | what drawings show on the board: lines with bulbs, dots, numbers beside rows |
| pointers.py | arrows that stand in a cell or beside the board, and where they point |
| rules.py | the clues of a rule that figures may be |
| unnamed.py | the clues of relations and numbers without a name as a rule |
| candidates.py | the rules that the figures of a style may be, and those of words alone |
| choice.py | the likeliest choice of rules under which a puzzle has exactly one solution |
| drawn.py | a document read as a whole, and how sure the reading is |

Begin with drawn.py.

Rules state themselves how they are told (``in_words``), by which parameters they are written, and
how they are drawn.
"""

from satdoku.reading.drawn import read_drawn
from satdoku.reading.unnamed import UNNAMED
from satdoku.reading.words import Mention, RulesText, read_words

__all__ = ["UNNAMED", "Mention", "RulesText", "read_drawn", "read_words"]
