"""OpenSudoku's XML: folders of 9x9 games.

A game is ``<game data="..."/>`` with 81 digits (0 is empty), or, as the app stores a game in
progress, ``version: n`` and for each cell its digit, its notes and whether it may be edited. Notes
are a decimal bit set (bit 0 is the digit 1) or, in version 1, digits with commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from xml.parsers import expat

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import Entry, Line, ReadOptions, WriteOptions, on_line, own_puzzle
from satdoku.formats.clues import geometry_of, player
from satdoku.formats.source import MAX_TEXT, check_text
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

_PLAIN = re.compile(r"[0-9.]{81}")
_STORED = re.compile(r"version: ([1-4])\s+(.*)", re.DOTALL)
_VERSIONS = ("1", "2", "3")
_KNOWN: dict[str, frozenset[str]] = {
    "opensudoku": frozenset(("version",)),
    "name": frozenset(),
    "author": frozenset(),
    "description": frozenset(),
    "comment": frozenset(),
    "created": frozenset(),
    "source": frozenset(),
    "level": frozenset(),
    "sourceURL": frozenset(),
    "folder": frozenset(("name", "created")),
    "game": frozenset(
        ("data", "created", "state", "time", "last_played", "note", "command_stack", "user_note")
    ),
}
"""The elements and their attributes; those that are not read say nothing of the solution."""
_NAME = ["opensudoku", "name"]


def detect(text: str) -> int:
    """Sure where the first element is OpenSudoku's."""
    bare = text.lstrip()
    return 100 if bare.startswith("<") and "<opensudoku" in bare[:2000] else 0


Game = tuple[int, str, str | None]
"""The line of a game, its data, and the name of its folder."""


def _games(text: str) -> list[Game]:
    games: list[Game] = []
    folder: list[str | None] = [None]
    words: list[str] = []
    path: list[str] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        if not path and name != "opensudoku":
            raise FormatError("this XML is of {name!r}, not of 'opensudoku'", name=name[:40])
        path.append(name)
        line = parser.CurrentLineNumber
        if (known := _KNOWN.get(name)) is None:
            raise FormatError("OpenSudoku's XML has no element {name!r}", name=name[:40], line=line)
        if unknown := sorted(attributes.keys() - known):
            names = worded(
                "{name!r} has no attribute {unknown!r}", name=name[:40], unknown=unknown[0][:40]
            )
            raise FormatError("the element {names} that satdoku knows", names=names, line=line)
        if name == "opensudoku" and attributes.get("version", "1") not in _VERSIONS:
            raise FormatError(
                "version {attributes!r} of the file is not known",
                attributes=attributes["version"][:20],
            )
        if name == "folder":
            folder[0] = attributes.get("name")
        elif name == "game":
            data = attributes.get("data")
            if data is None:
                raise FormatError('a game has no "data"', line=parser.CurrentLineNumber)
            games.append((parser.CurrentLineNumber, data, folder[0]))

    def end(name: str) -> None:
        if path == _NAME:
            folder[0] = "".join(words)
            words.clear()
        path.pop()

    def characters(data: str) -> None:
        if path == _NAME:
            words.append(data)

    def refuse(*_: object) -> None:
        raise FormatError("a document type has no place in this XML")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise FormatError(
            "this is not XML: {errorstring}",
            errorstring=expat.ErrorString(error.code),
            line=error.lineno,
            column=error.offset + 1,
        ) from None
    return games


def parse(text: str, options: ReadOptions) -> Document:
    """The one game of this text."""
    check_text(text)
    games = _games(text)
    if len(games) != 1:
        many = f"{len(games)} games" if games else "no game"
        raise FormatError("one puzzle was expected, and this XML holds {many}", many=many)
    return _document(games[0], options)


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The games of a file."""
    held: list[str] = []
    first = length = 0
    for number, line in lines:
        first = first or number
        held.append(line)
        length += len(line)
        if length > MAX_TEXT:
            raise FormatError("this file is too long")
    if not any(map(str.strip, held)):
        return
    text = "\n".join(held)
    check_text(text)
    for game in _games(text):
        placed = (game[0] + first - 1, *game[1:])
        yield Entry(placed[0], game[1], partial(_document, placed, options))


def _document(game: Game, options: ReadOptions) -> Document:
    number, data, folder = game
    with on_line(number):
        puzzle, position = _read(data.strip(), geometry_of(Geometry.classic(), options), options)
    return Document(puzzle, position, extras={"folder": folder} if folder else {})


def _read(data: str, geometry: Geometry, options: ReadOptions) -> tuple[Puzzle, Position | None]:
    if _PLAIN.fullmatch(data):
        givens = tuple(int(c) if c in "123456789" else None for c in data)
        return Puzzle(geometry, givens, None, options.constraints), None
    stored = _STORED.fullmatch(data)
    if stored is None:
        raise FormatError(
            "the data of a game are 81 digits, or begin with 'version: ', not {data!r}",
            data=data[:30],
        )
    fields = stored[2].strip().removesuffix("|").split("|")
    if len(fields) != 243:
        raise FormatError("the data have {count} fields, and 81 cells have 243", count=len(fields))
    given: list[int | None] = [None] * 81
    entered: dict[int, int] = {}
    marks: dict[int, frozenset[int]] = {}
    for cell in range(81):
        value, notes, editable = fields[3 * cell : 3 * cell + 3]
        if value not in tuple("0123456789") or editable not in ("0", "1"):
            raise FormatError(
                "the fields of {cell} are {value!r} and {editable!r}",
                cell=geometry.name(cell),
                value=value,
                editable=editable,
            )
        if value != "0" and editable == "0":
            given[cell] = int(value)
        elif value != "0":
            entered[cell] = int(value)
        elif digits := _notes(notes):
            marks[cell] = digits
    puzzle = Puzzle(geometry, tuple(given), None, options.constraints)
    return puzzle, player(puzzle, entered, marks)


def _notes(text: str) -> frozenset[int]:
    text = text.strip()
    if text in ("", "-", "0"):
        return frozenset()
    if "," in text:
        parts = [part for part in text.split(",") if part]
        if all(part in tuple("123456789") for part in parts):
            return frozenset(map(int, parts))
    elif text.isdecimal() and text.isascii() and len(text) < 4 and int(text) < 512:
        return frozenset(d for d in range(1, 10) if int(text) >> (d - 1) & 1)
    raise FormatError("{quoted!r} are not notes", quoted=text[:20])


def write(document: Document, options: WriteOptions) -> str:
    """A file of one game."""
    return "".join(write_all([document], options))


def write_all(documents: Iterable[Document], options: WriteOptions) -> Iterator[str]:
    """A file of several games, in one folder."""
    yield "<opensudoku>\n<name>satdoku</name>\n"
    for document in documents:
        puzzle = own_puzzle(document, "OpenSudoku's XML", options)
        if not puzzle.geometry.is_classic:
            board = puzzle.geometry.describe()
            raise Unsupported("OpenSudoku's XML cannot hold the board {board}", board=board)
        digits = "".join(str(digit or 0) for digit in puzzle.givens)
        if any(digit is not None and not 1 <= digit <= 9 for digit in puzzle.givens):
            raise Unsupported("OpenSudoku's XML cannot hold a digit other than 1 to 9")
        yield f'<game data="{digits}"/>\n'
    yield "</opensudoku>\n"
