"""The game ids of Towers in Simon Tatham's puzzle collection, read and written.

``5:/3/3///3/2/2//3////2//3///2/,m1f2d``: the number of rows; the skyscraper clues above the
columns, below them, to the left of the rows and to the right, with slashes between them; after a
comma the givens, where there are any.
"""

from __future__ import annotations

from dataclasses import replace

from satdoku.base.worded import worded
from satdoku.constraints.common import OutsideClue
from satdoku.formats.base import ReadOptions, WriteOptions, require_no_rules
from satdoku.formats.clues import Clues, geometry_of, integer
from satdoku.formats.game_ids import GameId, link_body, read_grid, require_parts, written_grid
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["detect", "link_body", "parse", "read_body", "write"]

SIDES = ("top", "bottom", "left", "right")
_BESIDE = {
    "top": "top {index}",
    "bottom": "bottom {index}",
    "left": "left {index}",
    "right": "right {index}",
}
"""The sides of the board in the order in which ids name their clues."""
_GAME = GameId(
    "towers",
    "Towers",
    "5:/3/...",
    r"(?P<size>\d{1,2})(?:d[a-z])?:(?P<clues>\d*(?:/\d*)+)(?:,(?P<givens>[a-z0-9_]*))?",
)


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
    size, numbers, clues = geometry.size, match["clues"].split("/"), Clues(options)
    require_parts(len(numbers), 4 * size)
    for place, number in enumerate(numbers):
        if number:
            side, index = SIDES[place // size], place % size + 1
            where = beside(side, index)
            fields = {"side": side, "index": index, "value": integer(number, where)}
            clues.add(where, "towers", "skyscraper", fields)
    cells = [None] * size**2 if match["givens"] is None else read_grid(match["givens"], size)
    puzzle = Puzzle(geometry, tuple(cells), None, clues.rules(geometry))
    return Document(puzzle, extras=clues.extras())


def write(document: Document, options: WriteOptions) -> str:
    """An id, on one line."""
    puzzle = document.puzzle
    _GAME.require_latin(puzzle)
    numbers = clues_beside(puzzle, "skyscraper", _GAME.title, options)
    clues = "/".join("" if number is None else str(number) for number in numbers)
    givens = f",{written_grid(puzzle.givens)}" if any(puzzle.givens) else ""
    return f"{puzzle.geometry.size}:{clues}{givens}\n"


def beside(side: str, index: int) -> str:
    """The place of a clue: ``top 3``."""
    return worded(_BESIDE[side], index=index)


def clues_beside(puzzle: Puzzle, name: str, title: str, options: WriteOptions) -> list[int | None]:
    """The number of the clue of a rule at each row and column, the sides in the order of ``SIDES``.

    :raises Unsupported: where the puzzle has other rules, or two clues at one place.
    """
    size = puzzle.geometry.rows
    numbers: list[int | None] = [None] * (4 * size)
    for rule in puzzle.constraints:
        if rule.name == name and isinstance(rule, OutsideClue) and rule.index <= size:
            place = SIDES.index(rule.side) * size + rule.index - 1
            number = rule.arguments()[rule.parameters[-1].name]
            if numbers[place] in (None, number):
                numbers[place] = number
                continue
        require_no_rules(replace(puzzle, constraints=(rule,)), title, options)
    return numbers
