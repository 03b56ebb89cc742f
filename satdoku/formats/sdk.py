"""SadMan's and SudoCue's puzzle file (.sdk): nine rows, ``#`` headers, sections.

SudoCue (sudocue.net/fileformats.php) writes headers of one letter before the rows: ``#A``
author, ``#D`` description, ``#C`` comment, ``#B`` date, ``#S`` source, ``#L`` level, ``#U``
address. SadMan parts a game in progress into ``[Puzzle]``, ``[State]`` and ``[PencilMarks]``
(rows of comma-separated groups); sections of notes are kept as text in ``extras``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from satdoku.base.errors import FormatError, Unsupported, legible
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Values
from satdoku.formats.base import Entry, Line, ReadOptions, WriteOptions, chunk_entries, own_puzzle
from satdoku.formats.clues import Clues
from satdoku.formats.grid import parse_rows
from satdoku.formats.rows import row_of
from satdoku.formats.source import MAX_TEXT, check_text
from satdoku.formats.symbols import normalise, write_symbols
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

_SECTION = re.compile(r"\s*\[([^\]]*)\]\s*")
_HEADER = re.compile(r"\s*#([ADCBSLUadcbslu])(.*)")
_NOTES = ("colours", "colors", "comment", "comments", "highlights", "history", "notes", "settings")
"""Sections that say nothing of the solution."""
_KEYS = {
    "D": "title", "A": "author", "C": "comment", "B": "date", "S": "source", "L": "level",
    "U": "url",
}  # fmt: skip


def _split(text: str) -> tuple[dict[str, str], dict[str, list[Line]]]:
    """The headers, and the lines of each section; rows before any section are the puzzle's."""
    headers: dict[str, str] = {}
    sections: dict[str, list[Line]] = {}
    lines: list[Line] | None = None
    for number, line in numbered(text):
        if header := _HEADER.fullmatch(line):
            key = _KEYS[header[1].upper()]
            value = header[2].strip()
            headers[key] = f"{headers[key]}\n{value}" if key in headers else value
        elif section := _SECTION.fullmatch(line):
            name = section[1].strip().lower()
            if name in sections:
                raise FormatError(
                    "the section [{section}] is here again", section=section[1], line=number
                )
            lines = sections[name] = []
        elif line.strip() and line.lstrip()[0] != "#":
            if lines is None:
                lines = sections["puzzle"] = []
            lines.append((number, line))
    return headers, sections


def detect(text: str) -> int:
    """Sure where there is a [Puzzle] section, or headers before rows that fit each other."""
    try:
        headers, sections = _split(text)
    except FormatError:
        return 96
    if any(_is_puzzle_section(line) for _, line in numbered(text)):
        return 96
    rows = sections.get("puzzle", [])
    widths = {len(line.strip()) for _, line in rows}
    return 94 if headers and len(sections) == 1 and widths == {len(rows)} else 0


def _is_puzzle_section(line: str) -> bool:
    section = _SECTION.fullmatch(line)
    return section is not None and section[1].strip().lower() == "puzzle"


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    headers, sections = _split(text)
    if not sections.get("puzzle"):
        raise FormatError("there is no puzzle in this text: no rows and no [Puzzle] section")
    puzzle = parse_rows([row_of(*line) for line in sections.pop("puzzle")], options)
    position = _position(puzzle, sections, options)
    title, author = headers.pop("title", None), headers.pop("author", None)
    extras = dict(headers)
    clues = Clues(options)
    for name, lines in sections.items():
        if name in _NOTES:
            clues.leave(f"section [{name}]")
        elif not clues.ignores(name):
            raise FormatError(
                "there is no section [{name}] that satdoku knows; --ignore {name} reads the "
                "puzzle without it",
                name=name[:40],
                line=lines[0][0] if lines else None,
            )
        extras[name] = "\n".join(line for _, line in lines)
    return Document(puzzle, position, title, author, extras=extras | clues.extras())


