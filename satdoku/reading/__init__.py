"""Reading: the drawings and the words of a document become rules, and the reading is proved.

Published variants are drawings and sentences. The words say which rules there are
(:mod:`satdoku.reading.words`), the drawings are the figures on the board (``figures.py``), and of
the rules that a figure may be a clue of (``rules.py``) those are chosen under which the puzzle has
exactly one solution, the published one where the text holds it (``choice.py``).
"""

from satdoku.reading.drawn import read_drawn
from satdoku.reading.words import Mention, RulesText, read_words

__all__ = ["Mention", "RulesText", "read_drawn", "read_words"]
