"""The rules that the drawings and the words of a document were read as, and how they are drawn."""

from __future__ import annotations

from typing import Literal, get_args

from satdoku.base.records import dataclass
from satdoku.board.constraint import Constraint
from satdoku.puzzle.certainty import Certainty

DrawingKind = Literal[
    "line", "loop", "branched", "arrow", "edge", "corner", "mark", "area", "cage", "side",
    "diagonal",
]  # fmt: skip
DRAWING_KINDS: tuple[str, ...] = get_args(DrawingKind)
DRAWN_SHAPES = ("", "round", "square", "diamond")


@dataclass(frozen=True, slots=True)
class ClueDrawing:
    """A drawing that a clue was read from, as people speak of it: the purple line from r2c3.

    kind    the kind of figure; a line is a ``loop`` where it ends in its first cell, and
            ``branched`` where it is several strokes
    cells   its cells in order; of a number beside the board those of its row, column or diagonal,
            from there on
    colour  the word of :func:`~satdoku.puzzle.colours.colour_word`
    shape   that of a mark, one of :data:`DRAWN_SHAPES`
    label   the text in it
    count   how many marks or areas the clue has
    """

    kind: DrawingKind
    cells: tuple[int, ...]
    colour: str = ""
    shape: str = ""
    label: str = ""
    count: int = 1


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
class ReadStyle:
    """Drawings that have one rule, or a rule of the whole board, with the rules that it may be.

    key         the name of the style in ``decided`` of :func:`~satdoku.reading.read_drawn`
    candidates  the rules that the words tell of it, the likeliest first
    taken       the place of the candidate that the puzzle has; ``None`` where it has none
    drawing     the first of its drawings; ``None`` for a rule of the whole board
    count       how many figures it has
    """

    key: str
    candidates: tuple[ReadRule, ...]
    taken: int | None = None
    drawing: ClueDrawing | None = None
    count: int = 0

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the candidates in ``decided``: ``renban``, and ``renban-2`` for another."""
        names = [candidate.name for candidate in self.candidates]
        earlier = [names[:at].count(name) for at, name in enumerate(names)]
        return tuple(f"{n}-{e + 1}" if e else n for n, e in zip(names, earlier, strict=True))

    def candidate(self, key: str) -> ReadRule:
        """The candidate of a name.

        :raises KeyError: where there is none.
        """
        return dict(zip(self.keys, self.candidates, strict=True))[key]


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
    styles     all that may be rules, with their candidates
    """

    certainty: Certainty
    rules: tuple[ReadRule, ...]
    further: tuple[ReadRule, ...] = ()
    replaced: tuple[str, ...] = ()
    unread: int = 0
    styles: tuple[ReadStyle, ...] = ()
