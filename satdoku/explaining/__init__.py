"""Steps in words: pure functions from a Step to text, in every language of satdoku.messages.

| file | holds |
|---|---|
| names.py | what each technique is called |
| hints.py | a pattern described by its roles, without the conclusion; where to look for it |
| lists.py | grids in a line |
| pieces.py | writes the sentences of arguments: names of cells, houses and rules, lists |
| words.py | which messages a step needs, at which strength |
| folding.py | shortens long arguments |
| phrases.py | the text around the steps |
| findings.py | sentences about what is wrong with puzzles and boards |
| __main__.py | ``python -m satdoku.explaining check``: whether every language has every message |
| checking.py | the check itself, which also compares the values of the messages |
| unread.py | sentences about parts of a text that do not belong to the puzzle |
| teaching.py | what a technique is and why it holds, for a learner: messages of ``lessons.po`` |

>>> from satdoku.board import Geometry
>>> from satdoku.puzzle import Puzzle
>>> from satdoku.rating import preset, start
>>> puzzle = Puzzle.empty(Geometry.boxes(4, 2, 2)).with_givens({0: 1, 1: 2, 2: 3})
>>> found = preset("human").next(start(puzzle))
>>> explain(found.step, puzzle.geometry)
'Row 1 has one empty cell left, r1c4, and 4 is the digit it lacks: r1c4 = 4.'

Begin with hints.py.
"""

from __future__ import annotations

from typing import Literal

from satdoku.board.geometry import Geometry
from satdoku.explaining.hints import veiled
from satdoku.explaining.names import Lang, title, title_key
from satdoku.explaining.words import Words
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.eureka import eureka
from satdoku.techniques.step import Step

__all__ = ["Lang", "Strength", "eureka", "explain", "title", "title_key", "veiled", "words"]

Strength = Literal[1, 2, 3]
"""How much a hint gives away: 1 what kind and where, 2 which pattern, 3 everything."""


def words(board: Geometry | Puzzle, lang: Lang = "en") -> Words:
    """The sentences of a language for a board, or for a puzzle, whose clues are then called by the
    drawings that they were read from; only that language is read.

    :raises ValueError: where there is no such language.
    """
    return Words(board, lang)


def explain(step: Step, board: Geometry | Puzzle, lang: Lang = "en", strength: Strength = 3) -> str:
    """The conclusion of a step and the reason for it, in a sentence or two; see :func:`words`."""
    speaker = words(board, lang)
    if strength == 1:
        return speaker.kind(step)
    return speaker.pattern(step) if strength == 2 else speaker.full(step)
