"""The rules that the drawings and the words of a document were read as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from satdoku.board.constraint import Constraint

Certainty = Literal["proved", "plausible", "partial"]
DrawingsMode = Literal["auto", "proved", "off"]
"""Which readings are used: all that leave one solution, those that are proved, or none."""


@dataclass(frozen=True, slots=True)
class ReadRule:
    """Clues of one rule that were read from drawings, or a rule of the whole board from words.

    name      the name of the rule
    clues     the clues
    drawings  the positions of their drawings in the document
    sentence  the sentence of the text that tells the rule
    cost      how unlikely the reading is: 0 where the sentence has the rule's name and the colour
              of the drawings
    """

    name: str
    clues: tuple[Constraint, ...]
    drawings: tuple[int, ...] = ()
    sentence: str = ""
    cost: int = 0


@dataclass(frozen=True, slots=True)
class DrawnReading:
    """The rules that drawings and words were read as.

    certainty  ``proved``: the puzzle has exactly one solution, the one in the text; ``plausible``:
               exactly one, and the text holds none; ``partial``: neither, and the rules are only
               candidates
    rules      the rules that the puzzle needs
    further    rules that the words tell and that it does not need
    replaced   the names of rules that the text has as data and that its words tell otherwise
    unread     how many drawings are part of no rule
    """

    certainty: Certainty
    rules: tuple[ReadRule, ...]
    further: tuple[ReadRule, ...] = ()
    replaced: tuple[str, ...] = ()
    unread: int = 0
