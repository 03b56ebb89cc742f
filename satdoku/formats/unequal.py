"""The game ids of Unequal (Futoshiki) in Simon Tatham's puzzle collection, read and written.

``4:0,0,0L,0L,0,0D,...``: the number of rows (with ``a``, the mode Adjacent), and for each cell its
given or 0, and letters for the neighbours (up, right, down, left) that it is larger than; in the
mode Adjacent those from which it differs by 1: all such neighbours are marked, at both cells.
"""

from __future__ import annotations

import re
from dataclasses import replace

from satdoku.base.errors import FormatError, Unsupported
from satdoku.constraints.dots import LessThan, NegativeDifference, WhiteDot
from satdoku.formats.base import ReadOptions, WriteOptions, require_no_rules
from satdoku.formats.clues import Clues, geometry_of
from satdoku.formats.game_ids import GameId, link_body, require_parts
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["detect", "link_body", "parse", "read_body", "write"]

_GAME = GameId(
    "unequal",
    "Unequal",
    "4:0,0R,...",
    r"(?P<size>\d{1,2})(?P<adjacent>a?)(?:d[a-z])?:(?P<cells>(?:\d{1,3}[URDL]*,)+)",
    32,
)
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def detect(text: str) -> int:
    """Sure where the first line is an id."""
    return _GAME.detect(text)


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: an id, or a link with one."""
    return _GAME.parse(text, options, read_body)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an id."""
    match = _GAME.match(body)
    geometry = geometry_of(_GAME.latin(match), options)
    cells, clues = re.findall(r"(\d+)([URDL]*),", match["cells"]), Clues(options)
    require_parts(len(cells), geometry.cell_count)
    signs: set[tuple[int, int]] = set()
    for cell, (_, letters) in enumerate(cells):
        for letter in letters:
            beside = geometry.beside(cell, *_STEPS[letter])
            if beside is None:
                raise FormatError(
                    "{cell} has no neighbour for the letter {letter}",
                    cell=geometry.name(cell),
                    letter=letter,
                )
            signs.add((beside, cell))
    for low, high in sorted(signs):
        place = geometry.names((low, high))
        if not match["adjacent"]:
            clues.add(place, "sign", "less-than", {"cells": [low, high]})
        elif (high, low) not in signs:
            raise FormatError(
                "{cell} is marked as adjacent to {other}, which is not marked",
                cell=geometry.name(high),
                other=geometry.name(low),
            )
        elif low < high:
            clues.add(place, "bar", "white-dot", {"cells": [low, high]})
    if match["adjacent"]:
        clues.add("a", "a", "negative-difference")
    givens = tuple(int(number) or None for number, _ in cells)
    puzzle = Puzzle(geometry, givens, None, clues.rules(geometry))
    return Document(puzzle, extras=clues.extras())


def write(document: Document, options: WriteOptions) -> str:
    """An id, on one line."""
    puzzle, letters = document.puzzle, {step: letter for letter, step in _STEPS.items()}
    _GAME.require_latin(puzzle)
    geometry = puzzle.geometry
    adjacent = NegativeDifference() in puzzle.constraints
    signs: dict[int, set[str]] = {}
    for rule in puzzle.constraints:
        pairs: list[tuple[int, int]] = []
        if isinstance(rule, LessThan) and not adjacent:
            pairs = [(rule.cells[0], rule.cells[1])]
        elif isinstance(rule, WhiteDot) and adjacent and rule.diff == 1:
            pairs = [(rule.cells[0], rule.cells[1]), (rule.cells[1], rule.cells[0])]
        elif not (isinstance(rule, NegativeDifference) and rule.diff == 1):
            require_no_rules(replace(puzzle, constraints=(rule,)), _GAME.title, options)
        for low, high in pairs:
            (a, b), (c, d) = geometry.row_column(low), geometry.row_column(high)
            if (a - c, b - d) not in letters:
                raise Unsupported(
                    "{title} cannot hold a clue between {cells}, which are not neighbours",
                    title=_GAME.title,
                    cells=geometry.names((low, high)),
                )
            signs.setdefault(high, set()).add(letters[a - c, b - d])
    cells = (
        str(given or 0) + "".join(letter for letter in _STEPS if letter in signs.get(cell, ()))
        for cell, given in enumerate(puzzle.givens)
    )
    return f"{geometry.size}{'a' if adjacent else ''}:{','.join(cells)},\n"
