"""ipuz, the open format of puzzles (version 2), as far as its Sudokus without cages and zones go.

An object with ``"kind": ["http://ipuz.org/sudoku#1"]``, the rows of ``puzzle`` and, if it likes, of
``solution``. ``latinsquare`` (or ``"boxes": false``) has no boxes, ``diagonalsudoku`` both
diagonals. A cell is a number, a symbol of ``charset``, or an object with the key ``cell``.
"""

from __future__ import annotations

import re
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.formats.accounts import noted
from satdoku.formats.base import MIN_BOARD, ReadOptions, WriteOptions, no_board, of_kind, shown
from satdoku.formats.clues import Clues, geometry_of, rule_data
from satdoku.formats.json import line_of, load
from satdoku.formats.source import check_text
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_TITLE = worded("an ipuz file")
_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_KIND = re.compile(r"https?://ipuz\.org/(?:sudoku/)?(\w+)(?:#\d+)?")
_KINDS = ("sudoku", "latinsquare", "diagonalsudoku")
_TEXTS = ("copyright", "publisher", "publication", "url", "uniqueid", "intro", "explanation",
          "annotation", "notes", "difficulty", "date", "editor", "origin")  # fmt: skip
_KNOWN = {
    "*": (*_TEXTS, "displaycharset", "showoperators", "cageborder", "checksum", "block", "styles",
          "saved", "volatile", "style"),
}  # fmt: skip
"""Keys that say nothing about the solution."""


def detect(text: str) -> int:
    """Sure where the text is an object with a kind of ipuz."""
    bare = text.lstrip()
    return 100 if bare.startswith("{") and "ipuz.org/" in bare else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    data = noted(_load(text))
    if not isinstance(data, dict) or "puzzle" not in data:
        raise FormatError('this is not a Sudoku in ipuz: the key "puzzle" is missing')
    kinds = [_kind(kind) for kind in _listed(data.get("kind"))]
    if not kinds:
        raise FormatError('the key "kind" names no kind of puzzle')
    version = data.get("version")
    if version is not None and not re.fullmatch(r"https?://ipuz\.org/v\d", str(version)):
        raise FormatError("the version is {version}, not one of ipuz", version=shown(version))
    rows = data["puzzle"]
    if not isinstance(rows, list) or not MIN_BOARD <= len(rows) <= len(_SYMBOLS):
        raise FormatError(
            '"puzzle" must be {min_board} to {count} rows', min_board=MIN_BOARD, count=len(_SYMBOLS)
        )
    size = len(rows)
    _check_size(data.get("dimensions"), size)
    charset = _charset(data, size)
    boxes = of_kind(bool, data.get("boxes", True), "boxes")
    plain = not boxes or "latinsquare" in kinds
    geometry = geometry_of(Geometry.latin(size) if plain else Geometry.of_size(size), options)
    empty = data.get("empty", 0)
    givens = _grid(rows, "puzzle", size, charset, empty)
    if (solution := data.get("solution")) is not None:
        solution = _grid(solution, "solution", size, charset, empty)
    clues = Clues(options)
    if "diagonalsudoku" in kinds:
        clues.add("kind", "kind", "diagonal")
    title, author = data.get("title"), data.get("author")
    clues.account(data, _KNOWN, _TITLE)
    extras = {name: str(data[name]) for name in _TEXTS if data.get(name)}
    return Document(
        Puzzle(geometry, tuple(givens), None, clues.rules(geometry)),
        title=None if title is None else str(title),
        author=None if author is None else str(author),
        solution=None if solution is None or None in solution else Grid(geometry, tuple(solution)),
        extras={**extras, **clues.extras()},
    )


def _load(text: str) -> Any:
    """The data of a text; the older files are wrapped as JSONP."""
    bare = text.rstrip()
    wrapped = re.fullmatch(r"\s*ipuz\((.*)\)\s*;?", bare, re.DOTALL)
    start = wrapped.start(1) if wrapped else len(bare) - len(bare.lstrip())
    # Blanks stand for what comes before the JSON, so that a fault has its place in the text.
    before = re.sub(r"[^\n]", " ", bare[:start])
    return load(before + (wrapped[1] if wrapped else bare[start:]))


def _charset(data: dict[str, Any], size: int) -> str:
    """The symbols of the digits from 1 on."""
    charset = data.get("charset") or _SYMBOLS[:size]
    if not isinstance(charset, str) or len(charset) < size or len(set(charset)) < len(charset):
        raise FormatError(
            '"charset" must be {size} different symbols, not {charset}',
            size=size,
            charset=shown(charset),
        )
    return charset