def _position(
    puzzle: Puzzle, sections: dict[str, list[Line]], options: ReadOptions
) -> Position | None:
    state, marks = sections.pop("state", None), sections.pop("pencilmarks", None)
    if not state and not marks:
        return None
    geometry = puzzle.geometry
    values = puzzle.givens
    if state:
        now = parse_rows([row_of(*line) for line in state], options)
        if now.geometry != geometry:
            raise FormatError(
                "[State] is {clue}, but [Puzzle] {board}",
                clue=now.geometry.describe(),
                board=geometry.describe(),
                line=state[0][0],
            )
        values = now.givens
        for cell, given in enumerate(puzzle.givens):
            if given is not None and values[cell] != given:
                held = "empty" if values[cell] is None else values[cell]
                raise FormatError(
                    "{cell} is {held} in [State], but {given} is given there",
                    cell=geometry.name(cell),
                    held=held,
                    given=given,
                    line=state[cell // geometry.size][0],
                )
    # Where the player has noted nothing, whatever the placed digits leave is open.
    bare = Position.of(Puzzle(geometry, values))
    candidates = list(bare.candidates)
    noted = set()
    if marks:
        for cell, (line, column, text) in enumerate(_cells(marks, geometry)):
            if not text:
                continue
            if values[cell] is not None:
                raise FormatError(
                    "{cell} is filled, but has pencil marks",
                    cell=geometry.name(cell),
                    line=line,
                    column=column,
                    text=text,
                )
            candidates[cell] = frozenset(map(int, text))
            noted.add(cell)
    return Position(puzzle, values, tuple(candidates), frozenset(noted))


def _cells(lines: list[Line], geometry: Geometry) -> Iterator[tuple[int, int, str]]:
    size = geometry.size
    if len(lines) != size:
        raise FormatError(
            "[PencilMarks] has {count} rows, not {size}",
            count=len(lines),
            size=size,
            line=lines[-1][0],
        )
    for number, line in lines:
        fields = normalise(line).split(",")
        if len(fields) != size:
            raise FormatError(
                "this row of pencil marks has {count} cells, not {size}",
                count=len(fields),
                size=size,
                line=number,
                text=line[:80],
            )
        column = 1
        for field in fields:
            text = field.strip()
            fits = all("1" <= c <= "9" and int(c) <= size for c in text)
            if not fits or len(set(text)) != len(text):
                raise FormatError(
                    "{quoted!r} are not pencil marks",
                    quoted=text[:20],
                    line=number,
                    column=column,
                    text=text[:80],
                )
            yield number, column, text
            column += len(field) + 1


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """The one puzzle of a file."""
    held: list[str] = []
    first = length = 0
    for number, text in lines:
        first = first or number
        held.append(text)
        length += len(text)
        if length > MAX_TEXT:
            raise FormatError("this file is too long for one puzzle")
    text = "\n".join(held)
    if text.strip():
        return chunk_entries([(first, text)], options, parse)
    return iter(())


def write(document: Document, options: WriteOptions) -> str:
    """The headers and the rows, in sections where there is a position."""
    puzzle = own_puzzle(document, "a .sdk file", options)
    geometry = puzzle.geometry
    texts = dict(document.extras) | {
        key: value
        for key, value in (("title", document.title), ("author", document.author))
        if value is not None
    }
    text = [
        f"#{letter}{line}"
        for letter, key in _KEYS.items()
        if key in texts
        for line in legible(texts[key]).split("\n")
    ]
    rows = _rows(puzzle.givens, geometry, options)
    position = document.position
    if position is None:
        return "\n".join([*text, *rows]) + "\n"
    if position.puzzle.givens != puzzle.givens or position.geometry != geometry:
        raise Unsupported("a .sdk file cannot hold a position of another puzzle")
    text += ["[Puzzle]", *rows, "[State]", *_rows(position.values, geometry, options)]
    if geometry.size > 9:
        raise Unsupported(
            "a .sdk file cannot hold the pencil marks of {board}", board=geometry.describe()
        )
    bare = Position.of(Puzzle(geometry, position.values)).candidates
    if position.candidates != bare:
        text.append("[PencilMarks]")
        for r in range(geometry.rows):
            fields = []
            for cell in range(r * geometry.columns, (r + 1) * geometry.columns):
                here = position.candidates[cell]
                if position.values[cell] is None and not here and bare[cell]:
                    raise Unsupported(
                        "a .sdk file cannot hold {cell}, which is empty and has no candidate",
                        cell=geometry.name(cell),
                    )
                fields.append("".join(map(str, sorted(here))))
            text.append(",".join(fields))
    return "\n".join(text) + "\n"


def _rows(values: Values, geometry: Geometry, options: WriteOptions) -> list[str]:
    size = geometry.size
    text = write_symbols(values, size, options.letters, options.empty)
    return [text[i : i + size] for i in range(0, len(text), size)]