def _listed(kinds: Any) -> list[Any]:
    return kinds if isinstance(kinds, list) else [] if kinds is None else [kinds]


def _kind(kind: Any) -> str:
    match = _KIND.fullmatch(kind) if isinstance(kind, str) else None
    name = match[1].lower() if match else ""
    if name not in _KINDS:
        raise FormatError(
            "the kind is {kind}, and satdoku reads {kinds} of ipuz",
            kind=shown(kind),
            kinds=", ".join(_KINDS),
        )
    return name


def _check_size(dimensions: Any, size: int) -> None:
    if dimensions is None:
        return
    of_kind(dict, dimensions, "dimensions")
    for name in ("width", "height"):
        if dimensions.get(name, size) != size:
            raise FormatError(
                '"{name}" is {value}, with {size} rows',
                name=name,
                value=shown(dimensions.get(name)),
                size=size,
            )


def _grid(rows: Any, name: str, size: int, charset: str, empty: Any) -> list[int | None]:
    if not isinstance(rows, list) or len(rows) != size:
        raise FormatError('"{name}" must be {size} rows', name=name, size=size)
    cells: list[int | None] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != size:
            raise FormatError(
                'row {number} of "{name}" must be a list of {size} cells',
                number=number,
                name=name,
                size=size,
            )
        for column, item in enumerate(row, 1):
            value = item.get("cell", item.get("value")) if isinstance(item, dict) else item
            if value in (None, empty, str(empty), 0, "0", "") and value is not False:
                cells.append(None)
            elif isinstance(value, str) and len(value) == 1 and value in charset:
                cells.append(charset.index(value) + 1)
            elif type(value) is int or (isinstance(value, str) and re.fullmatch(r"\d{1,3}", value)):
                cells.append(int(value))
            else:
                raise FormatError(
                    'r{number}c{place} of "{name}" is {value}, no symbol',
                    number=number,
                    place=column,
                    name=name,
                    value=shown(value),
                )
    return cells


def write(document: Document, options: WriteOptions) -> str:
    """The document as an object in JSON, on one line."""
    if document.position is not None:
        raise Unsupported("{title} cannot hold a position; satdoku's JSON can", title=_TITLE)
    puzzle = document.puzzle
    geometry = puzzle.geometry
    size = geometry.size
    latin = geometry == Geometry.latin(size) if geometry.is_square else False
    if not MIN_BOARD <= size <= len(_SYMBOLS) or not (latin or geometry == Geometry.of_size(size)):
        raise no_board(geometry, _TITLE)
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold pencil marks", title=_TITLE)
    diagonals = set()
    for constraint, rule, _ in rule_data(puzzle, options):
        if not rule.startswith("diagonal-"):
            raise Unsupported(
                "{title} cannot hold the rule '{name}'; satdoku's JSON can",
                title=_TITLE,
                name=constraint.name,
            )
        diagonals.add(rule)
    if len(diagonals) == 1:
        raise Unsupported("{title} cannot hold the rule '{pop}'", title=_TITLE, pop=diagonals.pop())
    kind = "latinsquare" if latin else "diagonalsudoku" if diagonals else "sudoku"
    if latin and diagonals:
        kind = "diagonalsudoku"
    name = kind if kind == "sudoku" else f"sudoku/{kind}"
    data: dict[str, Any] = {
        "version": "http://ipuz.org/v2",
        "kind": [f"http://ipuz.org/{name}#1"],
        **({"title": document.title} if document.title else {}),
        **({"author": document.author} if document.author else {}),
        "charset": _SYMBOLS[:size],
        **({"boxes": False} if latin else {}),
        "puzzle": _rows(puzzle.givens, size, geometry),
    }
    if document.solution is not None and document.solution.is_full:
        data["solution"] = _rows(document.solution.values, size, geometry)
    return line_of(data)


def _rows(values: Any, size: int, geometry: Geometry) -> list[list[int | str]]:
    for cell, value in enumerate(values):
        if value is not None and not 1 <= value <= size:
            raise Unsupported(
                "{title} cannot hold {cell}, which is {value}",
                title=_TITLE,
                cell=geometry.name(cell),
                value=value,
            )
    symbols = [
        0 if value is None else value if size < 10 else _SYMBOLS[value - 1] for value in values
    ]
    return [symbols[at : at + size] for at in range(0, size * size, size)]
